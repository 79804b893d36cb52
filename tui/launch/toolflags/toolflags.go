// Package toolflags, which changes without notice, turns the arguments and settings of a tool into flags of a command,
// once it is known which tool is meant. So tools need not share one set of names.
package toolflags

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eyeline/reader/tools"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/address"
	"eyeline/tui/launch/cmdkit"
)

// ModeFlag is the flag for the viewer's mode. An argument of a tool may have the same name if it selects the mode.
const ModeFlag = "mode"

// value is an argument of a tool on the command line, as typed; the tool itself says what is wrong with it. It can also
// be a setting of the tool, which is a number.
type value struct {
	param   tools.Param
	setting bool
	text    string
	number  int64
}

func (v *value) String() string { return v.text }

func (v *value) Set(s string) error {
	v.text = s
	if !v.setting {
		return nil
	}

	n, err := address.Bytes(s)
	if err != nil || n < 1 {
		return fmt.Errorf("takes a number above 0, not %q", s)
	}

	v.number = n
	return nil
}

// Type returns the placeholder of the value in --help.
func (v *value) Type() string {
	names := map[tools.ParamType]string{tools.TypeInteger: "N", tools.TypeBoolean: "bool", tools.TypeChoice: "WHICH"}
	return cmp.Or(names[v.param.Type], "TEXT")
}

// IsFor reports whether a flag is an argument or a setting of a tool.
func IsFor(flag *pflag.Flag) bool {
	_, ok := flag.Value.(*value)
	return ok
}

// acceptUnderscores makes flags known by names with underscores, too: agents' tools spell their arguments so.
func acceptUnderscores(f *pflag.FlagSet) {
	f.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		return pflag.NormalizedName(strings.ReplaceAll(name, "_", "-"))
	})
}

// Add adds a flag for each argument and each setting of a tool. It is an error if two flags have the same name.
func Add(f *pflag.FlagSet, t *tools.Tool) error {
	acceptUnderscores(f)
	for i, p := range append(slices.Clone(t.Params), t.Settings...) {
		setting := i >= len(t.Params)
		switch {
		case p.IsFile && !setting: // the FILE of the command line is this argument
		case f.Lookup(p.Flag) == nil:
			add(f, p, setting)
		case setting || !choosesMode(p):
			return fmt.Errorf("internal error in eyeline: --%s is a flag of its own and one of %s", p.Flag, t.Name)
		}
	}

	return nil
}

func add(f *pflag.FlagSet, p tools.Param, setting bool) {
	help := p.Help
	if p.Type == tools.TypeChoice {
		help += ": " + cmdkit.Alternatives(p.Choices)
	}

	flag := f.VarPF(&value{param: p, setting: setting}, p.Flag, "", help)
	if p.Default != nil {
		flag.DefValue = fmt.Sprint(p.Default) // for --help; a flag that is not given is absent
	}

	if p.Type == tools.TypeBoolean {
		flag.NoOptDefVal = "true"
		if p.Default == true {
			flag.Usage += " (=false: not)"
		}
	}
}

// AddSettings adds flags for the settings of all tools, since a batch may call any of them.
func AddSettings(f *pflag.FlagSet) {
	acceptUnderscores(f)
	for _, t := range tools.All() {
		for _, p := range t.Settings {
			if f.Lookup(p.Flag) == nil {
				add(f, p, true)
			}
		}
	}
}

// toolAnnotation is the key of the annotation of a command that names the tool whose arguments are its flags.
const toolAnnotation = "tool"

// AddToCommand adds flags for the arguments of a tool to a command.
func AddToCommand(cmd *cobra.Command, t *tools.Tool) error {
	if err := Add(cmd.Flags(), t); err != nil {
		return err
	}

	cmd.Annotations = map[string]string{toolAnnotation: t.Name}
	for _, p := range t.Params {
		if p.Type != tools.TypeChoice || p.IsFile {
			continue
		}

		if v, ok := cmd.Flags().Lookup(p.Flag).Value.(*value); ok {
			choices := func() []string { return slices.Clone(v.param.Choices) }
			_ = cmd.RegisterFlagCompletionFunc(p.Flag, cmdkit.CompleteWords(choices))
		}
	}

	return nil
}

// ToolOf returns the tool whose arguments are flags of a command; nil without one.
func ToolOf(cmd *cobra.Command) *tools.Tool {
	if t, ok := tools.Lookup(cmd.Annotations[toolAnnotation]); ok {
		return t
	}
	return nil
}

// Scan looks through a command line for the flags that register adds, before the other flags are known.
func Scan(args []string, register func(*pflag.FlagSet)) *pflag.FlagSet {
	f := pflag.NewFlagSet("scan", pflag.ContinueOnError)
	f.ParseErrorsAllowlist.UnknownFlags = true
	f.Usage = func() {}
	register(f)
	f.BoolP("help", "h", false, "")
	acceptUnderscores(f)

	for _, t := range tools.All() { // so that their values are not taken for flags
		for _, p := range t.Params {
			if !p.IsFile && f.Lookup(p.Flag) == nil {
				add(f, p, false)
			}
		}
	}

	AddSettings(f)
	_ = f.Parse(args) // errors are reported when the command runs
	return f
}

// GivenArguments returns the typed arguments of a tool, by their flags, and its settings.
func GivenArguments(f *pflag.FlagSet) (arguments map[string]string, settings map[string]int64) {
	arguments = map[string]string{}
	settings = map[string]int64{}
	f.Visit(func(flag *pflag.Flag) {
		v, ok := flag.Value.(*value)
		switch {
		case ok && v.setting:
			settings[flag.Name] = v.number
		case ok:
			arguments[flag.Name] = v.text
		}
	})
	return arguments, settings
}

// Typed lists the typed flags of tools' arguments, then those of their settings.
func Typed(f *pflag.FlagSet) []string {
	arguments, settings := GivenArguments(f)
	return append(slices.Sorted(maps.Keys(arguments)), slices.Sorted(maps.Keys(settings))...)
}

// Param finds an argument of a tool by its flag; the argument that names the file has no flag.
func Param(t *tools.Tool, flag string) (tools.Param, bool) {
	p, ok := t.Param(flag)
	return p, ok && !p.IsFile
}

// IsSetting reports whether a flag is one of a tool's settings.
func IsSetting(t *tools.Tool, flag string) bool {
	return slices.ContainsFunc(t.Settings, func(p tools.Param) bool { return p.Flag == flag })
}

// has reports whether a flag is an argument or a setting of a tool.
func has(t *tools.Tool, flag string) bool {
	_, ok := Param(t, flag)
	return ok || IsSetting(t, flag)
}

// choosesMode reports whether an argument selects the mode of its tool and nothing else.
func choosesMode(p tools.Param) bool {
	return p.Flag == ModeFlag && p.Type == tools.TypeChoice && !slices.ContainsFunc(p.Choices, func(c string) bool {
		_, ok := toolrequest.ParseMode(c)
		return !ok
	})
}

// OtherTools says which tools besides t have an argument: "codex has it", "a, b, c and 5 more have it"; "" if no tool
// has it.
func OtherTools(t *tools.Tool, flag string) string {
	var names []string
	for _, other := range tools.All() {
		if other.Name != t.Name && has(other, flag) {
			names = append(names, other.Name)
		}
	}
	return whoHave(names)
}

// whoHave says which tools have something; "" if none has.
func whoHave(names []string) string {
	const most = 3
	n := len(names)
	switch {
	case n == 0:
		return ""
	case n == 1:
		return names[0] + " has it"
	case n > most:
		return fmt.Sprintf("%s and %d more have it", strings.Join(names[:most], ", "), n-most)
	}

	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " have it"
}
