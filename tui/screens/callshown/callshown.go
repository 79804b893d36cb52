// Package callshown, which changes without notice, shows below a list of a recorded run what the call of the selected
// row changed or gave: the first rows of it.
package callshown

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/themes"
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
	patch recordedrun.Patch
	gave  []string
	more  bool // gave is not all
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
			return read
		}

		read.gave, read.more, read.err = begin(from, key.Call)
		return read
	}, func(read Shown) tea.Cmd {
		*s = read
		return nil
	})
}

// mostRead is how many bytes of a result are read: more than the rows of any screen need.
const mostRead = 16 << 10

// errEnough ends the writing of a result of which enough is known.
var errEnough = errors.New("enough")

// beginning takes the first bytes that are written to it.
type beginning struct{ bytes.Buffer }

// Write implements [io.Writer]; it fails once there is enough.
func (b *beginning) Write(p []byte) (int, error) {
	n, _ := b.Buffer.Write(p[:min(len(p), mostRead-b.Len())])
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

	text := strings.TrimSuffix(strings.ToValidUTF8(b.String(), string(utf8.RuneError)), "\n")
	if err == nil && text != "" {
		lines = strings.Split(text, "\n")
	}

	return lines, more, err
}

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
	case key.Path != "" && s.patch.Text == "":
		return append(rows, c.Line(themes.Dim, "  the text is not recorded"))
	case key.Path != "":
		lines := strings.Split(s.patch.Text, "\n")
		return append(rows, first(c, len(lines), height, false, func(i, width int) []draw.Piece {
			return pieces(&s.patch, i, lines[i], width)
		})...)
	case len(s.gave) == 0:
		return append(rows, c.Line(themes.Dim, "  nothing"))
	}

	return append(rows, first(c, len(s.gave), height, s.more, func(i, width int) []draw.Piece {
		return []draw.Piece{{Text: shown(s.gave[i], width), Role: themes.Text}}
	})...)
}

// first draws the first of n lines in at most height rows. The last row says how many are not shown; more is true where
// there are others than those n.
func first(c draw.Canvas, n, height int, more bool, pieces func(i, width int) []draw.Piece) (rows []string) {
	lines := min(n, height)
	if lines < n || more {
		lines = min(lines, height-1)
	}

	width := max(c.Width-signCells, 0)
	for i := range lines {
		all := append(pieces(i, width), draw.Piece{Text: strings.Repeat(" ", width), Role: themes.Text})
		rows = append(rows, c.Columns(false, []draw.Cell{{Width: width, Pieces: all}}))
	}

	switch left := n - lines; {
	case more:
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

// pieces are the parts of line i of a change, which is 0-based, with their roles: as much of it as width cells hold.
func pieces(p *recordedrun.Patch, i int, line string, width int) (out []draw.Piece) {
	add := func(text string, role themes.Role) {
		if text != "" {
			out = append(out, draw.Piece{Text: shown(text, width), Role: role})
		}
	}

	numbers := min(p.Numbers, len(line))
	add(line[:numbers], themes.LineNumber)
	line = line[numbers:]
	roles := [2]themes.Role{themes.Dim, themes.Dim}
	if line != "" && changeRoles[line[0]] != [2]themes.Role{} {
		roles = changeRoles[line[0]]
	}

	at := 0
	for _, w := range p.ChangedWords(int64(i)) {
		start := min(max(w.Start, at), len(line))
		end := min(max(w.End, start), len(line))
		add(line[at:start], roles[0])
		add(line[start:end], roles[1])
		at = end
	}
	add(line[at:], roles[0])
	return out
}
