package preview

import (
	"strings"
	"testing"

	"eyeline/reader/loss"
	"eyeline/tui/kit/cells"
)

// TestAHoleThatCallsFillForTheMostPart: a seam says of it "not sent yet", so that no call gives it would be wrong.
func TestAHoleThatCallsFillForTheMostPart(t *testing.T) {
	l := lossesPart{base: &base{Reading: &Reading{}}}
	const said = "L21: 60,000 bytes left out here; no call gives "
	for whole, want := range map[bool]string{true: said + "all of it", false: said + "it"} {
		l.Reading.restFollows = whole
		if got := l.words(foundLoss{line: 21, loss: loss.Loss{Kind: loss.Hole, Start: 100, End: 60_100}}); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// TestFromLossToLoss goes from one to the next, each with how much is lost and whether another call gives it.
func TestFromLossToLoss(t *testing.T) {
	long := strings.Repeat("x", 600)
	onText(t, "one\r\n"+long+"\nbyte \xff here\nzero\u200bwidth\nlast\n", slice(1, 2000), func(b *bench) {
		for _, c := range []struct {
			step, line int64
			says       string
		}{
			{1, 1, `L1: 1 \r dropped, 1 byte; no call gives it`},
			{1, 2, "L2: 100 bytes cut off; no call gives it"},
			{1, 3, "L3: 1 byte → U+FFFD; no call gives it"},
			{1, 4, "L4: the model gets what is hidden here: U+200B ZERO WIDTH SPACE"},
			{1, 4, "no further loss in this call"},
			{-2, 2, "L2: 100 bytes cut off"},
			{-9, 2, "no earlier loss in this call"},
			{2, 4, "L4: the model gets"},
		} {
			b.Note.Text = ""
			b.Run(b.preview.Losses.Step(c.step))
			if b.Says(c.says); b.cursor() != c.line {
				t.Errorf("%d on: at line %d, not %d", c.step, b.cursor(), c.line)
			}
		}
	})
}

// TestTheEndOfAReadIsALoss, also for a person who stands in what is not sent.
func TestTheEndOfAReadIsALoss(t *testing.T) {
	onText(t, countedLines(9), slice(1, 4), func(b *bench) {
		for _, from := range []int64{1, 9} {
			b.goTo(from)
			b.Run(b.preview.Losses.Step(1))
			if b.Says("L5: the read ends here: 35 B not sent; "); b.cursor() != 5 && b.cursor() != 4 {
				t.Errorf("from line %d: at line %d", from, b.cursor())
			}
		}
	})
}

// TestABlockStaysAtItsLoss, and follows the cursor again from elsewhere.
func TestABlockStaysAtItsLoss(t *testing.T) {
	text := "top {\n\tx\n\t" + strings.Repeat("x", 600) + "\n}\nother {\n\ty\n}\n"
	onText(t, text, block(2), func(b *bench) {
		if b.preview.Losses.KeepsBlock() {
			t.Error("it stays before a loss was gone to")
		}
		b.Run(b.preview.Losses.Step(1))
		if !b.preview.Losses.KeepsBlock() {
			t.Error("it follows to its own loss")
		}
		b.goTo(6)
		if b.preview.Losses.KeepsBlock() {
			t.Error("it stays where the cursor is elsewhere")
		}
		b.goTo(3)
		b.Run(b.preview.Change(block(6)))
		if b.preview.Losses.KeepsBlock() {
			t.Error("another block stays")
		}
	})
}

// TestSeams say whose read ends, cuts or leaves out, and fewer words where there is less room.
func TestSeams(t *testing.T) {
	onText(t, "one\n"+strings.Repeat("x", 600)+"\n"+countedLines(7), slice(1, 4), func(b *bench) {
		if n := len(b.preview.seams); n != 2 {
			t.Fatalf("%d seams", n)
		}
		for _, c := range []struct {
			number, width int
			has           string
		}{
			{1, 100, " cuts the line here: 100 B not sent"},
			{2, 100, "'s read ends here: 4 lines · 5 lines follow · "},
			{2, 44, "5 lines follow"},
			{2, 8, "5 lines follow"},
			{3, 100, ""},
		} {
			words := b.preview.SeamWords(c.number, c.width)
			if !strings.Contains(words, c.has) || c.has == "" && words != "" {
				t.Errorf("seam %d in %d cells: %q", c.number, c.width, words)
			}
			if c.width > 40 && cells.Width(words) > c.width {
				t.Errorf("%q is wider than %d cells", words, c.width)
			}
		}
		b.text.SetToolOff(true)
		if b.preview.ShowSeams(); b.preview.SeamWords(1, 100) != "" {
			t.Error("there are seams while no tool is on")
		}
	})
}
