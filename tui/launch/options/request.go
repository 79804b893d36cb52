package options

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"eyeline/reader/tools"
	"eyeline/tui/cells"
	"eyeline/tui/launch/arguments"
	"eyeline/tui/request"
	"eyeline/tui/settings"
)

// pages reports whether the viewer opens without a tool: where none is asked for and, unless something that is typed
// asks for one, for what is piped.
func (c *CommandLine) pages(values map[string]Value) bool {
	if tool := values["tool"]; tool.typed() {
		return tool.Text == NoTool
	}
	for _, name := range []string{"mode", "preset", "panes", "why"} {
		if values[name].typed() {
			return false
		}
	}
	if len(arguments.Typed(c.Flags)) > 0 {
		return false
	}
	return c.isStandardInput() || values["tool"].Text == NoTool
}

// withoutTool refuses the arguments of a tool where the command line says that none is on.
func withoutTool(tool Value, given []string) error {
	if !tool.typed() || tool.Text != NoTool || len(given) == 0 {
		return nil
	}
	return fmt.Errorf("--%s is for a tool, and --tool none turns all of them off", cells.Sanitize(given[0]))
}

// read makes the first request.
func (p *Preview) read(c *CommandLine, values map[string]Value, file *settings.File) (err error) {
	p.Presets = file.Presets
	if p.Request, err = baseRequest(values, file, arguments.Typed(c.Flags)); err != nil {
		return err
	}
	given, set := arguments.Given(c.Flags)
	if p.Request, err = withArguments(p.Request, given, values["mode"].typed()); err != nil {
		return err
	}
	if p.Settings, err = toolSettings(file); err != nil {
		return err
	}
	if len(set) > 0 {
		name := p.Request.ToolName()
		if p.Settings[name] == nil {
			p.Settings[name] = map[string]int64{}
		}
		maps.Copy(p.Settings[name], set)
	}
	return nil
}

// baseRequest is the request before the arguments of the command line, of which given has the flags: it says which tool
// they are for. Where no tool and no mode is asked for on the command line, the arguments say it.
func baseRequest(values map[string]Value, file *settings.File, given []string) (request.Request, error) {
	r, err := chosenRequest(values, file)
	if err != nil || values["tool"].typed() || values["mode"].typed() || values["preset"].typed() {
		return r, err
	}
	if mode, ok := arguments.ModeOf(r.Tool(), given); ok {
		return r.WithMode(mode), nil
	}
	return r, nil
}

// chosenRequest is the request that the preset, the settings and the flags --tool and --mode ask for.
func chosenRequest(values map[string]Value, file *settings.File) (request.Request, error) {
	r, err := withFileArguments(request.New(), file)
	if err != nil {
		return r, err
	}
	preset := values["preset"]
	if preset.typed() {
		if r, err = withPreset(r, preset.Text, file); err != nil {
			return r, fmt.Errorf("--preset %s: %w", cells.Sanitize(preset.Text), err)
		}
	}
	// A preset goes before the settings, what is typed before both.
	wanted := func(name string) Value {
		v := values[name]
		if v.From == FromDefault || v.From == FromSettings && preset.typed() {
			return Value{}
		}
		return v
	}
	tool, mode := wanted("tool"), wanted("mode")
	if tool.Text == NoTool {
		tool = Value{} // the usual one is turned on, if any is
	}
	m, name := r.Mode(), r.ToolName()
	if mode.Text != "" {
		m, _ = request.ParseMode(mode.Text)
	}
	if tool.Text != "" {
		name = tool.Text
	}
	t, _ := tools.Lookup(name)
	if !request.HasMode(t, m) {
		switch {
		case mode.Text != "" && mode.From != tool.From && !tool.typed(): // the mode was asked for more directly
			return r.WithMode(m), nil
		case mode.Text == "" || mode.From != tool.From:
			m = request.FirstMode(t)
		case mode.From == FromSettings:
			return r, file.Errorf([]string{"mode"}, "%s has no %s mode", name, mode.Text)
		default:
			return r, fmt.Errorf("--tool %s has no %s mode; it has %s", name, mode.Text, modesOf(t))
		}
	}
	if preset.typed() && name != r.ToolName() {
		return r.WithMode(m).WithTool(name), nil // with the size that the preset has
	}
	return r.WithModeTool(m, name), nil
}

// withPreset recalls a preset.
func withPreset(r request.Request, name string, file *settings.File) (request.Request, error) {
	saved, ok := file.Presets[name]
	switch {
	case ok:
		return r.WithPreset(saved)
	case len(file.Presets) == 0:
		return r, errors.New("there is no preset yet; P in the viewer saves one")
	}
	return r, fmt.Errorf("there is no such preset; there are: %s", cells.Sanitize(strings.Join(file.PresetNames(), ", ")))
}

// modesOf lists the modes of a tool.
func modesOf(t *tools.Tool) string {
	var names []string
	for _, m := range request.Modes() {
		if request.HasMode(t, m) {
			names = append(names, request.ModeName(m))
		}
	}
	return strings.Join(names, " and ")
}

// withFileArguments gives each tool the arguments that the settings have for it.
func withFileArguments(r request.Request, file *settings.File) (request.Request, error) {
	first := r
	for _, name := range slices.Sorted(maps.Keys(file.Arguments)) {
		t, ok := tools.Lookup(name)
		if !ok {
			return r, file.Errorf([]string{"arguments", name}, "no tool is called %q", name)
		}
		for _, flag := range slices.Sorted(maps.Keys(file.Arguments[name])) {
			if arguments.IsSetting(t, flag) {
				continue
			}
			p, ok := arguments.Param(t, flag)
			if !ok {
				return r, file.Errorf([]string{"arguments", name, flag}, "%s has no argument %q", name, flag)
			}
			for _, in := range request.Modes() {
				if request.HasMode(t, in) && (p.Modes == nil || slices.Contains(p.Modes, in)) {
					r = r.WithModeTool(in, name).With(flag, file.Arguments[name][flag])
				}
			}
		}
	}
	// The tools of the modes are as before.
	for _, in := range request.Modes() {
		r = r.WithModeTool(in, first.WithMode(in).ToolName())
	}
	return r.WithMode(first.Mode()), nil
}

// toolSettings are the settings of tools in the file, which are among their arguments.
func toolSettings(file *settings.File) (map[string]map[string]int64, error) {
	out := map[string]map[string]int64{}
	for name, given := range file.Arguments {
		t, _ := tools.Lookup(name)
		for flag, v := range given {
			if t == nil || !arguments.IsSetting(t, flag) {
				continue
			}
			n, ok := v.(int64)
			if !ok || n < 1 {
				return nil, file.Errorf([]string{"arguments", name, flag},
					"%s takes a number above 0, not %s", flag, written(v))
			}
			if out[name] == nil {
				out[name] = map[string]int64{}
			}
			out[name][flag] = n
		}
	}
	return out, nil
}

// withArguments adds the arguments of the command line. Where no mode was asked for, they say which one is meant.
func withArguments(r request.Request, given map[string]string, modeGiven bool) (request.Request, error) {
	t := r.Tool()
	if !modeGiven {
		if m := arguments.ImpliedMode(t, given, r.Mode()); m != r.Mode() {
			r = r.WithModeTool(m, t.Name)
		}
	}
	if err := arguments.CheckMode(t, given, r.Mode()); err != nil {
		return r, err
	}
	for flag, text := range given {
		p, ok := arguments.Param(t, flag)
		if !ok {
			return r, fmt.Errorf("%s has no argument --%s", t.Name, flag)
		}
		r = r.With(flag, request.ParseValue(p, text))
	}
	return r, nil
}
