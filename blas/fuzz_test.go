package blas

import (
	"testing"

	"heddle/dense"
	"heddle/internal/oracle"
)

// FuzzGemm tries shapes, strides and forms.
func FuzzGemm(f *testing.F) {
	f.Add(uint16(24), uint16(8), uint16(3), uint8(1), uint8(0))
	f.Add(uint16(0), uint16(1), uint16(70), uint8(2), uint8(255))
	f.Add(uint16(300), uint16(260), uint16(5), uint8(0), uint8(7))
	f.Fuzz(func(t *testing.T, m, n, k uint16, pad, form uint8) {
		ta, tb := Transpose(form&1), Transpose(form>>1&1)
		beta := []float64{0, 1, -1, 0.3}[form>>2&3]
		alpha := []float64{1, 0, -1, 0.7}[form>>4&3]
		gemmCase(t, ta, tb, int(m%320), int(n%320), int(k%320), alpha, beta, int(pad%9))
	})
}

// FuzzFactor tries orders, strides and both triangles of POTRF and POTRS, and TRSM's forms.
func FuzzFactor(f *testing.F) {
	f.Add(uint16(24), uint8(1), uint8(0))
	f.Add(uint16(131), uint8(3), uint8(9))
	f.Fuzz(func(t *testing.T, n uint16, pad, form uint8) {
		order := int(n % 300)
		potrfCase(t, oracle.Case[float64]{Name: "spd", A: dense.SPD[float64](order, uint64(form))}, int(pad%9))
		trsmCase[float64](t, Side(form&1), Uplo(form>>1&1), Transpose(form>>2&1), Diag(form>>3&1), order, int(pad), 1, int(pad%9))
		syrkCase[float64](t, Uplo(form&1), Transpose(form>>1&1), order, int(pad), 1, 0, int(pad%9))
	})
}
