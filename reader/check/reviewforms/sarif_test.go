package reviewforms

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"eyeline/reader/check"
	"eyeline/reader/check/pathpattern"
)

// TestSARIF: the log is valid by the published schema, and has no property that it does not name.
func TestSARIF(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../../../testdata/schemas/sarif-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"long.txt": strings.Repeat("x", 5000) + "\n", "a b%#.txt": "\u202e\r\n", "AGENTS.md": strings.Repeat("x\n", 20000),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	by := Producer{Version: "1.0", Home: "https://example.com/eyeline"}
	for _, o := range []check.Options{
		{Paths: []string{dir}},
		{Paths: []string{dir}, Rules: []string{check.Refused}, Exclude: []pathpattern.Pattern{pathpattern.Parse("*")}},
	} {
		r, err := check.Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		text := sarifOf(t, r, by)
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err == nil {
			err = schema.Validate(doc)
		}
		if err != nil {
			t.Errorf("%v in %.2000s", err, text)
		}
		if n := strings.Count(text, `"ruleId"`); o.Exclude == nil && n < 4 || o.Exclude != nil && n > 0 {
			t.Errorf("%d results", n)
		}
	}
	// The schema finds mistakes.
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(`{"version":"2.1.0","runs":[{"tool":{"driver":{}},"results":[]}]}`))
	if err != nil || schema.Validate(doc) == nil {
		t.Errorf("a log without a driver's name is valid (%v)", err)
	}
}

// TestSARIFSaysWhereItComesFrom: each rule has its gravest level, and a page where the program's home is known.
func TestSARIFSaysWhereItComesFrom(t *testing.T) {
	type driver struct {
		Version, InformationURI string
		Rules                   []struct {
			ID, HelpURI string
			Properties  map[string]string
		}
	}
	for _, by := range []Producer{{Version: "1.0", Home: "https://example.com/eyeline"}, {}} {
		var log struct {
			Runs []struct{ Tool struct{ Driver driver } }
		}
		if err := json.Unmarshal([]byte(sarifOf(t, &check.Result{}, by)), &log); err != nil {
			t.Fatal(err)
		}
		got := log.Runs[0].Tool.Driver
		if got.Version != by.Version || got.InformationURI != by.Home || len(got.Rules) != len(check.RuleNames()) {
			t.Errorf("%+v of %+v", got, by)
		}
		for _, rule := range got.Rules {
			if strings.HasPrefix(rule.HelpURI, "https://example.com/eyeline/") != (by.Home != "") {
				t.Errorf("%s is described at %q", rule.ID, rule.HelpURI)
			}
			want := check.LevelWarning
			if rule.ID == check.Hidden || rule.ID == check.Instructions {
				want = check.LevelError
			}
			if rule.Properties["problem.severity"] != want {
				t.Errorf("%s: %v, want %s", rule.ID, rule.Properties, want)
			}
		}
	}
}

// TestSARIFOfMany: GitHub shows the first of them, so that the gravest are there, and how many are not is said.
func TestSARIFOfMany(t *testing.T) {
	many := &check.Result{More: 5}
	for range 6000 {
		many.Findings = append(many.Findings, check.Finding{Rule: check.Partial, Level: check.LevelWarning, Path: "f"})
	}
	text := sarifOf(t, many, Producer{})
	if n := strings.Count(text, `"level":"warning"`); n != maxSARIF || !strings.Contains(text, "1,005 more findings") {
		t.Errorf("%d findings, %.300q", n, text[len(text)-300:])
	}
}

// TestSARIFObeysNoName: no character of a name steers a terminal that the log is printed on.
func TestSARIFObeysNoName(t *testing.T) {
	name := "\u009b31mRED\u0085\u007f\u202e\u2066 é\u200b"
	text := sarifOf(t, &check.Result{Findings: []check.Finding{{Path: name, Rule: check.Hidden, Message: name}}}, Producer{})
	steers := func(r rune) bool {
		return r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
	}
	if i := strings.IndexFunc(text, steers); i >= 0 {
		t.Errorf("%q is printed", text[i:i+3])
	}
	if !json.Valid([]byte(text)) {
		t.Errorf("no JSON: %s", text)
	}
}

// sarifOf is a result as a log.
func sarifOf(t *testing.T, r *check.Result, by Producer) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteSARIF(&b, r, by); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
