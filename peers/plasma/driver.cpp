// PLASMA: one call on the whole matrix, column-major. It cuts it into tiles by itself.
#include <omp.h>
#include <plasma.h>

#include "../cholesky.hpp"

namespace {

// Plasma is the whole matrix, which PLASMA cuts into tiles of -nb by itself.
class Plasma : public peer::Cholesky {
 public:
  Plasma(const peer::Options &o, void (*run)(Cholesky &), bool whole) : Cholesky(o, run, whole), cut_(o.nb) {}
  std::string fields() override {
    return ",\"n\":" + std::to_string(n) + ",\"tiles\":" + std::to_string((n + cut_ - 1) / cut_) + ",\"tile\":" + std::to_string(cut_);
  }

 private:
  const int64_t cut_;
};

void dpotrf(peer::Cholesky &c) {
  int info = plasma_dpotrf(PlasmaLower, static_cast<int>(c.n), c.tile(0, 0), static_cast<int>(c.n));
  if (info != 0) c.fail(info);
}

}  // namespace

int main(int argc, char **argv) {
  peer::Runtime rt;
  rt.name = "plasma";
  rt.version = "PLASMA " + std::to_string(PLASMA_VERSION_MAJOR) + "." + std::to_string(PLASMA_VERSION_MINOR) + "." +
               std::to_string(PLASMA_VERSION_PATCH);
  rt.blas = peer::blas();
  rt.variants = {peer::potrf<Plasma>("plasma_dpotrf", "one call, tiles of -nb", dpotrf, true)};
  rt.start = [](const peer::Options &o) {
    if (o.noop) throw std::invalid_argument("-noop: nothing would be left of one call");
    // PLASMA counts the elements of a matrix in tiles in an int, diagonal and one triangle: at
    // nb = 256 that overflows beyond n = 65280.
    int64_t tiles = (o.n + o.nb - 1) / o.nb;
    if (tiles * (tiles + 1) / 2 * o.nb * o.nb > INT32_MAX)
      throw std::invalid_argument("-n " + std::to_string(o.n) + ": beyond PLASMA's 32-bit count of elements");
    omp_set_num_threads(o.threads);
    if (plasma_init() != PlasmaSuccess) throw std::runtime_error("plasma_init failed");
    plasma_set(PlasmaTuning, PlasmaDisabled);
    plasma_set(PlasmaNb, static_cast<int>(o.nb));
  };
  rt.warm = [] {
#pragma omp parallel
    {
    }
  };
  rt.stop = [] { plasma_finalize(); };
  return peer::serve_main(argc, argv, rt);
}
