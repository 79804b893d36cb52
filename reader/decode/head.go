package decode

import (
	"io"
	"strings"
)

// Head is the first n bytes of what size bytes hold, unpacked where they are packed. It is shorter where there are no
// more, or where no more can be read or unpacked.
func Head(r io.ReaderAt, size int64, n int) []byte {
	first := make([]byte, min(int64(n), size))
	read, _ := r.ReadAt(first, 0) // what cannot be read is not there
	first = first[:read]
	packed := PackedBy(first)
	if packed == None {
		return first
	}
	in := Unpack(io.NewSectionReader(r, 0, size), packed)
	defer func() { _ = in.Close() }() // only read
	first = make([]byte, n)
	read, _ = io.ReadFull(in, first)
	return first[:read]
}

// TrimPacked is a file's name without the ending that a compressor gives it.
func TrimPacked(name string) string {
	for _, ending := range []string{".gz", ".zst", ".bz2", ".xz"} {
		if trimmed, ok := strings.CutSuffix(name, ending); ok {
			return trimmed
		}
	}
	return name
}
