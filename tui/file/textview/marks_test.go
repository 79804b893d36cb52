package textview

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"eyeline/reader/source"
	"eyeline/tui/file/pane"
)

// TestLettersLeadBack to where they were set, and three of them without that.
func TestLettersLeadBack(t *testing.T) {
	onText(t, three, nil, func(b *bench) {
		l := b.text.Bookmarks
		b.goTo(3)
		b.Run(l.AskMark(1, false))
		b.overlayKeys("x")
		b.Says("mark x set")
		for r, want := range map[rune]int64{'x': 4, '^': 0, '$': int64(len(three) - 1)} {
			if to, why := l.MarkAt(r); why != "" || to.Off != want {
				t.Errorf("mark %c is at %d: %q", r, to.Off, why)
			}
		}
		if _, why := l.MarkAt('\''); why != "no mark '" {
			t.Errorf("before a jump: %q", why)
		}
		l.KeepPlace()
		if to, why := l.MarkAt('\''); why != "" || to.Off != 4 {
			t.Errorf("after a jump: %d, %q", to.Off, why)
		}
		if _, why := l.MarkAt('\x1b'); strings.ContainsRune(why, 0x1B) || why == "" {
			t.Errorf("a mark by a control character: %q", why)
		}
	})
	onText(t, "", nil, func(b *bench) {
		if to, why := b.text.Bookmarks.MarkAt('$'); why != "" || to.Off != 0 {
			t.Errorf("the end of an empty file is at %d: %q", to.Off, why)
		}
	})
}

// TestLettersThatLeadNowhere: those past the end of a file that was truncated, and all of one that was replaced.
func TestLettersThatLeadNowhere(t *testing.T) {
	onText(t, three, nil, func(b *bench) {
		l, side := b.text.Bookmarks, b.text.Shown().Number()
		l.marks['a'], l.marks['b'] = l.at(5), l.at(6)
		l.marks['o'] = Mark{Content: side + 1, Off: 3, Set: true}
		l.prior = l.at(9)
		l.DropMarks(source.Snapshot{Size: 6, State: source.Truncated})
		_, a := l.marks['a']
		_, past := l.marks['b']
		if !a || past || l.prior.Set {
			t.Errorf("of a file that was truncated: %v, %v", l.marks, l.prior)
		}
		if _, why := l.MarkAt('o'); !strings.Contains(why, "another file") {
			t.Errorf("a mark of another file: %q", why)
		}
		l.DropMarks(source.Snapshot{Size: 60, State: source.Replaced})
		if _, a := l.marks['a']; a || len(l.marks) != 1 {
			t.Errorf("of a file that was replaced: %v", l.marks)
		}
	})
}

// TestMarkedLines are those between the two ends, in any order; the cursor is one of them while it moves.
func TestMarkedLines(t *testing.T) {
	onText(t, three, nil, func(b *bench) {
		k := b.text.Marking
		marked := func() string {
			t.Helper()
			content := k.MarkedContent()
			if content == nil {
				return ""
			}
			var text bytes.Buffer
			if err := content(context.Background(), &text); err != nil {
				b.T.Fatal(err)
			}
			return text.String()
		}
		if _, _, ok := k.Marked(); ok || marked() != "" || k.MarkedWords() != "" {
			t.Error("lines are marked at first")
		}
		b.goTo(3)
		b.Run(k.ToggleMarking(1, false))
		if got := marked(); got != "a needle\n" || k.MarkedWords() != "1 line marked" {
			t.Errorf("%q, %s", got, k.MarkedWords())
		}
		b.goTo(1)
		if got := marked(); got != "a\nb\na needle\n" || k.MarkedWords() != "3 lines marked" {
			t.Errorf("upwards %q, %s", got, k.MarkedWords())
		}
		if !k.IsMarked(0) || !k.IsMarked(4) || k.IsMarked(13) {
			t.Error("the wrong lines are drawn as marked")
		}
		b.goTo(10)
		if got := marked(); got != three[4:] {
			t.Errorf("to the end %q", got)
		}
		b.Run(k.ToggleMarking(1, false))
		b.Says("nothing is marked now")
		if k.On || marked() != "" {
			t.Error("they are marked still")
		}
	})
	onText(t, "", nil, func(b *bench) {
		b.Run(b.text.Marking.ToggleMarking(1, false))
		b.Says("there is no line to mark")
	})
}

// TestMarkedLinesOfAFilter are those that it shows.
func TestMarkedLinesOfAFilter(t *testing.T) {
	onText(t, three, nil, func(b *bench) {
		b.do(b.text.Filter.FilterBy("needle"))
		b.Run(b.text.Marking.ToggleMarking(1, false))
		b.Run(b.text.File.Do(pane.CursorBy(2)))
		var text bytes.Buffer
		if err := b.text.Marking.MarkedContent()(context.Background(), &text); err != nil {
			b.T.Fatal(err)
		}
		if text.String() != "a needle\ntwo needles\nneedle 日本 e\u0301\n" || b.text.Marking.MarkedWords() != "marked" {
			t.Errorf("%q, %s", text.String(), b.text.Marking.MarkedWords())
		}
	})
}

// TestMarkedBytes are the rows of the hex view, to the end of the file at most.
func TestMarkedBytes(t *testing.T) {
	onText(t, "0123456789", nil, func(b *bench) {
		b.text.Hex = true
		b.Run(b.text.File.ShowStride(4, b.text.Filter.DocumentText()))
		for _, c := range []struct {
			first, last int64
			want        string
		}{{0, 0, "0123"}, {4, 8, "456789"}, {8, 8, "89"}} {
			var text bytes.Buffer
			err := b.text.Marking.LinesContent(c.first, c.last)(context.Background(), &text)
			if err != nil || text.String() != c.want {
				t.Errorf("%d to %d: %q, %v", c.first, c.last, text.String(), err)
			}
		}
	})
}

// TestMarksOfOtherBytes give nothing: what was marked is not what is there now.
func TestMarksOfOtherBytes(t *testing.T) {
	onText(t, three, nil, func(b *bench) {
		b.text.File.Text.Generation++
		err := b.text.Marking.LinesContent(0, 4)(context.Background(), &bytes.Buffer{})
		if !errors.Is(err, source.ErrStale) {
			t.Errorf("%v", err)
		}
	})
}
