package agentsearch

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/lazy"
)

// Row is a file with lines that match.
type Row struct {
	Rel   string // from the folder that is searched
	entry *entry
	found *found
	// link: it is a symbolic link.
	link  bool
	below bool // below a linked folder
}

// Changed is the second of the file's last change.
func (r *Row) Changed() int64 { return r.found.changed }

// Matches are the lines that match, in either case of letters.
func (r *Row) Matches() []Match { return r.found.matches }

// Verdict is what comes of a file for one agent.
type Verdict struct {
	// Named is how the answer names the file.
	Named string
	// Lines are those that can come.
	Lines []Match
	// Lost are those that never can, in a file of which others can.
	Lost []Lost
	// Why is why no line can come; nil: one can.
	Why *Reason
	// Perhaps is why it is not known whether the lines come; "": they do.
	Perhaps string
	// fails is why the whole call fails once it comes to this file.
	fails string
	// failing is the whole answer then; "": it is not known.
	failing string
}

// Lost is a line that never comes.
type Lost struct {
	Match
	Why *Reason
}

// judge says what comes of a file by a method, whose number is i.
func (r *run) judge(row *Row, i int) *Verdict {
	m := r.methods[i]
	v := &Verdict{Named: row.Rel}
	if m.Fails != "" {
		v.Why = &Reason{Cause: Failed, Text: m.Fails}
		return v
	}

	v.Why = r.path(row, i)
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

	r.name(v, m)
	return v
}

// path says why a file is not looked at.
func (r *run) path(row *Row, i int) *Reason {
	m := r.methods[i]
	if row.below || row.link && !m.FollowsLinks {
		text := "it is a symbolic link, which the search does not follow"
		if row.below {
			text = "it lies below a symbolic link, which the search does not follow"
		}
		return &Reason{Cause: Link, Text: text}
	}

	for _, l := range r.byMethod[i] {
		if why := row.entry.in.out(r, l); why != nil {
			return why
		}
		if why := r.lookers[l].why(row.entry); why != nil {
			return why
		}
	}

	if m.BadPath && !utf8.ValidString(row.Rel) {
		return &Reason{Cause: Encoding, Text: "its path is not UTF-8"}
	}

	return nil
}

// judgeLines decides for each matching line whether method i prints it.
func (r *run) judgeLines(v *Verdict, row *Row, i int) {
	m := r.methods[i]
	read := m.reads(r, row)
	matches := row.found.matches
	if read.raw {
		matches = row.found.raw
		if len(matches) == 0 {
			v.Why = &Reason{Cause: Encoding, Text: row.found.encoding() + ", whose bytes are searched as they are"}
			return
		}
	}

	if len(matches) == 0 {
		v.Why = read.why
		if v.Why == nil {
			text := row.found.encoding() + ", and the text that it stands for does not match"
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
			v.Lost = append(v.Lost, Lost{line, why})
			continue
		}

		v.Lines = append(v.Lines, line)
		if last < 0 {
			last = line.Number + 2
		}

		r.record(v, m, row, line, read)
	}

	if row.found.more > 0 {
		v.Perhaps = "more lines match than are looked at"
	}
}

// matchBits are the bits of a line's mask which say that it matches.
type matchBits struct {
	own    uint16 // as the method takes the pattern
	folded uint16 // in the same language of patterns, with both cases of letters alike; 0 where that is not known
}

// bitsOf are the bits of a method.
func (r *run) bitsOf(method int) matchBits {
	bits := matchBits{own: 1 << r.matcherOf[method]}
	if folded := r.foldedOf[method]; folded >= 0 {
		bits.folded = 1 << folded
	}
	return bits
}

// lineLost says why a line does not come.
func (m *Method) lineLost(line Match, bits matchBits, read reading) *Reason {
	switch {
	case read.limit >= 0 && line.Offset >= read.limit:
		return read.why
	case line.mask&(bits.own|bits.folded) == 0:
		return &Reason{Cause: Syntax, Text: "its search takes the pattern in another way than those that find the line"}
	case line.mask&bits.own == 0:
		return &Reason{Cause: Case, Text: "it matches in the other case of letters only, and case counts"}
	case m.BreakLines && line.marks&broken != 0:
		return &Reason{Cause: Encoding, Text: "the line has U+2028 or U+2029, at which the answer is cut"}
	case (m.BadLine == Dropped || m.Read == ByGrep) && line.marks&bad != 0:
		return &Reason{Cause: Encoding, Text: "the line is not UTF-8, and is dropped"}
	case m.DropLong > 0 && int(line.Size) > m.DropLong:
		return &Reason{Cause: Long, Text: fmt.Sprintf(
			"the line has %d bytes: the answer is cut in the middle, name and number with it", line.Size)}
	}

	return nil
}

// recordFrame is about how many bytes a record of ripgrep's JSON has besides line and path.
const recordFrame = 200

// record notes what a line that comes makes of its file and of the whole call.
func (r *run) record(v *Verdict, m *Method, row *Row, line Match, read reading) {
	if read.doubt >= 0 && line.Offset+int64(line.Size) > read.doubt {
		v.Perhaps = "a NUL follows, and where the engine stops before it is not to be told"
		if read.why != nil && read.why.Cause == Unknown {
			v.Perhaps = read.why.Text
		}
	}

	if line.marks&unsure != 0 {
		v.Perhaps = "the engine may decide otherwise about characters that are not ASCII"
	}

	wide := int64(line.Size)
	if line.marks&escapes != 0 {
		wide += wide / 8
	}

	switch {
	case v.fails != "": // the first failure is the one that is said
	case m.BadLine == FailsCall && (line.marks&bad != 0 || !utf8.ValidString(row.Rel)):
		v.fails = "a match in " + row.Rel + " is not UTF-8"
		v.failing = m.SayBad
	case m.MostRecord > 0 && wide+recordFrame > int64(m.MostRecord):
		v.fails = fmt.Sprintf("a match in %s has a line of %d bytes", row.Rel, line.Size)
		v.failing = m.SayLong
	}
}

// parsed is how an answer of "FILE:LINE:TEXT" is read.
var parsed = lazy.Regexp(`^(.+?):(\d+):`)

// name says how the answer names a file.
func (r *run) name(v *Verdict, m *Method) {
	switch m.Named {
	case Slashed:
		v.Named = strings.ReplaceAll(v.Named, `\`, "/")
	case Quoted:
		v.Named = quoted(v.Named)
		fallthrough
	case Parsed:
		if part := parsed().FindStringSubmatch(v.Named + ":"); part != nil {
			v.Named = part[1]
			number, _ := strconv.ParseInt(part[2], 10, 64) // one that is too large is the largest
			for i := range v.Lines {
				v.Lines[i].Number = number
			}
		}
	}
}

// quoted is how git prints a path.
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
