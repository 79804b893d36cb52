// Package bar draws the rows above and below the panes: the title, the model line and the footer. Each is a function of
// plain values, which say what is known, to one row of cells; nothing here knows where the values come from.
//
// All texts given are shown as they are: whoever gives them has made them safe for a terminal.
package bar

import (
	"strings"

	"eyeline/themes"
	"eyeline/tui/cells"
)

// Part is a piece of a row with its role in the theme.
type Part struct {
	Text string
	Role themes.Role
	// Keep says how long the part stays when there is no room for all: the lowest goes first. From longest on a part is
	// shortened instead.
	Keep int
}

// longest is the least Keep of parts that are shortened and never left out.
const longest = 7

// Row draws left from the left and right at the right edge in exactly width cells, with the fill's role around them.
func Row(t *themes.Theme, width int, left, right []Part, fill themes.Role) string {
	return rowOver(t, width, left, right, fill, "")
}

// rowOver is Row with a style laid under all of it.
func rowOver(t *themes.Theme, width int, left, right []Part, fill themes.Role, under string) string {
	margin := 1 // cells left blank at both ends
	if width < 3 {
		margin = 0
	}
	left, right = fit(left, right, width-2*margin, fill)
	row := writer{theme: t, under: under}
	row.blank(fill, margin)
	row.parts(left)
	row.blank(fill, width-margin-row.used-widthOf(right))
	row.parts(right)
	row.blank(fill, width-row.used)
	return row.String()
}

// fit leaves out and shortens parts until they take at most width cells, with two between left and right.
func fit(left, right []Part, width int, fill themes.Role) ([]Part, []Part) {
	total := func() int {
		n := widthOf(left) + widthOf(right)
		if len(right) > 0 {
			n += 2
		}
		return n
	}
	if total() <= width {
		return left, right
	}
	for total() > width {
		lowest, from := 100, &left
		for _, side := range []*[]Part{&left, &right} {
			for _, p := range *side {
				if p.Keep < lowest {
					lowest, from = p.Keep, side
				}
			}
		}
		if len(left)+len(right) <= 1 || lowest >= longest {
			break
		}
		kept := (*from)[:0:0]
		for _, p := range *from {
			if p.Keep != lowest {
				kept = append(kept, p)
			}
		}
		*from = kept
	}
	if over := total() - width; over > 0 {
		left, over = shorten(left, over)
		right, _ = shorten(right, over)
	}
	if total() > width {
		// No room for parts: one text, as far as it goes.
		text := ""
		for _, p := range left {
			text += p.Text
		}
		left, right = []Part{{Text: cells.Truncate(text, width, ""), Role: fill}}, nil
	}
	return left, right
}

// shorten cuts parts, the widest first, by over cells in total; it returns what is left over.
func shorten(parts []Part, over int) ([]Part, int) {
	const least = 4 // cells of a part that is cut
	parts = append([]Part(nil), parts...)
	for over > 0 {
		widest := -1
		for i, p := range parts {
			if w := cells.Width(p.Text); w > least && (widest < 0 || w > cells.Width(parts[widest].Text)) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		p := &parts[widest]
		was := cells.Width(p.Text)
		to := max(was-over, least)
		p.Text = cells.Truncate(p.Text, to, "…")
		over -= was - cells.Width(p.Text)
		if to == least && over > 0 && cells.Width(p.Text) >= was {
			break
		}
	}
	return parts, over
}

func widthOf(parts []Part) int {
	n := 0
	for _, p := range parts {
		n += cells.Width(p.Text)
	}
	return n
}

// writer writes styled texts one after the other.
type writer struct {
	strings.Builder
	theme *themes.Theme
	under string // begins every style
	used  int    // cells
}

func (w *writer) parts(parts []Part) {
	for _, p := range parts {
		w.put(p.Role, p.Text)
		w.used += cells.Width(p.Text)
	}
}

func (w *writer) blank(role themes.Role, n int) {
	if n <= 0 {
		return
	}
	styled := w.begin(role)
	w.used += n
	w.WriteString(strings.Repeat(" ", n))
	w.end(styled)
}

func (w *writer) put(role themes.Role, text string) {
	styled := w.begin(role)
	w.WriteString(text)
	w.end(styled)
}

// begin begins a role's style, and reports whether there is one to end.
func (w *writer) begin(role themes.Role) bool {
	open := w.theme.Style(role)
	w.WriteString(w.under)
	w.WriteString(open)
	return w.under != "" || open != ""
}

func (w *writer) end(styled bool) {
	if styled {
		w.WriteString(themes.Reset)
	}
}

// Put writes text in a role's style.
func Put(b *strings.Builder, t *themes.Theme, role themes.Role, text string) {
	putStyled(b, t.Style(role), text)
}

func putStyled(b *strings.Builder, open, text string) {
	b.WriteString(open)
	b.WriteString(text)
	if open != "" {
		b.WriteString(themes.Reset)
	}
}
