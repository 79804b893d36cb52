package transcript

import (
	"io"
	"strings"

	"eyeline/reader/internal/skim"
	"eyeline/reader/source"
)

// smallSize is how many bytes are read of a small file beside a transcript.
const smallSize = 1 << 20

// smallFile returns the beginning of a regular file, nil when it cannot be read.
func smallFile(path string) []byte {
	src, err := source.OpenFile(path)
	if err != nil {
		return nil
	}
	defer func() { _ = src.Close() }()
	p, err := io.ReadAll(io.NewSectionReader(src, 0, min(src.Snapshot().Size, smallSize)))
	if err != nil {
		return nil
	}
	return p
}

// smallJSON returns the value of a small JSON file, a missing one when there is none.
func smallJSON(path string) skim.Value {
	p := smallFile(path)
	v, err := skim.FromBytes(p).Value(0, int64(len(p)))
	if err != nil {
		return skim.Value{}
	}
	return v
}

// among reports whether word is one of a list of words with one space between them.
func among(list, word string) bool {
	return word != "" && strings.Contains(" "+list+" ", " "+word+" ")
}
