package terminal

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"eyeline/reader/longtest"
	"eyeline/tui/internal/vt"
	"eyeline/tui/terminal/paint"
)

// kinds are terminals that differ in what the drawing could rely on by mistake.
var kinds = []struct {
	name string
	vt.Screen
	raw bool
}{
	{"xterm", vt.Screen{}, true},
	{"own background where erased", vt.Screen{OwnErase: true}, true},
	{"wraps", vt.Screen{AlwaysWraps: true}, true},
	{"line feed returns", vt.Screen{Returns: true}, false},
	{"line feed may return", vt.Screen{}, false},
}

// drawn is what shows rows on any screen, whatever it shows now.
func drawn(rows []string) string {
	var b strings.Builder
	b.WriteString("\x1b[r\x1b[m\x1b[H\x1b[2J")
	for i, row := range rows {
		fmt.Fprintf(&b, "\x1b[%dH%s", i+1, row)
	}
	return b.String()
}

var randomPieces = []string{
	"word", " ", "  ", "日本", "e\u0301", "👩\u200d👧", "x", "    ", "│", "›", "\u00e9", "\u2713",
	"\x1b[1m", "\x1b[38;2;1;2;3m", "\x1b[7m", "\x1b[m", "\x1b[48;2;37;41;47m", "\x1b[4m", "\x1b[31m", "\x1b[0;1;48;5;9m", "\x1b[39m", "\x1b[22m",
}

func randomRow(r *rand.Rand, width int) string {
	var b strings.Builder
	used := 0
	for used < width-4 && r.IntN(30) > 0 {
		p := randomPieces[r.IntN(len(randomPieces))]
		w := ansi.StringWidth(p)
		if used+w > width {
			break
		}
		b.WriteString(p)
		used += w
	}
	if r.IntN(3) > 0 { // to the edge, mostly in the row's background
		b.WriteString(strings.Repeat(" ", width-used))
	}
	b.WriteString("\x1b[m")
	return b.String()
}

// insideSequence reports whether a text ends within a sequence.
func insideSequence(text string) bool {
	begin := strings.LastIndexByte(text, esc)
	return begin >= 0 && strings.IndexByte(text[begin:], 'm') < 0
}

// changedRow is a row in which a few characters are others.
func changedRow(r *rand.Rand, row string) string {
	b := []byte(row)
	for range 1 + r.IntN(3) {
		i := r.IntN(len(b))
		for i < len(b) && b[i] != 'x' && b[i] != 'w' && b[i] != 'o' && b[i] != 'r' && b[i] != 'd' && b[i] != ' ' {
			i++
		}
		if i < len(b) && (i == 0 || b[i-1] != '[') {
			b[i] = "xword "[r.IntN(6)]
		}
	}
	return string(b)
}

// TestScreenIsThatOfAWholeDrawing draws random frames, scrolls and interruptions on terminals of each kind, and paints
// them whole on another: both show the same characters in the same styles.
func TestScreenIsThatOfAWholeDrawing(t *testing.T) {
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			seeds := uint64(25)
			if !longtest.IsRequested() {
				seeds = 5
			}
			for seed := range seeds {
				walk(t, rand.New(rand.NewPCG(seed, 3)), kind.Screen, kind.raw)
			}
		})
	}
}

func walk(t *testing.T, r *rand.Rand, kind vt.Screen, raw bool) {
	width, height := 10+r.IntN(40), 3+r.IntN(12)
	want, got := vt.Screen{}.Sized(width, height), kind.Sized(width, height)
	s := paint.Screen{Raw: raw}
	got.Write(altScreenOn + wrapOff)
	document := make([]string, 60)
	for i := range document {
		if document[i] = randomRow(r, width); i > 0 && r.IntN(2) == 0 {
			document[i] = changedRow(r, document[i-1])
		}
	}
	top, marked, by := 0, 1, 1
	sent := ""
	for step := range 60 {
		switch r.IntN(12) {
		case 0:
			top = r.IntN(len(document) - height)
		case 1:
			i := r.IntN(len(document))
			document[i] = changedRow(r, document[i])
		case 2:
			document[r.IntN(len(document))] = randomRow(r, width)
		case 3:
			marked = 1 + r.IntN(height)
		case 4:
			by = r.IntN(5) - 2
		case 5: // something else is written to the terminal
			got.Write(s.Leave() + "\x1b[5;3Hgarbage\x1b[2J")
		default:
			top += by
		}
		top = max(min(top, len(document)-height), 0)
		rows := make([]string, height)
		rows[0] = fmt.Sprintf("title %d", step/5)
		for i := 1; i < height-1; i++ {
			rows[i] = document[top+i]
			switch {
			case i != marked:
			case step%3 == 0: // at its beginning only
				at := r.IntN(len(rows[i]) + 1)
				for insideSequence(rows[i][:at]) || at < len(rows[i]) && rows[i][at] >= 0x80 {
					at++
				}
				begin := strings.ReplaceAll(rows[i][:at], "\x1b[m", "\x1b[;48;2;37;41;47m")
				rows[i] = "\x1b[48;2;37;41;47m" + begin + "\x1b[49m" + rows[i][at:]
			default: // the cursor line has a background
				rows[i] = "\x1b[48;2;37;41;47m" + strings.ReplaceAll(
					rows[i],
					"\x1b[m",
					"\x1b[;48;2;37;41;47m",
				) + "\x1b[m"
			}
		}
		rows[height-1] = fmt.Sprintf("%d%%", top)
		sent = string(s.Update(nil, rows))
		got.Write(sent)
		want.Write(drawn(rows))
		if want.Cells() != got.Cells() {
			t.Fatalf("step %d: %q shows\n%s\nwant\n%s", step, sent, got.Cells(), want.Cells())
		}
	}
	got.Write(s.Leave() + "\x1b[H\x1b[2J")
	if want := (vt.Screen{}).Sized(width, height); want.Cells() != got.Cells() {
		t.Fatalf("after it the terminal is left with a background:\n%s", got.Cells())
	}
	if len(got.Unknown) > 0 {
		t.Fatalf("sent %q", got.Unknown)
	}
}
