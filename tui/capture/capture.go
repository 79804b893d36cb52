// Package capture keeps what a tool wrote, so that the model's view, the clipboard and a file all get the same bytes.
//
// Up to 1 MiB bytes stay in memory; more go to an unlinked temporary file, up to a limit after which the rest is
// counted and not kept.
package capture

import (
	"bytes"
	"context"
	"io"
	"os"
	"sort"
	"sync"
)

const (
	// inMemory is how much of an output stays in memory, in bytes.
	inMemory = 1 << 20
	// limit is how much of an output is kept at all, in bytes.
	limit = 256 << 20
	// stride is the number of lines between two remembered line starts.
	stride = 64
)

// Capture is an io.Writer that keeps what is written to it, and afterwards a source.Bytes over what it kept. It is
// written by one goroutine; once that is done, any number may read.
type Capture struct {
	mem    []byte
	file   *os.File
	kept   int64
	total  int64
	lines  int64   // '\n' bytes kept
	starts []int64 // offset of each stride-th line's start, the first line's (0) included
	last   byte
	err    error
	once   sync.Once
}

// New returns an empty capture.
func New() *Capture { return &Capture{starts: []int64{0}} }

// Write keeps p as far as the limit goes. It never fails: where the disk is full, no more is kept, and Complete says
// so.
func (c *Capture) Write(p []byte) (int, error) {
	n := len(p)
	c.total += int64(n)
	if n > 0 {
		c.last = p[n-1]
	}
	if room := limit - c.kept; int64(len(p)) > room {
		p = p[:room]
	}
	if c.err != nil || len(p) == 0 {
		return n, nil
	}
	if c.file == nil && c.kept+int64(len(p)) > inMemory {
		if c.err = c.spill(); c.err != nil {
			return n, nil
		}
	}
	if c.file != nil {
		if _, err := c.file.WriteAt(p, c.kept); err != nil {
			c.err = err
			return n, nil
		}
	} else {
		c.mem = append(c.mem, p...)
	}
	c.index(p)
	c.kept += int64(len(p))
	return n, nil
}

func (c *Capture) spill() error {
	f, err := os.CreateTemp("", "eyeline-output-*")
	if err != nil {
		return err
	}
	_ = os.Remove(f.Name()) // where an open file cannot be removed, Close does
	if _, err := f.WriteAt(c.mem, 0); err != nil {
		_ = f.Close()
		_ = os.Remove(f.Name())
		return err
	}
	c.file, c.mem = f, nil
	return nil
}

// index remembers line starts in p, which is about to be put at offset kept.
func (c *Capture) index(p []byte) {
	for at := 0; ; {
		i := bytes.IndexByte(p[at:], '\n')
		if i < 0 {
			return
		}
		at += i + 1
		c.lines++
		if c.lines%stride == 0 {
			c.starts = append(c.starts, c.kept+int64(at))
		}
	}
}

// Total is the number of bytes written, kept or not.
func (c *Capture) Total() int64 { return c.total }

// Size is the number of bytes kept.
func (c *Capture) Size() int64 { return c.kept }

// Complete says that everything written was kept.
func (c *Capture) Complete() bool { return c.kept == c.total }

// Lines is the number of lines kept; text after the last '\n' is a line.
func (c *Capture) Lines() int64 {
	if c.kept > 0 && c.last != '\n' {
		return c.lines + 1
	}
	return c.lines
}

// ReadAt reads what was kept.
func (c *Capture) ReadAt(p []byte, off int64) (int, error) {
	if c.file != nil {
		return io.NewSectionReader(c.file, 0, c.kept).ReadAt(p, off)
	}
	if off >= c.kept {
		return 0, io.EOF
	}
	n := copy(p, c.mem[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// LineStart returns the offset of a line, 0-based, clamped to the last line.
func (c *Capture) LineStart(line int64) (int64, error) {
	line = max(min(line, c.Lines()-1), 0)
	at := c.starts[line/stride]
	return c.skip(at, line%stride)
}

func (c *Capture) skip(at, n int64) (int64, error) {
	buf := make([]byte, 32<<10)
	for n > 0 {
		got, err := c.ReadAt(buf, at)
		p := buf[:got]
		for n > 0 {
			i := bytes.IndexByte(p, '\n')
			if i < 0 {
				break
			}
			p = p[i+1:]
			n--
		}
		at += int64(got - len(p))
		if n > 0 {
			at += int64(len(p))
			if err != nil {
				return at, err
			}
		}
	}
	return at, nil
}

// LineOf returns the number of the line with the byte at off, both 0-based. It may read the temporary file.
func (c *Capture) LineOf(ctx context.Context, off int64) (int64, error) {
	i := sort.Search(len(c.starts), func(i int) bool { return c.starts[i] > off }) - 1
	line := int64(i) * stride
	buf := make([]byte, 32<<10)
	for at := c.starts[i]; at < off; {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		n, err := c.ReadAt(buf[:min(int64(len(buf)), off-at)], at)
		line += int64(bytes.Count(buf[:n], []byte{'\n'}))
		at += int64(n)
		if n == 0 && err != nil {
			return 0, err
		}
	}
	return line, nil
}

// Close frees the temporary file, if there is one.
func (c *Capture) Close() error {
	var err error
	c.once.Do(func() {
		if c.file != nil {
			name := c.file.Name()
			err = c.file.Close()
			_ = os.Remove(name)
		}
	})
	return err
}
