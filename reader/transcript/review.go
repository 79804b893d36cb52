package transcript

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Diffed is one file of a unified diff.
type Diffed struct {
	// Path is the file after the change, with slashes, as the diff names it; "" when the change deletes it.
	Path string
	// Added are the lines that the change adds, in the file's numbers after it: sorted, and not touching each other.
	Added []Range
	// Deleted is the number of lines that the change takes out.
	Deleted int
}

// maxDiffLine is the length of the longest line of a diff that is read whole, in bytes; of a longer one only the beginning
// counts, which says what it is.
const maxDiffLine = 1 << 20

// ParseDiff reads a unified diff, as git prints it: several files, with or without a/ and b/ before the names. What is
// between the files is skipped. The error says at which line the diff is none.
func ParseDiff(r io.Reader) ([]Diffed, error) {
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
		d.files[i].Added = sorted(d.files[i].Added)
	}
	return d.files, nil
}

// sorted puts ranges in order and joins those that touch: hunks may come in any order.
func sorted(ranges []Range) []Range {
	slices.SortFunc(ranges, func(a, b Range) int { return cmp.Compare(a[0], b[0]) })
	out := ranges[:0]
	for _, r := range ranges {
		if k := len(out); k > 0 && r[0] <= out[k-1][1]+1 {
			out[k-1][1] = max(out[k-1][1], r[1])
		} else {
			out = append(out, r)
		}
	}
	return out
}

// diffReader is a diff being read.
type diffReader struct {
	in     *bufio.Reader
	number int // of the line read last, 1-based

	files    []Diffed
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
		d.files = append(d.files, Diffed{Path: diffPath(line[4:])})
	case strings.HasPrefix(line, "@@ "):
		if len(d.files) == 0 {
			return errors.New("a hunk before the name of its file")
		}
		return d.header(line)
	}
	return nil
}

// header reads "@@ -OLD,N +NEW,N @@".
func (d *diffReader) header(line string) error {
	fields := strings.Fields(line)
	if len(fields) < 4 || fields[0] != "@@" || fields[3] != "@@" {
		return fmt.Errorf("%q is no hunk header", line)
	}
	var err error
	if _, d.old, err = hunkRange(fields[1], '-'); err == nil {
		d.at, d.new, err = hunkRange(fields[2], '+')
	}
	return err
}

func hunkRange(s string, sign byte) (first, count int64, err error) {
	bad := fmt.Errorf("%q is no range of lines", s)
	if s == "" || s[0] != sign {
		return 0, 0, bad
	}
	from, n, counted := strings.Cut(s[1:], ",")
	if first, err = strconv.ParseInt(from, 10, 64); err != nil || first < 0 {
		return 0, 0, bad
	}
	count = 1
	if counted {
		if count, err = strconv.ParseInt(n, 10, 64); err != nil || count < 0 {
			return 0, 0, bad
		}
	}
	return first, count, nil
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
		f.Added = addLine(f.Added, d.at)
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

// addLine adds a line after all others.
func addLine(ranges []Range, n int64) []Range {
	if k := len(ranges); k > 0 && ranges[k-1][1] == n-1 {
		ranges[k-1][1] = n
		return ranges
	}
	return append(ranges, Range{n, n})
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

// Reviewed is what a transcript's model was sent of one file of a diff.
type Reviewed struct {
	Path    string  `json:"path"`
	Added   int64   `json:"added"`   // lines that the diff adds
	Sent    int64   `json:"sent"`    // those of them that the model was sent whole, as they are now
	Unsent  []Range `json:"unsent"`  // the others
	Deleted int     `json:"deleted"` // lines that the diff takes out; nothing is said of them
}

// Review compares a diff with what was sent. The diff must be of the files as they are now.
func Review(c *Coverage, diff []Diffed) []Reviewed {
	var out []Reviewed
	for _, d := range diff {
		r := Reviewed{Path: d.Path, Deleted: d.Deleted, Unsent: []Range{}}
		i := slices.IndexFunc(c.Files, func(f FileCoverage) bool { return f.Path == d.Path })
		for _, added := range d.Added {
			for n := added[0]; n <= added[1]; n++ {
				r.Added++
				if i >= 0 && inRanges(c.Files[i].Sent, n) {
					r.Sent++
				} else {
					r.Unsent = addLine(r.Unsent, n)
				}
			}
		}
		if d.Path != "" || r.Deleted > 0 {
			out = append(out, r)
		}
	}
	return out
}

// inRanges reports whether a line is in one of sorted ranges.
func inRanges(ranges []Range, n int64) bool {
	i, _ := slices.BinarySearchFunc(ranges, n, func(r Range, n int64) int {
		if r[1] < n {
			return -1
		}
		if r[0] > n {
			return 1
		}
		return 0
	})
	return i < len(ranges) && ranges[i][0] <= n && n <= ranges[i][1]
}

// Percent is how many of the added lines were sent, in hundredths rounded down; 100 when nothing is added.
func Percent(all []Reviewed) int64 {
	added, sent := int64(0), int64(0)
	for _, r := range all {
		added += r.Added
		sent += r.Sent
	}
	if added == 0 {
		return 100
	}
	return sent * 100 / added
}

// Count is the number of lines in ranges.
func Count(ranges []Range) (n int64) {
	for _, r := range ranges {
		n += r[1] - r[0] + 1
	}
	return n
}
