// The Taskflow variants: one function a file.
#pragma once

#include <taskflow/taskflow.hpp>

#include "../cholesky.hpp"

extern std::unique_ptr<tf::Executor> executor;  // of the driver

void static_graph(peer::Cholesky &c);
void dependent_async(peer::Cholesky &c);
