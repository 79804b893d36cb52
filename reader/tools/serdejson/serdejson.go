// Package serdejson reads codex's arguments as the original does: with the words and the positions of serde_json
// 1.0.149, the version that codex had (CONTRACTS.md §1, check 1), so that a model sees the same error.
//
// Positions: lines are 1-based; a column is the number of bytes of the line up to the place, so that the first byte
// read is column 1, and 0 stands for the place right after a '\n'.
package serdejson

import (
	"fmt"

	"eyeline/reader/internal/lossy"
)

// Mode is the value of the mode argument.
type Mode uint8

const (
	ModeSlice Mode = iota
	ModeIndentation
)

// Args are the arguments of codex's read_file, with its defaults.
type Args struct {
	FilePath      string
	Offset, Limit uint64
	Mode          Mode
	Indentation   *Indentation // nil when absent or null
}

// Indentation is the indentation argument, with its defaults. AnchorLine and MaxLines are nil when absent or null.
type Indentation struct {
	AnchorLine      *uint64
	MaxLevels       uint64
	IncludeSiblings bool
	IncludeHeader   bool
	MaxLines        *uint64
}

// Error is serde_json's error.
type Error struct {
	Reason       string
	Line, Column int
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s at line %d column %d", e.Reason, e.Line, e.Column)
}

// ParseReadFileArgs reads the arguments' JSON text. Bytes that are not UTF-8, which cannot reach the original, are
// decoded lossily first. The error is an *Error.
func ParseReadFileArgs(data []byte) (args Args, err error) {
	d := &decoder{text: lossy.Decode(data)}
	if e := d.readFileArgs(&args); e != nil {
		return Args{}, d.positioned(e)
	}
	if e := d.end(); e != nil {
		return Args{}, d.positioned(e)
	}
	return args, nil
}

func (d *decoder) readFileArgs(a *Args) *Error {
	*a = Args{Offset: 1, Limit: 2000}
	return d.structure("ReadFileArgs", []field{
		{"file_path", func() *Error { return d.str("a string", &a.FilePath) }, true},
		{"offset", func() *Error { return d.usize(&a.Offset) }, false},
		{"limit", func() *Error { return d.usize(&a.Limit) }, false},
		{"mode", func() *Error { return d.mode(&a.Mode) }, false},
		{"indentation", func() *Error {
			return d.option(func() *Error {
				a.Indentation = &Indentation{IncludeHeader: true}
				return d.indentation(a.Indentation)
			})
		}, false},
	})
}

func (d *decoder) indentation(a *Indentation) *Error {
	optional := func(into **uint64) func() *Error {
		return func() *Error {
			return d.option(func() *Error {
				*into = new(uint64)
				return d.usize(*into)
			})
		}
	}
	return d.structure("IndentationArgs", []field{
		{"anchor_line", optional(&a.AnchorLine), false},
		{"max_levels", func() *Error { return d.usize(&a.MaxLevels) }, false},
		{"include_siblings", func() *Error { return d.boolean(&a.IncludeSiblings) }, false},
		{"include_header", func() *Error { return d.boolean(&a.IncludeHeader) }, false},
		{"max_lines", optional(&a.MaxLines), false},
	})
}

// mode reads an enum of unit variants: a string, or an object of one variant with null.
func (d *decoder) mode(m *Mode) *Error {
	c, ok := d.space()
	switch {
	case !ok:
		return d.peeked(eofValue)
	case c == '"':
		return d.variant(m)
	case c != '{':
		return d.peeked(wantValue)
	}
	d.at++
	err := d.variant(m)
	if err == nil {
		err = d.colon()
	}
	if err == nil {
		err = d.null()
	}
	if err != nil {
		return err
	}
	switch c, ok := d.space(); {
	case !ok:
		return d.here(eofObject)
	case c != '}':
		return d.here(wantValue)
	}
	d.at++
	return nil
}

func (d *decoder) variant(m *Mode) *Error {
	var name string
	if err := d.str("variant identifier", &name); err != nil {
		return err
	}
	switch name {
	case "slice":
		*m = ModeSlice
	case "indentation":
		*m = ModeIndentation
	default:
		return d.here("unknown variant `" + name + "`, expected `slice` or `indentation`")
	}
	return nil
}
