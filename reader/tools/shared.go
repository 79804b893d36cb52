package tools

import (
	"eyeline/reader/access"
	"eyeline/reader/source"
)

// Shared is a file that is opened once for the reads of several tools. A small one is read into memory and looked
// through once, so that a read answers from what is known of its lines; whether it has changed since, Unchanged tells
// for all of them. Of a larger one every read asks the system.
type Shared struct {
	path   string
	file   *access.File
	memory *source.Memory // its bytes; nil: too many
	plain  PlainText      // empty where the file is not plain text
	room   *Room
}

// Room is the memory for a file that is shared. One Room serves one file after the other.
type Room struct {
	buf    []byte
	most   int64 // size of the largest file that is read into memory
	memory source.Memory
	beside map[besideOf]bool // what was found of folders
}

// besideOf asks whether a file that a tool looks at beside others is in a folder or one above it.
type besideOf struct {
	tool *Tool
	dir  string
}

// mostBeside is how many of these a room remembers.
const mostBeside = 10_000

// NewRoom is a Room for files of at most most bytes. It keeps memory for one of kept bytes; a larger one has memory of
// its own for the time that it is open.
func NewRoom(kept int, most int64) *Room {
	return &Room{buf: make([]byte, kept), most: most, beside: map[besideOf]bool{}}
}

// Share takes over an open file, which is at an absolute path that leads over no symbolic link, inside the root of all
// the reads: no confinement is looked at again. A file that has room is read into memory, which serves no other file
// until Close. The error is that of reading.
func Share(path string, f *access.File, room *Room) (*Shared, error) {
	s := &Shared{path: path, file: f, room: room}
	if len(room.beside) > mostBeside {
		clear(room.beside)
	}

	if n := f.Size(); n <= room.most {
		buf := room.buf
		if n > int64(len(buf)) {
			buf = make([]byte, n)
		}

		if err := access.ReadFull(f, buf[:n], 0); err != nil {
			_ = f.Close() // read only: nothing is lost
			return nil, err
		}

		room.memory.Reset(buf[:n])
		s.memory = &room.memory
		s.plain = plainTextOf(path, s.memory)
	}

	return s, nil
}

// Bytes are the file's bytes.
func (s *Shared) Bytes() source.Bytes {
	if s.memory != nil {
		return s.memory
	}
	return s.file
}

// Unchanged returns access.ErrChanged when the file was written to since it was opened.
func (s *Shared) Unchanged() error { return s.file.Unchanged() }

// Close closes the file; no read may use it after that.
func (s *Shared) Close() error {
	if s.memory != nil {
		s.memory.Reset(nil)
	}
	return s.file.Close()
}
