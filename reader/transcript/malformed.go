package transcript

import (
	"context"
	"errors"
	"io"
	"slices"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/source"
	"eyeline/reader/transcript/record"
)

// MayLackBefore reports whether the record may lack something that an agent was sent before it made a call, or at any
// time for nil: a malformed line lies before the call in its file, or anywhere in another file of the run.
func MayLackBefore(s *Session, c *record.Call) bool {
	return slices.ContainsFunc(s.Bad, func(b record.BadLine) bool {
		return c == nil || b.After < c.Order || b.File != s.files[c.Args.File].name
	})
}

// MayLack reports whether a line of the running transcript that was read so far is malformed: what it had may be what
// is looked for. It reads all of the file with the calls of the agent.
func (m *Mentions) MayLack(ctx context.Context) (bool, error) {
	src, _, err := source.OpenRegular(m.path)
	if err != nil {
		return false, err
	}
	defer src.Close()
	f := file{text: jsonskim.NewSource(src, m.End())}
	for off := f.markLen(); off < f.text.Size(); {
		end, terminated := f.text.Line(off)
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if !terminated {
			break // it is being written
		}
		_, err := f.text.Value(off, end)
		if f.text.Err() != nil {
			return false, f.text.Err()
		}
		if err != nil && !errors.Is(err, io.EOF) { // of an empty line
			return true, nil
		}
		off = end + 1
	}
	return false, nil
}
