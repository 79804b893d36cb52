package qwencode

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/width"

	"eyeline/reader/internal/shelltool"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// Shell is what Qwen Code's models get for reads in its shell (CONTRACT-shells, qwen_code_shell). The command runs in a
// terminal of 80 columns, whose screen is the answer.
var Shell = tools.Variant(shelltool.New(Tool, "qwen_code_shell", "run_shell_command",
	tools.Caps{Lines: tools.Cap{Most: 10_000, Of: "of 80 columns", Over: "else it is not imitated"}, Output: tools.Cap{
		Most: 30_000, Unit: tools.UTF16, Of: "with the header and spaces for tabs", Tab: 8,
		Over: "else the first 800 and the last 3,200",
	}},
	shelltool.Command{Shell: "bash"}, answerShell), func(t *tools.Tool) {
	t.Kinds = tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesNotice, PDF: tools.GivesNotice, Binary: tools.GivesNotice,
	}
})

const (
	shellPreview = 4_000 // UTF-16 units of what is shown of an answer that is too long
	shellColumns = 80    // width of the terminal
	shellCut     = "\n\n---\n... [CONTENT TRUNCATED] ...\n---\n\n"
)

func answerShell(env tools.Env, t *shelltool.Output) (*shelltool.Answer, error) {
	if t.Columns != "" {
		return nil, shelltool.OnTerminal(t.Columns)
	}

	shown, err := onScreen(env, t)
	if err != nil {
		return nil, err
	}
	if len(shown) == 0 {
		shown = []shelltool.Part{shelltool.OwnText("(empty)")}
	}

	parts := append(
		[]shelltool.Part{shelltool.OwnText("Command: " + t.Command + "\nDirectory: (root)\nOutput: ")}, shown...,
	)
	parts = append(parts, shelltool.OwnText(fmt.Sprintf(
		"\nError: (none)\nExit Code: %d\nSignal: (none)\nProcess Group PGID: 10000", t.Status)))
	ans := &shelltool.Answer{Parts: parts, Trims: true}
	all := shelltool.Join(parts)
	if tools.UTF16.Length(all) <= env.Caps().Output.Most {
		return ans, nil
	}

	ans.Header = fmt.Sprintf("Tool output was too large and has been truncated.\nThe full output has been saved to: "+
		"%s/.qwen/tmp/%x/run_shell_command_000000000000.output\nTo read the complete output, use the read_file tool "+
		"with the absolute file path above.\nThe truncated output below shows the beginning and end of the content. "+
		"The marker '... [CONTENT TRUNCATED] ...' indicates where content was removed.\n\n"+
		"Truncated part of the output:\n",
		env.HomeDir(), sha256.Sum256([]byte(env.Dir())))
	ans.Cut = true
	ans.Parts = shortened(parts, all)
	return ans, nil
}

// shortened returns the start and end of an answer: whole lines, and what still fits of the next ones.
func shortened(parts []shelltool.Part, all []byte) []shelltool.Part {
	const dots = "..."
	lines := bytes.Split(all, []byte("\n"))
	budget := int64(shellPreview - len(shellCut))
	firsts := max(len(lines)/5, 1)
	front := 0
	back := len(all) + 1
	taken := 0
	left := budget / 5
	cut := shellCut
	for taken < firsts && left > 0 {
		line := lines[taken]
		if length := tools.UTF16.Length(line) + 1; length <= left {
			left -= length
			front += len(line) + 1
			taken++
			continue
		}

		if left >= int64(len(dots)) {
			front += shelltool.Units(line, left-int64(len(dots))) + 1
			cut = dots + cut
			taken++
		}

		left = 0
	}

	left += budget - budget/5
	for i := len(lines) - 1; i >= max(firsts, taken) && left > 0; i-- {
		length := tools.UTF16.Length(lines[i])
		if length < left {
			left -= length + 1
			back -= len(lines[i]) + 1
			continue
		}

		if left >= int64(len(dots)) {
			back -= len(lines[i]) - shelltool.Units(lines[i], length-(left-int64(len(dots)))) + 1
			cut += dots
		}

		left = 0
	}

	return shelltool.Ends(parts, max(front-1, 0), cut, min(back, len(all)))
}

// onScreen returns an output as the terminal shows it: without white space at its end, and with spaces for tabs, except
// at the ends of lines and rows.
func onScreen(env tools.Env, t *shelltool.Output) (parts []shelltool.Part, err error) {
	const sniffed = 4096
	if bytes.IndexByte(t.Decoded[:min(len(t.Decoded), sniffed)], 0) >= 0 {
		return nil, nil
	}

	s := screen{text: t.Decoded}
	for line := range bytes.Lines(t.Decoded) {
		if !s.show(line) {
			return nil, tools.RefuseOwn(
				"eyeline: what Qwen Code's terminal makes of control characters is not imitated",
			)
		}
	}

	if int64(s.rows) > env.Caps().Lines.Most {
		return nil, tools.RefuseOwn(
			"eyeline: what Qwen Code keeps of more than 10,000 rows of 80 columns is not imitated",
		)
	}

	for n := len(s.parts) - 1; n >= 0; n-- {
		s.parts[n].Text = bytes.TrimRightFunc(s.parts[n].Text, textfile.IsJSSpace)
		if len(s.parts[n].Text) > 0 {
			break
		}
		s.parts = s.parts[:n]
	}

	return s.parts, nil
}

var blanks = bytes.Repeat([]byte(" "), shellColumns)

// screen is what the terminal shows of an output.
type screen struct {
	text  []byte // the output
	parts []shelltool.Part
	at    int // offset up to which the output is shown
	rows  int
}

// upTo shows the output up to an offset.
func (s *screen) upTo(end int) {
	n := len(s.parts) - 1
	if n >= 0 && !s.parts[n].Own && s.parts[n].From+len(s.parts[n].Text) == s.at {
		s.parts[n].Text = s.text[s.parts[n].From:end]
	} else if s.at < end {
		s.parts = append(s.parts, shelltool.Part{Text: s.text[s.at:end], From: s.at})
	}
	s.at = end
}

// show shows a line; it returns false if it has control characters other than tabs.
func (s *screen) show(line []byte) bool {
	start := s.at
	column := 0
	spaces := 0
	text := bytes.TrimRight(line, "\r\n")
	for i, r := range string(text) {
		switch {
		case r == '\t':
			s.upTo(start + i)
			s.at++
			if column < shellColumns {
				stop := min((column/8+1)*8, shellColumns-1)
				spaces += stop - column
				column = stop
			}

			continue
		case r < ' ' || r >= 0x7F && r < 0xA0:
			return false
		}

		wide := 1
		if n := utf8.RuneLen(r); n == 2 || n == 3 {
			kind := width.LookupRune(r).Kind()
			if kind == width.EastAsianWide || kind == width.EastAsianFullwidth {
				wide = 2
			}
		}

		column += wide
		if column > shellColumns {
			column = wide
			spaces = 0
			s.rows++
		}

		if spaces > 0 {
			s.parts = append(s.parts, shelltool.Part{Text: blanks[:spaces], Own: true})
			spaces = 0
		}
	}

	s.upTo(start + len(text))
	s.at = start + len(line) - bytes.Count(line, []byte("\n"))
	s.upTo(start + len(line))
	s.rows++
	return true
}
