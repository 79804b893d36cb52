// Package calldetails, which changes without notice, shows below a list of a recorded run what the call of the selected
// row changed or gave: the first rows of it.
package calldetails

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/themes"
	"eyeline/tui/file/linediff"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/screens/recordedrun"
)

// Room is from how many rows of a screen on a list shows the text of the selected call.
const Room = 14

// Source is what the texts are read from: a run.
type Source interface {
	// Patch is what a call changed in a file.
	Patch(path string, number int) (recordedrun.Patch, error)
	// WriteResult writes the exact text of a call's result.
	WriteResult(w io.Writer, number int) error
}

// Key says which text is shown. Without a call it is the key of nothing.
type Key struct {
	Call int    // its number, from 1
	Path string // the file of which the change is shown; "" for what the call gave
	// Generation is that of the transcript: after a change of it, calls have other numbers.
	Generation int
}

// Shown is the text of the selected call, as far as it has been read.
type Shown struct {
	of    Key
	asked Key // what is being read, while a job runs
	lines []string
	more  bool              // lines are not all
	patch recordedrun.Patch // whose lines they are, if it is a change
	err   error
}

// Read reads the text of a call; nil where that is known already.
func (s *Shown) Read(set *jobs.Set, from Source, key Key) tea.Cmd {
	if key.Call == 0 || key == s.of || key == s.asked && set.Runs(jobs.CallText) {
		return nil
	}

	s.asked = key
	return jobs.Ask(set, jobs.CallText, func(context.Context) Shown {
		read := Shown{of: key}
		if key.Path != "" {
			read.patch, read.err = from.Patch(key.Path, key.Call)
			read.lines = linesOf(read.patch.Text)
			return read
		}

		read.lines, read.more, read.err = begin(from, key.Call)
		return read
	}, func(read Shown) tea.Cmd {
		*s = read
		return nil
	})
}

// maxRead is how many bytes of a result are read: more than the rows of any screen need.
const maxRead = 16 << 10

// errEnough ends the writing of a result of which enough is known.
var errEnough = errors.New("enough")

// beginning takes the first bytes that are written to it. It has no other way to write than Write, which is bounded.
type beginning struct{ text []byte }

// Write implements [io.Writer]; it fails once there is enough.
func (b *beginning) Write(p []byte) (int, error) {
	n := min(len(p), maxRead-len(b.text))
	b.text = append(b.text, p[:n]...)
	if n < len(p) {
		return n, errEnough
	}
	return n, nil
}

// begin returns the first lines of what a call gave, and whether there are more.
func begin(from Source, call int) (lines []string, more bool, err error) {
	var b beginning
	err = from.WriteResult(&b, call)
	if more = errors.Is(err, errEnough); more {
		err = nil
	}

	text := strings.TrimSuffix(strings.ToValidUTF8(string(b.text), string(utf8.RuneError)), "\n")
	return linesOf(text), more, err
}

// linesOf are the lines of a text; none of an empty one.
func linesOf(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// Deed says what the shown change is of its call: "changed" or "asked to change".
func (s *Shown) Deed() string { return s.patch.Deed() }

// Rows draws the text of a call below a title, in at most height rows; none while it is not known.
func (s *Shown) Rows(c draw.Canvas, key Key, title string, height int) []string {
	const least = 3 // rows: the title and some of the text
	if height < least || key.Call == 0 || key != s.of {
		return nil
	}

	rows := []string{c.PanelTitle(cells.SanitizeFirst(title, c.Width), "")}
	height--
	switch {
	case s.err != nil:
		return append(rows, c.Line(themes.ModelError, "  cannot be read: "+cells.Sanitize(s.err.Error())))
	case len(s.lines) > 0:
		return append(rows, s.first(c, height)...)
	case key.Path != "":
		return append(rows, c.Line(themes.Dim, "  the text is not recorded"))
	default:
		return append(rows, c.Line(themes.Dim, "  nothing"))
	}
}

// first draws the first lines in at most height rows. The last row says how many are not shown.
func (s *Shown) first(c draw.Canvas, height int) (rows []string) {
	n := len(s.lines)
	lines := min(n, height)
	if lines < n || s.more {
		lines = min(lines, height-1)
	}

	width := max(c.Width-signCells, 0)
	for i := range lines {
		all := append(s.pieces(i, width), draw.Piece{Text: strings.Repeat(" ", width), Role: themes.Text})
		rows = append(rows, c.Columns(false, []draw.Cell{{Width: width, Pieces: all}}))
	}

	switch left := n - lines; {
	case s.more:
		rows = append(rows, c.Line(themes.Dim, "  … more"))
	case left > 0:
		rows = append(rows, c.Line(themes.Dim, fmt.Sprintf("  … %d more rows", left)))
	}

	return rows
}

// shown is the beginning of a line as it is drawn.
func shown(text string, width int) string {
	const tab = "    "
	return cells.SanitizeFirst(strings.ReplaceAll(text, "\t", tab), width)
}

// signCells is how many cells a row of columns has before the first one.
const signCells = 2

// changeRoles are the roles of a line of a change and of the words in it that have changed, by its first byte.
var changeRoles = map[byte][2]themes.Role{
	'+': {themes.Added, themes.AddedWords}, '-': {themes.Lost, themes.LostWords},
	'@': {themes.Border, themes.Border},
}

// pieces are the parts of line i, which is 0-based, with their roles: as much of it as width cells hold.
func (s *Shown) pieces(i, width int) (out []draw.Piece) {
	line := s.lines[i]
	if s.of.Path == "" {
		return []draw.Piece{{Text: shown(line, width), Role: themes.Text}}
	}

	add := func(text string, role themes.Role) {
		if text != "" {
			out = append(out, draw.Piece{Text: shown(text, width), Role: role})
		}
	}

	numbers := min(s.patch.Numbers, len(line))
	add(line[:numbers], themes.LineNumber)
	line = line[numbers:]
	roles := [2]themes.Role{themes.Dim, themes.Dim}
	if line != "" && changeRoles[line[0]] != [2]themes.Role{} {
		roles = changeRoles[line[0]]
	}

	words := s.patch.ChangedWords(int64(i))
	at := leftOut(line, words, width-numbers)
	if at > 0 {
		add(line[:1], roles[0])
		add("…", themes.Dim)
	}
	for _, w := range words {
		start := min(max(w.Start, at), len(line))
		end := min(max(w.End, start), len(line))
		add(line[at:start], roles[0])
		add(line[start:end], roles[1])
		at = end
	}
	add(line[at:], roles[0])
	return out
}

// leftOut is how many bytes of a line of a change are left out behind its sign, so that width cells show the first of
// its words that have changed, and where there is room some words before: 0 where they show them anyway. It ends at the
// beginning of a word.
func leftOut(line string, changed []linediff.Bytes, width int) int {
	if width <= 0 || len(changed) == 0 || changed[0].Start < 1 || changed[0].Start >= len(line) {
		return 0
	}

	first := changed[0]
	const needed = 24 // cells that tell what has changed
	end := min(first.End, first.Start+min(needed, width), len(line))
	if cells.Width(shown(line[:end], end)) <= width {
		return 0
	}

	from := max(first.Start-width/3, 1)
	if blank := strings.IndexByte(line[from:first.Start], ' '); blank >= 0 {
		return from + blank + 1
	}
	return first.Start
}
