// Package draw, which changes without notice, draws rows as wide as the screen: texts in a style, the columns of a
// table, a text being typed. It says, too, which of many rows are shown.
package draw

import (
	"strings"

	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/textfield"
)

// Canvas is what rows are drawn on. The texts that it is given must be safe to draw, see [cells.Sanitize].
type Canvas struct {
	Theme *themes.Theme
	Width int  // of the screen, in cells
	ASCII bool // the terminal does not show UTF-8
}

// Put writes text in a role's style.
func (c Canvas) Put(b *strings.Builder, role themes.Role, text string) {
	bar.Put(b, c.Theme, role, text)
}

// Line is a row with a text in a role's style, cut to the row.
func (c Canvas) Line(role themes.Role, text string) string {
	var b strings.Builder
	c.Put(&b, role, cells.Pad(cells.Truncate(text, c.Width, "…"), c.Width))
	return b.String()
}

// Part is a part of a text, as indexes of its bytes, in a style of its own; End is exclusive.
type Part struct {
	Start, End int
	Role       themes.Role
}

// LineWith is [Canvas.Line] with a part of the text in a style of its own, as far as the row goes.
func (c Canvas) LineWith(role themes.Role, text string, p Part) string {
	line := cells.Pad(cells.Truncate(text, c.Width, "…"), c.Width)
	if p.Start == p.End || !strings.HasPrefix(line, text[:p.Start]) {
		return c.Line(role, text)
	}

	end := len(line) // the row ends inside the part
	if strings.HasPrefix(line, text[:p.End]) {
		end = p.End
	}

	var b strings.Builder
	c.Put(&b, role, line[:p.Start])
	c.Put(&b, p.Role, line[p.Start:end])
	c.Put(&b, role, line[end:])
	return b.String()
}

// Beside joins the rows of two parts, which are as many, with a line between them.
func (c Canvas) Beside(left, right []string) []string {
	var between strings.Builder
	c.Put(&between, themes.Border, "│")
	for i := range left {
		left[i] += between.String() + right[i]
	}
	return left
}

// Bar is a row of parts; see [bar.Row].
func (c Canvas) Bar(left, right []bar.Part, fill themes.Role) string {
	return bar.Row(c.Theme, c.Width, left, right, fill)
}

// Field is a row with a text being typed, with its cursor, behind a sign; the end of it when it is too long. bad says
// why the text was refused, hint what may be typed while nothing is.
func (c Canvas) Field(sign string, input *textfield.Field, bad, hint string) string {
	room := max(c.Width-2-cells.Width(sign)-1, 1)
	if bad != "" {
		room = c.roomBeside(sign, bad)
	}

	typed := c.typed(sign, input, room)
	var right []bar.Part
	switch {
	case bad != "":
		right = []bar.Part{bar.MessageBeside(typed, bad, c.Width)}
	case input.Text() == "" && hint != "":
		right = []bar.Part{{Text: hint, Role: themes.FooterText, Keep: bar.LostThird}}
	}

	return c.Bar(typed, right, themes.FooterText)
}

// roomBeside is how many cells a text that is being typed may have behind a sign and beside a message: those that the
// message leaves, or what half of the row has for it, and one where there is no room for that.
func (c Canvas) roomBeside(sign, message string) int {
	const others = 5 // cells: one at each end, two between the texts, and the cursor
	return max(c.Width-others-cells.Width(sign)-cells.Width(message), c.Width/2-cells.Width(sign), 1)
}

// typed is what is being typed behind a sign, with its cursor: at most room cells of what is before that.
func (c Canvas) typed(sign string, input *textfield.Field, room int) []bar.Part {
	before, after := input.Drawn(room)
	return []bar.Part{
		{Text: sign, Role: themes.Prompt, Keep: bar.Kept},
		{Text: before, Role: themes.Prompt, Keep: bar.Kept},
		{Text: "▏", Role: themes.Cursor, Keep: bar.Kept},
		{Text: after, Role: themes.Prompt, Keep: bar.Kept},
	}
}

// Footer is [Canvas.Field] with keys behind what is typed, as far as there is room.
func (c Canvas) Footer(sign string, input *textfield.Field, bad, hint string, keys []bar.Hint) bar.Footer {
	f := bar.Footer{Typed: c.typed(sign, input, c.roomBeside(sign, bad)), Note: bad, Bad: true, Keys: keys}
	if input.Text() == "" {
		f.Lines = hint
	}
	return f
}

// PanelTitle is the first row of a panel: what it is, and at the right a hint as far as there is room.
func (c Canvas) PanelTitle(title, hint string) string {
	var b strings.Builder
	const rule = 4 // cells before and after the title
	if room := c.Width - rule; room > 1 && cells.Width(title) > room {
		title = strings.TrimSuffix(cells.WrapWords(title, room-1)[0], " ·") + "…"
	}

	left := "── " + title + " "
	right := ""
	if hint != "" {
		right = " " + hint + " ──"
	}
	if cells.Width(left)+cells.Width(right) > c.Width {
		right = ""
	}

	line := strings.Repeat("─", max(c.Width-cells.Width(left)-cells.Width(right), 0))
	c.Put(&b, themes.Border, cells.Pad(left+line+right, c.Width))
	return b.String()
}
