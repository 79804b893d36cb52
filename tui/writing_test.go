package tui

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eyeline/reader/source"
	"eyeline/reader/source/sourcetest"
	"eyeline/tui/file/document"
)

// TestMarkedLinesOfAFileThatChanges: what is written of a file is of one state of it, or said to be stale.
func TestMarkedLinesOfAFileThatChanges(t *testing.T) {
	t.Parallel()
	text := textOf(2000)
	other := strings.ReplaceAll(text, "line", "LINE")
	for _, c := range []struct {
		what   string
		change func(path string) error
		stale  bool
	}{
		{"nothing", func(string) error { return nil }, false},
		{"growth", func(path string) error { return os.WriteFile(path, []byte(text+"more\n"), 0o600) }, false},
		{"another file", func(path string) error {
			if err := os.WriteFile(path+".new", []byte(other), 0o600); err != nil {
				return err
			}
			return sourcetest.Replace(path+".new", path)
		}, true},
		{"less", func(path string) error { return os.Truncate(path, 1000) }, true},
		{"other bytes", func(path string) error {
			if err := os.WriteFile(path, []byte(other), 0o600); err != nil {
				return err
			}
			return os.Chtimes(path, time.Time{}, time.Unix(1, 0))
		}, true},
	} {
		for _, view := range []string{"", "H"} {
			path := written(t, "text", text)
			onScreen(t, path, 80, 24, nil, func(s *screen) {
				if view != "" {
					s.keys(view)
				}
				s.keys("V", "j", "j", "j")
				content := s.m.file.Text.Marking.MarkedContent()
				if content == nil {
					t.Fatal("nothing is marked")
				}
				if err := c.change(path); err != nil {
					t.Fatal(err)
				}
				var b bytes.Buffer
				err := content(context.Background(), &b)
				if errors.Is(err, source.ErrStale) != c.stale || !c.stale && (err != nil || !strings.HasPrefix(text, b.String()) || b.Len() == 0) {
					t.Errorf("%s, %q: %v, %q", c.what, view, err, b.String())
				}
			})
		}
	}
}

// TestACutStream: the end of a stream that is cut says so on the screen, and so does each command that writes it.
func TestACutStream(t *testing.T) {
	limited := func(o *Options) {
		withoutTool(o)
		o.Input.SpoolLimit = 1000
	}
	t.Chdir(t.TempDir()) // the messages have the path, whose length is not to count
	onStream(t, 120, 20, limited, func(s *screen, write func(string), end func(error)) {
		const path = "saved"
		text := numbered(100)
		write(text)
		end(nil)
		const why = "the stream is longer than the spool limit"
		s.keys("G")
		s.has("── cut after 1000 B: "+why, strings.TrimSpace(text[strings.LastIndex(text[:1000], "\n")+1:1000]))
		s.keys("s", "type:"+path, "enter")
		s.has("wrote 1000 B to", "this is not all of it: ")
		if got, err := os.ReadFile(path); err != nil || string(got) != text[:1000] {
			t.Errorf("saved %q, %v", got, err)
		}
		s.keys("V", "G", "e", "type:"+path+".lines", "enter")
		s.has("wrote ", "this is not all of it: ")
		s.keys("y")
		s.has("sent to the terminal", "this is not all of it: ")
		s.keys("g", "V", "j", "e", "type:"+path+".first", "enter")
		s.has("wrote ")
		s.lacks("this is not all of it")
	})
	onStream(t, 120, 20, func(o *Options) { o.Input.SpoolLimit = 1000 }, func(s *screen, write func(string), end func(error)) {
		write(numbered(100))
		end(nil)
		content, why := s.m.file.Export.Content()
		if content == nil {
			t.Fatal(why)
		}
		var b bytes.Buffer
		var cut *document.CutError
		if err := content(context.Background(), &b); !errors.As(err, &cut) || b.Len() == 0 {
			t.Errorf("%v, and %d bytes", err, b.Len())
		}
	})
}

// TestAStoppedSaveBesideAnother: what has come of a stream is kept when its writing is stopped, also where another made
// a file of that name meanwhile.
func TestAStoppedSaveBesideAnother(t *testing.T) {
	t.Parallel()
	onStream(t, 120, 20, withoutTool, func(s *screen, write func(string), end func(error)) {
		path := filepath.Join(t.TempDir(), "saved")
		write("one\ntwo\n")
		s.keys("s", "type:"+path, "enter")
		s.has("writing")
		if err := os.WriteFile(path, []byte("another's"), 0o644); err != nil {
			t.Fatal(err)
		}
		s.keys("esc")
		s.later()
		s.has("stopped: the first 8 B are in", path+".1")
		if got, err := os.ReadFile(path + ".1"); err != nil || string(got) != "one\ntwo\n" {
			t.Errorf("kept %q, %v", got, err)
		}
		if got, _ := os.ReadFile(path); string(got) != "another's" {
			t.Errorf("another's file is now %q", got)
		}
		end(nil)
	})
}
