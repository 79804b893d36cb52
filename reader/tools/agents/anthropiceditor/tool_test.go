package anthropiceditor

import (
	"testing"

	"eyeline/reader/access"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// The names of files in errors of the system are quoted as Python does.
func TestEditorQuotesAsPython(t *testing.T) {
	systemtest.SkipOnWindows(t, "the cases are errors of POSIX")
	want := `Ran into [Errno 21] Is a directory: '/a/it\'s "b"\x7f' while trying to read /a/it's "b"` + "\x7f"
	if got := Tool.Words(tools.Env{}, "/a/it's \"b\"\x7f", access.ErrDirectory); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
