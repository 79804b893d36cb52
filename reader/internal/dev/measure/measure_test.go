package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "4096": 4096, "64KiB": 64 << 10, "3 MiB": 3 << 20, "1GiB": 1 << 30, "1025MiB": 1025 << 20,
	} {
		if n, err := parseSize(text); err != nil || n != want {
			t.Errorf("%q: %d, %v; want %d", text, n, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "x", "1TiB", "GiB", "9999999999999GiB", "1.5GiB", "1GiB x"} {
		if n, err := parseSize(text); err == nil {
			t.Errorf("%q is taken as %d", text, n)
		}
	}
}

func TestGenerateLog(t *testing.T) {
	for _, size := range []int64{1, 100, 1 << 20} {
		var a, b bytes.Buffer
		if err := errors.Join(generateLog(&a, size), generateLog(&b, size)); err != nil {
			t.Fatal(err)
		}
		if int64(a.Len()) != size || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("size %d: %d and %d bytes, or they differ", size, a.Len(), b.Len())
		}
	}
	var log bytes.Buffer
	if err := generateLog(&log, 1<<20); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(log.String(), "\n")
	if mean := log.Len() / len(lines); mean < 100 || mean > 120 {
		t.Errorf("%d bytes a line", mean)
	}
	deep := 0
	for _, l := range lines[:len(lines)-1] {
		if len(l) > 500 || !utf8.ValidString(l) {
			t.Fatalf("line %q", l)
		}
		if strings.HasPrefix(l, "    ") {
			deep++
		}
	}
	if deep == 0 || deep == len(lines) {
		t.Errorf("%d of %d lines are indented", deep, len(lines))
	}
	want := errors.New("disk full")
	if err := generateLog(failing{want}, 4<<20); !errors.Is(err, want) {
		t.Errorf("error %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestMedian(t *testing.T) {
	for _, c := range []struct{ values, sorted []float64 }{
		{nil, nil}, {[]float64{2}, []float64{2}}, {[]float64{9, 1, 5}, []float64{1, 5, 9}}, {[]float64{4, 1, 2, 3}, []float64{1, 2, 3, 4}},
	} {
		want := 0.0
		if n := len(c.sorted); n > 0 {
			want = c.sorted[(n-1)/2]
		}
		before := slices.Clone(c.values)
		if got := median(c.values); got != want || !slices.Equal(c.values, before) {
			t.Errorf("median(%v) = %v, want %v", before, got, want)
		}
	}
}

// TestCompare: a warm-up that does not count, then rounds whose first side changes.
func TestCompare(t *testing.T) {
	var order strings.Builder
	side := func(name string, first, then time.Duration) timed {
		ran := false
		return func(context.Context) (time.Duration, error) {
			order.WriteString(name)
			if !ran {
				ran = true
				return first, nil
			}
			return then, nil
		}
	}
	p, err := compare(t.Context(), 4, side("a", time.Hour, 3*time.Second), side("b", time.Hour, 6*time.Second))
	if err != nil || p.ours != 3*time.Second || p.peer != 6*time.Second || p.ratio != 0.5 {
		t.Errorf("%+v, %v", p, err)
	}
	if order.String() != "ab"+"ba"+"ab"+"ba"+"ab" {
		t.Errorf("order %q", order.String())
	}
	p, err = compare(t.Context(), 3, side("a", time.Hour, time.Second), nil)
	if err != nil || p.ours != time.Second || p.peer != 0 || p.ratio != 0 {
		t.Errorf("without a peer: %+v, %v", p, err)
	}
	want := errors.New("it failed")
	fails := func(context.Context) (time.Duration, error) { return 0, want }
	if _, err := compare(t.Context(), 3, side("a", 1, 1), fails); !errors.Is(err, want) {
		t.Errorf("error %v", err)
	}
}

func TestPlaces(t *testing.T) {
	for _, lines := range []int64{2 * sliceLines, 1000, math.MaxInt64 / 100} {
		s := setup{lines: lines}
		for _, depth := range depths {
			if at := s.at(depth); at < 1 || at+sliceLines-1 > lines {
				t.Errorf("%d lines: a slice at %d %% begins at %d", lines, depth, at)
			}
		}
	}
}

func TestReportTellsWhatMisses(t *testing.T) {
	var out bytes.Buffer
	r := &report{w: &out}
	r.line("memory", "10 MiB", "", "", "≤ 64 MiB", true)
	if r.missed || strings.Contains(out.String(), "MISSED") {
		t.Errorf("%+v, %q", r, out.String())
	}
	r.line("index", "2 ms", "wc -l 1 ms", "2.00 ×", "≤ 1.00 ×", false)
	if !r.missed || !strings.Contains(out.String(), "MISSED") {
		t.Errorf("%+v, %q", r, out.String())
	}
}

// TestIndexFigure counts a real log, and refuses to measure when it is not the one that was counted before.
func TestIndexFigure(t *testing.T) {
	s := setup{log: t.TempDir() + "/log"}
	if err := writeLog(s.log, 300_000); err != nil {
		t.Fatal(err)
	}
	var err error
	if s.size, s.lines, err = count(t.Context(), s.log); err != nil || s.size != 300_000 || s.lines < 1000 {
		t.Fatalf("%+v, %v", s, err)
	}
	if took, err := s.index(t.Context()); err != nil || took <= 0 {
		t.Errorf("%v, %v", took, err)
	}
	s.lines++
	if _, err := s.index(t.Context()); err == nil {
		t.Error("an index with another number of lines is measured")
	}
}

func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	small := dir + "/small.log"
	if err := writeLog(small, 2000); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"-n", "0"},
		{"file"},
		{"-size", "huge"},
		{"-no-such-flag"},
		{"-eyeline", "unused", "-file", dir + "/absent"},
		{"-eyeline", "unused", "-file", dir},
		{"-eyeline", "unused", "-file", small},
		{"-eyeline", dir + "/absent", "-size", "1MiB", "-n", "1"},
	} {
		if err := start(t.Context(), args, io.Discard); err == nil {
			t.Errorf("%q is accepted", args)
		}
	}
}
