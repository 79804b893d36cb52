package bar

import "eyeline/themes"

// Kept is a row as it was drawn last, with what it says: another is drawn only when that has changed. The screen is drawn after
// every message, and most of them change nothing of these rows.
type Kept[T comparable] struct {
	theme *themes.Theme
	width int
	says  T
	row   string
}

// Row is the row that says what is given, "" when it is to be drawn.
func (k *Kept[T]) Row(theme *themes.Theme, width int, says T) string {
	if k.theme == theme && k.width == width && k.says == says {
		return k.row
	}
	return ""
}

// Keep keeps the row that says what is given, and returns it.
func (k *Kept[T]) Keep(theme *themes.Theme, width int, says T, row string) string {
	*k = Kept[T]{theme, width, says, row}
	return row
}
