package formats

import (
	"io"
	"strings"
	"time"

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

// set fills a field of the header that is still empty.
func set(field *string, v skim.Value) {
	if *field == "" && v.Kind == skim.String {
		*field = v.Text(4096)
	}
}

// when reads a time: RFC 3339 text, or a number of seconds or milliseconds since 1970. Anything else is the zero time.
func when(v skim.Value) time.Time {
	switch v.Kind {
	case skim.String:
		if t, err := time.Parse(time.RFC3339Nano, v.Text(64)); err == nil {
			return t.UTC()
		}
	case skim.Number:
		n, ok := v.Float()
		switch {
		case !ok || n <= 0 || n > 1e15:
		case n > 1e11: // 1973 in milliseconds, the year 5138 in seconds
			return time.UnixMilli(int64(n)).UTC()
		default:
			return time.UnixMilli(int64(n * 1000)).UTC()
		}
	}
	return time.Time{}
}
