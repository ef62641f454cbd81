// The OpenMP variants: one right-looking one a file; left.cpp and top.cpp hold the other traversals.
#pragma once

#include "../cholesky.hpp"
#include "../tree.hpp"

void for_naive(peer::Cholesky &c);
void for_collapse(peer::Cholesky &c);
void for_collapse_dynamic(peer::Cholesky &c);
void task_naive(peer::Cholesky &c);
void task_depend(peer::Cholesky &c);
void task_prio(peer::Cholesky &c);
void for_naive_left(peer::Cholesky &c);
void task_naive_left(peer::Cholesky &c);
void task_depend_left(peer::Cholesky &c);
void task_prio_left(peer::Cholesky &c);
void for_naive_top(peer::Cholesky &c);
void task_naive_top(peer::Cholesky &c);
void task_depend_top(peer::Cholesky &c);
void task_prio_top(peer::Cholesky &c);

void tree_tasks(peer::Tree &t);
void tree_teams(peer::Tree &t);
