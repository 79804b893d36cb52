package emit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/tools"
)

// TestDetailsDoNotChangeTheSession: the calls that are made to count those that are left are not the agent's, so the
// next call of the session gives the same with details and without.
func TestDetailsDoNotChangeTheSession(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := strings.Repeat("a line of text, as long as lines are in most files\n", 2500) + "a form feed\f"
	if err := os.WriteFile(filepath.Join(dir, "f.txt"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}

	contents := func(tool *tools.Tool, detailed bool) (all []string) {
		var in, out bytes.Buffer
		first := fmt.Sprintf(`"tool":%q,"file":"f.txt"`, tool.Name)
		for i, request := range []string{first, first, first} {
			if tool.Name == "swe_agent" && i > 0 {
				request = `"tool":"swe_agent","arguments":{"commands":["scroll_down"]}`
			}
			fmt.Fprintf(&in, "{%s,\"session\":\"one\",\"details\":%t}\n", request, detailed)
		}
		if err := Batch(t.Context(), &in, &out, tools.Env{Root: dir}); err != nil {
			t.Fatal(err)
		}

		for line := range strings.Lines(out.String()) {
			var a struct{ Content, Error string }
			if err := json.Unmarshal([]byte(line), &a); err != nil {
				t.Fatal(err)
			}
			all = append(all, a.Content+a.Error)
		}
		return all
	}

	for i, tool := range tools.AllVersions() {
		if !longtest.IsRequested() && i%3 != 0 && tool.Name != "swe_agent" {
			continue
		}
		plain := contents(tool, false)
		for i, got := range contents(tool, true) {
			if got != plain[i] {
				t.Errorf("%s, call %d: %.80q with details, %.80q without", tool.Name, i+1, got, plain[i])
			}
		}
	}
}

// The sessions that were named last are remembered, and no more than there may be.
func TestSessions(t *testing.T) {
	t.Parallel()
	var s sessions
	first := s.get("in use")
	first.Put("seen", true)
	s.get("left").Put("seen", true)
	for i := range 2 * maxSessions {
		s.get(strconv.Itoa(i))
		if s.get("in use") != first {
			t.Fatalf("a session in use is forgotten after %d others", i+1)
		}
	}
	if len(s.byName) != maxSessions || s.recent.Len() != maxSessions {
		t.Errorf("%d sessions are remembered, in a list of %d", len(s.byName), s.recent.Len())
	}
	if _, ok := s.get("left").Get("seen"); ok {
		t.Error("one that was named long ago is remembered")
	}
	if _, ok := s.get("in use").Get("seen"); !ok {
		t.Error("one in use has forgotten")
	}
}
