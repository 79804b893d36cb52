package contextscreen

import (
	"slices"
	"strings"

	"eyeline/reader/contextfiles"
	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
)

// This file draws the text below the list: what one agent is sent of the selected file, or what two are, side by side.

// sideText is what one agent is sent, from the selected file on, in rows.
type sideText struct {
	rows []string
	only []bool // of each row: the other agent is not sent its line; nil for one agent alone
	// goesOn says of each row that it continues the line of the row before; nil likewise.
	goesOn []bool
	from   int // the first of them that is of the selected file
	of     textKey
}

// textKey is what the rows of a text were made of.
type textKey struct {
	briefing *contextfiles.Briefing
	width    int
	line     line // the selected one
}

// at is the first row that is drawn in a pane of room rows, when the text is scrolled down from the selected file.
func (t *sideText) at(down, room int) int {
	return max(min(t.from+down, len(t.rows)-room), 0)
}

// wrapTexts makes the rows of the texts where something has changed, and keeps them on the screen.
func (s *Screen) wrapTexts() {
	changed := s.wrapSide(&s.texts[0], &s.left)
	if s.right != nil {
		// Both are made anew where one is, since they are laid beside each other.
		if changed {
			s.texts[1].of = textKey{}
		}
		if s.wrapSide(&s.texts[1], s.right) {
			s.texts[0].of = textKey{}
			s.wrapSide(&s.texts[0], &s.left)
			if s.left.sendsSome() && s.right.sendsSome() &&
				areAlikeSent(s.rowOf(&s.left, s.selected()), s.rowOf(s.right, s.selected())) {
				layBeside(&s.texts[0], &s.texts[1])
			}
		}
	}

	up := s.texts[0].from
	most := len(s.texts[0].rows) - s.texts[0].from
	if s.right != nil {
		up = max(up, s.texts[1].from)
		most = max(most, len(s.texts[1].rows)-s.texts[1].from)
	}

	room := s.textRoom()
	s.down = max(min(s.down, most-room), -up)
}

// areAlikeSent reports whether both agents are sent something of a file, or neither: else one has the file, and the
// other why it is not sent, with nothing to lay beside each other.
func areAlikeSent(left, right contextfiles.Row) bool {
	return (left.Left == nil) == (right.Left == nil)
}

// widths are the cells of a row of the text of the left side and of the right one.
func (s *Screen) widths() (left, right int) {
	if s.right == nil {
		return s.host.Canvas().Width, 0
	}
	l, r := halves(s.host.Canvas())
	return max(l.Width-signCells, 1), max(r.Width-signCells, 1)
}

// signCells is how many cells stand before the texts of two agents: the sign of a line that only one of them gets.
const signCells = 2

// wrapSide makes the rows of one side's text of those of its parts, as wide as these are wrapped. Where the files have
// changed, the same row of the selected one stays. It reports whether it made them.
func (s *Screen) wrapSide(t *sideText, of *side) bool {
	selected := s.selected()
	key := textKey{briefing: of.briefing, width: of.width, line: selected}
	if key == t.of || key.width == 0 {
		return false
	}
	if t.of.briefing != nil && (t.of.width != key.width || t.of.line.name != key.line.name) {
		s.down = 0
	}

	*t = sideText{of: key}
	if selected.name != "" && key.briefing != nil {
		row := s.rowOf(of, selected)
		if row.Source == nil && row.Left == nil && len(key.briefing.Parts) == 0 {
			t.rows = indented(s.nothing(of), key.width)
		} else {
			t.wrap(of, row, key)
		}
		if row.Source != nil && t.from+1 < s.textRoom() && of.isFirstOfPart(row) {
			t.from = 0 // there is room for the agent's own words above: no mark would say that the text begins there
		}
	}
	return true
}

// sendsSome reports whether the agent is sent a text.
func (o *side) sendsSome() bool { return o.briefing != nil && len(o.briefing.Parts) > 0 }

// wrap makes the rows of a file that is sent, and of the part around it; all parts for the sum, and behind the reason
// why a file is left out.
func (t *sideText) wrap(of *side, row contextfiles.Row, key textKey) {
	switch {
	case row.Left != nil:
		why := row.Left.Why
		if row.Left == notLookedFor {
			why = notRead
		}

		text := "  Nothing of it is sent"
		if why != "" {
			text += ": " + why
		}
		t.rows = indented(text, key.width)
		if len(key.briefing.Parts) > 0 {
			t.rows = append(t.rows, "", "  What is sent:", "")
			t.only = make([]bool, len(t.rows))
			t.goesOn = make([]bool, len(t.rows))
			t.wrapParts(of, key)
		}
	case row.Source == nil:
		t.wrapParts(of, key)
	default:
		part := of.wrapped(row.Part)
		line := strings.Count(key.briefing.Parts[row.Part].Text[:row.Source.At], "\n")
		t.rows = part.rows
		t.only = part.only
		t.goesOn = part.goesOn
		t.from = max(part.first[min(line, len(part.first)-1)]-1, 0)
	}
}

// isFirstOfPart reports whether no file of a part is sent before that of a row.
func (s *side) isFirstOfPart(row contextfiles.Row) bool {
	return !slices.ContainsFunc(s.rows, func(r contextfiles.Row) bool {
		return r.Source != nil && r.Part == row.Part && r.Source.At < row.Source.At
	})
}

// wrapParts adds the rows of all parts.
func (t *sideText) wrapParts(of *side, key textKey) {
	for i := range key.briefing.Parts {
		part := of.wrapped(i)
		t.rows = append(t.rows, part.rows...)
		t.only = append(t.only, part.only...)
		t.goesOn = append(t.goesOn, part.goesOn...)
	}
}

// partRows are the rows of a part of what is sent. They are made once for each width: a part may have megabytes.
type partRows struct {
	rows   []string
	only   []bool
	goesOn []bool
	first  []int // of each line, its first row; at the end how many rows there are
}

// wrapped are the rows of a part.
func (s *side) wrapped(part int) partRows {
	p, known := s.parts[part]
	if known {
		return p
	}

	if text := s.briefing.Parts[part].Text; text != "" {
		for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
			p.first = append(p.first, len(p.rows))
			p.rows = append(p.rows, cells.WrapWords(cells.Sanitize(line), s.width)...)
			for range len(p.rows) - len(p.only) {
				p.goesOn = append(p.goesOn, len(p.only) > p.first[len(p.first)-1])
				p.only = append(p.only, s.isOnly(line))
			}
		}
	}

	p.first = append(p.first, len(p.rows))
	s.parts[part] = p
	return p
}

// isOnly reports whether the agent beside this one is sent no such line.
func (s *side) isOnly(line string) bool {
	if s.others == nil || strings.TrimSpace(line) == "" {
		return false
	}
	_, ok := s.others[line]
	return !ok
}

// linesOf are the lines of all that an agent is sent.
func linesOf(of *side) map[string]struct{} {
	all := map[string]struct{}{}
	if of.briefing == nil {
		return all
	}
	for _, part := range of.briefing.Parts {
		for line := range strings.SplitSeq(part.Text, "\n") {
			all[line] = struct{}{}
		}
	}

	return all
}

// compare tells each side which lines the other one is sent.
func (m *made) compare() {
	left := linesOf(&m.left)
	right := linesOf(m.right)
	share := !m.left.sendsSome() || !m.right.sendsSome()
	for line := range left {
		_, both := right[line]
		share = share || both && strings.TrimSpace(line) != ""
	}

	if !share {
		m.left.apart = true
		m.right.apart = true
		return
	}
	m.left.others = right
	m.right.others = left
}

// otherWidth reports whether there are parts that are wrapped for another width.
func (s *side) otherWidth(width int) bool {
	return s != nil && s.briefing != nil && width > 0 && s.width != width
}

// wrapAll makes the rows of all parts, where the screen has a width.
func (s *side) wrapAll(width int) {
	if s == nil || s.briefing == nil || width == 0 {
		return
	}
	if s.width != width {
		s.parts = map[int]partRows{}
		s.width = width
	}
	for i := range s.briefing.Parts {
		s.wrapped(i)
	}
}

// indented are the rows of lines, each safe to draw, broken between words where that is possible. What follows in a
// line that begins with blanks begins with as many.
func indented(text string, width int) (rows []string) {
	for line := range strings.SplitSeq(text, "\n") {
		bare := strings.TrimLeft(line, " ")
		indent := line[:len(line)-len(bare)]
		for _, row := range cells.WrapWords(cells.Sanitize(bare), max(width-len(indent), 1)) {
			rows = append(rows, indent+row)
		}
	}
	return rows
}

// textRows draw the text, or those of two agents beside each other, in height rows. Where there is a list above, the
// first says what the text is.
func (s *Screen) textRows(height int) []string {
	if s.right == nil {
		return s.sideTextRows(s.host.Canvas(), &s.texts[0], &s.left, height)
	}
	left, right := halves(s.host.Canvas())
	return s.host.Canvas().Beside(
		draw.Fill(s.sideTextRows(left, &s.texts[0], &s.left, height), height, left.Width),
		draw.Fill(s.sideTextRows(right, &s.texts[1], s.right, height), height, right.Width),
	)
}

// sideTextRows draw the text of one side.
func (s *Screen) sideTextRows(c draw.Canvas, t *sideText, of *side, height int) (rows []string) {
	at := t.at(s.down, s.textRoom())
	if s.panes != textOnly {
		rows = append(rows, s.textTitle(c, t, of, at))
	}

	for k := min(at, len(t.rows)); k < len(t.rows) && len(rows) < height; k++ {
		role := themes.Text
		sign := ""
		if s.right != nil {
			sign = strings.Repeat(" ", signCells)
		}
		if k < len(t.only) && t.only[k] {
			role = themes.Added
			if k >= len(t.goesOn) || !t.goesOn[k] {
				sign = "+ "
			}
		}

		rows = append(rows, c.Line(role, sign+t.rows[k]))
	}

	return rows
}

// signed adds to the title of a text what the sign before its lines means. That a file is not sent stands before it.
func signed(c draw.Canvas, what bar.Part, agent string, isLost bool) []bar.Part {
	const gap = "  "
	only := "+ only " + agent + " gets"
	if cells.Width(only)+cells.Width(gap) > c.Width {
		only = "+ only here"
	}

	sign := bar.Part{Text: only, Role: themes.Added, Keep: bar.LostLast}
	if isLost {
		sign.Text = gap + only
		return []bar.Part{{Text: what.Text, Role: themes.ModelLineWarn, Keep: bar.Kept}, sign}
	}

	what.Text = gap + what.Text
	what.Keep = bar.LostFirst
	return []bar.Part{sign, what}
}

// shownText says in words for width cells which text of a side the selected row shows; "" while nothing is known.
func (of *side) shownText(row *contextfiles.Row, width int) string {
	switch {
	case of.briefing == nil:
		return ""
	case row.Source == nil && row.Left == nil && len(of.briefing.Parts) == 0:
		since := of.profile.Tool.Origin
		return since.Agent + " " + since.ShortVersion() + " is sent no file before its first read"
	case row.Source != nil:
		return string(row.Source.Kind) + ", part " + humanize.Group(int64(row.Part+1)) + " of " +
			humanize.Group(int64(len(of.briefing.Parts))) + ": " + cells.SanitizeFirst(row.State, width)
	case row.Left != nil:
		return "not sent"
	}
	return "all that is sent"
}

// textTitle is the line above the text of one side.
func (s *Screen) textTitle(c draw.Canvas, t *sideText, of *side, at int) string {
	row := s.rowOf(of, s.selected())
	what := of.shownText(&row, c.Width)
	left := []bar.Part{{Text: what, Role: themes.ModelLineValue, Keep: bar.LostFifth}}
	isSigned := s.right != nil && slices.Contains(t.only, true)
	if isSigned {
		left = signed(c, left[0], of.agent(), row.Left != nil)
	}

	if s.right != nil && of == &s.left && of.apart && s.right.apart {
		said := bar.Part{Text: "no line in common  ", Role: themes.ModelLine, Keep: bar.LostLast}
		left = slices.Insert(left, 0, said)
	}

	place := ""
	if len(t.rows) > 0 {
		place = "row " + humanize.Group(int64(at+1))
		whole := place + " of " + humanize.Group(int64(len(t.rows)))
		const gaps = 4 // cells at the ends of the row, and between its parts
		if isSigned {  // the sign comes first; what the text is goes where there is no room
			what = left[0].Text
		}
		if cells.Width(what+whole)+gaps <= c.Width {
			place = whole
		}
	}
	return c.Bar(left, []bar.Part{{Text: place, Role: themes.ModelLine, Keep: bar.LostSecond}}, themes.ModelLine)
}
