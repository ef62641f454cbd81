package kernel

// The assembly and its Go stubs are written by the programs in _asm, a module of its own, so that
// heddle does not depend on the generator.
//
//go:generate go -C _asm run ./avx ..
//go:generate go -C _asm run ./neon ..
//go:generate go -C _asm run ./sell ../../sell
