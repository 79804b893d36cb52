package reader_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"testing"
	"time"

	"eyeline/reader/lineindex"
	"eyeline/reader/longtest"
	"eyeline/reader/search"
	"eyeline/reader/source"
)

// memoryOf names the file that a child process of TestMemoryStaysFlat works on.
const memoryOf = "EYELINE_TEST_MEMORY_OF"

// Bounds of what a process takes that counts the lines of a file, searches and filters it, in bytes. It took 5.7 MiB
// and 4.4 MiB when they were set.
const (
	// runtimeBound is for what the runtime has from the system: the heap with its garbage, stacks, and what it keeps of
	// them.
	runtimeBound = 8 << 20
	// anonymousBound is for all memory that is not of the program's file: the buffers that the heap has not, too.
	anonymousBound = 8 << 20
)

// TestMemoryStaysFlat counts the lines of a file of 64 MiB, searches and filters it in a process of its own, and looks
// at the most memory that it had meanwhile.
func TestMemoryStaysFlat(t *testing.T) {
	longtest.SkipUnlessLong(t)
	path := filepath.Join(t.TempDir(), "log")
	size := 64 << 20
	if raceEnabled {
		size = 4 << 20 // the race detector makes it take ten times as long
	}
	if err := writeLog(path, size); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.CommandContext(t.Context(), self, "-test.run=^TestMemoryOfAChild$", "-test.v")
	child.Env = append(os.Environ(), memoryOf+"="+path, "GOGC=", "GOMEMLIMIT=", "GOMAXPROCS=2", "GODEBUG=")
	out, err := child.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	found := false
	for line := range strings.Lines(string(out)) {
		var heap, anonymous int64
		if n, _ := fmt.Sscanf(line, "peak: %d of the runtime, %d anonymous", &heap, &anonymous); n != 2 {
			continue
		}
		found = true
		t.Logf("%.1f MiB of the runtime, %.1f MiB anonymous", float64(heap)/(1<<20), float64(anonymous)/(1<<20))
		bound := int64(runtimeBound)
		if runtime.GOOS == "windows" { // where the same took 8.3 MiB
			bound += 1 << 20
		}
		if heap == 0 || heap > bound {
			t.Errorf("the runtime took %d bytes, more than %d", heap, bound)
		}
		if anonymous > anonymousBound && !raceEnabled {
			t.Errorf("the process took %d bytes, more than %d", anonymous, anonymousBound)
		}
	}
	if !found {
		t.Fatalf("no figures in:\n%s", out)
	}
}

// TestMemoryOfAChild does the work of TestMemoryStaysFlat, in a process that only does that.
func TestMemoryOfAChild(t *testing.T) {
	path := os.Getenv(memoryOf)
	if path == "" {
		t.Skip("only for the process that TestMemoryStaysFlat starts")
	}
	stop := make(chan struct{})
	peak := make(chan uint64)
	go func() {
		most := uint64(0)
		for {
			most = max(most, ofRuntime())
			select {
			case <-stop:
				peak <- most
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	if err := readThrough(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	close(stop)
	fmt.Printf("\npeak: %d of the runtime, %d anonymous\n", <-peak, anonymous())
}

// readThrough counts the lines of a file, looks for text that is not in it, counts matches, and filters.
func readThrough(ctx context.Context, path string) error {
	src, err := source.OpenFile(path)
	if err != nil {
		return err
	}
	defer func() { _ = src.Close() }()
	index := lineindex.New(src)
	index.Start(ctx)
	defer index.Close()
	for !index.Snapshot().Complete() {
		<-index.Wake()
	}
	b := source.View(src, src.Snapshot().Size)
	for _, pattern := range []string{"nowhere in the log", `no[a-z]+where \d+ in the log`} {
		p, err := search.Compile(pattern, search.Options{})
		if err != nil {
			return err
		}
		if _, found, err := search.NewFinder(p).Find(ctx, b, 0, search.Forward); err != nil || found {
			return fmt.Errorf("%q: found %v, %w", pattern, found, err)
		}
	}
	p, err := search.Compile("worker-03", search.Options{})
	if err != nil {
		return err
	}
	counter, filter := search.NewCounter(p), search.NewFilter(search.Term{Pattern: p})
	if err := counter.Run(ctx, b); err != nil {
		return err
	}
	if err := filter.Run(ctx, b); err != nil {
		return err
	}
	if n, lines := counter.Snapshot().Matches, filter.Snapshot().Len(); n != lines || n < 1000 {
		return fmt.Errorf("%d matches counted, %d lines kept", n, lines)
	}
	return nil
}

// ofRuntime is the memory that the runtime has of the system now, in bytes.
func ofRuntime() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}

// anonymous is the most memory that the process had, without what it has of files now; 0 where the system does not
// tell.
func anonymous() int64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil || runtime.GOOS != "linux" {
		return 0
	}
	kib := map[string]int64{}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 1 {
			kib[f[0]], _ = strconv.ParseInt(f[1], 10, 64)
		}
	}
	return (kib["VmHWM:"] - kib["RssFile:"] - kib["RssShmem:"]) << 10
}

// writeLog writes a log of at least so many bytes.
func writeLog(path string, size int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	var line bytes.Buffer
	for n, written := 0, 0; written < size; n++ {
		line.Reset()
		fmt.Fprintf(&line, "id=%010d INFO worker-%02d request served in %d ms, %d bytes\n", n, n%16, n*7%900, n*31%65536)
		written += line.Len()
		_, _ = w.Write(line.Bytes()) // Flush tells
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}
