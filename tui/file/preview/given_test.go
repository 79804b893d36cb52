package preview

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/file/filepages"
	"eyeline/tui/kit/cells"
)

// TestOutsideOfAWindow are the parts of a unit that are in none of its runs.
func TestOutsideOfAWindow(t *testing.T) {
	unit := func(off, skip int64, text string) filepages.Unit {
		return filepages.Unit{Off: off, Skip: skip, Head: []byte(text)}
	}
	two := window.Window{Kind: window.Slice, Start: 0, End: 30, Runs: []window.Run{{Start: 2, End: 5}, {Start: 8, End: 30}}}
	for name, c := range map[string]struct {
		w     window.Window
		l     filepages.Unit
		parts []cells.Span
		whole bool
	}{
		"inside":             {two, unit(10, 0, "0123456789"), nil, false},
		"between and before": {two, unit(0, 0, "0123456789"), []cells.Span{{Start: 0, End: 2}, {Start: 5, End: 8}}, false},
		"behind all":         {two, unit(30, 0, "0123"), []cells.Span{{Start: 0, End: 4}}, true},
		"over the end":       {two, unit(28, 0, "0123"), []cells.Span{{Start: 2, End: 4}}, false},
		"scrolled sideways":  {two, unit(0, 4, "456789"), []cells.Span{{Start: 1, End: 4}}, false},
		"empty":              {two, unit(5, 0, ""), nil, false},
		"no window":          {window.Window{}, unit(0, 0, "ab"), []cells.Span{{Start: 0, End: 2}}, true},
	} {
		parts, whole := Outside(c.w, c.l)
		if whole != c.whole || !slices.EqualFunc(parts, c.parts, func(a, b cells.Span) bool { return a.Start == b.Start && a.End == b.End }) {
			t.Errorf("%s: %+v, %v", name, parts, whole)
		}
	}
}

// TestLinesOfTheOutput and of the file are found in each other, where the middle is left out too.
func TestLinesOfTheOutput(t *testing.T) {
	r := &Reading{FirstLine: 10}
	if _, ok := r.ContentLine(10); ok || r.Runs() != nil {
		t.Error("a refusal has lines")
	}
	onText(t, countedLines(100), slice(11, 20), func(b *bench) {
		r := b.preview.Reading
		for file, output := range map[int64]int64{1: 0, 11: 0, 12: 1, 30: 19, 99: 19} {
			if got, ok := r.ContentLine(file); !ok || got != output {
				t.Errorf("line %d of the file is line %d of the output, not %d", file, got, output)
			}
		}
		for output, file := range map[int64]int64{0: 11, 7: 18, 19: 30, 50: 30} {
			if got, ok := r.fileLine(output); !ok || got != file {
				t.Errorf("line %d of the output is line %d of the file, not %d", output, got, file)
			}
		}
		for n := range int64(20) {
			off, ok := r.PlaceIn(b.preview.Output(), n)
			want, err := r.PlaceOf(n)(context.Background())
			if ok && off != want || err != nil {
				t.Errorf("line %d is at %d in the pane, and at %d (%v) in the output", n, off, want, err)
			}
		}
	})
}

// TestWhatIsGivenInWords is short, and counts what neither this call nor those before give.
func TestWhatIsGivenInWords(t *testing.T) {
	onText(t, countedLines(100), slice(1, 20), func(b *bench) {
		if got := b.preview.Reading.InWords(); got != "L1–L20" {
			t.Errorf("%q", got)
		}
		if r := b.preview.Reading; !b.preview.Loses() || !r.Continues() || b.preview.NoWindow() != "" {
			t.Error("a part of a file loses nothing")
		}
		if got := b.preview.GivenNow().Unsent; got.Lines != 80 {
			t.Errorf("%d lines are not sent", got.Lines)
		}
		b.Run(b.preview.NextWindow(1, false))
		b.Later()
		if got := b.preview.GivenNow().Unsent; got.Lines != 60 || !got.Follows {
			t.Errorf("after two calls %+v", got)
		}
		words := b.preview.Walk.WalkWords()
		if words.Call != 2 || words.Calls != 5 || !b.preview.Walk.Walked() {
			t.Errorf("%+v", words)
		}
		if first := b.preview.Walk.FirstOfWalk(); first.Place() != 1 || len(b.preview.Walk.Made()) != 2 {
			t.Errorf("the walk began at %d", first.Place())
		}
	})
	onText(t, countedLines(5), slice(1, 20), func(b *bench) {
		if r := b.preview.Reading; b.preview.Loses() || r.Continues() || r.Amount() == "" {
			t.Error("a whole file loses something")
		}
	})
	var none *Reading
	if Freed(none) != nil || none.Runs() != nil {
		t.Error("no reading loses something")
	}
}

// TestTheLastCallLosesNothing: what the calls before it gave is no loss, and what no call gave is one.
func TestTheLastCallLosesNothing(t *testing.T) {
	for first, loses := range map[int64]bool{1: false, 2: true} {
		onText(t, countedLines(30), slice(first, 20), func(b *bench) {
			if !b.preview.Loses() {
				t.Error("the first call loses nothing")
			}
			b.Run(b.preview.NextWindow(1, false))
			b.Later()
			if got := b.preview.Loses(); got != loses {
				t.Errorf("from line %d: the last call loses something: %v", first, got)
			}
		})
	}
}

// TestEmptyFile is read, and has no window to move in.
func TestEmptyFile(t *testing.T) {
	onText(t, "", slice(1, 20), func(b *bench) {
		if b.preview.NoWindow() == "" {
			t.Error("an empty file has a window")
		}
		b.Run(b.preview.NextWindow(1, false))
		b.Run(b.preview.PrevWindow(1, false))
		b.Run(b.preview.Losses.Step(1))
		if b.preview.Pending != 0 || len(b.preview.seams) != 0 {
			t.Errorf("%d windows are to come", b.preview.Pending)
		}
	})
}

// TestWhatTheToolIsAskedFor gives what the tool gives, of a text with wide characters and without a last line end too.
func TestWhatTheToolIsAskedFor(t *testing.T) {
	for _, text := range []string{"", "one", "日本\ne\u0301\n", "a\r\n\xff\n"} {
		onText(t, text, slice(1, 20), func(b *bench) {
			r := b.preview.Reading
			res, err := r.Req.Tool().Read(context.Background(), b.preview.Env(r.Req.Tool()), r.Args)
			want := ""
			if err != nil {
				want = err.Error()
			} else {
				defer res.Close()
				want = rendered(t, res)
			}
			if got := b.output(); got != want {
				t.Errorf("of %q it shows %q, not %q", text, got, want)
			}
		})
	}
}

// rendered is what a result of a tool gives.
func rendered(t *testing.T, r *tools.Result) string {
	t.Helper()
	var b bytes.Buffer
	if _, err := r.Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestParamName is that of the tool's schema.
func TestParamName(t *testing.T) {
	for want, p := range map[string]tools.Param{
		"limit":                  {Path: []string{"limit"}},
		"indentation.max_levels": {Path: []string{"indentation", "max_levels"}},
		"view_range[1]":          {Path: []string{"view_range", "[1]"}},
		"anchor":                 {Flag: "anchor"},
	} {
		if got := ParamName(p); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// TestStyleSentence says what a level of four columns means where that is another number of columns.
func TestStyleSentence(t *testing.T) {
	for want, style := range map[string]window.Style{
		"": {Spaces: 10, Step: 4}, "indents by 2: a level of 4 columns is two nestings": {Spaces: 10, Step: 2},
		"indents by 8: a nesting is two levels of 4 columns":        {Spaces: 10, Step: 8},
		"indents by 3: a level of 4 columns is more than a nesting": {Spaces: 10, Step: 3},
		"indents by 6: a level of 4 columns is less than a nesting": {Spaces: 10, Step: 6},
		"tabs and spaces are mixed: a level is a tab or 4 spaces":   {Spaces: 10, Tabs: 10, Step: 2},
	} {
		if got := (&fileStyle{Style: style}).Sentence(); got != want {
			t.Errorf("%+v: %q, not %q", style, got, want)
		}
	}
	codex, _ := tools.Lookup("codex")
	if LevelsWord(codex, 0) != "all levels" || LevelsWord(codex, 3) != "max_levels 3" {
		t.Errorf("%s, %s", LevelsWord(codex, 0), LevelsWord(codex, 3))
	}
}

// TestCourse counts the windows that keys ask for while a read is under way.
func TestCourse(t *testing.T) {
	var c readState
	c.Pending = 2
	if c.nextSteps() != 2 || c.Pending != 1 || c.nextSteps() != 1 || c.nextSteps() != 0 {
		t.Errorf("forward one at a time: %d are left", c.Pending)
	}
	c.Pending = -3
	if c.nextSteps() != -3 || c.Pending != 0 {
		t.Errorf("back at once: %d are left", c.Pending)
	}
	c.Pending, c.wanted, c.ReadsAgain = 4, 9, true
	c.begin(ThenShowWindow)
	if c.cancel(); c.Pending != 0 || c.wanted != 0 || c.ReadsAgain || c.then != ThenShowWindow {
		t.Errorf("%+v", c)
	}
}
