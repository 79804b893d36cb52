package ospath

import (
	"path/filepath"
	"testing"
)

func TestNodeOnPOSIX(t *testing.T) {
	n := NodeOn(POSIX)
	for _, c := range []struct{ got, want string }{
		{n.Resolve("/w", "a/../b/"), "/w/b"},
		{n.Resolve("/w", "/x//y/."), "/x/y"},
		{n.Resolve("/w", ""), "/w"},
		{n.Join("/w", "a/"), "/w/a/"},
		{n.Join("/w", "../.."), "/"},
		{n.Clean("/w//a/"), "/w/a/"},
		{n.Ext("/a/b.tar.gz"), ".gz"},
		{n.Ext("/a/.zip"), ""},
		{n.Ext("/a/x."), "."},
		{n.Ext(".a.b"), ".b"},
		{n.Ext("/a.b/c"), ""},
		{n.Ext("/a/b\\.x"), ".x"},
		{n.Relative("/a/b", "/a/b"), ""},
		{n.Relative("/a/b", "/a/b/c/d"), "c/d"},
		{n.Relative("/a/b", "/a/c"), "../c"},
		{n.Relative("/", "/a"), "a"},
		{n.Relative("/a/b", "/"), "../.."},
		{n.Relative("/ab", "/a"), "../a"},
		{n.Below("/", "a", "b"), "/a/b"},
		{n.Below("/w"), "/w"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

// TestRustOnWindows has the examples of the documentation of std::path.
func TestRustOnWindows(t *testing.T) {
	r := RustOn(Windows)
	for _, c := range []struct{ got, want any }{
		{r.IsAbs(`c:\windows`), true},
		{r.IsAbs("c:temp"), false},
		{r.IsAbs(`\temp`), false},
		{r.IsAbs("/temp"), false},
		{r.IsAbs(`\\server\share`), true},
		{r.IsAbs(`\\?\C:\a`), true},
		{r.IsAbs(`\\.\NUL`), true},
		{r.IsAbs("a"), false},
		{r.Join(`C:\w`, "a.txt"), `C:\w\a.txt`},
		{r.Join(`C:\w\`, "a.txt"), `C:\w\a.txt`},
		{r.Join(`C:\w`, `D:\x`), `D:\x`},
		{r.Join(`C:\w`, `\x`), `C:\x`},
		{r.Join("C:", "a"), "C:a"},
		{r.Join(`C:\w`, "C:a"), "C:a"},
		{r.Join(`\\?\C:\w`, `..\x/y`), `\\?\C:\x\y`},
		{r.Join(`\\server\share`, "a"), `\\server\share\a`},
		{r.Resolve(`C:\w`, `..\b/./c`), `C:\b\c`},
		{r.Base(`C:\w\b.txt`), "b.txt"},
		{r.Base("C:"), ""},
		{r.Base(`C:\w\..`), ""},
		{r.Base(`C:/w/b.txt/`), "b.txt"},
		{r.Dir(`C:\w\b.txt`), `C:\w`},
		{r.Dir(`C:\w`), `C:\`},
		{r.Dir("C:w"), "C:"},
		{r.Ext(`C:\w\.git`), ""},
		{r.Ext(`C:\w\a.b.c`), ".c"},
		{r.Clean(`\\?\UNC\h\s\a`), `\\?\UNC\h\s\a`},
	} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
}

// TestGoOnWindows compares with filepath itself where this is Windows.
func TestGoOnWindows(t *testing.T) {
	g := GoOn(Windows)
	for _, c := range []struct{ got, want any }{
		{g.IsAbs(`C:\w`), true},
		{g.IsAbs("C:w"), false},
		{g.IsAbs(`\w`), false},
		{g.IsAbs(`\\host\share`), true},
		{g.Clean("C:/w/../a"), `C:\a`},
		{g.Clean(`a\..\C:\x`), `.\C:\x`},
		{g.Clean(`\\host\share\..\a`), `\\host\share\a`},
		{g.Join(`C:\w`, `..\b`), `C:\b`},
		{g.Join("C:", "a"), "C:a"},
		{g.Dir(`C:\w\b`), `C:\w`},
		{g.Dir(`C:\w`), `C:\`},
		{g.Dir("b"), "."},
		{g.Base(`C:\w\b.txt`), "b.txt"},
		{g.Base(`C:\`), `\`},
		{g.Ext(`C:\w.x\.git`), ".git"},
		{g.Resolve(`C:\w`, `\b`), `C:\w\b`},
	} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
	for _, pair := range randomPairs(400) {
		dir, p := pair.text("dir"), pair.text("path")
		if !here {
			g = GoOn(POSIX)
		}
		for name, got := range map[string][2]string{
			"Clean": {g.Clean(p), filepath.Clean(p)}, "Join": {g.Join(dir, p), filepath.Join(dir, p)},
			"Dir": {g.Dir(p), filepath.Dir(p)}, "Base": {g.Base(p), filepath.Base(p)}, "Ext": {g.Ext(p), filepath.Ext(p)},
		} {
			if got[0] != got[1] {
				t.Errorf("%s(%q, %q) = %q, want %q", name, dir, p, got[0], got[1])
			}
		}
		if g.IsAbs(p) != filepath.IsAbs(p) {
			t.Errorf("IsAbs(%q) = %v", p, g.IsAbs(p))
		}
	}
}
