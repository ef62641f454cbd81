package peers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Rivals that Debian does not have: a variable says where the user's own installation is.

func taskflow(ctx context.Context, h Host) (kit, error) {
	k, err := gxx(ctx, h, "20")
	if err != nil {
		return k, err
	}
	dir := h.getenv("TASKFLOW_DIR")
	tf := h.macros(ctx, k.compiler, "taskflow/taskflow.hpp", append(optimize("20"), "-I"+cmp.Or(dir, "."))...)
	switch {
	case dir == "" && tf == nil:
		return k, errors.New("set TASKFLOW_DIR to a checkout of taskflow/taskflow")
	case tf == nil:
		return k, fmt.Errorf("TASKFLOW_DIR=%s has no taskflow/taskflow.hpp that compiles", dir)
	}
	if dir != "" {
		k.compile = append(k.compile, "-I"+dir)
	}
	var v int
	if _, err := fmt.Sscan(tf["TF_VERSION"], &v); err == nil {
		k.version = fmt.Sprintf("Taskflow %d.%d.%d", v/100000, v/100%1000, v%100)
	}
	return k, nil
}

var packageVersion = regexp.MustCompile(`PACKAGE_VERSION "([^"]+)"`)

func hpxRecipe(ctx context.Context, h Host) (kit, error) {
	k, err := gxx(ctx, h, "20")
	if err != nil {
		return k, err
	}
	dir := h.getenv("HPX_DIR")
	if dir == "" {
		return k, errors.New("set HPX_DIR to an installation of HPX, or to its lib/cmake/HPX")
	}
	config := ""
	for _, below := range []string{"", "lib/cmake/HPX", "lib64/cmake/HPX"} {
		if _, err := os.Stat(filepath.Join(dir, below, "HPXConfig.cmake")); err == nil {
			config = filepath.Join(dir, below)
		}
	}
	if config == "" {
		return k, fmt.Errorf("HPX_DIR=%s has no HPXConfig.cmake", dir)
	}
	if k.cmake = h.program("cmake"); k.cmake == "" {
		return k, errors.New("package cmake")
	}
	k.defines = []string{"HPX_DIR=" + config, "CMAKE_BUILD_TYPE=Release", "CMAKE_CXX_COMPILER=" + k.compiler,
		"CMAKE_CXX_FLAGS=" + strings.Join(march(), " "), "BLAS_INCLUDE=" + k.lib.include,
		"BLAS_LIBRARY=" + filepath.Join(k.lib.dir, "libopenblas.so"), "CMAKE_BUILD_RPATH=" + k.lib.dir}
	k.version = "HPX"
	if text, err := os.ReadFile(filepath.Join(config, "HPXConfigVersion.cmake")); err == nil {
		if v := packageVersion.FindSubmatch(text); v != nil {
			k.version += " " + string(v[1])
		}
	}
	return k, nil
}

func plasmaRecipe(ctx context.Context, h Host) (kit, error) {
	k, err := gxx(ctx, h, "17")
	if err != nil {
		return k, err
	}
	dir := h.getenv("PLASMA_DIR")
	if dir == "" {
		return k, errors.New("set PLASMA_DIR to an installation of PLASMA")
	}
	if h.macros(ctx, k.compiler, "lapacke.h") == nil {
		return k, errors.New("package liblapacke-dev")
	}
	include, lib := filepath.Join(dir, "include"), filepath.Join(dir, "lib")
	k.compile = append(k.compile, "-fopenmp", "-I"+include)
	macros := h.macros(ctx, k.compiler, "plasma.h", append(k.compile, "-fopenmp")...)
	if macros == nil {
		return k, fmt.Errorf("PLASMA_DIR=%s has no include/plasma.h that compiles", dir)
	}
	k.link = append(k.link, "-L"+lib, "-Wl,--disable-new-dtags,-rpath,"+lib, "-lplasma", "-lplasma_core_blas", "-llapacke", "-fopenmp")
	k.version = "PLASMA " + macros["PLASMA_VERSION_MAJOR"] + "." + macros["PLASMA_VERSION_MINOR"] + "." + macros["PLASMA_VERSION_PATCH"]
	return k, nil
}
