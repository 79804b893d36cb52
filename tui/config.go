package tui

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/request"
	"eyeline/tui/settings"
)

// Where a setting's value comes from.
const (
	fromDefault  = "default"
	fromSettings = "settings"
	fromFlag     = "flag"
)

// takeSettings gives the flags that were not given the values of the settings file, and notes where each comes from.
func (v *Flags) takeSettings(s *settings.Settings) error {
	v.origins = map[string]string{}
	v.set.VisitAll(func(f *pflag.Flag) {
		v.origins[f.Name] = fromDefault
		if f.Changed {
			v.origins[f.Name] = fromFlag
		}
	})
	values := s.Flags()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if v.set.Changed(name) {
			continue
		}
		if err := v.set.Set(name, values[name]); err != nil {
			return fmt.Errorf("%s: %s: %w", settings.Path(), name, err)
		}
		v.origins[name] = fromSettings
	}
	return nil
}

// withSettings takes what stands in the settings beside the flags into the options.
func (o *Options) withSettings(s *settings.Settings) error {
	keys := map[keymap.Action][]string{}
	for action, k := range s.Keys {
		keys[keymap.Action(action)] = k
	}
	var err error
	if o.Keys, err = keymap.New(keys); err != nil {
		o.Keys = keymap.Default()
		return err
	}
	colours := map[themes.Role]string{}
	for name, c := range s.Colors {
		role, ok := themes.RoleNamed(name)
		if !ok {
			return fmt.Errorf("colors: no role is called %q", name)
		}
		colours[role] = c
	}
	if len(colours) > 0 {
		theme, err := o.Theme.With(colours)
		if err != nil {
			return fmt.Errorf("colors: %w", err)
		}
		o.Theme = theme
	}
	o.Presets = s.Presets
	return nil
}

// withArguments gives each tool the arguments that the settings have for it.
func withArguments(r request.Request, arguments map[string]map[string]any) (request.Request, error) {
	mode := r.Mode()
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		t, ok := tools.Lookup(name)
		if !ok {
			return r, fmt.Errorf("arguments: no tool is called %q", name)
		}
		for flag, value := range arguments[name] {
			i := slices.IndexFunc(t.Params, func(p tools.Param) bool { return p.Flag == flag && !p.IsFile })
			if i < 0 {
				return r, fmt.Errorf("arguments.%s: it has no argument %q", name, flag)
			}
			for _, in := range t.Modes() {
				if p := t.Params[i]; p.Modes == nil || slices.Contains(p.Modes, in) {
					r = r.WithModeTool(in, name).With(flag, value)
				}
			}
		}
	}
	// The tools of the modes are as before.
	fresh := request.New()
	for _, in := range request.Modes() {
		r = r.WithModeTool(in, fresh.WithMode(in).ToolName())
	}
	return r.WithMode(mode), nil
}

// PrintConfig prints the effective settings as TOML, each with where it comes from.
func PrintConfig(w io.Writer, v Flags) error {
	path := settings.Path()
	s, err := settings.Load(path)
	if err != nil {
		return err
	}
	if err := v.takeSettings(s); err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", path)
	v.set.VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" || f.Name == "version" || !v.own[f.Name] {
			return
		}
		value := f.Value.String()
		if f.Value.Type() == "string" {
			value = fmt.Sprintf("%q", value)
		}
		fmt.Fprintf(&b, "%-30s # %s\n", f.Name+" = "+value, v.origins[f.Name])
	})
	keys := map[keymap.Action][]string{}
	for action, k := range s.Keys {
		keys[keymap.Action(action)] = k
	}
	m, err := keymap.New(keys)
	if err != nil {
		return fmt.Errorf("%s: keys: %w", path, err)
	}
	b.WriteString("\n[keys]\n")
	for _, row := range m.Bindings() {
		from := fromDefault
		if _, ok := keys[row.Action]; ok {
			from = fromSettings
		}
		fmt.Fprintf(&b, "%-50s # %s\n", fmt.Sprintf("%s = %q", row.Action, keymap.Names(row.Keys)), from)
	}
	for _, table := range []struct {
		name   string
		values map[string]map[string]any
	}{{"arguments", s.Arguments}, {"presets", s.Presets}} {
		for _, name := range slices.Sorted(maps.Keys(table.values)) {
			fmt.Fprintf(&b, "\n[%s.%q] # %s\n", table.name, name, fromSettings)
			for _, k := range slices.Sorted(maps.Keys(table.values[name])) {
				fmt.Fprintf(&b, "%s = %#v\n", k, table.values[name][k])
			}
		}
	}
	_, err = io.WriteString(w, b.String())
	return err
}
