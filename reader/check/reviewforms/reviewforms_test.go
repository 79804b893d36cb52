package reviewforms

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/check"
	"eyeline/reader/systemtest"
)

// TestFormsOfReviewers: each form has every finding with its rule, its path and its place, and is whole without any.
func TestFormsOfReviewers(t *testing.T) {
	systemtest.SkipOnWindows(t, "no file can have these names")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"long.txt": strings.Repeat("x", 5000) + "\n", "a <b>.txt": "one\n\u202e\r\n",
		"AGENTS.md": strings.Repeat("x\n", 20000),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	some, err := check.Run(t.Context(), check.Options{Paths: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	if len(some.Findings) < 4 {
		t.Fatalf("%d findings", len(some.Findings))
	}
	for _, r := range []*check.Result{some, {}} {
		var gitlab []struct {
			Description, Fingerprint, Severity string
			Check                              string `json:"check_name"`
			Location                           struct {
				Path  string
				Lines struct{ Begin int64 }
			}
		}
		decode(t, r, WriteGitLab, json.Unmarshal, &gitlab)
		var reviewdog struct {
			Diagnostics []struct {
				Message  string
				Location struct{ Path string }
				Code     struct{ Value string }
			}
		}
		decode(t, r, WriteRDJSON, json.Unmarshal, &reviewdog)
		var junit junitSuite
		decode(t, r, func(w io.Writer, r *check.Result) error {
			var text strings.Builder
			err := WriteJUnit(&text, r)
			isForJenkins(t, text.String())
			_, _ = io.WriteString(w, text.String())
			return err
		}, xml.Unmarshal, &junit)
		var lines bytes.Buffer
		if err := WriteNDJSON(&lines, r); err != nil {
			t.Fatal(err)
		}
		n := len(r.Findings)
		if len(gitlab) != n || len(reviewdog.Diagnostics) != n || junit.Failures != n || strings.Count(lines.String(), "\n") != n {
			t.Fatalf("%d findings: %d, %d, %d\n%s", n, len(gitlab), len(reviewdog.Diagnostics), junit.Failures, lines.String())
		}
		if n == 0 && (junit.Tests != 1 || junit.Cases[0].Failure != nil) {
			t.Errorf("without findings: %+v", junit)
		}
		for i, f := range r.Findings {
			g, d, j := gitlab[i], reviewdog.Diagnostics[i], junit.Cases[i]
			if g.Check != f.Rule || g.Location.Path != f.Path || g.Location.Lines.Begin < 1 || g.Fingerprint != f.Fingerprint ||
				g.Severity == "" || g.Description == "" {
				t.Errorf("gitlab: %+v of %+v", g, f)
			}
			if d.Code.Value != f.Rule || d.Location.Path != f.Path || d.Message == "" {
				t.Errorf("rdjson: %+v of %+v", d, f)
			}
			if j.Class != "eyeline."+f.Rule || j.Failure == nil || j.Failure.Message == "" ||
				!strings.HasPrefix(j.Failure.Details, check.Clean(f.Path)+":") {
				t.Errorf("junit: %+v of %+v", j, f)
			}
		}
	}
}

// TestJUnitFailsForWhatFails: a file that is left out as it should be, such as a symbolic link, is a skipped test, and
// fails no build; one that could not be read does.
func TestJUnitFailsForWhatFails(t *testing.T) {
	left := []check.Skipped{
		{Path: "link", Why: "a symbolic link"}, {Path: "locked", Why: "permission denied", IsUnread: true},
	}
	for n, failures := range []int{0, 0, 1} {
		var junit junitSuite
		decode(t, &check.Result{Skipped: left[:n]}, func(w io.Writer, r *check.Result) error {
			var text strings.Builder
			err := WriteJUnit(&text, r)
			isForJenkins(t, text.String())
			_, _ = io.WriteString(w, text.String())
			return err
		}, xml.Unmarshal, &junit)

		ran := 0
		for _, c := range junit.Cases {
			if c.Skipped == "" {
				ran++
			}
		}
		if junit.Failures != failures || ran != 1 || len(junit.Cases) != max(n, 1)+n%2 {
			t.Errorf("%d left out: %+v", n, junit)
		}
	}
}

// isForJenkins checks that a report of JUnit has the elements and attributes that the schema of Jenkins requires, and
// none that it does not know.
func isForJenkins(t *testing.T, report string) {
	t.Helper()
	allowed := map[string]string{
		"testsuite": "name tests failures errors", "testcase": "name classname", "failure": "type message", "skipped": "",
	}
	required := map[string]string{"testsuite": "name tests failures errors", "testcase": "name"}
	for r := xml.NewDecoder(strings.NewReader(report)); ; {
		token, err := r.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		element, starts := token.(xml.StartElement)
		if !starts {
			continue
		}
		is := element.Name.Local
		known, ok := allowed[is]
		if !ok {
			t.Errorf("junit has an element %s", is)
		}
		var have []string
		for _, a := range element.Attr {
			have = append(have, a.Name.Local)
			if !slices.Contains(strings.Fields(known), a.Name.Local) {
				t.Errorf("junit has an attribute %s of %s", a.Name.Local, is)
			}
		}
		for name := range strings.FieldsSeq(required[is]) {
			if !slices.Contains(have, name) {
				t.Errorf("junit has no attribute %s of %s", name, is)
			}
		}
	}
}

// decode reads what a form writes.
func decode(
	t *testing.T, r *check.Result, write func(w io.Writer, r *check.Result) error, read func([]byte, any) error, into any,
) {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, r); err != nil {
		t.Fatal(err)
	}
	if err := read(b.Bytes(), into); err != nil {
		t.Fatalf("%v in %.300s", err, b.String())
	}
}
