package transcripts

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/lists"
	"eyeline/reader/transcript/coverage"
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

// editsScreen is the list of what the model changed, with whether it had been sent the lines that it changed: what went
// wrong comes first, then the files that it read in part and never on.
type editsScreen struct {
	rowscreen.Screen
	files  runFiles
	view   *recordedrun.Snapshot // that the edits are of
	edits  []edit
	byRun  bool        // in the order of the calls
	widest editColumns // of the edits
	shown  calldetails.Shown
}

// edit is a change of a file or, without one, a file that was read in part.
type edit struct{ coverage.Edit }

func newEdits(h screens.Host, f runFiles) *editsScreen {
	e := &editsScreen{Screen: rowscreen.New(h), files: f}
	e.Table = e
	e.DetailRows = 9
	return e
}

// Begin implements [screens.Screen].
func (e *editsScreen) Begin() tea.Cmd { return e.Narrow() }

// Narrow makes the rows of the changes that match what is typed, of what is known of the transcript by now.
func (e *editsScreen) Narrow() tea.Cmd {
	var was edit // its place among the changes goes by what else there is
	if i, ok := e.List.Selected(); ok {
		was = e.edits[i]
	}

	if e.view != e.files.known() {
		e.view = e.files.known()
		e.collect()
	}

	path := func(i int) string { return strings.ToLower(e.edits[i].File.Path) }
	e.List.Show(list.Narrowed(e.List.Input.Text(), list.All(len(e.edits)), path))
	if at := slices.IndexFunc(e.List.Order, func(i int) bool {
		return was.File != nil && e.edits[i].File.Path == was.File.Path && e.edits[i].call() == was.call()
	}); at >= 0 {
		e.List.Select(at)
	}

	return e.Reveal()
}

// selected is the key of the selected change; one without a call where none is selected.
func (e *editsScreen) selected() (key calldetails.Key) {
	if i, ok := e.List.Selected(); ok && e.edits[i].Change != nil {
		key = calldetails.Key{Call: e.edits[i].call(), Path: e.edits[i].File.Path, Generation: e.view.Generation}
	}
	return key
}

// Reveal implements [rowscreen.Table]: it reads what the selected change wrote, where there is room to show it.
func (e *editsScreen) Reveal() tea.Cmd {
	if e.Host.Height() < calldetails.Room {
		return nil
	}
	return e.shown.Read(e.Jobs, e.files.calls(), e.selected())
}

// Details implements [rowscreen.Table]: what the selected change wrote.
func (e *editsScreen) Details(height int) []string {
	if e.Host.Height() < calldetails.Room {
		return nil
	}
	key := e.selected()
	title := fmt.Sprintf("what call %d %s in %s", key.Call, e.shown.Deed(), key.Path)
	return e.shown.Rows(e.Canvas(), key, title, height)
}

// collect makes the rows: the changes that were blind or refused, the files that the model read in part and never on,
// and then the other changes; or in the order of the calls, with those files last.
func (e *editsScreen) collect() {
	e.edits = lists.Map(e.view.Coverage.Edits(!e.byRun), func(one coverage.Edit) edit { return edit{one} })
	at := len(e.edits)
	if !e.byRun {
		at = slices.IndexFunc(e.edits, func(one edit) bool { return !one.WentWrong() })
		if at < 0 {
			at = len(e.edits)
		}
	}

	var inPart []edit
	for i := range e.view.Coverage.Files {
		if f := &e.view.Coverage.Files[i]; len(f.Changes) == 0 && f.Partly() != "" {
			inPart = append(inPart, edit{coverage.Edit{File: f}})
		}
	}

	e.edits = slices.Insert(e.edits, at, inPart...)
	e.measure()
}

// Key implements [screens.Screen]: the key that led here from the files leads back to them.
func (e *editsScreen) Key(msg tea.KeyMsg) tea.Cmd {
	if cmd, handled := e.files.handleSharedKey(msg, keymap.Edits); handled {
		return cmd
	}
	if action, _ := e.Host.Keys().Lookup(keymap.InTranscript, msg.String()); action == keymap.Edits {
		return e.Back()
	}
	return e.Screen.Key(msg)
}

// Open opens the file at the call that made the change, with what had been sent of it before.
func (e *editsScreen) Open() tea.Cmd {
	i, ok := e.List.Selected()
	if !ok {
		return nil
	}
	one := e.edits[i]
	return e.files.openFile(one.File.Path, one.call(), one.Change != nil)
}

// Sort orders the changes by their calls, or by how many lines had not been sent.
func (e *editsScreen) Sort() tea.Cmd {
	e.byRun = !e.byRun
	e.view = nil // all are collected again
	e.Host.Say(e.order())
	return e.Narrow()
}

// order says in which order the rows are.
func (e *editsScreen) order() string {
	if e.byRun {
		return "in the order of the calls"
	}
	return "the worst first"
}

// call is the number of the call that made the change; 0 without one.
func (e edit) call() int {
	if e.Change == nil {
		return 0
	}
	return e.Call
}

// Calls shows all calls, with that of the selected change selected.
func (e *editsScreen) Calls() tea.Cmd {
	call := 0
	if i, ok := e.List.Selected(); ok {
		call = e.edits[i].call()
	}
	return e.files.ShowCall(call, "")
}

// Notes implements [rowscreen.Table]: how it came that the selected change was blind.
func (e *editsScreen) Notes(height int) []string {
	i, ok := e.List.Selected()
	n := callNoteRows(height)
	if n == 0 || !ok {
		return nil
	}

	one := e.edits[i]
	role := themes.Dim
	if one.Change == nil || one.IsBlind() {
		role = themes.ModelLineWarn
	}

	return e.Canvas().Note(role, one.story(), n)
}

// story is what is to be said of a row in a sentence.
func (e edit) story() string {
	if e.Change == nil {
		return e.File.Path + ": " + e.File.Partly()
	}
	said := fmt.Sprintf("Call %d (%s) %s.", e.Call, e.Tool, e.deed())
	if e.saysBlind() { // the reason first, which a narrow screen would cut
		return "Blind: " + e.Why + ". " + said
	}
	return said
}

// saysBlind reports whether what is said of a change is that it was blind.
func (e edit) saysBlind() bool { return e.IsBlind() && !e.Failed && !e.Pending && !e.Deleted }

// deed is what the call did to the file.
func (e edit) deed() string {
	switch {
	case e.Failed:
		return "was refused: nothing was changed"
	case e.Pending:
		return "has no result so far"
	case e.Deleted:
		return "deleted the file"
	case e.IsBlind() && len(e.BlindThen) == 0:
		return "changed lines, which had not been sent"
	case e.IsBlind():
		return "changed " + e.BlindThen.Words() + humanize.Either(e.ChangedOutside > 0,
			", whose new text had not been sent", ", which had not been sent")
	}

	return e.sightedDeed()
}

// sightedDeed describes a change that is not known to be blind: of lines that had been sent, or may have been.
func (e edit) sightedDeed() string {
	replaced := "lines"
	if len(e.LinesThen) > 0 {
		replaced = e.LinesThen.Words()
	}

	switch {
	case e.isUnknown():
		why := cmp.Or(e.Reason(), "the record does not say it")
		return "changed " + replaced + "; whether that had been sent is not known: " + why
	case len(e.LinesThen) == 0 && !e.Whole && !e.File.Exists:
		return "changed the file; it is not recorded where, and the file is not there: --root DIR says in which " +
			"folder the files are"
	case len(e.LinesThen) == 0 && !e.Whole:
		return "changed the file; it is not recorded where"
	case len(e.LinesThen) == 0:
		return "wrote the whole file; no line is recorded that it replaced"
	case e.Whole:
		return "wrote the whole file over " + replaced + ", which had been sent"
	}

	return "changed " + replaced + ", which had been sent"
}

// isUnknown reports whether it is not known of lines that were replaced whether the model had been sent them.
func (e edit) isUnknown() bool { return len(e.UnknownThen) > 0 || e.UnplacedUnknown }

// Footer implements [screens.Screen].
func (e *editsScreen) Footer() bar.Footer {
	if len(e.List.Order) == 0 {
		return e.FooterOf("")
	}
	return e.FooterOf("", e.Hint(keymap.TakeItem, "open"), e.Hint(keymap.Edits, "files"),
		e.Hint(keymap.Timeline, "call"), e.Hint(keymap.SortRows, "sort"))
}

// Title implements [rowscreen.Table].
func (e *editsScreen) Title() string {
	left := []bar.Part{
		{Text: "edits", Role: themes.Title, Keep: bar.Kept},
		{Text: ": what the model changed", Role: themes.TitleDim, Keep: bar.LostLast},
	}
	if e.view == nil {
		return e.Canvas().Bar(left, nil, themes.TitleDim)
	}

	left = append(left, bar.Part{
		Text: "  " + cells.Sanitize(e.view.Title()), Role: themes.TitleDim, Keep: bar.LostFourth,
	})
	tally := e.view.Edits
	text := humanize.Count(int64(tally.Made), "edit")
	role := themes.TitleAccent
	if blind := e.view.BlindEdits(); blind != "" {
		text = blind
		role = themes.TitleWarn
	}

	right := []bar.Part{{Text: text, Role: role, Keep: bar.Kept}}
	if n := tally.Refused; n > 0 {
		right = append(right, bar.Part{
			Text: ", " + humanize.Group(int64(n)) + " refused", Role: themes.TitleAccent, Keep: bar.Kept,
		})
	}
	if n := e.view.CutFiles; n > 0 {
		right = append(right, bar.Part{
			Text: " · lines cut in " + humanize.Count(int64(n), "file"), Role: themes.TitleWarn, Keep: bar.LostFifth,
		})
	}

	if gone := goneWords(e.view.Requests); gone != "" {
		right = append(right, bar.Part{Text: " · " + gone, Role: themes.TitleWarn, Keep: bar.Kept})
	}

	if spent := e.view.Spent; spent != nil {
		right = append(right, bar.Part{
			Text: " · " + humanize.Count(spent.Input, "token") + " sent", Role: themes.TitleDim, Keep: bar.LostThird,
		})
	}

	return e.Canvas().Bar(left, right, themes.TitleDim)
}

// Noun implements [rowscreen.Table].
func (e *editsScreen) Noun() (noun, hint string) {
	return "changes", e.order() + " · type a part of a path"
}

// EmptyText implements [rowscreen.Table].
func (e *editsScreen) EmptyText() string {
	switch {
	case len(e.List.Order) > 0:
		return ""
	case len(e.edits) > 0:
		return "no change matches"
	}
	return "the model changed no file"
}

// The widths of columns, in cells.
const (
	sentHead  = "sent before?"
	mostSent  = 27 // of what is said of an edit, on a screen of at least sentFrom cells
	sentFrom  = 64
	callWidth = 6
	mostLines = 13 // "L1234–L123456"; more where paths leave room for them
	mostTool  = 12
)

// leastPath is how many cells a path gets at least before columns are left out, on a screen that is twice as wide.
const leastPath = 18

// editColumns are the widest texts of the columns of the edits, in cells; their headings at least.
type editColumns struct{ sent, lines, tool int }

// measure finds how wide the columns of the edits may become.
func (e *editsScreen) measure() {
	e.widest = editColumns{sent: len(sentHead), lines: len("lines then"), tool: len("tool")}
	for _, one := range e.edits {
		said, _ := one.describe()
		e.widest.sent = max(e.widest.sent, min(cells.Width(said), mostSent))
		e.widest.lines = max(e.widest.lines, cells.Width(one.lines()))
		if one.Change != nil {
			e.widest.tool = max(e.widest.tool, min(cells.Width(cells.Sanitize(one.Tool)), mostTool))
		}
	}
}

// lines are the lines that an edit changed, as they were then, or why they are not told.
func (e edit) lines() string {
	switch {
	case e.Change == nil:
		return ""
	case len(e.LinesThen) > 0:
		return e.LinesThen.Words()
	case !e.Whole && !e.Failed && !e.Pending && !e.Deleted:
		return humanize.Either(e.File.Exists, "not recorded", "needs --root")
	}
	return ""
}

// The columns of a change, the one that takes the rest of the row first.
const (
	editPath = iota
	editSent
	editCall
	editLines
	editTool
)

// Columns implements [rowscreen.Table].
func (e *editsScreen) Columns(row int) []draw.Cell {
	sent := e.widest.sent
	if e.Canvas().Width < sentFrom {
		sent = len(sentHead)
	}

	below := ""
	if e.view != nil {
		below = e.view.Below
	}

	head := "file" + humanize.When(below != "", " below "+cells.SanitizeFirst(below, e.Canvas().Width))
	out := []draw.Cell{
		editPath:  {Text: head, Role: themes.Dim},
		editSent:  {Text: sentHead, Width: sent, Role: themes.Dim, Keep: 9},
		editCall:  {Text: "call", Width: callWidth, Right: true, Role: themes.Dim, Keep: 7},
		editLines: {Text: "lines then", Width: min(e.widest.lines, mostLines), Role: themes.Dim, Keep: 6},
		editTool:  {Text: "tool", Width: e.widest.tool, Role: themes.Dim, Keep: 5},
	}
	if row >= 0 {
		one := e.edits[row]
		out[editSent].Text, out[editSent].Role = one.describe()
		for _, column := range []int{editCall, editLines, editTool} {
			out[column].Text = ""
		}

		if one.Change != nil {
			out[editCall].Role = themes.Text
			out[editCall].Text = humanize.Group(int64(one.Call))
			out[editLines].Text = one.lines()
			out[editTool].Text = cells.Sanitize(one.Tool)
		}
	}

	out = e.Canvas().Fit(out, min(leastPath, e.Canvas().Width/2))
	path := min(out[editPath].Width, max(e.files.known().Widest, leastPath)) // beside what is said of it
	spare := out[editPath].Width - path
	out[editPath].Width = path
	if out[editLines].Width > 0 {
		out[editLines].Width += min(spare, e.widest.lines-out[editLines].Width)
	}

	if row >= 0 {
		e.edits[row].widenSent(out)
		path := cells.SanitizeFirst(e.edits[row].File.Path[len(below):], longestPath)
		out[editPath] = draw.PathCell(out[editPath], path, e.IsSelected(row))
	}

	return out
}

// widenSent gives the column of what was sent those of the call, in which a row without one has nothing.
func (e edit) widenSent(out []draw.Cell) {
	if e.Change != nil {
		return
	}
	for _, column := range []int{editCall, editLines, editTool} {
		if out[column].Width > 0 {
			out[editSent].Width += 1 + out[column].Width
			out[column].Width = 0
		}
	}
}

// describe says whether the model had been sent what it changed, and in which role that is drawn.
func (e edit) describe() (string, themes.Role) {
	if e.Change == nil {
		return e.File.Partly(), themes.Dim
	}

	n, blind := e.LinesThen.Count(), e.BlindCount()
	switch {
	case e.Failed:
		return "refused", themes.Dim
	case e.Pending:
		return "no result", themes.Dim
	case e.Deleted:
		return "deleted the file", themes.Dim
	case blind > 0 && (blind >= n || n == 0):
		return "no: blind", themes.ModelLineWarn
	case blind > 0:
		return "blind: " + humanize.Group(blind) + " of " + humanize.Group(n), themes.ModelLineWarn
	case e.isUnknown() || n == 0 && !e.Whole:
		return "not known", themes.Dim
	case n == 0:
		return "wrote all of it", themes.Dim
	}

	return "yes", themes.Text
}
