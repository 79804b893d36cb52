package reviewforms

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"eyeline/reader/check"
	"eyeline/reader/tools"
)

// TestGitHub: of each level as many findings are annotations as GitHub shows, and each line is a command of its own that
// nothing in a name or a text ends.
func TestGitHub(t *testing.T) {
	many := &check.Result{More: 5, Interrupted: true}
	for range 6000 {
		many.Findings = append(many.Findings, check.Finding{
			Rule: check.Partial, Level: check.LevelWarning, Path: "a,b:\n\x1b%.txt", Line: 3, Message: "one\ntwo\u202e\x1b[31m",
		})
	}
	var b bytes.Buffer
	if err := WriteGitHub(&b, many); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if n := strings.Count(text, "::warning file="); n != maxAnnotations || !strings.Contains(text, "5,995 more findings") {
		t.Errorf("%d annotations: %s", n, text)
	}
	if i := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); i >= 0 {
		t.Errorf("not printable: %.100q", text[i:])
	}
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		if !regexp.MustCompile(`^::(error|warning|notice) (file|title)=`).MatchString(line) {
			t.Errorf("%q is no command", line)
		}
	}
}

// TestAnnotationsAreShort: what GitHub shows beside a line is no page.
func TestAnnotationsAreShort(t *testing.T) {
	r := &check.Result{Findings: []check.Finding{{Rule: check.Partial, Level: check.LevelNote, Path: "a", Message: strings.Repeat("é", 5000)}}}
	var b bytes.Buffer
	if err := WriteGitHub(&b, r); err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(strings.TrimSpace(b.String()), "title=eyeline partial::")
	if n := len([]rune(text)); n != maxAnnotation || !strings.HasSuffix(text, "…") {
		t.Errorf("%d characters: %q", n, text[len(text)-20:])
	}
}

// TestFindingsComeBeforeNames: with all tools, each form says first what is found, and names few of them.
func TestFindingsComeBeforeNames(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte("// \u202e\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := check.Run(t.Context(), check.Options{Paths: []string{dir}, Tools: tools.All(), Rules: []string{check.Hidden}})
	if err != nil || len(r.Findings) != 1 || len(r.Findings[0].Agents) < 20 {
		t.Fatalf("%v, %+v", err, r)
	}
	names := r.Findings[0].Agents
	behind := fmt.Sprintf(" (%s, %s and %d more)", names[0], names[1], len(names)-2)
	sarif := func(w io.Writer, r *check.Result) error { return WriteSARIF(w, r, Producer{}) }
	for form, write := range map[string]func(io.Writer, *check.Result) error{
		"github": WriteGitHub, "gitlab": WriteGitLab, "junit": WriteJUnit, "rdjson": WriteRDJSON, "sarif": sarif,
	} {
		var b bytes.Buffer
		if err := write(&b, r); err != nil {
			t.Fatal(err)
		}
		if text := b.String(); !strings.Contains(text, "U+202E") || strings.Index(text, "U+202E") > strings.Index(text, behind) {
			t.Errorf("%s: %.600s", form, text)
		}
	}
}
