package launch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"eyeline/reader/tools"
	"eyeline/tui/address"
	"eyeline/tui/request"
)

// A tool's arguments are flags once it is known which tool is meant, so that tools do not share one set of names.

// modeFlag is the flag of the viewer's mode. A tool's argument may have the same name when it chooses the mode.
const modeFlag = "mode"

// argumentValue is a tool's argument on the command line, as typed; the tool itself says what is wrong with it. It can
// also be one of the tool's settings, which is a number.
type argumentValue struct {
	param   tools.Param
	setting bool
	text    string
	number  int64
}

func (v *argumentValue) String() string { return v.text }

func (v *argumentValue) Set(s string) error {
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

// Type is how the value is called in --help.
func (v *argumentValue) Type() string {
	switch v.param.Type {
	case tools.TypeInteger:
		return "N"
	case tools.TypeBoolean:
		return "bool"
	case tools.TypeChoice:
		return "WHICH"
	}
	return "TEXT"
}

// addArguments adds a flag for each argument and each setting of a tool. The error says that two flags have the same name.
func addArguments(f *pflag.FlagSet, t *tools.Tool) error {
	for _, p := range t.Params {
		if p.IsFile {
			continue
		}
		if f.Lookup(p.Flag) != nil {
			if choosesMode(p) {
				continue
			}
			return errClash(t, p.Flag)
		}
		addArgument(f, p, false)
	}
	for _, p := range t.Settings {
		if f.Lookup(p.Flag) != nil {
			return errClash(t, p.Flag)
		}
		addArgument(f, p, true)
	}
	return nil
}

func errClash(t *tools.Tool, flag string) error {
	return fmt.Errorf("internal error in eyeline: --%s is a flag of its own and one of %s", flag, t.Name)
}

func addArgument(f *pflag.FlagSet, p tools.Param, setting bool) {
	help := p.Help
	if p.Type == tools.TypeChoice {
		help += ": " + alternatives(p.Choices)
	}
	flag := f.VarPF(&argumentValue{param: p, setting: setting}, p.Flag, "", help)
	if p.Default != nil {
		flag.DefValue = fmt.Sprint(p.Default) // for --help; what is not given is absent
	}
	if p.Type == tools.TypeBoolean {
		flag.NoOptDefVal = "true"
		if p.Default == true {
			flag.Usage += " (=false: not)"
		}
	}
}

// addAny adds the arguments and settings of all tools, where two may have the same one: to look through a command line
// before it is known which tool is meant.
func addAny(f *pflag.FlagSet) {
	for _, t := range tools.All() {
		for _, p := range t.Params {
			if !p.IsFile && f.Lookup(p.Flag) == nil {
				addArgument(f, p, false)
			}
		}
	}
	addAnySetting(f)
}

// addAnySetting adds the settings of all tools, which a batch may call.
func addAnySetting(f *pflag.FlagSet) {
	for _, t := range tools.All() {
		for _, p := range t.Settings {
			if f.Lookup(p.Flag) == nil {
				addArgument(f, p, true)
			}
		}
	}
}

// choosesMode reports whether an argument chooses the mode of its tool and nothing else.
func choosesMode(p tools.Param) bool {
	return p.Flag == modeFlag && p.Type == tools.TypeChoice && !slices.ContainsFunc(p.Choices, func(c string) bool {
		_, ok := request.ParseMode(c)
		return !ok
	})
}

// givenArguments returns the arguments of a tool that were typed, by their flags, and its settings.
func givenArguments(f *pflag.FlagSet) (arguments map[string]string, settings map[string]int64) {
	arguments, settings = map[string]string{}, map[string]int64{}
	f.Visit(func(flag *pflag.Flag) {
		v, ok := flag.Value.(*argumentValue)
		switch {
		case ok && v.setting:
			settings[flag.Name] = v.number
		case ok:
			arguments[flag.Name] = v.text
		}
	})
	return arguments, settings
}

// param finds an argument of a tool by its flag; the file is none.
func param(t *tools.Tool, flag string) (tools.Param, bool) {
	p, ok := t.Param(flag)
	return p, ok && !p.IsFile
}

// hasSetting reports whether a tool has a setting with a flag.
func hasSetting(t *tools.Tool, flag string) bool {
	return slices.ContainsFunc(t.Settings, func(p tools.Param) bool { return p.Flag == flag })
}

// impliedMode is the mode that the arguments are for: --anchor-line means block. It is mode where they say nothing else.
func impliedMode(t *tools.Tool, given map[string]string, mode tools.Mode) tools.Mode {
	for _, p := range t.Params {
		if _, is := given[p.Flag]; is && !p.IsFile && p.Modes != nil && !slices.Contains(p.Modes, mode) {
			return p.Modes[0]
		}
	}
	return mode
}

// haveEffect says of an argument that means nothing in a mode that it does not.
func haveEffect(t *tools.Tool, given map[string]string, mode tools.Mode) error {
	for _, p := range t.Params {
		if _, is := given[p.Flag]; is && !p.IsFile && p.Modes != nil && !slices.Contains(p.Modes, mode) {
			return fmt.Errorf("--%s has no effect in %s mode; it is for --mode %s", p.Flag, request.ModeName(mode), request.ModeName(p.Modes[0]))
		}
	}
	return nil
}

// emitValues are the values of the arguments that were typed for emit, and the mode that they are for. A tool that has
// an argument for its mode is given the mode that the other arguments are for.
func emitValues(t *tools.Tool, given map[string]string) (map[string]any, tools.Mode, error) {
	out := map[string]any{}
	for flag, text := range given {
		if p, ok := param(t, flag); ok {
			out[flag] = request.ParseValue(p, text)
		}
	}
	first := request.FirstMode(t)
	mode := impliedMode(t, given, first)
	p, ok := param(t, modeFlag)
	if !ok || !choosesMode(p) {
		return out, mode, nil
	}
	if typed, is := given[modeFlag]; is {
		m, known := request.ParseMode(typed)
		if !known { // the tool refuses it in its own words
			return out, mode, nil
		}
		mode = m
	} else if mode != first {
		out[modeFlag] = request.ParseValue(p, request.ModeName(mode))
	}
	return out, mode, haveEffect(t, given, mode)
}

// emitStart puts the window where "+LINE" or "+@BYTE" says, as the tool's arguments say it.
func emitStart(t *tools.Tool, start []string, values map[string]any, mode tools.Mode) error {
	for _, s := range start {
		at, err := address.Parse(s)
		if err != nil || at.Part.Given {
			return fmt.Errorf("emit takes +LINE or +@BYTE, not +%s (a file of that name is ./+%[1]s)", s)
		}
		n := at.Line
		if at.Byte.Given {
			mode, n = tools.ModeBytes, at.Byte.At
		} else if mode == tools.ModeBytes {
			mode = tools.ModeSlice
		}
		p, ok := t.Place(mode)
		if !ok || !p.Movable() {
			return fmt.Errorf("%s has no argument for the place +%s", t.Name, s)
		}
		if _, twice := values[p.At]; twice {
			return fmt.Errorf("+%s and --%s both say where to read; give one of them", s, p.At)
		}
		_, hasLast := values[p.Last]
		p.SetStart(values, n)
		if !hasLast {
			delete(values, p.Last)
		}
	}
	return nil
}

// otherTools says which tools besides t have an argument: "codex has it", "a, b, c and 5 more have it"; "" for none.
func otherTools(t *tools.Tool, flag string) string {
	var names []string
	for _, other := range tools.All() {
		if _, has := param(other, flag); (has || hasSetting(other, flag)) && other.Name != t.Name {
			names = append(names, other.Name)
		}
	}
	return whoHave(names)
}

// whoHave says which tools have something: "codex has it", "a, b, c and 5 more have it"; "" for none.
func whoHave(names []string) string {
	const most = 3
	switch n := len(names); {
	case n == 0:
		return ""
	case n == 1:
		return names[0] + " has it"
	case n > most:
		return fmt.Sprintf("%s and %d more have it", strings.Join(names[:most], ", "), n-most)
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " have it"
}
