package launch

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/request"
	"eyeline/tui/settings"
	"eyeline/tui/terminal"
)

// commandLine is what was typed for the viewer.
type commandLine struct {
	flags     *pflag.FlagSet
	paths     []string
	start     []string          // what followed each "+"
	arguments map[string]string // the tool's arguments, as typed, by their flags
	settings  map[string]int64  // the tool's settings, by their flags
}

// isStandardInput reports whether nothing else is asked for.
func (c *commandLine) isStandardInput() bool {
	return len(c.paths) == 0 || len(c.paths) == 1 && c.paths[0] == "-"
}

// options makes the viewer's options. A settings file that is wrong in any place is not used at all: the options have a
// warning that says what is wrong.
func (c *commandLine) options(load func() (*settings.File, error), env func(string) string) (Options, error) {
	file, err := load()
	if err == nil {
		var o Options
		if o, err = c.resolve(file, env); err == nil {
			return o, nil
		}
	}
	bad := (*settings.Error)(nil)
	if !errors.As(err, &bad) || c.flags.Changed("preset") {
		return Options{}, err
	}
	o, err := c.resolve(settings.Empty(settings.Path()), env)
	o.Warning = "settings not read: " + cells.Sanitize(bad.Error())
	return o, err
}

// resolve makes the options with a settings file. An error about the file is a *settings.Error.
func (c *commandLine) resolve(file *settings.File, env func(string) string) (Options, error) {
	values, err := effective(c.flags, file, env)
	if err != nil {
		return Options{}, err
	}
	if c.isStandardInput() {
		less(values, env("LESS")) // a file that is named is to be looked at, however small
	}
	if err := c.withoutTool(values); err != nil {
		return Options{}, err
	}
	o := Options{Paths: c.paths, SettingsPath: file.Path, Presets: file.Presets}
	if err := o.put(values); err != nil {
		return o, err
	}
	if o.NoTool = c.pages(values); o.NoTool && values["tab-width"].from == fromDefault {
		o.TabWidth = pagerTabs
	}
	if o.Name != "" && !c.isStandardInput() && !(len(c.paths) == 1 && isRevision(c.paths[0])) {
		return o, errors.New("--name is for standard input and for a file of a git revision alone")
	}
	if err := checkRoot(o.Root); err != nil {
		return o, err
	}
	if err := o.begin(c.start); err != nil {
		return o, err
	}
	if o.Request, err = baseRequest(values, file, append(slices.Collect(maps.Keys(c.arguments)), slices.Collect(maps.Keys(c.settings))...)); err != nil {
		return o, err
	}
	modeGiven := values["mode"].from == fromFlag
	if o.Request, err = withArguments(o.Request, c.arguments, modeGiven); err != nil {
		return o, err
	}
	if o.Settings, err = toolSettings(file); err != nil {
		return o, err
	}
	if len(c.settings) > 0 {
		name := o.Request.ToolName()
		if o.Settings[name] == nil {
			o.Settings[name] = map[string]int64{}
		}
		maps.Copy(o.Settings[name], c.settings)
	}
	if err := o.colours(values, file, env); err != nil {
		return o, err
	}
	return o, o.keys(file)
}

// put writes the values into the options.
func (o *Options) put(values map[string]value) error {
	for _, s := range settingsTable {
		v := values[s.Name]
		if v.from == fromDefault && s.Default == "" {
			continue
		}
		if err := s.put(o, v.text); err != nil {
			return fmt.Errorf("--%s %w", s.Name, err) // checked before
		}
	}
	return nil
}

// colours makes the theme for the terminal.
func (o *Options) colours(values map[string]value, file *settings.File, env terminal.Env) error {
	profile, err := terminal.Profile(o.color, env)
	if err != nil {
		return err
	}
	dark := o.background != "light"
	if o.background == "auto" {
		d, known := terminal.Background(env)
		dark = d || !known
		o.AskBackground = !known && o.theme == "auto" && profile != themes.None
	}
	name := o.theme
	switch {
	case name == "auto" && dark:
		name = themes.DefaultDark
	case name == "auto":
		name = themes.DefaultLight
	}
	if o.Theme, err = themes.New(name, profile); err != nil {
		if values["theme"].from == fromSettings {
			return file.Errorf([]string{"theme"}, "%w", err)
		}
		return fmt.Errorf("--theme: %w", err)
	}
	colours := map[themes.Role]string{}
	for _, name := range slices.Sorted(maps.Keys(file.Colors)) {
		role, ok := themes.RoleNamed(name)
		if !ok {
			return file.Errorf([]string{"colors", name}, "no role is called %q", name)
		}
		colours[role] = file.Colors[name]
		if _, err := o.Theme.With(map[themes.Role]string{role: file.Colors[name]}); err != nil {
			return file.Errorf([]string{"colors", name}, "%w", err)
		}
	}
	if len(colours) > 0 {
		o.Theme, err = o.Theme.With(colours)
	}
	return err
}

// keys makes the table of keys.
func (o *Options) keys(file *settings.File) (err error) {
	keys := map[keymap.Action][]string{}
	for action, k := range file.Keys {
		keys[keymap.Action(action)] = k
	}
	o.Keys, err = keymap.New(keys)
	var unknown *keymap.UnknownActionError
	var conflict *keymap.ConflictError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &unknown):
		return file.Errorf([]string{"keys", string(unknown.Action)}, "%w", err)
	case errors.As(err, &conflict) && file.Keys[string(conflict.Second)] != nil:
		return file.Errorf([]string{"keys", string(conflict.Second)}, "%w", err)
	case errors.As(err, &conflict):
		return file.Errorf([]string{"keys", string(conflict.First)}, "%w", err)
	}
	return file.Errorf([]string{"keys"}, "%w", err)
}

// baseRequest is the request before the arguments of the command line, of which given has the flags: it says which tool
// they are for. Where no tool and no mode is asked for on the command line, the arguments say it.
func baseRequest(values map[string]value, file *settings.File, given []string) (request.Request, error) {
	r, err := chosenRequest(values, file)
	if err != nil || values["tool"].from == fromFlag || values["mode"].from == fromFlag || values["preset"].from == fromFlag {
		return r, err
	}
	if mode, ok := modeOfArguments(r.Tool(), given); ok {
		return r.WithMode(mode), nil
	}
	return r, nil
}

// modeOfArguments finds the mode whose default tool has all the arguments with the flags given, where t lacks one of them.
func modeOfArguments(t *tools.Tool, given []string) (mode tools.Mode, ok bool) {
	hasAll := func(t *tools.Tool) bool {
		return t != nil && !slices.ContainsFunc(given, func(flag string) bool {
			_, is := param(t, flag)
			return !is && !hasSetting(t, flag)
		})
	}
	if hasAll(t) {
		return mode, false
	}
	for _, m := range request.Modes() {
		if hasAll(tools.Default(m)) {
			return m, true
		}
	}
	return mode, false
}

// chosenRequest is the request that the preset, the settings and the flags --tool and --mode ask for.
func chosenRequest(values map[string]value, file *settings.File) (request.Request, error) {
	r, err := withFileArguments(request.New(), file)
	if err != nil {
		return r, err
	}
	preset := values["preset"]
	if preset.from == fromFlag {
		saved, ok := file.Presets[preset.text]
		if !ok {
			if len(file.Presets) == 0 {
				return r, fmt.Errorf("--preset %s: there is no preset yet; P in the viewer saves one", cells.Sanitize(preset.text))
			}
			return r, fmt.Errorf("--preset %s: there is no such preset; there are: %s",
				cells.Sanitize(preset.text), cells.Sanitize(strings.Join(file.PresetNames(), ", ")))
		}
		if r, err = r.WithPreset(saved); err != nil {
			return r, fmt.Errorf("--preset %s: %w", cells.Sanitize(preset.text), err)
		}
	}
	// A preset goes before the settings, what is typed before both.
	wanted := func(name string) value {
		v := values[name]
		if v.from == fromDefault || v.from == fromSettings && preset.from == fromFlag {
			return value{}
		}
		return v
	}
	tool, mode := wanted("tool"), wanted("mode")
	if tool.text == noTool {
		tool = value{} // the usual one is turned on, if any is
	}
	m, name := r.Mode(), r.ToolName()
	if mode.text != "" {
		m, _ = request.ParseMode(mode.text)
	}
	if tool.text != "" {
		name = tool.text
	}
	t, _ := tools.Lookup(name)
	if !request.HasMode(t, m) {
		switch {
		case mode.text != "" && mode.from != tool.from && tool.from != fromFlag: // the mode was asked for more directly
			return r.WithMode(m), nil
		case mode.text == "" || mode.from != tool.from:
			m = request.FirstMode(t)
		case mode.from == fromSettings:
			return r, file.Errorf([]string{"mode"}, "%s has no %s mode", name, mode.text)
		default:
			return r, fmt.Errorf("--tool %s has no %s mode; it has %s", name, mode.text, modesOf(t))
		}
	}
	if preset.from == fromFlag && name != r.ToolName() {
		return r.WithMode(m).WithTool(name), nil // with the size that the preset has
	}
	return r.WithModeTool(m, name), nil
}

// modesOf lists the modes of a tool.
func modesOf(t *tools.Tool) string {
	var names []string
	for _, m := range request.Modes() {
		if !request.HasMode(t, m) {
			continue
		}
		names = append(names, request.ModeName(m))
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
			p, ok := param(t, flag)
			if hasSetting(t, flag) {
				continue
			}
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
	for name, arguments := range file.Arguments {
		t, _ := tools.Lookup(name)
		for flag, v := range arguments {
			if t == nil || !hasSetting(t, flag) {
				continue
			}
			n, ok := v.(int64)
			if !ok || n < 1 {
				return nil, file.Errorf([]string{"arguments", name, flag}, "%s takes a number above 0, not %s", flag, written(v))
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
		if m := impliedMode(t, given, r.Mode()); m != r.Mode() {
			r = r.WithModeTool(m, t.Name)
		}
	}
	if err := haveEffect(t, given, r.Mode()); err != nil {
		return r, err
	}
	for flag, text := range given {
		p, ok := param(t, flag)
		if !ok {
			return r, fmt.Errorf("%s has no argument --%s", t.Name, flag)
		}
		r = r.With(flag, request.ParseValue(p, text))
	}
	return r, nil
}
