package tui

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/longtest"
	"eyeline/reader/loss"

	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/themes"
	"eyeline/tui/file/modelline"
	"eyeline/tui/file/preview"
	"eyeline/tui/kit/humanize"
)

// partly is how many lines are asked for of cutAndEnding, a file with a line that is cut.
const partly = 3

func cutAndEnding() string { return "one\n" + strings.Repeat("x", 600) + "\nthree\nfour\nfive\n" }

// TestGoldenSeams shows a line that is cut and the end of a read in each colour profile and in ASCII.
func TestGoldenSeams(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", cutAndEnding())
	for name, profile := range profiles {
		for _, base := range []string{themes.DefaultDark, themes.DefaultLight} {
			theme, err := themes.New(base, profile)
			if err != nil {
				t.Fatal(err)
			}
			onScreen(t, path, 80, 10, func(o *Options) {
				o.Theme, o.Request = theme, o.Request.Sized(partly)
			}, func(s *screen) {
				s.later()
				s.golden(fmt.Sprintf("seams-%s-%s", name, base), strings.ReplaceAll(s.m.View(), "\x1b", "␛")+"\n")
			})
		}
	}
	for _, size := range [][2]int{{10, 12}, {40, 8}, {80, 12}} {
		onScreen(t, path, size[0], size[1], func(o *Options) {
			o.ASCII, o.Request = true, o.Request.Sized(partly)
		}, func(s *screen) {
			s.later()
			chopped := s.text()
			s.keys("W")
			s.golden(fmt.Sprintf("ascii-seams-%dx%d", size[0], size[1]), chopped+s.text())
		})
	}
}

// TestASeamIsNoLine: the cursor, numbers, search, the mouse and marks pass over it, and without a tool there is none.
func TestASeamIsNoLine(t *testing.T) {
	t.Parallel()
	for _, wrap := range []bool{false, true} {
		onScreen(t, written(t, "f.txt", cutAndEnding()), 120, 24, func(o *Options) {
			o.Request, o.Terminal.Mouse = o.Request.Sized(partly), true
		}, func(s *screen) {
			if wrap {
				s.keys("W")
			}
			seam := "── codex's read ends here: 3 lines · 2 lines follow · ] reads on · nothing says that more follows ──"
			s.has("── codex cuts the line here: 100 B not sent ──", seam)
			s.keys("j", "j")
			s.has("▸   3 │ three\n"+seam+"\n", "·    4 │ four")
			s.keys("j")
			s.has("▸   4 │ four")
			s.keys("k")
			s.has("▸   3 │ three")
			row := slices.Index(strings.Split(s.text(), "\n"), seam)
			s.send(tea.MouseMsg{X: 5, Y: row, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
			s.send(tea.MouseMsg{X: 5, Y: row, Button: tea.MouseButtonLeft, Action: tea.MouseActionRelease})
			s.has("▸   3 │ three")
			s.send(tea.MouseMsg{X: 5, Y: row + 1, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
			s.has("▸   4 │ four")
			s.keys("/", "type:ends here", "enter")
			s.has("not found: ends here")
			s.keys("3", "G", "V", "j")
			s.has("2 lines marked", seam)
			s.keys("esc", "ctrl+t")
			s.lacks("──")
			s.keys("ctrl+t")
			s.has(seam)
			s.keys("H", "G")
			s.has("codex's read ends here")
			s.keys("H", "g", "]")
			s.has("·    3 │ three", "▌▸   4 │ four")
			s.lacks("──")
		})
	}
}

// oracle is what the window of a reading lacks of a text, found byte by byte.
type oracle struct {
	lines   int64            // of the text
	touched map[int64]bool   // the numbers of the lines of which a byte is given
	lacking int64            // bytes
	seams   map[int64]string // what stands below a line
}

func oracleOf(text []byte, r *preview.Reading) oracle {
	o := oracle{touched: map[int64]bool{}, seams: map[int64]string{}}
	runs := loss.Runs(r.Window, r.Stats)
	at, lineAt := int64(1), make([]int64, len(text)+1)
	for i, c := range text {
		lineAt[i] = at
		if slices.ContainsFunc(runs, func(w window.Run) bool { return int64(i) >= w.Start && int64(i) < w.End }) {
			o.touched[at] = true
		} else {
			o.lacking++
		}
		if c == '\n' {
			at++
		}
	}
	o.lines = at
	if len(text) == 0 || text[len(text)-1] == '\n' {
		o.lines--
	}
	type place struct {
		at   int64
		what string
	}
	var all []place
	for i, w := range runs {
		switch {
		case i+1 < len(runs) && runs[i+1].Start > w.End:
			all = append(all, place{w.End, "middle"})
		case i+1 == len(runs) && w.End < int64(len(text)):
			all = append(all, place{w.End, "end"})
		}
	}
	for _, c := range r.Stats.Cuts {
		if !slices.ContainsFunc(all, func(p place) bool { return p.at == c.Start }) {
			all = append(all, place{c.Start + 1, "cut"})
		}
	}
	slices.SortStableFunc(all, func(a, b place) int { return int(a.at - b.at) })
	for _, p := range all {
		o.seams[lineAt[p.at-1]] += p.what + " "
	}
	return o
}

var (
	notSent = regexp.MustCompile(`^ (\S+ ?[KMG]?i?B?) of (\S+ ?[KMG]?i?B?)(?: lines?)? not sent`)
	lineRow = regexp.MustCompile(`^([▌ ])[▸ ]\s*(\d+) [│┤‹]`)
)

// checkLosses compares the model line, the gutter's bars and the seams with what the window lacks.
func checkLosses(t *testing.T, s *screen, what string, o oracle) {
	t.Helper()
	rows := strings.Split(s.text(), "\n")
	rows = rows[:len(rows)-1]
	line, want := rows[len(rows)-2], ""
	untouched := o.lines - int64(len(o.touched))
	switch {
	case o.lacking > 0 && untouched > 0:
		want = fmt.Sprintf(" %s of %s not sent", humanize.Group(untouched), humanize.Count(o.lines, "line"))
	case o.lacking > 0:
		want = fmt.Sprintf(" %s of ", humanize.Size(o.lacking))
	}
	if got := notSent.FindString(line); (got != "") != (want != "") || !strings.HasPrefix(line, want) {
		t.Errorf("%s: the model line is %q, not %q…", what, line, want)
	}
	number, below := int64(0), ""
	for _, row := range rows[1 : len(rows)-2] {
		if seam, ok := strings.CutPrefix(row, "── "); ok {
			for _, words := range [][2]string{{"cuts the line here", "cut "}, {"leaves out the middle", "middle "}, {"read ends here", "end "}, {" ends: ", "end "}} {
				if strings.Contains(seam, words[0]) {
					below += words[1]
				}
			}
			continue
		}
		m := lineRow.FindStringSubmatch(row)
		if m == nil {
			continue
		}
		if number > 0 && below != o.seams[number] {
			t.Errorf("%s: below line %d stands %q, not %q", what, number, below, o.seams[number])
		}
		number, _ = strconv.ParseInt(m[2], 10, 64)
		below = ""
		if bar := m[1] == "▌"; bar != o.touched[number] {
			t.Errorf("%s: line %d has a bar: %v", what, number, bar)
		}
	}
}

// TestASeamSaysWhoseTokensItCounts: the limit of an agent that counts by an estimate is none of the screen's tokens.
func TestASeamSaysWhoseTokensItCounts(t *testing.T) {
	withEveryTool(t)
	path := written(t, "f.txt", strings.Repeat("some words in a line of a file that is read on\n", 4000))
	onScreen(t, path, 80, 24, with(tools.ModeSlice, "claude_code"), func(s *screen) {
		s.keys("~")
		s.later()
		s.has("── Claude Code ends: 25,000 estimated tokens · ")
	})
	onScreen(t, path, 70, 24, with(tools.ModeSlice, "claude_code"), func(s *screen) {
		s.keys("~")
		s.later()
		s.has("── Claude Code's read ends here · ")
	})
}

// TestWhatTheScreenSaysIsLostIsWhatTheWindowLacks tries every tool on every hostile file and on files that are too long
// for most: the model line's numbers, the gutter's bars and the seams are those of the window.
func TestWhatTheScreenSaysIsLostIsWhatTheWindowLacks(t *testing.T) {
	withEveryTool(t)
	texts := map[string]string{
		"lines.txt": strings.Repeat("a line that is one of many, and not too short for that\n", 2600),
		"wide.txt":  strings.Repeat(strings.Repeat("wide ", 700)+"\n", 12),
		"end.txt":   strings.Repeat("a line with its end\r\n", 90) + "and one without",
		"mark.txt":  "\ufeffone\ntwo\n",
	}
	hostile, err := filepath.Glob(filepath.Join("..", "testdata", "hostile", "*"))
	if err != nil || len(hostile) == 0 {
		t.Fatal(err)
	}
	for _, path := range hostile {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts["of "+filepath.Base(path)] = string(b) // "nul" alone is a device on Windows
	}
	for name, text := range texts {
		path := written(t, name, text)
		for i, tool := range everyTool {
			if !longtest.IsRequested() && (i+len(name))%20 != 0 || len(tool.Windows) == 0 {
				continue
			}
			onScreen(t, path, 200, 30, func(o *Options) {
				o.Request, o.NoTokens = o.Request.WithModeTool(tool.Modes()[0], tool.Name), true
			}, func(s *screen) {
				s.later()
				r := s.m.file.Preview.Reading
				what := tool.Name + " of " + name
				switch {
				case r.NotKnown:
					s.has(" not known · ")
				case r.Refused != "":
					s.has(" refused: ")
				case r.Out == nil || r.Kind != "" && len(r.Window.Spans()) == 0:
				case s.m.file.Text.Doc.Decoded():
				case r.Window.Kind == window.Notice:
					s.has("a notice")
				default:
					o := oracleOf([]byte(text), r)
					checkLosses(t, s, what, o)
					for _, lost := range modelline.Losses(loss.Unsent{}, r.Stats) {
						s.has(lost)
					}
					if last := bytes.Count([]byte(text[:r.Window.End]), []byte("\n")); last > 27 {
						s.keys(strings.Split(strconv.Itoa(last), "")...)
						s.keys("G")
						checkLosses(t, s, what+" at its end", o)
					}
				}
			})
		}
	}
}

// On a screen too low for the model line the loss is over the end of the text, over half of it at most and by whole
// words; a comparison says in each half what that one loses.
func TestTheLossOnALowScreen(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", strings.Repeat("a line of words here and there\n", 300))
	for _, c := range []struct {
		width    int
		one, two string
	}{
		{120, "280 of 300 lines not sent", "─▸ codex · slice · loses 280 of 300 lines "},
		{40, "▌▸   1 │ a line of wo  280 of 300 lines…", "─▸ + codex  - sage  both 20 ─"},
		{20, "▌▸   1 a li  280 of…", "─▸ +   - …  both 20"},
	} {
		onScreen(t, path, c.width, 2, func(o *Options) { o.Request = o.Request.Sized(20) }, func(s *screen) {
			s.has(c.one)
			s.keys("C", "enter")
			s.has(c.two)
		})
	}
}
