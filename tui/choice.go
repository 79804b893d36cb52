package tui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/transcript"
	"eyeline/themes"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/draw"
	"eyeline/tui/stamp"
)

// choiceScreen is a list of transcripts to choose from. It shows what names and times say as soon as the first folders are
// read, and fills in what has to be read: which transcripts are of the working folder, and what the calls of those on the
// screen come to. See choicefill.go.
type choiceScreen struct {
	tasks
	homes transcript.Homes
	dir   string // the working folder
	all   bool   // also transcripts of other folders
	root  string // where the files are looked for: see run

	finder    *transcript.Finder
	found     []foundRow // as they were found: they are known by their index
	newest    []int      // all of them, the newest first
	unchecked int        // how many of them names do not say the working folder of
	listed    bool       // all are found
	failed    string
	known     map[int]transcriptRow
	counting  [len(countTasks)]int // which transcript each task counts
	list      rowList
}

var _ rowsScreen = (*choiceScreen)(nil)

func newChoiceScreen(o *Transcript) *choiceScreen {
	return &choiceScreen{
		tasks: newTasks(), homes: o.Homes, dir: o.Dir, all: o.All, root: o.Root,
		known: map[int]transcriptRow{}, list: newRowList(),
	}
}

func (c *choiceScreen) leave() tea.Cmd {
	c.endAll()
	finder := c.finder
	return func() tea.Msg {
		if finder != nil {
			finder.Close()
		}
		return nil
	}
}

// current implements fullScreen.
func (c *choiceScreen) current(_ *Model, x stamp.Stamp) bool { return c.wanted(x) }

// update implements fullScreen.
func (c *choiceScreen) update(m *Model, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case placesMsg:
		return c.takeFound(m, msg)
	case checkedMsg:
		return c.takeChecked(m, msg)
	case talliesMsg:
		return c.takeTallies(m, msg)
	}
	return m.updateList(c, msg)
}

// narrow makes the rows of the transcripts that match what is typed. Those of which names only say that they are likely of
// the working folder are among them until that is known.
func (c *choiceScreen) narrow() {
	words := c.list.words()
	order := make([]int, 0, len(c.newest))
	for _, i := range c.newest {
		f := &c.found[i]
		if (c.all || f.belongs == transcript.Here || f.belongs == transcript.Likely) && matchesAll(f.text, words) {
			order = append(order, i)
		}
	}
	c.list.show(order)
}

// grow makes the rows again when there are more. Where the newest transcript was selected, the
// newest one stays selected.
func (c *choiceScreen) grow() {
	first := c.list.at == 0
	c.narrow()
	if first {
		c.list.at = 0
	}
}

func when(f transcript.Found) string { return f.ModTime.Local().Format("2006-01-02 15:04") }

// key implements fullScreen.
func (c *choiceScreen) key(m *Model, msg tea.KeyMsg) tea.Cmd {
	action, typed := c.list.key(m, msg)
	if typed {
		c.narrow()
	}
	switch action {
	case keymap.LeaveList:
		return m.leaveScreen()
	case keymap.TakeItem:
		return c.open(m)
	case keymap.SortRows:
		c.all = !c.all
		c.narrow()
		m.say(map[bool]string{true: "the transcripts of all folders", false: "the transcripts of this folder"}[c.all])
		return tea.Batch(c.check(), c.describe(m))
	case keymap.Timeline:
		m.say("open a transcript first: " + m.keyName(keymap.TakeItem))
	case keymap.RecordHelp:
		return m.openHelp(false)
	}
	if i, ok := c.list.selected(); ok && c.runs(taskRows) && c.known[i].tally.Agent == "" {
		c.end(taskRows) // what is on the screen now goes first
	}
	return c.describe(m)
}

// open opens the selected transcript.
func (c *choiceScreen) open(m *Model) tea.Cmd {
	i, ok := c.list.selected()
	if !ok {
		return nil
	}
	follow := m.opts.Transcript != nil && m.opts.Transcript.Follow
	f := newFilesScreen(c.found[i].Path, c.root, follow)
	return tea.Batch(m.enter(f), f.load())
}

// rowsAt implements rowsScreen.
func (c *choiceScreen) rowsAt(m *Model) (*rowList, int) {
	title, field, heads := listParts(m.height - m.areas.footer.height)
	return &c.list, title + field + heads
}

// footer implements fullScreen.
func (c *choiceScreen) footer(m *Model) bar.Footer {
	running := ""
	switch {
	case c.failed != "":
	case !c.listed:
		running = "looking for transcripts…"
	case c.runs(taskCheck):
		running = "looking for those of this folder" + percent(int64(len(c.found)-c.unchecked), int64(len(c.found))) + "…"
	}
	word := "all folders"
	if c.all {
		word = "this folder"
	}
	return m.listFooter(&c.list, running, m.hint(keymap.TakeItem, "open"), m.hint(keymap.SortRows, word),
		m.hint(keymap.LeaveList, "leave"), m.hint(keymap.RecordHelp, "help"))
}

// rows implements fullScreen.
func (c *choiceScreen) rows(m *Model, height int) []string {
	title, field, heads := listParts(height)
	var out []string
	if title > 0 {
		where := plain(c.dir)
		if c.all {
			where = "all folders"
		}
		out = append(out, m.canvas().Bar([]bar.Part{{Text: "transcripts", Role: themes.Title, Keep: 9}, {Text: "  " + where, Role: themes.TitleDim, Keep: 8}}, nil, themes.TitleDim))
	}
	if field > 0 {
		out = append(out, c.list.field(m, "transcripts", "type a part of an agent's name, a folder or a date"))
	}
	if heads > 0 {
		out = append(out, m.canvas().Columns(false, c.columns(m, -1)))
	}
	if len(c.list.order) == 0 {
		return append(out, m.canvas().Line(themes.Dim, "  "+c.emptyText(m)))
	}
	from, to := c.list.visible(height - len(out))
	for k := from; k < to; k++ {
		out = append(out, m.canvas().Columns(k == c.list.at, c.columns(m, c.list.order[k])))
	}
	return out
}

func (c *choiceScreen) emptyText(m *Model) string {
	switch {
	case c.failed != "":
		return "cannot look for transcripts: " + c.failed
	case !c.listed || c.runs(taskCheck):
		return "looking for transcripts…"
	case c.list.input.Text() != "":
		return "no transcript matches"
	case c.all || len(c.found) == 0:
		return "there is no transcript in the agents' usual places"
	}
	return "there is no transcript of this folder; " + m.keyName(keymap.SortRows) + " lists those of all folders"
}

// columns are the columns of a transcript, or, below 0, their headings.
func (c *choiceScreen) columns(m *Model, i int) []draw.Cell {
	last := "session"
	if c.all {
		last = "folder"
	}
	row := []draw.Cell{
		{Text: "agent", Role: themes.Dim},
		{Text: "when", Width: 16, Role: themes.Dim, Keep: 9},
		{Text: "reads", Width: 6, Right: true, Role: themes.Dim, Keep: 7},
		{Text: "files", Width: 6, Right: true, Role: themes.Dim, Keep: 8},
		{Text: "changes", Width: 7, Right: true, Role: themes.Dim, Keep: 6},
		{Text: "size", Width: 9, Right: true, Role: themes.Dim, Keep: 5},
		{Text: last, Width: max(m.width/4, 12), Role: themes.Dim, Keep: 4},
	}
	if i >= 0 {
		f, known := c.found[i].Found, c.known[i]
		h := known.tally.Header
		row[0].Text, row[0].Role = plain(strings.TrimSpace(f.Format.Agent+" "+h.Version)), themes.ModelLineValue
		row[1].Text, row[1].Role = when(f), themes.Text
		for k, n := range []int{known.tally.Reads, known.tally.Files, known.tally.Changes} {
			switch row[2+k].Role = themes.Text; {
			case known.counted:
				row[2+k].Text = dashed(int64(n))
			case known.failed:
				row[2+k].Text = "?"
			default:
				row[2+k].Text = "…"
			}
		}
		row[5].Text, row[5].Role = size(f.Size), themes.Text
		row[6].Role = themes.TitleDim
		if row[6].Text = plain(h.ID); c.all {
			row[6].Text = cells.TruncateLeft(plain(h.Dir), row[6].Width, "…")
		}
	}
	row = m.canvas().Fit(row, min(20, m.width/2))
	if spare := row[0].Width - 26; spare > 0 && row[6].Width > 0 {
		row[0].Width -= spare
		row[6].Width += spare
		if i >= 0 && c.all {
			row[6].Text = cells.TruncateLeft(plain(c.known[i].tally.Dir), row[6].Width, "…")
		}
	}
	return slices.Concat(row[1:2], row[:1], row[2:])
}

// transcriptScreen is the first screen of transcripts.
func transcriptScreen(o *Transcript) fullScreen {
	if o.Path == "" {
		return newChoiceScreen(o)
	}
	return newFilesScreen(o.Path, o.Root, o.Follow)
}
