// The HPX variants: one function a file.
#pragma once

#include "../cholesky.hpp"

void async_future(peer::Cholesky &c);
void async_void(peer::Cholesky &c);
void sync_future(peer::Cholesky &c);
void loop_one(peer::Cholesky &c);
void loop_two(peer::Cholesky &c);
