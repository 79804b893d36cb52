package transcript

import (
	"reflect"
	"strings"
	"testing"
)

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
	got, err := ParseDiff(strings.NewReader(twoFiles))
	want := []Diffed{
		{Path: "src/a.go", Added: []Range{{2, 3}, {12, 12}}, Deleted: 1},
		{Deleted: 1},
		{Path: "néw", Added: []Range{{1, 2}}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n got %+v\nwant %+v", err, got, want)
	}
	for text, want := range map[string]string{
		"@@ -1 +1 @@\n": "before the name", "+++ b/x\n@@ -1 +1\n": "no hunk header", "+++ b/x\n@@ -a +1 @@\n": "no range",
		"+++ b/x\n@@ -1 +1 @@\n-x\n": "ends within", "+++ b/x\n@@ -1 +1 @@\n?\n": "no line of a hunk", "+++ b/x\n@@ -0,0 +1 @@\n-x\n": "more lines",
	} {
		if _, err := ParseDiff(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if got, err := ParseDiff(strings.NewReader("")); err != nil || got != nil {
		t.Errorf("nothing is %v, %v", got, err)
	}
}

func TestReview(t *testing.T) {
	diff, err := ParseDiff(strings.NewReader(twoFiles))
	if err != nil {
		t.Fatal(err)
	}
	c := &Coverage{Files: []FileCoverage{{Path: "src/a.go", Sent: []Range{{1, 2}, {5, 20}}, Written: []Range{{3, 3}}}}}
	got := Review(c, diff)
	want := []Reviewed{
		{Path: "src/a.go", Added: 3, Sent: 2, Unsent: []Range{{3, 3}}, Deleted: 1},
		{Deleted: 1, Unsent: []Range{}},
		{Path: "néw", Added: 2, Unsent: []Range{{1, 2}}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
	if p := Percent(got); p != 40 {
		t.Errorf("%d%%", p)
	}
	if Percent(nil) != 100 {
		t.Error("nothing added is not all sent")
	}
}

func FuzzParseDiff(f *testing.F) {
	f.Add(twoFiles)
	f.Fuzz(func(t *testing.T, text string) {
		files, err := ParseDiff(strings.NewReader(text))
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
