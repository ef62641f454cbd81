package peers

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// foreign are the variables by which runtimes and libraries are steered. A rival gets none of the
// caller's, so that all run under the same rules wherever they are run.
var foreign = []string{"OPENBLAS_", "GOTO_", "OMP_", "GOMP_", "KMP_", "LIBOMP_", "STARPU_", "HPX_", "TBB_", "TF_", "GOMAXPROCS=", "GODEBUG=", "GOGC="}

// environ returns the environment of a driver: threads pinned as pin says ("close", "spread",
// "none"), OpenBLAS with kernels for coretype ("": its own choice) on one thread, or for a variant
// that takes the whole matrix on all.
func environ(pin, coretype string, threads int, whole bool) []string {
	var env []string
	for _, v := range os.Environ() {
		keep := true
		for _, prefix := range foreign {
			keep = keep && !strings.HasPrefix(v, prefix)
		}
		if keep {
			env = append(env, v)
		}
	}
	all, blas := strconv.Itoa(threads), "1"
	if whole {
		blas = all
	}
	env = append(env, "OMP_NUM_THREADS="+all, "OPENBLAS_NUM_THREADS="+blas, "OMP_DYNAMIC=false",
		"OMP_MAX_ACTIVE_LEVELS=1", "OMP_MAX_TASK_PRIORITY=3", "STARPU_SILENT=1", "STARPU_CALIBRATE=0", "GOMAXPROCS="+all)
	if pin == "none" {
		env = append(env, "OMP_PROC_BIND=false")
	} else {
		env = append(env, "OMP_PROC_BIND="+pin, "OMP_PLACES=cores")
	}
	if cache, err := os.UserCacheDir(); err == nil { // where StarPU keeps what it learns; otherwise in the home folder
		env = append(env, "STARPU_HOME="+filepath.Join(cache, "heddle", "starpu"))
	}
	if coretype != "" {
		env = append(env, "OPENBLAS_CORETYPE="+coretype)
	}
	return env
}
