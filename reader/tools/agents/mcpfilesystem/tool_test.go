package mcpfilesystem

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/source"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// The path is checked before anything is opened, through links too.
func TestMCPPaths(t *testing.T) {
	systemtest.SkipOnWindows(t, "the cases are errors of POSIX")
	top := toolstest.Tree(t, map[string]string{"ws/f": "x\n", "ws/out": "-> ../other", "ws/gone": "-> nothing", "other/g": "y\n"})
	root := top + "/ws"
	for path, want := range map[string]string{
		"out/g":    "Access denied - symlink target outside allowed directories: " + top + "/other/g not in " + root,
		"out/none": "Access denied - symlink target outside allowed directories: " + top + "/other not in " + root,
		`C:\x`:     `Access denied - Windows-style path received on a POSIX host: C:\x`,
		"C:x":      "ENOENT: no such file or directory, open '" + root + "/C:x'",
		"gone":     "Parent directory does not exist: " + root,
		"no/f":     "ENOENT: no such file or directory, open '" + root + "/no/f'",
		"f\x00":    "Access denied - path outside allowed directories: " + root + "/f\x00 not in " + root,
		"f/":       "",
	} {
		got, _, refused := toolstest.Ask(t, Tool, tools.Env{Root: root}, `{"path":`+js.Quote(path)+`}`)
		if refused != (want != "") || refused && got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

// A file is found by a name with composed characters as by one without them, in folders and through links too. The
// server gave these.
func TestMCPNames(t *testing.T) {
	systemtest.SkipOnWindows(t, "names are put together otherwise")
	top := toolstest.Tree(t, map[string]string{
		"ws/cafe\u0301.txt": "decomposed\n", "ws/sub/\u00fc": "composed\n", "ws/dire\u0301/a\u0308": "deep\n",
		"ws/link":   "-> sub",
		"ws/\u212b": "angstrom\n", "ws/A\u030a": "a\n", "ws/gone\u0300": "-> nothing", "ws/ou\u0300t": "-> ../other",
		"ws/bad\xff": "",
		"other/g":    "", "real": "-> ws",
	})
	root, linked := top+"/ws", top+"/real"
	const none = "ENOENT: no such file or directory, open '"
	for path, want := range map[string]string{
		"caf\u00e9.txt": "decomposed\n", "cafe\u0301.txt": "decomposed\n", "link/u\u0308": "composed\n",
		"dir\u00e9/\u00e4": "deep\n", "\u212b": "angstrom\n",
		"\u00c5":         "Ambiguous Unicode path component: \u00c5",
		"dir\u00e9/none": none + root + "/dire\u0301/none'",
		"gon\u00e8":      "Parent directory does not exist: " + linked,
		"o\u00f9t/g":     "Access denied - symlink target outside allowed directories: " + top + "/other not in " + linked + ", " + root,
		"bad\ufffd":      "Parent directory does not exist: " + linked,
	} {
		if got, _, _ := toolstest.Ask(t, Tool, tools.Env{Root: linked}, `{"path":`+js.Quote(path)+`}`); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

// The end of a large file is found from its end, its beginning from its beginning.
func TestMCPLarge(t *testing.T) {
	env := tools.Env{Root: t.TempDir(), Stream: source.View(toolstest.Repeated("0123456789abcd\r\n"), 1<<40)}
	if got, r, _ := toolstest.Ask(t, Tool, env, `{"path":"f","tail":3}`); got != "0123456789abcd\n0123456789abcd\n" || r.Window.Start != 1<<40-32 {
		t.Errorf("got %q, window %+v", got, r.Window)
	}
	if got, r, _ := toolstest.Ask(t, Tool, env, `{"path":"f","head":2}`); got != "0123456789abcd\r\n0123456789abcd\r" || r.Window.End != 32 || !r.Silent {
		t.Errorf("got %q, window %+v", got, r.Window)
	}
	if got, _, refused := toolstest.Ask(t, Tool, env, `{"path":"f"}`); !refused || got != "File size (1099511627776) is greater than 2 GiB" {
		t.Errorf("got %.100q", got)
	}
}

// broken is a file that cannot be read.
type broken struct{}

func (broken) ReadAt([]byte, int64) (int, error) { return 0, io.ErrUnexpectedEOF }

// Where the end cannot be read, nothing before it is looked at: that would go on for days.
func TestMCPEndThatFails(t *testing.T) {
	env := tools.Env{Root: t.TempDir(), Stream: source.View(broken{}, 1<<60)}
	if r, err := Tool.Read(t.Context(), env, []byte(`{"path":"f","tail":3}`)); err == nil {
		t.Errorf("window %+v", r.Window)
	}
}

// The last lines are counted where the whole file was read.
func TestMCPTailWindow(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{"f": "a\nb\r\nc"})
	for args, want := range map[string][4]int64{
		`{"path":"f","tail":9}`: {0, 6, 1, 3},
		`{"path":"f","tail":2}`: {2, 6, 0, 0},
	} {
		_, r, _ := toolstest.Ask(t, Tool, tools.Env{Root: dir}, args)
		if w := r.Window; [4]int64{w.Start, w.End, w.First, w.Last} != want {
			t.Errorf("%s: %+v", args, w)
		}
	}
}

// A link that leads out of the root tells whether its target exists, as it does with the server; with Confine it tells
// nothing.
func TestMCPLinksThatLeadOut(t *testing.T) {
	systemtest.SkipOnWindows(t, "making links takes a privilege")
	outside, dir := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "there"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"there", "missing"} {
		if err := os.Symlink(filepath.Join(outside, name), filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	answer := func(name string, confine bool) string {
		r, err := Tool.Read(t.Context(), tools.Env{Root: dir, Confine: confine}, []byte(`{"path":"`+name+`"}`))
		if err == nil {
			_ = r.Close()
			t.Fatalf("%s is read", name)
		}
		return strings.ReplaceAll(err.Error(), name, "NAME")
	}
	if there, missing := answer("there", false), answer("missing", false); !strings.Contains(there, "symlink target outside") || !strings.Contains(missing, "Parent directory does not exist") {
		t.Errorf("%q and %q are not the server's", there, missing)
	}
	if there, missing := answer("there", true), answer("missing", true); there != missing {
		t.Errorf("confined it says %q and %q", there, missing)
	}
}
