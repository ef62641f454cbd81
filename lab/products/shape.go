package products

import (
	"fmt"
	"strconv"
	"strings"
)

// A Shape is a product C = op(A)*op(B): op(A) M x K, op(B) K x N.
type Shape struct {
	M, N, K        int
	TransA, TransB bool
}

// ParseShape reads MxNxK, with nn, nt, tn or tt after a colon: 10000x10000x512:nt.
func ParseShape(text string) (s Shape, err error) {
	dims, form, has := strings.Cut(text, ":")
	if has {
		if len(form) != 2 || strings.Trim(form, "nt") != "" {
			return s, fmt.Errorf("%q: want nn, nt, tn or tt after the colon", text)
		}
		s.TransA, s.TransB = form[0] == 't', form[1] == 't'
	}
	parts := strings.Split(dims, "x")
	if len(parts) != 3 {
		return s, fmt.Errorf("%q: want MxNxK, as 16x2000x2000, or 16x2000x2000:nt", text)
	}
	for i, p := range []*int{&s.M, &s.N, &s.K} {
		if *p, err = strconv.Atoi(parts[i]); err != nil || *p < 1 {
			return s, fmt.Errorf("%q: %q is no dimension: want numbers from 1", text, parts[i])
		}
	}
	return s, nil
}

// String returns the shape as ParseShape reads it.
func (s Shape) String() string {
	text := fmt.Sprintf("%dx%dx%d", s.M, s.N, s.K)
	if f := s.transposes(); f != "nn" {
		text += ":" + f
	}
	return text
}

func (s Shape) transposes() string {
	letter := func(t bool) string {
		if t {
			return "t"
		}
		return "n"
	}
	return letter(s.TransA) + letter(s.TransB)
}

func (s Shape) square() bool { return s.M == s.N && s.N == s.K && s.transposes() == "nn" }
