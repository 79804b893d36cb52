package cmdkit

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// allNames are the typed names and those of a list.
func allNames(n NamesFlags, typed []string, stdin io.Reader) (all []string, err error) {
	for name, err := range n.Names(typed, stdin) {
		if err != nil {
			return nil, err
		}
		all = append(all, name)
	}
	return all, nil
}

// TestNamesOfAList: blank lines are no names, each kind of list is refused as the other one, and names stay as they
// are, also those that are not UTF-8.
func TestNamesOfAList(t *testing.T) {
	long := strings.Repeat("x", longestName)
	for _, c := range []struct {
		list string
		nul  bool
		want string // the names, or a part of the error
	}{
		{"", false, `["typed"]`},
		{"\n\n", false, `["typed"]`},
		{"a\n\n  \nb c \r\n-\n--flag\nd", false, `["typed" "a" "b c " "./-" "--flag" "d"]`},
		{"bad\xff.txt\n", false, `["typed" "bad\xff.txt"]`},
		{"\ufeffa.txt\r\n\ufeffb\n", false, `["typed" "a.txt" "\ufeffb"]`},
		{"\xff\xfea\x00\xe9\x00\r\x00\n\x00b\x00", false, `["typed" "aé" "b"]`},
		{"\xfe\xff\x00a\x00\n\x00b\x00\n", false, `["typed" "a" "b"]`},
		{"\ufeffa\x00b\x00", true, `["typed" "\ufeffa" "b"]`},
		{"a\x00b\x00", false, "line 1 has a NUL; -0"},
		{"a\nb\x00c\n", false, "line 2 has a NUL; -0"},
		{"a\x00b\nc\x00\x00d", true, `["typed" "a" "b\nc" "d"]`},
		{"\x00\x00", true, `["typed"]`},
		{"a\nb\n", true, "the list has no NUL; without -0"},
		{"one name", true, `["typed" "one name"]`},
		{"a\n" + long + "x\nb\n", false, "name 2 is longer than 65536 bytes"},
		{long[:longestName-1] + "\n", false, fmt.Sprintf("%q", []string{"typed", long[:longestName-1]})},
	} {
		n := NamesFlags{from: "-", nul: c.nul}
		names, err := allNames(n, []string{"typed"}, strings.NewReader(c.list))
		got := fmt.Sprintf("%q", names)
		if err != nil {
			got = err.Error()
		}
		if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
			t.Errorf("%.40q, NUL %t: %.200s, want %.200s", c.list, c.nul, got, c.want)
		}
	}
	twice := NamesFlags{from: "-"}
	_, refused := allNames(twice, []string{"a", "-"}, strings.NewReader("b\n"))
	if refused == nil || !strings.Contains(refused.Error(), "takes standard input") {
		t.Error(refused)
	}
	n := NamesFlags{from: filepath.Join(t.TempDir(), "none")}
	if _, err := allNames(n, nil, nil); err == nil || !strings.Contains(err.Error(), "--files-from: ") {
		t.Error(err)
	}
	if err := os.WriteFile(n.from, []byte("a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if names, err := allNames(n, nil, nil); err != nil || !slices.Equal(names, []string{"a"}) {
		t.Error(names, err)
	}
	if err := (&NamesFlags{nul: true}).Check(); err == nil {
		t.Error("-0 without a list is taken")
	}
}

// endless is a list without an end.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = "a\n"[(e.read+i)%2]
	}
	e.read += len(p)
	return len(p), nil
}

// TestNamesComeWhileTheListIsRead: a name is given before the list ends, and no more is read than is asked for.
func TestNamesComeWhileTheListIsRead(t *testing.T) {
	n, in, count := NamesFlags{from: "-"}, &endless{}, 0
	for name, err := range n.Names(nil, in) {
		if err != nil || name != "a" {
			t.Fatal(name, err)
		}
		if count++; count == 1_000_000 {
			break
		}
	}
	if in.read > 2_000_000+2*longestName {
		t.Errorf("%d bytes were read", in.read)
	}
}

// TestSuggestAgent: a misspelt name is answered with the one that was meant, also where only its first word was typed.
func TestSuggestAgent(t *testing.T) {
	known := []string{"claude_code", "codex_exec", "gemini_cli"}
	for name, want := range map[string]string{
		"codexx":      "; did you mean codex_exec?",
		"claud":       "; did you mean claude_code?",
		"gemini_clii": "; did you mean gemini_cli?",
		"something":   "; there are claude_code, codex_exec, gemini_cli",
	} {
		if got := SuggestAgent(name, known); got != want {
			t.Errorf("%s%s, want %s", name, got, want)
		}
	}
}
