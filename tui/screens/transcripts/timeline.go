package transcripts

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/runstats"
	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/rowscreen"
	"eyeline/tui/screens/calldetails"
	"eyeline/tui/screens/recordedrun"
)

// timelineScreen is the list of all calls of a transcript, or of those that concern one file, in their order.
type timelineScreen struct {
	rowscreen.Screen
	files *filesScreen
	view  *recordedrun.Snapshot
	path  string                    // of the file whose calls alone are listed; "" for all calls
	width callColumns               // of the calls that are listed
	infos map[int]runstats.CallInfo // of the calls on the screen, and of some that were
	lost  string                    // why they cannot be described
	laid  map[int]string            // what the searches of calls left out, in words; "" for calls without
	worst bool                      // what is to be looked at comes first
	shown calldetails.Shown         // what the selected call changed or gave
	look  lookedAt                  // what is to be looked at in all calls
}

var _ CallList = (*timelineScreen)(nil)

// infosKept is how many descriptions are kept.
const infosKept = 4096

func newTimeline(f *filesScreen) *timelineScreen {
	t := &timelineScreen{
		Screen: rowscreen.New(f.Host), files: f, view: f.view,
		infos: map[int]runstats.CallInfo{}, laid: map[int]string{}, look: looked(f.view),
	}
	t.Table = t
	t.DetailRows = 9
	t.list(concerned(t.view, t.path))
	return t
}

// selectCall lists the calls that concern the file at a path, "" for all, and selects one, where there is one of that
// number.
func (t *timelineScreen) selectCall(call int, path string) {
	if call == 0 && path == t.path {
		return
	}
	t.path = path
	t.List.Input.Set("")
	t.showAll()
	if call == 0 {
		return
	}
	t.List.Select(max(slices.Index(t.List.Order, min(call, len(t.view.Calls))-1), 0))
}

// ShowCall implements [CallList].
func (t *timelineScreen) ShowCall(call int, path string) tea.Cmd {
	t.selectCall(call, path)
	return t.Reveal()
}

// showAll shows all calls. What is being looked for among them would be a list of calls as they were: it is not waited
// for.
func (t *timelineScreen) showAll() {
	t.Jobs.End(jobs.Matches)
	order := concerned(t.view, t.path)
	if t.worst {
		order = t.view.WorstCalls(order)
	}
	t.list(order)
}

// grown replaces the view of the transcript by a newer one. If the last call was selected, the new last one is.
func (t *timelineScreen) grown(view *recordedrun.Snapshot) tea.Cmd {
	last := !t.worst && t.List.At() == len(t.List.Order)-1
	if view.Generation != t.view.Generation {
		clear(t.infos)
		clear(t.laid)
	}

	for n := range t.infos { // what had no result may have one
		if n > len(view.Calls) || n > len(t.view.Calls) || t.view.Calls[n-1].Answered != view.Calls[n-1].Answered {
			delete(t.infos, n)
		}
	}

	t.view = view
	t.look = looked(view)
	t.lost = ""
	if t.List.Input.Text() != "" {
		// Until the answer has come, the calls that are not there any more must not be drawn.
		t.list(slices.DeleteFunc(slices.Clone(t.List.Order), func(i int) bool { return i >= len(view.Calls) }))
		return t.Narrow()
	}

	t.showAll()
	if last {
		t.List.Move(len(view.Calls))
	}

	return t.Reveal()
}

// Narrow looks for the calls that match what is typed.
func (t *timelineScreen) Narrow() tea.Cmd {
	view := t.view
	typed := t.List.Input.Text()
	worst := t.worst
	of := concerned(view, t.path)
	return jobs.Ask(t.Jobs, jobs.Matches, func(context.Context) []int {
		texts := make([]string, len(view.Calls))
		for i, c := range view.Calls {
			var b strings.Builder
			b.WriteString(strings.ToLower(c.Tool + " " + c.Agent + " " + c.AgentType + " " + c.Kind.String()))
			for _, one := range []struct {
				is   bool
				word string
			}{{c.IsBlind, " blind"}, {c.Cut > 0, " cut"}, {c.Failed, " refused"}, {!c.Answered, " no result"}} {
				b.WriteString(humanize.When(one.is, one.word))
			}

			for _, f := range c.Files {
				b.WriteString(" " + view.Lower[f])
			}

			texts[i] = b.String()
		}

		order := of
		if worst {
			order = view.WorstCalls(order)
		}
		return list.Narrowed(typed, order, func(i int) string { return texts[i] })
	}, func(order []int) tea.Cmd {
		t.list(order)
		return t.Reveal()
	})
}

// Reveal reads the descriptions of the calls on the screen that have none.
func (t *timelineScreen) Reveal() tea.Cmd {
	if t.Jobs.Runs(jobs.Describe) || t.lost != "" || t.Host.Height() == 0 {
		return nil
	}

	var numbers []int
	for _, i := range t.List.Shown(t.Room(), 1) {
		if t.infos[i+1].Number == 0 {
			numbers = append(numbers, i+1)
		}
	}

	r := t.files.run
	text := t.shown.Read(t.Jobs, r, t.selected())
	if len(numbers) == 0 {
		return tea.Batch(text, t.layNext())
	}

	generation := t.view.Generation
	describe := jobs.Try(t.Jobs, jobs.Describe, func(ctx context.Context) (map[int]runstats.CallInfo, error) {
		infos, err := r.Infos(ctx, numbers)
		for number, info := range infos {
			info.Files = eachOnce(info.Files)
			infos[number] = info
		}
		return infos, err
	}, func(infos map[int]runstats.CallInfo, err error) tea.Cmd {
		switch {
		case generation != t.view.Generation: // they are of another transcript
		case err != nil && !errors.Is(err, context.Canceled):
			t.lost = cells.Sanitize(err.Error())
			return nil
		default:
			if len(t.infos) > infosKept {
				clear(t.infos)
			}
			maps.Copy(t.infos, infos)
		}

		return t.Reveal()
	})
	return tea.Batch(text, describe)
}

// selected is the key of the selected call's text: what it changed or, where it changed no file, what it gave.
func (t *timelineScreen) selected() (key calldetails.Key) {
	i, ok := t.List.Selected()
	if !ok || !t.view.Calls[i].Answered || t.Host.Height() < calldetails.Room {
		return key
	}

	c := &t.view.Calls[i]
	key = calldetails.Key{Call: i + 1, Generation: t.view.Generation}
	if len(c.Files) > 0 && c.Kind == record.Change && !c.Failed {
		key.Path = t.fileOf(i)
	}

	return key
}

// Details implements [rowscreen.Table]: the beginning of that text.
func (t *timelineScreen) Details(height int) []string {
	key := t.selected()
	title := fmt.Sprintf("what call %d gave", key.Call)
	if key.Path != "" {
		title = fmt.Sprintf("what call %d changed in %s", key.Call, key.Path)
	}
	return t.shown.Rows(t.Canvas(), key, title, height)
}

// Begin implements [screens.Screen].
func (t *timelineScreen) Begin() tea.Cmd { return t.Reveal() }

// Leave implements [screens.Screen]: what is being read goes on, for the list is the same when it is shown again. The
// list of files hands the answers on meanwhile.
func (t *timelineScreen) Leave() tea.Cmd { return nil }

// Key implements [screens.Screen].
func (t *timelineScreen) Key(msg tea.KeyMsg) tea.Cmd {
	if cmd, handled := t.files.handleSharedKey(msg, keymap.Timeline); handled {
		return cmd
	}
	action, _ := t.Host.Keys().Lookup(keymap.InTranscript, msg.String())
	if action == keymap.DeleteLeft && t.path != "" && t.List.Input.Text() == "" {
		t.path = ""
		t.showAll()
		return t.Reveal()
	}
	return t.Screen.Key(msg)
}

// Sort orders the calls as they were made, or what is to be looked at first.
func (t *timelineScreen) Sort() tea.Cmd {
	t.worst = !t.worst
	t.Host.Say(t.order())
	t.List.Select(0)
	if t.List.Input.Text() != "" {
		return t.Narrow()
	}
	t.showAll()
	t.List.Select(0)
	return t.Reveal()
}

// order says in which order the calls are.
func (t *timelineScreen) order() string {
	if t.worst {
		return "blind, cut and refused first"
	}
	return "as they were made"
}

// Calls goes back to the files.
func (t *timelineScreen) Calls() tea.Cmd { return t.Back() }

// Open shows the file and the lines of the selected call or, where it concerns no file, its result.
func (t *timelineScreen) Open() tea.Cmd {
	i, ok := t.List.Selected()
	if !ok {
		return nil
	}
	if path := t.fileOf(i); path != "" {
		return t.files.openFile(path, i+1, false)
	}
	if !t.view.Calls[i].Answered {
		return t.Host.Say(fmt.Sprintf("call %d has no result", i+1))
	}

	return t.files.openResult(i + 1)
}

// Footer implements [screens.Screen].
func (t *timelineScreen) Footer() bar.Footer {
	running := ""
	if t.files.isOpening() {
		running = "opening…"
	}
	return t.Stoppable(t.FooterOf(running, t.Hint(keymap.TakeItem, "open"), t.Hint(keymap.SortRows, "sort"),
		t.Hint(keymap.Timeline, "files"), t.Hint(keymap.Edits, "edits")))
}

// Title implements [rowscreen.Table]: what is to be looked at in the calls, and how many there are.
func (t *timelineScreen) Title() string {
	left := []bar.Part{
		{Text: humanize.Either(t.path == "", "all calls", "calls of a file"), Role: themes.Title, Keep: bar.Kept},
		{Text: "  " + cells.Sanitize(t.view.Title()), Role: themes.TitleDim, Keep: bar.LostFourth},
	}
	gone := goneWords(t.view.Requests)
	look := t.look.text
	if t.Canvas().Width < narrow {
		look = t.look.short
	}
	right := []bar.Part{
		{Text: look, Role: themes.TitleWarn, Keep: bar.Kept},
		{Text: humanize.When(look != "", " · "), Role: themes.TitleDim, Keep: bar.LostLast},
		{Text: gone, Role: themes.TitleWarn, Keep: bar.Kept},
		{Text: humanize.When(gone != "", " · "), Role: themes.TitleDim, Keep: bar.Kept},
		{Text: humanize.Count(int64(len(t.view.Calls)), "call"), Role: themes.TitleAccent, Keep: bar.LostLast},
	}
	return t.Canvas().Bar(left, right, themes.TitleDim)
}

// lookedAt says in a few words what is to be looked at in the calls of a run; "" for nothing. The short text does not
// say that what is blind are edits: the rows have the word.
type lookedAt struct{ text, short string }

// looked counts what is to be looked at in the calls of a view.
func looked(view *recordedrun.Snapshot) lookedAt {
	blindCalls := int64(0)
	cut := int64(0)
	refused := int64(0)
	for i := range view.Calls {
		c := &view.Calls[i]
		switch {
		case c.IsBlind:
			blindCalls++
		case c.Cut > 0:
			cut++
		case c.Failed:
			refused++
		}
	}

	blind := view.BlindEdits()
	shortBlind := ""
	if blind != "" {
		shortBlind = fmt.Sprintf("%d of %d blind", view.Edits.Blind, view.Edits.Made)
	}
	if blind != "" && blindCalls != int64(view.Edits.Blind) { // a call may edit several files
		in := " in " + humanize.Count(blindCalls, "call")
		blind += in
		shortBlind += in
	}

	var others []string

	for _, one := range []struct {
		n    int64
		word string
	}{{cut, "cut"}, {refused, "refused"}} {
		if one.n > 0 {
			others = append(others, humanize.Group(one.n)+" "+one.word)
		}
	}

	rest := strings.Join(others, ", ")
	return lookedAt{text: joined(blind, rest), short: joined(shortBlind, rest)}
}

// joined are two texts with a comma between them, where neither is empty.
func joined(a, b string) string {
	return a + humanize.When(a != "" && b != "", ", ") + b
}

// Notes implements [rowscreen.Table]: what the selected call did, and how it came that it was blind.
func (t *timelineScreen) Notes(height int) []string {
	i, ok := t.List.Selected()
	n := callNoteRows(height)
	if n == 0 || !ok {
		return nil
	}
	return t.Canvas().Note(t.noteRole(i), t.story(i), n)
}

// callNoteRows is how many rows say what the selected call or change is, on a screen of height rows.
func callNoteRows(height int) int {
	const forSome, forMore = 7, 12
	switch {
	case height < forSome:
		return 0
	case height < forMore:
		return 2
	}
	return 3
}

// noteRole is the role in which a call's sentence is drawn.
func (t *timelineScreen) noteRole(at int) themes.Role {
	if c := &t.view.Calls[at]; c.IsBlind || c.Cut > 0 || c.Failed {
		return themes.ModelLineWarn
	}
	return themes.Dim
}

// maxTold is of how many changes of one call it is said how they came: there is room for no more.
const maxTold = 3

// story says in sentences what a call did.
func (t *timelineScreen) story(at int) string {
	c := &t.view.Calls[at]
	name := fmt.Sprintf("Call %d (%s)", at+1, c.Tool)
	said := changedFiles(name, c.Edits)
	for _, one := range c.Edits[:min(len(c.Edits), maxTold)] {
		if how := (edit{one}).story(); !slices.Contains(said, how) {
			said = append(said, how)
		}
	}

	switch {
	case len(said) > 0:
	case !c.Answered:
		said = append(said, name+" has no result so far.")
	case c.Failed:
		said = append(said, name+" was refused: the model got the error alone.")
	case c.Cut > 0:
		said = append(said, name+" gave only a part of "+humanize.Count(c.Cut, "line")+".")
	}

	if laid := t.laid[at+1]; laid != "" {
		said = append(said, "Its search "+laid+".")
	}
	if info := t.infos[at+1]; len(said) == 0 && info.Number > 0 {
		said = append(said, name+": "+string(info.Arguments))
	}

	return strings.Join(said, " ")
}

// changedFiles names the first files of a call that changed several; nil for one.
func changedFiles(call string, edits []coverage.Edit) []string {
	files := int64(0)
	var first []string
	for i, one := range edits {
		if i > 0 && one.File == edits[i-1].File {
			continue
		}
		files++
		if len(first) < maxTold {
			first = append(first, one.File.Path)
		}
	}
	if files < 2 {
		return nil
	}

	end := "."
	if files > maxTold {
		end = "; …"
	}
	return []string{call + " changed " + humanize.Count(files, "file") + ": " + strings.Join(first, "; ") + end}
}

func (t *timelineScreen) Noun() (noun, hint string) {
	if t.path != "" {
		noun = "calls of " + cells.SanitizeFirst(path.Base(t.path), t.Canvas().Width)
		hint = humanize.Group(int64(len(t.List.Order))) + " of " + humanize.Group(int64(len(t.view.Calls)))
		return noun, hint + " · " + t.KeyName(keymap.DeleteLeft) + " shows all"
	}
	if t.Canvas().Width < roomy {
		return "calls", t.order() + " · type a tool or path"
	}
	return "calls", t.order() + " · type a tool, a path, blind, cut"
}

func (t *timelineScreen) EmptyText() string {
	switch {
	case t.lost != "":
		return "the calls cannot be read: " + t.lost
	case len(t.view.Calls) == 0:
		return "the transcript has no calls"
	case len(t.List.Order) == 0:
		return "no call" + humanize.When(t.path != "", " of the file") + " matches"
	}
	return ""
}

// roomy is from how many cells of a screen on there is room for times and for whole words.
const roomy = 100

// callColumns are the widths of columns that go by the calls that are listed, in cells; 0 of one that would be blank in
// all rows.
type callColumns struct{ look, tool int }

// list lists calls, by their indices.
func (t *timelineScreen) list(order []int) {
	const mostTool = 12
	t.List.Show(order)
	t.width = callColumns{tool: len("tool")}
	for _, i := range order {
		tool := cells.Width(cells.SanitizeFirst(t.view.Calls[i].Tool, mostTool))
		t.width.tool = max(t.width.tool, min(tool, mostTool))
		if words, _ := t.lookWords(i, len(mostLook)); words != "" {
			t.width.look = max(t.width.look, cells.Width(words), len("look at"))
		}
	}
}

// concerned are the indices of the calls that concern the file at a path, or of all for "".
func concerned(view *recordedrun.Snapshot, path string) []int {
	order := list.All(len(view.Calls))
	if path == "" {
		return order
	}
	return slices.DeleteFunc(order, func(i int) bool {
		return !slices.ContainsFunc(view.Calls[i].Files, func(f int32) bool {
			return view.Coverage.Files[f].Path == path
		})
	})
}

// fileOf is the path of the file that a call is opened with: that whose calls are listed, or else its first one; "" for
// a call that concerns no file.
func (t *timelineScreen) fileOf(at int) string {
	files := t.view.Calls[at].Files
	if t.path != "" || len(files) == 0 {
		return t.path
	}
	return t.view.Coverage.Files[files[0]].Path
}

// The columns of a call, the one that takes the rest of the row first.
const (
	callGave = iota
	callNumber
	callMarks
	callTime
	callTool
	callSize
	callAgent
)

// Columns implements [rowscreen.Table]: the number comes first, then what is to be looked at.
func (t *timelineScreen) Columns(i int) []draw.Cell {
	agent := 0 // cells
	clock := 0
	if t.Canvas().Width >= roomy {
		clock = len("15:04:05")
	}
	switch {
	case t.view.Agents && t.Canvas().Width >= roomy:
		agent = len("sub12 general")
	case t.view.Agents:
		agent = len("sub12")
	}

	number := max(len(fmt.Sprint(len(t.view.Calls))), 4)
	row := []draw.Cell{
		callGave:   {Text: "gave, or changed", Role: themes.Dim},
		callNumber: {Text: "call", Width: number, Right: true, Role: themes.Dim, Keep: 9},
		callMarks:  {Text: "look at", Width: min(t.width.look, t.lookWidth()), Role: themes.Dim, Keep: 8},
		callTime:   {Text: "time", Width: clock, Role: themes.Dim, Keep: 5},
		callTool:   {Text: "tool", Width: t.width.tool, Role: themes.Dim, Keep: 7},
		callSize:   {Text: "size", Width: 9, Right: true, Role: themes.Dim, Keep: 4},
		callAgent:  {Text: "agent", Width: agent, Role: themes.Dim, Keep: 6},
	}
	if i >= 0 {
		t.fill(row, i)
	}

	row = t.Canvas().Fit(row, min(20, t.Canvas().Width/2))
	if i >= 0 {
		row[callGave].Text = t.gave(i, row[callGave].Width)
	}

	return draw.Ordered(row, callNumber, callMarks, callTime, callTool, callSize, callAgent, callGave)
}

// mostLook is the longest text of what is to be looked at in a call, but for larger numbers.
const mostLook = "12 lines blind"

// lookWidth is the most width of what is to be looked at in a call: with what is counted where there is room for that.
func (t *timelineScreen) lookWidth() int {
	const counted = 80 // cells of a screen
	if t.Canvas().Width >= counted {
		return len(mostLook)
	}
	return len("123 blind")
}

// fill puts a call into its cells.
func (t *timelineScreen) fill(row []draw.Cell, i int) {
	c := &t.view.Calls[i]
	info := t.infos[i+1]
	for k := range row {
		row[k].Role = themes.Text
		row[k].Text = ""
	}

	row[callNumber].Text = fmt.Sprint(i + 1)
	row[callNumber].Role = themes.LineNumberWindow
	row[callMarks].Text, row[callMarks].Role = t.lookWords(i, row[callMarks].Width)
	row[callTool].Text = cells.SanitizeFirst(c.Tool, row[callTool].Width)
	row[callTool].Role = themes.ModelLineValue
	row[callAgent].Text = c.Agent
	if row[callAgent].Width > len("sub12") && c.AgentType != "" {
		row[callAgent].Text += " " + cells.SanitizeFirst(c.AgentType, row[callAgent].Width)
	}
	if info.Number == 0 {
		return
	}

	row[callSize].Text = humanize.Size(info.Bytes)
	if !info.Time.IsZero() {
		row[callTime].Text = info.Time.Local().Format("15:04:05")
		row[callTime].Role = themes.Dim
	}
}

// lookWords are what is to be looked at in a call, the gravest alone, in width cells, and how it is drawn.
func (t *timelineScreen) lookWords(at, width int) (string, themes.Role) {
	c := &t.view.Calls[at]
	lines := func(n int64, word string) string {
		if text := humanize.Count(n, "line") + word; len(text) <= width {
			return text
		}
		return humanize.Group(n) + word
	}

	switch {
	case c.Blind > 0:
		return lines(c.Blind, " blind"), themes.ModelLineWarn
	case c.IsBlind:
		return "blind", themes.ModelLineWarn
	case c.Cut > 0:
		return lines(c.Cut, " cut"), themes.ModelLineWarn
	case c.Failed:
		return "refused", themes.ModelError
	case !c.Answered:
		return "no result", themes.Dim
	}
	return "", themes.Dim
}
