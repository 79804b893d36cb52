package coreutils

import "bytes"

// Terminal returns an emit that ends lines with "\r\n", as a terminal does.
func (r *Runner) Terminal(emit func(Piece) bool) func(Piece) bool {
	return func(p Piece) bool {
		return r.fragments(p, func(f fragment) bool {
			if f.ends {
				f.piece.Text = append(bytes.Clone(f.text), "\r\n"...)
				f.piece.Line = 0
			}
			return emit(f.piece)
		})
	}
}
