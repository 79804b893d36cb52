package coreutils

import (
	"bytes"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// fragment is the part of a line that lies in one piece and one buffer. text excludes the line end.
type fragment struct {
	piece Piece  // including the line end, if any
	text  []byte // excluding the line end
	ends  bool   // it has the line end
}

// pieceWork is the cost of passing on a piece or fragment, as a number of bytes for CountWork.
const pieceWork = 100

// fragments splits a piece at its line ends and passes each part to take, until that returns false; it returns what
// take did last.
func (r *Runner) fragments(p Piece, take func(f fragment) bool) bool {
	line := p.Line
	return r.chunks(p, func(from int64, b []byte) bool {
		for at := 0; at < len(b); {
			r.CountWork(pieceWork)
			f := fragment{text: b[at:]}
			size := len(b) - at
			if i := bytes.IndexByte(f.text, '\n'); i >= 0 {
				f.text = f.text[:i]
				f.ends = true
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

// chunks reads a piece by buffers and passes each to take, with its offset in the piece, until that returns false; it
// returns what take did last. The bytes are valid until take returns.
func (r *Runner) chunks(p Piece, take func(from int64, b []byte) bool) bool {
	if p.Text != nil {
		r.CountWork(pieceWork + int64(len(p.Text)))
		return len(p.Text) == 0 || take(0, p.Text) && !r.ended
	}

	on := true
	_, err := textfile.EachChunk(r.ctx, p.File, p.Start, p.End, func(b []byte, at int64, _ bool) (int, bool) {
		r.CountWork(int64(len(b)))
		on = take(at-p.Start, b) && !r.ended
		return len(b), !on
	})
	if err != nil {
		return r.Fail(err)
	}

	return on
}

// CountWork adds n bytes to the work of the command. In a [System] it ends the evaluation above maxLooked.
func (r *Runner) CountWork(n int64) {
	if r.work += n; r.System != nil && r.work > maxLooked {
		r.End(tools.RefuseOwn("eyeline: the command looks at more than 256 MiB"))
	}
}

// spend runs do with the work that is left for the command, and counts what it uses.
func (r *Runner) spend(do func(left *int64)) {
	most := int64(maxLooked)
	if r.System != nil {
		most -= r.work
	}
	left := most
	do(&left)
	r.CountWork(most - left)
}

// WorkDone returns the work of the command so far, in bytes.
func (r *Runner) WorkDone() int64 { return r.work }
