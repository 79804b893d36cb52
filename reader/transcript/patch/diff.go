package patch

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/source/revision"
	"eyeline/reader/transcript/record"
)

// Diff is a unified diff: every line of it is in one of its files, a header that changes no line, or in Unread.
type Diff struct {
	Files  []File
	Unread []Unread
	// Blank: there was not one line.
	Blank bool
	// Said are the lines that git wrote besides, such as that it did not look for renames.
	Said []string
	// Folder is what the names are relative to, absolute, and ID the commit or tree that it was compared with; "" where
	// the diff was read.
	Folder, ID string

	moved map[string]string // the names that the files had which have others now
}

// File is one file of a unified diff.
type File struct {
	// Path is the file after the change, with slashes, as the diff names it; "" when the change deletes it.
	Path string
	// Added are the lines that the change adds, in the file's numbers after it: sorted, and not touching each other.
	Added record.Ranges
	// Deleted is the number of lines that the change takes out.
	Deleted int

	texts    []uint64      // of the added lines, as textOf has them
	gone     record.Ranges // the lines that the change takes out, in the file's numbers before it
	ends     ends          // of the lines that it takes out, and of those around it
	unmarked bool          // it takes out the first line, which had no byte order mark
}

// Unread is a change, or may be one; its lines are not known.
type Unread struct {
	Path string `json:"path"` // "" where it is not known
	Line int    `json:"line"` // of the diff, 1-based; 0 where it is not in the diff
	Why  string `json:"why"`
}

// String is one line about it.
func (u Unread) String() string {
	var parts []string
	if u.Path != "" {
		parts = append(parts, u.Path)
	}
	if u.Line > 0 {
		parts = append(parts, fmt.Sprintf("line %d of the diff", u.Line))
	}
	return strings.Join(append(parts, u.Why), ": ")
}

const (
	// maxDiffLine is the length of the longest line of a diff that is read whole, in bytes; of a longer one only the
	// beginning counts, which says what it is.
	maxDiffLine = 1 << 20
	// maxUnread bounds how much is named that is not understood.
	maxUnread = 1000
)

// Parse reads a unified diff, as git and diff -u print it: several files, with or without prefixes before the names.
// The error is that of reading.
func Parse(r io.Reader) (Diff, error) {
	d := diffReader{in: bufio.NewReaderSize(r, 64<<10), diff: Diff{Blank: true, Unread: []Unread{}}}
	for {
		text, err := d.line()
		if err == io.EOF {
			break
		}
		if err != nil {
			return Diff{}, err
		}
		if text != "" {
			d.diff.Blank = false
		}

		d.take(text)
	}

	if d.old > 0 || d.new > 0 {
		d.unread("the diff ends within a hunk")
	}

	d.endSection()
	return d.diff, nil
}

// diffReader is a diff being read.
type diffReader struct {
	in     *bufio.Reader
	number int  // of the line read last, 1-based
	last   line // that one

	diff     Diff
	at       section
	old, new int64 // lines that the current hunk still has of either side
	next     int64 // number of the next line of the new side
	nextOld  int64 // and of the old one
	before   ends  // those of the file before the last line
	strange  int   // the line that was not understood last
}

// section is what the diff says of one file.
type section struct {
	line    int    // where it begins; 0 before it begins
	git     string // the names after "diff --git "
	oldName string // after "--- "
	moved   string // after "rename from " or "copy from "
	renamed string // after "rename to " or "copy to "
	file    *File  // from "+++ " on
	changes bool   // the header says that the bytes have changed
	lines   bool   // it has a hunk, or is said to be unread
	link    bool   // it is a symbolic link now
	skip    bool   // its lines are no unified diff
}

// line reads the next line, and returns its text.
func (d *diffReader) line() (string, error) {
	l, err := readLine(d.in)
	if err == nil {
		d.last = l
		d.number++
	}
	return l.text, err
}

// unread says that the current line, or what it is about, is not understood.
func (d *diffReader) unread(why string) {
	d.at.lines = true
	n := len(d.diff.Unread)
	switch {
	case n < maxUnread:
		d.diff.Unread = append(d.diff.Unread, Unread{d.at.name(), d.number, why})
	case n == maxUnread:
		d.diff.Unread = append(d.diff.Unread, Unread{"", d.number, "more that is not understood"})
	}
}

func (d *diffReader) take(line string) {
	if d.old > 0 || d.new > 0 {
		why := d.body(line)
		if why == "" {
			return
		}
		d.unread(why)
		d.old = 0
		d.new = 0
	}

	switch {
	case strings.HasPrefix(line, "diff "):
		d.another(true)
		d.begin(strings.TrimPrefix(line, "diff "))
	case d.at.skip: // what cannot be read is passed over up to the next file
	case strings.HasPrefix(line, "--- "):
		d.another(d.at.file != nil || d.at.line == 0)
		d.at.oldName = line[4:]
	case strings.HasPrefix(line, "+++ "):
		d.another(d.at.file != nil || d.at.line == 0)
		d.diff.Files = append(d.diff.Files, File{Path: d.at.path(line[4:])})
		d.at.file = &d.diff.Files[len(d.diff.Files)-1]
		d.at.changes = true
		d.next = 1
		if d.at.link && d.at.file.Path != "" {
			d.unread("a symbolic link, of which the lines are where it leads")
		}
	case strings.HasPrefix(line, "@@ "):
		d.hunk(line)
	default:
		d.header(line)
	}
}

// another ends what the diff says of a file, where the line begins another one.
func (d *diffReader) another(begins bool) {
	if begins {
		d.endSection()
		d.at = section{line: d.number}
	}
}

// begin takes the line that begins a file, without "diff ".
func (d *diffReader) begin(rest string) {
	kind, names, _ := strings.Cut(rest, " ")
	switch kind {
	case "--git":
		d.at.git = names
	case "--cc", "--combined":
		d.at.renamed = names
		d.at.skip = true
		d.unread("a combined diff of a merge")
	}
}

// hunk takes the first line of a hunk.
func (d *diffReader) hunk(line string) {
	h, err := revision.ParseHunk(line)
	if h.NewLines == 0 { // the number is that of the line before
		h.NewFirst++
	}
	if h.OldLines == 0 {
		h.OldFirst++
	}

	switch {
	case err != nil:
		d.unread(err.Error())
	case d.at.file == nil:
		d.unread("a hunk before the name of its file")
	case h.NewFirst < d.next:
		d.unread("the hunk begins before the end of the one before it")
	case h.OldLines+h.NewLines == 0:
		d.unread("a hunk without lines")
	default:
		d.at.lines = true
		d.old = h.OldLines
		d.new = h.NewLines
		d.next = h.NewFirst
		d.nextOld = h.OldFirst
	}
}

// header takes a line between hunks that is not one of those that say where one is.
func (d *diffReader) header(line string) {
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case line == "", word == `\` && d.at.lines: // "\ No newline at end of file"
	case word == "Binary" && strings.HasSuffix(rest, " differ"):
		d.unread("a binary file")
	case line == "GIT binary patch":
		d.unread("a binary file")
		d.at.skip = true
	case word == "index" && d.at.git != "" && d.at.file == nil:
		d.at.changes = changesBytes(rest)
		d.at.link = d.at.link || strings.HasSuffix(rest, " 120000")
	case d.at.git != "" && d.at.file == nil && extended().MatchString(line):
		d.extended(line, word)
	default:
		if d.strange != d.number-1 || d.strange == 0 {
			d.unread(fmt.Sprintf("%.60q is not understood", line))
		}

		d.strange = d.number
	}
}

// extended takes a line of git's header of a file that begins with a word.
func (d *diffReader) extended(line, word string) {
	isOther := word == "similarity" && line != "similarity index 100%" || word == "dissimilarity"
	if isOther || strings.HasPrefix(line, "new file ") { // an "index" line that follows says it better
		d.at.changes = true
	}
	if word == "new" && strings.HasSuffix(line, " 120000") {
		d.at.link = true
	}
	d.move(line)
}

// move takes a line about a file's name before the change or after it.
func (d *diffReader) move(line string) {
	verb, rest, _ := strings.Cut(line, " ")
	if verb != "rename" && verb != "copy" {
		return
	}

	if name, ok := strings.CutPrefix(rest, "from "); ok {
		d.at.moved = unquoted(name)
	} else if name, ok := strings.CutPrefix(rest, "to "); ok {
		d.at.renamed = unquoted(name)
		if d.diff.moved == nil {
			d.diff.moved = map[string]string{}
		}

		d.diff.moved[d.at.renamed] = d.at.moved
		if verb == "copy" {
			d.unread("a copy, of which the diff does not have all lines")
		}
	}
}

// extended is the beginning of one of git's lines about a file's mode and name.
var extended = lazy.Regexp(`\A((old|new|deleted file|new file) mode|(copy|rename) (from|to)|(dis)?similarity index) `)

// changesBytes reports whether "OLD..NEW MODE" says that a file with lines became another: an empty one that is made or
// removed has none.
func changesBytes(index string) bool {
	ids, _, _ := strings.Cut(index, " ")
	before, after, _ := strings.Cut(ids, "..")
	return before != after && !(hasNoLines(before) && hasNoLines(after))
}

// hasNoLines reports whether an id, which may be shortened, is that of no file or of an empty one.
func hasNoLines(id string) bool {
	const sha1 = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
	const sha256 = "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"
	return len(id) >= 4 && (strings.Trim(id, "0") == "" || strings.HasPrefix(sha1, id) || strings.HasPrefix(sha256, id))
}

// endSection ends what the diff says of a file.
func (d *diffReader) endSection() {
	switch {
	case d.at.line == 0 || d.at.lines: // all of the section was read
	case d.at.changes:
		d.unread("the file has changed, and the diff has no line of it")
	case d.at.oldName != "":
		d.unread("the file has no name after the change")
	case d.at.git == "":
		d.unread("nothing is said of the file")
	}
}

// body takes a line of a hunk. why is what is wrong with it.
func (d *diffReader) body(line string) (why string) {
	f := d.at.file
	kind := byte(' ') // an empty line is one of context whose blank was lost on the way
	if line != "" {
		kind = line[0]
	}

	old := d.old
	added := d.new
	switch kind {
	case ' ', '\t':
		old--
		added--
	case '-':
		old--
	case '+':
		added--
	case '\\': // "\ No newline at end of file"
		f.ends = d.before
		return ""
	default:
		return fmt.Sprintf("%.40q is no line of a hunk", line)
	}

	if old < 0 || added < 0 {
		return "the hunk has more lines than its header says"
	}
	d.before = f.ends
	if kind != '+' {
		f.ends |= d.last.end
	}

	switch kind {
	case '-':
		f.Deleted++
		f.gone.Add(d.nextOld)
		f.unmarked = f.unmarked || d.nextOld == 1 && !strings.HasPrefix(line, "-\ufeff")
	case '+':
		if f.Path == "" {
			return "a line is added to a file that the change removes"
		}

		l := d.last
		l.text = line[1:]
		f.texts = append(f.texts, textOf(l))
		f.Added.Add(d.next)
	}

	d.next += d.new - added
	d.nextOld += d.old - old
	d.old = old
	d.new = added
	return ""
}

// name is the file that the section is of, as far as it is known.
func (s *section) name() string {
	switch {
	case s.file != nil && s.file.Path != "":
		return s.file.Path
	case s.renamed != "":
		return s.renamed
	case s.oldName != "":
		return unquoted(s.oldName)
	}

	// "a/NAME b/NAME": names may have blanks.
	if n := len(s.git) / 2; n > 0 && s.git[n] == ' ' {
		old := unquoted(s.git[:n])
		now := unquoted(s.git[n+1:])
		if arePrefixes(old, now) && old[2:] == now[2:] {
			return now[2:]
		}
	}

	return s.git
}

// path is the name of the file after the change: without the time that some programs put after it, and without the
// prefix where the other name shows that it is one.
func (s *section) path(name string) string {
	name = unquoted(name)
	old := unquoted(s.oldName)
	if old == "" || old == "/dev/null" {
		old = strings.TrimPrefix(s.git, `"`)
	}

	switch {
	case name == "/dev/null":
		return ""
	case s.renamed != "":
		return path.Clean(s.renamed)
	case arePrefixes(old, name), old == "" && strings.HasPrefix(name, "b/"):
		return path.Clean(name[2:])
	}

	return path.Clean(name)
}

// arePrefixes reports whether two names begin with a pair of prefixes that git puts before them.
func arePrefixes(old, now string) bool {
	pairs := []string{"ab", "iw", "ci", "cw", "ow", "12", "ba", "wi", "ic", "wc", "wo", "21"}
	return len(old) > 1 && len(now) > 1 && old[1] == '/' && now[1] == '/' && slices.Contains(pairs, old[:1]+now[:1])
}

// unquoted is a name in a diff without git's quotes, or without the time after it. Its bytes need not be UTF-8.
func unquoted(s string) string {
	if rest, ok := strings.CutPrefix(s, `"`); ok {
		var name []byte
		for rest != "" && rest[0] != '"' {
			value := rune(rest[0])
			next := rest[1:]
			if value == '\\' {
				var err error
				value, _, next, err = strconv.UnquoteChar(rest, '"')
				if err != nil || value > 0xff {
					break
				}
			}

			name = append(name, byte(value))
			rest = next
		}

		if strings.HasPrefix(rest, `"`) {
			return string(name)
		}
	}

	name, _, _ := strings.Cut(s, "\t")
	return name
}
