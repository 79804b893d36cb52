package patch_test

import (
	"reflect"
	"strings"
	"testing"

	"eyeline/reader/transcript/patch"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
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
		if got := patch.Unified(c.diff); !reflect.DeepEqual(got, c.want) && len(got)+len(c.want) > 0 {
			t.Errorf("%q\n got %v\nwant %v", c.diff, got, c.want)
		}
	}
}

func TestApplyPatch(t *testing.T) {
	if got, want := transcripttest.DescribeEdits(patch.Apply(transcripttest.Patch)), `new.go whole "package x\n\n"|old.go new ["one\ntwo" "three"]|dead.go deleted`; got != want {
		t.Errorf("%s", got)
	}
	for _, p := range []string{"", "*** ", "+x\n", "*** Update File: \n+", "*** Add File: a"} {
		patch.Apply(p) // must not panic
	}
}

func TestParseDiff(t *testing.T) {
	got, err := patch.Parse(strings.NewReader(transcripttest.Diff))
	want := []patch.File{
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
		if _, err := patch.Parse(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if got, err := patch.Parse(strings.NewReader("")); err != nil || got != nil {
		t.Errorf("nothing is %v, %v", got, err)
	}
}

func FuzzParseDiff(f *testing.F) {
	f.Add(transcripttest.Diff)
	f.Fuzz(func(t *testing.T, text string) {
		files, err := patch.Parse(strings.NewReader(text))
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
