package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/transcript"
	"eyeline/tui/kit/screens"
	"eyeline/tui/options"
	"eyeline/tui/screens/transcripts"
)

// Between the Model and the screens that list transcripts: what these get, and what becomes of that which they hand
// out.

// transcriptServices are what the screens of transcripts get of the Model.
func (m *model) transcriptServices(root string, follow bool) transcripts.Services {
	if m.opts.Secure {
		root = transcript.NoFiles
	}
	return transcripts.Services{
		Root: root, Follow: follow, Limit: m.opts.Input.SpoolLimit, Open: m.showSent, Grown: m.file.FollowSent,
	}
}

// showSent shows a file of a transcript. The keys that were typed while it was only being opened come first.
func (m *model) showSent(o transcripts.Item) tea.Cmd {
	m.typed.before(o.Typed)
	return m.file.ShowSent(o)
}

// transcriptScreen is the first screen of transcripts.
func (m *model) transcriptScreen(o *options.Transcript) screens.Screen {
	s := m.transcriptServices(o.Root, o.Follow)
	s.Wire = o.Wire
	if o.Path == "" {
		return transcripts.NewChoice(host{m}, s, o.Homes, o.Dir, o.All)
	}
	return transcripts.NewFiles(host{m}, s, o.Path)
}
