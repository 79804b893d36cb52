package shelltool

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"strings"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/shell"
	"eyeline/reader/tools"
)

// Lines are arguments for lines of a file, from which Args makes a command.
var Lines = []tools.Param{
	param.Of(tools.TypeInteger, "first", "number of the first line of FILE, 1-based: sed -n 'FIRST,LASTp' FILE"),
	param.Of(tools.TypeInteger, "last", "number of the last line of FILE, inclusive"),
}

// Places has slices, which are those of sed -n.
var Places = []tools.WindowParams{{Mode: tools.ModeSlice, At: "first", Base: 1, Last: "last", Size0: 200, Beyond: true}}

// params are the arguments of a tool with the command in "command".
var params = append([]tools.Param{
	param.Text("command",
		"the command line: cat, head, tail, sed, nl, wc, grep, rg, awk, tac and ls, with what a shell has but writing"),
}, Lines...)

// Args returns the Tool.Args for such parameters; the first one is the command.
func Args(params []tools.Param) func(string, tools.Values) json.RawMessage {
	return func(file string, values tools.Values) json.RawMessage {
		all := tools.Values{params[0].Flag: ReadCommand(file, values)}
		maps.Copy(all, values)
		return tools.BuildArgs(&tools.Tool{Params: params}, "", all)
	}
}

// Values returns their Tool.Values.
func Values(params []tools.Param) func(json.RawMessage) (tools.Values, bool) {
	return func(args json.RawMessage) (tools.Values, bool) {
		values, ok := tools.ValuesOf(&tools.Tool{Params: params}, args)
		if !ok {
			return nil, false
		}

		command, _ := values[params[0].Flag].(string)
		first, last, _, isRange := readRange(command)
		if !isRange {
			return values, true
		}

		delete(values, params[0].Flag)
		if strings.HasPrefix(strings.TrimSpace(command), "sed") {
			values["first"] = first
			if last < math.MaxInt64 {
				values["last"] = last
			}
		}

		return values, true
	}
}

// File returns their Tool.File.
func File(params []tools.Param) func(json.RawMessage) (string, bool) {
	return func(args json.RawMessage) (string, bool) {
		values, _ := tools.ValuesOf(&tools.Tool{Params: params}, args)
		command, _ := values[params[0].Flag].(string)
		_, _, file, ok := readRange(command)
		return file, ok
	}
}

// nextLines is how many lines are requested to read on after a cat.
const nextLines = 200

// nextCommand returns the command that reads on after line last, if command reads lines of one file and more is true;
// else "".
func nextCommand(command string, last int64, more bool) string {
	if last == 0 || !more {
		return ""
	}

	first, to, file, ok := readRange(command)
	if !ok {
		return ""
	}

	end := last + nextLines
	switch {
	case to < math.MaxInt64 && last < to:
		end = to
	case to < math.MaxInt64:
		end = last + to - first + 1
	}

	return fmt.Sprintf("sed -n '%d,%dp' %s", last+1, end, shell.Operand(file))
}

// ReadCommand returns the command that reads lines of a file, or all of it.
func ReadCommand(file string, values tools.Values) string {
	first, hasFirst := lineNumber(values["first"])
	last, hasLast := lineNumber(values["last"])
	if !hasFirst && !hasLast {
		return "cat " + shell.Operand(file)
	}
	if !hasFirst {
		first = "1"
	}
	if !hasLast {
		last = "$"
	}

	return "sed -n '" + first + "," + last + "p' " + shell.Operand(file)
}

// lineNumber formats a line number for a sed script.
func lineNumber(v any) (string, bool) {
	text := string(tools.Encode(v))
	return text, text != "null" && !strings.ContainsAny(text, "'\"")
}

// readRange returns which lines of a file a command reads, if it has a form of ReadCommand.
func readRange(command string) (first, last int64, file string, ok bool) {
	programs, _ := shell.Plain(command, tools.Env{}.HomeDir())
	lines, file, ok := coreutils.ReadRange(programs)
	return lines.First, lines.Last, file, ok
}
