package peers

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"heddle/lab/machine"
	sources "heddle/peers"
)

// Builder compiles drivers. The zero Builder builds for this machine into the user's cache.
type Builder struct {
	Host Host
	Dir  string // "": heddle/peers in the user's cache folder
}

// Built is the outcome of building one rival.
type Built struct {
	Finding Finding
	Driver  string // path of the program
	Log     string // path of the compiler's output, "" where nothing was compiled
	Fresh   bool   // it was compiled now; otherwise it was there already
	Err     error  // why there is no driver; Log says more
}

// Build compiles the driver of a rival that was found, unless the same sources have already been
// compiled by the same compiler with the same flags for this processor. It takes ten seconds or
// so. It changes nothing but its own folder.
func (b Builder) Build(ctx context.Context, f Finding) Built {
	out := Built{Finding: f}
	if !f.Found {
		out.Err = errors.New("not installed: " + f.Missing)
		return out
	}
	out.Driver, out.Log, out.Fresh, out.Err = b.build(ctx, f)
	return out
}

// elsewhere says what to do where drivers cannot be kept.
func elsewhere(err error) error {
	return fmt.Errorf("%w: set XDG_CACHE_HOME to a folder for drivers", err)
}

func (b Builder) build(ctx context.Context, f Finding) (driver, log string, fresh bool, err error) {
	dir := b.Dir
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", "", false, elsewhere(err)
		}
		dir = filepath.Join(cache, "heddle", "peers")
	}
	key, err := f.key(ctx, b.Host)
	if err != nil {
		return "", "", false, err
	}
	dir = filepath.Join(dir, f.Peer.Name+"-"+key)
	driver, log = filepath.Join(dir, "driver"), filepath.Join(dir, "build.log")
	_, missing := os.Stat(driver)
	if missing == nil && f.kit.module == "" { // the go command knows by itself what is out of date
		return driver, log, false, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", "", false, elsewhere(err)
	}
	work, err := os.MkdirTemp(dir, "work-") // of our own: others may be building the same
	if err != nil {
		return "", "", false, err
	}
	defer os.RemoveAll(work)
	if err := f.unpack(filepath.Join(work, "src")); err != nil {
		return "", "", false, err
	}
	file, err := os.Create(filepath.Join(work, "build.log"))
	if err != nil {
		return "", "", false, err
	}
	c := compilation{host: b.Host, kit: f.kit, src: filepath.Join(work, "src", f.Peer.folder), dir: work, log: &logFile{file: file}}
	err = c.make(ctx)
	if err := errors.Join(file.Close(), os.Rename(file.Name(), log)); err != nil {
		return "", "", true, err
	}
	if err != nil {
		if ctx.Err() != nil {
			return "", log, true, context.Cause(ctx)
		}
		return "", log, true, fmt.Errorf("%w (see %s)", err, log)
	}
	return driver, log, missing != nil, os.Rename(filepath.Join(work, "driver.new"), driver)
}

// key names everything that the driver depends on.
func (f Finding) key(ctx context.Context, h Host) (string, error) {
	sum := sha256.New()
	k := f.kit
	fmt.Fprintln(sum, k.compiler, k.compile, k.link, k.cmake, k.defines, k.module, k.version,
		machine.Detect().CPU, h.output(ctx, k.compiler, "--version"))
	for _, pattern := range []string{"*.hpp", f.Peer.folder + "/*"} {
		names, err := fs.Glob(sources.Sources(), pattern)
		if err != nil {
			return "", err
		}
		for _, name := range names {
			text, err := fs.ReadFile(sources.Sources(), name)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(sum, "%s %d\n%s", name, len(text), text)
		}
	}
	return hex.EncodeToString(sum.Sum(nil))[:16], nil
}

// unpack writes the sources of the rival below dir.
func (f Finding) unpack(dir string) error {
	for _, pattern := range []string{"*.hpp", f.Peer.folder + "/*"} {
		names, err := fs.Glob(sources.Sources(), pattern)
		if err != nil {
			return err
		}
		for _, name := range names {
			text, err := fs.ReadFile(sources.Sources(), name)
			if err != nil {
				return err
			}
			to := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(to, text, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// compilation makes dir/driver.new out of the sources in src.
type compilation struct {
	host     Host
	kit      kit
	src, dir string
	log      *logFile
}

// make compiles the sources at once and links them, or leaves that to cmake or go.
func (c compilation) make(ctx context.Context) error {
	switch {
	case c.kit.module != "":
		return c.run(ctx, c.kit.compiler, "build", "-C", c.kit.module, "-o", filepath.Join(c.dir, "driver.new"), ".")
	case c.kit.cmake != "":
		return c.makeCMake(ctx)
	}
	names, err := filepath.Glob(filepath.Join(c.src, "*.cpp"))
	if err != nil {
		return err
	}
	objects := make([]string, len(names))
	group, each := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, name := range names {
		objects[i] = filepath.Join(c.dir, strings.TrimSuffix(filepath.Base(name), ".cpp")+".o")
		group.Go(func() error {
			args := append([]string{"-c", name, "-o", objects[i]}, c.kit.compile...)
			return c.run(each, c.kit.compiler, args...)
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	args := append(objects, "-o", filepath.Join(c.dir, "driver.new"))
	return c.run(ctx, c.kit.compiler, append(args, c.kit.link...)...)
}

func (c compilation) makeCMake(ctx context.Context) error {
	build := filepath.Join(c.dir, "build")
	args := []string{"-S", c.src, "-B", build}
	for _, d := range c.kit.defines {
		args = append(args, "-D"+d)
	}
	if err := c.run(ctx, c.kit.cmake, args...); err != nil {
		return err
	}
	if err := c.run(ctx, c.kit.cmake, "--build", build); err != nil {
		return err
	}
	return os.Rename(filepath.Join(build, "driver"), filepath.Join(c.dir, "driver.new"))
}

// run runs a command, logs it and what it prints, and returns the first error that it prints.
func (c compilation) run(ctx context.Context, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env, cmd.Dir = c.host.environment(), c.dir
	cmd.WaitDelay = grace // what cmake has started may outlive it
	out, err := cmd.CombinedOutput()
	c.log.append(cmd.Args, out)
	if err == nil {
		return nil
	}
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "error") || strings.Contains(line, "Error") {
			return fmt.Errorf("build failed: %s", strings.TrimSpace(line))
		}
	}
	return fmt.Errorf("build failed: %s: %w", filepath.Base(name), err)
}
