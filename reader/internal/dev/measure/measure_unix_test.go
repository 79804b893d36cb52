//go:build unix

// Package measure compares eyeline with sed, wc and rg on one log, and with wc on a tree of sources:
//
//	go test ./reader/internal/dev/measure -run '^$' -bench . -mib 1024 -timeout 1h
//
// Each round runs both in turns, with the files in the page cache; what counts is the median. A benchmark fails where a
// figure misses its bound. The index, the search and the checks run in this process, for -cpuprofile and -memprofile.
package measure

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"eyeline/reader/check"
	"eyeline/reader/check/garbage"
	"eyeline/reader/lineindex"
	"eyeline/reader/search"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents" // the tools that are measured
)

var (
	mib     = flag.Int64("mib", 64, "MiB of the log that is made")
	file    = flag.String("file", "", "measure on this log instead")
	program = flag.String("eyeline", "", "the program to measure; without it the one of this module is built")
	tree    = flag.String("tree", "", "the folder that is checked; without it the sources of Go")
)

// build builds the program unless it is there, static as releases are: to load libraries takes half a millisecond.
func build(b *testing.B) string {
	if *program != "" {
		return *program
	}
	path := filepath.Join(os.TempDir(), "eyeline-measured")
	cmd := exec.Command("go", "build", "-trimpath", "-o", path, "eyeline")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, text)
	}
	return path
}

// sources is the folder that is checked.
func sources(b *testing.B) string {
	if *tree != "" {
		return *tree
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(err)
	}
	return filepath.Join(strings.TrimSpace(string(root)), "src")
}

// log is what is measured on.
type log struct {
	source.Source
	path        string
	size, lines int64
}

func openLog(b *testing.B) log {
	l := log{path: *file}
	if l.path == "" {
		l.path = filepath.Join(os.TempDir(), fmt.Sprintf("eyeline-measured-%d.log", *mib))
		if info, err := os.Stat(l.path); err != nil || info.Size() != *mib<<20 {
			f, err := os.Create(l.path)
			if err := errors.Join(err, writeLog(f, *mib<<20), f.Close()); err != nil {
				b.Fatal(err)
			}
		}
	}
	var err error
	if l.Source, err = source.OpenFile(l.path); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = l.Close() })
	l.size = l.Snapshot().Size
	if l.lines, err = lineindex.CountLines(b.Context(), source.View(l, l.size)); err != nil {
		b.Fatal(err)
	}
	return l
}

// cost is what one run took.
type cost struct {
	elapsed, processor time.Duration
	memory             int64 // the most that was resident, in bytes
}

// runs is a thing to measure. Peers that are not installed are nil.
type runs func(b *testing.B) cost

// process runs a program from start to end; what it prints is dropped, and its refusals are answers. Peers run in the C
// locale, where they are fastest.
func process(stdin []byte, argv ...string) runs {
	if _, err := exec.LookPath(argv[0]); err != nil {
		return nil
	}
	return func(b *testing.B) cost {
		cmd := exec.Command(argv[0], argv[1:]...)
		cmd.Env = append(os.Environ(), "LC_ALL=C")
		cmd.Stdin = bytes.NewReader(stdin)
		began := time.Now()
		err := cmd.Run()
		took := time.Since(began)
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			b.Fatal(err)
		}
		usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		return cost{took, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), resident(usage)}
	}
}

// resident is the most memory of a process in bytes: darwin counts those, the others KiB.
func resident(u *syscall.Rusage) int64 {
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}

// here measures what runs in this process.
func here(do func() error) runs {
	return func(b *testing.B) cost {
		var before, after syscall.Rusage
		_ = syscall.Getrusage(syscall.RUSAGE_SELF, &before)
		began := time.Now()
		if err := do(); err != nil {
			b.Fatal(err)
		}
		took := time.Since(began)
		_ = syscall.Getrusage(syscall.RUSAGE_SELF, &after)
		used := after.Utime.Nano() + after.Stime.Nano() - before.Utime.Nano() - before.Stime.Nano()
		return cost{took, time.Duration(used), resident(&after)}
	}
}

// median is the middle one of some values, the lower of two.
func median[T cmp.Ordered](values []T) T {
	return slices.Sorted(slices.Values(values))[(len(values)-1)/2]
}

// compare runs ours and peer in turns, after a round that does not count, and fails where the median ratio of what they
// took is over most. It returns what ours took.
func compare(b *testing.B, most float64, of func(cost) time.Duration, ours, peer runs) time.Duration {
	var took []time.Duration
	var ratios []float64
	for round := -1; b.Loop(); round++ {
		turns := []runs{ours, peer}
		var c [2]cost
		for i := range turns {
			if which := (i + round + 1) % 2; turns[which] != nil {
				c[which] = turns[which](b)
			}
		}
		if round >= 0 || b.N < 2 {
			took, ratios = append(took, of(c[0])), append(ratios, float64(of(c[0]))/float64(max(of(c[1]), 1)))
		}
	}
	b.ReportMetric(float64(median(took).Microseconds())/1000, "ms")
	if peer == nil {
		return median(took)
	}
	ratio := median(ratios)
	if b.ReportMetric(ratio, "×peer"); ratio > most {
		b.Errorf("%.2f × its peer; at most %.2f ×", ratio, most)
	}
	return median(took)
}

func elapsed(c cost) time.Duration   { return c.elapsed }
func processor(c cost) time.Duration { return c.processor }

// sliceLines is how many lines the deep reads ask for.
const sliceLines = 100

// BenchmarkDeep reads lines, and an indentation block, at a half of the log and near its end.
func BenchmarkDeep(b *testing.B) {
	eyeline, l := build(b), openLog(b)
	for _, depth := range []int64{50, 99} {
		line := min(max(l.lines*depth/100, 1), l.lines-sliceLines)
		first, count := strconv.FormatInt(line, 10), strconv.Itoa(sliceLines)
		print := fmt.Sprintf("%d,%dp;%dq", line, line+sliceLines-1, line+sliceLines-1)
		sed := process(nil, "sed", "-n", print, l.path)
		slice := []string{eyeline, "emit", "--tool", "codex", "--offset", first, "--limit", count, l.path}
		sameLines(b, slice, print, l.path)
		b.Run(fmt.Sprintf("slice/%d%%", depth), func(b *testing.B) { compare(b, 1, elapsed, process(nil, slice...), sed) })
		block := process(nil, eyeline, "emit", "--tool", "codex", "--mode", "indentation", "--anchor-line", first,
			"--include-siblings", "--limit", count, l.path)
		b.Run(fmt.Sprintf("block/%d%%", depth), func(b *testing.B) { compare(b, 1, elapsed, block, sed) })
		window := process(nil, eyeline, "emit", "--tool", "byte_window", "--root", filepath.Dir(l.path),
			"--start-byte", strconv.FormatInt(l.size/100*depth, 10), "--max-bytes", "65536", l.path)
		b.Run(fmt.Sprintf("bytes/%d%%", depth), func(b *testing.B) {
			if took := compare(b, 0, elapsed, window, nil); took > 20*time.Millisecond {
				b.Errorf("%v; at most 20 ms", took)
			}
		})
	}
}

// sameLines checks that a slice has as many lines as sed prints.
func sameLines(b *testing.B, slice []string, print, path string) {
	ours, err := exec.Command(slice[0], slice[1:]...).Output()
	theirs, without := exec.Command("sed", "-n", print, path).Output()
	newline := []byte("\n")
	if err != nil || without == nil && bytes.Count(ours, newline)+1 != bytes.Count(theirs, newline) { // the tool ends with none
		b.Fatalf("%d lines, sed prints %d; %v", bytes.Count(ours, newline)+1, bytes.Count(theirs, newline), err)
	}
}

// BenchmarkMemory has a slice of very many lines printed.
func BenchmarkMemory(b *testing.B) {
	eyeline, l := build(b), openLog(b)
	most := int64(0)
	for b.Loop() {
		most = max(most, process(nil, eyeline, "emit", "--tool", "codex", "--limit", "10000000", l.path)(b).memory)
	}
	if b.ReportMetric(float64(most)/(1<<20), "MiB"); most > 64<<20 {
		b.Errorf("%d bytes; at most 64 MiB", most)
	}
}

// BenchmarkIndex counts the lines for the viewer, from opening the file to the last line's number.
func BenchmarkIndex(b *testing.B) {
	l := openLog(b)
	count := here(func() error {
		x := lineindex.New(l)
		x.Start(b.Context())
		defer x.Close()
		for {
			if n, known := x.Snapshot().Lines(); known && n == l.lines {
				return nil
			} else if known {
				return fmt.Errorf("the index has %d lines, not %d", n, l.lines)
			}
			<-x.Wake()
		}
	})
	compare(b, 1.25, elapsed, count, process(nil, "wc", "-l", l.path))
}

// BenchmarkAbsent searches the log for a text that it does not have.
func BenchmarkAbsent(b *testing.B) {
	const absent = "no such text in it"
	l := openLog(b)
	find := here(func() error {
		p, err := search.Compile(absent, search.Options{})
		if err != nil {
			return err
		}
		_, found, err := search.NewFinder(p).Find(b.Context(), source.View(l, l.size), 0, search.Forward)
		if err == nil && found {
			err = errors.New("it is there")
		}
		return err
	})
	compare(b, 2, elapsed, find, process(nil, "rg", "-c", "-e", absent, "--", l.path))
}

// BenchmarkBatch answers small reads in one process, three kinds in turn.
func BenchmarkBatch(b *testing.B) {
	const calls = 20_000
	eyeline, l := build(b), openLog(b)
	var requests bytes.Buffer
	for i := range calls {
		line := 1 + i%sliceLines
		args := fmt.Sprintf(`"file_path":%q,"offset":%d,"limit":20`, l.path, line)
		tool := "codex"
		switch i % 3 {
		case 1:
			args += `,"mode":"indentation"`
		case 2:
			tool, args = "byte_window", fmt.Sprintf(`"path":%q,"start_byte":%d,"max_bytes":2000`, l.path, line*100)
		}
		fmt.Fprintf(&requests, `{"tool":%q,"arguments":{%s}}`+"\n", tool, args)
	}
	ours := process(requests.Bytes(), eyeline, "emit", "--batch", "--root", filepath.Dir(l.path))
	b.ReportMetric(calls/compare(b, 0, elapsed, ours, nil).Seconds(), "calls/s")
}

// BenchmarkDefault makes each tool's default read of a source, in time beyond the start of the program.
func BenchmarkDefault(b *testing.B) {
	eyeline, file := build(b), filepath.Join(b.TempDir(), "server.go")
	const part = "// Handle runs the hooks.\nfunc (s *Server) Handle%d(r *http.Request) error {\n\treturn s.run(r.Context())\n}\n\n"
	text := []byte("package server\n\n")
	for i := range 2000 {
		text = fmt.Appendf(text, part, i)
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		b.Fatal(err)
	}
	for _, name := range tools.Names() {
		b.Run(name, func(b *testing.B) {
			started := process(nil, eyeline, "version")
			read := process(nil, eyeline, "emit", "--tool", name, "--root", filepath.Dir(file), file)
			var beyond []time.Duration
			for b.Loop() {
				beyond = append(beyond, read(b).elapsed-started(b).elapsed)
			}
			b.ReportMetric(float64(median(beyond).Microseconds())/1000, "ms-beyond-start")
		})
	}
}

// BenchmarkCheck checks a tree, with the usual tools and with all, beside wc -l on the same files outside hidden
// folders, in time of the processors.
func BenchmarkCheck(b *testing.B) {
	root := sources(b)
	var names []string
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && name != root:
			return fs.SkipDir
		case d.Type().IsRegular():
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	wc := process([]byte(strings.Join(names, "\x00")), "xargs", "-0", "wc", "-l")
	for _, c := range []struct {
		name  string
		tools []*tools.Tool
		most  float64
	}{{"usual", nil, 6}, {"all", tools.All(), 12}} {
		b.Run(c.name, func(b *testing.B) {
			defer garbage.Tune()()
			memory := int64(0)
			ours := here(func() error {
				found, err := check.Run(b.Context(), check.Options{Paths: []string{root}, Tools: c.tools})
				if err == nil {
					err = check.WriteJSON(io.Discard, found)
				}
				return err
			})
			compare(b, c.most, processor, func(b *testing.B) cost {
				took := ours(b)
				memory = took.memory
				return took
			}, wc)
			b.ReportMetric(float64(memory)/(1<<20), "MiB")
		})
	}
}
