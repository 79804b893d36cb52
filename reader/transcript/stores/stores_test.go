package stores

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// TestTablesTellTheAgent: which statements a store is asked with goes by its tables, and the name of a session cannot
// end the text that it stands in.
func TestTablesTellTheAgent(t *testing.T) {
	for tables, want := range map[string]string{
		"messages(id,parts,session_id)\nsessions(id,parent_session_id)\n":         "'ses''a'",
		"messages(id,is_summary_message,parts)\nsessions(id,parent_session_id)\n": "m.is_summary_message",
		"steps(step_payload)\n":            "a database of Antigravity",
		"blobs(data)\nmeta(key,value)\n":   "a database of Cursor",
		"meta(key)\nblobs(data)\nxparts()": "it is a database of no agent that is known: its tables are",
	} {
		statements, err := statementsFor(tables, "ses'a")
		if err != nil {
			statements = err.Error()
		}
		if !strings.Contains(statements, want) {
			t.Errorf("%s: %s", tables, statements)
		}
		if isForeign := strings.Contains(want, "no agent"); errors.Is(err, ErrForeign) != isForeign {
			t.Errorf("%s: %v", tables, err)
		}
	}
	if !isOpenCode("part(id,message_id)\nsession(id,directory)\n") || isOpenCode("session(id,directory)\n") {
		t.Error("opencode's tables are not told from others")
	}
	if !strings.Contains(openCodeSession("ses'a"), "'ses''a'") {
		t.Error("a quote ends the name of a session")
	}
}

// TestSplit: only what lies below a regular file is a session of it.
func TestSplit(t *testing.T) {
	here, err := filepath.Abs("session.sql")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string][2]string{
		filepath.Join(here, "ses_a"): {here, "ses_a"},
		here:                         {here, ""},
		filepath.Dir(here):           {filepath.Dir(here), ""},
	} {
		if file, session := Split(path); file != want[0] || session != want[1] {
			t.Errorf("%s: %s and %q", path, file, session)
		}
	}
}
