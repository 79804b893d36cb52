package pi

import (
	"strings"
	"testing"

	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// A line that is too long by itself is reported; so is one of a fraction, which has no text.
func TestPiLongLine(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{"f": "short\n" + strings.Repeat("\xff", 20000) + "\nend\n"})
	env := tools.Env{Root: dir}
	if got, _, _ := toolstest.Ask(t, Tool, env, `{"path":"f","offset":2}`); got != "[Line 2 is 58.6KB, exceeds 50.0KB limit. Use bash: sed -n '2p' f | head -c 51200]" {
		t.Errorf("got %.200q", got)
	}
	if got, _, refused := toolstest.Ask(t, Tool, env, `{"path":"f","offset":2.5}`); !refused || !strings.HasPrefix(got, `The "string" argument`) {
		t.Errorf("got %.200q", got)
	}
	got, r, _ := toolstest.Ask(t, Tool, env, `{"path":"f"}`)
	if got != "short\n\n[Showing lines 1-1 of 4 (50.0KB limit). Use offset=2 to continue.]" || string(r.NextArgs) != `{"path":"f","offset":2}` {
		t.Errorf("got %.200q, next %s", got, r.NextArgs)
	}
	if w := r.Window; w.End != 6 || w.First != 1 || w.Last != 1 || w.TotalLines != 3 {
		t.Errorf("window %+v", w)
	}
}

// Lines read back have the numbers of the arguments and end before the notice.
func TestPiParse(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{"f": "one\n\nthree\nfour\n"})
	for _, c := range []struct {
		args  string
		first int64
		lines []string
	}{
		{`{"path":"f"}`, 1, []string{"one", "", "three", "four", ""}},
		{`{"path":"f","offset":"2","limit":2}`, 2, []string{"", "three"}},
		{`{"path":"f","limit":2}`, 1, []string{"one", ""}},
	} {
		content, _, _ := toolstest.Ask(t, Tool, tools.Env{Root: dir}, c.args)
		p, ok := Tool.ParseContent([]byte(c.args), content)
		if !ok || len(p.Lines) != len(c.lines) || p.Lines[0].Number != c.first {
			t.Errorf("%s: %+v", c.args, p)
			continue
		}
		for i, l := range p.Lines {
			if content[l.Start:l.End] != c.lines[i] {
				t.Errorf("%s: line %d is %q", c.args, i, content[l.Start:l.End])
			}
		}
	}
}

// Files that Node.js cannot hold in a string are refused by their size, and a stream as large as it can is read.
func TestPiLarge(t *testing.T) {
	for size, want := range map[int64]string{1 << 31: "File size (2147483648) is greater than 2 GiB", 1 << 30: "Cannot create a string longer than 0x1fffffe8 characters"} {
		env := tools.Env{Root: t.TempDir(), Stream: source.View(toolstest.Repeated("x\n"), size)}
		if got, _, refused := toolstest.Ask(t, Tool, env, `{"path":"f"}`); !refused || got != want {
			t.Errorf("%d: %.200q", size, got)
		}
	}
}
