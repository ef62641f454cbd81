package park

// Relax tells the processor that this is a spin loop: PAUSE on amd64, YIELD on arm64,
// nothing elsewhere. It takes 1 to 70 ns, whatever the processor deems right.
func Relax() { relax() }
