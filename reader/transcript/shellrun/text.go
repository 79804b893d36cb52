package shellrun

import (
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/transcript/record"
)

// Text is what is known of a file's content: its lines (some of them are not known), and perhaps more after them.
type Text struct {
	lines []string // without their ends; "" with known false where one is not known
	known []bool
	// whole: the file has no more lines than these.
	whole bool
	// noEnd: the last line has no line end.
	noEnd   bool
	size    int      // bytes of the lines and inserts
	inserts []string // texts that were put in, and it is not known where
	all     string   // see joined
}

// textOf is all of a content.
func textOf(content string) *Text {
	t := &Text{whole: true, noEnd: content != "" && !strings.HasSuffix(content, "\n")}
	for _, l := range record.SplitLines(strings.TrimSuffix(content, "\n")) {
		t.add(content[l.Start:l.End], true)
	}
	if content == "\n" {
		t.add("", true)
	}
	return t
}

func (t *Text) add(line string, known bool) {
	t.all = ""
	t.lines = append(t.lines, line)
	t.known = append(t.known, known)
	t.size += len(line)
}

// maxLines bounds the lines of a file of which the run tells.
const maxLines = 1 << 20

// put notes what line n is, counted from 1, and reports whether that is new.
func (t *Text) put(n int64, line string) (isNew bool) {
	isKnown := 1 <= n && n <= int64(len(t.lines)) && t.known[n-1] && t.lines[n-1] == line
	if isKnown || n < 1 || n > maxLines {
		return false
	}

	for int64(len(t.lines)) < n {
		if t.whole {
			t.whole = false // it is another file by now
		}
		t.add("", false)
	}
	t.all = ""
	t.size += len(line) - len(t.lines[n-1])
	t.lines[n-1] = strings.Clone(line)
	t.known[n-1] = true
	return true
}

// isFull reports whether all of the content is known.
func (t *Text) isFull() bool { return t.whole && !slices.Contains(t.known, false) }

// content is the text of the file with an id, with marks in place of lines that are not known. Where the text is not
// whole, it is extended by marks, so that a command finds as many lines as its output may show. With n the number of
// known lines plus extraLines, the content has 2n lines: the marks up to n stand for the lines with these numbers, and
// the marks n+1 to 2n for the last n lines of the file, whose numbers are not known. Of a text with the lines "a" and
// "b", file 1 and extraLines 1, where n is 3:
//
//	a
//	b
//	mark(1, 3)      line 3
//	mark(1, 4)      the third line from the end
//	mark(1, 5)      the second from the end
//	mark(1, 6)      the last line
func (t *Text) content(file, extraLines int) string {
	var b strings.Builder
	for i, line := range t.lines {
		if t.known[i] {
			b.WriteString(line)
		} else {
			b.WriteString(mark(file, i+1))
		}

		if i < len(t.lines)-1 || !t.noEnd {
			b.WriteByte('\n')
		}
	}

	if !t.whole {
		for n := len(t.lines) + 1; n <= 2*(len(t.lines)+extraLines); n++ {
			b.WriteString(mark(file, n))
			b.WriteByte('\n')
		}
	}

	return b.String()
}

// mark is a line of a file that is not known.
func mark(file, number int) string {
	return coreutils.UnknownMark + strconv.Itoa(file) + ":" + strconv.Itoa(number) + ";"
}

// marked reads such a line in a text: where it begins and ends there, of which file it is, and its number. The file is
// -1 for lines of no file.
func marked(line string) (from, to, file, number int, ok bool) {
	from = strings.Index(line, coreutils.UnknownMark)
	if from < 0 {
		return 0, 0, 0, 0, false
	}

	rest := line[from+len(coreutils.UnknownMark):]
	inner, _, ended := strings.Cut(rest, ";")
	id, n, numbered := strings.Cut(inner, ":")
	file, err := strconv.Atoi(id)
	number, err2 := strconv.Atoi(n)
	if !ended || !numbered || err != nil || err2 != nil {
		return from, len(line), -1, 0, true
	}

	return from, from + len(coreutils.UnknownMark) + len(inner) + 1, file, number, true
}

// textWithMarks reads a content back in which marks stand for lines that are not known; see Text.content. It ends
// before the first mark of a line after lastNumbered, whose number in the file is not known.
func textWithMarks(content string, lastNumbered int) *Text {
	t := textOf(content)
	for i, line := range t.lines {
		if _, _, _, n, ok := marked(line); ok {
			t.known[i] = false
			t.lines[i] = ""
			if n > lastNumbered {
				t.lines = t.lines[:i]
				t.known = t.known[:i]
				t.whole = false
				break
			}
		}
	}

	return t
}
