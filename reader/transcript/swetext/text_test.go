package swetext

import (
	"testing"

	"eyeline/reader/internal/jsonskim"
)

// TestArguments: commands of the editor have the arguments that other agents' calls have.
func TestArguments(t *testing.T) {
	for command, want := range map[string]string{
		"str_replace_editor str_replace /w/a --old_str 'one' --new_str two": `{"command":"str_replace",` +
			`"new_str":"two","old_str":"one","path":"/w/a"}`,
		"edit 2:03\ntwo\nend_of_edit": `{"lines":[2,3],"put":"two\n"}`,
		"str_replace_editor view":     "",
		"cat a":                       "",
	} {
		if got := string(Arguments("str_replace_editor", command)); got != want {
			t.Errorf("%q: %s, want %s", command, got, want)
		}
	}
	h, ok := LinesReplaced(jsonskim.Parse([]byte(`{"lines":[2,3],"put":"two\n"}`)))
	if !ok || h.Old != 2 || len(h.Lines) != 3 {
		t.Errorf("%+v, %t", h, ok)
	}
}

// TestHead: what is shown of a file has its name before it.
func TestHead(t *testing.T) {
	path, total, ok := Head("[File: /w/a (12 lines total)]\n1:one")
	if path != "/w/a" || total != 12 || !ok {
		t.Errorf("%q, %d, %t", path, total, ok)
	}
	path, total, ok = Head("Here's the result of running `cat -n` on /w/a:\n 1\tone")
	if path != "/w/a" || total != -1 || !ok {
		t.Errorf("%q, %d, %t", path, total, ok)
	}
	if IsDone("No replacement") || !IsDone("The file /w/a has been edited.") {
		t.Error("what was done is mistaken")
	}
}
