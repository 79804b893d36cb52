package toolpanels

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/toollist"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/options"
	"eyeline/tui/settingsfile"
)

// ChooseTool opens the list of all tools, those of an agent together, whatever their modes. No tool comes first.
func (l *allTools) ChooseTool(int64, bool) tea.Cmd {
	shown := l.rowsFor(l.preview.Request)
	var table *toollist.Table
	panel := &overlay.ListPanel{Detailed: true, End: func() { l.jobs.End(jobs.Tools) }}
	panel.List = list.New("", list.Config{
		Noun: "tool", Head: shown.Heads, Hint: shown.Hint, ByParts: true, Wide: true, Legend: shown.Legend(),
		Compare: l.compareMarked,
		Sort:    func() { table.Next(l.program.Width()) },
		Favour:  func(name string) (tea.Cmd, error) { return l.ToggleFavourite(&panel.List, name) },
	})
	none := toollist.NoTool(func() (tea.Cmd, error) {
		if l.text.ToolOff {
			return nil, nil
		}
		return l.TurnToolOff(), nil
	})
	table = toollist.Open(panel, shown, l.program.Width(), []list.Item{none}, func(t *tools.Tool) list.Item {
		return list.Item{
			Name:      t.Name,
			Retired:   humanize.When(t.Origin.Use == tools.Ended, t.Origin.Version),
			Favourite: slices.Contains(l.opts.Favourites, t.Name),
			Take:      func() (tea.Cmd, error) { return l.TakeTool(t), nil },
		}
	})

	name := l.preview.Request.ToolName()
	if l.text.ToolOff {
		name = toollist.NoToolName
	}

	l.overlays.Choose(panel, name)
	return l.readAll(table, tools.AllVersions(), 0)
}

// TakeTool makes a tool the current one: in the current mode if it has that, else in its own first mode.
func (l *allTools) TakeTool(t *tools.Tool) tea.Cmd {
	r := l.preview.Request
	if !slices.Contains(t.Modes(), r.Mode()) && len(t.Windows) > 0 {
		l.program.Say(t.Name + " has no " + r.Mode().String() + " mode")
		return l.preview.Change(l.preview.ClampRange(r.WithModeTool(t.Modes()[0], t.Name)))
	} else if len(t.Windows) == 0 {
		r = r.WithMode(tools.ModeSlice)
	}
	return l.Turn(r, t.Name)
}

// Turn makes a request with another tool of the same mode current; within a walk, the first call of that tool. It says
// where the tool stands among those that are stepped through, and which keys lead to the others.
func (l *allTools) Turn(r toolrequest.Request, name string) tea.Cmd {
	p := l.preview
	all := l.SteppedTools()
	key := l.program.KeyName
	if name == r.ToolName() {
		return p.Change(r)
	}

	if at := slices.Index(all, name); at >= 0 {
		kind := r.Mode().String() + " tool"
		if slices.Contains(l.opts.Favourites, name) {
			kind = "favourite"
		}

		l.program.Say(fmt.Sprintf("%s · %s %d of %d · %s back · %s list%s", name,
			kind, at+1, len(all), key(keymap.PrevTool), key(keymap.ChooseTool),
			humanize.When(p.Walk.Walked(), " · call 1")))
	}

	if !p.Walk.Walked() || r.Mode() != p.Request.Mode() {
		return p.Change(p.ClampRange(r.WithTool(name)))
	}

	p.Undoable(p.Request)
	return p.GoTo(p.ClampRange(p.Walk.FirstOfWalk().WithTool(name)), nil)
}

// compareMarked compares the two marked tools, or the marked one with the current one.
func (l *allTools) compareMarked(names []string) (tea.Cmd, error) {
	byLines := tools.ByMode(tools.ModeSlice)
	for _, name := range names {
		if !slices.ContainsFunc(byLines, func(t *tools.Tool) bool { return t.Name == name }) {
			return nil, fmt.Errorf("%s cannot be compared: it cannot be asked for lines", name)
		}
	}

	names = slices.DeleteFunc(names, func(name string) bool {
		return name == l.preview.Request.ToolName() && !l.text.ToolOff
	})
	if len(names) == 0 || len(names) > 2 || len(names) == 2 && slices.Contains(names, l.preview.Request.ToolName()) {
		return nil, errors.New("mark two tools, or one to compare with the current one")
	}

	var first tea.Cmd
	if len(names) == 2 || l.text.ToolOff {
		t, ok := tools.Lookup(names[0])
		if !ok || len(names) < 2 {
			return nil, errors.New("no tool is on: mark two tools")
		}
		first = l.TakeTool(t)
	}

	return tea.Batch(first, l.comparing.compareWith(names[len(names)-1])), nil
}

// Favourites are the tools that the key for the next tool steps through. The settings store them.

// favouritesSetting names the setting that stores them.
const favouritesSetting = "favourites"

// SteppedTools returns the tools that the key steps through in the current mode: the favourites that have the mode, in
// the order in which they were chosen, or else all tools that have it.
func (l *allTools) SteppedTools() []string {
	names := slices.DeleteFunc(slices.Clone(l.opts.Favourites), func(name string) bool {
		return l.preview.Request.WithModeTool(l.preview.Request.Mode(), name).ToolName() != name
	})
	if len(names) == 0 {
		names = lists.Map(tools.ByMode(l.preview.Request.Mode()), func(t *tools.Tool) string { return t.Name })
	}
	return names
}

// ToggleFavourite makes a tool a favourite, or takes that back, and saves the change.
func (l *allTools) ToggleFavourite(items *list.List, name string) (tea.Cmd, error) {
	if _, ok := tools.Lookup(name); !ok {
		return nil, errors.New("only a tool can be a favourite")
	}

	is := slices.Contains(l.opts.Favourites, name)
	l.opts.SetFavourite(name, !is)
	l.favouritesToSave[name] = !is

	for i := range items.Items {
		if items.Items[i].Name == name {
			item := items.Items[i]
			item.Favourite = !is
			items.Put(i, item)
		}
	}

	if l.opts.Secure {
		return nil, errors.New("saving is off: the viewer runs with --secure; until it ends this holds")
	}

	return l.saveFavourites(), nil
}

// saveFavourites writes the changes of favourites that were not written yet into the settings. Other favourites there
// stay as they are: another viewer or an editor may have changed them.
func (l *allTools) saveFavourites() tea.Cmd {
	changed := maps.Clone(l.favouritesToSave)
	all := l.opts.Favourites
	path := l.opts.SettingsPath
	return l.exporter.SaveSettings(path, func() error {
		return settingsfile.ChangeText(path, favouritesSetting, func(now string) string {
			names := options.FavouriteNames(now)
			// The new ones come in the order in which they were chosen.
			for _, name := range append(slices.Clone(all), slices.Sorted(maps.Keys(changed))...) {
				if on, ok := changed[name]; ok {
					names = options.WithFavourite(names, name, on)
				}
			}

			return strings.Join(names, " ")
		})
	}, func(err error) tea.Cmd { return l.favouritesSaved(changed, err) })
}

// favouritesSaved says whether the favourites were written. Changes that were not written are written with the next
// one.
func (l *allTools) favouritesSaved(changed map[string]bool, err error) tea.Cmd {
	if err != nil {
		text := "cannot save the favourites: " + cells.Sanitize(err.Error())
		if panel, open := overlay.Topmost[*overlay.ListPanel](l.overlays); open {
			panel.Refuse(text) // the note is below it
		}

		return l.program.Warn(text)
	}

	maps.DeleteFunc(l.favouritesToSave, func(name string, on bool) bool {
		written, ok := changed[name]
		return ok && written == on
	})
	return l.program.Say("saved the favourites in " + cells.Sanitize(l.opts.SettingsPath))
}

// presetText describes a preset in a line.
func presetText(preset map[string]any) string {
	name := fmt.Sprint(preset["tool"])
	words := []string{name}
	tool, known := tools.Lookup(name)
	if mode, ok := preset["mode"]; ok {
		words = append(words, fmt.Sprint(mode))
	}
	for _, flag := range slices.Sorted(maps.Keys(preset)) {
		if flag == "tool" || flag == "mode" {
			continue
		}

		if known {
			words = append(words, preview.ArgumentWords(tool, flag, preset[flag]))
		} else {
			words = append(words, fmt.Sprintf("%s %v", flag, preset[flag]))
		}
	}

	return strings.Join(words, " · ")
}

// ListPresets opens the list of the presets.
func (t *Panels) ListPresets(int64, bool) tea.Cmd {
	l := &overlay.ListPanel{
		End:  func() { t.jobs.End(jobs.Presets) },
		List: list.New("presets", list.Config{Noun: "preset", Hint: "name= saves the options", Extra: t.presetToSave}),
	}
	var items []list.Item
	for _, name := range slices.Sorted(maps.Keys(t.opts.Presets)) {
		preset := t.opts.Presets[name]
		items = append(items, list.Item{Name: name, Text: presetText(preset), Take: func() (tea.Cmd, error) {
			return t.recallPreset(name, preset)
		}})
	}

	l.Offer(items)
	t.overlays.Choose(l, "")
	return t.tryPresets(l, 0)
}

// tryPresets reads the file with each preset, beginning with item at of the list, and puts before the text of an item
// what the model would get.
func (t *Panels) tryPresets(l *overlay.ListPanel, at int) tea.Cmd {
	for ; t.text.Doc != nil && at < len(l.Items); at++ {
		item := l.Items[at]
		r, err := t.preview.Request.WithPreset(t.opts.Presets[item.Name])
		if err != nil {
			item.Off = err.Error()
			l.Put(at, item)
			continue
		}

		reading := &preview.Reading{Req: t.preview.ClampRange(r)}
		run := t.preview.ReadingOf(reading)
		counts := !t.opts.NoTokens
		return jobs.Ask(t.jobs, jobs.Presets, func(ctx context.Context) string {
			defer reading.Free()
			run(ctx)
			if reading.HasOutput() && counts {
				// Without the number the result still says something.
				if n, err := reading.Count(ctx, reading.Req.Tool().Tokens); err == nil {
					reading.SetTokens(n)
				}
			}

			return reading.InWords()
		}, func(result string) tea.Cmd {
			item.Text = result + " · " + item.Text
			l.Put(at, item)
			return t.tryPresets(l, at+1)
		})
	}

	return nil
}

// presetToSave returns the item that "name=" lists: it saves the options under that name.
func (t *Panels) presetToSave(text string) []list.Item {
	name, save := strings.CutSuffix(text, "=")
	name = strings.TrimSpace(name)
	if !save {
		return nil
	}

	i := list.Item{
		Name: "save as " + name, Text: presetText(t.preview.Request.Preset()),
		Take: func() (tea.Cmd, error) { return t.savePreset(name), nil },
	}
	switch {
	case t.opts.Secure:
		i.Off = "saving is off: the viewer runs with --secure"
	case name == "":
		i.Off = "type a name before ="
	}

	return []list.Item{i}
}

// recallPreset makes the request of a preset current.
func (t *Panels) recallPreset(name string, preset map[string]any) (tea.Cmd, error) {
	r, err := t.preview.Request.WithPreset(preset)
	if err != nil {
		return nil, err
	}
	t.program.Say("preset " + cells.Sanitize(name))
	return t.preview.Change(t.preview.ClampRange(r)), nil
}

// savePreset saves the options under a name in the background.
func (t *Panels) savePreset(name string) tea.Cmd {
	preset := t.preview.Request.Preset()
	path := t.opts.SettingsPath
	save := func() error { return settingsfile.SavePreset(path, name, preset) }
	return t.exporter.SaveSettings(path, save, func(err error) tea.Cmd {
		if err != nil {
			return t.program.Warn("cannot save the preset: " + cells.Sanitize(err.Error()))
		}

		t.opts.AddPreset(name, preset)
		return t.program.Say("saved preset " + cells.Sanitize(name) + " in " + cells.Sanitize(t.opts.SettingsPath))
	})
}

// OtherBytes says that the tools read other bytes than the lines on the screen are made of; "" when they read the same.
func (t *Panels) OtherBytes() string {
	if !t.text.Doc.Decoded() {
		return ""
	}
	return "the tools read other bytes than are shown; " + t.program.KeyName(keymap.ShowAs) + " shows those"
}
