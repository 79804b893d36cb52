package patch_test

import (
	"os"
	"path/filepath"
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
	want := patch.Diff{Files: []patch.File{
		{Path: "src/a.go", Added: record.Ranges{{2, 3}, {12, 12}}, Deleted: 1},
		{Deleted: 1},
		{Path: "néw", Added: record.Ranges{{1, 2}}},
	}, Unread: []patch.Unread{}}
	for i, f := range got.Files {
		got.Files[i] = patch.File{Path: f.Path, Added: f.Added, Deleted: f.Deleted} // without what is for Differs
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n got %+v\nwant %+v", err, got, want)
	}
	if got, err := patch.Parse(strings.NewReader("")); err != nil || got.Files != nil || len(got.Unread) > 0 || !got.Blank {
		t.Errorf("nothing is %v, %v", got, err)
	}
}

// The lines that a diff adds are those of the file, by their numbers, or the first that is another is named.
func TestDiffers(t *testing.T) {
	dir, long := t.TempDir(), strings.Repeat("x", 2<<20)
	for name, text := range map[string]string{"a": "one\ntwo\nthree\nfour", "b": "one\r\ntwo\r\n", "c": long + "\ntwo\n", "e": "\xff\xfeo\x00", "f": "one\n\xe9\n", "g": "\ufeffone\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for diff, want := range map[string]string{
		"+++ b/a\n@@ -0,0 +2,1 @@\n+two\n@@ -3,0 +4,1 @@\n+four\n": "",
		"+++ b/a\n@@ -0,0 +2,2 @@\n+two\n+3\n":                     "line 3 of the file is not the one that the diff adds",
		"+++ b/a\n@@ -0,0 +4,2 @@\n+four\n+five\n":                 "line 5 of the file is not the one that the diff adds",
		"+++ b/a\n@@ -0,0 +9,1 @@\n+four\n":                        "line 9 of the file is not the one that the diff adds",
		"+++ b/b\n@@ -0,0 +1,2 @@\n+one\n+two\n":                   "",
		"+++ b/b\n@@ -0,0 +1,2 @@\n+one\r\n+two \r\n":              "line 2 of the file is not the one that the diff adds",
		"+++ b/c\n@@ -0,0 +2,1 @@\n+two\n":                         "",
		"+++ b/c\n@@ -0,0 +1,1 @@\n+" + long + "\n":                "line 1 of the file is not the one that the diff adds",
		"+++ b/b\n@@ -1 +1,1 @@\n-one\n+one\r\n":                   "it has lines that end with CR LF and others, or had: what was sent does not tell them apart",
		"+++ b/b\n@@ -2 +2,1 @@\n-2\r\n+two\n":                     "",
		"+++ b/a\n@@ -4 +4,1 @@\n-4\n\\ no end\n+four\n":           "",
		"+++ b/e\n@@ -0,0 +1,1 @@\n+\xff\xfeo\x00\n":               "it is in UTF-16",
		"+++ b/f\n@@ -0,0 +1,1 @@\n+one\n":                         "",
		"+++ b/f\n@@ -0,0 +2,1 @@\n+\xe9\n":                        "line 2 is not in UTF-8",
		"+++ b/g\n@@ -0,0 +1,1 @@\n+\ufeffone\n":                   "",
		"+++ b/g\n@@ -1 +1,1 @@\n-one\n+\ufeffone\n":               "line 1 has a byte order mark now",
		"+++ b/d\n@@ -0,0 +1,1 @@\n+x\n":                           "the file cannot be compared with the diff: ",
		"+++ ../a\n@@ -0,0 +1,1 @@\n+x\n":                          "the file cannot be compared with the diff: ",
	} {
		d, err := patch.Parse(strings.NewReader("--- a/x\n" + diff))
		if err != nil || len(d.Files) != 1 || len(d.Unread) > 0 {
			t.Fatalf("%.40q: %+v, %v", diff, d, err)
		}
		if got := d.Files[0].Differs(t.Context(), dir); !strings.HasPrefix(got, want) || (got == "") != (want == "") {
			t.Errorf("%.60q: %s", diff, got)
		}
	}
}

// Every line of a diff is accounted for: what is not understood is named with its line.
func TestDiffsThatAreNotUnderstood(t *testing.T) {
	for _, c := range []struct{ diff, want string }{
		{"@@ -1 +1 @@\n", "line 1 of the diff: a hunk before the name of its file"},
		{"+++ b/x\n@@ -1 +1\n", `x: line 2 of the diff: "@@ -1 +1" is no hunk header`},
		{"+++ b/x\n@@ -a +1 @@\n", `x: line 2 of the diff: "@@ -a +1 @@" is no hunk header`},
		{"+++ b/x\n@@ -1 +1 @@\n-x\n", "x: line 3 of the diff: the diff ends within a hunk"},
		{"+++ b/x\n@@ -1 +1 @@\n?\n", `x: line 3 of the diff: "?" is no line of a hunk; x: line 3 of the diff: "?" is not understood`},
		{"+++ b/x\n@@ -0,0 +1 @@\n-x\n", `x: line 3 of the diff: the hunk has more lines than its header says; x: line 3 of the diff: "-x" is not understood`},
		{"+++ b/x\n@@ -0,0 +1 @@\n+x\n+y\n+z\n", `x: line 4 of the diff: "+y" is not understood`},
		{"+++ b/x\n", "x: line 1 of the diff: the file has changed, and the diff has no line of it"},
		{"--- a/x\n", "a/x: line 1 of the diff: the file has no name after the change"},
		{"garbage\nand more\n", `line 1 of the diff: "garbage" is not understood`},
		{"\x00\n", `line 1 of the diff: "\x00" is not understood`},
		{"diff --git a/x y b/x y\nindex 1..2 100644\nBinary files a/x y and b/x y differ\n", "x y: line 3 of the diff: a binary file"},
		{"diff --git a/x b/x\nindex 1..2\nGIT binary patch\nliteral 5\nMcmZ?wbhEHb\n\nliteral 0\nHcmV?d00001\n\n", "x: line 3 of the diff: a binary file"},
		{"diff --git a/x b/x\nindex 1111111..2222222 100644\n", "x: line 2 of the diff: the file has changed, and the diff has no line of it"},
		{"diff --git a/x b/x\nnew file mode 100644\nindex 0000000..e69de29\n", ""},
		{"diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", ""},
		{"diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n", ""},
		{"diff --git a/x b/y\nsimilarity index 100%\ncopy from x\ncopy to y\n", "y: line 4 of the diff: a copy, of which the diff does not have all lines"},
		{"diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,1 -1,1 +1,2 @@@\n- a\n -b\n++c\n", "x: line 1 of the diff: a combined diff of a merge"},
		{"--- a/x\n+++ b/x\n@@@ -1 -1 +1 @@@\n", `x: line 3 of the diff: "@@@ -1 -1 +1 @@@" is not understood`},
		{"diff --git a/f b/f\nindex 1111111..2222222 100644\n--- a/f\n+++ b/f\n@@ -0,0 +0,0 @@\n", "f: line 5 of the diff: a hunk without lines"},
		{"diff --git a/x b/y\nsimilarity index 50%\nrename from x\nrename to y\n", "y: line 4 of the diff: the file has changed, and the diff has no line of it"},
		{"diff --git a/x b/x\nnew file mode 100644\n", "x: line 2 of the diff: the file has changed, and the diff has no line of it"},
		{"diff --git a/x b/x\nnew file mode 120000\nindex 0..1\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+to\n", "x: line 5 of the diff: a symbolic link, of which the lines are where it leads"},
		{"diff --git a/x b/x\nindex 1..2 120000\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-y\n+to\n", "x: line 4 of the diff: a symbolic link, of which the lines are where it leads"},
		{"diff -r 1 x\n", "line 1 of the diff: nothing is said of the file"},
		{"--- a/x\n+++ /dev/null\n@@ -0,0 +1 @@\n+x\n", `a/x: line 4 of the diff: a line is added to a file that the change removes; a/x: line 4 of the diff: "+x" is not understood`},
		{"* Unmerged path x\n", `line 1 of the diff: "* Unmerged path x" is not understood`},
		{"Only in a: x\n", `line 1 of the diff: "Only in a: x" is not understood`},
		{"commit 1\n\n    words\n", `line 1 of the diff: "commit 1" is not understood; line 3 of the diff: "    words" is not understood`},
		{"+++ b/x\n@@ -0,0 +5 @@\n+x\n@@ -0,0 +5 @@\n+y\n", `x: line 4 of the diff: the hunk begins before the end of the one before it; x: line 5 of the diff: "+y" is not understood`},
		{"\n\n", ""},
	} {
		got, err := patch.Parse(strings.NewReader(c.diff))
		var said []string
		for _, u := range got.Unread {
			said = append(said, u.String())
		}
		if s := strings.Join(said, "; "); err != nil || s != c.want {
			t.Errorf("%q: %v\n got %s\nwant %s", c.diff, err, s, c.want)
		}
	}
	got, err := patch.Parse(strings.NewReader(strings.Repeat("x\n\n", 5000)))
	if err != nil || len(got.Unread) != 1001 {
		t.Errorf("%v: %d are named", err, len(got.Unread))
	}
}

// The name of a file after a change, with every prefix that git may put before it.
func TestNamesInADiff(t *testing.T) {
	for _, c := range []struct{ header, want string }{
		{"diff --git a/x b/x\n--- a/x\n+++ b/x\n", "x"},
		{"diff --git c/x w/x\n--- c/x\n+++ w/x\n", "x"},
		{"diff --git i/x w/x\n--- /dev/null\n+++ w/x\n", "x"},
		{"diff --git b/x a/x\n--- b/x\n+++ a/x\n", "x"},
		{"diff --git b/x b/x\n--- b/x\n+++ b/x\n", "b/x"},
		{"diff --git b/x b/x\n--- /dev/null\n+++ b/x\n", "b/x"},
		{"diff --git a/x b/x\nrename from a/x\nrename to b/x\n--- a/x\n+++ b/x\n", "b/x"},
		{"--- x.orig\t2026-01-01\n+++ x\t2026-01-02\n", "x"},
		{"--- a/x\n+++ b/x y\t\n", "x y"},
		{"+++ b/x\n", "x"},
		{"--- \"a/\\303\\251\"\n+++ \"b/\\303\\251\"\n", "é"},
		{"--- \"a/a\\377\\tb\"\n+++ \"b/a\\377\\tb\"\n", "a\xff\tb"},
		{"--- \"a/\\\"q\\\\\"\n+++ \"b/\\\"q\\\\\"\n", `"q\`},
		{"--- a/x\n+++ \"b/\\u0141\"\n", `"b/\u0141"`},
		{"--- a/x\n+++ /dev/null\n", ""},
	} {
		hunk := "@@ -1 +1 @@\n-x\n+y\n"
		if c.want == "" {
			hunk = "@@ -1 +0,0 @@\n-x\n"
		}
		got, err := patch.Parse(strings.NewReader(c.header + hunk))
		if err != nil || len(got.Files) != 1 || got.Files[0].Path != c.want || len(got.Unread) > 0 {
			t.Errorf("%q: %+v, %v", c.header, got, err)
		}
	}
}

func FuzzParseDiff(f *testing.F) {
	f.Add(transcripttest.Diff)
	f.Fuzz(func(t *testing.T, text string) {
		diff, err := patch.Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		added := 0
		for _, d := range diff.Files {
			last := int64(-1)
			for _, r := range d.Added {
				if r[0] > r[1] || r[0] <= last+1 && last >= 0 {
					t.Fatalf("ranges %v", d.Added)
				}
				last = r[1]
				added += int(r[1] - r[0] + 1)
			}
		}
		// No line that looks added is passed over in silence.
		looks := 0
		for line := range strings.SplitSeq(text, "\n") {
			if strings.HasPrefix(line, "+") && !strings.HasPrefix(line, "+++ ") {
				looks++
			}
		}
		if len(diff.Unread) == 0 && added < looks {
			t.Fatalf("%d lines of %d", added, looks)
		}
	})
}
