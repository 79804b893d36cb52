package tools

import (
	"eyeline/reader/access"
	"eyeline/reader/source"
)

// Shared is an open file for the reads of several tools. A small file is held in memory and analyzed once. Unchanged
// checks for all reads of it whether it has changed; of a larger file each read asks the system.
type Shared struct {
	path   string
	file   *access.File
	memory *source.Memory // its bytes; nil for a large file
	room   *Room
}

// Room is reusable memory for a Shared file. It serves one file after the other.
type Room struct {
	buf    []byte
	most   int64 // size of the largest file that is held in memory, in bytes
	memory source.Memory
	beside map[besideKey]bool // cache of Env.liesBeside
}

// besideKey is a key of Room.beside: whether one of the tool's Beside files is in dir or a parent.
type besideKey struct {
	tool *Tool
	dir  string
}

// maxBeside is how many of these a room caches.
const maxBeside = 10_000

// NewRoom returns a Room for files of at most most bytes. It keeps a buffer of kept bytes; a larger file gets one of
// its own while it is open.
func NewRoom(kept int, most int64) *Room {
	return &Room{buf: make([]byte, kept), most: most, beside: map[besideKey]bool{}}
}

// Share takes ownership of an open file at an absolute path without symbolic links, which must lie inside the root of
// all reads: confinement is not checked again. A file of at most room.most bytes is read into room, which then serves
// no other file until Close. The error is that of reading.
func Share(path string, f *access.File, room *Room) (*Shared, error) {
	s := &Shared{path: path, file: f, room: room}
	if len(room.beside) > maxBeside {
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
	}

	return s, nil
}

// plain returns the measures of a plain text, which it takes once; they are zero for another file.
func (s *Shared) plain() PlainText {
	if s.memory == nil {
		return PlainText{}
	}
	return s.memory.Once("plain text", func() any { return plainTextOf(s.path, s.memory) }).(PlainText)
}

// CanShare reports whether reads may use a file that was opened for several of them: they are not confined, and their
// paths are those of this machine.
func (e Env) CanShare() bool {
	return e.Stream == nil && e.Shared == nil && e.Only == nil && !e.Confine && !e.translates()
}

// Bytes returns the file's bytes.
func (s *Shared) Bytes() source.Bytes {
	if s.memory != nil {
		return s.memory
	}
	return s.file
}

// Unchanged returns access.ErrChanged if the file was written to since it was opened.
func (s *Shared) Unchanged() error { return s.file.Unchanged() }

// Close closes the file; no read may use it after that.
func (s *Shared) Close() error {
	if s.memory != nil {
		s.memory.Reset(nil)
	}
	return s.file.Close()
}
