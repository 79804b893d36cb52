//go:build linux || darwin

package tui_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// A process does little before main: everything that packages allocate while they are initialised is counted here. What
// grows beyond the limits is to be made when it is first used; see "The first screen" in the package documentation.
func TestInitialisationIsSmall(t *testing.T) {
	t.Parallel()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	const (
		// of all packages, of which the server's library takes nearly half, and a tenth each the order of names in
		// JavaScript, the library that mends JSON, and that for YAML
		maxAllocs, maxBytes       = 4700, 912 << 10
		maxOwnAllocs, maxOwnBytes = 250, 84 << 10 // of one of this module; the table of keys, which grows by its rows, is the largest
	)
	cmd := exec.Command(path, "version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	allocs, size := 0, 0
	rows := regexp.MustCompile(`(?m)^init (\S+) @.* (\d+) bytes, (\d+) allocs$`).FindAllStringSubmatch(string(said), -1)
	for _, row := range rows {
		b, _ := strconv.Atoi(row[2])
		n, _ := strconv.Atoi(row[3])
		allocs, size = allocs+n, size+b
		if strings.HasPrefix(row[1], "eyeline/") && (n > maxOwnAllocs || b > maxOwnBytes) {
			t.Errorf("%s allocates %d bytes in %d allocations at start; %d in %d are allowed", row[1], b, n, maxOwnBytes, maxOwnAllocs)
		}
	}
	if len(rows) < 20 {
		t.Fatalf("%d packages in the trace: %s", len(rows), said)
	}
	if allocs > maxAllocs || size > maxBytes {
		t.Errorf("all packages allocate %d bytes in %d allocations at start; %d in %d are allowed:\n%s", size, allocs, maxBytes, maxAllocs, said)
	}
}

// BenchmarkStart measures the start of the program, as it is released, beside an empty Go program and less, in turns:
//
//	go test ./tui -run '^$' -bench Start
//
// "version" is a whole process that only says its version. "screen" is from the start of the process until the last
// rows of the first screen of a log have come. "ms" is the median, "x-empty" and "x-less" how often as long it took as
// the others, "cpu-x-empty" the same of processor time, which a busy machine changes less; "faults" are page faults.
func BenchmarkStart(b *testing.B) {
	dir := b.TempDir()
	empty, full, log := filepath.Join(dir, "empty"), filepath.Join(dir, "eyeline"), filepath.Join(dir, "a.log")
	source := filepath.Join(dir, "empty.go")
	const main = "package main\n\nimport \"os\"\n\nfunc main() { os.Stdout.WriteString(\"line 28\\n\") }\n"
	if err := os.WriteFile(source, []byte(main), 0o644); err != nil {
		b.Fatal(err)
	}
	var lines []byte
	for i := range 100000 {
		lines = append(lines, "INFO request served in 17 ms, line "+strconv.Itoa(i+1)+"\n"...)
	}
	if err := os.WriteFile(log, lines, 0o644); err != nil {
		b.Fatal(err)
	}
	for _, args := range [][]string{{"-o", empty, source}, {"-o", full, "-trimpath", "-ldflags=-s -w", ".."}} {
		build := exec.Command("go", append([]string{"build"}, args...)...)
		build.Env = append(os.Environ(), "CGO_ENABLED=0") // as the releases are built
		if out, err := build.CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, out)
		}
		install(b, args[1])
	}
	info, err := os.Stat(full)
	if err != nil {
		b.Fatal(err)
	}
	programs := map[string][]string{"eyeline": {full, log}, "empty": {empty}}
	if less, err := exec.LookPath("less"); err == nil {
		programs["less"] = []string{less, log}
	}
	b.Run("version", func(b *testing.B) {
		figures := map[string]*starts{}
		for b.Loop() {
			figures["empty"] = figures["empty"].add(b, "", empty)
			figures["eyeline"] = figures["eyeline"].add(b, "", full, "version")
		}
		report(b, figures)
		b.ReportMetric(float64(info.Size())/(1<<20), "size-MiB")
	})
	b.Run("screen", func(b *testing.B) {
		figures := map[string]*starts{}
		for b.Loop() {
			for name, command := range programs {
				figures[name] = figures[name].add(b, "line 28", command...)
			}
		}
		report(b, figures)
	})
}

// install writes a program anew, as whatever installs one does. The linker fills its output through a mapping, which
// leaves the file in the page cache as single pages; a file that is written, or read from a disk, is there in larger
// pieces, and a page fault maps one of those several times as fast.
func install(b *testing.B, path string) {
	b.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o755); err != nil {
		b.Fatal(err)
	}
}

// starts are the figures of some starts of a program.
type starts struct{ ms, cpu, faults []float64 }

// add starts a program on a terminal, and ends it when a text has come, or with "" waits for its end.
func (s *starts) add(b *testing.B, until string, command ...string) *starts {
	b.Helper()
	if s == nil {
		s = &starts{}
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "LESS=")
	began := time.Now()
	master, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 32, Cols: 120})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = master.Close() }()
	late := time.AfterFunc(10*time.Second, func() { _ = cmd.Process.Kill() })
	defer late.Stop()
	var out []byte
	var took time.Duration
	for buf := make([]byte, 64<<10); ; {
		n, err := master.Read(buf)
		out = append(out, buf[:n]...)
		if until != "" && took == 0 && bytes.Contains(out, []byte(until)) {
			took = time.Since(began)
			_ = cmd.Process.Kill()
		}
		if err != nil {
			break
		}
	}
	_ = cmd.Wait() // it may have been killed
	switch {
	case took == 0 && until != "":
		b.Fatalf("%s: no %q in %q", command[0], until, out)
	case took == 0:
		took = time.Since(began)
	}
	s.ms = append(s.ms, float64(took.Microseconds())/1000)
	s.cpu = append(s.cpu, float64((cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()).Microseconds())/1000)
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		s.faults = append(s.faults, float64(usage.Minflt))
	}
	return s
}

// report reports the medians.
func report(b *testing.B, figures map[string]*starts) {
	b.Helper()
	median := func(v []float64) float64 {
		slices.Sort(v)
		return v[len(v)/2]
	}
	own, empty := figures["eyeline"], figures["empty"]
	b.ReportMetric(median(own.ms), "ms")
	b.ReportMetric(median(own.ms)/median(empty.ms), "x-empty")
	b.ReportMetric(median(own.cpu)/median(empty.cpu), "cpu-x-empty")
	b.ReportMetric(median(own.faults), "faults")
	if less := figures["less"]; less != nil {
		b.ReportMetric(median(own.ms)/median(less.ms), "x-less")
	}
}
