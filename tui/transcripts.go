package tui

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/pane"
	"eyeline/tui/recorded"
	"eyeline/tui/screens"
	"eyeline/tui/transcripts"
)

// Between the Model and the screens that list transcripts: what these get, and what becomes of that which they hand out.

// lowScreen is the height of a screen below which a transcript's file opens without the result beside it.
const lowScreen = 16

// transcriptServices are what the screens of transcripts get of the Model.
func (m *Model) transcriptServices(root string, follow bool) transcripts.Services {
	s := transcripts.Services{Root: root, Follow: follow, Limit: m.opts.SpoolLimit, Open: m.showSent, Grown: m.followSent}
	if m.opts.Poll {
		s.Poll = watchFast
	}
	return s
}

// transcriptScreen is the first screen of transcripts.
func (m *Model) transcriptScreen(o *Transcript) screens.Screen {
	s := m.transcriptServices(o.Root, o.Follow)
	if o.Path == "" {
		return transcripts.NewChoice(host{m}, s, o.Homes, o.Dir, o.All)
	}
	return transcripts.NewFiles(host{m}, s, o.Path)
}

// showSent shows a file of a transcript in front of the lists.
func (m *Model) showSent(o transcripts.Opened) tea.Cmd {
	m.typed.before(o.Typed)
	old := m.sheet
	m.sheet = newSheet(o.Doc, old.req, m.opts.Wrap, m.handlePage)
	m.setCellOptions()
	cmds := []tea.Cmd{func() tea.Msg { old.free(); return nil }}
	old.release()
	if o.File.Path == "" {
		m.setToolOff(true) // the text alone
		_ = m.file.SetWrap(m.wraps())
	} else {
		m.sent = o.File
		if m.layout == layoutBoth && m.height < lowScreen && m.width < sideBySide {
			m.layout = layoutFile // there is no room for both
		}
		if m.sent.Why != "" {
			m.say(plain(m.sent.Why) + ": this is what was sent of it")
		}
	}
	m.began = time.Now()
	cmds = append(cmds, m.enter(fileScreen{m}), m.listen(), m.watch(), m.chooseLanguage(), m.arrange())
	to := pane.To(0, pane.Top)
	return tea.Batch(append(cmds, m.file.Show(m.documentText(), to), m.read(thenShowWindow))...)
}

// leaveSent closes the file of a transcript that is left for the lists behind it.
func (m *Model) leaveSent() tea.Cmd {
	old := m.sheet
	m.sheet = newSheet(nil, old.req, m.opts.Wrap, m.handlePage)
	old.release()
	return func() tea.Msg { old.free(); return nil }
}

// followSent shows what has come of the file on the screen, while its transcript is followed. A person who
// looks at the last call is shown the newest.
func (m *Model) followSent(was, now *recorded.View) tea.Cmd {
	s := m.sent
	if s == nil {
		return nil
	}
	i := now.File(s.Path)
	if i < 0 {
		return nil
	}
	before, file := s.Coverage, now.Coverage.Files[i]
	calls := file.Calls
	then := thenNothing
	if k := len(before.Calls); len(calls) > 0 && (k == 0 || int32(s.Call) == before.Calls[k-1]) && int(calls[len(calls)-1]) != s.Call {
		s.Call = int(calls[len(calls)-1])
		then = thenShowWindow
	}
	if was != nil && was.Generation == now.Generation && then == thenNothing && slices.Equal(before.Calls, calls) {
		return nil
	}
	s.Coverage = file
	m.invalidateRows()
	return m.read(then)
}

// showCalls lists all calls of the transcript, with the one on the screen selected.
func (m *Model) showCalls(int64, bool) tea.Cmd {
	call := m.sent.Call
	var cmds []tea.Cmd
	for {
		if s, is := m.front().(transcripts.CallList); is {
			return tea.Batch(append(cmds, s.ShowCall(call))...)
		}
		if len(m.screens) == 1 {
			return tea.Batch(cmds...)
		}
		cmds = append(cmds, m.leaveScreen())
	}
}
