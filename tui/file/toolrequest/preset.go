package toolrequest

import (
	"fmt"
	"slices"
	"strings"

	"eyeline/reader/tools"
)

// A preset is a request under a name: a tool, a mode and arguments by their flags, without the window's place.

// isPlace reports whether an argument says where a window is, not how it is made.
func isPlace(t *tools.Tool, flag string) bool {
	return slices.ContainsFunc(t.Windows, func(p tools.WindowParams) bool { return flag == p.At || flag == p.Last })
}

// Preset returns the request as a preset.
func (r Request) Preset() map[string]any {
	p := map[string]any{"tool": r.ToolName(), "mode": r.Mode().String()}
	for flag, v := range r.Values() {
		if !isPlace(r.Tool(), flag) {
			p[flag] = v
		}
	}
	return p
}

// WithPreset makes a request as a preset says; the window's place stays where the mode and tool allow it.
func (r Request) WithPreset(preset map[string]any) (Request, error) {
	name, _ := preset["tool"].(string)
	t, ok := tools.Lookup(name)
	if !ok {
		return r, fmt.Errorf("the preset's tool is %q; the tools are %s", name, strings.Join(tools.Names(), ", "))
	}

	mode := FirstMode(t)
	if text, given := preset["mode"].(string); given {
		mode, ok = ParseMode(text)
		if !ok || !HasMode(t, mode) {
			return r, fmt.Errorf("the preset's mode is %q, which %s does not have", text, name)
		}
	}

	r = r.WithMode(mode).WithTool(name)
	values := tools.Values{}
	for flag, v := range r.Values() {
		if isPlace(r.Tool(), flag) {
			values[flag] = v
		}
	}

	for flag, v := range preset {
		if flag == "tool" || flag == "mode" {
			continue
		}
		if p, ok := t.Param(flag); !ok || p.IsFile {
			return r, fmt.Errorf("%s has no argument %q", name, flag)
		}

		values[flag] = v
	}

	return r.WithValues(values), nil
}

// HasMode reports whether a tool has a mode. One without modes reads a file in one way, which counts as slices.
func HasMode(t *tools.Tool, m tools.Mode) bool {
	_, ok := t.WindowParams(m)
	return ok || m == tools.ModeSlice && len(t.Windows) == 0
}

// FirstMode is the mode in which a tool opens.
func FirstMode(t *tools.Tool) tools.Mode {
	if len(t.Windows) == 0 {
		return tools.ModeSlice
	}
	return t.Windows[0].Mode
}
