package blas

import (
	"sync"

	"heddle/dense"
)

// workspace is scratch for one call. It comes from a pool, so that a call allocates nothing once
// as many workspaces exist as calls run at once; the collector frees what is not in use.
type workspace[T dense.Float] struct {
	a, b, d []T // packed operands, and reciprocals or a block of C
}

var (
	pool64 = sync.Pool{New: func() any { return new(workspace[float64]) }}
	pool32 = sync.Pool{New: func() any { return new(workspace[float32]) }}
)

func pool[T dense.Float]() *sync.Pool {
	var zero T
	if _, single := any(zero).(float32); single {
		return &pool32
	}
	return &pool64
}

func borrow[T dense.Float]() *workspace[T] { return pool[T]().Get().(*workspace[T]) }
func (w *workspace[T]) giveBack()          { pool[T]().Put(w) }
func (w *workspace[T]) takeA(n int) []T    { return take(&w.a, n) }
func (w *workspace[T]) takeB(n int) []T    { return take(&w.b, n) }
func (w *workspace[T]) takeD(n int) []T    { return take(&w.d, n) }

// take returns n elements of *s, which grows if it must; their values are anything.
func take[T dense.Float](s *[]T, n int) []T {
	if len(*s) < n {
		*s = dense.Aligned[T](max(n, 2*len(*s)))
	}
	return (*s)[:n]
}
