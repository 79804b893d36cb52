package tui

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/settings"
)

func (m *Model) askPreset(int64, bool) tea.Cmd {
	cmd := m.ask(promptPreset, "preset: ", "")
	m.prompt.hint = "a name recalls it, name= saves the options"
	if names := slices.Sorted(maps.Keys(m.opts.Presets)); len(names) > 0 {
		m.prompt.hint = "name= saves; there are " + plain(strings.Join(names, ", "))
	}
	return cmd
}

// savedMsg says that a preset was saved, or why not.
type savedMsg struct {
	name   string
	preset map[string]any
	err    error
}

// preset recalls a preset by name, or saves the options under "name=".
func (m *Model) preset(text string) (tea.Cmd, error) {
	if name, save := strings.CutSuffix(text, "="); save {
		if name = strings.TrimSpace(name); name == "" {
			return nil, fmt.Errorf("type a name before =")
		}
		if m.opts.Secure {
			return nil, fmt.Errorf("saving is off: the viewer runs with --secure")
		}
		preset, path := m.req.Preset(), m.opts.SettingsPath
		return func() tea.Msg { return savedMsg{name, preset, settings.SavePreset(path, name, preset)} }, nil
	}
	preset, ok := m.opts.Presets[text]
	if !ok {
		return nil, fmt.Errorf("no preset is called %q; %s= saves the options under it", plain(text), plain(text))
	}
	r, err := m.req.WithPreset(preset)
	if err != nil {
		return nil, err
	}
	m.say("preset " + plain(text))
	return m.change(m.clampRange(r)), nil
}

func (m *Model) presetSaved(msg savedMsg) {
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
