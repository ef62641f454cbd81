// iterative.hpp is what the OpenMP forms of heddle's example programs (apps/...) have in common.
// The data are those that the package comments of apps/... describe, and the kernels are the same
// algorithms; forms differ by scheduling alone.
#pragma once

#include <cmath>

#include "../peer.hpp"

namespace peer {

enum class Form { Tasks, Loops };

class Iterative : public Problem {
 public:
  Iterative(const Options &o, Form form, std::vector<int> size, int block, int iterations)
      : size_(std::move(size)), block_(o.block ? o.block : block), iterations_(o.iterations ? o.iterations : iterations),
        seed_(o.seed), form_(form) {
    if (o.size.empty()) return;
    size_t at = 0;
    for (int &n : size_) {
      char *end;
      n = static_cast<int>(std::strtol(o.size.c_str() + at, &end, 10));
      at = end - o.size.c_str() + 1;
      bool last = &n == &size_.back();
      if (n < 1 || (last ? *end != 0 : *end != ',')) throw std::invalid_argument("-size " + o.size + ": want " + std::to_string(size_.size()) + " numbers from 1");
    }
  }

  void prepare() override { reset(); }
  void run() override { form_ == Form::Tasks ? tasks() : loops(); }

  // check compares the results with those of the serial form, bit by bit.
  double check() override {
    uint64_t got = digest();
    value_ = value();
    done_ = iterations();
    if (!known_) {
      reset();
      serial();
      want_ = digest();
      known_ = true;
    }
    release();
    if (got != want_) throw std::runtime_error("the results are not those of the serial form");
    return 0;
  }

  std::string fields() override {
    return ",\"tasks\":" + std::to_string(work()) + ",\"iterations\":" + std::to_string(done_) + ",\"value\":" + number(value_);
  }

 protected:
  std::vector<int> size_;
  int block_;
  const int iterations_;
  const uint64_t seed_;

  virtual void reset() = 0;    // makes the data what they are at the start
  virtual void release() = 0;  // lets go of them
  virtual void serial() = 0;
  virtual void tasks() = 0;
  virtual void loops() = 0;
  virtual uint64_t digest() = 0;  // of the results' bits
  virtual double value() = 0;     // the checksum that heddle run prints first
  virtual int64_t work() = 0;     // tasks of the run
  virtual int iterations() { return iterations_; }

  // hash is FNV-1a over the words of v, going on from h.
  template <class T>
  static uint64_t hash(const std::vector<T> &v, uint64_t h = 14695981039346656037u) {
    for (const T &x : v) {
      uint64_t word = 0;
      std::memcpy(&word, &x, sizeof x);
      h = (h ^ word) * 1099511628211u;
    }
    return h;
  }

 private:
  const Form form_;
  bool known_ = false;
  uint64_t want_ = 0;
  double value_ = 0;
  int done_ = 0;
};

// forms makes the rows of the driver's table for one program.
template <class P, class... Args>
void forms(std::vector<Variant> &table, const char *program, Args... args) {
  auto row = [&](const char *name, const char *doc, Form form) {
    table.push_back({program, name, doc, [=](const Options &o) { return std::make_unique<P>(o, form, args...); }});
  };
  row("task_depend", "tasks with depend clauses, submitted anew in every iteration", Form::Tasks);
  row("parallel_for", "parallel loops with barriers", Form::Loops);
}

}  // namespace peer

// programs adds the rows of one program each.
void multisaxpy(std::vector<peer::Variant> &table);
void heat(std::vector<peer::Variant> &table);
void nbody(std::vector<peer::Variant> &table);
void fwi(std::vector<peer::Variant> &table);
void hpccg(std::vector<peer::Variant> &table);
void hpcg(std::vector<peer::Variant> &table);
