package openhands

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
	"eyeline/reader/window"
)

// The lines that an answer shows are those that its window names, under the numbers that it says, also around the holes
// where the middle was cut once and twice.
func TestOpenHandsWindowsAroundHoles(t *testing.T) {
	numbered := func(n, width int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.Repeat(string(rune('a'+i%26)), width) + "\n")
		}
		return b.String()
	}
	for name, c := range map[string]struct {
		text, extra string
		runs        int
		cut         int64
		next        string
	}{
		"whole":             {numbered(100, 9), "", 1, 0, ""},
		"cut":               {numbered(3000, 9), "", 2, 2, `[NEXT,-1]`},
		"cut in a range":    {numbered(9000, 9), `,"view_range":[11,4000]`, 2, 2, `[NEXT,4000]`},
		"one line":          {strings.Repeat("é", 20000), "", 2, 1, ""},
		"a long first line": {strings.Repeat("x", 9000) + "\n" + numbered(2000, 9), "", 2, 2, `[NEXT,-1]`},
		"short lines":       {numbered(6000, 1), "", 2, -1, `[NEXT,-1]`},
		"short, then long":  {numbered(9000, 0) + numbered(300, 60), "", 3, -1, `[NEXT,-1]`},
		"range":             {numbered(100, 9), `,"view_range":[3,7]`, 1, 0, `[NEXT,12]`},
	} {
		dir := toolstest.Tree(t, map[string]string{"f.txt": c.text})
		args := `{"command":"view","path":"` + filepath.ToSlash(dir) + `/f.txt"` + c.extra + `}`
		r, err := Tool.Read(t.Context(), tools.Env{Root: dir}, []byte(args))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var b bytes.Buffer
		stats, err := r.Render(t.Context(), &b)
		_ = r.Close()
		parsed, ok := Tool.ParseContent([]byte(args), b.String())
		if err != nil || !ok {
			t.Errorf("%s: %v, %v", name, err, ok)
			continue
		}
		spans := r.Window.Spans()
		if len(spans) != c.runs || len(stats.Runs) != c.runs || c.cut >= 0 && stats.Cut != c.cut {
			t.Errorf("%s: %d spans, %d runs, %d cut", name, len(spans), len(stats.Runs), stats.Cut)
		}
		last := parsed.Lines[stats.Runs[0].Lines-1] // before the first hole
		next := spans[0].Last + 1
		// The cut may fall between a line and its end: then the line is whole.
		if whole := strings.Split(c.text, "\n")[last.Number-1]; last.End-last.Start < len(whole) && spans[0].Last > spans[0].First {
			next--
		}
		want := strings.TrimSuffix(strings.SplitAfter(args, `.txt"`)[0], "}") + `,"view_range":` + strings.Replace(c.next, "NEXT", fmt.Sprint(next), 1) + "}"
		if got := string(r.NextArgs); got != want && (c.next != "" || got != "") {
			t.Errorf("%s: the next call is %s, not %s", name, got, want)
		}
		checkShown(t, name, c.text, b.String(), spans, stats.Runs, parsed)
	}
}

// checkShown compares each line that was parsed with the file's.
func checkShown(t *testing.T, name, text, content string, spans []window.Run, runs []tools.ShownRun, parsed tools.Parsed) {
	t.Helper()
	file := strings.Split(text, "\n")
	rows := strings.Split(content, "\n")
	at := 0
	for i, run := range runs {
		for k := range run.Lines {
			if at == len(parsed.Lines) {
				t.Errorf("%s: %d lines parsed", name, at)
				return
			}
			l := parsed.Lines[at]
			at++
			got, want := content[l.Start:l.End], file[spans[i].First-1+k]
			if l.Number != run.Number+k || got != want && !(l.Cut && (strings.HasPrefix(want, got) || strings.HasSuffix(want, got))) ||
				!strings.Contains(rows[run.Content+k], got) {
				t.Errorf("%s: line %d of run %d has number %d and shows %.40q, not %.40q", name, k, i, l.Number, got, want)
				return
			}
		}
		part := text[spans[i].Start:spans[i].End]
		if n := int64(strings.Count(strings.TrimSuffix(part, "\n"), "\n")) + 1; n != spans[i].Last-spans[i].First+1 {
			t.Errorf("%s: the span %+v has %d lines", name, spans[i], n)
		}
	}
	if at != len(parsed.Lines) {
		t.Errorf("%s: %d lines parsed, %d said", name, len(parsed.Lines), at)
	}
}
