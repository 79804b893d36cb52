package patch

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"eyeline/reader/transcript/record"
)

// File is one file of a unified diff.
type File struct {
	// Path is the file after the change, with slashes, as the diff names it; "" when the change deletes it.
	Path string
	// Added are the lines that the change adds, in the file's numbers after it: sorted, and not touching each other.
	Added record.Ranges
	// Deleted is the number of lines that the change takes out.
	Deleted int
}

// maxDiffLine is the length of the longest line of a diff that is read whole, in bytes; of a longer one only the
// beginning counts, which says what it is.
const maxDiffLine = 1 << 20

// Parse reads a unified diff, as git prints it: several files, with or without a/ and b/ before the names. What is
// between the files is skipped. The error says at which line the diff is none.
func Parse(r io.Reader) ([]File, error) {
	d := diffReader{in: bufio.NewReaderSize(r, 64<<10)}
	for {
		line, err := d.line()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := d.take(line); err != nil {
			return nil, fmt.Errorf("line %d of the diff: %w", d.number, err)
		}
	}
	if d.old > 0 || d.new > 0 {
		return nil, errors.New("the diff ends within a hunk")
	}
	for i := range d.files {
		d.files[i].Added.Sort()
	}
	return d.files, nil
}

// diffReader is a diff being read.
type diffReader struct {
	in     *bufio.Reader
	number int // of the line read last, 1-based

	files    []File
	old, new int64 // lines that the current hunk still has of either side
	at       int64 // number of the next line of the new side
}

// line reads the next line without its end, and no more than maxDiffLine bytes of it.
func (d *diffReader) line() (string, error) {
	var b strings.Builder
	for {
		part, err := d.in.ReadSlice('\n')
		if room := maxDiffLine - b.Len(); room > 0 {
			b.Write(part[:min(len(part), room)])
		}
		switch {
		case err == nil || err == io.EOF && b.Len() > 0:
			d.number++
			return strings.TrimSuffix(strings.TrimSuffix(b.String(), "\n"), "\r"), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return "", err
		}
	}
}

func (d *diffReader) take(line string) error {
	if d.old > 0 || d.new > 0 {
		return d.body(line)
	}
	switch {
	case strings.HasPrefix(line, "+++ "):
		d.files = append(d.files, File{Path: diffPath(line[4:])})
	case strings.HasPrefix(line, "@@ "):
		if len(d.files) == 0 {
			return errors.New("a hunk before the name of its file")
		}
		h, err := parseHeader(line)
		d.old, d.new, d.at = h.oldLines, h.newLines, h.newFirst
		return err
	}
	return nil
}

// body takes a line of a hunk.
func (d *diffReader) body(line string) error {
	f := &d.files[len(d.files)-1]
	kind := byte(' ') // an empty line is one of context whose blank was lost on the way
	if line != "" {
		kind = line[0]
	}
	switch kind {
	case ' ', '\t':
		d.old--
		d.new--
		d.at++
	case '-':
		d.old--
		f.Deleted++
	case '+':
		d.new--
		if k := len(f.Added) - 1; k >= 0 && f.Added[k][1] == d.at-1 {
			f.Added[k][1] = d.at
		} else { // hunks may come in any order
			f.Added = append(f.Added, record.Range{d.at, d.at})
		}
		d.at++
	case '\\': // "\ No newline at end of file"
	default:
		return fmt.Errorf("%.40q is no line of a hunk", line)
	}
	if d.old < 0 || d.new < 0 {
		return errors.New("the hunk has more lines than its header says")
	}
	return nil
}

// diffPath is a file's name in a diff: without the time that some programs put after it, git's quotes, and b/.
func diffPath(s string) string {
	if name, _, timed := strings.Cut(s, "\t"); timed {
		s = name
	}
	if strings.HasPrefix(s, `"`) {
		if name, err := strconv.Unquote(s); err == nil {
			s = name
		}
	}
	if s == "/dev/null" {
		return ""
	}
	return path.Clean(strings.TrimPrefix(s, "b/"))
}
