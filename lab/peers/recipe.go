package peers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A recipe looks for what a rival needs. Its error says what is missing and what brings it.
type recipe func(ctx context.Context, h Host) (kit, error)

// kit is what a rival is built with.
type kit struct {
	compiler string
	compile  []string // flags of every source
	link     []string // flags after the objects
	version  string   // of the runtime
	lib      library  // where the arithmetic comes from
	cmake    string   // instead of compiler: cmake's path
	defines  []string // cmake's -D
	module   string   // instead of both: the folder of a Go module, for which compiler is go
}

// optimize is how all rivals are compiled.
func optimize(standard string) []string {
	return append([]string{"-std=c++" + standard, "-O3", "-DNDEBUG", "-pthread"}, march()...)
}

// library is a BLAS: folders of its header and of its shared library.
type library struct{ include, dir string }

func (l library) flags(k kit) kit {
	k.lib = l
	k.compile = append(k.compile, "-I"+l.include)
	k.link = append(k.link, "-L"+l.dir, "-Wl,-rpath,"+l.dir, "-lopenblas")
	return k
}

// openBLAS finds OpenBLAS: OPENBLAS_DIR, or Debian's of the given flavour. The serial flavour is
// never taken: it keeps no locks, so that threads that call it at once spoil each other's results.
func openBLAS(h Host, flavour string) (library, error) {
	if dir := h.getenv("OPENBLAS_DIR"); dir != "" {
		l := library{include: filepath.Join(dir, "include"), dir: filepath.Join(dir, "lib")}
		if _, err := os.Stat(filepath.Join(l.include, "cblas.h")); err != nil {
			return l, fmt.Errorf("OPENBLAS_DIR=%s has no include/cblas.h", dir)
		}
		return l, nil
	}
	lib := h.first("usr/lib/*/openblas-"+flavour+"/libopenblas.so", "usr/lib/openblas-"+flavour+"/libopenblas.so")
	header := h.first("usr/include/*/openblas-"+flavour+"/cblas.h", "usr/include/openblas-"+flavour+"/cblas.h")
	if lib == "" || header == "" {
		return library{}, errors.New("package libopenblas-" + flavour + "-dev")
	}
	return library{include: filepath.Dir(header), dir: filepath.Dir(lib)}, nil
}

// gxx finds GCC and OpenBLAS, which nearly all rivals need.
func gxx(ctx context.Context, h Host, standard string) (kit, error) {
	cc := h.program("g++", "g++-14", "g++-13", "g++-12")
	if cc == "" {
		return kit{}, errors.New("package g++")
	}
	blas, err := openBLAS(h, "pthread")
	if err != nil {
		return kit{}, err
	}
	return blas.flags(kit{
		compiler: cc, compile: optimize(standard), link: []string{"-pthread"},
		version: "GCC " + strings.TrimSpace(h.output(ctx, cc, "-dumpfullversion")),
	}), nil
}

// unfused forbids fused multiply-add where the source does not ask for it, so that the example programs
// round as heddle's do on amd64. What Cholesky's kernels do is for OpenBLAS to say.
const unfused = "-ffp-contract=off"

func gccOpenMP(ctx context.Context, h Host) (kit, error) {
	k, err := gxx(ctx, h, "17")
	if err != nil {
		return k, err
	}
	k.compile, k.link = append(k.compile, "-fopenmp", unfused), append(k.link, "-fopenmp")
	if h.macros(ctx, k.compiler, "omp.h", "-fopenmp") == nil {
		return k, errors.New("package libgomp1 (omp.h is not found by " + k.compiler + ")")
	}
	return k, nil
}

func llvmOpenMP(ctx context.Context, h Host) (kit, error) {
	var names []string
	for v := 22; v >= 14; v-- {
		names = append(names, fmt.Sprintf("clang++-%d", v))
	}
	cc := h.program(append(names, "clang++")...)
	if cc == "" {
		return kit{}, errors.New("packages clang-19 libomp-19-dev")
	}
	omp := h.macros(ctx, cc, "omp.h", "-fopenmp")
	if omp == nil {
		version := "19"
		if _, v, ok := strings.Cut(filepath.Base(cc), "++-"); ok {
			version = v
		}
		return kit{}, errors.New("package libomp-" + version + "-dev")
	}
	blas, err := openBLAS(h, "pthread")
	if err != nil {
		return kit{}, err
	}
	return blas.flags(kit{
		compiler: cc, compile: append(optimize("17"), "-fopenmp", unfused), link: []string{"-fopenmp", "-pthread"},
		version: "LLVM " + strings.Fields(omp["__clang_version__"] + " ")[0],
	}), nil
}

func oneTBB(ctx context.Context, h Host) (kit, error) {
	k, err := gxx(ctx, h, "17")
	if err != nil {
		return k, err
	}
	tbb := h.macros(ctx, k.compiler, "tbb/version.h")
	if tbb == nil {
		return k, errors.New("package libtbb-dev")
	}
	k.link = append(k.link, "-ltbb")
	k.version = "oneTBB " + tbb["TBB_VERSION_MAJOR"] + "." + tbb["TBB_VERSION_MINOR"]
	return k, nil
}

func starPU(ctx context.Context, h Host) (kit, error) {
	k, err := gxx(ctx, h, "20")
	if err != nil {
		return k, err
	}
	config := h.program("pkg-config")
	if config == "" {
		return k, errors.New("package pkg-config")
	}
	for _, name := range []string{"starpu-1.4", "starpu-1.3"} {
		if version := h.output(ctx, config, "--modversion", name); version != "" {
			k.version = "StarPU " + strings.TrimSpace(version)
			k.compile = append(k.compile, strings.Fields(h.output(ctx, config, "--cflags", name))...)
			k.link = append(k.link, strings.Fields(h.output(ctx, config, "--libs", name))...)
			return k, nil
		}
	}
	return k, errors.New("package libstarpu-dev")
}

func lapackeRecipe(ctx context.Context, h Host) (kit, error) {
	k, err := gxx(ctx, h, "17")
	if err != nil {
		return k, err
	}
	blas, err := openBLAS(h, "openmp")
	if err != nil {
		return k, err
	}
	if h.macros(ctx, k.compiler, "lapacke.h") == nil {
		return k, errors.New("package liblapacke-dev")
	}
	k = blas.flags(kit{compiler: k.compiler, compile: optimize("17"), link: []string{"-fopenmp"}})
	k.link = append(k.link, "-llapacke")
	k.version = "OpenBLAS " + h.macros(ctx, k.compiler, "openblas_config.h", "-I"+blas.include)["OPENBLAS_VERSION"]
	k.version = regexp.MustCompile(`OpenBLAS +(OpenBLAS )?`).ReplaceAllString(strings.TrimSpace(k.version), "OpenBLAS ")
	return k, nil
}
