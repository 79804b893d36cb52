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

// Differs says which of the lines that the change adds is another in the file as it is below a folder; "" when they are
// all there, by their numbers. A diff of another state of the file says nothing of the lines that were sent.
func (f *File) Differs(ctx context.Context, folder string) (why string) {
	file, err := access.OpenIn(ctx, folder, f.Path)
	if err != nil {
		return "the file cannot be compared with the diff: " + err.Error()
	}
	defer file.Close()
	in, number, texts := bufio.NewReaderSize(io.NewSectionReader(file, 0, file.Size()), 64<<10), int64(0), f.texts
	for _, added := range f.Added {
		for number < added[1] {
			line, cut, err := readLine(in)
			if number++; err == nil {
				err = ctx.Err()
			}
			switch {
			case err != nil && err != io.EOF:
				return "the file cannot be compared with the diff: " + err.Error()
			case number < added[0] && err == nil:
				continue
			case err != nil || cut || textOf(line, false) != texts[0]:
				return fmt.Sprintf("line %d of the file is not the one that the diff adds", max(number, added[0]))
			}
			texts = texts[1:]
		}
	}
	return ""
}
