package tui

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/tui/file/textview"
)

func utf16LE(s string) string {
	var b bytes.Buffer
	_ = binary.Write(&b, binary.LittleEndian, utf16.Encode([]rune("\ufeff"+s)))
	return b.String()
}

func gzipped(t *testing.T, s string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestHexAndBackChangesNothing: where nothing was moved in the hex view, its key leads back to the same screen.
func TestHexAndBackChangesNothing(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "f.txt", numbered(300)), 80, 24, nil, func(s *screen) {
		for _, keys := range []string{"7 j", " j j", "2 0 0 G", "G k", "W 5 0 G"} {
			s.keys(strings.Split(keys, " ")...)
			before, at := s.text(), s.m.file.Text.File.Position()
			s.keys("H", "H")
			if now := s.m.file.Text.File.Position(); now != at {
				t.Errorf("after %q: at %v, and %v before:\n%s\nbefore:\n%s", keys, now, at, s.text(), before)
			}
		}
		s.keys("H", "j", "j", "j", "j", "H")
		s.lacks("▸  50 │")
	})
}

// TestOtherEncodings checks that a person reads the text and the model side stays what the tool gives of the raw bytes.
func TestOtherEncodings(t *testing.T) {
	t.Parallel()
	text := "first line, naïve\nsecond line\nthird 日本\n"
	path := written(t, "wide.txt", utf16LE(text))
	onScreen(t, path, 100, 12, nil, func(s *screen) {
		s.has("wide.txt  UTF-16LE", "read as UTF-16LE for you", "▸   1 │ first line, naïve", "   3 │ third 日本", "3 lines")
		s.lacks("▌")
		s.keys("/", "type:second", "enter")
		s.has("▸   2 │ second line")
		s.keys("a")
		s.has("from 2")
		s.keys("p")
		s.has("L2: ^@s^@e^@c^@o^@n^@d^@")
		s.keys("p", "p", "U")
		s.has("read as UTF-8")
		s.has("<FF><FE>f^@i^@r^@s^@t^@")
	})
}

func TestLatin1(t *testing.T) {
	t.Parallel()
	path := written(t, "old.txt", "Un caf\xe9 tr\xe8s br\xfbl\xe9\nd\xe9j\xe0 vu\n")
	onScreen(t, path, 100, 8, nil, func(s *screen) {
		s.has("old.txt  Latin-1", "▌▸   1 │ Un café très brûlé", "▌    2 │ déjà vu")
		s.keys("p")
		s.has("L1: Un caf\ufffd tr\ufffds")
	})
}

func TestPackedText(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("package main // a line of Go\n", 500)
	path := written(t, "main.go.gz", gzipped(t, text))
	onScreen(t, path, 100, 10, nil, func(s *screen) {
		s.has("main.go.gz  Go  gzip", "500 lines", "▸   1 │ package main // a line of Go", "unpacked (gzip); the tools read the packed bytes")
		s.keys("3", "0", "0", "G")
		s.has("▸ 300 │ package main")
		s.keys("a")
		s.has("the tools read other bytes than are shown")
		s.keys("p")
		s.has("L1: ^_")
		s.keys("p", "p", "U")
		s.has("the packed bytes, as the tools read them")
		s.lacks("package main")
		s.keys("U")
		s.has("▸   1 │ package main // a line of Go")
		s.keys("H")
		s.has("▸00000000  1f 8b 08")
		s.keys("H")
		s.has("package main // a line of Go")
	})
}

// TestPackedTextWithoutATemporaryFolder: packed text is shown packed, and the reason is said.
func TestPackedTextWithoutATemporaryFolder(t *testing.T) {
	packed, wide := written(t, "main.go.gz", gzipped(t, "package main\n")), written(t, "wide.txt", "\xff\xfea\x00\n\x00")
	systemtest.NoTemporaryFolder(t)
	onScreen(t, packed, 200, 10, nil, func(s *screen) {
		s.has("cannot unpack (gzip): no file can be made in the temporary folder", "missing: ", "^_")
		s.keys("U")
		s.has("cannot decode: no file can be made in the temporary folder")
	})
	onScreen(t, wide, 200, 10, nil, func(s *screen) {
		s.has("cannot show it as UTF-16LE: no file can be made in the temporary folder")
	})
}

func TestDamagedPackedText(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 5000 {
		b.WriteString(strings.Repeat("x", i%71) + string(rune('a'+i%26)) + "\n")
	}
	packed := gzipped(t, b.String())
	path := written(t, "cut.gz", packed[:len(packed)/2])
	onScreen(t, path, 80, 8, nil, func(s *screen) {
		s.has("▸   1 │ a", "the gzip data ends too early")
	})
}

func TestPackedTextIsBounded(t *testing.T) {
	t.Parallel()
	path := written(t, "bomb.gz", gzipped(t, strings.Repeat("0123456789\n", 10_000)))
	onScreen(t, path, 80, 8, func(o *Options) { o.Input.SpoolLimit = 1100 }, func(s *screen) {
		s.has("incomplete", "longer than the spool limit")
		s.keys("G")
		s.has("▸ 100 │ 0123456789")
	})
}

// TestPackedFileThatChanges checks that a small one is unpacked again.
func TestPackedFileThatChanges(t *testing.T) {
	t.Parallel()
	path := written(t, "log.gz", gzipped(t, "old text\n"))
	onScreen(t, path, 80, 8, nil, func(s *screen) {
		s.has("old text")
		if err := os.WriteFile(path, []byte(gzipped(t, "new text, and longer\n")), 0o644); err != nil {
			t.Fatal(err)
		}
		s.later()
		s.has("new text, and longer")
		s.lacks("old text")
	})
}

// TestFileWithTheNameOfARevision: a file that exists goes first, and it is said that it is one.
func TestFileWithTheNameOfARevision(t *testing.T) {
	for name, said := range map[string]bool{"HEAD:m.sh": true, "m.sh": false} {
		t.Chdir(filepath.Dir(written(t, name, "evil\n")))
		onScreen(t, name, 100, 10, nil, func(s *screen) {
			s.has("evil")
			if s.m.note.Text == "a file with this name, and not a file of a revision" != said {
				t.Errorf("%s: %q", name, s.m.note.Text)
			}
		})
	}
}

func TestBinaryFile(t *testing.T) {
	t.Parallel()
	path := written(t, "prog", "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00>\x00\x01\x00\x00\x00\x90\x10\x00\x00 text\n\x00\x01")
	onScreen(t, path, 100, 10, func(o *Options) { o.Request = o.Request.WithTool("sage") }, func(s *screen) {
		s.has("prog  binary", "binary: H shows its bytes", "^?ELF^B")
		s.keys("H")
		s.has("00000000  7f 45 4c 46 02 01 01 00", "│·ELF····")
		s.keys("W", "right", "&", "type:x", "enter", "esc")
		s.has("7f 45 4c 46")
	})
	for _, size := range [][2]int{{40, 8}, {20, 4}, {10, 3}, {200, 60}} {
		onScreen(t, path, size[0], size[1], func(o *Options) { o.Hex = true }, func(s *screen) {
			s.keys("j", "G", "g", "p", "p", "p", "]", "tab", "tab", "]", "C", "esc", "H", "H")
		})
	}
}

func TestEncodingFlag(t *testing.T) {
	t.Parallel()
	e, err := textview.ParseForm("utf-16le")
	if err != nil {
		t.Fatal(err)
	}
	path := written(t, "plain", utf16LE("日本\n")[2:])
	onScreen(t, path, 80, 8, func(o *Options) { o.Input.Encoding = &e }, func(s *screen) { s.has("UTF-16LE", "│ 日本") })
}

// TestSecure checks that nothing but looking is left.
func TestSecure(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("text\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	onScreen(t, filepath.Join(dir, "a"), 80, 24, func(o *Options) { o.Secure = true; o.SettingsPath = filepath.Join(dir, "config.toml") }, func(s *screen) {
		s.keys("v")
		s.has("the editor is off: the viewer runs with --secure")
		s.keys("e")
		s.has("writing is off: the viewer runs with --secure")
		s.keys("P", "type:mine=", "enter")
		s.has("--secure")
		if names, err := os.ReadDir(dir); err != nil || len(names) != 1 {
			t.Errorf("files: %v, %v", names, err)
		}
	})
}

// TestAToolThatDecodesHasItsWindowMarked: the lines that it gives are marked in the decoded text too; those of a tool
// that reads the bytes as they are have other numbers.
func TestAToolThatDecodesHasItsWindowMarked(t *testing.T) {
	allTools()
	defer keepFew()
	var text strings.Builder
	for i := range 60 {
		fmt.Fprintf(&text, "line %d\n", i+1)
	}
	for _, c := range []struct {
		tool  string
		marks bool
	}{
		{"claude_code", true}, {"codex", false},
	} {
		onScreen(t, written(t, "f.txt", utf16LE(text.String())), 80, 12, func(o *Options) {
			o.Request = o.Request.WithModeTool(tools.ModeSlice, c.tool).At(3).Sized(2)
		}, func(s *screen) {
			s.has("line 1", "line 4")
			for n, in := range map[int]bool{2: false, 3: c.marks, 4: c.marks, 5: false} {
				all := slices.DeleteFunc(strings.Split(s.text(), "\n"), func(row string) bool {
					return c.marks && strings.HasPrefix(row, "── Claude Code's read ends here") && strings.Contains(row, "56 lines follow")
				})
				row := all[n]
				if !strings.Contains(row, fmt.Sprintf("line %d", n)) || strings.HasPrefix(row, "▌") != in {
					t.Errorf("%s: line %d is drawn %q", c.tool, n, row)
				}
			}
		})
	}
}
