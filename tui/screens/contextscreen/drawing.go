package contextscreen

import (
	"cmp"
	"path/filepath"
	"strings"

	"eyeline/keymap"
	"eyeline/reader/contextfiles"
	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/screens"
)

// From how many rows of a screen on the title, the headings, and both panes are drawn.
const (
	roomForTitle = 4
	roomForHeads = 8
	roomForBoth  = 12
)

// layout is how many rows the parts of a screen of height rows have.
func (s *Screen) layout(height int) (title, heads, list, text int) {
	if height >= roomForTitle {
		title = 1
	}

	rest := height - title
	switch {
	case s.panes == textOnly:
		return title, 0, 0, rest
	case height >= roomForHeads:
		heads = 1
	}

	list = max(rest-heads, 1)
	if s.isShort() {
		list = max(list-detailRows, 1)
	}
	if s.panes == both && height >= roomForBoth {
		const part, of = 3, 5 // of the rows, at most for the list
		text = rest - heads - min(max(len(s.lines), 1), (rest-heads)*part/of)
		list -= text
	}

	return title, heads, list, text
}

// textRoom is how many rows of the text are shown, without the line above it.
func (s *Screen) textRoom() int {
	_, _, list, text := s.layout(s.host.Height())
	if list > 0 {
		text-- // the line between
	}
	return max(text, 0)
}

// Settle implements [screens.Screen].
func (s *Screen) Settle() {
	_, _, list, _ := s.layout(s.host.Height())
	s.cursor.ScrollOf(len(s.lines), list)
	s.wrapTexts()
}

// Rows implements [screens.Screen].
func (s *Screen) Rows(height int) []string {
	title, heads, list, text := s.layout(height)
	c := s.host.Canvas()
	var rows []string
	if title > 0 {
		left, right := s.title()
		rows = append(rows, c.Bar(left, right, themes.TitleDim))
	}

	if heads > 0 {
		rows = append(rows, s.row(-1))
	}

	switch {
	case s.left.briefing != nil:
		for k := s.cursor.Top(); k < min(s.cursor.Top()+list, len(s.lines)); k++ {
			rows = append(rows, s.row(k))
		}
	case list > 0 && s.left.failed != "":
		rows = append(rows, c.Line(themes.ModelError, "  cannot tell: "+s.left.failed))
	}

	if text == 0 && !s.isShort() || s.left.briefing == nil {
		return rows
	}

	for len(rows) < title+heads+list {
		rows = append(rows, c.Line(themes.Text, ""))
	}

	if s.isShort() {
		for _, text := range s.details(c.Width - 1) {
			rows = append(rows, c.Line(themes.ModelLineWarn, " "+text))
		}
		return rows
	}
	return append(rows, s.textRows(text)...)
}

// KeyAt implements [screens.Pressable]: the agents in the title are pressed as their key is.
func (s *Screen) KeyAt(x, y int) string {
	if title, _, _, _ := s.layout(s.host.Height()); y >= title {
		return ""
	}
	left, right := s.title()
	return bar.KeyAt(s.host.Canvas().Width, left, right, x)
}

// lossOf is what the agent does not send, of two side by side what each does not; "" where all is sent. right is nil
// without a second agent.
func lossOf(left, right *side) string {
	of := left.briefing.Loss()
	if right == nil {
		return of
	}

	other := right.briefing.Loss()
	if of == "" && other == "" {
		return ""
	}

	const nothing = "nothing lost"
	return cmp.Or(of, nothing) + " | " + cmp.Or(other, nothing)
}

// agent is the name of the agent of a side.
func (of *side) agent() string { return of.profile.Tool.Origin.Agent }

// lossNamed is the agent of a side and how many files it is not sent whole.
func (of *side) lossNamed() string {
	lost := 0
	for _, r := range of.rows {
		if r.Left != nil || r.Source != nil && r.Source.Cut != nil {
			lost++
		}
	}

	name := of.agent()
	if lost == 0 {
		return name
	}

	return name + " " + humanize.Group(int64(lost)) + " lost"
}

// title is what the first row says from the left and from the right.
func (s *Screen) title() (left, right []bar.Part) {
	since := s.left.profile.Tool.Origin
	left = []bar.Part{
		{Text: "before the first read", Role: themes.Title, Keep: bar.Kept},
		{
			Text: "  " + cells.Sanitize(filepath.Base(s.services.Request.Env.Dir())) + "/", Role: themes.TitleDim,
			Keep: bar.LostThird,
		},
	}
	name := since.Agent + " " + since.ShortVersion()
	if s.right != nil {
		name = since.Agent + " | " + s.right.agent()
	}

	key := screens.KeyName(s.host.Keys(), keymap.SourceAgents)
	right = []bar.Part{{Text: name, Role: themes.TitleAccent, Keep: bar.Kept, Key: key}}
	loss := lossOf(&s.left, s.right)
	if s.lossInHeads() {
		loss = ""
	}
	const gap = "  "
	// Cells: two margins and two between left and right; of what the screen is called, which is whole or not there.
	between := 4
	whole := cells.Width(left[0].Text)
	spare := s.host.Canvas().Width - between - cells.Width(loss+gap+name)
	if spare < 0 {
		spare += cells.Width(loss)
		loss = strings.ReplaceAll(loss, " of ", "/")
		spare -= cells.Width(loss)
	}
	if spare < 0 {
		spare += cells.Width(loss)
		loss = strings.ReplaceAll(loss, " left out", " out")
		spare -= cells.Width(loss)
	}

	switch {
	case spare < 0 && s.right != nil: // each agent has its own count behind its name
		right[0].Text = s.left.lossNamed() + " | " + s.right.lossNamed()
		return right, nil
	case loss == "", spare < 0: // of a loss that is cut nobody knows whose it is
		if s.host.Canvas().Width-between-cells.Width(name) < whole {
			left = nil
		}
		return left, right
	case spare < whole:
		left = nil
	}

	right = append([]bar.Part{
		{Text: loss, Role: themes.TitleWarn, Keep: bar.Kept}, {Text: gap, Role: themes.TitleDim, Keep: bar.Kept},
	}, right...)
	return left, right
}

// row draws a row of the list; -1 is the headings.
func (s *Screen) row(k int) string {
	c := s.host.Canvas()
	if k >= 0 && s.lines[k].text != "" {
		return s.lines[k].asText(c)
	}
	if s.right == nil {
		return s.sideRow(c, &s.left, k, k == s.cursor.At())
	}

	half, rest := halves(s.host.Canvas())
	between := "│"
	if c.ASCII {
		between = "|"
	}
	var b strings.Builder
	b.WriteString(s.sideRow(half, &s.left, k, k == s.cursor.At()))
	c.Put(&b, themes.Dim, between)
	b.WriteString(s.sideRow(rest, s.right, k, false))
	return b.String()
}

// asText draws a line that is no file.
func (l line) asText(c draw.Canvas) string {
	if !l.isHead {
		return c.Line(themes.ModelLineWarn, strings.Repeat(" ", reasonIndent)+l.text)
	}
	return c.PanelTitle(l.text, "")
}

// halves are the two halves of a row, with a column between them.
func halves(c draw.Canvas) (left, right draw.Canvas) {
	left = c
	right = c
	left.Width = max((c.Width-1)/2, 0)
	right.Width = max(c.Width-left.Width-1, 0)
	return left, right
}

// sideRow draws a row of one agent's list.
func (s *Screen) sideRow(c draw.Canvas, of *side, k int, selected bool) string {
	if k >= 0 && of.briefing == nil { // it is being made
		return c.Line(themes.Text, "")
	}

	out := s.headings(c)
	if k < 0 && s.right != nil {
		out[pathColumn].Text = of.agent()
	}
	if k >= 0 {
		s.fill(out, of, k, selected)
	} else if s.lossInHeads() {
		out[stateColumn].Text = of.headLoss(fitted(c, out)[stateColumn].Width)
		out[stateColumn].Role = themes.ModelLineWarn
	}

	row := fitted(c, out)
	row[pathColumn].Text = cells.TruncateLeft(row[pathColumn].Text, row[pathColumn].Width, "…")
	if row[bytesColumn].Text+row[tokensColumn].Text == "" { // why a file is left out has the room of the numbers
		for _, i := range []int{bytesColumn, tokensColumn} {
			if row[i].Width > 0 && row[stateColumn].Width > 0 {
				row[stateColumn].Width += row[i].Width + 1
				row[i].Width = 0
			}
		}
	}

	return c.Columns(selected, row)
}

// fitted leaves out the columns of a list for which there is no room.
func fitted(c draw.Canvas, row []draw.Cell) []draw.Cell { return c.Fit(row, min(16, c.Width/2)) }

// lossInHeads reports whether the heads of two agents' lists say what each does not send: where there are heads, and
// room in them for both.
func (s *Screen) lossInHeads() bool {
	_, heads, _, _ := s.layout(s.host.Height())
	if s.right == nil || heads == 0 || s.left.briefing == nil || s.right.briefing == nil {
		return false
	}

	left, right := halves(s.host.Canvas())
	fits := func(c draw.Canvas, of *side) bool {
		width := fitted(c, s.headings(c))[3].Width
		return cells.Width(of.headLoss(width)) <= width
	}
	return fits(left, &s.left) && fits(right, s.right)
}

// headLoss is what the head of an agent's list says of what it is not sent, shortly where there is no room for more.
func (of *side) headLoss(width int) string {
	loss := of.briefing.Loss()
	if cells.Width(loss) > width {
		return strings.Replace(loss, " of ", "/", 1)
	}
	return loss
}

// narrow is below how many cells of a list its numbers go before what is said of its files, and shortState how wide
// that is at least. Of a list of fewer cells than least it is leastState wide.
const narrow, shortState, least, leastState = 60, 15, 30, 5

// isNarrow reports whether what is said of files has the room of their numbers; of two sides, in both.
func (s *Screen) isNarrow(c draw.Canvas) bool {
	return c.Width < narrow || s.right != nil && s.host.Canvas().Width <= 2*narrow
}

// The columns of a list, the one that takes the rest of the row first.
const (
	pathColumn = iota
	bytesColumn
	tokensColumn
	stateColumn
)

// headings are the columns of a list.
func (s *Screen) headings(c draw.Canvas) []draw.Cell {
	const others = 14 // cells of the column of bytes, and of the blanks
	names := max(s.left.names, 16)
	tokens := max(s.left.tokens, 8)
	if s.right != nil {
		names = max(names, s.right.names)
		tokens = max(tokens, s.right.tokens)
	}

	out := []draw.Cell{
		pathColumn:   {Text: "file", Role: themes.Dim},
		bytesColumn:  {Text: "bytes", Width: 9, Right: true, Role: themes.Dim, Keep: 3},
		tokensColumn: {Text: "tokens", Width: tokens, Right: true, Role: themes.Dim, Keep: 2},
		stateColumn:  {Text: "", Width: max(c.Width/2-12, c.Width-others-tokens-names, 0), Role: themes.Dim, Keep: 1},
	}
	switch {
	case s.isNarrow(c) && c.Width < least:
		out[stateColumn].Width = leastState
		out[stateColumn].Keep = 4
	case s.isNarrow(c):
		out[stateColumn].Width = max(shortState, c.Width-3-names)
		out[stateColumn].Keep = 4
	}

	return out
}

// fill says in its columns what an agent is sent of the file of a line.
func (s *Screen) fill(out []draw.Cell, of *side, k int, selected bool) {
	c := s.host.Canvas()
	r := s.rowOf(of, s.lines[k])
	out[pathColumn].Text = cells.SanitizeFirst(s.shownPath(r.Name), c.Width)
	out[pathColumn].Role = themes.Text
	form := stateFormIn(out[stateColumn], s.right != nil && s.isNarrow(c))
	state := stateText(r, of, form)

	// On a low screen no other row says what is lost.
	loss := of.briefing.Loss()
	if selected && loss != "" && s.host.Height() < roomForTitle {
		state = loss + "; " + state
		form = stateOfLoss
		out[stateColumn].Role = themes.ModelLineWarn
	}

	out[bytesColumn].Text = r.Bytes
	out[tokensColumn].Text = r.Tokens
	out[stateColumn].Text = cells.SanitizeFirst(state, c.Width)
	out[bytesColumn].Role = themes.ModelLineValue
	s.look(out, r, s.lines[k], form, otherThan(of, &s.left, s.right))
}

// otherThan is the name of the agent of the side that is not of; "" without a right side.
func otherThan(of, left, right *side) string {
	switch {
	case right == nil:
		return ""
	case of == right:
		return left.agent()
	}
	return right.agent()
}

// look gives the columns of a file the roles of what is sent of it, and the reason of one that is left out its place.
// other is the name of the agent beside that of the row.
func (s *Screen) look(out []draw.Cell, r contextfiles.Row, l line, form stateForm, other string) {
	isCut := r.Source != nil && r.Source.Cut != nil
	switch {
	case s.right != nil && (r.Source != nil || r.Left != nil): // else the sum
		lookBeside(out, r, l, form, s.differs(l), other)
	case s.right == nil && r.Left != nil:
		out[pathColumn].Role = themes.Dim
		out[stateColumn].Role = themes.ModelLineWarn
		out[stateColumn].Text = s.reasonInRow(out[stateColumn].Text, r.Left.Why)
	case s.right == nil && isCut:
		out[stateColumn].Role = themes.ModelLineWarn
	}
}

// lookBeside is look where another agent stands beside. differs: both are sent different things of the file.
func lookBeside(out []draw.Cell, r contextfiles.Row, l line, form stateForm, differs bool, other string) {
	isCut := r.Source != nil && r.Source.Cut != nil
	switch {
	case differs && r.Left != nil:
		tint(out, themes.Lost)
		out[stateColumn].Text = besideOther(out[stateColumn], r, form, "left out, only "+other+" gets it",
			"only "+other+" gets it", "only the other gets it", "the other gets it")
	case differs && !isCut:
		tint(out, themes.Added)
	case r.Left != nil && isOfOneSide(l):
		tint(out, themes.Dim)
	case r.Left != nil:
		tint(out, themes.Dim)
		out[stateColumn].Text = besideOther(out[stateColumn], r, form, "left out by both")
	case isCut:
		out[stateColumn].Role = themes.ModelLineWarn
	}
}

// isOfOneSide reports whether only one of two agents looks for the file of a line.
func isOfOneSide(l line) bool { return l.left == none || l.right == none }

// tint draws all columns in a role.
func tint(out []draw.Cell, role themes.Role) {
	for i := range out {
		out[i].Role = role
	}
}

// reasonInRow is the text in the row of a file that is left out for its reason: the reason where it fits, nothing where
// it is written below the row, and the state as before on a low screen, where no heading says it.
func (s *Screen) reasonInRow(state, why string) string {
	if s.isLow() {
		return state
	}
	if s.fits(why) || s.isShort() {
		return cells.SanitizeFirst(why, s.host.Canvas().Width)
	}
	return ""
}

// backWord says what the key that goes back does.
func (s *Screen) backWord() string { return humanize.Either(s.right == nil, "leave", "one agent") }

// isFile reports whether a line is a file, and not the sum.
func (s *Screen) isFile(l line) bool {
	of := func(one *side) bool {
		row := contextfiles.Row{}
		if one != nil {
			row = s.rowOf(one, l)
		}
		return row.Source != nil || row.Left != nil
	}
	return of(&s.left) || of(s.right)
}

// Footer implements [screens.Screen].
func (s *Screen) Footer() bar.Footer {
	hint := func(a keymap.Action, word string) bar.Hint { return screens.Hint(s.host.Keys(), a, word) }
	f := bar.Footer{}
	if s.isFile(s.selected()) {
		f.Keys = append(f.Keys, hint(keymap.OpenSource, "open"))
	}

	back := hint(keymap.BackToSource, s.backWord())
	if s.right != nil { // the way back to what was there before has room on any screen
		f.Keys = append(f.Keys, back)
	}
	f.Keys = append(f.Keys,
		hint(keymap.SourceAgent, "agent"), hint(keymap.SourceCompare, "compare"), hint(keymap.SourceAgents, "agents"),
		hint(keymap.SourcePane, "panes"))
	if s.right == nil {
		f.Keys = append(f.Keys, back)
	}
	f.Keys = append(f.Keys, hint(keymap.SourceHelp, "help"))

	switch at, n := s.place(); {
	case n == 0:
	case at == 0: // the sum is selected
		f.Lines = humanize.Count(int64(n), "file")
	default:
		f.Lines = humanize.Group(int64(at)) + " of " + humanize.Group(int64(n))
	}
	return f
}
