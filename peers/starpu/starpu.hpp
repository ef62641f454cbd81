// The StarPU variants: one function a file.
#pragma once

#include "../cholesky.hpp"

// Handles is the Cholesky problem with a StarPU handle for each tile. Registering them is not
// timed, as making the tiles is not.
class Handles : public peer::Cholesky {
 public:
  using Cholesky::Cholesky;
  void prepare() override;
  double check() override;
  struct _starpu_data_state *handle(int i, int j) const { return handles_[static_cast<size_t>(i) * (i + 1) / 2 + j]; }

 private:
  std::vector<struct _starpu_data_state *> handles_;
};

void data_flow(peer::Cholesky &c);
void data_flow_prio(peer::Cholesky &c);
