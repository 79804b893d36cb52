package tui

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tokens"
	"eyeline/tui/bar"
	"eyeline/tui/jobs"
	"eyeline/tui/list"
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

// listPresets opens the list of the presets.
func (m *Model) listPresets(int64, bool) tea.Cmd {
	l := &listPanel{reads: jobs.Presets, List: list.List{Noun: "preset", Title: "presets", Hint: "name= saves the options", Extra: m.presetToSave}}
	for _, name := range slices.Sorted(maps.Keys(m.opts.Presets)) {
		preset := m.opts.Presets[name]
		l.Items = append(l.Items, list.Item{Name: name, Text: presetText(preset), Take: func() (tea.Cmd, error) {
			return m.recallPreset(name, preset)
		}})
	}
	m.choose(l, "")
	return m.tryPresets(l, 0)
}

// tryPresets reads the file with each preset from an item of the list on, one after the other, and puts what the model would
// get before the item's text.
func (m *Model) tryPresets(l *listPanel, at int) tea.Cmd {
	for ; m.doc != nil && at < len(l.Items); at++ {
		r, err := m.req.WithPreset(m.opts.Presets[l.Items[at].Name])
		if err != nil {
			l.Items[at].Off = err.Error()
			continue
		}
		reading := &reading{req: m.clampRange(r)}
		run, counts := m.readingOf(reading), !m.opts.NoTokens
		return jobs.Ask(m.jobs, jobs.Presets, func(ctx context.Context) string {
			defer reading.Free()
			run(ctx)
			if reading.out != nil && counts {
				// Without the number the result still says something.
				reading.tokens, _ = tokens.Of(ctx, reading.req.Tool().Tokens, reading.out, reading.out.Size(), reading.out.Total())
			}
			return reading.result()
		}, func(result string) tea.Cmd {
			if !m.isOpen(l) {
				return nil
			}
			i := &l.Items[at]
			i.Text = result + " · " + i.Text
			return m.tryPresets(l, at+1)
		})
	}
	return nil
}

// result is what a reading gives, in a few words.
func (r *reading) result() string {
	switch {
	case r.refused != "":
		return "refused: " + r.refused
	case r.out == nil:
		return "cannot be read"
	}
	given := r.given()
	words := []string{given.Range()}
	if number, _ := bar.Tokens(r.tokens); number != "" {
		words = append(words, number)
	}
	if r.stats.Cut > 0 {
		words = append(words, count(r.stats.Cut, "line")+" cut")
	}
	return strings.Join(words, ", ")
}

// presetToSave is what "name=" chooses: to save the options.
func (m *Model) presetToSave(text string) []list.Item {
	name, save := strings.CutSuffix(text, "=")
	name = strings.TrimSpace(name)
	if !save {
		return nil
	}
	i := list.Item{Name: "save as " + name, Text: presetText(m.req.Preset()), Take: func() (tea.Cmd, error) {
		return m.savePreset(name), nil
	}}
	switch {
	case m.opts.Secure:
		i.Off = "saving is off: the viewer runs with --secure"
	case name == "":
		i.Off = "type a name before ="
	}
	return []list.Item{i}
}

// savedMsg says that a preset was saved, or why not.
type savedMsg struct {
	name   string
	preset map[string]any
	err    error
}

// recallPreset makes the request as a preset says.
func (m *Model) recallPreset(name string, preset map[string]any) (tea.Cmd, error) {
	r, err := m.req.WithPreset(preset)
	if err != nil {
		return nil, err
	}
	m.say("preset " + plain(name))
	return m.change(m.clampRange(r)), nil
}

// savePreset saves the options under a name in the background.
func (m *Model) savePreset(name string) tea.Cmd {
	preset, path := m.req.Preset(), m.opts.SettingsPath
	return func() tea.Msg { return savedMsg{name, preset, settings.SavePreset(path, name, preset)} }
}

func (m *Model) handlePresetSaved(msg savedMsg) {
	if msg.err != nil {
		m.warn("cannot save the preset: " + plain(msg.err.Error()))
		return
	}
	if m.opts.Presets == nil {
		m.opts.Presets = map[string]map[string]any{}
	}
	m.opts.Presets[msg.name] = msg.preset
	m.say("saved preset " + plain(msg.name) + " in " + plain(m.opts.SettingsPath))
}
