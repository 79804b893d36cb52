package decode

import (
	"io"
	"strings"
)

// Head returns the first n bytes of a file of size bytes, decompressed if it is compressed; fewer if there are no more,
// or no more can be read or decompressed.
func Head(r io.ReaderAt, size int64, n int) []byte {
	first := make([]byte, min(int64(n), size))
	read, _ := r.ReadAt(first, 0) // an error counts as the end
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

// TrimPacked removes the extension of a compressor from a file's name.
func TrimPacked(name string) string {
	for _, ending := range []string{".gz", ".zst", ".bz2", ".xz"} {
		if trimmed, ok := strings.CutSuffix(name, ending); ok {
			return trimmed
		}
	}
	return name
}
