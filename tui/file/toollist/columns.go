package toollist

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/loss"
	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/file/preview"
	"eyeline/tui/kit/bar"
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
	share    int     // how much of the file it gives, in hundredths; 100 for all of it alone
	part     float64 // the same, from 0 to 1
	cost     int64   // tokens; 0 where that is not known
	lines    int64
	tokens   string
	about    string // what else is said of the tool
	calls    string // to read all of it; with "cut" where these leave parts of lines out; "never": none reads on
	known    bool   // it is filled in
}

const none = "–"

// ofReading returns the row of what a tool gives of the file, without what [Rows] know.
func ofReading(r *preview.Reading) Row {
	account := r.Account()
	row := Row{known: true, lines: tools.LinesGiven(r.Window, r.Stats)}
	switch {
	case r.Refused != "":
		row.standing = standsRefused
		row.gets = r.RefusalWord()
		row.why = r.Refused
		return row
	case account.Kind != "":
		row.standing = standsPart
		row.gets = "not text"
		row.why = account.Instead
		return row
	}

	lost := account.Outside()
	row.share = shareOf(account)
	row.tokens = tokensOf(r)
	row.cost = r.Tokens.Count
	if account.File > 0 {
		row.part = float64(account.Given()) / float64(account.File)
	}

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

	row.calls = callsOf(r, lost)
	return row
}

// callsOf says how many calls read the file to its end; lost are the bytes that lie outside of the first one.
func callsOf(r *preview.Reading, lost int64) string {
	number := humanize.When(r.Guessed, "≈") + humanize.Group(1+r.Left)
	cut := r.CutInside() > 0
	switch {
	case r.Left == 0 && (cut || lost > 0):
		return "never"
	case cut:
		return number + " cut"
	}
	return number
}

// The widths of the columns of the list of tools, in cells. The agent has more where there is room, and there is a bar.
const (
	agentWidth  = 10
	agentMost   = 26
	getsWidth   = 12
	blockWidth  = 13
	shareWidth  = 5
	linesWidth  = 6
	tokensWidth = 10
	callsWidth  = 6
	barWidth    = 10
)

// functionHead is over what a block lacks of the function around its anchor.
const functionHead = "function"

// texts are what stands in the columns of a row, or their heads.
type texts struct{ agent, gets, block, share, lines, tokens, calls, about string }

var heads = texts{"agent", "gets", "block", "share", "lines", "tokens", "calls", "why not, or its limits"}

func (t *Row) cells() texts {
	if t.why != "" { // what is said of it stands below the list
		return texts{t.agent, t.gets, "", none, none, none, none, t.why}
	}
	return texts{t.agent, t.gets, t.block, t.shareText(), humanize.Group(t.lines), t.tokens, t.calls, t.about}
}

// shareText is how much of the file is given: of a part that rounds to nothing that it is less than a hundredth.
func (t *Row) shareText() string {
	if t.share == 0 && t.part > 0 {
		return "<1 %"
	}
	return fmt.Sprintf("%d %%", t.share)
}

// columns are the columns of a list of width cells, without those for which there is no room.
func (t *Row) columns(of texts, width int) []draw.Cell {
	const sign = 2 // cells that a row of a screen has before its columns
	room := draw.Canvas{Width: width + sign}
	agent := draw.Cell{Text: of.agent, Width: agentIn(width), Role: themes.Dim, Keep: 3}
	gets := draw.Cell{Text: of.gets, Width: getsWidth, Role: t.standing.role(), Keep: 9}
	most := getsWidth
	row := []draw.Cell{
		gets, agent,
		{Width: barWidth, Pieces: t.bar(), Keep: 1},
		{Text: of.share, Width: shareWidth, Right: true, Role: t.standing.role(), Keep: 8},
		{Text: of.lines, Width: linesWidth, Right: true, Role: themes.HelpText, Keep: 5},
		{Text: of.tokens, Width: tokensWidth, Right: true, Role: themes.HelpText, Keep: 7},
		{Text: of.calls, Width: callsIn(width), Right: true, Role: themes.HelpText, Keep: 4},
	}
	if t.mode == tools.ModeBlock { // a block is not read on
		most = len(functionHead)
		block := draw.Cell{Text: of.block, Width: blockWidth, Role: themes.HelpText, Keep: 6}
		row[4].Keep = 2 // the block says its lines
		row = slices.Insert(row[:len(row)-1], 2, block)
	}

	row = room.Fit(row, min(most, width))
	row[0].Width = min(row[0].Width, most)
	shown := []draw.Cell{row[1], row[0]}
	if t.mode == tools.ModeBlock {
		shown = []draw.Cell{row[1], row[2], row[0]}
	}

	return withAbout(append(shown, row[len(shown):]...), of.about, width)
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

// agentIn is how many cells the agent has of a row of width cells.
func agentIn(width int) int {
	const others = getsWidth + barWidth + shareWidth + linesWidth + tokensWidth + callsWidth + 6
	return max(min(width-others, agentMost), agentWidth)
}

// callsIn is how many cells the calls have of a row of width cells: with room for a word behind a number.
func callsIn(width int) int {
	const roomy, word = 66, 2 // cells
	if width >= roomy {
		return callsWidth + word
	}
	return callsWidth
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
	}
	row := (&Row{mode: w.Mode}).columns(of, width)
	for i := range row {
		row[i].Role = themes.Dim
	}
	return row
}

// text is the row in words, by which it is found.
func (t *Row) text() string {
	if t.why != "" {
		return strings.TrimPrefix(t.gets+" "+t.why, " ")
	}
	words := t.gets
	if t.standing == standsPart && t.mode != tools.ModeBlock {
		words += " partial"
	}
	return words + " " + t.block
}

// item is an item of the list with this row; about is said of the tool, "" for nothing.
func (t Row) item(i list.Item, about string) list.Item {
	i.Text = strings.TrimSuffix(t.text()+" · "+about, " · ")
	if t.why != "" && about != "" {
		i.More = t.why + " · " + about
	} else if about != "" {
		i.More = about
	}
	t.about = about
	i.Columns = func(width int) []draw.Cell {
		of := t.cells()
		if !t.known {
			of = texts{agent: t.agent, gets: t.gets, about: t.why}
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

// tokensOf is how many tokens a call gives, in a column of its own: an estimate that is too wide for it in thousands.
func tokensOf(r *preview.Reading) string {
	amount, _ := bar.Tokens(r.Tokens)
	amount = strings.TrimSuffix(amount, " tokens")
	if cells.Width(amount) <= tokensWidth {
		return amount
	}
	ends := strings.Split(strings.TrimPrefix(amount, "≈"), "–")
	for i, end := range ends {
		if n, err := strconv.ParseInt(strings.ReplaceAll(end, ",", ""), 10, 64); err == nil {
			ends[i] = inThousands(n)
		}
	}
	return "≈" + strings.Join(ends, "–")
}

// inThousands writes a number in thousands or millions, with two digits at least.
func inThousands(n int64) string {
	const thousand = 1000
	unit := "k"
	if n >= thousand*thousand {
		n = n / thousand
		unit = "M"
	}
	if n >= 10*thousand || n%thousand == 0 {
		return strconv.FormatInt(n/thousand, 10) + unit
	}
	return strconv.FormatFloat(float64(n)/thousand, 'f', 1, 64) + unit
}
