package terminal

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"eyeline/reader/longtest"
	"eyeline/tui/internal/vt"
	"eyeline/tui/terminal/paint"
)

// pipeOutput is an Output whose bytes come back.
func pipeOutput(t testing.TB) (*Output, func() string) {
	t.Helper()
	f, err := os.CreateTemp(t.TempDir(), "tty")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	at := int64(0)
	out := NewOutput(f)
	t.Cleanup(out.End)
	return out, func() string {
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

// drawNow draws a frame before it returns.
func drawNow(o *Output, rows []string) {
	o.newest.Store(&rows)
	o.draw()
}

// TestAFrameOfTheOldSize: one that was not drawn before the size changed is not drawn afterwards, where it would be
// taken for what the terminal shows.
func TestAFrameOfTheOldSize(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "tty")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	o := &Output{file: f, shown: make(chan struct{}, 1), alt: true} // nothing draws by itself
	o.ShowRows([]string{"old"})
	o.Forget()
	o.draw()
	if at, err := f.Seek(0, io.SeekCurrent); at != 0 || err != nil {
		t.Errorf("%d bytes were written, %v", at, err)
	}
	o.ShowRows([]string{"newer"})
	o.draw()
	if at, err := f.Seek(0, io.SeekCurrent); at == 0 || err != nil {
		t.Errorf("nothing was written, %v", err)
	}
}

// TestOutputShowsTheSameScreen draws random frames, scrolls and interruptions, and paints them whole on another screen.
func TestOutputShowsTheSameScreen(t *testing.T) {
	seeds := uint64(150)
	if !longtest.IsRequested() {
		seeds = 30
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 1))
		width, height := 10+r.IntN(40), 3+r.IntN(12)
		want, got := vt.Screen{}.Sized(width, height), vt.Screen{}.Sized(width, height)
		out, sent := pipeOutput(t)
		document := make([]string, 60)
		for i := range document {
			document[i] = randomRow(r, width)
		}
		write := func(s string) {
			if n, err := out.Write([]byte(s)); n != len(s) || err != nil {
				t.Fatal(n, err)
			}
			got.Write(sent())
		}
		write("\x1b[?1049h")
		top := 0
		for step := range 40 {
			switch r.IntN(8) {
			case 0:
				top = r.IntN(len(document) - height)
			case 1:
				document[r.IntN(len(document))] = randomRow(r, width)
			case 2:
				write("\x1b[2J")
				write("\x1b[H")
			case 3:
				write("\x1b[2K")
				write("\r")
			case 4:
				write("\x1b[?1002h")
			case 5:
				write("\x1b[H \x1b[K\x1b[1;H") // a frame of the library
			default:
				top = max(min(top+r.IntN(5)-2, len(document)-height), 0)
			}
			rows := make([]string, height)
			rows[0] = fmt.Sprintf("title %d", step/5)
			for i := 1; i < height-1; i++ {
				rows[i] = document[top+i]
			}
			rows[height-1] = fmt.Sprintf("%d%%", top)
			drawNow(out, rows)
			got.Write(sent())
			want.Write(drawn(rows))
			if want.Cells() != got.Cells() {
				t.Fatalf("seed %d: the screen shows\n%s\nwant\n%s", seed, got.Cells(), want.Cells())
			}
		}
		if len(got.Unknown) > 0 {
			t.Fatalf("sent %q", got.Unknown)
		}
	}
}

// codeRows are rows as the viewer draws them: a gutter, coloured code, padding.
func codeRows(n int) []string {
	rows := make([]string, n)
	for i := range rows {
		code := fmt.Sprintf(
			"\x1b[38;2;210;168;255m▌\x1b[m  %4d \x1b[38;2;143;146;151m│\x1b[m     \x1b[38;2;255;123;114mif\x1b[m value%d.\x1b[1;38;2;210;168;255mRun\x1b[m(ctx, \x1b[38;2;165;214;255m\"text %d\"\x1b[m) { \x1b[38;2;255;123;114mreturn\x1b[m }",
			i,
			i,
			i*7,
		)
		rows[i] = code + strings.Repeat(" ", 120-ansi.StringWidth(code))
	}
	return rows
}

func scrolled(t testing.TB, steps int) float64 {
	out, sent := pipeOutput(t)
	out.alt = true
	rows := codeRows(100)
	for top := range steps + 1 {
		frame := append([]string{"title"}, rows[top:top+37]...)
		frame = append(frame, "model line", fmt.Sprintf("keys %d%%", top))
		drawNow(out, frame)
		if top == 0 {
			sent()
		}
	}
	return float64(len(sent())) / float64(steps)
}

// TestScrolledLineIsCheap checks the aim of at most 600 bytes for a scrolled line at 120×40 in colour.
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
	out.alt = true
	drawNow(out, []string{"a", "b"})
	sent()
	if err := out.Raw("\x1b]52;c;eA==\x07"); err != nil || sent() != "\x1b]52;c;eA==\x07" {
		t.Error(err)
	}
	drawNow(out, []string{"a", "c"})
	if got := sent(); strings.Contains(got, "a") || !strings.Contains(got, "c") {
		t.Errorf("after it %q", got)
	}
}

// TestNothingIsDrawnOffTheAlternateScreen checks that an editor or a shell has the terminal to itself.
func TestNothingIsDrawnOffTheAlternateScreen(t *testing.T) {
	out, sent := pipeOutput(t)
	drawNow(out, []string{"before"})
	if got := sent(); got != "" {
		t.Errorf("before it is on: %q", got)
	}
	for _, mode := range []string{altScreenOn, altScreenOff} {
		if _, err := out.Write([]byte(mode)); err != nil {
			t.Fatal(err)
		}
	}
	if got := sent(); got != altScreenOn+wrapOff+modesOff+wrapOn+altScreenOff {
		t.Errorf("on and off again: %q", got)
	}
	drawNow(out, []string{"after"})
	if got := sent(); got != "" {
		t.Errorf("after it: %q", got)
	}
}

// TestShowDrawsTheNewestFrame checks that the last of many frames reaches the screen, and that none does after End.
func TestShowDrawsTheNewestFrame(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "tty")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	out := NewOutput(f)
	if _, err := out.Write([]byte(altScreenOn)); err != nil {
		t.Fatal(err)
	}
	for i := range 1000 {
		out.ShowRows([]string{fmt.Sprintf("frame %d", i), "last row"})
	}
	screen := vt.Screen{}.Sized(20, 2)
	for at := int64(0); !strings.Contains(screen.Text(), "frame 999"); {
		p := make([]byte, 4096)
		n, err := f.ReadAt(p, at)
		if err != nil && err != io.EOF {
			t.Fatal(err)
		}
		screen.Write(string(p[:n]))
		at += int64(n)
	}
	out.End()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		t.Fatal(err)
	}
	out.ShowRows([]string{"too late", ""})
	if now, err := f.Seek(0, io.SeekEnd); err != nil || now != size {
		t.Errorf("%d bytes after the end, %v", now-size, err)
	}
}

// TestBlankRowsBelowCostLittle draws on a terminal of 65,535 rows of which a few show something: the time is not that
// of a search for rows that moved among all of them.
func TestBlankRowsBelowCostLittle(t *testing.T) {
	o := &paint.Screen{}
	frame := func(first int) []string {
		rows := make([]string, 65535)
		for i := range 40 {
			rows[i] = fmt.Sprintf("line %d", first+i)
		}
		return rows
	}
	began := time.Now()
	o.Update(nil, frame(1))
	got := string(o.Update(nil, frame(2)))
	if want := "\x1b[1;40r\x1b[40H\nline 41"; got != want {
		t.Errorf("%q does not scroll by %q", got, want)
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("it took %v", took)
	}
}
