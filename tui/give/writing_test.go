package give

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestWriteFile checks that a write that fails, on a full disk for one, leaves the old file whole and nothing beside it.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	good := func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, "the output")
		return err
	}
	full := func(_ context.Context, w io.Writer) error {
		if _, err := io.WriteString(w, "the ou"); err != nil {
			return err
		}
		return syscall.ENOSPC
	}
	for _, c := range []struct {
		what    string
		over    bool
		content func(context.Context, io.Writer) error
		err     error
		holds   string
	}{
		{"a disk that is full", false, full, syscall.ENOSPC, ""},
		{"a new file", false, good, nil, "the output"},
		{"a file that exists", false, good, os.ErrExist, "the output"},
		{"over it, on a full disk", true, full, syscall.ENOSPC, "the output"},
		{"over it", true, good, nil, "the output"},
	} {
		ws := writes{hold: func(func()) func() { return func() {} }}
		w := ws.begin(path, c.over, false)
		w.job = t.Context()
		ws.run(w, c.content)
		if err := w.result.err; !errors.Is(err, c.err) || !ws.told(w, false) {
			t.Errorf("%s: %v", c.what, err)
		}
		got, err := os.ReadFile(path)
		if string(got) != c.holds || (c.holds != "") != (err == nil) {
			t.Errorf("%s: holds %q, %v", c.what, got, err)
		}
		if names, err := os.ReadDir(dir); err != nil || len(names) > 1 {
			t.Errorf("%s: left behind %v, %v", c.what, names, err)
		}
	}
}

func TestEditorCommand(t *testing.T) {
	c := editorCommand("ed --fast", "/tmp/a b", 8)
	if got := strings.Join(c.Args, "|"); !strings.HasSuffix(got, `ed --fast "$@"|ed --fast|+8|/tmp/a b`) {
		t.Errorf("runs %s", got)
	}
}
