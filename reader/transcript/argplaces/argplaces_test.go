package argplaces

import (
	"slices"
	"testing"

	"eyeline/reader/transcript/record"
)

// TestWhatArgumentsName: an argument that is wholly one path names that file alone; of any other it is said that every
// file may be meant, and which names of files stand in it.
func TestWhatArgumentsName(t *testing.T) {
	for _, c := range []struct {
		dir   string
		texts []string
		named string // one of what is named
		isAny bool
	}{
		{"/w", []string{"/w/a.go"}, "/w/a.go", false},
		{"/w", []string{"sub/a.go"}, "/w/sub/a.go", false},
		{"/w", []string{"/w/a.go:12:3"}, "/w/a.go", false},
		{"/w", []string{"@sub/a.go#L3-L9"}, "/w/sub/a.go", false},
		{"/w", []string{"file:///w/my%20dir/a.go"}, "/w/my dir/a.go", false},
		{"/w", []string{"/elsewhere", "--- a/sub/A.go\n+++ b/sub/A.go"}, NameOf("/w/sub/a.go"), false},
		{"/w", []string{"/elsewhere", "see my file.go, please"}, NameOf("/w/my file.go"), false},
		{"/w", []string{"/elsewhere", "as in Makefile."}, NameOf("/w/Makefile"), false},
		{"/w", []string{"a.go"}, "/w/a.go", true},
		{"/w", []string{"1.2"}, "", true},
		{"/w", []string{"~/x"}, "", true},
		{"/w", []string{"other/a.go"}, NameOf("/w/a.go"), false},
		{"/w", []string{"https://example.com/x"}, "", true},
		{"/w", []string{"/w/b.go", "**/*.go"}, "", true},
		{"/w", []string{"/"}, "", true},
		{"/w", []string{`\bfoo\b`}, "", true},
		{"/w", nil, "", true},
		{"/w", []string{"/w/b.go", string(make([]byte, longestNaming+1))}, "", true},
		{`C:\w`, []string{`sub\a.go`}, "C:/w/sub/a.go", false},
		{`C:\w`, []string{`C:\`}, "", true},
		{`C:\w`, []string{"file:///C:/"}, "", true},
	} {
		named, isAny := Of(&record.Header{Dir: c.dir}, c.texts)
		if isAny != c.isAny || c.named != "" && !slices.Contains(named, c.named) {
			t.Errorf("%.60q: %q %t, want %q %t", c.texts, named, isAny, c.named, c.isAny)
		}
	}
}

// TestAPathElsewhere: a path that is absolute does not name a file with that name in another folder.
func TestAPathElsewhere(t *testing.T) {
	for _, text := range []string{"/elsewhere/a.go", `D:\x\a.go`} {
		named, isAny := Of(&record.Header{Dir: "/w"}, []string{text})
		if isAny && text[0] == '/' || slices.Contains(named, NameOf("/w/a.go")) {
			t.Errorf("%s: %q %t", text, named, isAny)
		}
	}
}

// TestKeysOfPlaces: upper case and lower case are alike where the run is one of Windows.
func TestKeysOfPlaces(t *testing.T) {
	windows, other := record.Header{Dir: `C:\w`}, record.Header{Dir: "/w"}
	if Key(&windows, "C:/W/A.go") != Key(&windows, "C:/w/a.go") || Key(&other, "/w/A.go") == Key(&other, "/w/a.go") {
		t.Error("the keys are not those of the system")
	}
}
