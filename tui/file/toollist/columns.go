package toollist

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/loss"
	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/file/linediff"
	"eyeline/tui/file/modelline"
	"eyeline/tui/file/preview"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/list"
)

// standing says how much of a file, or of a declaration, a tool gives, for the colour of its row.
type standing uint8

const (
	standsUnknown standing = iota
	standsWhole
	standsPart
	standsRefused
)

// role is how a standing is drawn.
func (s standing) role() themes.Role {
	return [...]themes.Role{themes.HelpText, themes.Added, themes.ModelLineWarn, themes.ModelError}[s]
}

// Row is what a tool gives of the file, as the list of all tools shows it.
type Row struct {
	mode     tools.Mode
	agent    string // whose tool it is
	standing standing
	gets     string  // how much it gives, in a word or two: of a file, of the declaration around an anchor
	why      string  // why it gives nothing; "" where it does
	block    string  // its lines; "" in other modes
	lost     string  // how much of the file it does not send, in hundredths; "" where that is not known
	share    int     // how much of the file it gives, in hundredths; 100 for all of it alone
	part     float64 // the same, from 0 to 1
	cost     int64   // tokens of the first call; 0 where that is not known
	total    int64   // tokens of all calls that read the file to its end; 0 where that is not known
	inAll    string  // the same in words
	lines    int64
	tokens   string
	about    string // what else is said of the tool
	calls    string // how many read the file to its end; "another": the first one is refused, and another is not
	lack     string // what none of these calls sends, as far as that is known
	modes    string // those of the tool, by which it is found
	// lacksMode: the tool gives nothing in the mode of the list, so that it is not found by what it lacks.
	lacksMode bool
	known     bool // it is filled in
	// beside: the row is of a list of tools to compare with. shares, where that is known, has the lines of this tool at
	// index 1 and of the other one at 0; sharesText says it in words.
	beside     bool
	shares     *linediff.Shared
	sharesText string
}

const none = "–"

// waiting stands in the row of a tool that is not read yet.
const waiting = "…"

// anotherCall stands in the place of a number of calls where the first one is refused and another is not.
const anotherCall = "another"

// ofReading returns the row of what a tool gives of the file, without what [Rows] know.
func ofReading(r *preview.Reading) Row {
	account := r.Account()
	row := Row{known: true, lines: tools.LinesGiven(r.Window, r.Stats)}
	switch {
	case r.Refused != "":
		row.standing = standsRefused
		row.gets = r.RefusalWord()
		row.why = r.Refused
		row.lost = humanize.When(!r.NotKnown, "100 %")
		row.calls = humanize.When(r.HasOtherCall(), anotherCall)
		return row
	case account.Kind != "":
		row.standing = standsPart
		row.gets = kindWord(account.Kind)
		row.why = account.Instead
		row.lost = humanize.When(account.Kind == "notice", "100 %")
		row.calls = humanize.When(r.Left > 0, callsOf(r))
		row.lack = humanize.When(r.Left > 0, lackOf(r))
		return row
	}

	lost := account.Outside()
	row.share = shareOf(account)
	row.tokens = tokensOf(r)
	row.cost = r.Tokens.Count
	if account.File > 0 {
		row.part = float64(account.Given()) / float64(account.File)
	}

	row.lost = row.lostText()
	row.standing = standsWhole
	row.gets = "whole"

	switch {
	case lost > 0:
		row.standing = standsPart
		row.gets = "part"
	case r.Stats.Cut > 0:
		row.standing = standsPart
		row.gets = humanize.When(!r.Silent, humanize.Group(r.Stats.Cut)+" ") + "cut"
	}

	if r.Silent {
		row.gets += ", silent"
	}

	row.calls = callsOf(r)
	row.lack = lackOf(r)
	row.addTotal(r, account)
	return row
}

// addTotal estimates the tokens of all calls that read the file to its end: those after the first one have as many for
// each byte as that has.
func (t *Row) addTotal(r *preview.Reading, account loss.Account) {
	given := account.Given()
	switch {
	case r.Left == 0:
		t.total = t.cost
		t.inAll = t.tokens
	case given > 0 && account.File > given:
		t.total = int64(float64(t.cost) * float64(account.File) / float64(given))
		if t.total > 0 {
			t.inAll = "≈" + shortly(t.total)
		}
	}
}

// shortly writes a number of tokens, in thousands from a thousand on.
func shortly(n int64) string {
	const thousand = 1000
	if n < thousand {
		return humanize.Group(n)
	}
	return inThousands(n)
}

// callsOf says how many calls read the file to its end.
func callsOf(r *preview.Reading) string {
	return humanize.When(r.Guessed, "≈") + humanize.Group(1+r.Left)
}

// What the calls that read a file to its end lack: parts of lines, or these and some bytes.
const linesCut, cutAnd = "lines cut", "cut, "

// lackOf says what no call that reads the file to its end sends: how much of it, or that lines are cut. It is "" where
// that is nothing, or is not known: what the calls after the first one cut is not looked for.
func lackOf(r *preview.Reading) string {
	never := r.InNoCall()
	isCut := r.CutInside() > 0
	switch {
	case never > 0 && isCut:
		return cutAnd + humanize.Size(never)
	case never > 0:
		return humanize.Size(never)
	}
	if isCut {
		return linesCut
	}
	return ""
}

// The widths of the columns of the list of tools, in cells. The agent has more where there is room, and there is a bar.
const (
	agentWidth  = 11
	agentMost   = 26
	getsWidth   = 12
	blockWidth  = 13
	lostWidth   = 8
	linesWidth  = 6
	tokensWidth = 10
	callsWidth  = 7
	lackWidth   = 12
	barWidth    = 10
)

// functionHead is over what a block lacks of the function around its anchor.
const functionHead = "function"

// texts are what stands in the columns of a row, or their heads.
type texts struct {
	lost, bar, gets, block, lines, tokens, inAll, calls, lack, agent, about string

	only, both, lacks string // of a list of tools to compare with
}

var heads = texts{
	lost: "not sent", bar: "sent", gets: "by call 1", block: "block", lines: "lines",
	tokens: "1st tokens", inAll: "all tokens", calls: "calls", lack: "never sent",
	agent: "agent", about: "why not, or its limits",
}

func (t *Row) cells() texts {
	of := texts{lost: t.lost, gets: t.gets, calls: t.calls, lack: t.lack, agent: t.agent, about: t.about}
	if t.why != "" { // what is said of it stands below the list
		of.lost = cmp.Or(t.lost, none)
		of.lines = none
		of.tokens = none
		of.inAll = none
		of.calls = cmp.Or(t.calls, none)
		of.about = t.why
		return of
	}

	of.block = t.block
	if t.beside {
		of.addShares(t.shares)
	}
	of.lines = humanize.Group(t.lines)
	of.tokens = t.tokens
	of.inAll = t.inAll
	return of
}

// kindWord says what a model gets in place of the file's text, by the kind of the answer.
func kindWord(kind string) string {
	switch kind {
	case string(tools.GivesNotice):
		return "a notice"
	case string(tools.GivesHex):
		return "a hex dump"
	}
	return "not text"
}

// lostText is how much of the file is not sent: of a part that rounds to nothing that it is less than a hundredth, and
// of one that rounds to all that it is not quite that.
func (t *Row) lostText() string {
	switch {
	case t.share == 100:
		return "0 %"
	case t.share == 0 && t.part > 0:
		return ">99 %"
	case t.part > 0.99:
		return "<1 %"
	}
	return fmt.Sprintf("%d %%", 100-t.share)
}

// The columns of a tool, the one that takes the rest of the row first.
const (
	columnGets = iota
	columnLost
	columnBar
	columnCalls
	columnLack
	columnLines
	columnInAll
	columnTokens
	columnAgent
)

// columns are the columns of a list of width cells, without those for which there is no room: what is lost comes first
// and stays longest, then the other columns of the first call, and whose tool it is. Below the list stands what all
// calls of the selected tool give.
func (t *Row) columns(of texts, width int) []draw.Cell {
	if t.beside {
		return t.besideColumns(of, width)
	}

	const sign = 2 // cells that a row of a screen has before its columns
	const least = 7
	room := draw.Canvas{Width: width + sign}
	gets := draw.Cell{Text: of.gets, Width: getsWidth, Role: t.standing.role(), Keep: 9}
	most := getsWidth
	row := []draw.Cell{
		columnGets:   gets,
		columnLost:   {Text: of.lost, Width: lostWidth, Right: true, Role: t.standing.role(), Keep: 9},
		columnBar:    {Text: of.bar, Width: barIn(width), Pieces: t.bar(), Keep: 1},
		columnCalls:  {Text: of.calls, Width: callsWidth, Right: true, Role: themes.HelpText, Keep: 5},
		columnLack:   {Text: of.lack, Width: lackWidth, Right: true, Role: themes.ModelLineWarn, Keep: 4},
		columnLines:  {Text: of.lines, Width: linesWidth, Right: true, Role: themes.HelpText, Keep: 8},
		columnInAll:  {Text: of.inAll, Width: tokensWidth, Right: true, Role: themes.HelpText, Keep: 3},
		columnTokens: {Text: of.tokens, Width: tokensWidth, Right: true, Role: themes.HelpText, Keep: 7},
		columnAgent:  {Text: of.agent, Width: agentIn(width), Role: themes.Dim, Keep: 6},
	}
	if t.mode == tools.ModeBlock { // a block is not read on
		most = len(functionHead)
		row[columnCalls] = draw.Cell{Text: of.block, Width: blockWidth, Role: themes.HelpText, Keep: 8}
		row[columnLack].Width = 0
		row[columnInAll].Width = 0
	}

	needs := min(most, width)
	if width < lostWidth+1+getsWidth {
		needs = min(least, width)
	}
	row = room.Fit(row, needs)
	row[columnGets].Width = min(row[columnGets].Width, most)
	if t.mode == tools.ModeBlock { // what lacks of the function is the loss
		row[columnLost].Role = themes.HelpText
		row = draw.Ordered(
			row, columnCalls, columnGets, columnLost, columnBar, columnLack, columnLines, columnInAll, columnTokens,
			columnAgent,
		)
		return withAbout(row, of.about, width)
	}

	row = draw.Ordered(
		row, columnLost, columnBar, columnGets,
		columnLines, columnTokens, // of the first call
		columnCalls, columnLack, columnInAll, // of all calls
		columnAgent,
	)
	return withAbout(row, of.about, width)
}

// withAbout adds a column of what is said of the tool where there is much room left in width cells.
func withAbout(row []draw.Cell, about string, width int) []draw.Cell {
	const least, gap = 30, 2
	left := width
	for _, one := range row {
		if one.Width > 0 {
			left -= one.Width + 1
		}
	}
	if left < least {
		return row
	}

	text := strings.Repeat(" ", gap) + cells.SanitizeFirst(about, left)
	return append(row, draw.Cell{Text: text, Width: left, Role: themes.Dim})
}

// others is how many cells of a row the other columns have beside the agent and the bar, with one between two.
const others = lostWidth + getsWidth + callsWidth + lackWidth + linesWidth + 2*tokensWidth + 7

// agentIn is how many cells the agent has of a row of width cells.
func agentIn(width int) int {
	left := width - others
	if bar := barIn(width); bar > 0 {
		left -= bar + 1
	}
	return max(min(left, agentMost), agentWidth)
}

// barIn is how many cells the bar has of a row of width cells: it is left out where the agent's name would be cut for
// it, since the share stands there as a number as well.
func barIn(width int) int {
	const fullName = 20 // cells of the longest names of agents
	left := width - others
	if left >= fullName && left < fullName+barWidth+1 {
		return 0
	}
	return barWidth
}

// bar is how much of the file is given.
func (t *Row) bar() []draw.Piece {
	if !t.known || t.why != "" {
		return nil
	}

	full := t.share * barWidth / 100
	if t.share > 0 {
		full = max(full, 1)
	}

	return []draw.Piece{
		{Text: strings.Repeat("▄", full), Role: themes.Added},
		{Text: strings.Repeat("·", barWidth-full), Role: themes.ModelLineWarn},
	}
}

// Heads returns the heads of the columns in a list that is width cells wide.
func (w Rows) Heads(width int) []draw.Cell {
	of := heads
	if w.Mode == tools.ModeBlock {
		of.gets = functionHead
		of.tokens = "tokens"
	}
	if w.Beside != "" {
		of = besideHeads
	}

	row := (&Row{mode: w.Mode, beside: w.Beside != ""}).columns(of, width)
	for i := range row {
		row[i].Role = themes.Dim
	}

	return row
}

// text is the row in words, by which it is found.
func (t *Row) text() string {
	if t.lacksMode {
		return ""
	}
	if t.why != "" {
		return strings.TrimPrefix(t.modes+" "+t.gets+" "+t.why, " ")
	}
	words := strings.TrimPrefix(t.modes+" "+t.gets, " ")
	if t.standing == standsPart && t.mode != tools.ModeBlock && !t.beside {
		words += " partial"
	}
	return words + " " + t.block
}

// firstText says in words what the first call leaves out, as the column of the share does; "" where that is nothing.
func (t *Row) firstText() string {
	if t.beside {
		return t.sharesText
	}
	if t.why != "" || t.standing != standsPart || t.mode != tools.ModeSlice || t.share == 100 {
		return ""
	}
	return t.lost + " of the bytes not sent by call 1"
}

// partSign stands between the parts of what is said of a tool.
const partSign = " · "

// callsText says in words what the columns of the calls say, below the list; "" where they say nothing of a loss.
func (t *Row) callsText() string {
	said := strings.Replace(t.lack, cutAnd, linesCut+", ", 1)
	if t.lack != "" && said != linesCut {
		said += " not sent"
	}

	switch {
	case t.calls == anotherCall:
		return "another call works"
	case t.lack == "" && t.inAll != "" && t.calls != "1" && t.mode != tools.ModeBlock:
		return "its " + t.calls + " calls give all of the file: " + t.inAll + " tokens"
	case t.lack == "":
		return ""
	case t.calls == "1":
		return "after its only call: " + said
	}

	return "after its " + t.calls + " calls: " + said
}

// item is an item of the list with this row; about is said of the tool, "" for nothing.
func (t Row) item(i list.Item, about string) list.Item {
	i.Text = strings.TrimSuffix(t.text()+" · "+about, " · ")
	said := []string{t.why, t.firstText(), t.callsText(), about}
	said = slices.DeleteFunc(said, func(s string) bool { return s == "" })
	if about != "" {
		i.More = strings.Join(said, partSign)
	}

	t.about = about
	i.Columns = func(width int) []draw.Cell {
		of := t.cells()
		if !t.known {
			of = texts{agent: t.agent, gets: cmp.Or(t.gets, waiting), about: t.why}
		}

		return t.columns(of, width)
	}
	return i
}

// shareOf is how many hundredths of the file are given: 100 where all is.
func shareOf(a loss.Account) int {
	if a.Lost() == 0 {
		return 100
	}
	return int(min(a.Given()*100/a.File, 99))
}

// tokensOf is how many tokens a call gives, in a column of its own: in thousands, so that all rows have one form.
func tokensOf(r *preview.Reading) string {
	amount, _ := modelline.Tokens(r.Tokens)
	amount = strings.TrimSuffix(amount, " tokens")
	ends := strings.Split(strings.TrimPrefix(amount, "≈"), "–")
	for i, end := range ends {
		if n, err := strconv.ParseInt(strings.ReplaceAll(end, ",", ""), 10, 64); err == nil {
			ends[i] = shortly(n)
		}
	}

	return humanize.When(strings.HasPrefix(amount, "≈"), "≈") + strings.Join(ends, "–")
}

// inThousands writes a number in thousands or millions, with two digits at least.
func inThousands(n int64) string {
	const thousand = 1000
	unit := "k"
	if n >= thousand*thousand-thousand/2 { // it is rounded
		n = n / thousand
		unit = "M"
	}
	if n >= 10*thousand || n%thousand == 0 {
		return strconv.FormatInt((n+thousand/2)/thousand, 10) + unit
	}

	return strconv.FormatFloat(float64(n)/thousand, 'f', 1, 64) + unit
}
