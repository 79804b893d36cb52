package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"eyeline/reader/lineindex"
	"eyeline/reader/search"
	"eyeline/reader/source"
)

// sliceLines is how many lines the deep reads ask for.
const sliceLines = 100

// The bounds that are not ratios.
const (
	mostMemory     = 64 << 20              // of eyeline emit, in bytes
	mostByteWindow = 20 * time.Millisecond // of the whole process
)

// errMissed says that a figure missed its bound; the report has said which.
var errMissed = errors.New("a figure missed its bound")

// report prints one line for each figure.
type report struct {
	w      io.Writer
	missed bool
}

func (r *report) line(what, ours, peer, ratio, bound string, holds bool) {
	verdict := ""
	if bound != "" && !holds {
		verdict, r.missed = "  MISSED", true
	}
	fmt.Fprintf(r.w, "%-40s %14s  %-18s %8s  %s%s\n", what, ours, peer, ratio, bound, verdict)
}

func measure(ctx context.Context, out io.Writer, s setup) error {
	if s.lines < 2*sliceLines {
		return fmt.Errorf("%s: %d lines are too few to measure on", s.log, s.lines)
	}
	fmt.Fprintf(out, "%s %s/%s, %d CPUs, %s; %s: %d bytes, %d lines; median of %d rounds\n\n",
		time.Now().Format(time.DateOnly), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(),
		filepath.Base(s.log), s.size, s.lines, s.rounds)
	r := &report{w: out}
	r.line("what", "eyeline", "peer", "ratio", "must", true)
	for _, part := range []func(context.Context, *report, setup) error{
		// Memory first: a child's peak is never less than what this process had when it started the child.
		memory, deepReads, byteWindows, index, absentText, batch,
	} {
		if err := part(ctx, r, s); err != nil {
			return err
		}
	}
	if r.missed {
		return errMissed
	}
	return nil
}

// depths are the places of the deep reads, in per cent of the file.
var depths = []int64{50, 99}

// at is the number of the line where a deep read at depth begins.
func (s setup) at(depth int64) int64 {
	return min(max(s.lines*depth/100, 1), s.lines-sliceLines)
}

// block is the command of an indentation block of at most sliceLines lines around a line.
func (s setup) block(line int64) []string {
	return []string{
		s.eyeline, "emit", "--tool", "codex", "--mode", "indentation", "--anchor-line", decimal(line),
		"--include-siblings", "--limit", decimal(sliceLines), s.log,
	}
}

// slice is the command of a slice of limit lines from a line on.
func (s setup) slice(line, limit int64) []string {
	return []string{s.eyeline, "emit", "--tool", "codex", "--offset", decimal(line), "--limit", decimal(limit), s.log}
}

func memory(ctx context.Context, r *report, s setup) error {
	for _, c := range []struct {
		what string
		argv []string
	}{
		{"memory, codex slice, limit 10,000,000", s.slice(1, 10_000_000)},
		{"memory, codex block at 99 %", s.block(s.at(99))},
	} {
		_, peak, err := run(ctx, nil, c.argv)
		if err != nil {
			return err
		}
		if peak == 0 {
			continue // the system does not tell
		}
		r.line(c.what, fmt.Sprintf("%.1f MiB", float64(peak)/(1<<20)), "", "", "≤ 64 MiB", peak <= mostMemory)
	}
	return nil
}

func deepReads(ctx context.Context, r *report, s setup) error {
	for _, depth := range depths {
		line := s.at(depth)
		last := line + sliceLines - 1
		sed := []string{"sed", "-n", fmt.Sprintf("%d,%dp;%dq", line, last, last), s.log}
		slice := s.slice(line, sliceLines)
		if installed("sed") {
			if err := sameLines(ctx, slice, sed, line); err != nil {
				return err
			}
		}
		for _, c := range []contest{
			{what: "slice", ours: process(slice...)},
			{what: "block", ours: process(s.block(line)...)},
		} {
			c.what = fmt.Sprintf("codex %s, %d lines at %d %%", c.what, sliceLines, depth)
			c.name, c.peer, c.most = "sed", process(sed...), 1
			if err := c.run(ctx, r, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// contest is a comparison with a peer that must not be faster by more than a factor.
type contest struct {
	what string
	ours timed
	name string // of the peer, the program first
	peer timed
	most float64
}

func installed(name string) bool {
	program, _, _ := strings.Cut(name, " ")
	_, err := exec.LookPath(program)
	return err == nil
}

func (c contest) run(ctx context.Context, r *report, s setup) error {
	if !installed(c.name) {
		c.peer = nil
	}
	p, err := compare(ctx, s.rounds, c.ours, c.peer)
	if err != nil {
		return err
	}
	ours := milliseconds(p.ours)
	if c.peer == nil {
		r.line(c.what, ours, c.name+" not installed", "", "", true)
		return nil
	}
	ratio, most := fmt.Sprintf("%.2f ×", p.ratio), fmt.Sprintf("≤ %.2f ×", c.most)
	r.line(c.what, ours, c.name+" "+milliseconds(p.peer), ratio, most, p.ratio <= c.most)
	return nil
}

// sameLines checks that the slice answers what sed answers, as far as the number of lines and where they begin.
func sameLines(ctx context.Context, slice, sed []string, line int64) error {
	ours, err := output(ctx, slice...)
	if err != nil {
		return err
	}
	theirs, err := output(ctx, sed...)
	if err != nil {
		return err
	}
	ours = append(ours, '\n') // the tool ends with none
	if a, b := bytes.Count(ours, []byte("\n")), bytes.Count(theirs, []byte("\n")); a != b {
		return fmt.Errorf("the slice at line %d has %d lines, sed's %d", line, a, b)
	}
	if prefix := fmt.Sprintf("L%d: ", line); !bytes.HasPrefix(ours, []byte(prefix)) {
		return fmt.Errorf("the slice at line %d does not begin with %q", line, prefix)
	}
	return nil
}

func byteWindows(ctx context.Context, r *report, s setup) error {
	for _, depth := range depths {
		ours := process(s.eyeline, "emit", "--tool", "byte_window", "--root", filepath.Dir(s.log),
			"--start-byte", decimal(s.size/100*depth), "--max-bytes", "65536", s.log)
		p, err := compare(ctx, s.rounds, ours, nil)
		if err != nil {
			return err
		}
		r.line(fmt.Sprintf("byte window of 64 KiB at %d %%", depth), milliseconds(p.ours), "", "", "≤ 20 ms",
			p.ours <= mostByteWindow)
	}
	return nil
}

// absent is a text that the log does not hold.
const absent = "no such text in it"

// absentText compares the viewer's search for a text that is not there, over the whole file, with rg's.
func absentText(ctx context.Context, r *report, s setup) error {
	peer := process("sh", "-c", `rg -c -e "$0" -- "$1" || :`, absent, s.log)
	return contest{what: "absent text, in process", ours: s.search, name: "rg", peer: peer, most: 2}.run(ctx, r, s)
}

// search looks for the absent text from the file's start.
func (s setup) search(ctx context.Context) (time.Duration, error) {
	began := time.Now()
	src, err := source.OpenFile(s.log)
	if err != nil {
		return 0, err
	}
	defer func() { _ = src.Close() }()
	p, err := search.Compile(absent, search.Options{})
	if err != nil {
		return 0, err
	}
	_, found, err := search.Find(ctx, source.View(src, src.Snapshot().Size), p, 0, search.Forward)
	if err == nil && found {
		err = fmt.Errorf("%s holds %q", s.log, absent)
	}
	return time.Since(began), err
}

// index compares the newline index, from opening the file to the last line's number, with a whole wc -l.
func index(ctx context.Context, r *report, s setup) error {
	peer := process("wc", "-l", s.log)
	return contest{what: "newline index, in process", ours: s.index, name: "wc -l", peer: peer, most: 1}.run(ctx, r, s)
}

func (s setup) index(ctx context.Context) (time.Duration, error) {
	start := time.Now()
	src, err := source.OpenFile(s.log)
	if err != nil {
		return 0, err
	}
	defer func() { _ = src.Close() }()
	x := lineindex.New(src)
	x.Start(ctx)
	defer x.Close()
	for {
		snap := x.Snapshot()
		if err := snap.Err(); err != nil {
			return 0, err
		}
		if n, known := snap.Lines(); known {
			if n != s.lines {
				return 0, fmt.Errorf("the index has %d lines, not %d", n, s.lines)
			}
			return time.Since(start), nil
		}
		select {
		case <-x.Wake():
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

// batchCalls is how many requests a batch run answers.
const batchCalls = 20_000

// batch answers small reads near the start of the file in one process, three kinds in turn.
func batch(ctx context.Context, r *report, s setup) error {
	file, err := json.Marshal(s.log)
	if err != nil {
		return err
	}
	var requests bytes.Buffer
	for i := range batchCalls {
		switch line := 1 + i%sliceLines; i % 3 {
		case 0:
			fmt.Fprintf(&requests, `{"tool":"codex","arguments":{"file_path":%s,"offset":%d,"limit":20}}`+"\n", file, line)
		case 1:
			fmt.Fprintf(&requests, `{"tool":"codex","arguments":{"file_path":%s,"offset":%d,"limit":20,"mode":"indentation"}}`+"\n", file, line)
		case 2:
			fmt.Fprintf(&requests, `{"tool":"byte_window","arguments":{"path":%s,"start_byte":%d,"max_bytes":2000}}`+"\n", file, line*100)
		}
	}
	argv := []string{s.eyeline, "emit", "--batch", "--root", filepath.Dir(s.log)}
	if err := allAnswered(ctx, argv, requests.Bytes()); err != nil {
		return err
	}
	ours := func(ctx context.Context) (time.Duration, error) {
		took, _, err := run(ctx, bytes.NewReader(requests.Bytes()), argv)
		return took, err
	}
	p, err := compare(ctx, min(s.rounds, 5), ours, nil)
	if err != nil {
		return err
	}
	r.line("batch, 20 lines a call", fmt.Sprintf("%.0f calls/s", batchCalls/p.ours.Seconds()), "", "", "", true)
	return nil
}

// allAnswered checks that a batch run answers each request with a success.
func allAnswered(ctx context.Context, argv []string, requests []byte) error {
	cmd := command(ctx, argv)
	cmd.Stdin = bytes.NewReader(requests)
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%q: %w", argv, err)
	}
	answers := bytes.Split(bytes.TrimSuffix(out, []byte("\n")), []byte("\n"))
	if len(answers) != batchCalls {
		return fmt.Errorf("%d answers to %d requests", len(answers), batchCalls)
	}
	for _, a := range answers {
		var answer struct{ Success bool }
		if err := json.Unmarshal(a, &answer); err != nil {
			return err
		}
		if !answer.Success {
			return fmt.Errorf("a request failed: %s", a)
		}
	}
	return nil
}

func milliseconds(d time.Duration) string {
	return strconv.FormatFloat(float64(d.Microseconds())/1000, 'f', 1, 64) + " ms"
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }
