package transcript

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"slices"

	"eyeline/reader/decode"
	"eyeline/reader/source"
	"eyeline/reader/transcript/record"
)

// MayLackBefore reports whether the record may lack something that an agent was sent before it made a call; for nil, at
// any time. That is so if a malformed line lies before the call in the same file, or anywhere in another file of the
// run.
func MayLackBefore(s *Session, c *record.Call) bool {
	return slices.ContainsFunc(s.Damage.Bad, func(b record.BadLine) bool {
		return c == nil || b.After < c.Order || b.File != s.files[c.Args.File].name
	})
}

// MayLack reports whether a line of the running transcript that was read so far is malformed: that line may have had
// what is searched for. It looks at the file with the calls of the agent.
func (m *Mentions) MayLack() bool { return m.scan.IsMalformed() }

// HasAll reports whether the file of a sub-agent may contain all that it did, in a session that has ended: the file has
// more lines than the first, which says whose file it is, and its last line is complete. It is true of a sub-agent
// without a file of its own. A file is read once, until the session grows.
func HasAll(s *Session, a record.Agent) bool {
	if a.File == "" {
		return true
	}

	has, isKnown := s.ended[a.File]
	if !isKnown {
		has = isEnded(a.File)
		if s.ended == nil {
			s.ended = map[string]bool{}
		}
		s.ended[a.File] = has
	}

	return has
}

// isEnded reports whether a file, which may be packed, has more than one line and ends with a line end. It takes no
// context, because HasAll keeps the answer, also one that was cut short.
func isEnded(path string) bool {
	src, size, err := openBeside(context.Background(), path)
	if err != nil {
		return false
	}
	defer func() { _ = src.Close() }() // only read: an error loses nothing

	if size == 0 {
		return false
	}

	var last [1]byte
	if _, err := src.ReadAt(last[:], size-1); err != nil || last[0] != '\n' {
		return false
	}

	in := bufio.NewReader(io.NewSectionReader(src, 0, size))
	first := int64(0)
	for {
		part, err := in.ReadSlice('\n')
		first += int64(len(part))
		if bytes.HasSuffix(part, []byte("\n")) {
			return first < size
		}
		if err != nil && err != bufio.ErrBufferFull {
			return false
		}
	}
}

// maxPackedBeside is how many bytes of a packed file beside a running transcript are unpacked, at most: there is little
// time.
const maxPackedBeside = 16 << 20

// errBeside is the error for a packed file that has more than maxPackedBeside bytes.
var errBeside = errors.New("a packed file beside the transcript has more than 16 MiB")

// readCloser is an open file that is read.
type readCloser interface {
	io.ReaderAt
	io.Closer
}

// openBeside opens a regular file beside a running transcript and returns its size in bytes. A packed file is unpacked.
func openBeside(ctx context.Context, path string) (src readCloser, size int64, err error) {
	if decode.TrimPacked(path) == path {
		file, info, err := source.OpenRegular(path)
		if err != nil {
			return nil, 0, err
		}
		return file, info.Size(), nil
	}

	unpacked, _, err := openUnpacked(ctx, path, maxPackedBeside)
	if err != nil {
		return nil, 0, err
	}
	size = unpacked.Snapshot().Size
	if size >= maxPackedBeside {
		return nil, 0, errors.Join(errBeside, unpacked.Close())
	}

	return unpacked, size, nil
}
