package gemm

import (
	"context"
	"sync"

	"heddle/blas"
	"heddle/dense"
	"heddle/task"
)

// composable cuts C into blocks, one task each, which compute their part from the operands alone. A
// worker that finds none left gets a share of another's, as a task.
func composable[T dense.Float](rt *task.Runtime, noCopy bool, ta, tb blas.Transpose, alpha T, a, b dense.Matrix[T], beta T, c dense.Matrix[T]) Stats {
	part := blas.GemmPart[T]
	if noCopy {
		part = blas.GemmPartNoCopy[T]
	}
	cut := grid{c.Rows, c.Cols}
	if work(ta, a, c) > teamWork {
		cut = cutting[T](c.Rows, c.Cols, rt.Workers())
	}
	one := blas.Part{Rows: min(cut.rows, c.Rows), Cols: min(cut.cols, c.Cols)}
	if one.Rows == c.Rows && one.Cols == c.Cols {
		return Stats{part(ta, tb, alpha, a, b, beta, c, one)}
	}
	x := blocks{compute: func(p blas.Part) int { return part(ta, tb, alpha, a, b, beta, c, p) }}
	panel := blas.SharedPanelBytes / rt.Workers()
	err := rt.Run(context.Background(), func(s *task.Scope) {
		for i := 0; i < c.Rows; i += cut.rows {
			for j := 0; j < c.Cols; j += cut.cols {
				x.submit(s, blas.Part{Row: i, Col: j, Rows: min(cut.rows, c.Rows-i), Cols: min(cut.cols, c.Cols-j), Panel: panel})
			}
		}
	})
	if err != nil {
		panic(err) // the runtime is closed
	}
	return Stats{rt.Workers() * x.most.n}
}

// blocks are those of one product.
type blocks struct {
	compute func(blas.Part) (packedBytes int)

	mu      sync.Mutex // guards the counts
	waiting int        // tasks that have not begun
	free    int        // workers that have ended a block and found none waiting

	most largest // bytes that a block packs
}

// submit makes a task of a part. Workers that come free get what is left of it by halves.
func (x *blocks) submit(s *task.Scope, p blas.Part) {
	x.mu.Lock()
	x.waiting++
	x.mu.Unlock()
	s.GoScope(func(s *task.Scope) {
		x.mu.Lock()
		x.waiting--
		x.mu.Unlock()
		p.Give = func(rest blas.Part) bool { return x.give(s, rest) }
		x.done(x.compute(p))
	}, label)
}

// give makes a task of a part if a worker is free for it, and tells whether it did.
func (x *blocks) give(s *task.Scope, p blas.Part) bool {
	x.mu.Lock()
	free := x.free > 0
	if free {
		x.free--
	}
	x.mu.Unlock()
	if free {
		x.submit(s, p)
	}
	return free
}

// done records the end of a task.
func (x *blocks) done(packedBytes int) {
	x.most.add(packedBytes)
	x.mu.Lock()
	if x.waiting == 0 {
		x.free++
	}
	x.mu.Unlock()
}

// largest keeps the largest of numbers that tasks bring.
type largest struct {
	mu sync.Mutex
	n  int
}

func (l *largest) add(n int) {
	l.mu.Lock()
	l.n = max(l.n, n)
	l.mu.Unlock()
}

// MultiplyPacked computes C = alpha*P*op(X) + beta*C, or alpha*op(X)*P + beta*C where P was packed to
// stand on the right, on the workers of rt: slabs of C as tasks, which share P. Stats count P, and
// what the tasks pack of X. Rules are those of blas.GemmPacked.
func MultiplyPacked[T dense.Float](rt *task.Runtime, trans blas.Transpose, alpha T, p *blas.Packed[T], x dense.Matrix[T], beta T, c dense.Matrix[T]) Stats {
	left := p.Side() == blas.Left
	length := c.Rows
	if left {
		length = c.Cols
	}
	slab := upTo(length, slabsPerWorker*rt.Workers(), 48)
	if slab >= length || rt.Workers() == 1 {
		return Stats{p.Bytes() + blas.GemmPacked(trans, alpha, p, x, beta, c)}
	}
	blas.CheckPacked(trans, p, x, c) // before any task
	var most largest
	err := rt.Run(context.Background(), func(s *task.Scope) {
		for i := 0; i < length; i += slab {
			n := min(slab, length-i)
			xi, ci := strip(x, left == (trans == blas.NoTrans), i, n), strip(c, left, i, n)
			s.Go(func() { most.add(blas.GemmPacked(trans, alpha, p, xi, beta, ci)) }, label)
		}
	})
	if err != nil {
		panic(err) // the runtime is closed
	}
	return Stats{p.Bytes() + rt.Workers()*most.n}
}

// strip returns n columns of m from i on, or rows.
func strip[T dense.Float](m dense.Matrix[T], columns bool, i, n int) dense.Matrix[T] {
	if columns {
		return m.View(0, i, m.Rows, n)
	}
	return m.View(i, 0, n, m.Cols)
}

// slabsPerWorker: more of them end more evenly, and cost nothing where P is read from the cache.
const slabsPerWorker = 4

var label = task.Label("gemm")

// grid is the size of a block.
type grid struct{ rows, cols int }

// cutting chooses the blocks of an m x n product that is not empty, near squares: one a worker, which
// packs least. Two, or three, are strips of columns: slabs of op(B) cost more to pack.
func cutting[T dense.Float](m, n, workers int) grid {
	if workers == 1 {
		return grid{m, n}
	}
	cols := 1
	for cols < workers && cols*cols*m < workers*n {
		cols++
	}
	rows := (workers + cols - 1) / cols
	return grid{upTo(m, rows, 16), upTo(n, cols, microColumns[T]())}
}

// microColumns is the columns of a micro-tile of the widest kernels, and a multiple of those of others.
func microColumns[T dense.Float]() int {
	var zero T
	if _, single := any(zero).(float32); single {
		return 48
	}
	return 24
}

// upTo cuts n into parts and rounds their length up to a multiple of q.
func upTo(n, parts, q int) int { return max(1, ((n+parts-1)/parts+q-1)/q*q) }
