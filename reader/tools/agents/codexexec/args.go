package codexexec

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/serdejson"
	"eyeline/reader/internal/shell"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/codex"
)

// arguments are the arguments of codex's exec_command (CONTRACT-codex, exec_command), with its defaults.
type arguments struct {
	cmd string
	// workdir and shell are "" when absent or null.
	workdir, shell string
	tty            bool
	// maxOutputTokens is nil when absent or null.
	maxOutputTokens *uint64
	// environment is the id of the place where the command is to run, nil when absent or null. An array's first element
	// is one.
	environment *string
}

// decodeArgs reads the arguments of exec_command.
func decodeArgs(text []byte) (arguments, error) {
	var a arguments
	// The id of the environment is looked for before anything else, in a struct of its own.
	err := serdejson.Decode(text, func(d *serdejson.Decoder) *serdejson.Error {
		d.Arbitrary = true
		return d.Struct("ToolEnvironmentArgs", []serdejson.StructField{{Name: "environment_id", Placed: true, Read: func() *serdejson.Error {
			return d.Option(func() *serdejson.Error {
				a.environment = new(string)
				return d.Text("a string", a.environment)
			})
		}}})
	})
	if err != nil || a.environment != nil {
		return a, err
	}
	err = serdejson.Decode(text, func(d *serdejson.Decoder) *serdejson.Error {
		d.Arbitrary = true
		var login bool
		var wait uint64
		var why string
		optional := func(into *string) func() *serdejson.Error {
			return func() *serdejson.Error {
				return d.Option(func() *serdejson.Error { return d.Text("a string", into) })
			}
		}
		return d.Struct("ExecCommandArgs", []serdejson.StructField{
			{Name: "cmd", Read: func() *serdejson.Error { return d.Text("a string", &a.cmd) }, Required: true},
			{Name: "workdir", Read: optional(&a.workdir)},
			{Name: "shell", Read: optional(&a.shell)},
			{Name: "login", Read: func() *serdejson.Error {
				return d.Option(func() *serdejson.Error { return d.Bool(&login) })
			}},
			{Name: "tty", Read: func() *serdejson.Error { return d.Bool(&a.tty) }},
			{Name: "yield_time_ms", Read: func() *serdejson.Error { return d.Unsigned(&wait, "u64") }},
			{Name: "max_output_tokens", Read: codex.OptionalUsize(d, &a.maxOutputTokens)},
			{Name: "justification", Read: optional(&why)},
		})
	})
	if err != nil {
		return arguments{}, err
	}
	return a, nil
}

// parseArgs reads the arguments of exec_command.
func parseArgs(args []byte) (a arguments, err error) {
	if a, err = decodeArgs(args); err != nil {
		return a, tools.Refuse("failed to parse function arguments: " + err.Error())
	}
	if a.environment != nil {
		return a, tools.Refuse("unknown turn environment id `" + *a.environment + "`")
	}
	if strings.ContainsRune(a.cmd, 0) {
		return a, tools.Refuse(startFailed("nul byte found in provided data"))
	}
	return a, nil
}

// writeArgs is the Tool.Args of exec_command.
func writeArgs(file string, values tools.Values) json.RawMessage {
	command, given := values["cmd"]
	if !given {
		command = readCommand(file, values)
	}
	args := append([]byte(`{"cmd":`), tools.Encode(command)...)
	for _, p := range parameters[1:] {
		if values[p.Flag] == nil || p.Path == nil {
			continue
		}
		if v := tools.Encode(values[p.Flag]); v != nil {
			args = append(append(append(args, `,"`...), p.Path[0]...), `":`...)
			args = append(args, v...)
		}
	}
	return append(args, '}')
}

// readCommand is the command that reads lines of a file, or all of it.
func readCommand(file string, values tools.Values) string {
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

// lineNumber is a line number as a script of sed has it.
func lineNumber(v any) (string, bool) {
	if v == nil {
		return "", false
	}
	text := string(tools.Encode(v))
	if text == "null" {
		return "", false
	}
	if strings.ContainsAny(text, "'\"") {
		return "", false
	}
	return text, true
}

// rangeOf tells which lines of a file a command reads that readCommand made, or that is like one.
func rangeOf(command string) (first, last int64, file string, ok bool) {
	programs, _ := shell.Plain(command, tools.Env{}.HomeDir())
	return coreutils.Range(programs)
}

// valuesOf is the Tool.Values of exec_command.
func valuesOf(args json.RawMessage) (tools.Values, bool) {
	var fields map[string]any
	if json.Unmarshal(args, &fields) != nil || fields == nil {
		return nil, false
	}
	values := tools.Values{}
	for _, p := range parameters[1:] {
		if p.Path == nil || fields[p.Path[0]] == nil {
			continue
		}
		values[p.Flag] = fields[p.Path[0]]
		if n, ok := fields[p.Path[0]].(float64); ok && n == math.Trunc(n) && math.Abs(n) < 1<<53 {
			values[p.Flag] = int64(n)
		}
	}
	command, _ := fields["cmd"].(string)
	first, last, _, ok := rangeOf(command)
	switch {
	case !ok:
		if _, given := fields["cmd"]; given {
			values["cmd"] = command
		}
	case strings.HasPrefix(strings.TrimSpace(command), "sed"):
		values["first"] = first
		if last < math.MaxInt64 {
			values["last"] = last
		}
	}
	return values, true
}

// nextLines is how many lines an agent asks for that goes on after a cat.
const nextLines = 200

// nextCommand is the command that goes on after line last, where the command reads lines of one file and there are
// more; "" for none.
func nextCommand(command string, last int64, more bool) string {
	first, to, file, ok := rangeOf(command)
	if !ok || last == 0 || !more {
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
