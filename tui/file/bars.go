package file

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source/revision"
	"eyeline/reader/tools"
	"eyeline/tui/file/document"
	"eyeline/tui/file/filelist"
	"eyeline/tui/file/layout"
	"eyeline/tui/file/modelline"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/sentlines"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/toolpanels"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/screens"
	"eyeline/tui/screens/contextscreen"
	"eyeline/tui/screens/searchscreen"
)

// bars gathers the words of the rows above and below the panes; package bar draws them.
type bars struct {
	*base
	toolPanels    *toolpanels.Panels
	recordedLines *sentlines.Display
	modes         *modes
	files         *filelist.Files
}

// title names the file and describes the request.
func (b *bars) title() bar.Title {
	d := b.Text.Doc
	if d == nil {
		return bar.Title{NoFile: true}
	}

	revision, name := shownName(d)
	tool := b.Preview.Request.Tool()
	t := bar.Title{
		Revision: revision, Name: name, Place: b.files.At + 1, Of: len(b.opts.Paths),
		Language: b.Text.Colours.Language(), Form: textview.FormName(d.Form()), Size: d.Raw().Size(),
		Lines: -1, Counted: d.Shown().Lines().Covered(), Total: d.Shown().Size(),
		Incomplete: b.incomplete(), Arriving: !d.Shown().Complete(), Partly: d.Shown().Paused(),
		Request: b.requestWords(), Agent: tool.AgentAndVersion(),
	}
	if total, known := d.Shown().TotalLines(); known {
		t.Lines = total
	}

	t.Keys.File = b.program.KeyName(keymap.Files)
	if b.Preview.IsRecorded() {
		return b.recordedLines.Title(t)
	}

	t.Keys.Tool = b.program.KeyName(keymap.ChooseTool)
	t.Keys.Mode = b.program.KeyName(keymap.NextMode)
	t.Keys.Arguments = b.program.KeyName(keymap.Options)
	return t
}

// shownName returns the name of a document on the screen and, for a git revision, the revision with a colon that stands
// before it.
func shownName(d *document.Document) (rev, name string) {
	n, ok := revision.Parse(d.Revision())
	if !ok || d.Name() != d.Revision() {
		return "", cells.Sanitize(d.Name())
	}

	const id, short = 40, 10 // characters
	rev = strings.TrimSuffix(n.Text, n.Path)
	if len(n.Rev) >= id && strings.Trim(n.Rev, "0123456789abcdef") == "" {
		rev = n.Rev[:short] + ":"
	}

	return cells.Sanitize(rev), cells.Sanitize(n.Path)
}

// incomplete reports whether reading failed before the end of what is shown.
func (b *bars) incomplete() bool {
	d := b.Text.Doc
	return d.Shown().Err() != nil && (d.IsStream() || d.Decoded())
}

// modelLine says what the model gets.
func (b *bars) modelLine() string {
	if b.Preview.IsRecorded() {
		return b.recordedLines.ModelLine()
	}
	l := b.read()
	if b.beside() != nil && b.program.Width() >= modelline.NarrowRow {
		l.Of = b.Preview.Request.ToolName() + ": "
	}
	return l.Row(b.program.Theme(), b.program.Width())
}

// read describes the current reading for the model line.
func (b *bars) read() modelline.Line {
	l := modelline.Line{
		NoFile: b.Text.Doc == nil, Arriving: b.Text.Arriving(), Reading: b.jobs.Runs(jobs.Read),
		Counting: b.jobs.Runs(jobs.Tokens),
	}
	r := b.Preview.Reading
	if r != nil {
		l.Tokens = r.Tokens
		l.Walk = b.Preview.Walk.WalkWords()
		l.Declared = b.Preview.Declared()
		if r.Refused != "" {
			l.Offer = b.Preview.Walk.AfterRefusal()
		}

		l.Refused = cells.OneLine(r.Refused)
		if tool := r.Req.Tool(); tool != nil && b.Text.Doc != nil {
			l.File = cells.Sanitize(b.Text.Doc.Argument(tool))
		}
		l.NotKnown = r.NotKnown
		l.NamesEstimate = r.NamesEstimate
		if r.Failed != nil {
			l.Failed = cells.Sanitize(r.Failed.Error())
		}

		given := b.Preview.GivenNow()
		given.Arriving = l.Arriving
		l.Given = &given
	}

	return l
}

// requestWords describe the request: codex, block, anchor_line 142, max_levels 2.
func (b *bars) requestWords() []string {
	r := b.Preview.Request
	said := []string{r.ToolName(), r.Mode().String()}
	switch r.Mode() {
	case tools.ModeSlice:
		place, _ := r.Tool().WindowParams(tools.ModeSlice)
		if place.Movable() {
			said = append(said, fmt.Sprintf("from %d", r.Place()))
		}
		if !place.Sizable() || !r.HasSize() && place.Size0 == 0 {
			break // as far as the tool goes
		}

		switch _, _, ranged := r.Range(); {
		case place.Plus > 0 || ranged && r.HasSize(): // the argument is another number
			said = append(said, humanize.Count(r.Size(), "line"))
		case !ranged:
			said = append(said, fmt.Sprintf("limit %d", r.Size()))
		}
	case tools.ModeBlock:
		// What bounds it may be why it ends, whatever its levels are.
		place, _ := r.Tool().WindowParams(tools.ModeBlock)
		anchor := fmt.Sprintf("%s %d", preview.ArgumentName(r.Tool(), place.At), r.Place())
		said = append(append(said, anchor), b.toolPanels.BlockCaps()...)
		said = append(said, b.toolPanels.BlockWords())
	case tools.ModeBytes:
		said = append(said, "@"+humanize.Group(r.Place()), humanize.Size(r.Size()))
	}

	if r.Follows() {
		const wide = 100 // cells of a row that has room to say what
		said = append(said, humanize.Either(b.program.Width() < wide, "follows", "follows the cursor"))
	}

	return said
}

// pagerFooter adds to a footer what the title says while a tool is on: which file, and which of its lines are on the
// screen.
func (b *bars) pagerFooter(f bar.Footer) bar.Footer {
	if b.Text.Doc == nil {
		return f
	}

	f.Revision, f.Name = shownName(b.Text.Doc)
	f.Form = textview.FormName(b.Text.Doc.Form())
	f.Incomplete = b.incomplete()
	first, last, ok := b.Text.File.Visible()
	switch {
	case !ok || b.Text.Hex: // no lines are on the screen
	case first.Number > 0 && last.Number > 0:
		f.Lines = "lines " + humanize.Group(first.Number) + "–" + humanize.Group(last.Number)
		if total, known := b.Text.Shown().TotalLines(); known && b.Text.Shown().Complete() {
			f.Lines += " of " + humanize.Group(total)
		}
	}

	return f
}

// fate says which call, if any, gives the line of the cursor when the current one does not; "" when nothing is to be
// said.
func (b *bars) fate() string {
	line, ok := b.Text.File.CursorLine()
	if !ok || b.Text.ToolOff || b.Text.Hex || b.Preview.IsRecorded() {
		return ""
	}
	return b.Preview.Walk.Fate(line)
}

// pagerPosition makes the percentage of a position that of the bottom of the screen, as pagers count.
func (b *bars) pagerPosition(at bar.Position, size int64) bar.Position {
	_, last, ok := b.Text.File.Visible()
	switch {
	case !b.Text.Shown().Complete():
		at.Percent = -1 // of what is not known
	case b.Text.File.ShowsEnd():
		at.End = true
	case ok && last.End >= 0:
		at.Percent = int(100 * float64(last.End) / float64(size))
	}

	return at
}

// Position says how far into the file the screen is.
func (b *bars) Position() bar.Position {
	p := b.modes.Active()
	size := p.Text.Size()
	if size == 0 {
		return bar.Position{}
	}

	at := bar.Position{
		Shown: true, Follow: b.Text.Loading.TailWords(), Marked: b.Text.Marking.MarkedWords(),
		Matches: b.Text.Search.MatchWords(), Filter: b.Text.Filter.FilterWords(),
		Percent: int(100 * float64(p.Cursor) / float64(size)),
	}
	lines := p.Lines()
	if len(lines) > 0 && p.AtEnd() && lines[len(lines)-1].Off == p.Cursor {
		at.Percent = 100
	}

	if p == b.Text.File && b.Text.Shown().Partly() && !b.Text.Hex {
		part, _ := b.Text.Doc.Unpacked()
		at.Percent = int(float64(at.Percent) * part)
		return at
	}

	if b.Text.ToolOff {
		return b.pagerPosition(at, size)
	}
	return at
}

// hints returns the keys that matter now, for the footer.
func (s *Screen) hints() []bar.Hint {
	in := append(s.over(), s.Modes.KeyContext())[0]
	hints := screens.Hints(s.program.Keys(), in, s.states(), keymap.Help, func(a keymap.Action) string {
		if _, open := overlay.Topmost[*toolpanels.WalkPanel](s.overlays); open && a == keymap.Walk {
			return "they are shown"
		}
		return cmp.Or(s.Disabled(a),
			unless(a != keymap.Symbols || s.Text.Colours.Language() != "", "no functions"),
			unless(a != keymap.Solve || s.Text.Marking.On || s.Preview.AtDeclaration(), "no function is here"))
	})
	if s.back != "" && s.beside() == nil && !s.overlays.Any() {
		way := screens.Hint(s.program.Keys(), keymap.Quit, s.back)
		hints = slices.DeleteFunc(hints, func(h bar.Hint) bool { return h.Key == way.Key })
		hints = slices.Concat(bar.WithKeys(way), hints)
	}
	next := [...]string{layout.File: "view", layout.Model: "both", layout.Both: "file"}[s.Modes.panes]
	for i, h := range hints {
		if h.Key == s.program.KeyName(keymap.NextPane) {
			hints[i].Word = next
		}
	}

	return hints
}

// over returns the key contexts of what is open over the file, the topmost first.
func (b *base) over() (contexts []keymap.Context) {
	if o, open := overlay.Topmost[*toolpanels.OptionsPanel](b.overlays); open {
		if o.Typing {
			contexts = append(contexts, keymap.InValue)
		}

		contexts = append(contexts, keymap.InOptions)
	}

	if b.overlays.MenuOpen() {
		contexts = append(contexts, keymap.InMenu)
	}
	if b.beside() != nil {
		contexts = append(contexts, keymap.InComparison)
	}

	return contexts
}

// states returns which states hold now; they decide which keys the footer offers.
func (s *Screen) states() (now keymap.When) {
	over := s.over()
	if slices.Contains(over, keymap.InValue) {
		return keymap.Typing
	}

	if slices.Contains(over, keymap.InOptions) { // it is modal: what else can be done there the help lists
		return keymap.Tuning
	}

	now = s.Modes.now().state
	read := s.Preview.Reading
	refuses := now != keymap.Paging && read != nil && read.Refused != ""
	states := []stateNow{
		{slices.Contains(over, keymap.InMenu), keymap.Choosing},
		{s.beside() != nil, keymap.Comparing},
		{s.Text.Marking.On, keymap.Marked},
		{refuses, keymap.Refused},
		{s.Text.Search.Highlighting(), keymap.Searching},
		{s.Text.Filter.Filter != nil, keymap.Filtered},
	}
	if now == keymap.Reading {
		states = append(states, s.readingStates()...)
	}

	for _, one := range states {
		if one.holds {
			now |= one.state
		}
	}

	return now
}

// stateNow is a state of the screen that decides which keys the footer offers, and whether it holds now.
type stateNow struct {
	holds bool
	state keymap.When
}

// readingStates are the states that matter only while a tool reads.
func (s *Screen) readingStates() []stateNow {
	mode := s.Preview.Request.Mode()
	continues := s.Preview.Reading != nil && s.Preview.Reading.Continues()
	fresh := s.keys.fresh && s.host.Alone()
	return []stateNow{
		{mode == tools.ModeBlock, keymap.Block},
		{mode == tools.ModeBytes, keymap.Bytes},
		{s.Preview.Loses(), keymap.Lost},
		{continues, keymap.More},
		{continues && !fresh, keymap.Onward},
		{len(s.Text.Changes.List) > 0, keymap.Changed},
		{fresh, keymap.Fresh},
	}
}

// OpenHelp opens the palette, which is the help.
func (s *Screen) OpenHelp() tea.Cmd {
	place := overlay.Place{Base: keymap.InTranscript}
	switch front := s.host.Front().(type) {
	case *contextscreen.Screen:
		place.Base = keymap.InContext
	case *searchscreen.Screen:
		place.Base = keymap.InFound
	case screens.ActionDescriber:
		place.Words = front
		if own, ok := front.(screens.OwnHeading); ok {
			place.Heading = own.Heading()
		}
	default:
		place.Base, place.Over = s.Modes.KeyContext(), s.over()
		place.Commands, place.Legend = s.Export.Programs(), s.ToolPanels.MarksLegend(s.RecordedLines.Changing())
		place.Setting = commands{base: s.base}.setting // which needs no other part
	}

	if legend := s.statesLegend(); legend != "" {
		place.Legend = legend
	}
	s.overlays.OpenPalette(place)

	return nil
}

// statesLegend says what the marks mean that say whether an agent was sent a line; "" where the screen has none.
func (s *Screen) statesLegend() string {
	if s.shows() {
		if s.Preview.IsRecorded() {
			return s.RecordedLines.LegendOfFile()
		}

		return ""
	}

	if marked, may := s.host.Front().(interface{ MarksLegend() string }); may {
		return marked.MarksLegend()
	}

	return ""
}

// Does reports whether this screen does an action itself, without a panel over the file.
func (s *Screen) Does(a keymap.Action) bool { return s.keys.actions[a].Do != nil }
