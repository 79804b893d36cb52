package tuning

import (
	"errors"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tools"
	"eyeline/tui/cells"
	"eyeline/tui/launch/options"
	"eyeline/tui/list"
	"eyeline/tui/overlay"
	"eyeline/tui/settings"
)

// Favourites are the tools that the key of the next tool steps through. The settings keep them.

// favouritesSetting is the name of the setting that has them.
const favouritesSetting = "favourites"

// SteppedTools are the names of the tools of the current mode to step through: the favourites that have it, in the
// order in which they were chosen, or all where there are none.
func (l *ToolList) SteppedTools() []string {
	var names []string
	for _, name := range l.opts.Favourites {
		if l.preview.Request().WithModeTool(l.preview.Request().Mode(), name).ToolName() == name {
			names = append(names, name)
		}
	}
	if names != nil {
		return names
	}
	for _, t := range tools.ByMode(l.preview.Request().Mode()) {
		names = append(names, t.Name)
	}
	return names
}

// FavouritesSavedMsg says that the favourites were saved, or why not.
type FavouritesSavedMsg struct {
	Changed map[string]bool
	Err     error
}

// ToggleFavourite makes a tool a favourite, or no longer, and saves that.
func (l *ToolList) ToggleFavourite(items *list.List, name string) (tea.Cmd, error) {
	if _, ok := tools.Lookup(name); !ok {
		return nil, errors.New("only a tool can be a favourite")
	}
	is := slices.Contains(l.opts.Favourites, name)
	l.opts.Favourites = withFavourite(l.opts.Favourites, name, !is)
	if l.favouritesToSave == nil {
		l.favouritesToSave = map[string]bool{}
	}
	l.favouritesToSave[name] = !is
	for i := range items.Items {
		if items.Items[i].Name == name {
			items.Items[i].Favourite = !is
		}
	}
	if l.opts.Secure {
		return nil, errors.New("saving is off: the viewer runs with --secure; until it ends this holds")
	}
	return l.saveFavourites(), nil
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

// saveFavourites writes what has changed of the favourites into the settings, one time after the other. The others stay
// as the settings have them then, where another viewer or an editor may have changed them.
func (l *ToolList) saveFavourites() tea.Cmd {
	if l.favouritesSaving {
		return nil
	}
	changed, all := l.favouritesToSave, l.opts.Favourites
	l.favouritesSaving, l.favouritesToSave = true, nil
	path := l.opts.SettingsPath
	return func() tea.Msg {
		return FavouritesSavedMsg{changed, settings.ChangeText(path, favouritesSetting, func(now string) string {
			names := options.FavouriteNames(now)
			// The new ones come in the order in which they were chosen.
			for _, name := range append(slices.Clone(all), slices.Sorted(maps.Keys(changed))...) {
				if on, is := changed[name]; is {
					names = withFavourite(names, name, on)
				}
			}
			return strings.Join(names, " ")
		})}
	}
}

// HandleFavouritesSaved writes what has changed meanwhile, once favourites were written into the settings.
func (l *ToolList) HandleFavouritesSaved(msg FavouritesSavedMsg) tea.Cmd {
	l.favouritesSaving = false
	changedSince := len(l.favouritesToSave) > 0
	if msg.Err != nil { // they are written with the next change
		maps.Copy(msg.Changed, l.favouritesToSave)
		l.favouritesToSave = msg.Changed
	}
	if changedSince {
		return l.saveFavourites() // says how it went with those of now
	}
	if msg.Err != nil {
		text := "cannot save the favourites: " + cells.Sanitize(msg.Err.Error())
		if panel, open := overlay.Of[*overlay.ListPanel](l.overlays); open {
			panel.Bad = text // the note is below it
		}
		l.desk.Warn(text)
		return nil
	}
	l.desk.Say("saved the favourites in " + cells.Sanitize(l.opts.SettingsPath))
	return nil
}
