package agentsearch

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"eyeline/reader/agentsearch/pattern"
	"eyeline/reader/systemtest"
)

// listed writes an answer as a list of the lines that come.
func listed(f *Found) (string, error) {
	var out strings.Builder
	for _, file := range f.Files {
		for _, line := range file.Lines {
			fmt.Fprintf(&out, "%s:%d:%d ", file.Rel, line.Number, line.Starts[0])
		}
	}
	fmt.Fprintf(&out, "cut=%v all=%d withheld=%v searched=%d", f.Cut, f.All, f.Withheld, f.Searched)
	return out.String(), nil
}

// emitted searches by one method, and is its answer, what is said beside it, and the error.
func emitted(t *testing.T, dir string, m *Method) (text, note string, err error) {
	t.Helper()
	result, _ := find(t, dir, "word", &Profile{Name: "one", Agent: "One", Rg: m})
	return result.Emit(t.Context(), result.Agents[0])
}

// TestEmit: an answer is written where there is one, or one but for the order of its files, which is said; else it is
// not made up.
func TestEmit(t *testing.T) {
	t.Parallel()
	dir := made(t, map[string]string{"b.txt": "word\n-\nxword", "a/c.txt": "word\n", "a.txt": "\uFEFFword\n", "n.env": "word\n"})
	for name, seconds := range map[string]int{"b.txt": 30, "a/c.txt": 20, "a.txt": 10, "n.env": 5} {
		at := time.Unix(1_700_000_000+int64(seconds), 0)
		if err := os.Chtimes(dir+"/"+name, at, at); err != nil {
			t.Fatal(err)
		}
	}
	noEnv := []Filter{Secrets{Is: func(rel string) bool { return rel == "n.env" }}}
	matches := func(most int, order string) Cap { return Cap{Most: most, Unit: "matches", Order: order} }
	for _, c := range []struct {
		name             string
		method           Method
		text, note, fail string
	}{
		{
			"all fit", Method{Cap: matches(5, "")}, "a.txt:1:0 a/c.txt:1:0 b.txt:1:0 b.txt:3:1 n.env:1:0 " +
				"cut=false all=4 withheld=[] searched=0", "the order of the files", "",
		},
		{"any of more", Method{Cap: matches(4, "")}, "", "", "4 of 5 matches, any"},
		{
			"in the order of paths",
			Method{Cap: matches(2, ""), Sorted: ByPath},
			"a.txt:1:0 a/c.txt:1:0 cut=true all=4 withheld=[] searched=0", "", "",
		},
		{
			"in the order of a walk",
			Method{Cap: matches(2, ""), Sorted: ByNames},
			"a/c.txt:1:0 a.txt:1:0 cut=true all=4 withheld=[] searched=0", "", "",
		},
		{
			"the newest",
			Method{Cap: matches(3, newest)},
			"b.txt:1:0 b.txt:3:1 a/c.txt:1:0 cut=true all=4 withheld=[] searched=0", "", "",
		},
		{
			"the newest of what a walk stopped with",
			Method{Cap: matches(3, newest), Sorted: ByNames, Stop: 2},
			"a/c.txt:1:0 a.txt:1:0 cut=true all=4 withheld=[] searched=0", "", "",
		},
		{
			"changed in the same minute",
			Method{Cap: Cap{Most: 2, Unit: "matches", Order: newest, Tick: time.Minute}},
			"", "", "2 of 5 matches, those of the newest files",
		},
		{
			"a name is taken out",
			Method{Cap: matches(5, newest), Filters: noEnv},
			"b.txt:1:0 b.txt:3:1 a/c.txt:1:0 a.txt:1:0 cut=false all=3 withheld=[n.env] searched=0", "", "",
		},
		{"one that is taken out counts before", Method{Cap: matches(4, newest), Filters: noEnv}, "", "", "4 matches of 5, some of which are then taken out"},
		{
			"in the order of the paths",
			Method{Cap: matches(5, ""), Sorted: ByPath},
			"a.txt:1:0 a/c.txt:1:0 b.txt:1:0 b.txt:3:1 n.env:1:0 cut=false all=4 withheld=[] searched=0", "", "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := c.method
			m.Selector, m.Say, m.NeedsText = Ripgrep{}, listed, true
			text, note, err := emitted(t, dir, &m)
			unsettled, ok := errors.AsType[*Unsettled](err)
			if text != c.text || !strings.HasPrefix(note, c.note) || (note == "") != (c.note == "") || ok != (c.fail != "") {
				t.Errorf("%q, %q, %v", text, note, err)
			}
			if ok && unsettled.Text != c.fail {
				t.Errorf("%q", unsettled.Text)
			}
		})
	}
}

// TestEmitUnsettled: what the answer says beside the lines that match is not known, and nothing is made up.
func TestEmitUnsettled(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "names are all text")
	secret := []Filter{Secrets{Is: func(rel string) bool { return strings.HasSuffix(rel, ".env") }}}
	for _, c := range []struct {
		name, pattern string
		files         map[string]string
		method        Method
		fail          string
	}{
		{
			"an empty match", "w*",
			map[string]string{"a.txt": "word\n"},
			Method{},
			"the pattern matches the empty text, which engines find at different places",
		},
		{
			"a binary file", "word",
			map[string]string{"a.bin": "word\x00\n"},
			Method{TellsBinary: true},
			"what the answer says of a.bin, which is binary, is not known",
		},
		{
			"a name that is not UTF-8, taken out", "word",
			map[string]string{"a\xff.env": "word\n", "b.txt": "word\n"},
			Method{Filters: secret},
			"the answer names the file \"a\\xff.env\" otherwise, and how is not known",
		},
		{
			"much text", "word",
			map[string]string{
				"a.txt": "word\n" + strings.Repeat(strings.Repeat("-", 99)+"\n", 400_000),
				"b.txt": "word\n" + strings.Repeat(strings.Repeat("-", 99)+"\n", 400_000),
			},
			Method{},
			"the files of the answer have more than 67,108,864 bytes",
		},
	} {
		m := c.method
		m.Selector, m.Say, m.NeedsText = Ripgrep{}, listed, true
		result, _ := find(t, made(t, c.files), c.pattern, &Profile{Name: "one", Agent: "One", Rg: &m})
		text, _, err := result.Emit(t.Context(), result.Agents[0])
		if err == nil || !strings.HasSuffix(err.Error(), c.fail) {
			t.Errorf("%s: %q, %v", c.name, text, err)
		}
	}
}

// TestEmitTrouble: ripgrep complains of a rule above the folder, and the agent takes what it gives all the same.
func TestEmitTrouble(t *testing.T) {
	t.Parallel()
	dir := made(t, map[string]string{".git/HEAD": "ref: x\n", ".gitignore": "a[b-\n", "sub/a.txt": "word\n"})
	m := &Method{Selector: Ripgrep{}, Say: listed}
	result, _ := find(t, dir+"/sub", "word", &Profile{Name: "one", Agent: "One", Rg: m})
	text, _, err := result.Emit(t.Context(), result.Agents[0])
	if err == nil || !strings.HasSuffix(err.Error(), "and what the answer says of that is not known") {
		t.Errorf("%q, %v", text, err)
	}
}

// TestEndOfLine: Go's way of reading lines takes a CR before the end of a line away, and that of others does not.
func TestEndOfLine(t *testing.T) {
	t.Parallel()
	dir := made(t, map[string]string{"a.txt": "word\r\n", "b.txt": "word"})
	for syntax, want := range map[pattern.Syntax]int{pattern.Go: 2, pattern.JS: 2, pattern.Rust: 1} {
		result, _ := find(t, dir, "word$", &Profile{Name: "one", Agent: "One", Rg: &Method{Selector: Ripgrep{}, Syntax: syntax}})
		if n := result.Agents[0].Files; n != want {
			t.Errorf("%d: found in %d files, want %d", syntax, n, want)
		}
	}
}

// TestEmitFailing: the words of a call that fails are those that are known, and of two kinds of failing lines none.
func TestEmitFailing(t *testing.T) {
	t.Parallel()
	dir := made(t, map[string]string{"a.txt": "word \xff\n"})
	m := &Method{Selector: Ripgrep{}, BadLine: FailsCall, MaxRecord: 1000, SayBad: "bad", SayLong: "long", Say: listed}
	if text, _, err := emitted(t, dir, m); text != "bad" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if err := os.WriteFile(dir+"/b.txt", []byte("word"+strings.Repeat("-", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, _, err := emitted(t, dir, m); err == nil {
		t.Errorf("%q", text)
	}
	m = &Method{Fails: "there is no engine"}
	if text, _, err := emitted(t, dir, m); err == nil {
		t.Errorf("%q", text)
	}
}
