package draw

import (
	"strings"

	"eyeline/themes"
	"eyeline/tui/kit/cells"
)

// PathCell is a cell of a known width with a path, which must be safe to draw: what does not fit is left out of its
// middle, and the folder is dimmer than the name. In a row that is selected all of it is drawn alike.
func PathCell(cell Cell, path string, selected bool) Cell {
	cell.Role = themes.Text
	cell.Text = cells.TruncateMiddle(path, cell.Width, "…")
	folder := strings.LastIndexByte(cell.Text, '/') + 1
	if selected || folder == 0 || cell.Width <= 0 {
		return cell
	}

	cell.Pieces = []Piece{
		{Text: cell.Text[:folder], Role: themes.Dim},
		{Text: cells.Pad(cell.Text[folder:], cell.Width-cells.Width(cell.Text[:folder])), Role: themes.Text},
	}
	return cell
}
