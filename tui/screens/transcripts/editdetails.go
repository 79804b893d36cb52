package transcripts

import (
	"fmt"
	"strings"

	"eyeline/themes"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/screens/recordedrun"
)

// roomForChange is from how many rows of a screen on the list of changes shows the text of the selected one.
const roomForChange = 14

// Details implements [rowscreen.Table]: what the selected change wrote.
func (e *editsScreen) Details(height int) []string {
	const least = 3 // rows: the title and some of the change
	key := e.selected()
	if height < least || e.Host.Height() < roomForChange || key.call == 0 || key != e.shown.of {
		return nil
	}

	c := e.Canvas()
	title := fmt.Sprintf("what call %d changed in %s", key.call, cells.SanitizeFirst(key.path, c.Width))
	rows := []string{c.PanelTitle(title, "")}
	switch {
	case e.shown.err != nil:
		return append(rows, c.Line(themes.ModelLineWarn, "  cannot be read: "+cells.Sanitize(e.shown.err.Error())))
	case e.shown.patch.Text == "":
		return append(rows, c.Line(themes.Dim, "  the text is not recorded"))
	}
	return append(rows, patchRows(c, &e.shown.patch, height-1)...)
}

// patchRows draws the first lines of a change in at most height rows. The last one says how many lines are not shown.
func patchRows(c draw.Canvas, p *recordedrun.Patch, height int) (rows []string) {
	lines := strings.Split(p.Text, "\n")
	shown := min(len(lines), height)
	if shown < len(lines) {
		shown--
	}
	for i, line := range lines[:shown] {
		width := max(c.Width-signCells, 0)
		rows = append(rows, c.Columns(false, []draw.Cell{{Width: width, Pieces: pieces(p, i, line, width)}}))
	}
	if more := len(lines) - shown; more > 0 && height > 0 {
		rows = append(rows, c.Line(themes.Dim, fmt.Sprintf("  … %d more rows: Enter shows all", more)))
	}
	return rows
}

// signCells is how many cells a row of columns has before the first one.
const signCells = 2

// changeRoles are the roles of a line of a change and of the words in it that have changed, by its first byte.
var changeRoles = map[byte][2]themes.Role{
	'+': {themes.Added, themes.AddedWords}, '-': {themes.Lost, themes.LostWords},
	'@': {themes.Border, themes.Border},
}

// pieces are the parts of line i of a change, which is 0-based, with their roles: as much of it as width cells hold,
// with blanks behind it.
func pieces(p *recordedrun.Patch, i int, line string, width int) (out []draw.Piece) {
	const tab = "    "
	add := func(text string, role themes.Role) {
		if text != "" {
			text = cells.SanitizeFirst(strings.ReplaceAll(text, "\t", tab), width)
			out = append(out, draw.Piece{Text: text, Role: role})
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
	return append(out, draw.Piece{Text: strings.Repeat(" ", width), Role: themes.Text})
}
