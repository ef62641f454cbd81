// The OpenMP variants: one function a file.
#pragma once

#include "../cholesky.hpp"

void for_naive(peer::Cholesky &c);
void for_collapse(peer::Cholesky &c);
void for_collapse_dynamic(peer::Cholesky &c);
void task_naive(peer::Cholesky &c);
void task_depend(peer::Cholesky &c);
void task_prio(peer::Cholesky &c);
