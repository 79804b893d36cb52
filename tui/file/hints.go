package file

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/tui/bar"
	"eyeline/tui/linestates"
	"eyeline/tui/overlay"
	"eyeline/tui/preview"
	"eyeline/tui/readpanels"
	"eyeline/tui/screens"
)

// hints are the keys that matter now, for the footer.
func (s *Screen) hints() []bar.Hint {
	in := append(s.over(), s.modes.KeyContext())[0]
	return screens.Hints(s.desk.Keys(), in, s.states(), keymap.Help, s.Disabled)
}

// over are the contexts of the keys of what is open over the file, the topmost first.
func (s *Screen) over() (contexts []keymap.Context) {
	if o, open := overlay.Of[*readpanels.OptionsPanel](s.overlays); open {
		if o.Typing {
			contexts = append(contexts, keymap.InValue)
		}
		contexts = append(contexts, keymap.InOptions)
	}
	if s.overlays.MenuOpen() {
		contexts = append(contexts, keymap.InMenu)
	}
	if s.beside() != nil {
		contexts = append(contexts, keymap.InComparison)
	}
	return contexts
}

// states are those of the screen in which the footer names keys.
func (s *Screen) states() (now keymap.When) {
	over := s.over()
	if slices.Contains(over, keymap.InValue) {
		return keymap.Typing
	}
	now = s.modes.now().state()
	r := s.preview.Reading()
	if now == keymap.Paging || r == nil {
		r = &preview.Reading{}
	}
	for _, one := range []struct {
		holds bool
		state keymap.When
	}{
		{slices.Contains(over, keymap.InOptions), keymap.Tuning},
		{slices.Contains(over, keymap.InMenu), keymap.Choosing},
		{s.beside() != nil, keymap.Comparing},
		{s.text.Marking().On, keymap.Marked},
		{r.Refused != "", keymap.Refused},
		{s.text.Search().Highlighting(), keymap.Searching},
		{s.text.Filter().Filter != nil, keymap.Filtered},
		{now == keymap.Reading && s.preview.Request().Mode() == tools.ModeBlock, keymap.Block},
		{now == keymap.Reading && r.Loses(), keymap.Lost},
		{now == keymap.Reading && r.Continues(), keymap.More},
		{now == keymap.Reading && len(s.text.Changes().List) > 0, keymap.Changed},
		{s.typed.fresh && now == keymap.Reading, keymap.Fresh},
	} {
		if one.holds {
			now |= one.state
		}
	}
	return now
}

// OpenHelp opens the palette, which is the help.
func (s *Screen) OpenHelp() tea.Cmd {
	if s.host.ShowsFile() {
		s.overlays.OpenPalette(s.modes.KeyContext(), s.over())
	} else {
		s.overlays.OpenPalette(keymap.InTranscript, nil)
	}
	if p, is := s.overlays.Top().(*overlay.Palette); is && (s.modes.Recorded() || !s.host.ShowsFile()) {
		p.List.Title += " · " + linestates.Legend(s.desk.ASCII())
	}
	return nil
}

// Does reports whether an action is one of the file, and of nothing over it.
func (s *Screen) Does(a keymap.Action) bool { return s.actions[a].Do != nil }
