package transcript

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestParseUnified(t *testing.T) {
	for _, c := range []struct {
		diff string
		want []Hunk
	}{
		{"--- a\n+++ b\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n", []Hunk{{1, []string{" one", "-two", "+TWO", " three"}}}},
		{"@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n", []Hunk{{1, []string{"-a", "+b"}}}},
		{"@@ -4,0 +5,2 @@ func\n+x\n+y\n@@ -9 +11,0 @@\n--- a\n", []Hunk{{5, []string{"+x", "+y"}}, {9, []string{"--- a"}}}},
		{"@@ -0,0 +1,2 @@\n+x\n+y\n", []Hunk{{1, []string{"+x", "+y"}}}},
		{"@@ -1,3 +1,3 @@\n a\n\n c\n", []Hunk{{1, []string{" a", " ", " c"}}}},
		{"@@ -9,2 +9,1 @@\n-a\n b\n@@ -3,1 +3,1 @@\n-x\n+y\n", nil}, // out of order
		{"@@ -x +y @@\n-a\n", nil},
		{"@@ -1,99999999999999999999 +1 @@\n-a\n", nil},
		{"no diff\n", nil},
		{"", nil},
	} {
		if got := parseUnified(c.diff); !reflect.DeepEqual(got, c.want) && len(got)+len(c.want) > 0 {
			t.Errorf("%q\n got %v\nwant %v", c.diff, got, c.want)
		}
	}
}

func describeEdits(edits []Edit) string {
	var out []string
	for _, e := range edits {
		text := e.Path
		switch {
		case e.IsWhole:
			text += fmt.Sprintf(" whole %q", e.Whole)
		case e.Deleted:
			text += " deleted"
		case len(e.Hunks) > 0:
			text += fmt.Sprintf(" %v", e.Hunks)
		default:
			text += fmt.Sprintf(" new %q", e.New)
		}
		out = append(out, text)
	}
	return strings.Join(out, "|")
}

const patch = `*** Begin Patch
*** Add File: new.go
+package x
+
*** Update File: old.go
@@ func f
 context
-gone
+one
+two
 context
+three
*** Delete File: dead.go
*** End Patch`

func TestApplyPatch(t *testing.T) {
	if got, want := describeEdits(applyPatch(patch)), `new.go whole "package x\n\n"|old.go new ["one\ntwo" "three"]|dead.go deleted`; got != want {
		t.Errorf("%s", got)
	}
	for _, p := range []string{"", "*** ", "+x\n", "*** Update File: \n+", "*** Add File: a"} {
		applyPatch(p) // must not panic
	}
}

func TestShellEdits(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"cat > a.txt <<'EOF'\none\n$two\nEOF", `/w/a.txt whole "one\n$two\n"`},
		{"cat <<EOF > /x/a.txt\none\nEOF", `/x/a.txt whole "one\n"`},
		{"cat >> a.txt <<EOF\none\nEOF", `/w/a.txt new ["one\n"]`},
		{"cd sub && cat > a <<'E'\nx\nE\n", `/w/sub/a whole "x\n"`},
		{"apply_patch <<'EOF'\n" + patch + "\nEOF", `/w/new.go whole "package x\n\n"|/w/old.go new ["one\ntwo" "three"]|/w/dead.go deleted`},
		{"cat > a <<EOF\n$HOME\nEOF", ""},
		{"cat > $F <<'EOF'\nx\nEOF", ""},
		{"cat a.txt", ""},
		{"python3 - <<'EOF'\nprint(1)\nEOF", ""},
		{"cat > a <<'EOF", ""},
	} {
		if got := describeEdits(ShellEdits(c.command, "/w")); got != c.want {
			t.Errorf("%.40q\n got %s\nwant %s", c.command, got, c.want)
		}
	}
}

// TestCodexPatch takes an apply_patch call of Codex, with and without the record of what it changed.
func TestCodexPatch(t *testing.T) {
	run := func(side string) string {
		return `{"type":"session_meta","payload":{"id":"x","cwd":"/w"}}
{"type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","input":` + fmt.Sprintf("%q", patch) + `,"call_id":"a"}}
` + side + `{"type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"a","output":"ok"}}
`
	}
	for side, want := range map[string]string{
		"": `/w/new.go whole "package x\n\n"|/w/old.go new ["one\ntwo" "three"]|/w/dead.go deleted`,
		`{"type":"event_msg","payload":{"type":"patch_apply_end","call_id":"a","success":true,"changes":{"/w/new.go":{"type":"add","content":"package x\n"},"/w/old.go":{"type":"update","unified_diff":"@@ -3 +3 @@\n-gone\n+one\n"},"dead.go":{"delete":{"content":"x"}}}}}` + "\n": `/w/new.go whole "package x\n"|/w/old.go [{3 [-gone +one]}]|/w/dead.go deleted`,
	} {
		s := decode(t, "rollout.jsonl", run(side))
		edits, err := s.Edits(s.Call(1))
		if err != nil || s.Call(1).Kind != Change || describeEdits(edits) != want {
			t.Errorf("%v, %s", err, describeEdits(edits))
		}
	}
}
