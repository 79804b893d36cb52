package transcripts

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/report"
	"eyeline/tui/cells"
	"eyeline/tui/stamp"
)

// The list of transcripts is filled in steps. Names and times come first, a few folders at a time; no transcript is
// opened for them. Then, the newest first, what the beginnings say of the working folder. For the rows on the screen
// alone, what the calls come to.

// candidate is a transcript that was found.
type candidate struct {
	transcript.Entry
	belongs transcript.Belonging // to the working folder
	text    string               // in lower case, for what is typed
}

// summary is what has been read of a transcript for its row.
type summary struct {
	tally   report.Tally
	counted bool // all of tally is known, not only the header
	failed  bool
}

// placesMsg brings transcripts that were found in the usual places.
type placesMsg struct {
	stamp.Stamp
	found []candidate
	more  bool // there may be more
	err   error
}

// checkedMsg brings transcripts, by their index, with what their beginnings say.
type checkedMsg struct {
	stamp.Stamp
	here map[int]bool // whether it is one of the working folder
	rows map[int]summary
}

// talliesMsg brings what transcripts come to, by their index.
type talliesMsg struct {
	stamp.Stamp
	rows map[int]summary
}

const (
	firstNames   = 256  // how many names are looked at before the first rows are shown
	furtherNames = 2048 // and before more are
	checkedOnce  = 64   // how many transcripts are looked into before what is known is shown
)

// Begin implements [screens.Screen]: it looks for the transcripts.
func (c *choiceScreen) Begin() tea.Cmd {
	c.finder = transcript.NewFinder(c.homes, c.dir)
	return c.find(firstNames)
}

// find looks for some more of them.
func (c *choiceScreen) find(names int) tea.Cmd {
	ctx, x := c.start(taskLoad)
	finder, dir := c.finder, c.dir
	return func() tea.Msg {
		msg := placesMsg{Stamp: x, more: true}
		var found []transcript.Entry
		for msg.more && len(found) == 0 && msg.err == nil {
			found, msg.err = finder.Next(ctx, names)
			if errors.Is(msg.err, io.EOF) {
				msg.more, msg.err = false, nil
			}
		}
		slices.SortFunc(found, transcript.NewestFirst)
		for _, f := range found {
			text := strings.ToLower(strings.Join([]string{f.Format.Agent, f.Path, when(f)}, " "))
			msg.found = append(msg.found, candidate{f, f.Belongs(dir), text})
		}
		return msg
	}
}

// takeFound takes transcripts that were found.
func (c *choiceScreen) takeFound(msg placesMsg) tea.Cmd {
	if !c.answers(taskLoad, msg.Stamp) {
		return nil
	}
	c.end(taskLoad)
	var came []int
	for _, f := range msg.found {
		came = append(came, len(c.found))
		c.found = append(c.found, f)
		if f.belongs == transcript.Unsaid || f.belongs == transcript.Likely {
			c.unchecked++
		}
	}
	c.newest = merged(c.newest, came, func(a, b int) bool {
		return transcript.NewestFirst(c.found[a].Entry, c.found[b].Entry) <= 0
	})
	c.grow()
	cmds := []tea.Cmd{c.check(), c.describe()}
	switch {
	case msg.err != nil:
		c.failed = cells.Sanitize(msg.err.Error())
	case msg.more:
		cmds = append(cmds, c.find(furtherNames))
	default:
		c.listed = true
	}
	return tea.Batch(cmds...)
}

// merged merges two lists that are in order.
func merged(a, b []int, before func(a, b int) bool) []int {
	all := make([]int, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if before(a[0], b[0]) {
			all, a = append(all, a[0]), a[1:]
		} else {
			all, b = append(all, b[0]), b[1:]
		}
	}
	return append(append(all, a...), b...)
}

// check looks into some more transcripts for their working folder: those that are likely of this one first.
func (c *choiceScreen) check() tea.Cmd {
	if c.all || c.unchecked == 0 || c.runs(taskCheck) {
		return nil
	}
	var next []int
	for _, kind := range []transcript.Belonging{transcript.Likely, transcript.Unsaid} {
		for _, i := range c.newest {
			if c.found[i].belongs == kind && len(next) < checkedOnce {
				next = append(next, i)
			}
		}
	}
	ctx, x := c.start(taskCheck)
	found, dir := c.these(next), c.dir
	return func() tea.Msg {
		rows := peekAll(ctx, found, next)
		here := map[int]bool{}
		for i, row := range rows {
			if here[i] = !row.failed && row.tally.Dir == dir; !here[i] {
				delete(rows, i) // it has no row
			}
		}
		return checkedMsg{x, here, rows}
	}
}

// takeChecked takes transcripts of which it is known by now whether they are of the working folder.
func (c *choiceScreen) takeChecked(msg checkedMsg) tea.Cmd {
	if !c.answers(taskCheck, msg.Stamp) {
		return nil
	}
	c.end(taskCheck)
	for i, here := range msg.here {
		c.unchecked--
		if c.found[i].belongs = transcript.Elsewhere; here {
			c.found[i].belongs = transcript.Here
		}
	}
	c.learn(msg.rows)
	c.grow()
	return tea.Batch(c.check(), c.describe())
}

// learn takes what was read of transcripts.
func (c *choiceScreen) learn(rows map[int]summary) {
	for i, row := range rows {
		if c.known[i].counted {
			continue
		}
		if c.known[i].tally.Agent == "" {
			h := row.tally.Header
			c.found[i].text += strings.ToLower(strings.Join([]string{"", h.Version, h.ID, h.Dir}, " "))
		}
		c.known[i] = row
	}
}

// these are the transcripts of some indices.
func (c *choiceScreen) these(which []int) []transcript.Entry {
	some := make([]transcript.Entry, len(which))
	for k, i := range which {
		some[k] = c.found[i].Entry
	}
	return some
}

// peekAll reads the beginnings of transcripts, a few at a time. They are known by the indices which.
func peekAll(ctx context.Context, found []transcript.Entry, which []int) map[int]summary {
	rows := make([]summary, len(which))
	var wait sync.WaitGroup
	next := make(chan int)
	for range min(2*runtime.GOMAXPROCS(0), 8, len(which)) {
		wait.Go(func() {
			for k := range next {
				h, err := found[k].Peek(ctx)
				rows[k] = summary{tally: report.Tally{Header: h}, failed: err != nil}
			}
		})
	}
	for k := range which {
		next <- k
	}
	close(next)
	wait.Wait()
	known := make(map[int]summary, len(which))
	for k, i := range which {
		known[i] = rows[k]
	}
	return known
}

// describe reads what is not known yet of the transcripts on the screen: what their beginnings say, and what their
// calls come to.
func (c *choiceScreen) describe() tea.Cmd {
	if c.host.Height() == 0 {
		return nil
	}
	shown := c.list.shown(c.room(), 0)
	var unread, uncounted []int
	for _, i := range shown {
		switch row, known := c.known[i]; {
		case !known:
			unread = append(unread, i)
		case !row.counted && !row.failed:
			uncounted = append(uncounted, i)
		}
	}
	var cmds []tea.Cmd
	if len(unread) > 0 && !c.runs(taskRows) {
		ctx, x := c.start(taskRows)
		found := c.these(unread)
		cmds = append(cmds, func() tea.Msg { return talliesMsg{x, peekAll(ctx, found, unread)} })
	}
	return tea.Batch(append(cmds, c.count(shown, uncounted)...)...)
}

// countTasks count the calls of a transcript each.
var countTasks = [...]task{taskCount, taskCountToo}

// count counts the calls of transcripts, in the order of the list. What is no longer on the screen is not counted on.
func (c *choiceScreen) count(shown, uncounted []int) (cmds []tea.Cmd) {
	for k, kind := range countTasks {
		if c.runs(kind) && !slices.Contains(shown, c.counting[k]) {
			c.end(kind)
		}
	}
	for k, kind := range countTasks {
		if c.runs(kind) {
			continue
		}
		at := slices.IndexFunc(uncounted, func(i int) bool { return !c.counts(i) })
		if at < 0 {
			return cmds
		}
		i := uncounted[at]
		ctx, x := c.start(kind)
		c.counting[k] = i
		found := c.found[i].Entry
		cmds = append(cmds, func() tea.Msg {
			tally, err := report.TallyOf(ctx, found.Path)
			return talliesMsg{x, map[int]summary{i: {tally: tally, counted: err == nil, failed: err != nil}}}
		})
	}
	return cmds
}

// counts reports whether a transcript is being counted.
func (c *choiceScreen) counts(i int) bool {
	for k, kind := range countTasks {
		if c.runs(kind) && c.counting[k] == i {
			return true
		}
	}
	return false
}

// takeTallies takes what transcripts come to.
func (c *choiceScreen) takeTallies(msg talliesMsg) tea.Cmd {
	kind := slices.IndexFunc(countTasks[:], func(kind task) bool { return c.answers(kind, msg.Stamp) })
	switch {
	case c.answers(taskRows, msg.Stamp):
		c.end(taskRows)
	case kind >= 0:
		c.end(countTasks[kind])
	default:
		return nil
	}
	c.learn(msg.rows)
	if len(c.list.words()) > 0 {
		c.narrow()
	}
	return c.describe()
}
