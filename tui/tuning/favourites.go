package tuning

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"eyeline/reader/tools"
	"eyeline/tui/cells"
	"eyeline/tui/launch/options"
	"eyeline/tui/list"
	"eyeline/tui/overlay"
	"eyeline/tui/settings"

	tea "github.com/charmbracelet/bubbletea"
)

// Favourites are the tools that the key of the next tool steps through. The settings keep them.

// favouritesSetting is the name of the setting that has them.
const favouritesSetting = "favourites"

// SteppedTools are the names of the tools of the current mode to step through: the favourites that have it, in the order in which
// they were chosen, or all where there are none.
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
func (toolList *ToolList) ToggleFavourite(l *list.List, name string) (tea.Cmd, error) {
	if _, ok := tools.Lookup(name); !ok {
		return nil, errors.New("only a tool can be a favourite")
	}
	is := slices.Contains(toolList.opts.Favourites, name)
	toolList.opts.Favourites = withFavourite(toolList.opts.Favourites, name, !is)
	if toolList.favouritesToSave == nil {
		toolList.favouritesToSave = map[string]bool{}
	}
	toolList.favouritesToSave[name] = !is
	for i := range l.Items {
		if l.Items[i].Name == name {
			l.Items[i].Favourite = !is
		}
	}
	if toolList.opts.Secure {
		return nil, errors.New("saving is off: the viewer runs with --secure; until it ends this holds")
	}
	return toolList.saveFavourites(), nil
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
			for _, name := range append(slices.Clone(all), slices.Sorted(maps.Keys(changed))...) { // the new ones in the order in which they were chosen
				if on, is := changed[name]; is {
					names = withFavourite(names, name, on)
				}
			}
			return strings.Join(names, " ")
		})}
	}
}

func (toolList *ToolList) HandleFavouritesSaved(msg FavouritesSavedMsg) tea.Cmd {
	toolList.favouritesSaving = false
	changedSince := len(toolList.favouritesToSave) > 0
	if msg.Err != nil { // they are written with the next change
		maps.Copy(msg.Changed, toolList.favouritesToSave)
		toolList.favouritesToSave = msg.Changed
	}
	if changedSince {
		return toolList.saveFavourites() // says how it went with those of now
	}
	if msg.Err != nil {
		text := "cannot save the favourites: " + cells.Sanitize(msg.Err.Error())
		if l, open := overlay.Of[*overlay.ListPanel](toolList.overlays); open {
			l.Bad = text // the note is below it
		}
		toolList.desk.Warn(text)
		return nil
	}
	toolList.desk.Say("saved the favourites in " + cells.Sanitize(toolList.opts.SettingsPath))
	return nil
}
