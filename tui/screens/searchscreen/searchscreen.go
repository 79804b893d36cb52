// Package searchscreen, which changes without notice, is the screen of what agents' searches find: the files that
// match, which agents can find them, which never do, and why. It knows the program only as its [screens.Host] and the
// [Services] that it is made with.
//
//	searchscreen.go  the search as a job, and the keys
//	table.go         what was found, made in the background
//	audience.go      for which agents it is shown, and in which order
//	folds.go         one row for several files that are no text, or match in another letter case only
//	excerpts.go      the text of the lines that match
//	details.go       what is said of the selected file
//	drawing.go       the rows of the screen
//	marks.go         who finds a line of a file that is open
package searchscreen

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/agentsearch"
	"eyeline/reader/source"
	"eyeline/reader/wait"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/screens"
)

// Services are what the screen needs of the program besides the host.
type Services struct {
	Request agentsearch.Request
	// Root returns the folder that is searched; it runs in the background. If it is nil, the request has the folder.
	Root func() string
	// Open opens a file below a folder at a 1-based line, as a tool reads it, in front of this screen. Without the name
	// of a tool the viewer's tool is used.
	Open func(set *jobs.Set, f File) tea.Cmd
	// Ask asks the user for a pattern. enter takes it; its error says why it is refused.
	Ask func(sign, text string, enter func(text string) (tea.Cmd, error))
	// Choose shows a list to choose from, with the item called name selected.
	Choose func(l list.List, name string)
	// Left is called when the screen has been left.
	Left func()
}

// File is a file to be opened.
type File struct {
	Path, Root, Tool string
	Line             int64
	Marks            *Marks
}

// ErrNothingTyped is the error of a search for nothing.
var ErrNothingTyped = errors.New("nothing is typed to search for")

// Screen is the screen.
type Screen struct {
	host        screens.Host
	services    Services
	req         agentsearch.Request
	jobs        *jobs.Set
	running     *running // the search; also once it has ended
	latest      *table   // what was found last, also before it is shown; nil before anything was
	failed      string   // why nothing can be found
	arrangement          // what is shown; without a table before anything was found
	wanted      audience // what keys have chosen, and is shown when it has been arranged
	byPath      bool     // the same
	unfolded    folds    // the same
	cursor      list.Cursor
	moved       bool // a person has selected the row of the cursor
}

// RepositoryOf returns the repository that a folder is in, or the folder itself if it is in none. A relative path
// starts at the working directory. It accesses the disk.
func RepositoryOf(folder string) string {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return folder
	}

	for at := folder; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}

		if filepath.Dir(at) == at {
			return folder
		}
	}
}

// running is a search.
type running struct {
	stop    chan struct{}
	stopped bool
	looked  atomic.Int64
	soFar   atomic.Pointer[table]
}

// New is the screen of a search.
func New(h screens.Host, s Services) *Screen {
	first := firstAudience(len(s.Request.Profiles))
	return &Screen{
		host: h, services: s, req: s.Request, jobs: jobs.NewSet(jobs.NoDocument{}),
		wanted: first, arrangement: arrangement{audience: first},
	}
}

// firstAudience is for whom a search for n agents is shown at first.
func firstAudience(n int) audience {
	if n == 1 {
		return audience{0, everyone}
	}
	return audience{everyone, everyone}
}

// Begin implements [screens.Screen].
func (s *Screen) Begin() tea.Cmd {
	if s.running != nil {
		return nil
	}
	return s.search()
}

// tickPause is the time between two looks at what has been found.
const tickPause = 40 * time.Millisecond

// search starts a search, and replaces one that runs.
func (s *Screen) search() tea.Cmd {
	now := &running{stop: make(chan struct{})}
	s.jobs.End(jobs.SearchOrder)
	s.running = now
	s.latest = nil
	s.failed = ""
	s.moved = false
	s.unfolded = folds{}
	s.arrangement = arrangement{audience: s.wanted}
	s.cursor = list.Cursor{}
	req := s.req
	root := s.services.Root
	req.Stop = now.stop
	req.Looked = &now.looked
	req.Excerpts = mostExcerpts
	req.OnProgress = func(r *agentsearch.Result) { now.soFar.Store(tabulate(r)) }
	run := jobs.Try(s.jobs, jobs.AgentSearch, func(ctx context.Context) (*table, error) {
		if root != nil {
			req.Env.Root = root()
		}

		found, err := agentsearch.Search(ctx, req)
		if err != nil {
			return nil, err
		}

		return tabulate(found), nil
	}, s.showResult)
	return tea.Batch(run, s.tick())
}

// tick shows what has been found so far, repeatedly while the search runs.
func (s *Screen) tick() tea.Cmd {
	return jobs.Step(s.jobs, jobs.AgentSearch, func(ctx context.Context) error {
		return wait.For(ctx, tickPause)
	}, func(error) tea.Cmd {
		t := s.running.soFar.Load()
		if t == nil || t == s.latest || s.jobs.Runs(jobs.SearchOrder) {
			return s.tick()
		}
		return tea.Batch(s.arrange(t), s.tick())
	})
}

// showResult shows the result of the finished search, or why it failed.
func (s *Screen) showResult(t *table, err error) tea.Cmd {
	if err != nil {
		s.failed = cells.Sanitize(source.WithoutPath(err).Error())
		return nil
	}
	return tea.Batch(s.arrange(t), s.warn(t.found.Skipped))
}

// warn says what was not searched.
func (s *Screen) warn(skipped []agentsearch.Skipped) tea.Cmd {
	if len(skipped) == 0 {
		return nil
	}
	text := "not looked at: " + skipped[0].Path + ": " + skipped[0].Why
	if more := len(skipped) - 1; more > 0 {
		text += "; and " + humanize.Group(int64(more)) + " more"
	}
	return s.host.Warn(cells.Sanitize(text))
}

// arrange shows a table as keys have chosen, once its rows are sorted. The row that the user has selected stays
// selected.
func (s *Screen) arrange(t *table) tea.Cmd {
	s.latest = t
	wanted := asked{s.wanted, s.byPath, s.unfolded}
	return jobs.Ask(s.jobs, jobs.SearchOrder, func(context.Context) arrangement {
		return t.arranged(wanted)
	}, func(a arrangement) tea.Cmd {
		path := s.kept()
		s.arrangement = a
		s.cursor.Select(slices.IndexFunc(s.order, func(i int) bool {
			return path != "" && s.table.rows[i].path == path
		}))
		return nil
	})
}

// selected is the file of the selected row; false without one.
func (s *Screen) selected() (int, bool) {
	if len(s.order) == 0 {
		return 0, false
	}
	return s.order[s.cursor.AtOf(len(s.order))], true
}

// kept is the path of the row that the user has selected; "" if the user has selected none.
func (s *Screen) kept() string {
	if i, ok := s.selected(); ok && s.moved {
		return s.table.rows[i].path
	}
	return ""
}

// runs reports whether the search is under way.
func (s *Screen) runs() bool { return s.jobs.Runs(jobs.AgentSearch) }

// Update implements [screens.Screen].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	m, ok := msg.(tea.MouseMsg)
	if !ok {
		return nil
	}

	switch {
	case m.Button == tea.MouseButtonWheelDown:
		s.move(screens.WheelRows)
	case m.Button == tea.MouseButtonWheelUp:
		s.move(-screens.WheelRows)
	case m.Button == tea.MouseButtonLeft && m.Action == tea.MouseActionPress:
		l := s.layout(s.host.Height())
		k := m.Y - l.title - l.heads
		row, ok := s.cursor.Point(k, len(s.order))
		switch {
		case !ok || k >= l.list: // below the rows
		case row == s.cursor.AtOf(len(s.order)):
			return s.open()
		default:
			s.cursor.Select(row)
			s.moved = true
		}
	}

	return nil
}

// Leave implements [screens.Screen].
func (s *Screen) Leave() tea.Cmd {
	s.jobs.Close()
	return nil
}

// Key implements [screens.Screen].
func (s *Screen) Key(msg tea.KeyMsg) tea.Cmd {
	action, _ := s.host.Keys().Lookup(keymap.InFound, msg.String())
	if n, moves := s.steps(action); moves {
		s.move(n)
		return nil
	}

	switch action {
	case keymap.OpenFound:
		return s.open()
	case keymap.FoundAgent:
		return s.step(1)
	case keymap.FoundAgentUp:
		return s.step(-1)
	case keymap.FoundAgents:
		return s.listAgents()
	case keymap.FoundCompare:
		return s.compare()
	case keymap.FoundSort:
		s.byPath = !s.byPath
		s.unfolded = folds{}
		said := s.host.Say(humanize.Either(s.byPath, "sorted by path", "what is never found comes first"))
		return tea.Batch(said, s.again())
	case keymap.StopFound:
		return s.stop()
	case keymap.LeaveFound:
		return s.leave()
	case keymap.FoundHelp:
		return s.host.Help()
	}

	return s.searchBy(action)
}

// searchBy does an action that starts a new search.
func (s *Screen) searchBy(a keymap.Action) tea.Cmd {
	switch a {
	case keymap.FoundPattern:
		s.services.Ask("agents search for: ", s.req.Query.Pattern, s.searchFor)
		return nil
	case keymap.FoundFixed:
		q := &s.req.Query
		q.Fixed = !q.Fixed
		s.host.Say(humanize.Either(q.Fixed, "the pattern is the text itself", "the pattern is a regular expression"))
	case keymap.FoundNoRg:
		s.req.NoRg = !s.req.NoRg
		s.host.Say(humanize.Either(s.req.NoRg, "as where there is no ripgrep", "with ripgrep, where an agent uses it"))
	case keymap.FoundAgain: // the same search once more
	default:
		return nil
	}

	return s.search()
}

// steps returns how many rows an action moves down, negative for up; false if it moves none.
func (s *Screen) steps(a keymap.Action) (n int, moves bool) {
	page := max(s.layout(s.host.Height()).list, 1)
	switch a {
	case keymap.NextFound:
		return 1, true
	case keymap.PrevFound:
		return -1, true
	case keymap.FoundDown:
		return page, true
	case keymap.FoundUp:
		return -page, true
	case keymap.FirstFound:
		return -len(s.order), true
	case keymap.LastFound:
		return len(s.order), true
	}

	return 0, false
}

// move selects another row.
func (s *Screen) move(n int) {
	s.cursor.MoveOf(n, len(s.order))
	s.moved = true
}

// again shows what was found, after the audience or the order has changed.
func (s *Screen) again() tea.Cmd {
	if s.latest == nil {
		s.arrangement.audience = s.wanted
		return nil
	}
	return s.arrange(s.latest)
}

// searchFor searches for something else.
func (s *Screen) searchFor(text string) (tea.Cmd, error) {
	if text == "" {
		return nil, ErrNothingTyped
	}
	s.req.Query.Pattern = text
	return s.search(), nil
}

// step goes to another agent: if two are compared, it changes the right one; else "all agents" is one of the steps.
func (s *Screen) step(n int) tea.Cmd {
	all := len(s.req.Profiles)
	switch {
	case s.wanted.ofPair():
		for s.wanted.right = (s.wanted.right + n + all) % all; s.wanted.right == s.wanted.left; {
			s.wanted.right = (s.wanted.right + n + all) % all
		}
	case all > 1:
		s.wanted.left = (s.wanted.left+1+n+all+1)%(all+1) - 1
	}

	return s.again()
}

// compare shows the next agent beside the one that is shown, or takes it away again.
func (s *Screen) compare() tea.Cmd {
	all := len(s.req.Profiles)
	switch {
	case all < 2:
		return s.host.Say("there is no other agent to compare with: one was asked for")
	case s.wanted.ofPair():
		s.wanted.right = everyone
	default:
		s.wanted.left = max(s.wanted.left, 0)
		s.wanted.right = (s.wanted.left + 1) % all
	}

	return s.again()
}

// listAgents shows a list of the agents, with what each finds, to choose the one to show.
func (s *Screen) listAgents() tea.Cmd {
	l := list.New("agents", list.Config{Noun: "agent", Hint: "a part of its name"})
	var items []list.Item
	choose := func(k int) list.Do {
		return func() (tea.Cmd, error) {
			return s.choose(k), nil
		}
	}

	now := "all agents"
	shown := s.wanted.left
	if s.wanted.ofPair() {
		shown = s.wanted.right
	}
	if !s.wanted.ofPair() && len(s.req.Profiles) > 1 {
		items = append(items, list.Item{Name: now, Text: "what all of them find", Take: choose(everyone)})
	}

	for k, p := range s.req.Profiles {
		item := list.Item{Name: p.Agent, Text: "searching…", Words: p.Name, Take: choose(k)}
		if s.table != nil {
			item.Text = s.finds(k)
		}
		if s.wanted.ofPair() && k == s.wanted.left {
			item.Off = "it is the one on the left"
		}
		if k == shown {
			now = p.Agent
		}

		items = append(items, item)
	}

	l.Offer(items)
	s.services.Choose(l, now)
	return nil
}

// choose shows one agent, or all; if two are compared, it changes the right one.
func (s *Screen) choose(k int) tea.Cmd {
	if s.wanted.ofPair() {
		s.wanted.right = k
	} else {
		s.wanted.left = k
	}
	return s.again()
}

// stop stops the search, which then shows what it has found. If no search runs, it goes from two compared agents to
// one, or leaves the screen.
func (s *Screen) stop() tea.Cmd {
	switch {
	case !s.runs() && s.wanted.ofPair():
		return s.compare()
	case !s.runs():
		return s.leave()
	case !s.running.stopped:
		s.running.stopped = true
		close(s.running.stop)
	}

	return nil
}

// leave goes back to the screen behind this one.
func (s *Screen) leave() tea.Cmd {
	cmd := s.host.Leave()
	s.services.Left()
	return cmd
}

// open opens the selected file at its first line for the audience, with the marks of the search.
func (s *Screen) open() tea.Cmd {
	i, ok := s.selected()
	if !ok {
		return nil
	}

	if f, is := s.foldOf(i); is {
		s.unfolded[f.kind] = true
		s.moved = true // the row stays selected
		return s.again()
	}

	tool := ""
	if !s.audience.ofAll() {
		tool = s.table.agents[s.audience.left].Profile.Name
	}

	return s.services.Open(s.jobs, File{
		Path: filepath.Join(s.table.found.Dir, filepath.FromSlash(s.table.rows[i].path)), Root: s.table.found.Dir,
		Tool: tool, Line: s.table.firstLine(s.audience, i), Marks: &Marks{s.table, i, s.audience},
	})
}
