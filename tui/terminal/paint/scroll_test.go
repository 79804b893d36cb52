package paint

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"eyeline/tui/internal/vt"
)

// TestScrollFoundIsTheBest compares the movement that is found with all that there are: none puts more rows right.
func TestScrollFoundIsTheBest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	row := func() string { return fmt.Sprint(r.Uint64N(40)) }
	scrolled := 0
	for range 3000 {
		have := make([]string, 3+r.IntN(30))
		for i := range have {
			have[i] = row()
		}
		want := slices.Clone(have)
		by := r.IntN(len(have)) - len(have)/2
		for i := range want {
			if j := i + by; j >= 0 && j < len(have) {
				want[i] = have[j]
			}
			if r.IntN(6) == 0 {
				want[i] = row()
			}
		}
		from, to, changed := -1, 0, 0 // the rows that differ
		for i := range want {
			if want[i] != have[i] {
				if from < 0 {
					from = i
				}
				to = i + 1
				changed++
			}
		}
		if changed < leastMoved {
			continue
		}
		most := leastMoved - 1
		for n := 1 - to; n < to; n++ {
			if _, gain := measure(have[:to], want[:to], from, n); n != 0 {
				most = max(most, gain)
			}
		}
		found, ok := findScroll(have, want)
		gain := leastMoved - 1
		if ok {
			gain = found.gain(have, want)
			scrolled++
		}
		if gain != most {
			t.Fatalf("from %v to %v: %+v puts %d rows right, not %d", have, want, found, gain, most)
		}
	}
	if scrolled < 1000 {
		t.Errorf("only %d movements were found", scrolled)
	}
}

// TestScrollTakesInALastRowThatChangedALittle scrolls lines of which the last one to move gets another beginning, as
// the gutter of a cursor that is carried along: its text is scrolled with the others and not painted. Lines that go on
// past the screen end in a mark.
func TestScrollTakesInALastRowThatChangedALittle(t *testing.T) {
	const width, height = 80, 12
	r := rand.New(rand.NewPCG(3, 4))
	lines := make([]string, 100)
	for i := range lines {
		var b strings.Builder
		for b.Len() < width-11 {
			b.WriteByte(byte('a' + r.IntN(26)))
		}
		lines[i] = b.String()
	}
	const number, tinted = "\x1b[38;2;143;146;151m", "\x1b[38;2;143;146;151;48;2;37;41;47m"
	rows := func(first, cursor int, mark string) []string {
		rows := []string{"title"}
		for i := range height - 2 {
			gutter := fmt.Sprintf(" %s%6d │\x1b[m ", number, first+i)
			if i == cursor {
				gutter = fmt.Sprintf("%s▸%6d │ \x1b[m", tinted, first+i)
			}
			rows = append(rows, gutter+lines[first+i]+mark)
		}
		return append(rows, "footer")
	}
	for _, c := range []struct {
		name       string
		by, cursor int
		mark       string
	}{
		{"down", 1, 0, ""},
		{"up", -1, height - 3, ""},
		{"down, with marks", 1, 0, number + "›\x1b[m"},
		{"up, with marks", -1, height - 3, number + "›\x1b[m"},
	} {
		s := Screen{Raw: true}
		shown := vt.Screen{}.Sized(width, height)
		first := 40
		var sent [2]int // by the last two frames
		for i := range 20 {
			first += c.by
			update := s.Update(nil, rows(first, c.cursor, c.mark))
			sent[i%2] = len(update)
			shown.Write(string(update))
			want := vt.Screen{}.Sized(width, height)
			for i, row := range rows(first, c.cursor, c.mark) {
				want.Write(fmt.Sprintf("\x1b[%dH%s", i+1, row))
			}
			if got, want := shown.Cells(), want.Cells(); got != want {
				t.Fatalf("%s: %q shows\n%s\nwant\n%s", c.name, update, got, want)
			}
		}
		if want := (scroll{1, height - 2, 0}); s.margins != want {
			t.Errorf("%s: the margins are %+v, not %+v", c.name, s.margins, want)
		}
		if most := width + 90; max(sent[0], sent[1]) > most {
			t.Errorf("%s: lines take %d bytes, more than %d", c.name, sent, most)
		}
	}
}

// TestMarkInTheLastColumn: a letter with a mark is written there with wrapping on, and elsewhere as it is.
func TestMarkInTheLastColumn(t *testing.T) {
	for row, want := range map[string]string{
		"abcx\u0301": "abc" + wrapOn + "x\u0301" + wrapOff, "abx\u0301c": "x\u0301",
	} {
		var s Screen
		s.Update(nil, []string{"....", "abcd"})
		if got := string(s.Update(nil, []string{"....", row})); !strings.Contains(got, strings.TrimPrefix(want, "abc")) ||
			strings.Contains(got, wrapOn) != strings.Contains(want, wrapOn) {
			t.Errorf("%q is written %q", row, got)
		}
	}
}
