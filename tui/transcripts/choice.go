package transcripts

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
	"eyeline/tui/screens"
	"eyeline/tui/words"
)

// choiceScreen is a list of transcripts to choose from. It shows what names and times say as soon as the first folders
// are read, and fills in what has to be read: which transcripts are of the working folder, and what the calls of those
// on the screen come to. See choicefill.go.
type choiceScreen struct {
	listScreen
	homes transcript.Homes
	dir   string // the working folder
	all   bool   // also transcripts of other folders

	finder    *transcript.Finder
	found     []candidate // as they were found: they are known by their index
	newest    []int       // all of them, the newest first
	unchecked int         // how many of them names do not say the working folder of
	listed    bool        // all are found
	failed    string
	known     map[int]summary
	counting  [len(countTasks)]int // which transcript each task counts
}

// NewChoice is a list of the transcripts in the agents' usual places, to choose one from: those of the working folder
// dir, or all.
func NewChoice(h screens.Host, s Services, homes transcript.Homes, dir string, all bool) screens.Screen {
	return newChoice(h, s, homes, dir, all)
}

func newChoice(h screens.Host, s Services, homes transcript.Homes, dir string, all bool) *choiceScreen {
	c := &choiceScreen{listScreen: newListScreen(h, s), homes: homes, dir: dir, all: all, known: map[int]summary{}}
	c.table = c
	return c
}

// Leave implements [screens.Screen].
func (c *choiceScreen) Leave() tea.Cmd {
	c.endAll()
	finder := c.finder
	return func() tea.Msg {
		if finder != nil {
			finder.Close()
		}
		return nil
	}
}

// Update implements [screens.Screen].
func (c *choiceScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case placesMsg:
		return c.takeFound(msg)
	case checkedMsg:
		return c.takeChecked(msg)
	case talliesMsg:
		return c.takeTallies(msg)
	}
	return c.updateList(msg)
}

// narrow makes the rows of the transcripts that match what is typed. Those of which names only say that they are likely
// of the working folder are among them until that is known.
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

func when(f transcript.Entry) string { return f.ModTime.Local().Format("2006-01-02 15:04") }

// Key implements [screens.Screen].
func (c *choiceScreen) Key(msg tea.KeyMsg) tea.Cmd {
	action, typed := c.list.key(c.host.Keys(), msg)
	if typed {
		c.narrow()
	}
	switch action {
	case keymap.LeaveList:
		return c.host.Leave()
	case keymap.TakeItem:
		return c.open()
	case keymap.SortRows:
		c.all = !c.all
		c.narrow()
		c.host.Say(map[bool]string{
			true:  "the transcripts of all folders",
			false: "the transcripts of this folder",
		}[c.all])
		return tea.Batch(c.check(), c.describe())
	case keymap.Timeline:
		c.host.Say("open a transcript first: " + c.keyName(keymap.TakeItem))
	case keymap.RecordHelp:
		return c.host.Help()
	}
	if i, ok := c.list.selected(); ok && c.runs(taskRows) && c.known[i].tally.Agent == "" {
		c.end(taskRows) // what is on the screen now goes first
	}
	return c.describe()
}

// open opens the selected transcript.
func (c *choiceScreen) open() tea.Cmd {
	i, ok := c.list.selected()
	if !ok {
		return nil
	}
	return c.host.Enter(NewFiles(c.host, c.services, c.found[i].Path))
}

// Footer implements [screens.Screen].
func (c *choiceScreen) Footer() bar.Footer {
	running := ""
	switch {
	case c.failed != "":
	case !c.listed:
		running = "looking for transcripts…"
	case c.runs(taskCheck):
		running = "looking for those of this folder" + " " + words.Percent(int64(len(c.found)-c.unchecked),
			int64(len(c.found))) + "…"
	}
	word := "all folders"
	if c.all {
		word = "this folder"
	}
	return c.footer(running, c.hint(keymap.TakeItem, "open"), c.hint(keymap.SortRows, word))
}

func (c *choiceScreen) title() string {
	where := cells.Sanitize(c.dir)
	if c.all {
		where = "all folders"
	}
	return c.canvas().Bar([]bar.Part{
		{Text: "transcripts", Role: themes.Title, Keep: 9}, {Text: "  " + where, Role: themes.TitleDim, Keep: 8},
	}, nil, themes.TitleDim)
}

func (c *choiceScreen) notes(int) []string { return nil }

func (c *choiceScreen) noun() (noun, hint string) {
	return "transcripts", "type a part of an agent's name, a folder or a date"
}

func (c *choiceScreen) emptyText() string {
	switch {
	case len(c.list.order) > 0:
		return ""
	case c.failed != "":
		return "cannot look for transcripts: " + c.failed
	case !c.listed || c.runs(taskCheck):
		return "looking for transcripts…"
	case c.list.input.Text() != "":
		return "no transcript matches"
	case c.all || len(c.found) == 0:
		return "there is no transcript in the agents' usual places"
	}
	return "there is no transcript of this folder; " + c.keyName(keymap.SortRows) + " lists those of all folders"
}

func (c *choiceScreen) columns(i int) []draw.Cell {
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
		{Text: last, Width: max(c.canvas().Width/4, 12), Role: themes.Dim, Keep: 4},
	}
	if i >= 0 {
		f, known := c.found[i].Entry, c.known[i]
		h := known.tally.Header
		row[0].Text, row[0].Role = cells.Sanitize(strings.TrimSpace(f.Format.Agent+" "+h.Version)),
			themes.ModelLineValue
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
		row[5].Text, row[5].Role = words.Size(f.Size), themes.Text
		row[6].Role = themes.TitleDim
		if row[6].Text = cells.Sanitize(h.ID); c.all {
			row[6].Text = cells.TruncateLeft(cells.Sanitize(h.Dir), row[6].Width, "…")
		}
	}
	row = c.canvas().Fit(row, min(20, c.canvas().Width/2))
	if spare := row[0].Width - 26; spare > 0 && row[6].Width > 0 {
		row[0].Width -= spare
		row[6].Width += spare
		if i >= 0 && c.all {
			row[6].Text = cells.TruncateLeft(cells.Sanitize(c.known[i].tally.Dir), row[6].Width, "…")
		}
	}
	return slices.Concat(row[1:2], row[:1], row[2:])
}
