//go:build !purego && !race

#include "textflag.h"

// A plain store releases, on amd64.
//
// func tell(p *atomic.Int64, v int64)
TEXT ·tell(SB), NOSPLIT, $0-16
	MOVQ p+0(FP), AX
	MOVQ v+8(FP), CX
	MOVQ CX, (AX)
	RET
