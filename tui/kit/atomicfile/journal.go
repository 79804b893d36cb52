package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// Why a file is not appended to.
var (
	errLink    = errors.New("it is a symbolic link, which is not followed")
	errNotOurs = errors.New("it has something else than such records")
	errInUse   = errors.New("another program records to it")
	errGone    = errors.New("it was removed or replaced meanwhile")
	errChanged = errors.New("another program has changed its size meanwhile")
)

// Journal is a file that lines are appended to. It holds whole lines only, whatever ends its writer.
type Journal struct {
	mu     sync.Mutex
	folder *folder
	name   string
	file   *os.File
	is     fs.FileInfo
	size   int64
	began  int64 // the size that it was opened with
	isMade bool  // it was not there before
	unlock func()
}

// OpenJournal opens the file at path to append lines to it, or makes it. The file is read and written by its owner
// alone: other rights are taken away. Refused are a symbolic link, what is no regular file, a file of another user,
// one that another Journal has open where the system has locks, and a file that has anything but does not begin with
// begins. It does not wait for the writer of a pipe.
//
// lost is how many bytes of an unfinished line at the end were removed, which a writer leaves that is killed.
func OpenJournal(path, begins string) (j *Journal, lost int64, err error) {
	in, err := openFolder(filepath.Dir(path))
	if err != nil {
		return nil, 0, err
	}

	j = &Journal{folder: in, name: filepath.Base(path)}
	if err = j.open(); err == nil {
		lost, err = j.mend(begins)
	}
	if err != nil {
		_ = j.Close()
		return nil, 0, err
	}

	return j, lost, nil
}

func (j *Journal) open() (err error) {
	flags := os.O_RDWR | os.O_APPEND | nonBlocking
	switch info, err := j.folder.Lstat(j.name); {
	case errors.Is(err, fs.ErrNotExist):
		flags |= os.O_CREATE | os.O_EXCL
		j.isMade = true
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return errLink
	case !info.Mode().IsRegular():
		return errNotRegular
	}

	if j.file, err = j.folder.OpenFile(j.name, flags, 0o600); err != nil {
		return err
	}
	if j.is, err = j.file.Stat(); err != nil {
		return err
	}
	if err := j.inPlace(); err != nil { // what came between is not followed either
		return err
	}
	if !j.is.Mode().IsRegular() {
		return errNotRegular
	}

	unlock, ok := lock(j.file)
	if !ok {
		return errInUse
	}

	j.unlock = unlock
	return nil
}

// inPlace reports that the name means something else than the file.
func (j *Journal) inPlace() error {
	now, err := j.folder.Lstat(j.name)
	if err == nil && !os.SameFile(now, j.is) || errors.Is(err, fs.ErrNotExist) {
		return errGone
	}
	return err
}

// unchanged reports that the name means something else than the file, or that the file has not the size that it was
// left with: lines behind a cut do not belong together, and a file that begins with one of them is no journal.
func (j *Journal) unchanged() error {
	if err := j.inPlace(); err != nil {
		return err
	}
	now, err := j.file.Stat()
	if err == nil && now.Size() != j.size {
		return errChanged
	}
	return err
}

// mend checks whose file it is, gives it the rights of its owner alone, and removes an unfinished line at its end.
func (j *Journal) mend(begins string) (lost int64, err error) {
	head := make([]byte, len(begins))
	n, err := j.file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}

	j.size = j.is.Size()
	end, err := j.lineEnd()
	if err != nil {
		return 0, err
	}
	head = head[:n]
	if end > 0 && string(head) != begins || !bytes.HasPrefix([]byte(begins), head) {
		return 0, errNotOurs
	}
	if err := ownOnly(j.file, j.is); err != nil {
		return 0, err
	}

	lost = j.size - end
	if lost > 0 {
		err = j.file.Truncate(end)
		j.size = end
	}

	j.began = j.size
	return lost, err
}

// lineEnd is the offset behind the last line end; 0 without one.
func (j *Journal) lineEnd() (int64, error) {
	const step = 64 << 10
	buf := make([]byte, step)
	for end := j.size; end > 0; {
		start := max(end-step, 0)
		part := buf[:end-start]
		if _, err := j.file.ReadAt(part, start); err != nil {
			return 0, err
		}
		if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
			return start + int64(i) + 1, nil
		}

		end = start
	}

	return 0, nil
}

// Write implements [io.Writer]: it appends whole lines. After an error the file is as it was before.
func (j *Journal) Write(lines []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.unchanged(); err != nil {
		return 0, err
	}

	n, err := j.file.Write(lines)
	if err == nil {
		j.size += int64(n)
		return n, nil
	}

	if cut := j.cut(); cut != nil {
		return n, fmt.Errorf("%w; it ends with half a line", err)
	}

	return 0, err
}

// cut removes what was written of lines that could not be written whole. A file that is shorter meanwhile stays so: it
// would be filled with zeros.
func (j *Journal) cut() error {
	now, err := j.file.Stat()
	if err != nil || now.Size() <= j.size {
		return err
	}
	return j.file.Truncate(j.size)
}

// Drop removes the lines that were appended, and the file where it was made for them.
func (j *Journal) Drop() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.unchanged(); err != nil {
		return err
	}
	if j.isMade {
		return j.folder.Remove(j.name)
	}

	err := j.file.Truncate(j.began)
	if err == nil {
		j.size = j.began
	}

	return err
}

// Close closes the file. The error says that the system did not keep what was written.
func (j *Journal) Close() (err error) {
	if j.file != nil {
		err = j.file.Close()
	}
	if j.unlock != nil {
		j.unlock()
	}
	j.folder.close()
	return err
}
