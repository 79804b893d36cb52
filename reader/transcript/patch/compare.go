package patch

import (
	"bufio"
	"context"
	"fmt"
	"hash/maphash"
	"io"

	"eyeline/reader/access"
)

var seed = maphash.MakeSeed()

// textOf stands for the text of a line; 0 for one that was cut, which is no other's.
func textOf(line string, cut bool) uint64 {
	if cut {
		return 0
	}
	return max(maphash.String(seed, line), 1)
}

// Differs says which of the lines that the change adds is another in the file as it is below a folder, or why that is
// not known; "" when they are all there, by their numbers. A diff of another state says nothing of what was sent.
func (f *File) Differs(ctx context.Context, folder string) (why string) {
	file, err := access.OpenIn(ctx, folder, f.Path)
	if err != nil {
		return "the file cannot be compared with the diff: " + err.Error()
	}
	defer file.Close()
	in, number, texts := bufio.NewReader(io.NewSectionReader(file, 0, file.Size())), int64(0), f.texts
	for _, added := range f.Added {
		for number < added[1] {
			line, cut, err := readLine(in)
			if number++; err == nil && ctx.Err() == nil && number < added[0] {
				continue
			}
			if err != nil || ctx.Err() != nil || textOf(line, cut) != texts[0] || cut {
				return fmt.Sprintf("line %d of the file is not the one that the diff adds", max(number, added[0]))
			}
			texts = texts[1:]
		}
	}
	return ""
}
