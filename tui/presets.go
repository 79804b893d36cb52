package tui

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tools"
	"eyeline/tui/request"
	"eyeline/tui/settings"
)

// A preset is a request under a name: a tool, a mode and arguments, without the window's place. It stands in the
// settings file.

// placeFlags are the arguments that say where a window is, not how it is made.
var placeFlags = []string{"offset", "anchor-line", "start", "end", "start-line", "end-line", "start-byte"}

// presetOf is a request as a preset.
func presetOf(r request.Request) map[string]any {
	p := map[string]any{"tool": r.ToolName(), "mode": request.ModeName(r.Mode())}
	for flag, v := range r.Values() {
		if !slices.Contains(placeFlags, flag) {
			p[flag] = v
		}
	}
	return p
}

// withPreset makes a request as a preset says; the window's place stays where the mode and tool allow it.
func withPreset(r request.Request, preset map[string]any) (request.Request, error) {
	name, _ := preset["tool"].(string)
	t, ok := tools.Lookup(name)
	if !ok {
		return r, fmt.Errorf("the preset's tool is %q; the tools are %s", plain(name), strings.Join(toolNames(), ", "))
	}
	mode := t.Modes()[0]
	if text, given := preset["mode"].(string); given {
		if mode, ok = request.ParseMode(text); !ok || !slices.Contains(t.Modes(), mode) {
			return r, fmt.Errorf("the preset's mode is %q, which %s does not have", plain(text), name)
		}
	}
	r = r.WithMode(mode).WithTool(name)
	values := request.Values{}
	for flag, v := range r.Values() {
		if slices.Contains(placeFlags, flag) {
			values[flag] = v
		}
	}
	for flag, v := range preset {
		if flag == "tool" || flag == "mode" {
			continue
		}
		if !slices.ContainsFunc(t.Params, func(p tools.Param) bool { return p.Flag == flag }) {
			return r, fmt.Errorf("%s has no argument %q", name, plain(flag))
		}
		values[flag] = v
	}
	return r.WithValues(values), nil
}

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
		preset, path := presetOf(m.req), m.opts.SettingsPath
		return func() tea.Msg { return savedMsg{name, preset, settings.SavePreset(path, name, preset)} }, nil
	}
	preset, ok := m.opts.Presets[text]
	if !ok {
		return nil, fmt.Errorf("no preset is called %q; %s= saves the options under it", plain(text), plain(text))
	}
	r, err := withPreset(m.req, preset)
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
