package tools

import (
	"fmt"
	"strings"
)

// Caps are the limits of one answer of a tool, and of the files that it reads. They are the only place of each limit:
// Run reads them from its tool, and Limits describes them.
type Caps struct {
	// Lines limits the number of lines of an answer.
	Lines Cap `json:"lines,omitzero"`
	// Output limits the text of an answer; Then limits what Output has left.
	Output Cap `json:"output,omitzero"`
	Then   Cap `json:"then,omitzero"`
	// Whole is the size in bytes of the largest file that is returned whole; Whole.Over says what happens to a larger
	// one. File is the size of the largest file of which anything is returned.
	Whole Cap `json:"whole,omitzero"`
	File  Cap `json:"file,omitzero"`
	// Also says in words what the fields cannot express. It never concerns which plain texts are returned whole.
	Also string `json:"also,omitempty"`
}

// Cap is one limit.
type Cap struct {
	// Most is the largest number within the limit; 0 for no limit.
	Most int64 `json:"most"`
	// Unit is what Most counts in an Output.
	Unit Unit `json:"unit,omitzero"`
	// PerToken, if not 0, says that Most counts tokens, each estimated as that many of Unit.
	PerToken int64 `json:"per_token,omitempty"`
	// Tab is the most that a tab counts in an Output, in Unit; 0 is one.
	Tab int64 `json:"-"`
	// Of says what is counted if that is not the whole answer: "of numbered lines".
	Of string `json:"of,omitempty"`
	// Flag is the argument or setting that changes the limit; Most is its default. Max is the greatest value that is
	// obeyed; 0 for any.
	Flag string `json:"flag,omitempty"`
	Max  int64  `json:"max,omitempty"`
	// Over is what happens beyond the limit.
	Over OverLimit `json:"over,omitempty"`
}

// OverLimit is what a tool does with too long an answer, in words that follow the limit.
type OverLimit string

const (
	OverEnds    OverLimit = "" // the answer ends before the limit
	OverMiddle  OverLimit = "the middle is cut"
	OverRefused OverLimit = "more is refused"
	OverOutline OverLimit = "else an outline"
	OverPage    OverLimit = "else the first page"
	OverReaches OverLimit = "up to the line that reaches it" // the line that reaches the limit is the last one
)

// Units returns the limit in Unit, for tokens Most times PerToken.
func (c Cap) Units() int64 {
	if c.PerToken > 0 {
		return c.Most * c.PerToken
	}
	return c.Most
}

// Limits describes the limits of an answer for the user: "2,000 lines, 50 KiB, 2,000 characters a line".
func (t *Tool) Limits() string {
	var said []string
	// add appends a limit as "AMOUNT[ OF][, or what a call can ask for][, what happens beyond the limit]".
	add := func(c Cap, before, amount, asked string) {
		if c.Most == 0 {
			return
		}
		if c.Of != "" {
			amount += " " + c.Of
		}
		amount += asked
		if c.Over != OverEnds {
			amount += ", " + string(c.Over)
		}

		said = append(said, before+amount)
	}

	c := t.Caps
	add(c.Lines, "", Thousands(c.Lines.Most)+" lines", c.Lines.asked(Thousands))
	add(c.Output, "", c.Output.amount(), c.Output.asked(c.Output.number))
	add(c.Then, "then ", c.Then.amount(), c.Then.asked(c.Then.number))
	if f := t.Lines; f != nil && f.Limit > 0 {
		said = append(said, Thousands(f.Limit)+" "+f.Unit.String()+" a line")
	}

	add(c.Whole, "whole files up to ", byteSize(c.Whole.Most), c.Whole.unless())
	add(c.File, "files up to ", byteSize(c.File.Most), c.File.unless())
	if c.Also != "" {
		said = append(said, c.Also)
	}
	if len(said) == 0 {
		return "none"
	}

	return strings.Join(said, "; ")
}

// asked says which limits Flag can set; number formats a limit.
func (c Cap) asked(number func(int64) string) string {
	switch {
	case c.Flag == "":
		return ""
	case c.Max == 0:
		return ", or --" + c.Flag
	case c.Max == c.Most:
		return ", or fewer by --" + c.Flag
	}
	return ", or --" + c.Flag + " up to " + number(c.Max)
}

// unless says that Flag lifts or changes a limit of the size of files.
func (c Cap) unless() string {
	if c.Flag == "" {
		return ""
	}
	return " unless --" + c.Flag + " is given"
}

// amount is [Cap.Amount] with the estimate of a token.
func (c Cap) amount() string {
	if c.PerToken > 0 {
		return fmt.Sprintf("%s (estimated: %d %s each)", c.Amount(), c.PerToken, c.Unit)
	}
	return c.Amount()
}

// Amount returns Most of an Output with its unit: "25,000 tokens".
func (c Cap) Amount() string {
	switch {
	case c.PerToken > 0:
		return Thousands(c.Most) + " tokens"
	case c.Unit == Bytes:
		return byteSize(c.Most)
	}
	return Thousands(c.Most) + " " + c.Unit.String()
}

// number formats a limit of an Output.
func (c Cap) number(n int64) string {
	if c.Unit == Bytes && c.PerToken == 0 {
		return byteSize(n)
	}
	return Thousands(n)
}

// byteSize formats a number of bytes in the largest unit that needs no fraction.
func byteSize(n int64) string {
	for _, unit := range []struct {
		size int64
		name string
	}{{1 << 20, "MiB"}, {1 << 10, "KiB"}, {1e6, "MB"}} {
		if n >= unit.size && n%unit.size == 0 {
			return Thousands(n/unit.size) + " " + unit.name
		}
	}
	return Thousands(n) + " bytes"
}

// Plural returns the ending of a noun for n things.
func Plural(n int64) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// Thousands formats a number with commas between groups of three digits.
func Thousands(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Kinds says what a tool returns for files that are not ordinary text, if only the path is given.
type Kinds struct {
	Empty AnswerKind `json:"empty"` // an empty file
	Image AnswerKind `json:"image"` // a PNG with the extension .png
	PDF   AnswerKind `json:"pdf"`   // a PDF with the extension .pdf
	// Binary: a file without extension that begins like a Linux executable, with NUL bytes.
	Binary AnswerKind `json:"binary"`
}

// AnswerKind is what a tool returns for a file, in words for the user.
type AnswerKind string

const (
	GivesText    AnswerKind = "text"    // its bytes as text
	GivesNothing AnswerKind = "nothing" // an answer without text
	GivesNotice  AnswerKind = "notice"  // a text about the file instead of its content
	GivesRefusal AnswerKind = "refusal" // an error
	GivesMedia   AnswerKind = "media"   // the file as a picture or document beside the text
	GivesHex     AnswerKind = "hexdump" // its bytes as a hex dump
)
