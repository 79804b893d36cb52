// Package serdejson reads JSON as Rust's serde_json 1.0.149 does: with its words and its positions, so that a model
// sees the same error as from a tool that is written with it.
//
// Positions: lines are 1-based; a column is the number of bytes of the line up to the place, so that the first byte
// read is column 1, and 0 stands for the place right after a '\n'.
package serdejson

import (
	"fmt"
	"slices"

	"eyeline/reader/internal/lossy"
)

// Error is serde_json's error. Its position is that of the package comment.
type Error struct {
	Reason       string
	Line, Column int
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s at line %d column %d", e.Reason, e.Line, e.Column)
}

// Decode reads a JSON text with read, to its end. Bytes that are not UTF-8, which cannot reach the original, are
// decoded lossily first. The error is an *Error.
func Decode(text []byte, read func(d *Decoder) *Error) error {
	d := &Decoder{text: lossy.Decode(text)}
	err := read(d)
	if err == nil {
		err = d.end()
	}
	if err != nil {
		return d.positioned(err)
	}
	return nil
}

// Enum reads an enum of unit variants: a string, or an object of one variant with null. into gets the index of the
// variant.
func (d *Decoder) Enum(into *int, variants ...string) *Error {
	c, ok := d.space()
	switch {
	case !ok:
		return d.peeked(eofValue)
	case c == '"':
		return d.variant(into, variants)
	case c != '{':
		return d.peeked(wantValue)
	}
	d.at++
	err := d.variant(into, variants)
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

func (d *Decoder) variant(into *int, variants []string) *Error {
	var name string
	if err := d.Text("variant identifier", &name); err != nil {
		return err
	}
	if i := slices.Index(variants, name); i >= 0 {
		*into = i
		return nil
	}
	return d.here(unknownVariant(name, variants))
}
