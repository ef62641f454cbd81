#include "textflag.h"

// func direct(top, f uintptr, args *[arguments]uintptr)
//
// Calls f as System V's convention for amd64 has it, with top as the end of its stack: six
// arguments in registers, seven above the return address. R12 is the callee's to keep.
TEXT ·direct(SB), NOSPLIT, $0-24
	MOVQ top+0(FP), R11
	MOVQ f+8(FP), R10
	MOVQ args+16(FP), AX
	SUBQ $64, R11          // a multiple of 16, as top is
	MOVQ 48(AX), BX
	MOVQ BX, 0(R11)
	MOVQ 56(AX), BX
	MOVQ BX, 8(R11)
	MOVQ 64(AX), BX
	MOVQ BX, 16(R11)
	MOVQ 72(AX), BX
	MOVQ BX, 24(R11)
	MOVQ 80(AX), BX
	MOVQ BX, 32(R11)
	MOVQ 88(AX), BX
	MOVQ BX, 40(R11)
	MOVQ 96(AX), BX
	MOVQ BX, 48(R11)
	MOVQ 0(AX), DI
	MOVQ 8(AX), SI
	MOVQ 16(AX), DX
	MOVQ 24(AX), CX
	MOVQ 32(AX), R8
	MOVQ 40(AX), R9
	MOVQ SP, R12
	MOVQ R11, SP
	CALL R10
	MOVQ R12, SP
	RET
