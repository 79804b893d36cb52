package agents

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/longtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"

	"eyeline/reader/source"
	"eyeline/reader/tools/agents/codex"
	"eyeline/reader/tools/agents/sage"
	"eyeline/reader/window"
)

// oneByteSource hands out its bytes one read at a time, as io.ReaderAt must not: ReadFull on top repairs it.
type oneByteSource struct{ data string }

func (o oneByteSource) Size() int64 { return int64(len(o.data)) }

func (o oneByteSource) ReadAt(p []byte, off int64) (int, error) {
	r := iotest.OneByteReader(io.NewSectionReader(strings.NewReader(o.data), off, int64(len(o.data))-off))
	return io.ReadFull(r, p)
}

// slowLines is the form of a line straight from the contract, with the whole line in memory.
func slowLines(data []byte, first int64, form func(n int64, text string) string) (string, tools.Stats) {
	var out []string
	var stats tools.Stats
	text := string(data)
	for n := first; text != ""; n++ {
		l, rest, terminated := strings.Cut(text, "\n")
		if terminated && strings.HasSuffix(l, "\r") {
			l = l[:len(l)-1]
			stats.Altered[tools.DroppedCR]++
		}
		out = append(out, form(n, string(replaced([]byte(l)))))
		stats.Runs = []tools.ShownRun{{}}
		stats.Lines++
		text = rest
	}
	return strings.Join(out, "\n"), stats
}

func codexForm(n int64, text string) string {
	for len(text) > 500 {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return fmt.Sprintf("L%d: %s", n, text)
}

func sageForm(n int64, text string) string {
	if chars := []rune(text); len(chars) > 2000 {
		text = fmt.Sprintf("%s... [line truncated, %d chars total]", string(chars[:2000]), len(chars))
	}
	return fmt.Sprintf("%6d→%s", n, text)
}

// replaced is text with each maximal invalid subpart replaced; package lossy is tested against a state machine.
func replaced(p []byte) []byte { return lossy.Decode(p) }

func render(t testing.TB, b source.Bytes, body func(s *tools.Sink)) (string, tools.Stats) {
	t.Helper()
	var out bytes.Buffer
	r := (&tools.Result{}).Content(nil, body)
	stats, err := r.Render(t.Context(), &out)
	if err != nil {
		t.Fatal(err)
	}
	if stats.Bytes != int64(out.Len()) || stats.FinalNewline != strings.HasSuffix(out.String(), "\n") {
		t.Fatalf("%+v for %d bytes", stats, out.Len())
	}
	return out.String(), stats
}

// bufferSize is the size of the buffers of package tools: texts around it are worth a test.
const bufferSize = 64 << 10

var newline = []byte{'\n'}

// randomBytes is n bytes: letters, characters of all lengths, and bytes that no text has or that begin or continue one.
func randomBytes(r *rand.Rand, n int) []byte {
	const hostile = " \r\x00\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc1\xc2\xdf\xe0\xe1\xec\xed\xee\xef\xf0\xf1\xf3\xf4\xf5\xff"
	p := make([]byte, 0, n+4)
	for len(p) < n {
		switch r.IntN(4) {
		case 0:
			p = append(p, hostile[r.IntN(len(hostile))])
		case 1:
			p = utf8.AppendRune(p, rune(r.IntN(0x110000)))
		default:
			p = append(p, byte('a'+r.IntN(26)))
		}
	}
	return p[:n]
}

// randomText has lines around the limits of both tools, and around the buffer's size.
func randomText(r *rand.Rand) []byte {
	var b []byte
	for range r.IntN(12) {
		n := []int{0, 1, 5, 498, 500, 502, 1998, 2001, 6010, bufferSize - 3, bufferSize + 5}[r.IntN(11)]
		if r.IntN(3) == 0 {
			b = append(b, strings.Repeat("é€😀"[:2+r.IntN(8)], n/4+1)...)
		} else {
			b = append(b, bytes.ReplaceAll(randomBytes(r, n), []byte("\n"), []byte("x"))...)
		}
		b = append(b, []string{"\n", "\r\n", "\r\r\n", "\r", ""}[r.IntN(5)]...)
	}
	return b
}

func TestLinesAgainstTheContract(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	texts := 150
	if !longtest.IsRequested() {
		texts = 20
	}
	for i := range texts {
		data := randomText(r)
		b := toolstest.View(string(data))
		if i%7 == 0 {
			b = oneByteSource{string(data)}
		}
		lines := int64(bytes.Count(data, newline))
		if len(data) > 0 && data[len(data)-1] != '\n' {
			lines++
		}
		first := int64(1 + r.IntN(2_000_000))
		win := window.Window{End: int64(len(data)), First: first, Last: first + lines - 1}
		if lines == 0 {
			win.First, win.Last = 0, 0
		}
		for _, c := range []struct {
			format *tools.LineFormat
			form   func(int64, string) string
		}{{codex.Tool.Lines, codexForm}, {sage.Tool.Lines, sageForm}} {
			got, stats := render(t, b, func(s *tools.Sink) { s.WriteLines(b, tools.LinesOf(win, c.format)) })
			want, wantStats := slowLines(data, first, c.form)
			if got != want {
				t.Fatalf("text %.200q\n got %.300q\nwant %.300q", data, got, want)
			}
			if stats.Lines != wantStats.Lines || stats.Altered[tools.DroppedCR] != wantStats.Altered[tools.DroppedCR] || firstContent(stats) != firstContent(wantStats) {
				t.Fatalf("text %.200q\n got %+v\nwant %+v", data, stats, wantStats)
			}
			if marks := int64(strings.Count(got, lossy.Replacement)); stats.Replaced > marks || stats.Replaced < marks-int64(bytes.Count(data, []byte(lossy.Replacement))) {
				t.Fatalf("%d counted as replaced, %d stand in the output", stats.Replaced, marks)
			}
		}
		got, _ := render(t, b, func(s *tools.Sink) { s.Excerpt(b, win.Start, win.End) })
		if want := string(replaced(data)); got != want {
			t.Fatalf("raw %.200q\n got %.300q\nwant %.300q", data, got, want)
		}
	}
}

func TestStats(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 300) // 600 bytes: 500 shown
	data := "a\r\n" + long + "\r\nb\xff\n" + long
	for _, c := range []struct {
		tool, args string
		want       tools.Stats
		first      int64 // of the content, which shows the first line; -1: none does
	}{
		{"codex", `{"file_path":"/f"}`, tools.Stats{
			Lines: 4, Cut: 2, CutBytes: 200, Cuts: []tools.Cut{{Line: 2, Start: 503, End: 603}, {Line: 4, Start: 1108, End: 1208}}, Replaced: 1, Altered: crs(2),
		}, 0},
		{"codex", `{"file_path":"/f","offset":3,"limit":1}`, tools.Stats{Lines: 1, Replaced: 1}, 0},
		{"sage", `{"file_path":"f"}`, tools.Stats{NoticeLines: 4}, -1},
		{"sage", `{"file_path":"f.png"}`, tools.Stats{NoticeLines: 4}, -1},
		{"byte_window", `{"path":"f"}`, tools.Stats{Lines: 4, Replaced: 1}, 0},
		{"byte_window", `{"path":"f","end_line":1}`, tools.Stats{Lines: 1, FinalNewline: true}, 0},
		{"byte_window", `{"path":"f","start_line":9}`, tools.Stats{}, -1},
		{"byte_window", `{"path":"f","start_byte":0}`, tools.Stats{Lines: 4, Replaced: 1}, 1},
		{"byte_window", `{"path":"f","start_byte":99999}`, tools.Stats{FinalNewline: true}, -1},
	} {
		got := statsOf(t, c.tool, data, c.args)
		if firstContent(got) != c.first {
			t.Errorf("%s %s: the first line is on line %d of the content", c.tool, c.args, firstContent(got))
		}
		got.Bytes, got.Runs = 0, nil
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s %s:\n got %+v\nwant %+v", c.tool, c.args, got, c.want)
		}
	}
	got := statsOf(t, "sage", strings.Repeat("x", 2500)+"\r\nb\nc\n", `{"file_path":"f","limit":2}`)
	want := tools.Stats{Bytes: got.Bytes, Runs: got.Runs, Lines: 2, Cut: 1, CutBytes: 500, Cuts: []tools.Cut{{Line: 1, Start: 2000, End: 2500}}, Altered: crs(1), NoticeLines: 2}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("sage:\n got %+v\nwant %+v", got, want)
	}
}

func crs(n int64) (a tools.Altered) {
	a[tools.DroppedCR] = n
	return a
}

func statsOf(t *testing.T, name, data, args string) tools.Stats {
	t.Helper()
	tool, _ := tools.Lookup(name)
	r, err := tool.Read(t.Context(), tools.Env{Stream: toolstest.View(data)}, []byte(args))
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Render(t.Context(), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// virtualLines is a file of equal lines that exists nowhere.
type virtualLines struct {
	line string
	size int64
}

func (v virtualLines) Size() int64 { return v.size }

func (v virtualLines) ReadAt(p []byte, off int64) (int, error) {
	if off >= v.size {
		return 0, io.EOF
	}
	full := len(p)
	p = p[:min(int64(full), v.size-off)]
	n := copy(p, v.line[off%int64(len(v.line)):])
	for n < len(p) {
		// What is there already repeats itself, in steps of whole lines once one is complete.
		if done := n - int((off+int64(n))%int64(len(v.line))); done >= 2*len(v.line) {
			n += copy(p[n:], p[n-len(v.line)*(n/len(v.line)):n])
		} else {
			n += copy(p[n:], v.line[(off+int64(n))%int64(len(v.line)):])
		}
	}
	if n < full {
		return n, io.EOF
	}
	return n, nil
}

func TestMemoryIsFlatInTheLimit(t *testing.T) {
	lines := int64(10_000_000)
	if raceEnabled {
		lines /= 10
	}
	v := virtualLines{"x\n", 2 * lines}
	var stats tools.Stats
	used := longtest.Allocated(func() {
		r, err := codex.Tool.Read(t.Context(), tools.Env{Stream: v}, []byte(`{"file_path":"/f","limit":10000000}`))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if stats, err = r.Render(t.Context(), io.Discard); err != nil {
			t.Fatal(err)
		}
	})
	if stats.Lines != lines || stats.Bytes < 10*lines {
		t.Errorf("%+v", stats)
	}
	if used > 16<<20 {
		t.Errorf("%d bytes of memory for %d bytes of content", used, stats.Bytes)
	}
}

func TestMemoryIsFlatInALongLine(t *testing.T) {
	v := virtualLines{"0123456789abcdef", 1 << 30}
	if raceEnabled {
		v.size = 64 << 20
	}
	for _, c := range []struct{ tool, args string }{
		{"codex", `{"file_path":"/f"}`},
		{"byte_window", `{"path":"f","start_byte":50000000}`},
	} {
		tool, _ := tools.Lookup(c.tool)
		used := longtest.Allocated(func() {
			r, err := tool.Read(t.Context(), tools.Env{Stream: v}, []byte(c.args))
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			if _, err = r.Render(t.Context(), io.Discard); err != nil {
				t.Fatal(err)
			}
		})
		if used > 16<<20 {
			t.Errorf("%s: %d bytes of memory", c.tool, used)
		}
	}
}

// firstContent is the 0-based number of the content line that shows the window's first line; -1 when none does.
func firstContent(s tools.Stats) int64 {
	if len(s.Runs) == 0 {
		return -1
	}
	return s.Runs[0].Content
}
