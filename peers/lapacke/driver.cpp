// LAPACKE over a threaded OpenBLAS: one call on the whole matrix, column-major.
#include <lapacke.h>

#include "../cholesky.hpp"
#include "gemm.hpp"

extern "C" void openblas_set_num_threads(int);

namespace {

void dpotrf(peer::Cholesky &c) {
  lapack_int n = static_cast<lapack_int>(c.n);
  if (n == 0) return;
  lapack_int info = LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, c.tile(0, 0), n);
  if (info != 0) c.fail(info);
}

}  // namespace

int main(int argc, char **argv) {
  peer::Runtime rt;
  rt.name = "lapacke";
  rt.version = peer::blas();
  rt.variants = {peer::potrf("dpotrf", "one call", dpotrf, true), gemm<double>("dgemm", "one call"), gemm<float>("sgemm", "one call")};
  rt.start = [](const peer::Options &o) {
    if (o.noop) throw std::invalid_argument("-noop: nothing would be left of one call");
    openblas_set_num_threads(o.threads);
  };
  return peer::serve_main(argc, argv, rt);
}
