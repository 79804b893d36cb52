package tui

import (
	"slices"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/decode"
	"eyeline/reader/transcript"
	"eyeline/tui/capture"
	"eyeline/tui/coverage"
	"eyeline/tui/document"
	"eyeline/tui/page"
	"eyeline/tui/pane"
	"eyeline/tui/screens"
	"eyeline/tui/stamp"
)

// A file of a transcript is shown by the file screen, on a sheet that knows what was sent of it: the model pane shows the
// exact text of one recorded call in the place of what a tool gives, and nothing is read through a tool.

// sentFile is what a transcript says of the file on a sheet.
type sentFile struct {
	run   *run
	path  string // as in the coverage; "" for the result of a call that concerns no file
	title string // of the run
	// version is that of the agent, as recorded.
	version string
	call    int // number of the call that is shown, or is being read
	file    transcript.FileCoverage
	lines   []transcript.LineState
	// rebuilt are the runs of a text that was put together from what was sent; nil when the file itself is shown. why says
	// why it is not.
	rebuilt []transcript.RebuiltRun
	why     string
}

// lowScreen is the height of a screen below which a transcript's file opens without the result beside it.
const lowScreen = 16

// opened is a file of a transcript, or the result of a call, that is to be shown.
type opened struct {
	doc  *document.Document
	file *sentFile
	// typed are keys that were typed while it was being opened: they are for it.
	typed []tea.KeyMsg
}

// sentMsg brings what was opened.
type sentMsg struct {
	stamp.Stamp
	opened opened
	err    error
}

func (s sentMsg) Free() {
	if s.opened.doc != nil {
		s.opened.doc.Close()
	}
}

// services are what the screens of transcripts need of the program besides the host.
type services struct {
	root   string // where the files are looked for; "" is the recorded working folder
	follow bool   // what is recorded from now on is shown, too
	poll   bool   // no change notifications of the system are used
	limit  int64  // bounds what is kept of a text that is opened, in bytes; 0: no limit
	// open shows what was opened in front of the lists.
	open func(opened) tea.Cmd
	// grown tells the program that a followed transcript has grown.
	grown func(was, now *runView) tea.Cmd
}

// transcriptServices are those of the Model.
func (m *Model) transcriptServices(root string, follow bool) services {
	return services{root: root, follow: follow, poll: m.opts.Poll, limit: m.opts.SpoolLimit, open: m.showSent, grown: m.followSent}
}

// transcriptScreen is the first screen of transcripts.
func (m *Model) transcriptScreen(o *Transcript) screens.Screen {
	s := m.transcriptServices(o.Root, o.Follow)
	if o.Path == "" {
		return newChoiceScreen(host{m}, s, o.Homes, o.Dir, o.All)
	}
	return newFilesScreen(host{m}, s, o.Path)
}

// showSent shows a file of a transcript in front of the lists.
func (m *Model) showSent(o opened) tea.Cmd {
	m.typed.before(o.typed)
	old := m.sheet
	m.sheet = newSheet(o.doc, old.req, m.opts.Wrap)
	m.setCellOptions()
	cmds := []tea.Cmd{func() tea.Msg { old.free(); return nil }}
	old.release()
	if o.file.path == "" {
		m.setToolOff(true) // the text alone
		_ = m.file.SetWrap(m.wraps())
	} else {
		m.sent = o.file
		if m.layout == layoutBoth && m.height < lowScreen && m.width < sideBySide {
			m.layout = layoutFile // there is no room for both
		}
		if m.sent.why != "" {
			m.say(plain(m.sent.why) + ": this is what was sent of it")
		}
	}
	m.began = time.Now()
	cmds = append(cmds, m.enter(fileScreen{m}), waitForFirstPage(), m.listen(), m.watch(), m.chooseLanguage(), m.arrange())
	to := pane.To(0, pane.Top)
	return tea.Batch(append(cmds, m.file.Show(m.documentText(), to), m.read(thenShowWindow))...)
}

// leaveSent closes the file of a transcript that is left for the lists behind it.
func (m *Model) leaveSent() tea.Cmd {
	old := m.sheet
	m.sheet = newSheet(nil, old.req, m.opts.Wrap)
	old.release()
	return func() tea.Msg { old.free(); return nil }
}

// readCall reads the call that is shown, in the place of a read through a tool.
func (m *Model) readCall(then afterRead) tea.Cmd {
	ctx, x := m.start(jobRead)
	s := m.sent
	r := &reading{req: m.req, then: then, from: m.doc.Raw().Snapshot()}
	run, path, number, row := s.run, s.path, s.call, s.row()
	return func() tea.Msg {
		began := time.Now()
		rc, out, err := run.call(ctx, path, number)
		if err != nil {
			r.failed = err
		} else {
			rc.fill(r, out, row)
			r.framed, r.failed = capture.Frame(ctx, out, nil)
		}
		if r.failed != nil {
			r.free()
			r.out, r.framed = nil, nil
		}
		r.took = time.Since(began)
		return readMsg{x, r}
	}
}

// takeCall takes what has come with the call that is shown.
func (s *sentFile) takeCall(rc *recordedCall) {
	s.file = rc.file
	if s.rebuilt == nil {
		s.lines = rc.lines
	}
}

// row gives for a line of the file the line of the text that is shown, 0 where none is.
func (s *sentFile) row() func(line int64) int64 {
	if s.rebuilt == nil {
		return func(line int64) int64 { return line }
	}
	runs := s.rebuilt
	return func(line int64) int64 {
		for _, r := range runs {
			if !r.Gap && line >= r.First && line < r.First+r.Lines {
				return r.Row + line - r.First
			}
		}
		return 0
	}
}

// line is the file's line that is shown on a line of the text, and whether that is none but says that lines are missing.
func (s *sentFile) line(row int64) (line int64, gap bool) {
	if s.rebuilt == nil || row == 0 {
		return row, false
	}
	i, _ := slices.BinarySearchFunc(s.rebuilt, row, func(r transcript.RebuiltRun, row int64) int {
		if r.Row+r.Lines <= row {
			return -1
		}
		return 1
	})
	if i == len(s.rebuilt) {
		return 0, false
	}
	r := s.rebuilt[i]
	return r.First + row - r.Row, r.Gap
}

// number is the number of the file's line on a line of the text; "" where lines are missing.
func (s *sentFile) number(row int64) string {
	if line, gap := s.line(row); !gap && line > 0 {
		return strconv.FormatInt(line, 10)
	}
	return ""
}

// sentState is what is known of a line of the text that is shown, false when that is not known yet.
func (m *Model) sentState(l page.Unit) (coverage.State, bool) {
	if m.sent == nil || l.Number == 0 {
		return 0, false
	}
	if m.doc.Form().Compression != decode.None { // its lines are none of the file that was read
		return coverage.Never, !anySent(&m.sent.file)
	}
	line, gap := m.sent.line(l.Number)
	if gap || line == 0 {
		return coverage.Never, true
	}
	return coverage.StateOf(&m.sent.file, line), true
}

// anySent reports whether anything of a file was sent or written.
func anySent(f *transcript.FileCoverage) bool {
	return len(f.Sent)+len(f.Cut)+len(f.Written)+len(f.Changed) > 0
}

// inCall reports whether a line is one of the call that is shown.
func (m *Model) inCall(l page.Unit) bool {
	r := m.reading
	if r == nil || r.recorded == nil || l.Number == 0 || m.doc.Form().Compression != decode.None {
		return false
	}
	line, gap := m.sent.line(l.Number)
	return !gap && coverage.InRange(r.recorded.marked, line)
}

// shownLine is the line of the text that shows a line of the file, or the nearest one before it: they differ where the text
// was put together from what was sent.
func (m *Model) shownLine(line int64) int64 {
	if m.sent == nil || m.active() == &m.output {
		return line
	}
	shown := line
	for _, r := range m.sent.rebuilt {
		if r.First <= line {
			shown = r.Row + min(line-r.First, r.Lines-1)
		}
	}
	return shown
}

// stepCall goes n calls of the file on, or back.
func (m *Model) stepCall(n int64) tea.Cmd {
	s := m.sent
	at := slices.Index(s.file.Calls, int32(s.call))
	to := max(min(int64(at)+n, int64(len(s.file.Calls))-1), 0)
	switch {
	case len(s.file.Calls) == 0:
		m.say("no call concerns this file")
		return nil
	case int(to) == at && n > 0:
		m.say("this is the last call of this file")
		return nil
	case int(to) == at:
		m.say("this is the first call of this file")
		return nil
	}
	s.call = int(s.file.Calls[to])
	return m.read(thenShowWindow)
}

// seek goes n runs of lines on, or back, from the cursor: a run is consecutive lines for whose states is returns true. what names
// them.
func (m *Model) seek(what string, n int64, is func(coverage.State) bool) tea.Cmd {
	here, ok := m.file.CursorLine()
	if !ok || here.Number == 0 {
		m.say("this line's number is still being counted")
		return nil
	}
	starts := m.runsOf(is)
	to, down := int64(0), n > 0
	if n > 0 {
		for _, at := range starts {
			if at > here.Number && n > 0 {
				to, n = at, n-1
			}
		}
	} else {
		for _, at := range slices.Backward(starts) {
			if at < here.Number && n < 0 {
				to, n = at, n+1
			}
		}
	}
	switch {
	case to > 0:
		m.keepPlace()
		before := m.file.Cursor()
		return tea.Batch(m.file.Do(m.toLine(to, pane.Middle)), m.cursorMoved(before), m.colour())
	case len(starts) == 0:
		m.say("no line of this file is " + what)
	case down:
		m.say("no further line is " + what)
	default:
		m.say("no line before this one is " + what)
	}
	return nil
}

// runsOf are the first lines of the runs of the shown text: of consecutive lines for whose states is returns true.
func (m *Model) runsOf(is func(coverage.State) bool) []int64 {
	var starts []int64
	s := m.sent
	if s.rebuilt != nil {
		last := int64(-1)
		for _, r := range s.rebuilt {
			for k := int64(0); k < r.Lines; {
				state, next := coverage.Never, r.Lines
				if !r.Gap {
					state = coverage.StateOf(&s.file, r.First+k)
					next = min(coverage.StateUntil(&s.file, r.First+k)-r.First, r.Lines)
				}
				if is(state) {
					if r.Row+k != last+1 {
						starts = append(starts, r.Row+k)
					}
					last = r.Row + next - 1
				}
				k = next
			}
		}
		return starts
	}
	var all []transcript.Range
	for state, ranges := range map[coverage.State][]transcript.Range{
		coverage.Never: s.file.Never, coverage.Cut: s.file.Cut, coverage.Written: s.file.Written, coverage.Changed: s.file.Changed,
	} {
		if is(state) {
			all = append(all, ranges...)
		}
	}
	slices.SortFunc(all, func(a, b transcript.Range) int { return int(a[0] - b[0]) })
	for i, r := range all {
		if i == 0 || all[i-1][1]+1 < r[0] {
			starts = append(starts, r[0])
		}
	}
	return starts
}

// followSent shows what has come of the file on the screen, while its transcript is followed. A person who
// looks at the last call is shown the newest.
func (m *Model) followSent(was, now *runView) tea.Cmd {
	s := m.sent
	if s == nil {
		return nil
	}
	i := now.file(s.path)
	if i < 0 {
		return nil
	}
	before, file := s.file, now.coverage.Files[i]
	calls := file.Calls
	then := thenNothing
	if k := len(before.Calls); len(calls) > 0 && (k == 0 || int32(s.call) == before.Calls[k-1]) && int(calls[len(calls)-1]) != s.call {
		s.call = int(calls[len(calls)-1])
		then = thenShowWindow
	}
	if was != nil && was.generation == now.generation && then == thenNothing && slices.Equal(before.Calls, calls) {
		return nil
	}
	s.file = file
	m.invalidateRows()
	return m.read(then)
}

// recordedOnly says why an action does nothing while a transcript's file is shown, or while none is; "" when it does
// something.
func (m *Model) recordedOnly(a keymap.Action) string {
	if m.sent == nil && ofRecorded[a] {
		return "in a file of a transcript only"
	}
	if m.sent == nil || !needTool[a] && !needsOwnTool[a] || a == keymap.NextPane {
		return ""
	}
	return "this is what was recorded: no tool reads the file"
}

// ofRecorded are the actions that go through what was sent of a file.
var ofRecorded = map[keymap.Action]bool{
	keymap.NextCall: true, keymap.PrevCall: true, keymap.NextUnsent: true, keymap.PrevUnsent: true, keymap.NextCut: true,
	keymap.PrevCut: true, keymap.NextWritten: true, keymap.PrevWritten: true, keymap.AllCalls: true,
}

// needsOwnTool are actions that choose what a tool reads, also where none is on.
var needsOwnTool = map[keymap.Action]bool{
	keymap.NextTool: true, keymap.ChooseTool: true, keymap.ToggleTool: true, keymap.Presets: true, keymap.Solve: true,
	keymap.Marks: true, keymap.Base: true, keymap.LineNumbers: true,
}

func (m *Model) seekUnsent(n int64) tea.Cmd {
	return m.seek("never sent", n, func(s coverage.State) bool { return s == coverage.Never })
}

func (m *Model) seekCut(n int64) tea.Cmd {
	return m.seek("cut", n, func(s coverage.State) bool { return s == coverage.Cut })
}

func (m *Model) seekWritten(n int64) tea.Cmd {
	return m.seek("written by the model or changed since", n, func(s coverage.State) bool { return s == coverage.Written || s == coverage.Changed })
}

// showCalls lists all calls of the transcript, with the one on the screen selected.
func (m *Model) showCalls(int64, bool) tea.Cmd {
	call := m.sent.call
	var cmds []tea.Cmd
	for {
		switch s := m.front().(type) {
		case *filesScreen:
			return tea.Batch(append(cmds, s.showTimeline(call))...)
		case *timelineScreen:
			s.selectCall(call)
			return tea.Batch(append(cmds, s.describe())...)
		}
		if len(m.screens) == 1 {
			return tea.Batch(cmds...)
		}
		cmds = append(cmds, m.leaveScreen())
	}
}

// sentCell draws what is known of a line in the gutter.
func (m *Model) sentCell(b *strings.Builder, l pane.Row) {
	state, known := m.sentState(l.Unit)
	if !known {
		b.WriteByte(' ')
		return
	}
	m.put(b, state.Role(), state.Sign(m.opts.ASCII))
}
