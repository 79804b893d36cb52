package commandline

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eyeline/tui/kit/address"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/settingsfile"
)

// kind is the kind of values that a setting takes.
type kind uint8

const (
	onOff  kind = iota // true or false; the flag without a value is true
	number             // a whole number
	text               // any text
	choice             // one of Choices
	bytes              // a number of bytes: 4096, 0x1000, 1.5MiB
)

// setting is a row of the table: a flag of the viewer and, unless FlagOnly is set, a setting of the file.
type setting struct {
	Name  string // of the flag, without dashes, and of the setting
	Short string // one letter; "" for none
	Help  string
	// Unset says what applies if there is neither a value nor a default.
	Unset string
	// FlagOnly: it cannot be set in the settings file.
	FlagOnly bool
	// Choices returns the values of a choice. A text may have other values; these are those that a shell completes.
	Choices func() []string

	kind kind
	// default, as typed; "" for none
	standard string
	// complete replaces the default completion of values.
	complete cobra.CompletionFunc
	// canonical converts other spellings of a choice to that choice, and returns other values unchanged.
	canonical func(value string) string
	// env says whether the environment turns the setting on, and why. The command line and the file cannot turn it off
	// then.
	env func(env func(string) string) (on bool, why string)

	// Exactly one of these says where the value goes. to returns a field of the options: a *bool, a *string or, for
	// kind bytes only, an *int64. when is called if a switch is on. set also checks the value, such as a number. Errors
	// are sentences that begin after the name.
	to   func(o *resolving) any
	when func(o *resolving)
	set  func(o *resolving, value string) error
}

// Settings returns the table of settings, in the order in which they are listed.
func Settings() []setting { return slices.Clone(table) }

// put checks a value and writes it into the options. The error is a sentence that begins after the name.
func (s setting) put(o *resolving, value string) error {
	switch {
	case s.kind == onOff && value != "true" && value != "false":
		return fmt.Errorf("takes true or false, not %q", value)
	case s.kind == choice && !slices.Contains(s.Choices(), value):
		return fmt.Errorf("takes %s, not %q", cmdkit.Alternatives(s.Choices()), value)
	case s.set != nil:
		return s.set(o, value)
	case s.when != nil:
		if value == "true" {
			s.when(o)
		}
		return nil
	}

	switch to := s.to(o).(type) {
	case *bool:
		*to = value == "true"
	case *string:
		*to = value
	case *int64:
		n, err := address.Bytes(value)
		if err != nil {
			return fmt.Errorf("takes a number of bytes, such as 4096 or 1.5MiB, not %q", value)
		}
		*to = n
	}

	return nil
}

// normal returns a value in its normal form: switches are true or false, and choices have their canonical names.
func (s setting) normal(value string) string {
	if s.kind == onOff {
		if b, err := strconv.ParseBool(value); err == nil {
			return strconv.FormatBool(b)
		}
	}
	if s.canonical != nil {
		return s.canonical(value)
	}
	return value
}

// kinds has, for each kind, the placeholder in --help and what the settings file takes.
var kinds = [...]struct{ flag, takes string }{
	onOff:  {"bool", "true or false"},
	number: {"N", "a number"},
	text:   {"NAME", "a text in quotes"},
	choice: {"WHICH", ""},
	bytes:  {"BYTES", "a number of bytes, such as 4096 or \"1.5MiB\""},
}

// InFile formats a value for the settings file.
func (s setting) InFile(value string) string {
	switch s.kind {
	case onOff, number:
		return value
	case bytes:
		_, err := strconv.ParseInt(value, 10, 64)
		if err == nil && value[0] != '0' || value == "0" {
			return value
		}
	}

	return settingsfile.Text(value)
}

// fromFile converts a value in the file to the text that a flag takes.
func (s setting) fromFile(v any) (string, error) {
	if s.FlagOnly {
		return "", fmt.Errorf("%s is for the command line only", s.Name)
	}

	value := ""
	fits := false
	switch v := v.(type) {
	case bool:
		value = strconv.FormatBool(v)
		fits = s.kind == onOff
	case int64:
		value = strconv.FormatInt(v, 10)
		fits = s.kind == number || s.kind == bytes
	case string:
		value = s.normal(v)
		fits = s.kind == text || s.kind == choice || s.kind == bytes
	}

	if !fits {
		takes := kinds[s.kind].takes
		if s.kind == choice {
			takes = cmdkit.Alternatives(s.Choices()) + ", in quotes"
		}
		return "", fmt.Errorf("%s takes %s, not %s", s.Name, takes, written(v))
	}

	if err := s.put(&resolving{}, value); err != nil {
		return "", fmt.Errorf("%s %w", s.Name, err)
	}

	return value, nil
}

// written formats a value of the file about as a person wrote it.
func written(v any) string {
	switch v := v.(type) {
	case map[string]any:
		return "a table"
	case string:
		return settingsfile.Text(v)
	case []any:
		return "a list"
	}
	return fmt.Sprint(v)
}

// flagValue is a setting on the command line.
type flagValue struct {
	setting setting
	value   string
}

func (f *flagValue) String() string { return f.value }

func (f *flagValue) Set(s string) error {
	s = f.setting.normal(s)
	if err := f.setting.put(&resolving{}, s); err != nil {
		return err
	}
	f.value = s
	return nil
}

// Type is what --help calls the value.
func (f *flagValue) Type() string {
	if f.setting.Name == "root" {
		return "DIR"
	}
	return kinds[f.setting.kind].flag
}

// Register adds a flag for each setting.
func Register(f *pflag.FlagSet) {
	for _, s := range table {
		help := s.Help
		if s.Unset != "" {
			help += " (default: " + s.Unset + ")"
		}

		value := s.standard
		switch s.kind {
		case choice:
			help += ": " + cmdkit.Alternatives(s.Choices())
		case onOff:
			value = cmp.Or(value, "false")
		}

		flag := f.VarPF(&flagValue{s, value}, s.Name, s.Short, help)
		if s.kind == onOff {
			flag.NoOptDefVal = "true"
		}
	}
}

// screenSettings are the settings that are also flags of commands that show a screen of their own instead of a file.
// All settings of the file apply to such a screen.
var screenSettings = []string{
	"ascii", "background", "color", "invisibles", "mouse", "panes", "secure", "tab-width", "theme", "wrap",
}

// RegisterScreen adds those flags, without their short forms. It returns the flags of all settings, as [Line] needs
// them, which include the added ones.
func RegisterScreen(f *pflag.FlagSet) *pflag.FlagSet {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	Register(all)
	for _, name := range screenSettings {
		flag := all.Lookup(name)
		flag.Shorthand = ""
		f.AddFlag(flag)
	}
	return all
}

// CompleteValues lets a shell complete the values of the flags.
func CompleteValues(cmd *cobra.Command) {
	for _, s := range table {
		complete := s.complete
		if s.Choices != nil {
			complete = cmdkit.CompleteWords(s.Choices)
		}
		if complete != nil {
			_ = cmd.RegisterFlagCompletionFunc(s.Name, complete) // cannot fail: the flag exists
		}
	}
}
