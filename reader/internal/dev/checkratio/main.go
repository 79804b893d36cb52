// Checkratio measures eyeline check beside wc -l on the same files:
//
//	go run ./reader/internal/dev/checkratio [-all] [-cpuprofile FILE] [-memprofile FILE] [DIR]
//
// DIR is the source of the Go distribution when it is not given. It prints the time that wc needs for all files
// outside hidden folders, the time that a check with the usual tools needs (-all: with all tools), each the best of
// three, the same in time of a processor, their ratios, and the most memory that this process had.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"time"

	"eyeline/reader/check"
	"eyeline/reader/tools"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "checkratio:", err)
		os.Exit(1)
	}
}

func run() error {
	cpu := flag.String("cpuprofile", "", "write a profile of the processor's time in the check to `FILE`")
	memory := flag.String("memprofile", "", "write a profile of the check's allocations to `FILE`")
	all := flag.Bool("all", false, "check with all tools instead of the usual ones")
	flag.Parse()
	options := check.Options{}
	if *all {
		options.Tools = tools.All()
	}
	dir, err := directory(flag.Args())
	if err != nil {
		return err
	}
	options.Paths = []string{dir}
	names, size, err := files(dir)
	if err != nil {
		return err
	}
	best, err := count(dir, names)
	for range 2 {
		again, aerr := count(dir, names)
		if err = errors.Join(err, aerr); again.elapsed < best.elapsed {
			best = again
		}
	}
	if err != nil {
		return err
	}
	stop, err := profile(*cpu)
	if err != nil {
		return err
	}
	took, peak, err := measure(options)
	if err := errors.Join(err, stop(), allocations(*memory)); err != nil {
		return err
	}
	fmt.Printf("%d files, %.1f MB\n", len(names), float64(size)/1e6)
	fmt.Printf("           elapsed  processor\n")
	for _, row := range []struct {
		name string
		times
	}{{"wc -l", best}, {"check", took}} {
		fmt.Printf("%-6s %9.3f s %8.3f s\n", row.name, row.elapsed.Seconds(), row.processor.Seconds())
	}
	fmt.Printf("ratio  %9.1f   %8.1f\n",
		took.elapsed.Seconds()/best.elapsed.Seconds(), took.processor.Seconds()/best.processor.Seconds())
	if peak > 0 {
		fmt.Printf("memory %9.1f MiB\n", float64(peak)/(1<<20))
	}
	return nil
}

// measure checks three times, and returns the best times and the most memory, in bytes; 0 where that is not known.
func measure(o check.Options) (best times, peak int64, err error) {
	defer check.Tune()()
	for i := range 3 {
		before, _ := usage()
		began := time.Now()
		found, err := check.Run(context.Background(), o)
		if err == nil {
			err = check.WriteJSON(io.Discard, found)
		}
		if err != nil {
			return best, peak, err
		}
		again := times{elapsed: time.Since(began)}
		var after time.Duration
		after, peak = usage()
		if again.processor = after - before; i == 0 || again.elapsed < best.elapsed {
			best = again
		}
	}
	return best, peak, nil
}

// profile begins to write a profile of the processor's time to a file, "" for none, and returns what ends it.
func profile(name string) (stop func() error, err error) {
	if name == "" {
		return func() error { return nil }, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() error {
		pprof.StopCPUProfile()
		return f.Close()
	}, nil
}

// allocations writes a profile of what was allocated so far to a file, "" for none.
func allocations(name string) error {
	if name == "" {
		return nil
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(pprof.Lookup("allocs").WriteTo(f, 0), f.Close())
}

// directory is the one that is measured.
func directory(args []string) (string, error) {
	if len(args) > 0 {
		return args[0], nil
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	return filepath.Join(strings.TrimSpace(string(root)), "src"), err
}

// files lists the regular files outside hidden folders, as check does.
func files(dir string) (names []string, size int64, err error) {
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && name != dir:
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		fi, err := d.Info()
		if err != nil {
			return err
		}
		names, size = append(names, name), size+fi.Size()
		return nil
	})
	return names, size, err
}

// count runs wc -l over the files.
func count(dir string, names []string) (times, error) {
	cmd := exec.Command("xargs", "-0", "wc", "-l")
	cmd.Dir = dir
	var list bytes.Buffer
	for _, name := range names {
		abs, err := filepath.Abs(name)
		if err != nil {
			return times{}, err
		}
		list.WriteString(abs)
		list.WriteByte(0)
	}
	cmd.Stdin = &list
	began := time.Now()
	if err := cmd.Run(); err != nil {
		return times{}, err
	}
	return times{time.Since(began), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}, nil
}

// times is how long something took, and how much of a processor's time: on a machine that does other things too, the
// second says more.
type times struct{ elapsed, processor time.Duration }
