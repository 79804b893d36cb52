package tui

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/systemtest"
	"eyeline/themes"
	"eyeline/tui/file/filepages"
)

// FuzzKeysOnAnyFile types any keys on any file at any size: every screen has exact rows and widths and no control
// character, and nothing panics. The harness checks each screen.
func FuzzKeysOnAnyFile(f *testing.F) {
	f.Add([]byte("a\n\tb\x1b[2J\u202e\n日本 \xff\r\n"), []byte("jjWip?x\x1b:9\r/a\rnN&b\r"), uint8(40), uint8(8))
	f.Add(bytes.Repeat([]byte("word "), 9000), []byte("W]\t\t]++-oj5\rGgC"), uint8(80), uint8(24))
	f.Add([]byte{}, []byte("jkGg[]aAtp"), uint8(1), uint8(1))
	hostile, err := filepath.Glob("../testdata/hostile/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range hostile {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, []byte("piWGHjUU/a\rnHC\x1b]&b\r"), uint8(60), uint8(12))
	}
	f.Fuzz(func(t *testing.T, data, keys []byte, width, height uint8) {
		dir := t.TempDir()
		t.Chdir(dir) // for what the keys write
		path := filepath.Join(dir, "file.go")
		if err := os.WriteFile(path, data[:min(len(data), 1<<16)], 0o644); err != nil {
			t.Fatal(err)
		}
		onScreen(t, path, int(width)+1, int(height%60)+1, nil, func(s *screen) {
			s.m.opts.SettingsPath = filepath.Join(filepath.Dir(path), "config.toml")
			for _, k := range keys[:min(len(keys), 40)] {
				msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{rune(k)}}
				switch {
				case k == '\r':
					msg = tea.KeyMsg{Type: tea.KeyEnter}
				case k == ' ':
					msg = tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}
				case k < 0x20 || k == 0x7F:
					msg = tea.KeyMsg{Type: tea.KeyType(k)}
				case (k == 'e' || k == 'v') && !typing(s.m):
					continue // would write files, start an editor
				case k >= 0x80:
					s.send(tea.WindowSizeMsg{Width: int(k), Height: int(k-0x80) + 1})
					s.settle()
					continue
				}
				s.send(msg)
				if k%3 == 0 {
					s.settle()
				}
			}
			s.settle()
		})
	})
}

func TestHostileBytesNeverReachTheScreen(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "no file can have this name")
	hostile := "\x1b]52;c;eA==\x07\x1b[2J\x9b1m\u009b\u202e\u2066\ufeff\U000E0041\x00\x7f\r\x08\n"
	path := written(t, "x\x1b[31m\u202e.txt", hostile)
	onScreen(t, path, 100, 10, nil, func(s *screen) {
		s.has("^[]52;c;eA==^G^[[2J<9B>1m<9B><202E><2066><FEFF><E0041>^@^?^M^H", "x^[[31m<202E>.txt")
		s.keys("p", "/", "type:\x1b", "enter", "=")
	})
}

// TestBytesAtTheEndOfAPieceAreShown checks that what looks like the start of a character is drawn where a long wrapped
// line is divided, although no more of it is in the piece.
func TestBytesAtTheEndOfAPieceAreShown(t *testing.T) {
	t.Parallel()
	line := append(bytes.Repeat([]byte{'x'}, filepages.PieceSize-2), "\xe6\x97"...)
	path := written(t, "long.bin", string(append(line, bytes.Repeat([]byte{'y'}, 2*filepages.PieceSize)...)))
	onScreen(t, path, 80, 12, nil, func(s *screen) {
		s.keys("W", ":", "type:@16400", "enter", "u")
		s.has("<E6>", "<97>", "yyy")
	})
}

// TestCutBeforeACombination checks that the first character that a tool cuts off bears the mark of the cut, also when
// the next one combines with it.
func TestCutBeforeACombination(t *testing.T) {
	t.Parallel()
	path := written(t, "cut.txt", strings.Repeat("x", 500)+"e\u0301"+strings.Repeat("y", 20)+"\n")
	theme, err := themes.New(themes.DefaultDark, themes.TrueColor)
	if err != nil {
		t.Fatal(err)
	}
	onScreen(t, path, 80, 14, func(o *Options) { o.Theme = theme }, func(s *screen) {
		s.keys("W")
		view := strings.ReplaceAll(s.m.View(), theme.Style(themes.CursorLine), "")
		if want := theme.Style(themes.CutMark) + "e\u0301" + themes.Reset + theme.Style(themes.CutText) + "y"; !strings.Contains(view, want) {
			t.Errorf("%q is not on the screen:\n%q", want, view)
		}
	})
}

func TestBurstOfKeysInOneMessage(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("jjjjj")})
		s.settle()
		s.has("▸   6 │")
	})
}

func TestVeryLongLine(t *testing.T) {
	t.Parallel()
	path := written(t, "long.json", string(bytes.Repeat([]byte("0123456789"), 300000)))
	onScreen(t, path, 80, 12, nil, func(s *screen) {
		s.has("1 line cut", "┤ 0123456789")
		s.keys("3", "0", "0", "0", "right")
		s.has("┤ ")
		s.keys("W", "g")
		s.has("0123456789012345678901234567890123456789")
		s.keys("G")
		s.has("100%")
		s.keys("k", "b", "b", "j", " ", "tab", "tab", "]", "]")
		s.has("MiB of 2.9 MiB not sent")
		s.keys("[", "[")
		s.has("@0")
	})
}

func TestFileThatGrowsShrinksAndVanishes(t *testing.T) {
	t.Parallel()
	path := written(t, "log.txt", "one\ntwo\n")
	onScreen(t, path, 80, 12, nil, func(s *screen) {
		s.keys("F")
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("three\n"); err != nil {
			t.Fatal(err)
		}
		_ = f.Close()
		s.later()
		s.has("▸   3 │ three", "· L1–L3", "3 lines")
		if err := os.WriteFile(path, []byte("new\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		s.later()
		s.has("│ new", "truncated", "1 line")
		s.lacks("three")
		if runtime.GOOS == "windows" {
			return // an open file is there until it is closed
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		s.later()
		s.has("the file is gone")
	})
}

func TestBadFileNameOfNextFile(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 12, func(o *Options) { o.Paths = append(o.Paths, "/nothing/here\x1b.txt") }, func(s *screen) {
		s.keys(":", "type:n", "enter")
		reason := "no such file"
		if runtime.GOOS == "windows" {
			reason = "" // in the system's words: no file can have this name
		}
		s.has("/nothing/here^[.txt: "+reason, "package server")
	})
}

// TestRewrittenFileIsReadByItsNewLines checks that an index of the old bytes never finds lines in the new ones.
func TestRewrittenFileIsReadByItsNewLines(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", strings.Repeat("a line of twenty byt\n", 20000))
	onScreen(t, path, 80, 12, nil, func(s *screen) {
		s.keys("1", "5", "0", "0", "0", "G", "a")
		s.has("from 15000")
		if err := os.WriteFile(path, []byte(strings.Repeat("b\n", 400000)), 0o644); err != nil {
			t.Fatal(err)
		}
		s.send(key("+")) // before anything has looked at the file again
		synctest.Wait()
		for len(s.msgs) > 0 {
			s.send(<-s.msgs)
			synctest.Wait()
		}
		if r := s.m.file.Preview.Reading; r.Window.Start != 2*14999 {
			t.Errorf("line 15000 is said to begin at %d", r.Window.Start)
		}
		s.later()
		s.has("400,000 lines", "│ b")
	})
}

// TestWindowsAskedForInABurst checks that keys typed while a window is read are not lost.
func TestWindowsAskedForInABurst(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		s.keys("o", "5", "enter", "esc")
		s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("]]]]")})
		s.settle()
		s.has("from 21 ", "34 of 59 lines not sent")
		s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("[[[")})
		s.settle()
		s.has("from 6 ", "49 of 59 lines not sent")
	})
}
