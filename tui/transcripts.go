package tui

import (
	"eyeline/tui/screens"
	"eyeline/tui/text"
	"eyeline/tui/transcripts"
)

// Between the Model and the screens that list transcripts: what these get, and what becomes of that which they hand out.

// transcriptServices are what the screens of transcripts get of the Model.
func (m *Model) transcriptServices(root string, follow bool) transcripts.Services {
	s := transcripts.Services{Root: root, Follow: follow, Limit: m.opts.SpoolLimit, Open: m.file.ShowSent, Grown: m.file.FollowSent}
	if m.opts.Poll {
		s.Poll = text.WatchFast
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
