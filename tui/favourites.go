package tui

import (
	"errors"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tools"
	"eyeline/tui/launch/options"
	"eyeline/tui/list"
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
type favouritesSavedMsg struct {
	changed map[string]bool
	err     error
}

// toggleFavourite makes a tool a favourite, or no longer, and saves that.
func (m *Model) toggleFavourite(l *list.List, name string) (tea.Cmd, error) {
	if _, ok := tools.Lookup(name); !ok {
		return nil, errors.New("only a tool can be a favourite")
	}
	is := slices.Contains(m.opts.Favourites, name)
	m.opts.Favourites = withFavourite(m.opts.Favourites, name, !is)
	if m.favouritesToSave == nil {
		m.favouritesToSave = map[string]bool{}
	}
	m.favouritesToSave[name] = !is
	for i := range l.Items {
		if l.Items[i].Name == name {
			l.Items[i].Favourite = !is
		}
	}
	if m.opts.Secure {
		return nil, errors.New("saving is off: the viewer runs with --secure; until it ends this holds")
	}
	return m.saveFavourites(), nil
}

// withFavourite is a list of favourites with one added at the end, or taken away.
func withFavourite(names []string, name string, on bool) []string {
	if on && slices.Contains(names, name) {
		return names
	}
	names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name })
	if on {
		names = append(names, name)
	}
	return names
}

// saveFavourites writes what has changed of the favourites into the settings, one time after the other. The others stay as the
// settings have them then, where another viewer or an editor may have changed them.
func (m *Model) saveFavourites() tea.Cmd {
	if m.favouritesSaving {
		return nil
	}
	changed, all := m.favouritesToSave, m.opts.Favourites
	m.favouritesSaving, m.favouritesToSave = true, nil
	path := m.opts.SettingsPath
	return func() tea.Msg {
		return favouritesSavedMsg{changed, settings.ChangeText(path, favouritesSetting, func(now string) string {
			names := options.FavouriteNames(now)
			for _, name := range append(slices.Clone(all), slices.Sorted(maps.Keys(changed))...) { // the new ones in the order in which they were chosen
				if on, is := changed[name]; is {
					names = withFavourite(names, name, on)
				}
			}
			return strings.Join(names, " ")
		})}
	}
}

func (m *Model) handleFavouritesSaved(msg favouritesSavedMsg) tea.Cmd {
	m.favouritesSaving = false
	changedSince := len(m.favouritesToSave) > 0
	if msg.err != nil { // they are written with the next change
		maps.Copy(msg.changed, m.favouritesToSave)
		m.favouritesToSave = msg.changed
	}
	if changedSince {
		return m.saveFavourites() // says how it went with those of now
	}
	if msg.err != nil {
		text := "cannot save the favourites: " + plain(msg.err.Error())
		if l, open := overlayOf[*listPanel](m); open {
			l.Bad = text // the note is below it
		}
		m.warn(text)
		return nil
	}
	m.say("saved the favourites in " + plain(m.opts.SettingsPath))
	return nil
}
