// Package serdejson decodes JSON like Rust's serde_json 1.0.149, with its error texts and positions, so that a model
// sees the same errors as from a tool written with it.
//
// Positions: lines are 1-based; a column is the number of bytes of the line consumed so far, so that the first byte is
// column 1, and 0 is right after a '\n'.
package serdejson

import "fmt"

// Error is serde_json's error, with a position as in the package comment.
type Error struct {
	Reason       string
	Line, Column int
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s at line %d column %d", e.Reason, e.Line, e.Column)
}
