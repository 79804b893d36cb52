package commandline

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"eyeline/reader/tools"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/cells"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/toolflags"
	"eyeline/tui/settingsfile"
)

// pages reports whether the viewer opens without a tool: if --tool is "none" or, for piped input, if nothing typed asks
// for a tool.
func (c *Line) pages(values map[string]Value) bool {
	if tool := values["tool"]; tool.typed() {
		return tool.Text == noTool
	}
	typed := func(name string) bool { return values[name].typed() }
	if slices.ContainsFunc([]string{"mode", "preset", "panes", "why"}, typed) || len(toolflags.Typed(c.Flags)) > 0 {
		return false
	}
	return c.isStandardInput() || values["tool"].Text == noTool
}

// withoutTool refuses arguments of a tool if the command line says that no tool is on.
func withoutTool(tool Value, given []string) error {
	if !tool.typed() || tool.Text != noTool || len(given) == 0 {
		return nil
	}
	return fmt.Errorf("--%s is for a tool, and --tool none turns all of them off", cells.Sanitize(given[0]))
}

// preview makes the first request.
func (o *resolving) preview(c *Line, values map[string]Value, file *settingsfile.File) (err error) {
	o.Presets = file.Presets
	if o.Request, err = baseRequest(values, file, toolflags.Typed(c.Flags)); err != nil {
		return err
	}

	given, set := toolflags.GivenArguments(c.Flags)
	if o.Request, err = withArguments(o.Request, given, values["mode"].typed()); err != nil {
		return err
	}
	if o.Settings, err = toolSettings(file); err != nil {
		return err
	}

	for flag, n := range set {
		addSetting(o.Settings, o.Request.ToolName(), flag, n)
	}

	return nil
}

// baseRequest returns the request before the arguments of the command line are applied; given has their flags. It
// decides which tool the arguments are for. If the command line names neither a tool nor a mode, the arguments decide.
func baseRequest(values map[string]Value, file *settingsfile.File, given []string) (toolrequest.Request, error) {
	r, err := chosenRequest(values, file)
	if err != nil || values["tool"].typed() || values["mode"].typed() || values["preset"].typed() {
		return r, err
	}
	if mode, ok := toolflags.ModeOf(r.Tool(), given); ok {
		return r.WithMode(mode), nil
	}
	return r, nil
}

// chosenRequest returns the request that the preset, the settings and the flags --tool and --mode ask for.
func chosenRequest(values map[string]Value, file *settingsfile.File) (toolrequest.Request, error) {
	r, err := withFileArguments(toolrequest.New(), file)
	if err != nil {
		return r, err
	}

	preset := values["preset"]
	if preset.typed() {
		if r, err = withPreset(r, preset.Text, file); err != nil {
			return r, fmt.Errorf("--preset %s: %w", cells.Sanitize(preset.Text), err)
		}
	}

	// A preset overrides the settings, and what is typed overrides both.
	wanted := func(name string) Value {
		v := values[name]
		if v.From == FromDefault || v.From == FromSettings && preset.typed() {
			return Value{}
		}
		return v
	}

	tool := wanted("tool")
	mode := wanted("mode")
	if tool.Text == noTool {
		tool = Value{} // the default tool is turned on, if any is
	}

	m := r.Mode()
	name := cmp.Or(tool.Text, r.ToolName())
	if mode.Text != "" {
		m, _ = toolrequest.ParseMode(mode.Text)
	}

	t, _ := tools.Lookup(name)
	isWanted := mode.Text != ""
	switch {
	case toolrequest.HasMode(t, m): // they fit together
	case isWanted && mode.From != tool.From && !tool.typed(): // the mode was asked for more directly
		return r.WithMode(m), nil
	case isWanted && mode.From == tool.From:
		return r, noMode(name, mode, t, file)
	default:
		m = toolrequest.FirstMode(t)
	}

	if preset.typed() && name != r.ToolName() {
		return r.WithMode(m).WithTool(name), nil // with the size that the preset has
	}

	return r.WithModeTool(m, name), nil
}

// noMode is the error of a mode that a tool does not have, where both were asked for in the same place.
func noMode(name string, mode Value, t *tools.Tool, file *settingsfile.File) error {
	if mode.From == FromSettings {
		return file.Errorf([]string{"mode"}, "%s has no %s mode", name, mode.Text)
	}
	return fmt.Errorf("--tool %s has no %s mode; it has %s", name, mode.Text, modesOf(t))
}

// withPreset applies a preset to a request.
func withPreset(r toolrequest.Request, name string, file *settingsfile.File) (toolrequest.Request, error) {
	saved, ok := file.Presets[name]
	switch {
	case ok:
		return r.WithPreset(saved)
	case len(file.Presets) == 0:
		return r, errors.New("there is no preset yet; P in the viewer saves one")
	}
	names := cells.Sanitize(strings.Join(file.PresetNames(), ", "))
	return r, fmt.Errorf("there is no such preset; there are: %s", names)
}

// modesOf lists the modes of a tool.
func modesOf(t *tools.Tool) string {
	var names []string
	for _, m := range tools.Modes() {
		if toolrequest.HasMode(t, m) {
			names = append(names, m.String())
		}
	}
	return strings.Join(names, " and ")
}

// withFileArguments applies the arguments that the settings file has for each tool.
func withFileArguments(r toolrequest.Request, file *settingsfile.File) (toolrequest.Request, error) {
	first := r
	for _, name := range slices.Sorted(maps.Keys(file.Arguments)) {
		t, ok := tools.Lookup(name)
		if !ok {
			return r, file.Errorf([]string{"arguments", name}, "no tool is called %q%s", name, cmdkit.SuggestTool(name))
		}

		for _, flag := range slices.Sorted(maps.Keys(file.Arguments[name])) {
			if toolflags.IsSetting(t, flag) {
				continue
			}

			if err := checkArgument(t, flag, file.Arguments[name][flag]); err != nil {
				return r, file.Errorf([]string{"arguments", name, flag}, "%w", err)
			}

			p, _ := toolflags.Param(t, flag)
			for _, in := range tools.Modes() {
				if toolrequest.HasMode(t, in) && (p.Modes == nil || slices.Contains(p.Modes, in)) {
					r = r.WithModeTool(in, name).With(flag, file.Arguments[name][flag])
				}
			}
		}
	}

	// The tools of the modes stay as they were.
	for _, in := range tools.Modes() {
		r = r.WithModeTool(in, first.WithMode(in).ToolName())
	}

	return r.WithMode(first.Mode()), nil
}

// toolSettings returns the settings of tools in the file, where they stand among the arguments.
func toolSettings(file *settingsfile.File) (map[string]map[string]int64, error) {
	out := map[string]map[string]int64{}
	for name, given := range file.Arguments {
		t, _ := tools.Lookup(name)
		for flag, v := range given {
			if t == nil || !toolflags.IsSetting(t, flag) {
				continue
			}

			n, ok := v.(int64)
			if !ok || n < 1 {
				return nil, file.Errorf([]string{"arguments", name, flag},
					"%s takes a number above 0, not %s", flag, written(v))
			}

			addSetting(out, name, flag, n)
		}
	}

	return out, nil
}

func addSetting(to map[string]map[string]int64, tool, flag string, n int64) {
	if to[tool] == nil {
		to[tool] = map[string]int64{}
	}
	to[tool][flag] = n
}

// withArguments applies the arguments of the command line. If no mode was asked for, they decide the mode.
func withArguments(r toolrequest.Request, given map[string]string, modeGiven bool) (toolrequest.Request, error) {
	t := r.Tool()
	if !modeGiven {
		if m := toolflags.ImpliedMode(t, given, r.Mode()); m != r.Mode() {
			r = r.WithModeTool(m, t.Name)
		}
	}

	if err := toolflags.CheckMode(t, given, r.Mode()); err != nil {
		return r, err
	}

	for flag, text := range given {
		p, ok := toolflags.Param(t, flag)
		if !ok {
			return r, fmt.Errorf("%s has no argument --%s", t.Name, flag)
		}
		r = r.With(flag, toolrequest.ParseValue(p, text))
	}

	return r, nil
}
