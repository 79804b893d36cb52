package toolflags

import (
	"fmt"
	"slices"

	"eyeline/reader/lists"
	"eyeline/reader/tools"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/address"
)

// ModeOf finds the mode whose default tool has all arguments of the given flags, if t lacks one of them.
func ModeOf(t *tools.Tool, given []string) (mode tools.Mode, ok bool) {
	if hasAll(t, given) {
		return mode, false
	}
	for _, m := range tools.Modes() {
		if hasAll(tools.Default(m), given) {
			return m, true
		}
	}
	return mode, false
}

func hasAll(t *tools.Tool, given []string) bool {
	return t != nil && !slices.ContainsFunc(given, func(flag string) bool { return !has(t, flag) })
}

// DefaultTool returns the default tool of a mode if it has all arguments of the given flags, else nil. It counts --mode
// as an argument of every tool.
func DefaultTool(mode string, given []string) *tools.Tool {
	m, ok := toolrequest.ParseMode(mode)
	if !ok {
		return nil
	}
	others := slices.DeleteFunc(slices.Clone(given), func(flag string) bool { return flag == ModeFlag })
	if t := tools.Default(m); hasAll(t, others) {
		return t
	}
	return nil
}

// otherMode finds a given argument that means nothing in a mode.
func otherMode(t *tools.Tool, given map[string]string, mode tools.Mode) (tools.Param, bool) {
	for _, p := range t.Params {
		_, ok := given[p.Flag]
		if ok && !p.IsFile && p.Modes != nil && !slices.Contains(p.Modes, mode) {
			return p, true
		}
	}
	return tools.Param{}, false
}

// ImpliedMode returns the mode that the arguments are for: --anchor-line means block. It is mode if they do not tell.
func ImpliedMode(t *tools.Tool, given map[string]string, mode tools.Mode) tools.Mode {
	if p, ok := otherMode(t, given, mode); ok {
		return p.Modes[0]
	}
	return mode
}

// CheckMode returns an error if an argument means nothing in a mode.
func CheckMode(t *tools.Tool, given map[string]string, mode tools.Mode) error {
	if p, ok := otherMode(t, given, mode); ok {
		return fmt.Errorf("--%s has no effect in %s mode; it is for --mode %s",
			p.Flag, mode.String(), p.Modes[0].String())
	}
	return nil
}

// Values returns the typed arguments, and the mode that they are for. If the tool has an argument that is the mode, it
// is set to the mode that the other arguments are for.
func Values(t *tools.Tool, given map[string]string) (map[string]any, tools.Mode, error) {
	out := map[string]any{}
	for flag, text := range given {
		if p, ok := Param(t, flag); ok {
			out[flag] = toolrequest.ParseValue(p, text)
		}
	}

	first := toolrequest.FirstMode(t)
	mode := ImpliedMode(t, given, first)
	p, ok := Param(t, ModeFlag)
	if !ok || !choosesMode(p) {
		return out, mode, nil
	}

	if typed, ok := given[ModeFlag]; ok {
		m, known := toolrequest.ParseMode(typed)
		if !known { // the tool refuses it in its own words
			return out, mode, nil
		}
		mode = m
	} else if mode != first {
		out[ModeFlag] = toolrequest.ParseValue(p, mode.String())
	}

	return out, mode, CheckMode(t, given, mode)
}

// Complete adds the values that select the typed mode. It is an error if the tool does not have the mode, or if another
// argument means nothing in it.
func Complete(t *tools.Tool, mode string, given map[string]string, values map[string]any) (tools.Mode, error) {
	m, ok := toolrequest.ParseMode(mode)
	if !ok {
		return 0, fmt.Errorf("--mode takes slice, block or bytes, not %q", mode)
	}

	p, ok := t.WindowParams(m)
	if !ok {
		names := lists.Map(tools.ByMode(m), func(t *tools.Tool) string { return t.Name })
		return 0, fmt.Errorf("%s has no %s mode; %s", t.Name, m, whoHave(names))
	}

	p.Complete(values)
	return m, CheckMode(t, given, m)
}

// ApplyStart moves the window to where "+LINE" or "+@BYTE" says, by setting the tool's arguments. start is what
// followed each "+".
func ApplyStart(t *tools.Tool, start []string, values map[string]any, mode tools.Mode) error {
	for _, s := range start {
		at, err := address.Parse(s)
		if err != nil || at.Part.Given {
			return fmt.Errorf("emit takes +LINE or +@BYTE, not +%s (a file of that name is ./+%[1]s)", s)
		}

		n := at.Line
		if at.Byte.Given {
			mode = tools.ModeBytes
			n = at.Byte.At
		} else if mode == tools.ModeBytes {
			mode = tools.ModeSlice
		}

		p, ok := t.WindowParams(mode)
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
