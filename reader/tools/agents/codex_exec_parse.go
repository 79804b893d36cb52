package agents

import (
	"encoding/json"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"eyeline/reader/tools"
)

// parseExec takes an answer of exec_command for the lines that its command reads.
func parseExec(args json.RawMessage, content string) (tools.Parsed, bool) {
	var call struct{ Cmd string }
	if json.Unmarshal(args, &call) != nil || !strings.Contains(content, "Process exited with code 0\n") {
		return tools.Parsed{Total: -1}, false
	}
	const start = "\nOutput:\n"
	at := strings.Index(content, start)
	if at < 0 {
		return tools.Parsed{Total: -1}, false
	}
	return parseOutput(call.Cmd, content, at+len(start))
}

// execPatterns are what Codex puts into an output that it cuts.
var execPatterns = sync.OnceValue(func() (p struct{ warning, marker, number *regexp.Regexp }) {
	p.warning = regexp.MustCompile(`\AWarning: truncated output \(original token count: \d+\)\n(?:Total output lines: (\d+)|\.\.\. \d+ bytes omitted \.\.\.)\n\n`)
	p.marker = regexp.MustCompile(`…\d+ (?:tokens|chars) truncated…`)
	p.number = regexp.MustCompile(`\A *\d*\t`)
	return p
})

// parseOutput reads the lines in what a command printed, which is the content from byte at on.
func parseOutput(command, content string, at int) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1, Estimated: true}
	first, numbered, ok := execFirstLine(command)
	if !ok {
		return p, false
	}
	patterns := execPatterns()
	total := int64(-1)
	warning := patterns.warning.FindStringSubmatchIndex(content[at:])
	marker := []int(nil)
	if warning != nil {
		if warning[2] >= 0 {
			total, _ = strconv.ParseInt(content[at+warning[2]:at+warning[3]], 10, 64) // digits
		}
		at += warning[1]
		if marker = patterns.marker.FindStringIndex(content[at:]); marker == nil {
			return p, false
		}
	}
	head := content
	if marker != nil {
		head = content[:at+marker[0]]
	}
	p = parseRaw(p, head, at, first)
	if marker != nil {
		if n := len(p.Lines); n > 0 && !strings.HasSuffix(head, "\n") {
			p.Lines[n-1].Cut = true
		}
		if total >= 0 {
			tail := parseRaw(tools.Parsed{}, content, at+marker[1], 1).Lines
			for i := range tail {
				tail[i].Number = first + total - int64(len(tail)) + int64(i)
				tail[i].Cut = i == 0
			}
			p.Lines = append(p.Lines, tail...)
		}
	}
	if numbered {
		var lines []tools.ParsedLine
		for _, l := range p.Lines {
			number := patterns.number.FindString(content[l.Start:l.End])
			l.Start += len(number)
			if l.Cut && l.Start == l.End || l.Cut && number == "" && marker != nil && l.Start < at+marker[0] {
				continue // it is cut inside its number
			}
			lines = append(lines, l)
		}
		p.Lines = lines
	}
	return p, len(p.Lines) > 0
}

// execFirstLine is the number of the line that a command prints first, where it prints lines of one file in their order,
// and whether it numbers them.
func execFirstLine(command string) (first int64, numbered, ok bool) {
	commands, err := parseShell(tools.Env{}, command)
	if err != nil || len(commands) > 2 {
		return 0, false, false
	}
	first = 1
	for i, c := range commands {
		if c.fed {
			return 0, false, false
		}
		words := c.words
		files := 1
		if i > 0 {
			files = 0
		}
		switch words[0] {
		case "cat", "nl":
			o, parsed := parseOptions(words[1:], "na", "b", nil)
			if !parsed || len(o.operands) != files || i > 0 {
				return 0, false, false
			}
			for _, f := range o.flags {
				numbered = numbered || f.name == "n"
			}
			if words[0] == "nl" {
				if numbered = len(o.flags) == 1 && o.flags[0] == (execFlag{"b", "a"}); !numbered {
					return 0, false, false
				}
			}
		case "sed":
			name := strings.Join(append([]string{"sed"}, quoteAll(words[1:])...), " ")
			if files == 0 {
				name += " x"
			}
			from, _, _, ranged := execRange(name)
			if !ranged {
				return 0, false, false
			}
			first = from
		case "head", "tail":
			o, parsed := parseOptions(words[1:], "", "n", nil)
			if !parsed || len(o.operands) != files {
				return 0, false, false
			}
			if words[0] == "tail" {
				if len(o.flags) != 1 || !strings.HasPrefix(o.flags[0].value, "+") {
					return 0, false, false
				}
				n, counted := execCount(o.flags[0].value[1:])
				if !counted || n > math.MaxInt32 {
					return 0, false, false
				}
				first = max(n, 1)
			}
		default:
			return 0, false, false
		}
	}
	return first, numbered, true
}

func quoteAll(words []string) []string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = shellQuote(w)
	}
	return quoted
}
