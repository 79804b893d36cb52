package codexexec

import (
	"encoding/json"
	"strconv"
	"strings"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/shell"
	"eyeline/reader/tools"
)

// readBackExec parses an answer of exec_command for the lines that its command reads.
func readBackExec(args json.RawMessage, content string) (tools.Parsed, bool) {
	var call struct{ Cmd string }
	if json.Unmarshal(args, &call) != nil || !strings.Contains(content, "Process exited with code 0\n") {
		return tools.Parsed{Total: -1}, false
	}

	const start = "\nOutput:\n"
	at := strings.Index(content, start)
	if at < 0 {
		return tools.Parsed{Total: -1}, false
	}

	return readBackOutput(call.Cmd, content, at+len(start))
}

// The mark in an output that Codex cuts, and the number before a line.
var (
	cutWarning = lazy.Regexp(
		`\AWarning: truncated output \(original token count: \d+\)\n(?:Total output lines: (\d+)|\.\.\. \d+ bytes ` +
			`omitted \.\.\.)\n\n`,
	)
	cutMarker  = lazy.Regexp(`…\d+ (?:tokens|chars) truncated…`)
	lineNumber = lazy.Regexp(`\A *\d*\t`)
)

// readBackOutput parses the lines that a command printed, in content from offset at on.
func readBackOutput(command, content string, at int) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1, Derived: true}
	programs, _ := shell.Plain(command, tools.Env{}.HomeDir())
	first, numbered, ok := coreutils.FirstLine(programs)
	if !ok {
		return p, false
	}

	total := int64(-1)
	warning := cutWarning().FindStringSubmatchIndex(content[at:])
	marker := []int(nil)
	if warning != nil {
		if warning[2] >= 0 {
			total, _ = strconv.ParseInt(content[at+warning[2]:at+warning[3]], 10, 64) // only digits
		}

		at += warning[1]
		marker = cutMarker().FindStringIndex(content[at:])
		if marker == nil {
			return p, false
		}
	}

	head := content
	if marker != nil {
		head = content[:at+marker[0]]
	}

	p = readback.Raw(p, head, at, first)
	if marker != nil {
		if n := len(p.Lines); n > 0 && !strings.HasSuffix(head, "\n") {
			p.Lines[n-1].Cut = true
		}

		if total >= 0 {
			tail := readback.Raw(tools.Parsed{}, content, at+marker[1], 1).Lines
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
			number := lineNumber().FindString(content[l.Start:l.End])
			l.Start += len(number)
			if l.Cut && l.Start == l.End || l.Cut && number == "" && marker != nil && l.Start < at+marker[0] {
				continue // cut inside its number
			}
			lines = append(lines, l)
		}

		p.Lines = lines
	}

	return p, len(p.Lines) > 0
}
