package coreutils

import (
	"bytes"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// fragment is a part of a line: all of it or what one piece, or one buffer, has of it. The line's end is not in it.
type fragment struct {
	piece Piece  // with the line's end, where it has one
	text  []byte // without it
	ends  bool   // the line ends with it
}

// pieceWork is what it takes to hand on a piece or a fragment, as a number of bytes that are looked at.
const pieceWork = 100

// fragments takes a piece apart at its line ends. It returns false when take did.
func (r *Runner) fragments(p Piece, take func(f fragment) bool) bool {
	line := p.Line
	return r.chunks(p, func(from int64, b []byte) bool {
		for at := 0; at < len(b); {
			r.Looks(pieceWork)
			f := fragment{text: b[at:]}
			size := len(b) - at
			if i := bytes.IndexByte(f.text, '\n'); i >= 0 {
				f.text, f.ends = f.text[:i], true
				size = i + 1
			}

			f.piece = p.From(from + int64(at)).UpTo(int64(size))
			f.piece.Line = line
			if line > 0 && f.ends {
				line++
			}
			if !take(f) {
				return false
			}

			at += size
		}

		return true
	})
}

// chunks hands the bytes of a piece to take, one buffer after the other, each with its offset in the piece. They are
// valid until take returns. It returns false when take did.
func (r *Runner) chunks(p Piece, take func(from int64, b []byte) bool) bool {
	if p.Text != nil {
		r.Looks(pieceWork + int64(len(p.Text)))
		return len(p.Text) == 0 || take(0, p.Text) && !r.ended
	}

	on := true
	_, err := textfile.EachChunk(r.ctx, p.File, p.Start, p.End, func(b []byte, at int64, _ bool) (int, bool) {
		r.Looks(int64(len(b)))
		on = take(at-p.Start, b) && !r.ended
		return len(b), !on
	})
	if err != nil {
		return r.Fail(err)
	}

	return on
}

// Looks counts bytes that are looked at: a command in a [System] may look at mostLooked of them.
func (r *Runner) Looks(n int64) {
	if r.looked += n; r.System != nil && r.looked > mostLooked {
		r.End(tools.RefuseOwn("eyeline: the command looks at more than 256 MiB"))
	}
}

// spends does what takes work beside looking at bytes, which is counted as they are: it takes that from what is left
// for the command.
func (r *Runner) spends(do func(left *int64)) {
	most := int64(mostLooked)
	if r.System != nil {
		most -= r.looked
	}
	left := most
	do(&left)
	r.Looks(most - left)
}

// Looked is how many bytes were looked at so far.
func (r *Runner) Looked() int64 { return r.looked }
