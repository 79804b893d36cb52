// Package commandline, which changes without notice, makes the options that the viewer starts with, from the command
// line, the settings file and the environment.
//
// The variable table has a row for every setting of the viewer. The flags, the settings file, eyeline config, --help,
// the manual and the completions are made from it. A row says where its value goes: a field of [options.Options].
package commandline

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eyeline/keymap"
	"eyeline/reader/source/revision"
	"eyeline/themes"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/address"
	"eyeline/tui/kit/cells"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/toolflags"
	"eyeline/tui/options"
	"eyeline/tui/settingsfile"
	"eyeline/tui/terminal"
)

// Line is what was typed on the command line of the viewer.
type Line struct {
	Flags *pflag.FlagSet
	Paths []string
	Start []string // what followed each "+"
}

// pagerTabs is the distance between tab stops, in columns, that programs expect of a pager.
const pagerTabs = 8

// Prepare adds flags for the arguments of the tool that the viewer opens with.
func Prepare(cmd *cobra.Command, flags *pflag.FlagSet, file *settingsfile.File, env func(string) string) error {
	t := toolrequest.New().Tool()
	if values, err := Effective(flags, file, env); err == nil {
		if r, err := baseRequest(values, file, toolflags.Typed(flags)); err == nil {
			t = r.Tool() // an error is reported when the command runs
		}
	}
	return toolflags.AddToCommand(cmd, t)
}

// isStandardInput reports whether only standard input is to be read.
func (c *Line) isStandardInput() bool {
	return len(c.Paths) == 0 || len(c.Paths) == 1 && c.Paths[0] == "-"
}

// Options makes the viewer's options. If the settings file has an error anywhere, none of it is used, and the options
// have a warning that says what is wrong.
func (c *Line) Options(load func() (*settingsfile.File, error), env func(string) string) (options.Options, error) {
	file, err := load()
	if err == nil {
		var o options.Options
		if o, err = c.Resolve(file, env); err == nil {
			return o, nil
		}
	}

	bad := (*settingsfile.Error)(nil)
	if !errors.As(err, &bad) || c.Flags.Changed("preset") {
		return options.Options{}, err
	}

	o, err := c.Resolve(settingsfile.Empty(settingsfile.Path()), env)
	o.Warning = warningOf(bad)
	return o, err
}

// warningOf says what is wrong with the settings file, the reason first: a narrow screen cuts off the end.
func warningOf(bad *settingsfile.Error) string {
	place := filepath.Base(bad.Path)
	if bad.Line > 0 {
		place += fmt.Sprintf(":%d:%d", bad.Line, bad.Column)
	}
	return cells.Sanitize("settings not read: " + bad.Text + " (" + place + ")")
}

// Resolve makes the options with a settings file. An error in the file is a *settingsfile.Error.
func (c *Line) Resolve(file *settingsfile.File, env func(string) string) (options.Options, error) {
	var o resolving
	err := o.resolve(c, file, env)
	return o.Options, err
}

// resolving are options that are being made. The theme and the first request depend on several settings; wanted keeps
// these until all are known.
type resolving struct {
	options.Options
	wanted struct{ tool, mode, preset, theme, color, background string }
}

// The sources of values. A later one in this list overrides an earlier one.
const (
	FromDefault  = "default"
	FromSettings = "settings"
	fromLess     = "LESS"
	fromFlag     = "flag"
)

func (o *resolving) resolve(c *Line, file *settingsfile.File, env func(string) string) error {
	o.SettingsPath = file.Path
	values, err := Effective(c.Flags, file, env)
	if err != nil {
		return err
	}
	if c.isStandardInput() {
		less(values, env("LESS")) // a file that is named is shown, however small
	}
	if err := withoutTool(values["tool"], toolflags.Typed(c.Flags)); err != nil {
		return err
	}
	if err := o.put(values); err != nil {
		return err
	}
	o.NoTool = c.pages(values)
	if o.NoTool && values["tab-width"].From == FromDefault {
		o.TabWidth = pagerTabs
	}

	return cmp.Or(o.input(c), o.preview(c, values, file), o.theme(values, file, env), o.keys(file))
}

// input sets the files and the place to begin at.
func (o *resolving) input(c *Line) error {
	o.Paths = c.Paths
	if o.Name != "" && !c.isStandardInput() && !(len(c.Paths) == 1 && isRevision(c.Paths[0])) {
		return errors.New("--name is for standard input and for a file of a git revision alone")
	}
	if err := cmdkit.CheckRoot("--root", o.Root); err != nil {
		return err
	}
	return o.begin(c.Start)
}

// isRevision reports whether a FILE names a file of a git revision.
func isRevision(file string) bool {
	_, ok := revision.Named(file)
	return ok
}

// theme makes the theme, with the colours that the terminal can show.
func (o *resolving) theme(values map[string]Value, file *settingsfile.File, env terminal.Env) error {
	profile, err := terminal.Profile(o.wanted.color, env)
	if err != nil {
		return err
	}

	dark := o.wanted.background != "light"
	if o.wanted.background == "auto" {
		d, known := terminal.Background(env)
		dark = d || !known
		o.Terminal.AskBackground = !known && o.wanted.theme == "auto" && profile != themes.None
	}

	name := o.wanted.theme
	switch {
	case name == "auto" && dark:
		name = themes.DefaultDark
	case name == "auto":
		name = themes.DefaultLight
	}

	if o.Theme, err = themes.New(name, profile); err != nil {
		if values["theme"].From == FromSettings {
			return file.Errorf([]string{"theme"}, "%w", err)
		}
		return fmt.Errorf("--theme: %w", err)
	}

	o.Theme, err = withColours(o.Theme, file)
	return err
}

// withColours applies the colours of the settings to a theme.
func withColours(theme *themes.Theme, file *settingsfile.File) (*themes.Theme, error) {
	for _, name := range slices.Sorted(maps.Keys(file.Colors)) {
		role, ok := themes.RoleNamed(name)
		if !ok {
			return nil, file.Errorf([]string{"colors", name}, "no role is called %q", name)
		}

		var err error
		if theme, err = theme.With(map[themes.Role]string{role: file.Colors[name]}); err != nil {
			return nil, file.Errorf([]string{"colors", name}, "%w", err)
		}
	}

	return theme, nil
}

// keys makes the key table. For an unknown action or key in the settings it returns an error with its place in the
// file.
func (o *resolving) keys(file *settingsfile.File) (err error) {
	if o.Keys, err = keymap.New(file.Keys); err == nil {
		return nil
	}

	key := []string{"keys"}
	var unknown *keymap.UnknownActionError
	var noKey *keymap.UnknownKeyError
	var conflict *keymap.ConflictError
	switch {
	case errors.As(err, &unknown):
		key = append(key, string(unknown.Action))
	case errors.As(err, &noKey):
		key = append(key, string(noKey.Action))
	case errors.As(err, &conflict) && file.Keys[conflict.Second] != nil:
		key = append(key, string(conflict.Second))
	case errors.As(err, &conflict):
		key = append(key, string(conflict.First))
	}

	return file.Errorf(key, "%w", err)
}

// Value is the value of a setting, as a flag takes it, and its source: one of the constants above, or words about the
// environment.
type Value struct{ Text, From string }

// typed reports whether a value was typed on the command line.
func (v Value) typed() bool { return v.From == fromFlag }

// Effective combines, in this order, the defaults, the settings file, the given flags and the environment. An error in
// the file is a *settingsfile.Error.
func Effective(f *pflag.FlagSet, file *settingsfile.File, env func(string) string) (map[string]Value, error) {
	values := map[string]Value{}
	for _, s := range table {
		values[s.Name] = Value{f.Lookup(s.Name).DefValue, FromDefault}
	}

	for _, name := range slices.Sorted(maps.Keys(file.Values)) {
		i := slices.IndexFunc(table, func(s setting) bool { return s.Name == name })
		switch {
		case name == "poll": // a former setting: what it asked for is now always so
			continue
		case i < 0:
			return nil, file.Errorf([]string{name}, "no setting is called %q", name)
		}

		text, err := table[i].fromFile(file.Values[name])
		if err != nil {
			return nil, file.Errorf([]string{name}, "%w", err)
		}

		values[name] = Value{text, FromSettings}
	}

	for _, s := range table {
		if flag := f.Lookup(s.Name); flag.Changed {
			values[s.Name] = Value{flag.Value.String(), fromFlag}
		}
		if s.env == nil {
			continue
		}
		if on, why := s.env(env); on {
			values[s.Name] = Value{"true", why}
		}
	}

	return values, nil
}

// put writes the values into the options.
func (o *resolving) put(values map[string]Value) error {
	for _, s := range table {
		v := values[s.Name]
		if v.From == FromDefault && s.standard == "" {
			continue
		}
		if err := s.put(o, v.Text); err != nil {
			return fmt.Errorf("--%s %w", s.Name, err) // checked before
		}
	}

	return nil
}

// TakePlus separates the arguments that begin with "+" from a command line, as less does; what follows "--" is not
// touched.
func TakePlus(args []string) (start, rest []string) {
	rest = []string{} // nil would mean the process's own arguments
	for i, a := range args {
		if a == "--" {
			return start, append(rest, args[i:]...)
		}
		if strings.HasPrefix(a, "+") {
			start = append(start, a[1:])
			continue
		}

		rest = append(rest, a)
	}

	return start, rest
}

// begin parses what followed each "+": a line, G, N%, @BYTE, /pattern or F. The last place and the last pattern count.
func (o *resolving) begin(start []string) error {
	for _, s := range start {
		switch {
		case s == "F":
			o.Input.Follow = true
			continue
		case strings.HasPrefix(s, "/"):
			o.Start.Pattern = s[1:]
			continue
		}

		place := options.Start{Pattern: o.Start.Pattern}
		switch s {
		case "", "G":
			place.End = true
		default:
			at, err := address.Parse(strings.TrimSuffix(s, "g"))
			if err != nil {
				return fmt.Errorf("+%s: after + comes a line, G, N%%, @BYTE, /pattern or F", cells.Sanitize(s))
			}
			place.Line = at.Line
			place.Byte = at.Byte.At
			place.Part = at.Part.Of
		}

		o.Start = place
	}

	return nil
}
