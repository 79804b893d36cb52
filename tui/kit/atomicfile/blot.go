package atomicfile

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// Blot writes stars over a text wherever it stands in the file, so that no line changes its length. A text of which a
// line end is a part stands in no line.
func (j *Journal) Blot(text []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(text) == 0 || j.size < int64(len(text)) {
		return nil
	}

	found, err := j.placesOf(text)
	if err != nil || len(found) == 0 {
		return err
	}
	if err := j.unchanged(); err != nil {
		return err
	}

	file, err := j.folder.OpenFile(j.name, os.O_RDWR|nonBlocking, 0) // what is open to append writes at the end alone
	if err != nil {
		return err
	}

	is, err := file.Stat()
	if err == nil && !os.SameFile(is, j.is) {
		err = errGone
	}

	stars := bytes.Repeat([]byte("*"), len(text))
	for _, at := range found {
		if err == nil {
			_, err = file.WriteAt(stars, at)
		}
	}

	return errors.Join(err, file.Close())
}

// placesOf are the offsets of a text in the file, in their order.
func (j *Journal) placesOf(text []byte) (found []int64, err error) {
	buf := make([]byte, max(1<<20, 4*len(text)))
	for at := int64(0); at < j.size; {
		n, err := j.file.ReadAt(buf[:min(int64(len(buf)), j.size-at)], at)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}

		part := buf[:n]
		for from := 0; ; {
			i := bytes.Index(part[from:], text)
			if i < 0 {
				break
			}
			found = append(found, at+int64(from+i))
			from += i + len(text)
		}

		if n < len(text) || at+int64(n) >= j.size {
			break
		}

		at += int64(n - len(text) + 1) // it may stand across the end of this part
	}

	return found, nil
}
