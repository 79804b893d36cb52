package patch

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"eyeline/reader/transcript/record"
)

func TestParseUnified(t *testing.T) {
	for _, c := range []struct {
		diff string
		want []record.Hunk
	}{
		{"--- a\n+++ b\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n", []record.Hunk{{Old: 1, Lines: []string{" one", "-two", "+TWO", " three"}}}},
		{"@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n", []record.Hunk{{Old: 1, Lines: []string{"-a", "+b"}}}},
		{"@@ -4,0 +5,2 @@ func\n+x\n+y\n@@ -9 +11,0 @@\n--- a\n", []record.Hunk{{Old: 5, Lines: []string{"+x", "+y"}}, {Old: 9, Lines: []string{"--- a"}}}},
		{"@@ -0,0 +1,2 @@\n+x\n+y\n", []record.Hunk{{Old: 1, Lines: []string{"+x", "+y"}}}},
		{"@@ -1,3 +1,3 @@\n a\n\n c\n", []record.Hunk{{Old: 1, Lines: []string{" a", " ", " c"}}}},
		{"@@ -9,2 +9,1 @@\n-a\n b\n@@ -3,1 +3,1 @@\n-x\n+y\n", nil}, // out of order
		{"@@ -x +y @@\n-a\n", nil},
		{"@@ -1,99999999999999999999 +1 @@\n-a\n", nil},
		{"no diff\n", nil},
		{"", nil},
	} {
		if got := Unified(c.diff); !reflect.DeepEqual(got, c.want) && len(got)+len(c.want) > 0 {
			t.Errorf("%q\n got %v\nwant %v", c.diff, got, c.want)
		}
	}
}

func describeEdits(edits []record.Edit) string {
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

const patchText = `*** Begin Patch
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
	if got, want := describeEdits(Apply(patchText)), `new.go whole "package x\n\n"|old.go new ["one\ntwo" "three"]|dead.go deleted`; got != want {
		t.Errorf("%s", got)
	}
	for _, p := range []string{"", "*** ", "+x\n", "*** Update File: \n+", "*** Add File: a"} {
		Apply(p) // must not panic
	}
}

const twoFiles = `diff --git a/src/a.go b/src/a.go
index 1111111..2222222 100644
--- a/src/a.go
+++ b/src/a.go
@@ -1,3 +1,4 @@ func f() {
 one
-two
+2
+2.5
 three
@@ -10,0 +12 @@
+twelve
diff --git a/gone b/gone
deleted file mode 100644
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
--- looks like a header
diff --git a/new b/new
--- /dev/null
+++ "b/n\303\251w"	2026-01-01
@@ -0,0 +1,2 @@
++++ looks like one too
+x
\ No newline at end of file
`

func TestParseDiff(t *testing.T) {
	got, err := Parse(strings.NewReader(twoFiles))
	want := []File{
		{Path: "src/a.go", Added: record.Ranges{{2, 3}, {12, 12}}, Deleted: 1},
		{Deleted: 1},
		{Path: "néw", Added: record.Ranges{{1, 2}}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n got %+v\nwant %+v", err, got, want)
	}
	for text, want := range map[string]string{
		"@@ -1 +1 @@\n": "before the name", "+++ b/x\n@@ -1 +1\n": "no hunk header", "+++ b/x\n@@ -a +1 @@\n": "no range",
		"+++ b/x\n@@ -1 +1 @@\n-x\n": "ends within", "+++ b/x\n@@ -1 +1 @@\n?\n": "no line of a hunk", "+++ b/x\n@@ -0,0 +1 @@\n-x\n": "more lines",
	} {
		if _, err := Parse(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if got, err := Parse(strings.NewReader("")); err != nil || got != nil {
		t.Errorf("nothing is %v, %v", got, err)
	}
}

func FuzzParseDiff(f *testing.F) {
	f.Add(twoFiles)
	f.Fuzz(func(t *testing.T, text string) {
		files, err := Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, d := range files {
			last := int64(-1)
			for _, r := range d.Added {
				if r[0] > r[1] || r[0] <= last+1 && last >= 0 {
					t.Fatalf("ranges %v", d.Added)
				}
				last = r[1]
			}
		}
	})
}
