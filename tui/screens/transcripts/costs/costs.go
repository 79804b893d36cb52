// Package costs, which changes without notice, is the screen that lists what the files of a recorded run cost: the
// tokens of what was sent of each, and of what was sent again. It knows the run only by the [Services] that it is made
// with.
package costs

import (
	"cmp"
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/lists"
	"eyeline/reader/transcript/runcost"
	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/rowscreen"
	"eyeline/tui/kit/screens"
)

// Services are what the screen needs of the run.
type Services struct {
	// Count counts the tokens, in the background.
	Count func(ctx context.Context) (*runcost.Cost, error)
	// SharedKey handles a key that means the same on all screens of the run.
	SharedKey func(msg tea.KeyMsg) (cmd tea.Cmd, handled bool)
	OpenFile  func(path string) tea.Cmd
	ShowCalls func() tea.Cmd
	// Note is what the record has other than was sent; "" for nothing.
	Note func() string
	// Words are what actions do that lead to other screens of the run, "" where one does nothing here.
	Words map[keymap.Action]string
}

// costs is the list of the files.
type costs struct {
	rowscreen.Screen
	services Services
	cost     *runcost.Cost // nil until it is counted
	rows     []costRow     // those of its files, and the rest
	most     int64         // the tokens of the file with most of them
	failed   string        // why it cannot be counted
	order    costOrder
}

// costRow is what lines of a file cost, or what is left of the sum of all results besides them.
type costRow struct {
	runcost.FileCost
	isRest bool
}

// rest is the name of what results have besides lines of files: numbers of lines, answers of changes and other calls.
const rest = "besides lines of files"

// costRows are the rows of a cost: they add up to its sum.
func costRows(cost *runcost.Cost) []costRow {
	all := lists.Map(cost.Files, func(f runcost.FileCost) costRow { return costRow{FileCost: f} })
	left := cost.Results
	for i := range all {
		left -= all[i].Tokens
	}
	if left > 0 {
		all = append(all, costRow{runcost.FileCost{Path: rest, Tokens: left}, true})
	}
	return all
}

// costOrder is the order of the files.
type costOrder uint8

const (
	byTokens costOrder = iota
	byAgain
	byName
	costOrders
)

func (o costOrder) String() string {
	return [...]string{"most tokens first", "most that was sent again first", "by path"}[o]
}

// New returns the screen, which counts the tokens once it has begun.
func New(h screens.Host, s Services) *costs {
	c := &costs{Screen: rowscreen.New(h), services: s}
	c.Table = c
	return c
}

// Begin implements [screens.Screen].
func (c *costs) Begin() tea.Cmd {
	return jobs.Try(c.Jobs, jobs.Describe, c.services.Count, func(cost *runcost.Cost, err error) tea.Cmd {
		if err != nil {
			c.failed = cells.Sanitize(err.Error())
			return nil
		}

		c.cost = cost
		c.most = 1
		c.rows = costRows(cost)

		for i := range c.rows {
			c.most = max(c.most, c.rows[i].Tokens)
		}

		return c.Narrow()
	})
}

// Key implements [screens.Screen].
func (c *costs) Key(msg tea.KeyMsg) tea.Cmd {
	if cmd, handled := c.services.SharedKey(msg); handled {
		return cmd
	}
	if action, _ := c.Host.Keys().Lookup(keymap.InTranscript, msg.String()); action == keymap.Costs {
		return c.Back()
	}
	return c.Screen.Key(msg)
}

// Narrow implements [rowscreen.Table].
func (c *costs) Narrow() tea.Cmd {
	if c.cost == nil {
		return nil
	}

	all := c.rows
	path := func(i int) string { return strings.ToLower(all[i].Path) }
	order := list.Narrowed(c.List.Input.Text(), list.All(len(all)), path)
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := &all[a], &all[b]
		switch {
		case x.isRest: // it is no file, and comes last
			return 1
		case y.isRest:
			return -1
		case c.order == byTokens:
			return cmp.Compare(y.Tokens, x.Tokens)
		case c.order == byAgain:
			return cmp.Compare(y.Again, x.Again)
		default:
			return cmp.Compare(x.Path, y.Path)
		}
	})
	c.List.Show(order)
	return nil
}

// Sort orders the files otherwise.
func (c *costs) Sort() tea.Cmd {
	c.order = (c.order + 1) % costOrders
	c.Host.Say(c.order.String())
	return c.Narrow()
}

// Open opens the selected file.
func (c *costs) Open() tea.Cmd {
	i, ok := c.List.Selected()
	if !ok {
		return nil
	}
	if c.rows[i].isRest {
		return c.Calls()
	}
	return c.services.OpenFile(c.rows[i].Path)
}

// Calls shows all calls.
func (c *costs) Calls() tea.Cmd { return c.services.ShowCalls() }

// Footer implements [screens.Screen].
func (c *costs) Footer() bar.Footer {
	running := ""
	if c.cost == nil && c.failed == "" {
		running = "counting tokens…"
	}
	if len(c.List.Order) == 0 {
		return c.Stoppable(c.FooterOf(running))
	}
	return c.Stoppable(c.FooterOf(running, c.Hint(keymap.TakeItem, "open"), c.Hint(keymap.Timeline, "calls"),
		c.Hint(keymap.SortRows, "sort")))
}

// roomForNotes is from how many rows of the screen on it is said what the results come to.
const roomForNotes = 14

// Notes implements [rowscreen.Table]: what the results come to, what the model itself counted, and what the record has
// other than was sent.
func (c *costs) Notes(height int) []string {
	if c.cost == nil || height < roomForNotes {
		return nil
	}

	out := c.Canvas().Paragraph(themes.Dim, c.cost.Words())
	if c.cost.Model != nil {
		out = append(out, c.Canvas().Paragraph(themes.Dim, c.cost.Model.Words())...)
	}
	if note := c.services.Note(); note != "" {
		out = append(out, c.Canvas().Paragraph(themes.Dim, note)...)
	}

	return out
}

// Title implements [rowscreen.Table].
func (c *costs) Title() string {
	right := []bar.Part{}
	if c.cost != nil {
		text := humanize.Count(c.cost.Results, "token") + " of results · " + humanize.Group(c.cost.Again) + " again"
		right = append(right, bar.Part{Text: text, Role: themes.TitleAccent, Keep: bar.Kept})
	}

	left := []bar.Part{
		{Text: "cost", Role: themes.Title, Keep: bar.Kept},
		{Text: ": tokens of results, counted here", Role: themes.TitleDim, Keep: bar.LostFifth},
	}
	return c.Canvas().Bar(left, right, themes.TitleDim)
}

// Noun implements [rowscreen.Table].
func (c *costs) Noun() (noun, hint string) { return "files", "type a part of a path" }

// EmptyText implements [rowscreen.Table].
func (c *costs) EmptyText() string {
	switch {
	case c.failed != "":
		return "the tokens cannot be counted: " + c.failed
	case c.cost == nil:
		return "counting tokens…"
	case len(c.rows) == 0:
		return "no call gave lines of a file"
	case len(c.List.Order) == 0:
		return "no file matches"
	}

	return ""
}

// The columns of a cost, the one that takes the rest of the row first.
const (
	costPath = iota
	costTokens
	costBar
	costAgain
	costLinesAgain
	costReads
)

// Columns implements [rowscreen.Table].
func (c *costs) Columns(row int) []draw.Cell {
	width := max(min(c.Canvas().Width/4, 40), 8)
	out := []draw.Cell{
		costPath:       {Text: "file", Role: themes.Dim},
		costTokens:     {Text: "tokens", Width: 10, Right: true, Role: themes.Dim, Keep: 9},
		costBar:        {Text: "", Width: width, Role: themes.Dim, Keep: 6},
		costAgain:      {Text: "sent again", Width: 10, Right: true, Role: themes.Dim, Keep: 8},
		costLinesAgain: {Text: "lines again", Width: 11, Right: true, Role: themes.Dim, Keep: 4},
		costReads:      {Text: "reads", Width: 5, Right: true, Role: themes.Dim, Keep: 3},
	}
	if row >= 0 {
		f := &c.rows[row]
		out[costPath].Text = cells.SanitizeFirst(f.Path, c.Canvas().Width)
		out[costPath].Role = themes.Text
		for column, n := range map[int]int64{
			costTokens: f.Tokens, costAgain: f.Again, costLinesAgain: f.LinesAgain, costReads: int64(f.Reads),
		} {
			out[column].Text = humanize.Dashed(n)
			out[column].Role = themes.Text
		}
		out[costTokens].Role = themes.ModelLineValue
		out[costBar].Text = ""
	}

	out = c.Canvas().Fit(out, min(18, c.Canvas().Width/2))
	if row >= 0 && out[costBar].Width > 0 {
		out[costBar].Pieces = c.bar(&c.rows[row].FileCost, out[costBar].Width)
	}

	return out
}

// bar is how much a file cost beside the one that cost most: what was sent for the first time, then what was sent
// again.
func (c *costs) bar(f *runcost.FileCost, width int) []draw.Piece {
	full := "█"
	some := "░"
	if c.Canvas().ASCII {
		full = "#"
		some = "-"
	}

	all := int((f.Tokens*int64(width) + c.most - 1) / c.most)
	again := int(f.Again * int64(width) / c.most)
	return []draw.Piece{
		{Text: strings.Repeat(full, max(all-again, 0)), Role: themes.ModelLineValue},
		{Text: strings.Repeat(some, min(again, all)), Role: themes.ModelLineWarn},
		{Text: strings.Repeat(" ", max(width-all, 0)), Role: themes.Text},
	}
}

// Word implements [screens.ActionDescriber].
func (c *costs) Word(a keymap.Action, help string) string {
	if a == keymap.SortRows {
		return "sort by tokens, by what was sent again or by path"
	}
	if word, ok := c.services.Words[a]; ok {
		return word
	}
	return c.Screen.Word(a, help)
}
