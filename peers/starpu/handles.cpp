#include <starpu.h>

#include "starpu.hpp"

void Handles::prepare() {
  Cholesky::prepare();
  handles_.resize(static_cast<size_t>(tiles) * (tiles + 1) / 2);
  for (int i = 0; i < tiles; i++)
    for (int j = 0; j <= i; j++)
      starpu_vector_data_register(&handles_[static_cast<size_t>(i) * (i + 1) / 2 + j], STARPU_MAIN_RAM,
                                  reinterpret_cast<uintptr_t>(tile(i, j)), 1, sizeof(double));
}

double Handles::check() {
  for (starpu_data_handle_t h : handles_) starpu_data_unregister(h);
  handles_.clear();
  return Cholesky::check();
}
