package node

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"eyeline/reader/access"
)

func TestNodeErrors(t *testing.T) {
	for _, c := range []struct {
		err        error
		call, path string
		want       string
	}{
		{&fs.PathError{Op: "open", Path: "/x", Err: syscall.ENOENT}, "open", "/a", "ENOENT: no such file or directory, open '/a'"},
		{&fs.PathError{Op: "open", Path: "/x", Err: syscall.ENOTDIR}, "stat", "/a", "ENOTDIR: not a directory, stat '/a'"},
		{syscall.EACCES, "open", "/a", "EACCES: permission denied, open '/a'"},
		{syscall.EPERM, "open", "/a", "EPERM: operation not permitted, open '/a'"},
		{syscall.ELOOP, "realpath", "/a", "ELOOP: too many symbolic links encountered, realpath '/a'"},
		{syscall.ENAMETOOLONG, "open", "", "ENAMETOOLONG: name too long, open"},
		{access.ErrDirectory, "read", "", "EISDIR: illegal operation on a directory, read"},
		{fmt.Errorf("%w: %w", access.ErrNowhere, syscall.ELOOP), "open", "/a", "ELOOP: too many symbolic links encountered, open '/a'"},
		{access.ErrNowhere, "open", "/a", "ENOENT: no such file or directory, open '/a'"},
		{&access.SpecialError{Mode: fs.ModeNamedPipe}, "open", "/a", "/a: is a named pipe, not a file"},
	} {
		if errors.Is(c.err, syscall.ENOTDIR) && errors.Is(c.err, fs.ErrNotExist) {
			continue // Windows has one number for both, which Node.js calls ENOENT
		}
		if got := Error(c.err, c.call, c.path); got != c.want {
			t.Errorf("%v: %s, want %s", c.err, got, c.want)
		}
	}
}

func TestInspect(t *testing.T) {
	for text, want := range map[string]string{
		"a": `'a'`, "it's": `"it's"`, `it's "b"`: "`it's \"b\"`", "'\"`": `'\'"` + "`'", "\n\x00\x7f\\é": `'\n\x00\x7F\\é'`, "'\"${": `'\'"${'`,
	} {
		if got := inspect(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
