package task

import (
	"fmt"
	"testing"
)

// BenchmarkInPlace is the cost of a task that runs in the call that submits it.
func BenchmarkInPlace(b *testing.B) {
	for _, args := range []bool{true, false} {
		for _, n := range []int{0, 1, 3, 5} {
			b.Run(fmt.Sprintf("args=%v/clauses=%d", args, n), func(b *testing.B) {
				rt := New(Config{Workers: 1})
				defer rt.Close()
				var d [5]Datum
				f := func(i, j, k int) {}
				rt.Run(background, func(s *Scope) {
					for range 2 {
						b.ResetTimer()
						for i := range b.N {
							switch n {
							case 0:
								put(s, args, f, i, 0, 0)
							case 1:
								put(s, args, f, i, 0, 0, d[0].InOut())
							case 3:
								put(s, args, f, i, 0, 0, d[0].In(), d[1].In(), d[2].InOut())
							case 5:
								put(s, args, f, i, 0, 0, d[0].In(), d[1].In(), d[2].In(), d[3].In(), d[4].InOut())
							}
						}
						s.Wait()
					}
				})
			})
		}
	}
}
