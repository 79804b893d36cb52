package grokbuild

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Hashline is hashline_read of Grok Build's toolset "hashline" (CONTRACT-grok_hashline).
var Hashline = tools.Variant(Tool, func(t *tools.Tool) {
	t.Name, t.Title = "grok_hashline", "Grok Build's hashline_read: lines with anchors"
	t.Recorded = []string{"hashline_read"}
	t.Caps.Output.Of = "without the anchors"
	t.Lines, t.Run, t.Parse = nil, reading{hashed: true}.run, readBackHashline
})

// hashGroup is how many lines share the second anchor, counted from the file's first line.
const hashGroup = 8

// hashWindow returns the window after all checks: a negative offset counts as absent, and files that are read whole
// have a limit of lines, too.
func (c *call) hashWindow(o *tools.File) shownWindow {
	shown := *c
	if c.whole || c.offset != nil && *c.offset < 0 {
		shown.offset = nil
	}
	if c.whole {
		shown.limit = nil
		shown.whole = false
	}
	return shown.window(o)
}

// lineHashes are the hashes of lines, for their anchors.
type lineHashes struct {
	first int64    // number of the first line
	lines []uint32 // of each line
}

// hashesOf hashes the lines of all groups that a window touches.
func hashesOf(s *tools.Sink, o *tools.File, w *shownWindow) *lineHashes {
	first := (w.number-1)/hashGroup*hashGroup + 1
	start := int64(0)
	if first > 1 {
		at, err := window.SliceOf(s.Context(), o, o.Index, first, 1)
		s.Fail(err)
		start = at.Start
	}

	last := (w.number+w.count-2)/hashGroup*hashGroup + hashGroup
	h := &hashVisitor{hashes: &lineHashes{first: first}, count: int(last - first + 1)}
	s.Fail(textfile.Walk(s.Context(), o, textfile.CRLF, start, h))
	return h.hashes
}

const (
	fnvBasis = 2166136261
	fnvPrime = 16777619
)

// prefix appends what precedes a line.
func (h *lineHashes) prefix(dst []byte, number int64) []byte {
	i := int(number - h.first)
	group := i / hashGroup * hashGroup
	chunk := fnv(fnvBasis, "chunk")
	for _, line := range h.lines[group:min(group+hashGroup, len(h.lines))] {
		chunk = (chunk ^ line) * fnvPrime
	}
	dst = append(strconv.AppendInt(dst, number, 10), ':')
	dst = append(appendAnchor(dst, h.lines[i]), ':')
	return append(appendAnchor(dst, chunk), "→"...)
}

// appendAnchor appends the three letters of a hash.
func appendAnchor(dst []byte, h uint32) []byte {
	return append(dst, 'a'+byte(h%26), 'a'+byte(h>>8%26), 'a'+byte(h>>16%26))
}

// fnv continues an FNV-1a hash with a text.
func fnv[T string | []byte](h uint32, text T) uint32 {
	for i := range len(text) {
		h = (h ^ uint32(text[i])) * fnvPrime
	}
	return h
}

// hashVisitor is a textfile.LineVisitor that hashes lines without white space at both ends, and with runs of ASCII
// white space as one blank.
type hashVisitor struct {
	hashes *lineHashes
	count  int
	begun  bool   // there was something other than white space
	text   uint32 // hash up to the last character other than white space
	spaced uint32 // hash including the white space after it
	blank  bool   // that ends with ASCII white space
}

// Text implements textfile.LineVisitor.
func (v *hashVisitor) Text(p []byte, _ textfile.Span, _ bool) textfile.Continuation {
	for len(p) > 0 {
		r, size := utf8.DecodeRune(p)
		switch {
		case !unicode.IsSpace(r):
			if !v.begun {
				v.begun = true
				v.spaced = fnvBasis
			}
			v.spaced = fnv(v.spaced, p[:size])
			v.text = v.spaced
			v.blank = false
		case !v.begun: // leading blanks do not count
		case r == ' ' || r == '\t' || r == '\n' || r == '\f' || r == '\r':
			if !v.blank {
				v.spaced = fnv(v.spaced, " ")
			}
			v.blank = true
		default:
			v.spaced = fnv(v.spaced, p[:size])
			v.blank = false
		}

		p = p[size:]
	}

	return textfile.More
}

// End implements textfile.LineVisitor: the text after the last line end is a line, also when it is empty.
func (v *hashVisitor) End(_, _ int64, term string) bool {
	if !v.begun {
		v.text = fnvBasis
	}
	v.hashes.lines = append(v.hashes.lines, v.text)
	v.begun = false
	v.blank = false
	return term != "" && len(v.hashes.lines) < v.count
}

// writeHashed writes the lines of a window with their anchors.
func (w *shownWindow) writeHashed(s *tools.Sink, o *tools.File) {
	hashes := hashesOf(s, o, w)
	if s.Failed() {
		return
	}

	format := &tools.LineFormat{
		Prefix: func(dst []byte, l tools.Line) []byte { return hashes.prefix(dst, l.Number) },
	}
	s.WriteLines(o, tools.LineRange{
		Form: textfile.CRLF, Format: format, Start: w.Start, End: w.End, Number: w.number, Count: w.count,
		Phantom: w.phantom,
	})
}

// readBackHashline reads lines with anchors.
func readBackHashline(_ json.RawMessage, content string) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1}
	if i := strings.LastIndex(content, reminderStart); i >= 0 {
		content = content[:i]
	}

	for at := 0; at <= len(content); {
		m := anchored().FindStringSubmatchIndex(content[at:])
		if m == nil {
			break
		}

		number, err := strconv.ParseInt(content[at+m[2]:at+m[3]], 10, 64)
		if err != nil {
			break
		}

		p.Lines = append(p.Lines, tools.ParsedLine{Number: number, Start: at + m[4], End: at + m[5]})
		at += m[5] + 1
	}

	return p, len(p.Lines) > 0
}

// anchored matches a line with its number and its anchors.
var anchored = lazy.Regexp(`^([0-9]+):...:...→([^\n]*)`)
