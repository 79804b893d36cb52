package agents

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"eyeline/reader/tools"
)

// execArguments is the Tool.Args of the tools that take a command: wrap makes the arguments of one, nil those of
// exec_command.
func execArguments(wrap func(call []byte) []byte) func(string, tools.Values) json.RawMessage {
	return func(file string, values tools.Values) json.RawMessage {
		command, given := values["cmd"]
		if !given {
			command = execRead(file, values)
		}
		args := append([]byte(`{"cmd":`), tools.Encode(command)...)
		for _, p := range execParams[1:] {
			if values[p.Flag] == nil || p.Path == nil {
				continue
			}
			if v := tools.Encode(values[p.Flag]); v != nil {
				args = append(append(append(args, `,"`...), p.Path[0]...), `":`...)
				args = append(args, v...)
			}
		}
		args = append(args, '}')
		if wrap != nil {
			return wrap(args)
		}
		return args
	}
}

// execRead is the command that reads lines of a file, or all of it.
func execRead(file string, values tools.Values) string {
	first, hasFirst := execLine(values["first"])
	last, hasLast := execLine(values["last"])
	if !hasFirst && !hasLast {
		return "cat " + shellFile(file)
	}
	if !hasFirst {
		first = "1"
	}
	if !hasLast {
		last = "$"
	}
	return "sed -n '" + first + "," + last + "p' " + shellFile(file)
}

// execLine is a line number as a script of sed has it.
func execLine(v any) (string, bool) {
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

// execRange reads back the lines of a command that execRead made, or that is like one.
func execRange(command string) (first, last int64, file string, ok bool) {
	commands, err := parseShell(tools.Env{}, command)
	if err != nil {
		return 0, 0, "", false
	}
	return execRangeOf(commands)
}

// execRangeOf is execRange for a command that was parsed.
func execRangeOf(commands []shellCommand) (first, last int64, file string, ok bool) {
	if len(commands) != 1 || commands[0].fed {
		return 0, 0, "", false
	}
	words := commands[0].words
	switch {
	case len(words) == 2 && words[0] == "cat" && !strings.HasPrefix(words[1], "-"):
		return 1, math.MaxInt64, words[1], true
	case len(words) != 4 || words[0] != "sed" || words[1] != "-n":
		return 0, 0, "", false
	}
	script, ok := parseSed(words[2])
	if !ok || len(script) != 1 || script[0].name != 'p' || script[0].not || script[0].from.last {
		return 0, 0, "", false
	}
	c := script[0]
	if c.from.line == 0 {
		return 1, math.MaxInt64, words[3], true
	}
	if first, last = c.lines(math.MaxInt64); c.to.last {
		last = math.MaxInt64
	}
	return first, last, words[3], true
}

// execValues is the Tool.Values of exec_command.
func execValues(args json.RawMessage) (tools.Values, bool) {
	var fields map[string]any
	if json.Unmarshal(args, &fields) != nil || fields == nil {
		return nil, false
	}
	values := tools.Values{}
	for _, p := range execParams[1:] {
		if p.Path == nil || fields[p.Path[0]] == nil {
			continue
		}
		values[p.Flag] = fields[p.Path[0]]
		if n, ok := fields[p.Path[0]].(float64); ok && n == math.Trunc(n) && math.Abs(n) < 1<<53 {
			values[p.Flag] = int64(n)
		}
	}
	command, _ := fields["cmd"].(string)
	first, last, _, ok := execRange(command)
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

// execNextLines is how many lines an agent asks for that goes on after a cat.
const execNextLines = 200

// execNext is the command that goes on after line last, where the commands read lines of one file and there are more; "" for
// none.
func execNext(commands []shellCommand, last int64, more bool) string {
	first, to, file, ok := execRangeOf(commands)
	if !ok || last == 0 || !more {
		return ""
	}
	end := last + execNextLines
	switch {
	case to < math.MaxInt64 && last < to:
		end = to
	case to < math.MaxInt64:
		end = last + to - first + 1
	}
	return fmt.Sprintf("sed -n '%d,%dp' %s", last+1, end, shellFile(file))
}
