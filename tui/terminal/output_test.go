package terminal

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"eyeline/tui/internal/vt"
)

// frameWriter writes frames as Bubble Tea's standard renderer does on the alternate screen.
type frameWriter struct {
	width int
	last  []string
}

func (f *frameWriter) frame(rows []string) string {
	var b strings.Builder
	b.WriteString("\x1b[H")
	for i, row := range rows {
		if i < len(f.last) && f.last[i] == row {
			if i < len(rows)-1 {
				b.WriteByte('\n')
			}
			continue
		}
		if i == 0 && f.last == nil {
			b.WriteByte('\r')
		}
		b.WriteString(row)
		if ansi.StringWidth(row) < f.width {
			b.WriteString("\x1b[K")
		}
		if i < len(rows)-1 {
			b.WriteString("\r\n")
		}
	}
	if len(f.last) > len(rows) {
		b.WriteString("\x1b[J")
	}
	fmt.Fprintf(&b, "\x1b[%d;H", len(rows))
	f.last = rows
	return b.String()
}

// pipeOutput is an Output whose bytes come back.
func pipeOutput(t testing.TB) (*Output, func() string) {
	t.Helper()
	f, err := os.CreateTemp(t.TempDir(), "tty")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	at := int64(0)
	return NewOutput(f), func() string {
		end, err := f.Seek(0, io.SeekEnd)
		if err != nil {
			t.Fatal(err)
		}
		p := make([]byte, end-at)
		if _, err := f.ReadAt(p, at); err != nil && err != io.EOF {
			t.Fatal(err)
		}
		at = end
		return string(p)
	}
}

func randomRow(r *rand.Rand, width int) string {
	pieces := []string{"word", " ", "日本", "e\u0301", "👩\u200d👧", "x", "    ", "│", "\x1b[1m", "\x1b[38;2;1;2;3m", "\x1b[7m", "\x1b[m"}
	var b strings.Builder
	used := 0
	for used < width-4 && r.IntN(30) > 0 {
		p := pieces[r.IntN(len(pieces))]
		w := ansi.StringWidth(p)
		if used+w > width {
			break
		}
		b.WriteString(p)
		used += w
	}
	b.WriteString("\x1b[m")
	if r.IntN(3) > 0 {
		b.WriteString(strings.Repeat(" ", width-used))
	}
	return b.String()
}

// TestOutputShowsTheSameScreen sends random frames, scrolls and interruptions through Output and past it.
func TestOutputShowsTheSameScreen(t *testing.T) {
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 1))
		width, height := 10+r.IntN(40), 3+r.IntN(12)
		plainVT, ourVT := vt.New(width, height), vt.New(width, height)
		out, sent := pipeOutput(t)
		writer := &frameWriter{width: width}
		document := make([]string, 60)
		for i := range document {
			document[i] = randomRow(r, width)
		}
		top := 0
		rows := make([]string, height)
		send := func(s string) {
			plainVT.Write(s)
			if n, err := out.Write([]byte(s)); n != len(s) || err != nil {
				t.Fatal(n, err)
			}
			ourVT.Write(sent())
			if plainVT.Cells() != ourVT.Cells() {
				t.Fatalf("seed %d: the screens differ after %q:\n%s\nwant\n%s", seed, s, ourVT.Cells(), plainVT.Cells())
			}
		}
		send("\x1b[?1049h")
		send("\x1b[2J")
		send("\x1b[H")
		for step := range 40 {
			switch r.IntN(8) {
			case 0:
				top = r.IntN(len(document) - height)
			case 1:
				document[r.IntN(len(document))] = randomRow(r, width)
			case 2:
				send("\x1b[2J")
				send("\x1b[H")
				writer.last = nil
			case 3:
				send("\x1b[2K")
				send("\r")
				writer.last = nil
			case 4:
				send("\x1b[?1002h")
			default:
				top = max(min(top+r.IntN(5)-2, len(document)-height), 0)
			}
			next := make([]string, height)
			copy(next, rows)
			next[0] = fmt.Sprintf("title %d", step/5)
			for i := 1; i < height-1; i++ {
				next[i] = document[top+i]
			}
			next[height-1] = fmt.Sprintf("%d%%", top)
			rows = next
			send(writer.frame(rows))
		}
		if len(ourVT.Unknown) > 0 {
			t.Fatalf("sent %q", ourVT.Unknown)
		}
	}
}

// codeRows are rows as the viewer draws them: a gutter, coloured code, padding.
func codeRows(n int) []string {
	rows := make([]string, n)
	for i := range rows {
		code := fmt.Sprintf("\x1b[38;2;210;168;255m▌\x1b[m  %4d \x1b[38;2;143;146;151m│\x1b[m     \x1b[38;2;255;123;114mif\x1b[m value%d.\x1b[1;38;2;210;168;255mRun\x1b[m(ctx, \x1b[38;2;165;214;255m\"text %d\"\x1b[m) { \x1b[38;2;255;123;114mreturn\x1b[m }", i, i, i*7)
		rows[i] = code + strings.Repeat(" ", 120-ansi.StringWidth(code))
	}
	return rows
}

func scrolled(t testing.TB, steps int) float64 {
	out, sent := pipeOutput(t)
	writer := &frameWriter{width: 120}
	rows := codeRows(100)
	for top := range steps + 1 {
		frame := append([]string{"title"}, rows[top:top+37]...)
		frame = append(frame, "model line", fmt.Sprintf("keys %d%%", top))
		if _, err := out.Write([]byte(writer.frame(frame))); err != nil {
			t.Fatal(err)
		}
		if top == 0 {
			sent()
		}
	}
	return float64(len(sent())) / float64(steps)
}

// TestScrolledLineIsCheap holds DESIGN.md's figure: at most 600 bytes for a scrolled line at 120×40 in colour.
func TestScrolledLineIsCheap(t *testing.T) {
	if n := scrolled(t, 50); n > 600 {
		t.Errorf("%.0f bytes a line", n)
	}
}

func BenchmarkScrolledLine(b *testing.B) {
	for b.Loop() {
		b.ReportMetric(scrolled(b, 50), "bytes/line")
	}
}

func TestRawGoesBetweenFrames(t *testing.T) {
	out, sent := pipeOutput(t)
	writer := &frameWriter{width: 10}
	if _, err := out.Write([]byte(writer.frame([]string{"a", "b"}))); err != nil {
		t.Fatal(err)
	}
	sent()
	if err := out.Raw("\x1b]52;c;eA==\x07"); err != nil || sent() != "\x1b]52;c;eA==\x07" {
		t.Error(err)
	}
	if _, err := out.Write([]byte(writer.frame([]string{"a", "c"}))); err != nil {
		t.Fatal(err)
	}
	if got := sent(); strings.Contains(got, "a") || !strings.Contains(got, "c") {
		t.Errorf("after it %q", got)
	}
}
