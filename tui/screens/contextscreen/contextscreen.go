// Package contextscreen, which changes without notice, is the screen of what agents get of files before they read any:
// the files in the order in which they are sent, those that are left out, and the text. It knows nothing of the program
// but its [screens.Host] and the [Services] that it is made with.
package contextscreen

import (
	"cmp"
	"context"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/contextfiles"
	"eyeline/reader/tools"
	"eyeline/reader/wait"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/screens"
)

// Services are what the screen needs of the program besides the host.
type Services struct {
	Request contextfiles.Request
	// Profiles are the agents that are asked for, the first of which is shown.
	Profiles []*contextfiles.Profile
	// Secure is set where no file may be opened.
	Secure bool
	// Open opens a file below root and shows it as a tool reads it, at a line from 1, 0 where none is named, in front
	// of this screen.
	Open func(set *jobs.Set, path, root, tool string, line int64) tea.Cmd
	// Choose lists items to choose from, with the item of a name selected.
	Choose func(l list.List, name string)
}

// side is what one agent gets.
type side struct {
	profile  *contextfiles.Profile
	briefing *contextfiles.Briefing // nil while it is made
	rows     []contextfiles.Row
	names    int // cells of the widest name
	tokens   int // the same of the tokens
	failed   string

	// others are the lines that the agent beside this one is sent; nil for one agent alone, and where no line of the
	// two is the same, as apart says: then a sign at each line would tell nothing.
	others map[string]struct{}
	apart  bool
	parts  map[int]partRows // of the parts of briefing that are wrapped, at width
	width  int
}

// panes says which panes are shown.
type panes uint8

const (
	both panes = iota
	filesOnly
	textOnly
)

// Screen is the screen.
type Screen struct {
	host     screens.Host
	services Services
	jobs     *jobs.Set
	left     side
	right    *side       // of two side by side
	lines    []line      // of the list
	cursor   list.Cursor // among them
	panes    panes

	texts [2]sideText // of the left side and the right one
	down  int         // how many rows the texts are scrolled down from the selected file, or up where it is negative
	// remove takes the tool that shows files off the list of tools.
	remove func()
}

// New is the screen of some agents.
func New(h screens.Host, s Services) *Screen {
	return &Screen{
		host: h, services: s, jobs: jobs.NewSet(jobs.NoDocument{}), left: side{profile: s.Profiles[0]},
		remove: func() {},
	}
}

// Begin implements [screens.Screen].
func (s *Screen) Begin() tea.Cmd {
	if s.left.briefing != nil || s.left.failed != "" {
		return nil
	}
	return s.make()
}

// made are the sides as they were made; right is nil where one agent is shown.
type made struct {
	left  side
	right *side
}

// maker makes the sides of the agents that are shown now.
func (s *Screen) maker() func(context.Context) made {
	req := s.services.Request
	left := s.left.profile
	var right *contextfiles.Profile
	if s.right != nil {
		right = s.right.profile
	}

	return func(ctx context.Context) made {
		m := made{left: makeSide(ctx, left, req)}
		if right != nil {
			other := makeSide(ctx, right, req)
			m.right = &other
			m.compare()
		}
		return m
	}
}

// make asks for what the agents get, in the background, and shows it when it has come.
func (s *Screen) make() tea.Cmd {
	sides := s.maker()
	left, right := s.widths()
	return jobs.Ask(s.jobs, jobs.Brief, func(ctx context.Context) made {
		m := sides(ctx)
		m.left.wrapAll(left)
		m.right.wrapAll(right)
		return m
	}, s.show)
}

// show replaces the rows by those that were made, and follows the files that they come from.
func (s *Screen) show(m made) tea.Cmd {
	selected := s.selected()
	isFirst := len(s.lines) == 0
	s.left = m.left
	s.measure(&s.left)

	if s.right != nil && m.right != nil {
		*s.right = *m.right
		s.measure(s.right)
	}

	s.align()
	s.cursor.Select(selectable(s.lines, s.cursor.AtOf(len(s.lines)), 1))
	if isFirst {
		s.selectFirstSent()
	} else {
		s.selectNamed(selected.name)
	}

	return s.follow(m)
}

// selectNamed selects the file of a name, where there is one.
func (s *Screen) selectNamed(name string) {
	if i := slices.IndexFunc(s.lines, func(l line) bool { return l.text == "" && l.name == name }); i >= 0 {
		s.cursor.Select(i)
	}
}

// selectFirstSent selects the first file that is sent, whose text is then shown, where what is left out is on the
// screen, too.
func (s *Screen) selectFirstSent() {
	_, _, room, _ := s.layout(s.host.Height())
	at := slices.IndexFunc(s.lines, func(l line) bool { return l.text == "" && s.rowOf(&s.left, l).Left == nil })
	if s.right == nil && at >= 0 && at < room {
		s.cursor.Select(at)
	}
}

const (
	// lookPause is the least time between two looks at the files.
	lookPause = time.Second
	// lookShare is how many times as long as a look the pause after it is, so that looking costs little.
	lookShare = 10
)

// follow looks at the files again and again, until the agents get something else.
func (s *Screen) follow(was made) tea.Cmd {
	again := s.maker()
	left, right := s.widths()
	return jobs.Try(s.jobs, jobs.Follow, func(ctx context.Context) (made, error) {
		for pause := lookPause; ; {
			if err := wait.For(ctx, pause); err != nil {
				return made{}, err
			}

			began := time.Now()
			if m := again(ctx); !m.equal(was) {
				m.left.wrapAll(left)
				m.right.wrapAll(right)
				return m, nil
			}

			pause = max(lookPause, lookShare*time.Since(began))
		}
	}, func(m made, err error) tea.Cmd {
		if err != nil || m.left.profile != s.left.profile ||
			s.right != nil && (m.right == nil || m.right.profile != s.right.profile) {
			return nil // another agent is asked for, and followed then
		}
		return s.show(m)
	})
}

// equal reports whether the agents get the same.
func (m made) equal(v made) bool {
	return m.left.equal(v.left) && (m.right == nil) == (v.right == nil) && (m.right == nil || m.right.equal(*v.right))
}

func (s side) equal(v side) bool {
	if s.briefing == nil || v.briefing == nil {
		return s.briefing == v.briefing && s.failed == v.failed
	}
	return reflect.DeepEqual(s.briefing.Parts, v.briefing.Parts) &&
		reflect.DeepEqual(s.briefing.LeftOut, v.briefing.LeftOut)
}

// measure finds how wide the names of an agent's list are, as far as a screen is.
func (s *Screen) measure(of *side) {
	for _, r := range of.rows {
		of.tokens = max(of.tokens, cells.Width(r.Tokens))
		of.names = max(of.names, cells.Width(cells.SanitizeFirst(s.shownPath(r.Name), s.host.Canvas().Width)))
	}
}

func makeSide(ctx context.Context, p *contextfiles.Profile, req contextfiles.Request) side {
	out := side{profile: p}
	b, err := p.Of(ctx, req)
	if err == nil {
		out.rows, err = b.Rows(ctx)
	}
	if err != nil {
		out.failed = cells.Sanitize(err.Error())
		return out
	}

	out.briefing = b
	return out
}

// Update implements [screens.Screen].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	if m, ok := msg.(tea.MouseMsg); ok {
		switch {
		case m.Button == tea.MouseButtonWheelDown:
			s.move(screens.WheelRows)
		case m.Button == tea.MouseButtonWheelUp:
			s.move(-screens.WheelRows)
		case m.Button == tea.MouseButtonLeft && m.Action == tea.MouseActionPress:
			return s.click(m.Y)
		}
	}

	if _, ok := msg.(tea.WindowSizeMsg); ok {
		s.alignAgain()
		return s.wrapAgain()
	}

	return nil
}

// alignAgain makes the lines for the width of the screen as it is now.
func (s *Screen) alignAgain() {
	selected := s.selected()
	s.align()
	s.cursor.Select(selectable(s.lines, s.cursor.AtOf(len(s.lines)), 1))
	s.selectNamed(selected.name)
}

// wrapAgain wraps the texts for the widths that their panes have now, in the background: they may have megabytes. What
// is shown until then is cut at the right.
func (s *Screen) wrapAgain() tea.Cmd {
	left, right := s.widths()
	now := made{left: s.left}
	if s.right != nil {
		other := *s.right
		now.right = &other
	}

	switch {
	case s.jobs.Runs(jobs.Brief):
		return s.make() // what is made now has the widths of before
	case !now.left.otherWidth(left) && !now.right.otherWidth(right):
		return nil
	}

	return jobs.Ask(s.jobs, jobs.Brief, func(context.Context) made {
		now.left.wrapAll(left)
		now.right.wrapAll(right)
		return now
	}, s.show)
}

// click selects the file in a row of the list, and opens one that is selected.
func (s *Screen) click(y int) tea.Cmd {
	title, heads, list, _ := s.layout(s.host.Height())
	k := y - title - heads
	row, ok := s.cursor.Point(k, len(s.lines))

	switch {
	case !ok || k >= list:
		return nil
	case row == s.cursor.At():
		return s.open()
	}

	s.goTo(selectable(s.lines, row, -1))
	return nil
}

// Leave implements [screens.Screen].
func (s *Screen) Leave() tea.Cmd {
	s.jobs.Close()
	s.remove()
	return nil
}

// Key implements [screens.Screen].
func (s *Screen) Key(msg tea.KeyMsg) tea.Cmd {
	action, _ := s.host.Keys().Lookup(keymap.InContext, msg.String())
	switch action {
	case keymap.NextSource:
		s.move(1)
	case keymap.PrevSource:
		s.move(-1)
	case keymap.FirstSource:
		s.move(-len(s.lines))
	case keymap.LastSource:
		s.move(len(s.lines))
	case keymap.SourceTextDown:
		s.down += max(s.textRoom()-1, 1)
	case keymap.SourceTextUp:
		s.down -= max(s.textRoom()-1, 1)
	case keymap.SourcePane:
		s.panes = (s.panes + 1) % (textOnly + 1)
	case keymap.OpenSource:
		return s.open()
	case keymap.LeaveSources:
		return s.host.Leave()
	case keymap.SourceHelp:
		return s.host.Help()
	}

	return s.agentsBy(action)
}

// agentsBy does an action that shows another agent, two, or one of two.
func (s *Screen) agentsBy(a keymap.Action) tea.Cmd {
	switch a {
	case keymap.SourceAgent:
		return s.step(1)
	case keymap.SourceAgentUp:
		return s.step(-1)
	case keymap.SourceAgents:
		return s.listAgents()
	case keymap.SourceCompare:
		return s.compare()
	case keymap.BackToSource:
		if s.right == nil {
			return s.host.Leave()
		}
		return s.compare()
	}

	return nil
}

// move selects another row. The text begins at the file that is selected.
func (s *Screen) move(n int) {
	way := 1
	if n < 0 {
		way = -1
	}

	to := s.cursor.At()
	for range max(n*way, 1) {
		next := selectable(s.lines, to+way, way)
		if (next-to)*way <= 0 || next < 0 || next >= len(s.lines) {
			break // there is no other one in that direction
		}
		to = next
	}
	s.goTo(to)
}

// goTo selects a line. The text begins at its file.
func (s *Screen) goTo(line int) {
	s.cursor.Select(line)
	s.texts = [2]sideText{}
	s.down = 0
}

// step goes to another agent, of two side by side on the right.
func (s *Screen) step(n int) tea.Cmd {
	all := contextfiles.All()
	i := slices.Index(all, s.tuned().profile)
	return s.switchTo(all[(i+n+len(all))%len(all)])
}

// tuned is the side whose agent is chosen: of two side by side the right one.
func (s *Screen) tuned() *side { return cmp.Or(s.right, &s.left) }

// switchTo shows another agent: of two side by side, in place of the right one.
func (s *Screen) switchTo(p *contextfiles.Profile) tea.Cmd {
	*s.tuned() = side{profile: p}
	s.align()
	return s.make()
}

// listAgents lists the agents to choose one from.
func (s *Screen) listAgents() tea.Cmd {
	l := list.New("agents", list.Config{Noun: "agent", Hint: "a part of its name"})
	var items []list.Item
	for _, p := range contextfiles.All() {
		since := p.Tool.Origin
		item := list.Item{
			Name: since.Agent, Text: since.ShortVersion(), Words: p.Tool.Name,
			Take: func() (tea.Cmd, error) { return s.switchTo(p), nil },
		}
		if s.right != nil && p == s.left.profile {
			item.Off = "it is the one on the left"
		}

		items = append(items, item)
	}

	l.Offer(items)
	s.services.Choose(l, s.tuned().profile.Tool.Origin.Agent)
	return nil
}

// compare lays the next agent beside the one that is shown, or takes it away.
func (s *Screen) compare() tea.Cmd {
	if s.right != nil {
		selected := s.selected()
		s.right = nil
		s.left.others = nil
		s.left.apart = false
		s.align()
		s.cursor.Select(selectable(s.lines, 0, 1))
		s.selectNamed(selected.name)

		if again := s.wrapAgain(); again != nil {
			return again
		}

		return s.follow(made{left: s.left})
	}

	s.right = &side{profile: s.left.profile}
	return s.step(1)
}

// open opens the selected file, of two side by side with what the left one is sent of it or, where that is nothing,
// with what the right one is.
func (s *Screen) open() tea.Cmd {
	of := &s.left
	row := s.rowOf(of, s.selected())
	if s.right != nil && row.Source == nil {
		if other := s.rowOf(s.right, s.selected()); other.Source != nil {
			of = s.right
			row = other
		}
	}

	switch {
	case row.Source == nil && row.Left == nil:
		return nil
	case s.services.Secure:
		return s.host.Say("opening files is off: the viewer runs with --secure")
	}

	tool := of.profile.Tool.Name
	at := int64(0)
	if row.Source == nil || row.Source.Kind == contextfiles.Instructions {
		t := of.profile.FileTool(s.services.Request)
		s.remove()
		s.remove = tools.Register(t)
		tool = t.Name
	}

	if row.Source != nil && row.Source.Cut != nil {
		at = row.Source.Cut.Line
	}

	return s.services.Open(s.jobs, row.Name, s.services.Request.Env.Dir(), tool, at)
}

// shownPath is a path as it is told from others: from the working directory or the home on, with slashes.
func (s *Screen) shownPath(path string) string {
	env := s.services.Request.Env
	rel, err := filepath.Rel(env.Dir(), path)
	home, isHome := strings.CutPrefix(path, env.HomeDir()+string(filepath.Separator))
	if isHome && strings.HasPrefix(rel, "..") {
		return "~/" + filepath.ToSlash(home)
	}
	if err == nil && filepath.IsAbs(path) && len(rel) < len(path) {
		return filepath.ToSlash(rel)
	}

	return filepath.ToSlash(path)
}
