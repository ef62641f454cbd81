// Package heat solves the heat equation on a rectangle by Gauss-Seidel sweeps, in blocks: the
// Heat benchmark of [TI] (see package apps). Every sweep replaces each u(i,j), row by row and from left
// to right, by
//
//	u(i,j) = (u(i-1,j) + u(i,j+1) + u(i+1,j) + u(i,j-1)) / 4
//
// so that the values above and on the left are of this sweep and the other two of the last
// one. Blocks may be swept in any order that respects that (a wave-front): the result does not
// depend on the blocks, nor on how many workers there are, in any bit.
//
// Inside are rows 1 to nx and columns 1 to ny. Rows 0 and nx+1 and columns 0 and ny+1 are the
// boundary, which is fixed:
//
//	u(i,j) = (i² - j²) / h²  on the boundary, where h = max(nx, ny) + 1
//	u(i,j) = 1/2             inside, at the start
//
// The sweeps converge, slowly, to (i² - j²) / h² everywhere, since that satisfies the equation
// above exactly. (Inside does not start at 0, as it would then pass through subnormal numbers,
// which are slow.)
//
// [Program] computes a given number of sweeps. [While] stops when a sweep changes next to
// nothing.
package heat

import (
	"context"
	"fmt"

	"heddle/apps"
	"heddle/dense"
	"heddle/task"
)

// Program returns the program that computes a given number of sweeps.
func Program() apps.Program {
	return apps.Program{
		Name:     "heat",
		Doc:      "Gauss-Seidel sweeps for the heat equation in 2-D, a wave-front of blocks",
		Dims:     []string{"nx", "ny"},
		BlockDoc: "rows and columns of a block",
		Defaults: apps.Params{Size: []int{2048, 2048}, Block: 128, Iterations: 100},
		New: func(p apps.Params) (apps.Problem, error) {
			p, err := Program().Complete(p)
			if err != nil {
				return nil, err
			}
			g, err := newGrid(Program(), p)
			if err != nil {
				return nil, err
			}
			return &problem{grid: g}, nil
		},
	}
}

// problem is heat for a given number of sweeps.
type problem struct {
	*grid
	want []float64 // u of the serial form, once computed
}

func (p *problem) Run(ctx context.Context, rt *task.Runtime, f apps.Form) error {
	return apps.Runs{
		Serial: p.serial, WorkSharing: p.workSharing,
		Tasks: p.tasks, TaskCache: p.taskCache, TaskIter: p.taskIter,
	}.Run(ctx, rt, "heat", f)
}

// Work: 3 additions and a multiplication a cell; a cell is read and written.
func (p *problem) Work() apps.Work {
	cells := float64(p.nx) * float64(p.ny) * float64(p.params.Iterations)
	return apps.Work{Tasks: p.bx * p.by * p.params.Iterations, Flops: 4 * cells, Bytes: 16 * cells}
}

// grid is u with its boundary, cut into bx x by blocks.
type grid struct {
	params         apps.Params
	nx, ny, bx, by int
	u              dense.Matrix[float64] // nx+2 rows of ny+2; u(i,1) begins a cache line
	data           []task.Datum          // of the blocks, with a border of data that nobody writes
	sweep          func(bi, bj, _ int)   // sweepBlock, as a value made once
}

// cacheLine is how many elements a line of 64 bytes holds: where blocks begin with one, two
// workers write no line in turn.
const cacheLine = 8

func newGrid(prog apps.Program, p apps.Params) (*grid, error) {
	nx, ny := p.Size[0], p.Size[1]
	p.Block = min(p.Block, max(nx, ny))
	bx, by := (nx-1)/p.Block+1, (ny-1)/p.Block+1
	if err := prog.Fits(p, float64(bx)*float64(by)); err != nil {
		return nil, err
	}
	u, err := dense.Make[float64](nx+3, (ny+2+cacheLine-1)/cacheLine*cacheLine)
	if err != nil {
		return nil, fmt.Errorf("%s: nx, ny = %d, %d: %w", prog.Name, nx, ny, err)
	}
	u.Rows, u.Cols, u.Data = nx+2, ny+2, u.Data[cacheLine-1:]
	g := &grid{params: p, nx: nx, ny: ny, u: u, bx: bx, by: by}
	g.data = make([]task.Datum, (g.bx+2)*(g.by+2))
	g.sweep = g.sweepBlock
	g.Reset()
	return g, nil
}

func (g *grid) Params() apps.Params { return g.params }

func (g *grid) Reset() {
	for i := range g.nx + 2 {
		row := g.u.Row(i)
		for j := range row {
			row[j] = g.steady(i, j)
			if 0 < i && i <= g.nx && 0 < j && j <= g.ny {
				row[j] = 0.5
			}
		}
	}
}

// steady is what u(i,j) converges to.
func (g *grid) steady(i, j int) float64 {
	x, y, h := float64(i), float64(j), float64(max(g.nx, g.ny)+1)
	return (x*x - y*y) / (h * h)
}

// datum stands for block (bi, bj); either may be -1, or one too many: the border.
func (g *grid) datum(bi, bj int) *task.Datum { return &g.data[(bi+1)*(g.by+2)+bj+1] }

// block returns the first row and column of block (bi, bj), and how many it has.
func (g *grid) block(bi, bj int) (i, h, j, w int) {
	b := g.params.Block
	i, j = bi*b+1, bj*b+1
	return i, min(b, g.nx+1-i), j, min(b, g.ny+1-j)
}
