package tui

import (
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/transcript"
	"eyeline/themes"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
)

// choiceScreen is a list of transcripts to choose from. It shows what is found at once and fills in what has to be read:
// which transcripts are of the working folder, and what the calls of those on the screen come to.
type choiceScreen struct {
	tasks
	homes transcript.Homes
	dir   string // the working folder
	all   bool   // also transcripts of other folders
	root  string // where the files are looked for: see run

	found   []transcript.Found // newest first
	here    []bool             // which of them are of the working folder, as far as checked
	checked int                // how many of found were looked at for that
	listed  bool               // found is known
	failed  string
	known   map[int]transcriptRow
	list    rowList
}

var _ rowsScreen = (*choiceScreen)(nil)

// transcriptRow is what has been read of a transcript for its row.
type transcriptRow struct {
	tally   transcript.Tally
	counted bool // all of tally is known, not only the header
	failed  bool
}

// choiceMsg brings transcripts that were found, or those of them that are of the working folder.
type choiceMsg struct {
	stamp
	found []transcript.Found // nil: as before
	here  []bool             // of those from the first that was not checked
	err   error
}

// talliesMsg brings what transcripts come to, by their index.
type talliesMsg struct {
	stamp
	rows map[int]transcriptRow
}

func newChoiceScreen(o *Transcript) *choiceScreen {
	return &choiceScreen{
		tasks: newTasks(), homes: o.Homes, dir: o.Dir, all: o.All, root: o.Root,
		known: map[int]transcriptRow{}, list: newRowList(),
	}
}

// load looks for the transcripts.
func (c *choiceScreen) load() tea.Cmd {
	ctx, x := c.start(taskLoad)
	homes := c.homes
	return func() tea.Msg {
		found, err := transcript.List(ctx, homes)
		return choiceMsg{stamp: x, found: found, err: err}
	}
}

// checkFor is how long transcripts are looked at before what is known is shown.
const checkFor = 50 * time.Millisecond

// check looks at some more transcripts for their working folder.
func (c *choiceScreen) check() tea.Cmd {
	if c.all || c.checked >= len(c.found) {
		return nil
	}
	ctx, x := c.start(taskLoad)
	rest, dir := c.found[c.checked:], c.dir
	return func() tea.Msg {
		var here []bool
		for began := time.Now(); len(here) < len(rest) && time.Since(began) < checkFor && ctx.Err() == nil; {
			in, err := rest[len(here)].In(ctx, dir)
			here = append(here, err == nil && in)
		}
		return choiceMsg{stamp: x, here: here}
	}
}

func (c *choiceScreen) leave() tea.Cmd {
	c.endAll()
	return nil
}

// current implements fullScreen.
func (c *choiceScreen) current(_ *Model, x stamp) bool { return c.wanted(x) }

// update implements fullScreen.
func (c *choiceScreen) update(m *Model, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case choiceMsg:
		if !c.answers(taskLoad, msg.stamp) {
			return nil
		}
		c.end(taskLoad)
		if msg.err != nil {
			c.failed = plain(msg.err.Error())
		}
		if !c.listed {
			c.listed, c.found = true, msg.found
		}
		c.here = append(c.here, msg.here...)
		c.checked = len(c.here)
		c.narrow()
		return tea.Batch(c.check(), c.describe(m))
	case talliesMsg:
		if !c.answers(taskRows, msg.stamp) {
			return nil
		}
		c.end(taskRows)
		for i, row := range msg.rows {
			c.known[i] = row
		}
		if len(c.list.words()) > 0 {
			c.narrow()
		}
		return c.describe(m)
	case tea.WindowSizeMsg:
		return c.describe(m)
	case tea.MouseMsg:
		if m.front() != fullScreen(c) {
			return nil
		}
		_, first := c.rowsAt(m)
		if c.list.mouse(msg, first) {
			return c.open(m)
		}
		return c.describe(m)
	}
	return nil
}

// narrow makes the rows of the transcripts that match what is typed.
func (c *choiceScreen) narrow() {
	words := c.list.words()
	var order []int
	for i, f := range c.found {
		if !c.all && (i >= len(c.here) || !c.here[i]) {
			continue
		}
		if len(words) > 0 {
			h := c.known[i].tally.Header
			if !matchesAll(strings.ToLower(strings.Join([]string{f.Format.Agent, h.Version, h.ID, h.Dir, f.Path, when(f)}, " ")), words) {
				continue
			}
		}
		order = append(order, i)
	}
	c.list.show(order)
}

func when(f transcript.Found) string { return f.ModTime.Local().Format("2006-01-02 15:04") }

// describe reads what is not known yet of the transcripts on the screen: first what their beginnings say, then, one after
// the other, what their calls come to.
func (c *choiceScreen) describe(m *Model) tea.Cmd {
	if c.runs(taskRows) || !m.ready {
		return nil
	}
	_, first := c.rowsAt(m)
	room := max(m.roomFor(first), 1)
	top := scrolledTo(c.list.top, c.list.at, room, len(c.list.order))
	var unread, uncounted []int
	for _, i := range c.list.order[top:min(top+room, len(c.list.order))] {
		switch row, known := c.known[i]; {
		case !known:
			unread = append(unread, i)
		case !row.counted && !row.failed:
			uncounted = append(uncounted, i)
		}
	}
	found := c.found
	switch {
	case len(unread) > 0:
		ctx, x := c.start(taskRows)
		return func() tea.Msg {
			rows := map[int]transcriptRow{}
			for _, i := range unread {
				h, err := found[i].Peek(ctx)
				rows[i] = transcriptRow{tally: transcript.Tally{Header: h}, failed: err != nil}
			}
			return talliesMsg{x, rows}
		}
	case len(uncounted) > 0:
		ctx, x := c.start(taskRows)
		i := uncounted[0]
		return func() tea.Msg {
			tally, err := found[i].Tally(ctx)
			return talliesMsg{x, map[int]transcriptRow{i: {tally: tally, counted: err == nil, failed: err != nil}}}
		}
	}
	return nil
}

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
	if c.runs(taskRows) && len(c.list.order) > 0 {
		if i, ok := c.list.selected(); ok && c.known[i].tally.Agent == "" {
			c.end(taskRows) // what is on the screen now goes first
		}
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
	case !c.listed:
		running = "looking for transcripts…"
	case c.runs(taskLoad):
		running = "looking for those of this folder" + percent(int64(c.checked), int64(len(c.found))) + "…"
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
		out = append(out, m.bar([]part{{Text: "transcripts", Role: themes.Title, Keep: 9}, {Text: "  " + where, Role: themes.TitleDim, Keep: 8}}, nil, themes.TitleDim))
	}
	if field > 0 {
		out = append(out, c.list.field(m, "transcripts", "type a part of an agent's name, a folder or a date"))
	}
	if heads > 0 {
		out = append(out, m.cellRow(false, c.columns(m, -1)))
	}
	if len(c.list.order) == 0 {
		var b strings.Builder
		m.put(&b, themes.Dim, cells.Pad(cells.Truncate("  "+c.emptyText(m), m.width, "…"), m.width))
		return append(out, b.String())
	}
	from, to := c.list.visible(height - len(out))
	for k := from; k < to; k++ {
		out = append(out, m.cellRow(k == c.list.at, c.columns(m, c.list.order[k])))
	}
	return out
}

func (c *choiceScreen) emptyText(m *Model) string {
	switch {
	case c.failed != "":
		return "cannot look for transcripts: " + c.failed
	case !c.listed || c.runs(taskLoad):
		return "looking for transcripts…"
	case c.list.input.text() != "":
		return "no transcript matches"
	case c.all || len(c.found) == 0:
		return "there is no transcript in the agents' usual places"
	}
	return "there is no transcript of this folder; " + m.keyName(keymap.SortRows) + " lists those of all folders"
}

// columns are the columns of a transcript, or, below 0, their headings.
func (c *choiceScreen) columns(m *Model, i int) []cell {
	last := "session"
	if c.all {
		last = "folder"
	}
	row := []cell{
		{text: "agent", role: themes.Dim},
		{text: "when", width: 16, role: themes.Dim, keep: 9},
		{text: "reads", width: 6, right: true, role: themes.Dim, keep: 7},
		{text: "files", width: 6, right: true, role: themes.Dim, keep: 8},
		{text: "changes", width: 7, right: true, role: themes.Dim, keep: 6},
		{text: "size", width: 9, right: true, role: themes.Dim, keep: 5},
		{text: last, width: max(m.width/4, 12), role: themes.Dim, keep: 4},
	}
	if i >= 0 {
		f, known := c.found[i], c.known[i]
		h := known.tally.Header
		row[0].text, row[0].role = plain(strings.TrimSpace(f.Format.Agent+" "+h.Version)), themes.ModelLineValue
		row[1].text, row[1].role = when(f), themes.Text
		for k, n := range []int{known.tally.Reads, known.tally.Files, known.tally.Changes} {
			switch row[2+k].role = themes.Text; {
			case known.counted:
				row[2+k].text = dashed(int64(n))
			case known.failed:
				row[2+k].text = "?"
			default:
				row[2+k].text = "…"
			}
		}
		row[5].text, row[5].role = size(f.Size), themes.Text
		row[6].role = themes.TitleDim
		if row[6].text = plain(h.ID); c.all {
			row[6].text = cells.TruncateLeft(plain(h.Dir), row[6].width, "…")
		}
	}
	row = m.fitColumns(row, min(20, m.width/2))
	if spare := row[0].width - 26; spare > 0 && row[6].width > 0 {
		row[0].width -= spare
		row[6].width += spare
		if i >= 0 && c.all {
			row[6].text = cells.TruncateLeft(plain(c.known[i].tally.Dir), row[6].width, "…")
		}
	}
	return slices.Concat(row[1:2], row[:1], row[2:])
}
