package tui

import (
	"errors"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tools"
	"eyeline/tui/settings"
)

// Favourites are the tools that the key of the next tool steps through. The settings keep them.

// favouritesSetting is the name of the setting that has them.
const favouritesSetting = "favourites"

// steppedTools are the names of the tools of the current mode to step through: the favourites that have it, in the order in which
// they were chosen, or all where there are none.
func (m *Model) steppedTools() []string {
	var names []string
	for _, name := range m.opts.Favourites {
		if m.req.WithModeTool(m.req.Mode(), name).ToolName() == name {
			names = append(names, name)
		}
	}
	if names != nil {
		return names
	}
	for _, t := range tools.ByMode(m.req.Mode()) {
		names = append(names, t.Name)
	}
	return names
}

// favouritesSavedMsg says that the favourites were saved, or why not.
type favouritesSavedMsg struct{ err error }

// toggleFavourite makes a tool a favourite, or no longer, and saves that.
func (l *list) toggleFavourite(m *Model, name string) (tea.Cmd, error) {
	if _, ok := tools.Lookup(name); !ok {
		return nil, errors.New("only a tool can be a favourite")
	}
	is := slices.Contains(m.opts.Favourites, name)
	if is {
		m.opts.Favourites = slices.DeleteFunc(slices.Clone(m.opts.Favourites), func(n string) bool { return n == name })
	} else {
		m.opts.Favourites = append(slices.Clone(m.opts.Favourites), name)
	}
	for i := range l.items {
		if l.items[i].name == name {
			l.items[i].favourite = !is
		}
	}
	if m.opts.Secure {
		return nil, errors.New("saving is off: the viewer runs with --secure; until it ends this holds")
	}
	return m.saveFavourites(), nil
}

// saveFavourites writes the favourites into the settings, one time after the other: what is written last is what holds.
func (m *Model) saveFavourites() tea.Cmd {
	if m.favouritesSaving {
		m.favouritesChanged = true
		return nil
	}
	m.favouritesSaving, m.favouritesChanged = true, false
	path, value := m.opts.SettingsPath, strings.Join(m.opts.Favourites, " ")
	return func() tea.Msg { return favouritesSavedMsg{settings.SaveValue(path, favouritesSetting, value)} }
}

func (m *Model) handleFavouritesSaved(msg favouritesSavedMsg) tea.Cmd {
	m.favouritesSaving = false
	if m.favouritesChanged {
		return m.saveFavourites() // says how it went with those of now
	}
	if msg.err != nil {
		text := "cannot save the favourites: " + plain(msg.err.Error())
		if l, open := overlayOf[*list](m); open {
			l.bad = text // the note is below it
		}
		m.warn(text)
		return nil
	}
	m.say("saved the favourites in " + plain(m.opts.SettingsPath))
	return nil
}
