package tuning

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tokens"
	"eyeline/tui/cells"
	"eyeline/tui/jobs"
	"eyeline/tui/list"
	"eyeline/tui/overlay"
	"eyeline/tui/preview"
	"eyeline/tui/settings"
)

// presetText is a preset in a line, for the list.
func presetText(preset map[string]any) string {
	words := []string{fmt.Sprint(preset["tool"])}
	if mode, ok := preset["mode"]; ok {
		words = append(words, fmt.Sprint(mode))
	}
	for _, flag := range slices.Sorted(maps.Keys(preset)) {
		if flag != "tool" && flag != "mode" {
			words = append(words, fmt.Sprintf("%s %v", flag, preset[flag]))
		}
	}
	return strings.Join(words, " · ")
}

// ListPresets opens the list of the presets.
func (t *Tuning) ListPresets(int64, bool) tea.Cmd {
	l := &overlay.ListPanel{
		End:  func() { t.jobs.End(jobs.Presets) },
		List: list.List{Noun: "preset", Title: "presets", Hint: "name= saves the options", Extra: t.presetToSave},
	}
	for _, name := range slices.Sorted(maps.Keys(t.opts.Presets)) {
		preset := t.opts.Presets[name]
		l.Items = append(l.Items, list.Item{Name: name, Text: presetText(preset), Take: func() (tea.Cmd, error) {
			return t.recallPreset(name, preset)
		}})
	}
	t.overlays.Choose(l, "")
	return t.tryPresets(l, 0)
}

// tryPresets reads the file with each preset from an item of the list on, one after the other, and puts what the model
// would get before the item's text.
func (t *Tuning) tryPresets(l *overlay.ListPanel, at int) tea.Cmd {
	for ; t.text.Doc() != nil && at < len(l.Items); at++ {
		r, err := t.preview.Request().WithPreset(t.opts.Presets[l.Items[at].Name])
		if err != nil {
			l.Items[at].Off = err.Error()
			continue
		}
		reading := &preview.Reading{Req: t.preview.ClampRange(r)}
		run, counts := t.preview.ReadingOf(reading), !t.opts.NoTokens
		return jobs.Ask(t.jobs, jobs.Presets, func(ctx context.Context) string {
			defer reading.Free()
			run(ctx)
			if reading.Out != nil && counts {
				// Without the number the result still says something.
				reading.Tokens, _ = tokens.Of(ctx, reading.Req.Tool().Tokens, reading.Out, reading.Out.Size(),
					reading.Out.Total())
			}
			return reading.Result()
		}, func(result string) tea.Cmd {
			if !t.overlays.IsOpen(l) {
				return nil
			}
			i := &l.Items[at]
			i.Text = result + " · " + i.Text
			return t.tryPresets(l, at+1)
		})
	}
	return nil
}

// presetToSave is what "name=" chooses: to save the options.
func (t *Tuning) presetToSave(text string) []list.Item {
	name, save := strings.CutSuffix(text, "=")
	name = strings.TrimSpace(name)
	if !save {
		return nil
	}
	i := list.Item{
		Name: "save as " + name, Text: presetText(t.preview.Request().Preset()),
		Take: func() (tea.Cmd, error) {
			return t.savePreset(name), nil
		},
	}
	switch {
	case t.opts.Secure:
		i.Off = "saving is off: the viewer runs with --secure"
	case name == "":
		i.Off = "type a name before ="
	}
	return []list.Item{i}
}

// SavedMsg says that a preset was saved, or why not.
type SavedMsg struct {
	name   string
	preset map[string]any
	err    error
}

// recallPreset makes the request as a preset says.
func (t *Tuning) recallPreset(name string, preset map[string]any) (tea.Cmd, error) {
	r, err := t.preview.Request().WithPreset(preset)
	if err != nil {
		return nil, err
	}
	t.desk.Say("preset " + cells.Sanitize(name))
	return t.preview.Change(t.preview.ClampRange(r)), nil
}

// savePreset saves the options under a name in the background.
func (t *Tuning) savePreset(name string) tea.Cmd {
	preset, path := t.preview.Request().Preset(), t.opts.SettingsPath
	return func() tea.Msg { return SavedMsg{name, preset, settings.SavePreset(path, name, preset)} }
}

// HandlePresetSaved takes a preset over that was written into the settings, or says why it was not.
func (t *Tuning) HandlePresetSaved(msg SavedMsg) {
	if msg.err != nil {
		t.desk.Warn("cannot save the preset: " + cells.Sanitize(msg.err.Error()))
		return
	}
	if t.opts.Presets == nil {
		t.opts.Presets = map[string]map[string]any{}
	}
	t.opts.Presets[msg.name] = msg.preset
	t.desk.Say("saved preset " + cells.Sanitize(msg.name) + " in " + cells.Sanitize(t.opts.SettingsPath))
}
