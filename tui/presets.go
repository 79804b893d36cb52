package tui

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

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
	l := &list{noun: "preset", title: "presets", hint: "name= saves the options", extra: presetToSave}
	for _, name := range slices.Sorted(maps.Keys(m.opts.Presets)) {
		preset := m.opts.Presets[name]
		l.items = append(l.items, item{name: name, text: presetText(preset), take: func(m *Model) (tea.Cmd, error) {
			return m.recallPreset(name, preset)
		}})
	}
	m.choose(l, "")
	return nil
}

// presetToSave is what "name=" chooses: to save the options.
func presetToSave(m *Model, text string) []item {
	name, save := strings.CutSuffix(text, "=")
	name = strings.TrimSpace(name)
	if !save {
		return nil
	}
	i := item{name: "save as " + name, text: presetText(m.req.Preset()), take: func(m *Model) (tea.Cmd, error) {
		return m.savePreset(name), nil
	}}
	switch {
	case m.opts.Secure:
		i.off = "saving is off: the viewer runs with --secure"
	case name == "":
		i.off = "type a name before ="
	}
	return []item{i}
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
