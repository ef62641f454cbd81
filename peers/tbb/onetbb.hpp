// The oneTBB variants: one function a file.
#pragma once

#include "../cholesky.hpp"
#include "../tree.hpp"

void parallel_for(peer::Cholesky &c);
void range2d(peer::Cholesky &c);
void task_group(peer::Cholesky &c);
void flow_graph(peer::Cholesky &c);
void tree_for(peer::Tree &t);
