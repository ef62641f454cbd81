package cpu

import (
	"runtime"

	"github.com/klauspost/cpuid/v2"
)

// Features says which vector instructions this machine and its operating system offer.
type Features struct {
	// AVX512 is set where F, DQ, VL and BW are there and the system saves their registers.
	AVX512 bool
	// AVX512Halves is set where AVX512 is, on units of 256 bits, which take a vector in two halves:
	// AMD's family 19h, that is Zen 4 (Software Optimization Guide 57647).
	AVX512Halves bool
	// AVX2 is set where AVX2 and FMA3 are there and the system saves their registers.
	AVX2 bool
	// NEON is set on every arm64 machine: Go requires it there.
	NEON bool
}

// Detect reads the features of the machine that runs the program. They do not change.
func Detect() Features {
	c := &cpuid.CPU
	avx512 := c.Supports(cpuid.AVX512F, cpuid.AVX512DQ, cpuid.AVX512VL, cpuid.AVX512BW, cpuid.AVX2, cpuid.FMA3)
	return Features{
		AVX512:       avx512,
		AVX512Halves: avx512 && c.IsVendor(cpuid.AMD) && c.Family == 0x19,
		AVX2:         c.Supports(cpuid.AVX2, cpuid.FMA3),
		NEON:         runtime.GOARCH == "arm64",
	}
}

// Caches holds the sizes of the data caches that one core sees, in bytes; 0 where unknown.
type Caches struct {
	Line, L1D, L2, L3 int
}

// DataCaches reads the cache sizes of the machine that runs the program.
func DataCaches() Caches {
	c := cpuid.CPU.Cache
	return Caches{Line: max(0, cpuid.CPU.CacheLine), L1D: max(0, c.L1D), L2: max(0, c.L2), L3: max(0, c.L3)}
}

// Model returns the processor's name as it calls itself; empty where unknown.
func Model() string { return cpuid.CPU.BrandName }
