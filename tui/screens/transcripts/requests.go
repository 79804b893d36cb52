package transcripts

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/transcript/runsteps"
	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/rowscreen"
	"eyeline/tui/kit/screens"
	"eyeline/tui/screens/calldetails"
	"eyeline/tui/screens/recordedrun"
)

// requestsScreen is the list of the requests to the model. One opens as a step: what was in it beside the one before;
// a marked one is compared with any other.
type requestsScreen struct {
	rowscreen.Screen
	files  runFiles
	view   *recordedrun.Snapshot // that the rows are of
	marked int                   // the number of the marked request; 0 for none
	costly bool                  // those with most tokens first
	has    presentColumns        // what the rows have
	shown  calldetails.Shown     // a result that is new in the selected request, or gone from it
}

func newRequests(h screens.Host, f runFiles) *requestsScreen {
	r := &requestsScreen{Screen: rowscreen.New(h), files: f}
	r.Table = r
	r.DetailRows = 9
	return r
}

// Begin implements [screens.Screen]: the first time it goes to the first request that lacks something of the one before
// or, where none does, to the last one, which is what the model has now.
func (r *requestsScreen) Begin() tea.Cmd {
	again := r.view != nil
	cmd := r.Narrow()
	if again {
		return cmd
	}

	at := slices.IndexFunc(r.List.Order, func(i int) bool {
		one := &r.view.Requests[i]
		return len(one.Gone) > 0 || one.Rewound
	})
	if at < 0 {
		at = len(r.List.Order) - 1
	}

	r.List.Select(at)
	return tea.Batch(cmd, r.Reveal())
}

// previewedResult returns the key of the tool result to preview for the selected request: the first one that is gone
// since the request before it, or else the last one that is new in it. isGone reports which.
func (r *requestsScreen) previewedResult() (key calldetails.Key, isGone bool) {
	i, ok := r.List.Selected()
	if !ok || r.Host.Height() < calldetails.Room {
		return key, false
	}

	one := &r.view.Requests[i]
	key.Generation = r.view.Generation
	switch {
	case len(one.Gone) > 0:
		key.Call = one.Gone[0]
	case len(one.New) > 0:
		key.Call = one.New[len(one.New)-1]
	}

	return key, len(one.Gone) > 0
}

// Reveal implements [rowscreen.Table]: it reads that result.
func (r *requestsScreen) Reveal() tea.Cmd {
	key, _ := r.previewedResult()
	return r.shown.Read(r.Jobs, r.files.calls(), key)
}

// Details implements [rowscreen.Table]: the beginning of that result.
func (r *requestsScreen) Details(height int) []string {
	key, isGone := r.previewedResult()
	title := fmt.Sprintf("what call %d gave, %s", key.Call, humanize.Either(isGone, "gone from it", "new in it"))
	return r.shown.Rows(r.Canvas(), key, title, height)
}

// Notes implements [rowscreen.Table]: what is gone from the selected request, and what is new in it.
func (r *requestsScreen) Notes(height int) []string {
	const room = 7
	i, ok := r.List.Selected()
	if height < room || !ok {
		return nil
	}

	one := &r.view.Requests[i]
	role := themes.Dim
	if isOdd(one) {
		role = themes.ModelLineWarn
	}

	const tall = 12
	if height < tall {
		return r.Canvas().Note(role, r.requestNote(one), 1)
	}
	return r.Canvas().Note(role, r.requestNote(one), 2)
}

// requestNote says of a request what its row may lack room for: what is gone from it, whose it is and how large.
func (r *requestsScreen) requestNote(one *runsteps.Listed) string {
	said := []string{fmt.Sprintf("Request %d of %s", one.Number, agentText(one))}
	if len(one.Gone) > 0 {
		said[0] += fmt.Sprintf(": gone: %s: %s", runsteps.CallWords(one.Gone), r.names(one.Gone, maxInNote))
	}
	if len(one.New) > 0 {
		said = append(said, "new: "+runsteps.CallWords(one.New))
	}
	if one.Answer() != "" {
		said = append(said, one.Answer())
	}
	if one.Rewound {
		said = append(said, "went back")
	}
	if !one.Known {
		said = append(said, "what it had is not known")
	}
	if one.Known && one.Results > 0 {
		said = append(said, humanize.Count(int64(one.Results), "result")+" in it")
	}
	if one.Usage != nil {
		said = append(said, humanize.Count(one.Usage.Input, "token"))
	}
	if one.Bytes > 0 {
		said = append(said, humanize.Size(one.Bytes))
	}

	return cells.Sanitize(strings.Join(said, " · "))
}

// isOdd reports whether something of a request is to be looked at.
func isOdd(one *runsteps.Listed) bool {
	return !one.Known || one.Rewound || len(one.Gone) > 0 || one.Answer() != ""
}

// Narrow makes the rows of the requests that match what is typed.
func (r *requestsScreen) Narrow() tea.Cmd {
	view := r.files.known()
	if r.view != nil && view.Generation != r.view.Generation {
		r.marked = 0 // that was a request of another transcript
	}

	r.view = view
	all := r.view.Requests
	r.has = recorded(all)
	order := list.Narrowed(r.List.Input.Text(), list.All(len(all)), func(i int) string {
		return strings.ToLower(fmt.Sprint(all[i].Number, " ", agentText(&all[i]), " ", r.story(&all[i])))
	})
	if r.costly {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(input(&all[b]), input(&all[a])) })
	}

	r.List.Show(order)
	return r.Reveal()
}

// input is how many tokens of a request the model counted; 0 where that is not recorded.
func input(one *runsteps.Listed) int64 {
	if one.Usage == nil {
		return 0
	}
	return one.Usage.Input
}

// Key implements [screens.Screen]: the key that led here leads back, and requests can be marked.
func (r *requestsScreen) Key(msg tea.KeyMsg) tea.Cmd {
	if cmd, handled := r.files.handleSharedKey(msg, keymap.Requests); handled {
		return cmd
	}

	switch action, _ := r.Host.Keys().Lookup(keymap.InTranscript, msg.String()); action {
	case keymap.Requests:
		return r.Back()
	case keymap.MarkItem:
		return r.mark()
	case keymap.CompareMarked:
		return r.compare()
	}

	return r.Screen.Key(msg)
}

// selected is the number of the selected request; 0 without one.
func (r *requestsScreen) selected() int {
	i, ok := r.List.Selected()
	if !ok {
		return 0
	}
	return i + 1
}

// mark marks the selected request, or takes its mark away.
func (r *requestsScreen) mark() tea.Cmd {
	n := r.selected()
	switch {
	case n == 0:
		return nil
	case n == r.marked:
		r.marked = 0
		return r.Host.Say("no request is marked")
	default:
		r.marked = n
		const say = "request %d is marked: go to another one, and %s compares them"
		return r.Host.Say(fmt.Sprintf(say, n, r.KeyName(keymap.CompareMarked)))
	}
}

// compare shows the selected request beside the marked one.
func (r *requestsScreen) compare() tea.Cmd {
	n := r.selected()
	switch {
	case n == 0:
		return nil
	case r.marked == 0 || r.marked == n:
		return r.Host.Say("mark another request first, by " + r.KeyName(keymap.MarkItem))
	default:
		return r.Host.Enter(newStep(r.Host, r.files, runsteps.Pair{Number: n, Against: r.marked}))
	}
}

// Open shows what the selected request had, beside the one before it.
func (r *requestsScreen) Open() tea.Cmd {
	n := r.selected()
	if n == 0 {
		return nil
	}
	return r.Host.Enter(newStep(r.Host, r.files, runsteps.Pair{Number: n}))
}

// Sort orders the requests by their numbers, or by what the model counted.
func (r *requestsScreen) Sort() tea.Cmd {
	r.costly = !r.costly
	r.Host.Say(humanize.Either(r.costly, "most tokens first", "in their order"))
	return r.Narrow()
}

// Calls shows all calls, with the first one selected whose result is new in the selected request.
func (r *requestsScreen) Calls() tea.Cmd {
	call := 0
	if n := r.selected(); n > 0 && len(r.view.Requests[n-1].New) > 0 {
		call = r.view.Requests[n-1].New[0]
	}
	return r.files.ShowCall(call, "")
}

// Footer implements [screens.Screen].
func (r *requestsScreen) Footer() bar.Footer {
	if len(r.List.Order) == 0 {
		return r.FooterOf("")
	}
	return r.FooterOf("", r.Hint(keymap.TakeItem, "open"), r.Hint(keymap.MarkItem, "mark"),
		r.Hint(keymap.CompareMarked, "compare"), r.Hint(keymap.Timeline, "calls"), r.Hint(keymap.SortRows, "sort"))
}

// Title implements [rowscreen.Table].
func (r *requestsScreen) Title() string {
	const narrow = 60
	counts := r.has.words(len(r.view.Requests))
	if r.Canvas().Width < narrow {
		counts = strings.TrimPrefix(counts, "results ")
		if r.has.gone == 0 && r.has.unknown > 0 {
			counts = fmt.Sprintf("%d of %d not known", r.has.unknown, len(r.view.Requests))
		}
	}

	role := themes.TitleAccent
	if r.has.gone > 0 {
		role = themes.TitleWarn
	}
	if r.marked > 0 {
		counts += fmt.Sprintf(" · request %d is marked", r.marked)
	}

	return r.Canvas().Bar([]bar.Part{
		{Text: "requests", Role: themes.Title, Keep: bar.Kept},
		{Text: ": what the model was sent", Role: themes.TitleDim, Keep: bar.LostFifth},
	}, []bar.Part{{Text: counts, Role: role, Keep: bar.Kept}}, themes.TitleDim)
}

// Noun implements [rowscreen.Table].
func (r *requestsScreen) Noun() (noun, hint string) {
	order := "in their order"
	if r.costly {
		order = "most tokens first"
	}
	return "requests", order + " · type a number, or new, gone, back"
}

// EmptyText implements [rowscreen.Table].
func (r *requestsScreen) EmptyText() string {
	switch {
	case len(r.view.Requests) == 0:
		return "no requests are recorded"
	case len(r.List.Order) == 0:
		return "no request matches"
	}
	return ""
}

// The columns of a request, the one that takes the rest of the row first.
const (
	requestStory = iota
	requestNumber
	requestTime
	requestResults
	requestMessages
	requestSize
	requestTokens
	requestCached
	requestAgent
)

// Columns implements [rowscreen.Table].
func (r *requestsScreen) Columns(row int) []draw.Cell {
	agent := 0 // cells
	if r.view.Agents {
		agent = 10
	}

	out := []draw.Cell{
		requestStory:    {Text: "gone, and new", Role: themes.Dim},
		requestNumber:   {Text: "request", Width: 7, Right: true, Role: themes.Dim, Keep: 9},
		requestTime:     {Text: "time", Width: 8, Role: themes.Dim, Keep: 3},
		requestResults:  {Text: "results", Width: cellsIf(r.has.results, 7), Right: true, Role: themes.Dim, Keep: 4},
		requestMessages: {Text: "messages", Width: cellsIf(r.has.messages, 8), Right: true, Role: themes.Dim, Keep: 2},
		requestSize:     {Text: "size", Width: cellsIf(r.has.size, 9), Right: true, Role: themes.Dim, Keep: 5},
		requestTokens:   {Text: "tokens", Width: cellsIf(r.has.tokens, 9), Right: true, Role: themes.Dim, Keep: 7},
		requestCached:   {Text: "cached", Width: cellsIf(r.has.cached, 9), Right: true, Role: themes.Dim, Keep: 2},
		requestAgent:    {Text: "agent", Width: agent, Role: themes.Dim, Keep: 6},
	}
	if row >= 0 {
		r.fill(out, &r.view.Requests[row])
	}

	out = r.Canvas().Fit(out, min(24, r.Canvas().Width/2))
	return draw.Ordered(
		out, requestNumber, requestTime, requestResults, requestMessages, requestSize, requestTokens, requestCached,
		requestAgent, requestStory,
	)
}

// presentColumns says which optional columns to draw: those for which at least one request has a value. The numbers are
// for the words above the list.
type presentColumns struct {
	messages, size, tokens, cached, results bool
	gone                                    int // requests that have not all results of the one before
	unknown                                 int // requests of which it is not known what they had
	rewound                                 int // requests before which the person went back
}

// words say of n requests first what is gone in them. That nothing is gone is said only where it is known of each.
func (has *presentColumns) words(n int) string {
	count := humanize.Count(int64(n), "request")
	switch {
	case has.gone > 0:
		return fmt.Sprintf("results gone in %d of %s", has.gone, count)
	case has.unknown > 0:
		return fmt.Sprintf("not known what %d of %s had", has.unknown, count)
	case has.rewound > 0 || n == 0:
		return count
	}

	return "no result gone in " + count
}

// goneWords say in the titles of a run's other lists that results are gone; "" where none is known to be.
func goneWords(all []runsteps.Listed) string {
	has := recorded(all)
	if has.gone == 0 {
		return ""
	}
	return "results gone in " + humanize.Count(int64(has.gone), "request")
}

// recorded looks which parts the requests have.
func recorded(all []runsteps.Listed) (has presentColumns) {
	for i := range all {
		one := &all[i]
		has.messages = has.messages || one.Messages > 0
		has.size = has.size || one.Bytes > 0
		has.results = has.results || one.Results > 0
		has.tokens = has.tokens || one.Usage != nil
		has.cached = has.cached || one.Usage != nil && one.Usage.Cached > 0

		if len(one.Gone) > 0 {
			has.gone++
		}
		if !one.Known {
			has.unknown++
		}
		if one.Rewound {
			has.rewound++
		}
	}

	return has
}

// cellsIf is the width of a column that is there.
func cellsIf(there bool, cells int) int {
	if !there {
		return 0
	}
	return cells
}

// fill puts a request into its cells.
func (r *requestsScreen) fill(out []draw.Cell, one *runsteps.Listed) {
	for i := range out {
		out[i].Role = themes.Text
		out[i].Text = ""
	}

	out[requestStory].Text = cells.SanitizeFirst(r.story(one), r.Canvas().Width)
	if isOdd(one) {
		out[requestStory].Role = themes.ModelLineWarn
	}

	out[requestNumber].Text = humanize.Group(int64(one.Number))
	out[requestNumber].Role = themes.LineNumberWindow
	if one.Number == r.marked {
		out[requestNumber].Text = "* " + out[requestNumber].Text
		out[requestNumber].Role = themes.Prompt
	}
	if !one.Time.IsZero() {
		out[requestTime].Text = one.Time.Local().Format("15:04:05")
		out[requestTime].Role = themes.Dim
	}
	if one.Known {
		out[requestResults].Text = humanize.Dashed(int64(one.Results))
	}
	if one.Messages > 0 {
		out[requestMessages].Text = humanize.Group(int64(one.Messages))
	}
	if one.Bytes > 0 {
		out[requestSize].Text = humanize.Size(one.Bytes)
	}

	if u := one.Usage; u != nil {
		out[requestTokens].Text = humanize.Group(u.Input)
		out[requestTokens].Role = themes.ModelLineValue
		out[requestCached].Text = humanize.Dashed(u.Cached)
		out[requestCached].Role = themes.Dim
	}

	out[requestAgent].Text = cells.SanitizeFirst(agentText(one), out[requestAgent].Width)
}

// How many files the row of a request names, and what is said of the selected one.
const (
	maxInRow  = 3
	maxInNote = 8
)

// names are the files that calls concern, by their last names, at most most of them and how many more there are. A
// call that concerns no file has the name of its tool; a single call has that, too.
func (r *requestsScreen) names(calls []int, most int) string {
	var named []string
	for _, n := range calls {
		if n > len(r.view.Calls) {
			continue
		}

		c := &r.view.Calls[n-1]
		if len(c.Files) == 0 {
			named = append(named, c.Tool)
		}
		for _, f := range c.Files {
			named = append(named, path.Base(filepath.ToSlash(r.view.Coverage.Files[f].Path)))
		}
		if len(calls) == 1 && len(c.Files) > 0 {
			named[0] = c.Tool + " " + named[0]
		}
	}

	known := map[string]struct{}{}
	named = slices.DeleteFunc(named, func(name string) bool {
		_, ok := known[name]
		known[name] = struct{}{}
		return ok
	})
	if more := len(named) - most; more > 0 {
		return fmt.Sprintf("%s +%d", strings.Join(named[:most], ", "), more)
	}
	return strings.Join(named, ", ")
}

// agentText is whose request it is.
func agentText(one *runsteps.Listed) string { return cmp.Or(one.Agent, "main") }

// story says in a line what is gone from a request and what is new in it, by the files that the calls concern.
func (r *requestsScreen) story(one *runsteps.Listed) string {
	var parts []string
	add := func(some bool, text string) {
		if some {
			parts = append(parts, text)
		}
	}

	add(one.Answer() != "", one.Answer())
	add(len(one.Gone) > 0, "gone: "+r.names(one.Gone, maxInRow))
	add(one.Rewound, "went back")
	add(one.Aside, "beside the conversation")
	add(!one.Known, "what it had is not known")
	add(len(one.New) > 0, "new: "+r.names(one.New, maxInRow))
	add(one.Known && one.Before == 0 && one.Results == 0 && one.NewMessages == 0, "no result yet")
	add(one.Known && len(one.New)+len(one.Gone) == 0 && one.NewMessages > 0,
		humanize.Count(int64(one.NewMessages), "new message"))
	return strings.Join(parts, " · ")
}
