package solve

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// TestRunsAgainstAllRuns compares slices and byte windows with those of all places and sizes, each read with the tool.
func TestRunsAgainstAllRuns(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	texts := []string{
		"one\ntwo\nthree\n\nfive\nsix", "a\r\nb\rc\nd\fe\nf\n", "x\n", "\n\n",
		"1\n2\n3\n4\n5\n6\n7\n8\n9\n", "caf\xe9\n\u2028x\ny\n",
	}
	if !longtest.IsRequested() {
		texts = texts[1:4]
	}
	for i, text := range texts {
		path, f := written(t, dir, fmt.Sprintf("%d.txt", i), []byte(text))
		total := lineCount([]byte(text))
		for _, mode := range []tools.Mode{tools.ModeSlice, tools.ModeBytes} {
			for k, c := range callsOn(path, mode) {
				if longtest.InPart(k) {
					compareRuns(t, ctx, c, f, text, total)
				}
			}
		}
	}
}

func compareRuns(t *testing.T, ctx context.Context, c Calls, f File, text string, total int64) {
	t.Helper()
	type reading struct {
		w     window.Window
		given int
	}
	var all []reading
	s := &solver{ctx: ctx, file: f, calls: c}
	places := int64(len(text)) + 1
	for at := range places + 1 {
		for size := range places + 1 {
			v := s.values(at > 0, size > 0, at, max(size, 1))
			if c.Place.Mode == tools.ModeBytes && at > 0 {
				v = s.values(true, size > 0, at-1, max(size, 1))
			}
			if at == 0 && size > 0 && c.Place.Last != "" {
				v = s.values(false, true, 1, size)
			}
			w, err := c.Window(ctx, v)
			if refusal := (*tools.Error)(nil); err != nil && !errors.As(err, &refusal) {
				t.Fatal(err)
			}
			if err == nil && w.Kind != window.Notice && w.Kind != window.Outline && len(w.Runs) < 2 {
				all = append(all, reading{w, c.given(v)})
			}
		}
	}
	for first := int64(1); first <= total; first++ {
		for last := first; last <= total; last++ {
			wanted := locate(t, f, first, last)
			got, err := Solve(ctx, f, c, wanted)
			if err != nil {
				t.Fatal(err)
			}
			fewest := -1
			for _, r := range all {
				if r.w.Start == wanted.Start && r.w.End == wanted.End && (fewest < 0 || r.given < fewest) {
					fewest = r.given
				}
			}
			switch {
			case (got.Exact != nil) != (fewest >= 0) || got.Exact != nil && got.Exact.Given != fewest:
				t.Errorf("%s mode %d, %q, lines %d to %d: %+v, why %q; want %d arguments", c.Tool.Name, c.Place.Mode, text, first, last, got.Exact, got.Why, fewest)
			case got.Exact == nil && got.Why == "":
				t.Errorf("%s mode %d, %q, lines %d to %d: none, and no reason", c.Tool.Name, c.Place.Mode, text, first, last)
			case got.Exact != nil && (got.Exact.Outside != 0 || got.Exact.Missing != 0 || got.Exact.First != first || got.Exact.Last != last):
				t.Errorf("%s: lines %d to %d are given by %+v", c.Tool.Name, first, last, got.Exact)
			}
		}
	}
}

// TestRunsThatOneCallCannotGive solves for more than a tool gives in one call.
func TestRunsThatOneCallCannotGive(t *testing.T) {
	longtest.SkipUnlessLong(t)
	ctx := context.Background()
	path, f := written(t, t.TempDir(), "long.txt", []byte(strings.Repeat(strings.Repeat("word ", 60)+"\n", 12000)))
	wanted := locate(t, f, 100, 11500)
	some := 0
	for _, c := range callsOn(path, tools.ModeSlice) {
		s, err := Solve(ctx, f, c, wanted)
		if err != nil {
			t.Fatal(err)
		}
		if s.Exact == nil && s.Why == "" {
			t.Errorf("%s: no reason", c.Tool.Name)
		}
		if s.Exact != nil || s.Below == nil {
			continue
		}
		some++
		if c.Tool.Caps.Output.Over == "else the end" { // what it leaves out is at the front
			continue
		}
		if b := s.Below; b.First != 100 || b.Last >= 11500 && b.Window.Runs == nil || b.Outside != 0 || b.Missing < 11500-b.Last || b.Missing == 0 {
			t.Errorf("%s: %+v", c.Tool.Name, b)
		}
	}
	if some < 3 {
		t.Errorf("only %d tools give a part", some)
	}
}
