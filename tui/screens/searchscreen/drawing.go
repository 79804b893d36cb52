package searchscreen

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/screens"
)

// The numbers of rows of a screen from which on its title, the details of the selected file, and the headings are
// drawn.
const (
	roomForTitle   = 3
	roomForDetails = 5
	roomForHeads   = 7
	roomForLegend  = 20
)

// parts has the number of rows of each part of the screen, from its top on.
type parts struct{ title, heads, list, details, legend int }

// layout divides a screen of height rows among its parts.
func (s *Screen) layout(height int) (p parts) {
	rest := height
	if height >= roomForTitle {
		p.title = 1
	}
	if height >= roomForHeads {
		p.heads = 1
	}
	if height >= roomForLegend && s.audience.ofAll() {
		p.legend = 1
	}

	rest -= p.title + p.heads + p.legend
	if height >= roomForDetails {
		const most = 9
		p.details = min(max(height/4, 2), most)
	}

	p.list = max(rest-p.details, 1)
	return p
}

// Settle implements [screens.Screen].
func (s *Screen) Settle() {
	s.cursor.ScrollOf(len(s.order), s.layout(s.host.Height()).list)
}

// Rows implements [screens.Screen].
func (s *Screen) Rows(height int) []string {
	p := s.layout(height)
	c := s.host.Canvas()
	var rows []string
	if p.title > 0 {
		left, right := s.title()
		rows = append(rows, c.Bar(left, right, themes.TitleDim))
	}

	if text := s.emptyText(); text != "" {
		return append(rows, c.Told(text, height-len(rows))...)
	}
	if p.heads > 0 {
		rows = append(rows, c.Columns(false, s.columns(-1, -1)))
	}

	from, to := s.cursor.ShownOf(len(s.order), p.list)
	above := -1
	for k := from; k < to; k++ {
		rows = append(rows, c.Columns(k == s.cursor.AtOf(len(s.order)), s.columns(s.order[k], above)))
		above = s.order[k]
	}

	if p.details == 0 {
		return rows
	}

	room := max(height-p.legend-len(rows), p.details) // those of a short list are right below it, with more rows
	rows = append(rows, s.detailRows(room)...)
	if p.legend > 0 {
		rows = append(draw.Fill(rows, height-p.legend, c.Width), c.Line(themes.Dim, legend(len(s.table.agents))))
	}
	return rows
}

// legend says what is in the column of how many agents never find a file.
func legend(agents int) string {
	return " " + neverSign + "N: N of " + humanize.Count(int64(agents), "agent") +
		" never find it · part: some of its lines · -: all find it"
}

// KeyAt implements [screens.Pressable]: a click on the pattern, on how it is taken, or on an agent presses its key.
func (s *Screen) KeyAt(x, y int) string {
	if y >= s.layout(s.host.Height()).title {
		return ""
	}
	left, right := s.title()
	return bar.KeyAt(s.host.Canvas().Width, left, right, x)
}

// title says what is searched for; what is never found comes first.
func (s *Screen) title() (left, right []bar.Part) {
	q := s.req.Query
	keys := s.host.Keys()
	dir := s.req.Env.Root
	if s.table != nil {
		dir = s.table.found.Dir
	}

	left = []bar.Part{{
		Text: quoted(cells.SanitizeFirst(q.Pattern, s.host.Canvas().Width)), Role: themes.Title, Keep: bar.LostLast,
		Key: screens.KeyName(keys, keymap.FoundPattern),
	}}
	base := filepath.Base(dir)
	if dir != "" {
		left = append(left, bar.Part{
			Text: " below " + cells.Sanitize(base) + "/", Role: themes.TitleDim, Keep: bar.LostThird,
		})
	}

	for _, one := range []struct {
		holds bool
		text  string
		turns keymap.Action
	}{{q.Fixed, "  as text", keymap.FoundFixed}, {s.req.NoRg, "  without rg", keymap.FoundNoRg}} {
		if one.holds {
			key := screens.KeyName(keys, one.turns)
			left = append(left, bar.Part{Text: one.text, Role: themes.TitleAccent, Keep: bar.LostLast, Key: key})
		}
	}

	if s.table == nil || len(s.table.rows) == 0 {
		return left, nil
	}

	right = s.summary()
	for i := range right {
		right[i].Key = screens.KeyName(keys, keymap.FoundAgents)
	}

	return left, right
}

// summary is the part of the title that says what was found.
func (s *Screen) summary() (right []bar.Part) {
	switch {
	case s.audience.ofPair():
		right = s.pairSummary()
	case s.audience.ofOne():
		right = s.oneSummary()
	default:
		right = s.allSummary()
	}

	found := s.table.found
	switch {
	case s.runs():
		right = append(right, bar.Part{Text: " so far", Role: themes.TitleDim, Keep: bar.LostFifth})
	case found.Interrupted:
		right = append(right, bar.Part{Text: " · stopped", Role: themes.TitleWarn, Keep: bar.Kept})
	case found.Truncated:
		right = append(right, bar.Part{Text: " · more lines match", Role: themes.TitleDim, Keep: bar.LostFourth})
	}

	return right
}

// files describes how many files match.
func (s *Screen) files() string { return humanize.Count(int64(len(s.table.rows)), "file") }

func (s *Screen) pairSummary() []bar.Part {
	n := s.sums
	one := s.table.agents[s.audience.left].name()
	other := s.table.agents[s.audience.right].name()
	parts := []bar.Part{
		{Text: humanize.Group(int64(n.left)) + " only " + one + " · ", Role: themes.TitleWarn, Keep: bar.Kept},
		{Text: humanize.Group(int64(n.both)) + " both · ", Role: themes.TitleDim, Keep: bar.LostFifth},
		{Text: humanize.Group(int64(n.right)) + " only " + other, Role: themes.TitleWarn, Keep: bar.Kept},
	}
	if n.neither > 0 {
		text := humanize.Group(int64(n.neither)) + " neither · "
		parts = slices.Insert(parts, 0, bar.Part{Text: text, Role: themes.TitleWarn, Keep: bar.LostFourth})
	}

	return parts
}

func (s *Screen) oneSummary() []bar.Part {
	n := s.sums
	a := &s.table.agents[s.audience.left]
	name := bar.Part{Text: a.name(), Role: themes.TitleAccent, Keep: bar.Kept}

	switch {
	case n.notKnown == len(s.table.rows):
		return []bar.Part{name, {Text: ": not known", Role: themes.TitleWarn, Keep: bar.Kept}}
	case a.lost == a.cased && a.lines > 0 && a.cased > 0 && n.notKnown == 0:
		return n.casedSummary(a.name()+" finds ", a.lines)
	case a.lost > 0:
		name.Text += " never finds "
		return append([]bar.Part{name}, n.lost.parts("")...)
	case n.notKnown > 0:
		text := ": not known of " + humanize.Group(int64(n.notKnown)) + " of " + s.files()
		return []bar.Part{name, {Text: text, Role: themes.TitleWarn, Keep: bar.Kept}}
	}

	return []bar.Part{name, {Text: " finds all of " + s.files(), Role: themes.TitleAccent, Keep: bar.Kept}}
}

// casedSummary says that nothing is lost but lines in another letter case. who finds the n other ones.
func (s *sums) casedSummary(who string, n int) []bar.Part {
	return []bar.Part{
		{Text: who + humanize.Count(int64(n), "line"), Role: themes.TitleAccent, Keep: bar.Kept},
		{
			Text: " · " + humanize.Group(int64(s.lost.cased)) + " in other case only",
			Role: themes.TitleDim, Keep: bar.LostFifth,
		},
	}
}

func (s *Screen) allSummary() []bar.Part {
	n := s.sums
	of := func(files int) string { return humanize.Group(int64(files)) + " of " + s.files() }
	text := "every agent finds all of " + s.files()
	role := themes.TitleAccent

	found := n.lines - n.lost.cased - n.lost.git - n.lost.noText // by all agents, if no other line is lost
	switch {
	case n.lost.none+n.lost.some == 0 && n.lost.cased > 0 && n.notKnown == 0 && found > 0:
		return n.casedSummary("all agents find ", found)
	case n.lost != (lostLines{}):
		return n.lost.parts(" no agent finds")
	case n.missed > 0:
		text = of(n.missed) + " some agent never finds"
		role = themes.TitleWarn
	case n.notKnown > 0:
		text = "not known of some agent: " + of(n.notKnown)
		role = themes.TitleWarn
	}

	return []bar.Part{{Text: text, Role: role, Keep: bar.Kept}}
}

// parts says how many lines are lost, and how: first those that are out of reach, for which outOfReach is the text.
func (l lostLines) parts(outOfReach string) (parts []bar.Part) {
	keep := bar.Kept
	ofSome := " not all agents find"
	if l.none > 0 {
		ofSome = " not all find"
	}
	for _, one := range []struct {
		lines int
		words string
		role  themes.Role
	}{
		{l.none, outOfReach, themes.TitleWarn},
		{l.some, ofSome, themes.TitleWarn},
		{l.cased, " in other case only", themes.TitleDim},
		{l.git, " git's own", themes.TitleDim},
		{l.noText, " not in text files", themes.TitleDim},
	} {
		if one.lines == 0 {
			continue
		}

		text := " · " + humanize.Group(int64(one.lines))
		if len(parts) == 0 {
			text = humanize.Count(int64(one.lines), "line")
		}

		parts = append(parts, bar.Part{Text: text + one.words, Role: one.role, Keep: keep})
		keep = min(keep-1, bar.LostFifth) // the pattern is kept longer than what comes second
	}

	return parts
}

// longestQuoted is the most cells that a pattern takes in a sentence.
const longestQuoted = 200

// emptyText says why there are no rows; "" if there are rows.
func (s *Screen) emptyText() string {
	q := s.req.Query
	fixed := screens.KeyName(s.host.Keys(), keymap.FoundFixed)
	what := quoted(cells.SanitizeFirst(q.Pattern, longestQuoted))

	t := s.table
	switch {
	case s.failed != "":
		return "cannot search: " + s.failed
	case t != nil && len(t.rows) > 0:
		return ""
	case s.runs():
		return "searching as agents do…"
	case t == nil:
		return "nothing was searched"
	default:
		return s.noneText(t, what, fixed)
	}
}

// quoted is a text in quotation marks.
func quoted(text string) string { return `"` + text + `"` }

// noneText says that nothing was found, and for which agents that is known.
func (s *Screen) noneText(t *table, what, fixed string) string {
	wrong := t.groups(func(k int) string { return t.agents[k].Refused + t.agents[k].Unknown })
	names := 0
	var parts []string
	for _, g := range wrong {
		names += len(g.agents)
		parts = append(parts, t.who(g)+": "+cells.Sanitize(g.text))
	}

	head := "no line matches " + what + humanize.When(t.found.Interrupted, " so far")
	asked := t.groups(func(k int) string {
		if t.agents[k].Refused+t.agents[k].Unknown == "" {
			return "asked"
		}
		return ""
	})
	switch {
	case len(asked) == 0:
		text := "no agent's search takes " + what + ". " + strings.Join(parts, ". ")
		return text + humanize.When(!s.req.Query.Fixed, ". "+fixed+" takes it for the text itself")
	case names > 0:
		return head + ", for " + t.who(asked[0]) + ". " + strings.Join(parts, ". ")
	}

	return head + " in any file below " + cells.Sanitize(t.found.Dir) + s.nextText() +
		"\n\nLooked for as the searches of these agents do, each by its own rules of what it leaves out:\n  " +
		strings.Join(asked[0].agents, ", ")
}

// nextText says, one per line, which keys search for something else.
func (s *Screen) nextText() string {
	text := "\n"
	for _, next := range []struct {
		action keymap.Action
		does   string
	}{
		{keymap.FoundPattern, "looks for something else"},
		{keymap.FoundFixed, humanize.Either(s.req.Query.Fixed, "takes it for a regular expression",
			"takes it for the text itself")},
	} {
		if key := screens.KeyName(s.host.Keys(), next.action); key != "" {
			text += "\n" + key + " " + next.does
		}
	}

	return text
}

// detailRows returns the rows below the list, at most room of them.
func (s *Screen) detailRows(room int) (rows []string) {
	c := s.host.Canvas()
	i, ok := s.selected()
	if !ok {
		return nil
	}

	const roomForPath = 4
	if room >= roomForPath {
		rows = append(rows, s.detailTitle(i))
	}

	var said []string
	for _, d := range s.details(i) {
		for _, line := range cells.WrapWords(d.text, max(c.Width-1, 1)) {
			said = append(said, c.Line(d.role, " "+line))
		}
	}
	if room >= roomForPath && !s.isFold(i) {
		rows = append(rows, s.excerptRows(i, max(min(room-len(rows)-len(said), mostExcerpts), 1))...)
	}
	rows = append(rows, said...)

	if len(rows) > room && room >= roomForPath && !s.isFold(i) {
		more := screens.KeyName(s.host.Keys(), keymap.FoundAgent)
		rows[room-1] = c.Line(themes.Dim, " … there are more reasons; "+more+" shows one agent after the other")
	}

	return rows[:min(len(rows), room)]
}

// details are what is said of the selected file, or of all files that its row stands for.
func (s *Screen) details(i int) []detail {
	if f, is := s.foldOf(i); is {
		return s.foldDetails(f)
	}
	return s.table.details(s.audience, i)
}

// detailTitle is the row between the list and the details of the selected file.
func (s *Screen) detailTitle(i int) string {
	c := s.host.Canvas()
	one := &s.table.rows[i]
	path := cells.TruncateLeft(cells.Sanitize(one.path), max(c.Width/2, 1), "…")
	if f, is := s.foldOf(i); is {
		files, n := s.table.foldWords(f)
		return c.Bar([]bar.Part{{Text: files, Role: themes.ModelLineValue, Keep: bar.Kept}},
			[]bar.Part{{Text: n + " lines match", Role: themes.ModelLine, Keep: bar.LostThird}}, themes.ModelLine)
	}

	left := []bar.Part{{Text: path, Role: themes.ModelLineValue, Keep: bar.Kept}}
	lines := lineNames(one.lines) + humanize.Either(len(one.lines) == 1, " matches", " match")
	right := []bar.Part{{Text: lines, Role: themes.ModelLine, Keep: bar.LostThird}}

	if s.audience.ofOne() {
		if holds := s.table.agents[s.audience.left].HeldWords(); holds != "all" {
			right = []bar.Part{
				{Text: "an answer holds " + cells.Sanitize(holds), Role: themes.ModelLineWarn, Keep: bar.LostFourth},
			}
		}
	}

	return c.Bar(left, right, themes.ModelLine)
}

// lossRole is the role of what is said of a loss: an alarm only where lines are lost for another reason than that they
// match in another letter case.
func lossRole(lines int) themes.Role {
	if lines > 0 {
		return themes.ModelLineWarn
	}
	return themes.Dim
}

// neverSign marks an agent that never finds a file; before a number, it is how many agents do not.
const neverSign = "×"

// The widths of columns, in cells.
const (
	linesWidth = 5
	neverWidth = 5
	foundWidth = 7
	// roomForPaths is the number of cells that the columns of agents leave for paths and numbers.
	roomForPaths = 55
)

// columns returns the columns of file i below those of another file, whose reason is not said again; below none if
// above is below 0. For an i below 0 they are the headings.
func (s *Screen) columns(i, above int) []draw.Cell {
	c := s.host.Canvas()
	out := []draw.Cell{
		{Text: "file", Role: themes.Dim},
		{Text: "lines", Width: linesWidth, Right: true, Role: themes.Dim, Keep: 2},
	}
	if i >= 0 {
		one := &s.table.rows[i]
		out[0].Role = themes.Text
		out[0].Text = cells.SanitizeFirst(one.path, c.Width+1024)
		out[1].Text = humanize.Group(int64(len(one.lines)))
		if f, is := s.foldOf(i); is {
			out[0].Text, out[1].Text = s.table.foldWords(f)
		}
		out[1].Role = themes.ModelLineValue
	}

	switch {
	case s.layout(s.host.Height()).details == 0:
		out = append(out, s.firstExcerpt(s.reasonColumn(i, linesWidth+1), i))
	case s.audience.ofAll():
		out = s.agentColumns(out, i, above)
	case s.audience.ofOne():
		finds := s.foundColumn(i, s.audience.left, "finds")
		if i >= 0 && s.table.cellAt(i, s.audience.left).state == some && finds.Text != "?" {
			finds.Text += "/" + out[1].Text
		}
		why := s.reasonColumn(i, linesWidth+1+foundWidth+1)
		out = append(out, finds, s.firstExcerpt(s.notAgain(why, i, above), i))
	default:
		for _, k := range []int{s.audience.left, s.audience.right} {
			column := s.foundColumn(i, k, s.table.agents[k].name())
			column.Width = max(min(s.nameWidth(k), c.Width/4), foundWidth)
			out = append(out, column)
		}
	}

	out = c.Fit(out, min(24, c.Width/3, s.pathRoom()))
	out[0].Width = min(out[0].Width, s.pathRoom()) // so that the other columns have room
	if i >= 0 {
		at, ok := s.selected()
		out[0] = draw.PathCell(out[0], out[0].Text, ok && at == i)
	}
	return out
}

// pathRoom is the width in cells of the column of paths, if there is room: nine of ten paths fit, so that a few long
// ones do not move the other columns far away. The whole path of the selected file is below the list.
func (s *Screen) pathRoom() int {
	const least = 12
	return max(s.table.pathWidth, least)
}

// agentColumns adds the column of how many agents never find a file, and one for each agent with what it finds.
// The reason of the file above is not said again.
func (s *Screen) agentColumns(out []draw.Cell, i, above int) []draw.Cell {
	t := s.table
	n := len(t.agents)
	cell := draw.Cell{Text: "never", Width: neverWidth, Right: true, Role: themes.Dim, Keep: 9}
	if i >= 0 {
		one := &t.rows[i]
		cell.Text = neverSign + strconv.Itoa(one.never)
		switch {
		case one.never == 0 && one.lost > 0:
			cell.Text = "part" // it finds only some of its lines
			cell.Role = lossRole(t.harmOf(s.audience, i).lines)
		case one.never == 0:
			cell.Text = "-"
		case !one.inGit:
			cell.Role = lossRole(t.harmOf(s.audience, i).lines)
		}
	}

	out = append(out, cell)
	room := s.host.Canvas().Width - roomForPaths
	for k := range t.agents {
		room -= s.nameWidth(k) + 1
	}
	if room < 0 { // with cut names nobody could tell which agent a column belongs to
		if s.host.Canvas().Width < roomForPaths { // the missed column names agents
			out = out[:len(out)-1]
		}
		return append(out, s.firstExcerpt(s.notAgain(s.missedColumn(i), i, above), i))
	}

	for k := range t.agents {
		cell := s.foundColumn(i, k, t.agents[k].name())
		cell.Width = s.nameWidth(k)
		cell.Keep = n - k - 100
		out = append(out, cell)
	}

	const numbers, least = 18, 20 // cells: of the other columns; the least for a reason
	rest := room + roomForPaths - s.pathRoom() - numbers
	if rest < least {
		return out
	}

	why := draw.Cell{Text: "why", Width: rest, Role: themes.Dim, Keep: -200}
	if i >= 0 {
		why.Text, why.Role, _ = t.whyOf(i)
		why = s.notAgain(s.foldReason(why, i), i, above)
	}

	return append(out, s.firstExcerpt(why, i))
}

// nameWidth is the width in cells of the column of an agent, with its whole name.
func (s *Screen) nameWidth(k int) int {
	const least = 5
	return max(cells.Width(cells.Sanitize(s.table.agents[k].name())), least)
}

// missedColumn says why file i, or some of its lines, are never found, and by which agents. For an i below 0 it is the
// heading.
func (s *Screen) missedColumn(i int) draw.Cell {
	c := s.host.Canvas()
	const sign, gaps = 2, 3
	rest := c.Width - sign - s.pathRoom() - linesWidth - neverWidth - gaps
	out := draw.Cell{Text: "why, or the line", Role: themes.Dim, Width: max(c.Width*3/8, rest), Keep: 8}
	if i < 0 {
		const narrow = 20
		out.Text = humanize.Either(out.Width < narrow, "why", out.Text)
		return out
	}

	out.Text, out.Role = s.table.missedBy(i, out.Width)
	return s.foldReason(out, i)
}

// missedBy says in width cells why most of the agents that lose something of a file do so. It names them if other
// agents find all of it, or lose it for another reason.
func (t *table) missedBy(i, width int) (string, themes.Role) {
	why, role, groups := t.whyOf(i)
	if len(groups) == 0 || t.rows[i].never == len(t.agents) {
		return why, role
	}

	const colon, least = 2, 14 // cells: of the colon; the least for the names
	if room := width - cells.Width(why) - colon; room >= least {
		return why + ": " + firstNames(groups[0].agents, room), role
	}

	who := firstNames(groups[0].agents, width)
	if room := width - cells.Width(who) - colon; room >= least {
		who += ": " + cells.Truncate(why, room, "…")
	}
	return who, role
}

// whyOf returns the most frequent reason for which agents lose something of file i. groups are these agents by their
// reasons.
func (t *table) whyOf(i int) (why string, role themes.Role, groups []group) {
	one := &t.rows[i]
	groups = t.groups(func(k int) string { return t.whyShort(i, k) })
	slices.SortStableFunc(groups, func(a, b group) int {
		return cmp.Compare(min(t.cellAt(i, b.first).lost, 1), min(t.cellAt(i, a.first).lost, 1))
	})
	switch {
	case len(groups) == 0:
		return "", themes.Dim, nil
	case one.inGit && one.never == len(t.agents):
		return "git's own", themes.Dim, groups
	}
	return cells.Sanitize(groups[0].text), lossRole(int(t.cellAt(i, groups[0].first).lost)), groups
}

// whyShort says why agent k does not find file i, or how many of its lines it does not find for the first reason; "" if
// it finds all, or if that is not known.
func (t *table) whyShort(i, k int) string {
	own, why := t.whyParts(i, k)
	if own == "" {
		return why
	}
	return own + ": " + why
}

// whyParts is [table.whyShort] in its parts: how many lines, "" for all of the file, and the reason. Letter case is
// said only where there is no other.
func (t *table) whyParts(i, k int) (own, why string) {
	c := t.cellAt(i, k)
	if c.state != never && c.state != some {
		return "", ""
	}

	reasons := t.reasonsOf(i, k)
	first := uint32(0)
	lost := 0 // number of lines lost for the first reason
	for at := range t.rows[i].lines {
		why := reasons.next(at)
		if t.finds(i, k, at) {
			continue
		}
		if first == 0 || t.isCase(first) && !t.isCase(why) {
			first = why
			lost = 0
		}
		if why == first {
			lost++
		}
	}

	if c.state == never {
		return "", t.short(cmp.Or(first, c.why))
	}
	return humanize.Count(int64(lost), "line"), t.short(first)
}

// short is the text of a reason, for a column; "" for none.
func (t *table) short(why uint32) string {
	if t.isCase(why) {
		return "in other case only"
	}
	return t.text(why)
}

// firstNames returns the first of some names, at least one and as many as fit into width cells, and how many more there
// are.
func firstNames(names []string, width int) string {
	for n := len(names); n > 1; n-- {
		text := strings.Join(names[:n], ", ")
		if more := len(names) - n; more > 0 {
			text += " and " + strconv.Itoa(more) + " more"
		}
		if cells.Width(text) <= width {
			return text
		}
	}

	if len(names) > 1 {
		return names[0] + " +" + strconv.Itoa(len(names)-1)
	}

	return strings.Join(names, "")
}

// foundColumn says what an agent finds of file i: all lines, some, none, or a question mark if that is not known. For
// an i below 0 it is the heading.
func (s *Screen) foundColumn(i, k int, heading string) draw.Cell {
	out := draw.Cell{Text: cells.Sanitize(heading), Width: foundWidth, Right: true, Role: themes.Dim, Keep: 8}
	if i < 0 {
		return out
	}

	c := s.table.cellAt(i, k)
	switch {
	case c.state == never:
		out.Text = neverSign
		out.Role = lossRole(int(c.lost))
	case c.state == unknown || s.table.isPerhaps(c):
		out.Text = "?"
	case c.state == some:
		out.Text = humanize.Group(int64(c.comes))
		out.Role = lossRole(int(c.lost))
	default:
		out.Text = foundByAll
		out.Role = themes.Added
	}

	return out
}

// reasonColumn has the gravest of what is to be said of file i. It is as wide as paths and the other columns, which
// take others cells with their gaps, leave it.
func (s *Screen) reasonColumn(i, others int) draw.Cell {
	c := s.host.Canvas()
	const sign = 2
	rest := c.Width - sign - s.pathRoom() - others - 1
	out := draw.Cell{Text: "why", Role: themes.Dim, Width: max(c.Width/2, rest), Keep: 5}

	if i < 0 {
		return out
	}

	out.Text = ""
	if said := s.reason(i); said.text != "" {
		out.Text = said.text
		out.Role = said.role
	}
	return s.foldReason(out, i)
}

// reason returns the gravest of what is to be said of file i. For an audience of one agent it leaves out the agent's
// name, which the title has.
func (s *Screen) reason(i int) detail {
	t := s.table
	if s.audience.ofOne() && s.layout(s.host.Height()).details > 0 {
		switch c := t.cellAt(i, s.audience.left); c.state {
		case never:
			return detail{lossRole(int(c.lost)), cells.Sanitize(t.short(c.why))}
		case some:
			return detail{lossRole(int(c.lost)), cells.Sanitize("never " + t.lostLines(i, s.audience.left))}
		case unknown:
			return detail{themes.Dim, cells.Sanitize(t.text(c.why))}
		default:
			return detail{themes.Dim, cells.Sanitize(t.text(c.aside))}
		}
	}

	if said := t.details(s.audience, i); len(said) > 0 {
		return said[0]
	}

	return detail{}
}

// finds says in one line what an agent finds of all files.
func (s *Screen) finds(k int) string {
	a := &s.table.agents[k]
	switch {
	case a.Refused != "":
		return a.Refused
	case a.Unknown != "":
		return a.Unknown
	}

	text := "never " + tools.Thousands(int64(a.lost-a.cased)) + ", finds " + tools.Thousands(int64(a.lines)) + " of " +
		humanize.Count(int64(s.sums.lines), "line")
	if a.lost == 0 {
		text = "finds all " + humanize.Count(int64(s.sums.lines), "line")
	}
	if a.cased > 0 {
		text += ", " + humanize.Group(int64(a.cased)) + " in other case only"
	}

	return text + " · one answer holds " + a.HeldWords() + " · " + a.Method.By
}

// leaveWord is the word in the hint of the key that leaves.
const leaveWord = "leave"

// hints are the keys that the footer names. Those with always set are named even if nothing was found.
var hints = []struct {
	action keymap.Action
	word   string
	always bool
}{
	{keymap.OpenFound, "open", false},
	{keymap.StopFound, leaveWord, true},
	{keymap.FoundAgent, "agent", false},
	{keymap.FoundPattern, "search", true},
	{keymap.FoundCompare, "compare", false},
	{keymap.FoundAgents, "agents", false},
	{keymap.FoundFixed, "as text", true},
	{keymap.FoundNoRg, "without rg", true},
	{keymap.FoundSort, "sort", false},
	{keymap.FoundHelp, "help", true},
}

// hintWord returns the word of a hint as it applies now: if two agents are compared, the key that leaves shows one of
// them first.
func (s *Screen) hintWord(word string) string {
	if word == leaveWord && s.audience.ofPair() {
		return "one agent"
	}
	return word
}

// Footer implements [screens.Screen].
func (s *Screen) Footer() bar.Footer {
	keys := s.host.Keys()
	f := bar.Footer{}
	for _, h := range hints {
		if len(s.order) > 0 || h.always {
			f.Keys = append(f.Keys, screens.Hint(keys, h.action, s.hintWord(h.word)))
		}
	}

	f.Keys = bar.WithKeys(f.Keys...)
	if n := len(s.order); n > 0 {
		const wide = 100
		of := " of "
		if s.host.Canvas().Width < wide {
			of = "/"
		}
		f.Lines = humanize.Group(int64(s.cursor.AtOf(n)+1)) + of + humanize.Group(int64(n))
	}

	if s.runs() {
		f.Running = humanize.Count(s.running.looked.Load(), "file") + " searched…"
		f.Stop = screens.KeyName(keys, keymap.StopFound)
		if s.running.stopped {
			f.Running = "stopping…"
			f.Stop = ""
		}
	}

	return f
}
