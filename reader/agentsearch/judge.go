package agentsearch

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/lazy"
)

// Row is a file with matching lines.
type Row struct {
	Rel   string // path relative to the searched folder
	entry *entry
	scan  *scanResult
	// isLink: it is a symbolic link.
	isLink    bool
	belowLink bool // it lies in a folder reached through a symbolic link
}

// Changed returns the file's modification time in seconds since 1970.
func (r *Row) Changed() int64 { return r.scan.modified }

// Matches returns the lines that match, whether or not case counts.
func (r *Row) Matches() []Match { return r.scan.matches }

// Verdict is what one agent's answer has of a file.
type Verdict struct {
	// WrittenPath is the path as the answer writes it.
	WrittenPath string
	// Lines are the matching lines that the answer can have.
	Lines []Match
	// Lost are matching lines that the answer never has. It is empty where Lines is.
	Lost []MissingLine
	// Why is why the answer has no line of the file; nil if Lines has one.
	Why *Reason
	// Perhaps is why the answer may lack the lines after all; "" if it is certain.
	Perhaps string
	// failure is why the whole call fails at this file.
	failure string
	// failureText is the answer of the failed call; "" if that is not known.
	failureText string
}

// MissingLine is a matching line that the answer never has.
type MissingLine struct {
	Match
	Why *Reason
}

// judge returns what method i finds in a file.
func (r *run) judge(row *Row, i int) *Verdict {
	m := r.methods[i]
	v := &Verdict{WrittenPath: row.Rel}
	if m.Fails != "" {
		v.Why = &Reason{Cause: Failed, Text: m.Fails}
		return v
	}

	v.Why = r.rowExclusion(row, i)
	if v.Why != nil {
		return v
	}

	r.judgeLines(v, row, i)
	if len(v.Lines) == 0 {
		if v.Why == nil && len(v.Lost) > 0 {
			v.Why = v.Lost[0].Why
		}
		v.Lost = nil
		return v
	}

	r.setName(v, m)
	return v
}

// rowExclusion returns why method i does not search the file, by its path alone; nil if it does.
func (r *run) rowExclusion(row *Row, i int) *Reason {
	m := r.methods[i]
	if row.belowLink || row.isLink && !m.FollowsLinks {
		text := "it is a symbolic link, which the search does not follow"
		if row.belowLink {
			text = "it lies below a symbolic link, which the search does not follow"
		}
		return &Reason{Cause: Link, Text: text}
	}

	for _, l := range r.selectorsOf[i] {
		if why := row.entry.parent.excluded(r, l); why != nil {
			return why
		}
		if why := r.selectors[l].excludes(row.entry); why != nil {
			return why
		}
	}

	if m.BadPath && !utf8.ValidString(row.Rel) {
		return &Reason{Cause: Encoding, Text: "its path is not UTF-8"}
	}

	return nil
}

// judgeLines decides for each matching line whether method i reports it.
func (r *run) judgeLines(v *Verdict, row *Row, i int) {
	m := r.methods[i]
	read := m.readingOf(r, row)
	matches := row.scan.matches
	if read.raw {
		matches = row.scan.raw
		if len(matches) == 0 {
			v.Why = &Reason{Cause: Encoding, Text: row.scan.encoding() + ", whose bytes are searched as they are"}
			return
		}
	}

	if len(matches) == 0 {
		v.Why = read.why
		if v.Why == nil {
			text := row.scan.encoding() + ", and the text that it stands for does not match"
			v.Why = &Reason{Cause: Encoding, Text: text}
		}
		return
	}

	bits := r.bitsOf(i)
	last := int64(-1) // of FirstOnly: the last line that may come
	for _, line := range matches {
		why := m.lineLost(line, bits, read)
		if why == nil && m.FirstOnly && last >= 0 && line.Number > last {
			const text = "of each file only the first match comes, and those of the two lines after it"
			why = &Reason{Cause: ByName, Text: text}
		}

		if why != nil {
			v.Lost = append(v.Lost, MissingLine{line, why})
			continue
		}

		v.Lines = append(v.Lines, line)
		if last < 0 {
			last = line.Number + 2
		}

		r.noteLine(v, m, row, line, read)
	}

	if row.scan.dropped > 0 {
		v.Perhaps = "more lines match than are looked at"
	}
}

// matchBits are bits of Match.mask.
type matchBits struct {
	own uint16 // the method's own matcher
	// the same syntax, ignoring case; 0 if that pattern could not be compiled
	folded uint16
}

// bitsOf returns the bits of a method, by its index.
func (r *run) bitsOf(method int) matchBits {
	bits := matchBits{own: 1 << r.matcherOf[method]}
	if folded := r.foldedOf[method]; folded >= 0 {
		bits.folded = 1 << folded
	}
	return bits
}

// lineLost returns why the answer lacks a matching line; nil if it has it.
func (m *Method) lineLost(line Match, bits matchBits, read reading) *Reason {
	switch {
	case read.limit >= 0 && line.Offset >= read.limit:
		return read.why
	case line.mask&(bits.own|bits.folded) == 0:
		return &Reason{Cause: Syntax, Text: "its search takes the pattern in another way than those that find the line"}
	case line.mask&bits.own == 0:
		return &Reason{Cause: Case, Text: "it matches in the other case of letters only, and case counts"}
	case m.BreakLines && line.marks&jsLineEnd != 0:
		return &Reason{Cause: Encoding, Text: "the line has U+2028 or U+2029, at which the answer is cut"}
	case (m.BadLine == Dropped || m.Read == ByGrep) && line.marks&notUTF8 != 0:
		return &Reason{Cause: Encoding, Text: "the line is not UTF-8, and is dropped"}
	case m.DropLong > 0 && int(line.Size) > m.DropLong:
		return &Reason{Cause: Long, Text: fmt.Sprintf(
			"the line has %d bytes: the answer is cut in the middle, name and number with it", line.Size)}
	}

	return nil
}

// recordOverhead is about how many bytes a record of ripgrep's JSON has apart from line and path.
const recordOverhead = 200

// noteLine notes whether the line may be missing after all, and whether it fails the whole call.
func (r *run) noteLine(v *Verdict, m *Method, row *Row, line Match, read reading) {
	if read.doubtFrom >= 0 && line.Offset+int64(line.Size) > read.doubtFrom {
		v.Perhaps = "a NUL follows, and where the engine stops before it is not to be told"
		if read.why != nil && read.why.Cause == Unknown {
			v.Perhaps = read.why.Text
		}
	}

	if line.marks&uncertain != 0 {
		v.Perhaps = "the engine may decide otherwise about characters that are not ASCII"
	}

	wide := int64(line.Size)
	if line.marks&escaped != 0 {
		wide += wide / 8
	}

	switch {
	case v.failure != "": // the first failure is reported
	case m.BadLine == FailsCall && (line.marks&notUTF8 != 0 || !utf8.ValidString(row.Rel)):
		v.failure = "a match in " + row.Rel + " is not UTF-8"
		v.failureText = m.SayBad
	case m.MaxRecord > 0 && wide+recordOverhead > int64(m.MaxRecord):
		v.failure = fmt.Sprintf("a match in %s has a line of %d bytes", row.Rel, line.Size)
		v.failureText = m.SayLong
	}
}

// parsed matches the beginning of "FILE:LINE:TEXT", as an agent parses it.
var parsed = lazy.Regexp(`^(.+?):(\d+):`)

// setName sets Verdict.WrittenPath, and the line numbers that a parsing agent mistakes in such a path.
func (r *run) setName(v *Verdict, m *Method) {
	switch m.PathStyle {
	case Slashed:
		v.WrittenPath = strings.ReplaceAll(v.WrittenPath, `\`, "/")
	case Quoted:
		v.WrittenPath = quoted(v.WrittenPath)
		fallthrough
	case Parsed:
		if part := parsed().FindStringSubmatch(v.WrittenPath + ":"); part != nil {
			v.WrittenPath = part[1]
			number, _ := strconv.ParseInt(part[2], 10, 64) // too large a number becomes the largest
			for i := range v.Lines {
				v.Lines[i].Number = number
			}
		}
	}
}

// quoted returns a path as git prints it with core.quotePath.
func quoted(name string) string {
	var out strings.Builder
	for _, c := range []byte(name) {
		switch {
		case c == '"' || c == '\\':
			out.WriteByte('\\')
			out.WriteByte(c)
		case c >= '\a' && c <= '\r':
			out.WriteByte('\\')
			out.WriteByte("abtnvfr"[c-'\a'])
		case c < ' ' || c >= 0x7F:
			fmt.Fprintf(&out, `\%03o`, c)
		default:
			out.WriteByte(c)
		}
	}

	if out.Len() == len(name) {
		return name
	}

	return `"` + out.String() + `"`
}
