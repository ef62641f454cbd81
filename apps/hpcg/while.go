package hpcg

import "heddle/apps"

// tolerance is the scaled residual that ends [While].
const tolerance = 1e-9

// While returns the program that stops when the scaled residual has fallen to 1e-9 (up to a
// millionth more, as in HPCG), or after Iterations iterations.
//
// In the form taskiter the condition is a task between two iterations, which therefore do not
// overlap. With task.Unroll(n) n iterations would, and the loop would end after a multiple of
// n iterations: up to n-1 more than the serial form. So it is not used here.
func While() apps.Program {
	g := Program()
	g.Name = "hpcg-while"
	g.Doc = "hpcg until the scaled residual is below 1e-9"
	g.Defaults.Iterations = 500
	g.New = func(p apps.Params) (apps.Problem, error) {
		q, err := newProblem(While(), p, tolerance)
		if err != nil {
			return nil, err
		}
		return q, nil
	}
	return g
}
