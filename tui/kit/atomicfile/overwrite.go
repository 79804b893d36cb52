package atomicfile

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// Overwrite writes stars over places of the file, so that no line changes its length. They are looked for in one part
// of it after the other; no part begins behind a backslash. A place has its first byte and the one behind its last, and
// is no longer than longest, else it may be missed. One that a line end is a part of is in no line.
func (j *Journal) Overwrite(longest int, placesIn func(part []byte) [][2]int) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	found, err := j.places(longest, placesIn)
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

	for _, at := range found {
		if err == nil {
			_, err = file.WriteAt(bytes.Repeat([]byte("*"), int(at[1]-at[0])), at[0])
		}
	}

	return errors.Join(err, file.Close())
}

// places are those in all of the file. Parts overlap, so that each place is whole in one; then it may be found twice.
func (j *Journal) places(longest int, placesIn func(part []byte) [][2]int) (found [][2]int64, err error) {
	buf := make([]byte, min(max(1<<20, 4*int64(longest)), j.size))
	for at := int64(0); at < j.size; {
		n, err := j.file.ReadAt(buf[:min(int64(len(buf)), j.size-at)], at)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}

		part := buf[:n]
		for _, place := range placesIn(part) {
			found = append(found, [2]int64{at + int64(place[0]), at + int64(place[1])})
		}

		next := n - longest
		for next > 1 && part[next-1] == '\\' {
			next--
		}

		if next < 1 || at+int64(n) >= j.size {
			break
		}

		at += int64(next)
	}

	return found, nil
}
