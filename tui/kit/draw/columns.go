package draw

import (
	"strings"

	"eyeline/themes"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/sgr"
)

// Cell is one column of a row of a table.
type Cell struct {
	Text  string // safe to draw
	Width int    // in cells of the terminal; the text is cut or padded to it. The column is left out at 0
	Right bool   // at the right edge
	Role  themes.Role
	// Pieces are drawn in the place of the text, as far as there is room. All together they should be as wide as the
	// column.
	Pieces []Piece
	// Keep says how long the column stays where there is no room for all: that with the lowest number, which may be
	// negative, is left out first. No number keeps a column for good, unlike the levels of [bar.Part].
	Keep int
}

// Piece is a text, safe to draw, in one style.
type Piece struct {
	Text string
	Role themes.Role
}

// Columns is a row with a space between its columns. When the row is selected, all of it is drawn in the colours
// of the selection: a part without its background would look like a hole.
func (c Canvas) Columns(selected bool, row []Cell) string {
	var b strings.Builder
	sign := "  "
	switch {
	case selected && c.ASCII:
		sign = "> "
	case selected:
		sign = "▸ "
	}

	used := min(2, c.Width)
	c.Put(&b, inRow(selected, themes.Cursor), cells.Truncate(sign, used, ""))
	c.putColumns(&b, selected, row, c.Width-used)
	return b.String()
}

// PutColumns writes columns in room cells, a space before each; selected as in [Canvas.Columns].
func (c Canvas) PutColumns(b *strings.Builder, selected bool, row []Cell, room int) {
	if room > 0 {
		c.Put(b, inRow(selected, themes.Text), " ")
		c.putColumns(b, selected, row, room-1)
	}
}

// putColumns writes columns in room cells, a space between them.
func (c Canvas) putColumns(b *strings.Builder, selected bool, row []Cell, room int) {
	used := 0
	for i, one := range row {
		if one.Width <= 0 || used >= room {
			continue
		}

		if i > 0 {
			c.Put(b, inRow(selected, themes.Text), " ")
			used++
		}

		w := min(one.Width, room-used)
		if one.Pieces != nil {
			used += c.pieces(b, selected, one.Pieces, w)
			continue
		}

		text := cells.Truncate(one.Text, w, "…")
		if one.Right {
			text = strings.Repeat(" ", max(w-cells.Width(text), 0)) + text
		} else {
			text = cells.Pad(text, w)
		}

		c.Put(b, inRow(selected, one.Role), text)
		used += w
	}

	c.Put(b, inRow(selected, themes.Text), strings.Repeat(" ", max(room-used, 0)))
}

// inRow is the role of a part of a row.
func inRow(selected bool, role themes.Role) themes.Role {
	if selected {
		return themes.OptionSelected
	}
	return role
}

// pieces draws pieces in at most room cells, and returns how many it took.
func (c Canvas) pieces(b *strings.Builder, selected bool, pieces []Piece, room int) (used int) {
	for _, p := range pieces {
		text := cells.Truncate(p.Text, room-used, "") // "" where there is no room left
		if text != "" {
			c.putPiece(b, selected, p.Role, text)
			used += cells.Width(text)
		}
	}
	return used
}

// putPiece writes a piece. In a selected row a bar keeps its colours, which say what it shows, on the background of the
// selection where that is a colour of its own. What has a background itself, such as a match, keeps that, too: its text
// could not be read on another one.
func (c Canvas) putPiece(b *strings.Builder, selected bool, role themes.Role, text string) {
	isText := role == themes.Text || role == themes.Dim || role == themes.HelpText
	if !selected || isText {
		c.Put(b, inRow(selected, role), text)
		return
	}

	var under sgr.Style
	if !under.Take(c.Theme.Style(themes.OptionSelected)) || under.Background() == (sgr.Style{}) {
		c.Put(b, themes.OptionSelected, text)
		return
	}

	b.WriteString(c.Theme.Style(role))
	var own sgr.Style
	if !own.Take(c.Theme.Style(role)) || own.Background() == (sgr.Style{}) {
		b.WriteString(under.Background().String())
	}
	b.WriteString(text)
	b.WriteString(themes.Reset)
}

// Ordered returns the columns of a row in the order in which they are drawn, given by their indexes from 0.
func Ordered(row []Cell, columns ...int) []Cell {
	out := make([]Cell, len(columns))
	for i, column := range columns {
		out[i] = row[column]
	}
	return out
}

// Fit leaves out the columns with the lowest Keep until the first one has at least least cells, and gives it what is
// left of the row. It changes the row and returns it.
func (c Canvas) Fit(row []Cell, least int) []Cell {
	for {
		rest := c.Width - 2
		for _, one := range row[1:] {
			if one.Width > 0 {
				rest -= one.Width + 1
			}
		}

		lowest := -1
		for i, one := range row {
			if i > 0 && one.Width > 0 && (lowest < 0 || one.Keep < row[lowest].Keep) {
				lowest = i
			}
		}

		if rest >= least || lowest < 0 {
			row[0].Width = max(rest, 1)
			return row
		}

		row[lowest].Width = 0
	}
}
