package options

import (
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/pflag"

	"eyeline/tui/settings"
)

// Where a value comes from. What comes later in this list goes before what comes earlier.
const (
	FromDefault  = "default"
	FromSettings = "settings"
	fromLess     = "LESS"
	fromFlag     = "flag"
)

// Value is a setting's value, as a flag takes it, and where it comes from: one of the constants above, or words about
// the environment.
type Value struct{ Text, From string }

// typed reports whether a value was typed on the command line.
func (v Value) typed() bool { return v.From == fromFlag }

// Effective puts defaults, the settings file, the flags given and the environment on top of each other. An error about
// the file is a *settings.Error.
func Effective(f *pflag.FlagSet, file *settings.File, env func(string) string) (map[string]Value, error) {
	values := map[string]Value{}
	for _, s := range table {
		values[s.Name] = Value{f.Lookup(s.Name).DefValue, FromDefault}
	}
	for _, name := range slices.Sorted(maps.Keys(file.Values)) {
		i := slices.IndexFunc(table, func(s setting) bool { return s.Name == name })
		if i < 0 {
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

// put writes values into the options.
func (o *Options) put(values map[string]Value) error {
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
