package transcript

import (
	"bufio"
	"bytes"
	"io"
	"slices"

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
// is looked for. It is of the file with the calls of the agent.
func (m *Mentions) MayLack() bool { return m.scan.IsMalformed() }

// HasAll reports whether the file of a sub-agent that has ended may have all that it did: it has more lines than the
// one that says whose it is, and the last one is complete. What is recorded in the file of the run is. A packed file is
// not looked into.
func HasAll(a record.Agent) bool {
	if a.File == "" {
		return true
	}

	src, info, err := source.OpenRegular(a.File)
	if err != nil {
		return false
	}

	defer src.Close()

	var last [1]byte
	if _, err := src.ReadAt(last[:], info.Size()-1); err != nil || last[0] != '\n' {
		return false
	}

	in := bufio.NewReader(io.NewSectionReader(src, 0, info.Size()))
	first := int64(0)
	for {
		part, err := in.ReadSlice('\n')
		first += int64(len(part))
		if bytes.HasSuffix(part, []byte("\n")) {
			return first < info.Size()
		}
		if err != nil && err != bufio.ErrBufferFull {
			return false
		}
	}
}
