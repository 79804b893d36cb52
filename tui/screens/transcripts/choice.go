package transcripts

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/runstats"
	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/rowscreen"
	"eyeline/tui/kit/screens"
)

// choiceScreen is a list of transcripts to choose from. It shows what names and the files' times say as soon as the
// first folders are read, and fills in what has to be read: which transcripts are of the working folder and when they
// began, and of those on the screen what their calls come to and what is to be looked at in them.
type choiceScreen struct {
	rowscreen.Screen
	services Services
	homes    transcript.Homes
	dir      string // the working folder
	all      bool   // also transcripts of other folders

	found     []candidate // by their files' times, the newest first: they are known by their index
	unchecked int         // how many of them are not looked into
	listed    bool        // all are found
	failed    string
	known     map[int]summary
	counting  int // which transcript is being counted
	order     runOrder
}

// runOrder is the order of the transcripts.
type runOrder uint8

const (
	byBegin    runOrder = iota // the newest first
	byFindings                 // what is to be looked at first; all of them are looked through for that
	byAgent
	bySize // the largest first
	runOrders
)

func (o runOrder) String() string {
	return [...]string{"the newest first", "blind and cut first", "by agent", "the largest first"}[o]
}

// NewChoice is a list of the transcripts in the agents' usual places, to choose one from: those of the working folder
// dir, or all.
func NewChoice(h screens.Host, s Services, homes transcript.Homes, dir string, all bool) *choiceScreen {
	c := &choiceScreen{
		Screen: rowscreen.New(h), services: s, homes: homes, dir: dir, all: all, known: map[int]summary{},
	}
	c.Table = c
	return c
}

// Key implements [screens.Screen].
func (c *choiceScreen) Key(msg tea.KeyMsg) tea.Cmd {
	if action, _ := c.Host.Keys().Lookup(keymap.InTranscript, msg.String()); action == keymap.AllFolders {
		return c.otherFolders()
	}
	return c.Screen.Key(msg)
}

// Sort orders the transcripts otherwise.
func (c *choiceScreen) Sort() tea.Cmd {
	c.order = (c.order + 1) % runOrders
	c.match()
	c.List.Select(0)
	c.Host.Say(c.order.String())
	return c.Reveal()
}

// otherFolders shows the transcripts of all folders, or only those of this one again.
func (c *choiceScreen) otherFolders() tea.Cmd {
	c.all = !c.all
	c.match()
	c.Host.Say("the transcripts of " + humanize.Either(c.all, "all folders", "this folder"))
	return tea.Batch(c.check(), c.describe())
}

func (c *choiceScreen) Calls() tea.Cmd {
	c.Host.Say("open a transcript first: " + c.KeyName(keymap.TakeItem))
	return c.Reveal()
}

// Open opens the selected transcript.
func (c *choiceScreen) Open() tea.Cmd {
	i, ok := c.List.Selected()
	if !ok {
		return nil
	}
	return c.Host.Enter(NewFiles(c.Host, c.services, c.found[i].Path))
}

// Footer implements [screens.Screen].
func (c *choiceScreen) Footer() bar.Footer {
	running := ""
	switch {
	case c.failed != "": // why is on the screen
	case !c.listed:
		running = "looking for transcripts…"
	case c.Jobs.Runs(jobs.Folders):
		done := humanize.Percent(int64(len(c.found)-c.unchecked), int64(len(c.found)))
		running = humanize.Either(c.all, "reading when they began ", "looking for those of this folder ") + done + "…"
	}

	if left := c.toLookThrough(); running == "" && c.order == byFindings && left > 0 && c.listed {
		running = "looking through them, " + humanize.Group(int64(left)) + " left…"
	}

	folders := c.Hint(keymap.AllFolders, humanize.Either(c.all, "this folder", "all folders"))
	if len(c.List.Order) == 0 {
		return c.FooterOf(running, folders)
	}

	return c.FooterOf(running, c.Hint(keymap.TakeItem, "open"), c.Hint(keymap.SortRows, "sort"), folders)
}

func (c *choiceScreen) Title() string {
	where := cells.Sanitize(c.dir)
	if c.all {
		where = "below " + cells.Sanitize(c.homes.Below)
		if c.homes.Below == "" {
			where = "all folders"
		}
	}

	runs := ""
	if n := len(c.List.Order); n > 0 {
		runs = humanize.Count(int64(n), "run")
	}

	return c.Canvas().Bar([]bar.Part{
		{Text: "transcripts", Role: themes.Title, Keep: bar.Kept},
		{Text: "  " + where, Role: themes.TitleDim, Keep: bar.Kept},
	}, []bar.Part{{Text: runs, Role: themes.TitleAccent, Keep: bar.Kept}}, themes.TitleDim)
}

func (c *choiceScreen) Noun() (noun, hint string) {
	return "transcripts", c.order.String() + " · type an agent, a folder or a date"
}

func (c *choiceScreen) EmptyText() string {
	switch {
	case len(c.List.Order) > 0:
		return ""
	case c.failed != "":
		return "cannot look for transcripts: " + c.failed
	case !c.listed || c.Jobs.Runs(jobs.Folders):
		return "looking for transcripts…"
	case c.List.Input.Text() != "":
		return "no transcript matches"
	}

	return c.noneText()
}

// Narrow implements [rowscreen.Table].
func (c *choiceScreen) Narrow() tea.Cmd {
	c.match()
	return c.Reveal()
}

// match makes the rows of the transcripts that match what is typed. Those of which names only say that they are likely
// of the working folder are among them until that is known.
func (c *choiceScreen) match() {
	listed := make([]int, 0, len(c.found))
	for i := range c.found {
		at := c.found[i].belongs
		if c.all || at == transcript.Here || at == transcript.Likely {
			listed = append(listed, i)
		}
	}
	slices.SortStableFunc(listed, c.compare)
	c.List.Show(list.Narrowed(c.List.Input.Text(), listed, func(i int) string { return c.found[i].text }))
}

// compare orders two transcripts by their indices.
func (c *choiceScreen) compare(a, b int) int {
	x := &c.found[a]
	y := &c.found[b]
	first := 0

	switch c.order {
	case byFindings:
		first = c.known[b].found.compare(c.known[a].found)
	case byAgent:
		first = strings.Compare(x.Format.Agent, y.Format.Agent)
	case bySize:
		first = cmp.Compare(y.Size, x.Size)
	}

	return cmp.Or(first, y.began.Compare(x.began))
}

// minutes is the form of a time that is shown to the minute.
const minutes = "2006-01-02 15:04"

// The list of transcripts is filled in steps. Names and times come first; no transcript is opened for them. Then, the
// newest first, what the beginnings say of the working folder. For the rows on the screen alone, what the calls come
// to.

// candidate is a transcript that was found.
type candidate struct {
	transcript.Entry
	belongs transcript.FolderMatch // to the working folder
	text    string                 // in lower case, for what is typed
	began   time.Time              // as it is recorded or, as long as that is not known, the file's time
	read    bool                   // its beginning was
}

// summary is what has been read of a transcript for its row.
type summary struct {
	tally   runstats.Tally
	counted bool // all of tally is known, not only the header
	failed  bool
	here    bool      // it is one of the working folder, as far as its beginning tells
	found   *findings // nil as long as they are not looked for
}

// checkedOnce is how many transcripts are looked into before what is known is shown.
const checkedOnce = 64

// Begin implements [screens.Screen]: it looks for the transcripts.
func (c *choiceScreen) Begin() tea.Cmd {
	homes := c.homes
	dir := c.dir
	return jobs.Try(c.Jobs, jobs.Transcripts, func(ctx context.Context) (found []candidate, err error) {
		all, err := transcript.List(ctx, homes)
		folder := transcript.FolderAt(dir)
		for _, f := range all {
			text := strings.ToLower(f.Format.Agent + " " + filepath.Base(f.Path))
			found = append(found, candidate{
				Entry: f, belongs: f.Belongs(folder), text: text, began: f.ModTime.Local(),
			})
		}

		return found, err
	}, c.setFound)
}

// setFound replaces the listed transcripts by those that were found.
func (c *choiceScreen) setFound(found []candidate, err error) tea.Cmd {
	if err != nil {
		c.failed = cells.Sanitize(err.Error())
	}
	c.found = found
	c.listed = true
	c.unchecked = len(found)
	c.match()
	return tea.Batch(c.check(), c.describe())
}

// check looks into some more transcripts for their working folder and the time when they began: first those that are
// likely of this folder, and never those that are not, unless all are listed.
func (c *choiceScreen) check() tea.Cmd {
	if c.unchecked == 0 || c.Jobs.Runs(jobs.Folders) {
		return nil
	}

	kinds := []transcript.FolderMatch{transcript.Likely, transcript.Unsaid, transcript.Here}
	if c.all {
		kinds = append(kinds, transcript.Elsewhere)
	}

	var next []int
	for _, kind := range kinds {
		for i := range c.found {
			if c.found[i].belongs == kind && !c.found[i].read && len(next) < checkedOnce {
				next = append(next, i)
			}
		}
	}

	if len(next) == 0 {
		return nil
	}

	found := c.these(next)
	dir := c.dir
	return jobs.Ask(c.Jobs, jobs.Folders, func(ctx context.Context) map[int]summary {
		return peekAll(ctx, found, transcript.FolderAt(dir))
	}, c.setChecked)
}

// setChecked stores of transcripts that were looked into whether they are of the working folder, and when they began.
func (c *choiceScreen) setChecked(rows map[int]summary) tea.Cmd {
	for i, row := range rows {
		f := &c.found[i]
		if f.belongs == transcript.Unsaid || f.belongs == transcript.Likely {
			f.belongs = transcript.Here
			if !row.here {
				f.belongs = transcript.Elsewhere
			}
		}
	}

	c.learn(rows)
	first := c.List.At() == 0
	c.match()
	if first { // the newest one stays selected
		c.List.Select(0)
	}

	return tea.Batch(c.check(), c.describe())
}

// learn stores what was read of transcripts.
func (c *choiceScreen) learn(rows map[int]summary) {
	for i, row := range rows {
		f := &c.found[i]
		h := row.tally.Header
		if !f.read {
			f.read = true
			c.unchecked--
			f.text += strings.ToLower(strings.Join([]string{"", h.Version, h.ID, h.Dir}, " "))
			if !h.Started.IsZero() {
				f.began = h.Started.Local()
			}

			f.text += " " + f.began.Format(minutes)
		}

		if was := c.known[i]; was.counted {
			row.tally = was.tally
			row.counted = true
			row.found = cmp.Or(row.found, was.found)
		} else if row.counted {
			f.text += " " + strings.ToLower(row.tally.Prompt)
		}

		c.known[i] = row
	}
}

// these are the transcripts of some indices.
func (c *choiceScreen) these(which []int) map[int]transcript.Entry {
	some := make(map[int]transcript.Entry, len(which))
	for _, i := range which {
		some[i] = c.found[i].Entry
	}
	return some
}

// peekAll reads the beginnings of transcripts, which are known by their indices.
func peekAll(
	ctx context.Context, found map[int]transcript.Entry, folder transcript.WorkingFolder,
) map[int]summary {
	known := make(map[int]summary, len(found))
	for i, f := range found {
		h, err := f.Peek(ctx)
		known[i] = summary{
			tally: runstats.Tally{Header: h}, failed: err != nil, here: err == nil && folder.Is(h.Dir),
		}
	}

	return known
}

// Reveal implements [rowscreen.Table]. What is on the screen now is read first.
func (c *choiceScreen) Reveal() tea.Cmd {
	if i, ok := c.List.Selected(); ok && c.known[i].tally.Agent == "" {
		c.Jobs.End(jobs.Describe)
	}
	return c.describe()
}

// describe reads what is not known yet of the transcripts on the screen: what their beginnings say, and what their
// calls come to.
func (c *choiceScreen) describe() tea.Cmd {
	if c.Host.Height() == 0 {
		return nil
	}

	shown := c.List.Shown(c.Room(), 0)
	onScreen := len(shown)
	if c.order == byFindings { // all are looked through, after those on the screen
		shown = slices.Concat(shown, c.List.Order)
	}

	unread, next, unseen := c.lacking(shown, onScreen)
	var read tea.Cmd
	if len(unread) > 0 && !c.Jobs.Runs(jobs.Describe) {
		found := c.these(unread)
		dir := c.dir
		read = jobs.Ask(c.Jobs, jobs.Describe, func(ctx context.Context) map[int]summary {
			return peekAll(ctx, found, transcript.FolderAt(dir))
		}, c.mergeSummaries)
	}

	if !slices.Contains(shown, c.counting) {
		c.Jobs.End(jobs.Tally)
	}
	if c.Jobs.Runs(jobs.Tally) {
		return read
	}
	if next < 0 {
		return tea.Batch(read, c.lookThrough(unseen))
	}

	c.counting = next
	path := c.found[next].Path
	return tea.Batch(read, jobs.Ask(c.Jobs, jobs.Tally, func(ctx context.Context) map[int]summary {
		tally, err := runstats.TallyOf(ctx, path)
		return map[int]summary{next: {tally: tally, counted: err == nil, failed: err != nil}}
	}, c.mergeSummaries))
}

// lacking looks which of some transcripts are to be read next: of the first onScreen of them, those whose beginnings
// are not known, and of all the first one to be counted and the first one to be looked through, -1 for none.
func (c *choiceScreen) lacking(shown []int, onScreen int) (unread []int, next, unseen int) {
	next = -1
	unseen = -1
	for k, i := range shown {
		if k >= onScreen && max(next, unseen) >= 0 {
			break
		}

		row, known := c.known[i]
		switch {
		case !known && k < onScreen:
			unread = append(unread, i)
		case row.failed: // it cannot be read
		case !row.counted && next < 0:
			next = i
		case row.counted && row.found == nil && unseen < 0:
			unseen = i
		}
	}

	return unread, next, unseen
}

// mergeSummaries adds summaries to the rows, by the indices of their transcripts.
func (c *choiceScreen) mergeSummaries(rows map[int]summary) tea.Cmd {
	c.learn(rows)
	first := c.List.At() == 0
	if c.List.Input.Text() != "" || c.order == byFindings {
		c.match()
	}
	if first && c.order == byFindings { // the worst one stays selected
		c.List.Select(0)
	}
	return c.describe()
}

// toLookThrough is how many of the transcripts that are listed are still to be looked through.
func (c *choiceScreen) toLookThrough() (n int) {
	for _, i := range c.List.Order {
		if row := c.known[i]; row.found == nil && !row.failed {
			n++
		}
	}
	return n
}
