package launch

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/spf13/pflag"

	"eyeline/tui/settings"
)

// Where a value comes from. What comes later in this list goes before what comes earlier.
const (
	fromDefault  = "default"
	fromSettings = "settings"
	fromLess     = "LESS"
	fromFlag     = "flag"
)

// value is a setting's value and where it comes from: one of the constants above, or words about the environment.
type value struct{ text, from string }

// flagValue is a setting on the command line.
type flagValue struct {
	setting Setting
	text    string
}

func (v *flagValue) String() string { return v.text }

func (v *flagValue) Set(s string) error {
	s = v.setting.normal(s)
	if err := v.setting.check(s); err != nil {
		return err
	}
	v.text = s
	return nil
}

// Type is how the value is called in --help.
func (v *flagValue) Type() string {
	switch v.setting.Kind {
	case Switch:
		return "bool"
	case Number:
		return "N"
	case Bytes:
		return "BYTES"
	case Choice:
		return "WHICH"
	}
	if v.setting.Name == "root" {
		return "DIR"
	}
	return "NAME"
}

// register adds a flag for each setting.
func register(f *pflag.FlagSet) {
	for _, s := range settingsTable {
		help := s.Help
		if s.Unset != "" {
			help += " (default: " + s.Unset + ")"
		}
		if s.Kind == Choice {
			help += ": " + alternatives(s.Choices())
		}
		text := s.Default
		if s.Kind == Switch && text == "" {
			text = "false"
		}
		flag := f.VarPF(&flagValue{s, text}, s.Name, s.Short, help)
		if s.Kind == Switch {
			flag.NoOptDefVal = "true"
		}
	}
}

// effective puts defaults, the settings file, the flags given and the environment on top of each other. An error about
// the file is a *settings.Error.
func effective(f *pflag.FlagSet, file *settings.File, env func(string) string) (map[string]value, error) {
	out := map[string]value{}
	for _, s := range settingsTable {
		out[s.Name] = value{f.Lookup(s.Name).DefValue, fromDefault}
	}
	for _, name := range slices.Sorted(maps.Keys(file.Values)) {
		text, err := fromFile(name, file.Values[name])
		if err != nil {
			return nil, file.Errorf([]string{name}, "%w", err)
		}
		out[name] = value{text, fromSettings}
	}
	for _, s := range settingsTable {
		if flag := f.Lookup(s.Name); flag.Changed {
			out[s.Name] = value{flag.Value.String(), fromFlag}
		}
		if s.Env == nil {
			continue
		}
		if text, because := s.Env(env); because != "" {
			out[s.Name] = value{text, because}
		}
	}
	return out, nil
}

// fromFile is the text of a setting's value in the file.
func fromFile(name string, v any) (string, error) {
	s, ok := lookup(name)
	switch {
	case !ok:
		return "", fmt.Errorf("no setting is called %q", name)
	case s.FlagOnly:
		return "", fmt.Errorf("%s is for the command line only", name)
	}
	text, wants := "", ""
	switch v := v.(type) {
	case bool:
		text, ok = strconv.FormatBool(v), s.Kind == Switch
	case int64:
		text, ok = strconv.FormatInt(v, 10), s.Kind == Number || s.Kind == Bytes
	case string:
		text, ok = s.normal(v), s.Kind == Text || s.Kind == Choice || s.Kind == Bytes
	default:
		ok = false
	}
	if ok {
		if err := s.check(text); err != nil {
			return "", fmt.Errorf("%s %w", name, err)
		}
		return text, nil
	}
	switch s.Kind {
	case Switch:
		wants = "true or false"
	case Number:
		wants = "a number"
	case Bytes:
		wants = "a number of bytes, such as 4096 or \"1.5MiB\""
	case Choice:
		wants = alternatives(s.Choices()) + ", in quotes"
	case Text:
		wants = "a text in quotes"
	}
	return "", fmt.Errorf("%s takes %s, not %s", name, wants, written(v))
}

// written is a value of the file as a person wrote it, more or less.
func written(v any) string {
	switch v := v.(type) {
	case map[string]any:
		return "a table"
	case string:
		return settings.Text(v)
	case []any:
		return "a list"
	default:
		return fmt.Sprint(v)
	}
}

// inFile writes a value for the settings file.
func (s Setting) inFile(text string) string {
	switch s.Kind {
	case Switch, Number:
		return text
	case Bytes:
		if _, err := strconv.ParseInt(text, 10, 64); err == nil && text[0] != '0' || text == "0" {
			return text
		}
	}
	return settings.Text(text)
}
