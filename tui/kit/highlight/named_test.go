package highlight

import (
	"slices"
	"testing"
)

func TestNamed(t *testing.T) {
	for name, want := range map[string]string{
		"go": "Go", "GO": "Go", "golang": "-", "py": "Python", "python": "Python", ".rs": "Rust", "c++": "C++", "sh": "Shell", "bash": "Shell",
		"Dockerfile": "Dockerfile", "makefile": "Makefile", "node": "JavaScript", "text": "", "": "-", "klingon": "-", "f#": "F#",
	} {
		h, ok := Named(name)
		if ok != (want != "-") || ok && h.Language() != want {
			t.Errorf("%q: %v %v, want %q", name, h, ok, want)
		}
	}
	all := Languages()
	if len(all) < 100 || !slices.Contains(all, "Go") || !slices.Contains(all, "text") {
		t.Errorf("%d languages: %v", len(all), all)
	}
	for _, name := range all {
		if h, ok := Named(name); !ok || h.Language() != name && name != plainText {
			t.Errorf("%s is listed, and is not found", name)
		}
	}
}
