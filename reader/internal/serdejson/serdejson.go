// Package serdejson reads JSON as Rust's serde_json 1.0.149 does: with its words and its positions, so that a model
// sees the same error as from a tool that is written with it.
//
// Positions: lines are 1-based; a column is the number of bytes of the line up to the place, so that the first byte
// read is column 1, and 0 stands for the place right after a '\n'.
package serdejson

import "fmt"

// Error is serde_json's error. Its position is that of the package comment.
type Error struct {
	Reason       string
	Line, Column int
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s at line %d column %d", e.Reason, e.Line, e.Column)
}
