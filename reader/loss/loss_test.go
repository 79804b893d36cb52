package loss

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents"
)

type memory []byte

func (m memory) Size() int64 { return int64(len(m)) }
func (m memory) ReadAt(p []byte, off int64) (int, error) {
	return bytes.NewReader(m).ReadAt(p, off)
}

// read is what a tool gives of a text, by its default call with some values; false when it refuses.
func read(t *testing.T, name, text string, values tools.Values) (Reading, tools.Stats, bool) {
	t.Helper()
	tool, _ := tools.Lookup(name)
	dir := t.TempDir()
	path := filepath.Join(dir, "f.txt")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	file := "f.txt"
	if tool.Paths == tools.PathAbsolute {
		file = path
	}
	r, err := tool.Read(t.Context(), tools.Env{Root: dir}, tools.BuildArgs(tool, file, values))
	var refusal *tools.Error
	if errors.As(err, &refusal) {
		return Reading{}, tools.Stats{}, false
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	stats, err := r.Render(t.Context(), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	reading, err := Of(t.Context(), memory(text), r.Window, stats)
	if err != nil {
		t.Fatal(err)
	}
	return reading, stats, true
}

// all lists every loss from the first on, and checks that going back finds the same.
func all(t *testing.T, r Reading) []Loss {
	t.Helper()
	var found []Loss
	for from := int64(0); ; {
		l, ok, err := r.Next(t.Context(), from)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		found = append(found, l)
		from = l.Start + 1
	}
	var back []Loss
	for to := r.file.Size(); ; {
		l, ok, err := r.Prev(t.Context(), to)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		back = append([]Loss{l}, back...)
		to = l.Start
	}
	places := func(ls []Loss) (out []int64) {
		for _, l := range ls {
			out = append(out, l.Start)
		}
		return out
	}
	if !reflect.DeepEqual(places(found), places(back)) {
		t.Fatalf("forward %v, back %v", found, back)
	}
	return found
}

func words(ls []Loss) string {
	var out []string
	for _, l := range ls {
		what := [...]string{"cut", "hole", "replaced", "altered", "rest", "hidden"}[l.Kind]
		if l.Kind == Altered {
			what = l.Alteration.String()
		}
		out = append(out, fmt.Sprintf("%s %d-%d", what, l.Start, l.End))
	}
	return strings.Join(out, ", ")
}

func TestLosses(t *testing.T) {
	long := strings.Repeat("x", 600)
	for _, c := range []struct{ tool, text, want string }{
		{"codex", "plain\nlines\n", ""},
		{"codex", "a\r\nb\xffc\n" + long + "\nd\r\n", "dropped-cr 1-2, replaced 4-5, cut 507-607, dropped-cr 609-610"},
		{"codex", "x" + long[:510] + "\xff\r\n", "cut 500-512, dropped-cr 512-513"}, // what is cut off is lost once
		{"byte_window", "a\r\nb\xffc\n", "replaced 4-5"},
		{"codex", "zero\u200bwidth\n", "hidden 4-7"},
		{"kilo", "a\rb\nc\r\n", "normalized-cr 1-2, dropped-cr 5-6"},
		{"mistral_vibe", "a\fb\nc\rd\n", "normalized-cr 1-2, normalized-cr 5-6"},
		{"opencode", "a\fb\nc\rd\n", "normalized-cr 5-6"},
		{"kimi_code", "a\rb\n", "escaped-cr 1-2"},
		{"anthropic_editor", "a\tb\n", "expanded-tab 1-2"},
		{"claude_code", "\ufeffa\n", "dropped-bom 0-3"},
		{"claude_code", "text\n", ""},
		{"codex", strings.Repeat("line\n", 2100), "rest 10000-10500"}, // its limit is 2,000 lines
	} {
		r, stats, ok := read(t, c.tool, c.text, nil)
		if !ok {
			t.Errorf("%s refuses %q", c.tool, c.text)
			continue
		}
		if got := words(all(t, r)); got != c.want {
			t.Errorf("%s of %.40q: %s; want %s (%v, cut %v)", c.tool, c.text, got, c.want, stats.Altered.Names(), stats.Cuts)
		}
	}
}

// For every tool the number of losses of each kind is that which its answer counts, wherever they are in a long file.
func TestLossesAreThoseThatAreCounted(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	var b strings.Builder
	for b.Len() < 3*chunk {
		b.WriteString(strings.Repeat("a word ", rnd.IntN(12)))
		b.WriteString([]string{"end\n", "end\r\n", "end\n", "one\rtwo\n", "tab\there\n"}[rnd.IntN(5)])
	}
	for i, tool := range tools.AllVersions() {
		if !longtest.IsRequested() && i%3 != 0 {
			continue
		}
		values := tools.Values{}
		if p, ok := tool.WindowParams(tools.ModeSlice); ok && p.Sizable() {
			p.SetStart(values, 1)
			p.SetCount(values, 400)
		}
		r, stats, ok := read(t, tool.Name, b.String(), values)
		if !ok {
			continue
		}
		var got tools.Altered
		cut := int64(0)
		for _, l := range all(t, r) {
			switch l.Kind {
			case Altered:
				got[l.Alteration]++
			case Cut:
				cut++
			}
		}
		want := stats.Altered
		for _, a := range []tools.Alteration{tools.AddedNumbers, tools.Transcoded, tools.TrimmedBlanks, tools.RemovedData} {
			want[a], got[a] = 0, 0
		}
		if got != want && stats.Cut == 0 || cut != int64(len(stats.Cuts)) {
			t.Errorf("%s: found %v, counted %v; %d of %d cuts", tool.Name, got, want, cut, len(stats.Cuts))
		}
	}
}

// What a line limit cuts is given by no call of that tool, what a cap on the whole answer cuts by the next one, and
// bytes that a byte window can begin at by such a window.
func TestRegained(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := t.TempDir()
	path := filepath.Join(dir, "f.txt")
	text := strings.Repeat("line\n", 10) + strings.Repeat("x", 5000) + "\n\r\xff\r\n" + strings.Repeat("y", 80_000)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		tool string
		loss Loss
		line int64
		want bool
	}{
		{"codex", Loss{Kind: Cut, Start: 550, End: 5050}, 11, false},
		{"byte_window", Loss{Kind: Cut, Start: 550, End: 5050}, 11, true},
		{"codex_exec", Loss{Kind: Hole, Start: 20, End: 30}, 5, true},
		{"codex", Loss{Kind: Replaced, Start: 5052, End: 5053}, 12, false},
		{"codex", Loss{Kind: Altered, Alteration: tools.DroppedCR, Start: 5053, End: 5054}, 12, false},
		{"byte_window", Loss{Kind: Altered, Alteration: tools.DroppedCR, Start: 5053, End: 5054}, 12, true},
		{"qwen_code", Loss{Kind: Cut, Start: 25_000, End: 85_055}, 13, false}, // its beginning would be given
	} {
		tool, _ := tools.Lookup(c.tool)
		file := "f.txt"
		if tool.Paths == tools.PathAbsolute {
			file = path
		}
		c.loss.Line = c.line
		args, ok, err := RecoveringCall(t.Context(), tool, tools.Env{Root: dir}, file, c.loss, false)
		if err != nil || ok != c.want || ok != (args != nil) {
			t.Errorf("%s, %+v: %s, %v, %v; want %v", c.tool, c.loss, args, ok, err, c.want)
		}
	}
}
