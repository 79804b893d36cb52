package kimicode

import (
	"bytes"
	"fmt"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// textFile is a text file being read.
type textFile struct {
	o      *tools.File
	form   textfile.LineCoding
	total  int64 // lines
	showCR bool  // line ends are mixed, so each '\r' is shown as \r
	wide   bool  // it is UTF-16
	lossy  bool  // not all of it can be decoded
}

// read makes the checks of the content, and the answer.
func read(o *tools.File, file string, a readArguments) (*tools.Result, error) {
	head := o.Head(SampleSize)
	kind := kindOf(file, head)
	if kind == "image" || kind == "video" {
		article := map[string]string{"image": "an", "video": "a"}[kind]
		return nil, refuse(fmt.Sprintf(`"%s" is %s %s file. The current model does not support %[3]s input (missing `+
			`%[3]s_in capability), so this agent cannot view it. Only text files can be read.`,
			a.path, article, kind))
	}

	t := textFile{o: o}
	t.form.Coding, t.form.Skip = codingOf(head)
	t.wide = t.form.Coding != textfile.UTF8
	switch {
	case t.wide && o.Size() > maxWideBytes:
		return nil, refuse(fmt.Sprintf(`"%s" is %s text but too large to transcode (%d bytes > %d). Convert it to `+
			`UTF-8 first (e.g. with `+"`iconv`).",
			a.path, t.codingName(), o.Size(), maxWideBytes))
	case t.wide:
		t.form.OddTail = true
	case kind == "unknown":
		return nil, refuse(unreadable(a.path))
	}

	found, err := t.scan(a)
	if err != nil {
		return nil, err
	}

	return t.answer(a, found)
}

func unreadable(file string) string {
	return `"` + file + `" is not readable as UTF-8 text. Only text files can be read.`
}

// codingName returns the name of a 16-bit encoding.
func (t *textFile) codingName() string {
	if t.form.Coding == textfile.UTF16LE {
		return "UTF-16 LE"
	}
	return "UTF-16 BE"
}

// remarks returns sentences about the form of the text.
func (t *textFile) remarks() (parts []string) {
	if t.showCR {
		parts = append(parts, `Mixed or lone carriage-return line endings are shown as \r. `+
			`Use exact \r\n or \r escapes in Edit.old_string for those lines.`)
	}
	if t.wide {
		parts = append(parts, "Detected file encoding: "+t.codingName()+"; content transcoded to UTF-8 for display. "+
			"Edit and Write expect UTF-8 — convert the file's encoding first (e.g. `iconv` via Bash).")
	}
	if t.lossy {
		parts = append(parts, "Lossy UTF-16 decoding: malformed sequences were replaced with U+FFFD. "+
			"The decoded text may differ from the original file.")
	}

	return parts
}

// scan scans the whole file: for what cannot be shown, its line ends, and the requested lines.
func (t *textFile) scan(a readArguments) (textfile.Scanned, error) {
	first := max(a.line, 1)
	found := t.o.Scan(textfile.Search{Form: t.form, First: first, Total: true, Valid: !t.wide, NUL: true})
	t.lossy = t.wide && found.Invalid
	if found.NUL || found.Invalid && !t.wide {
		return found, t.refuse(a.path, found)
	}

	t.total = found.Lines
	if t.total == 0 && !t.wide && t.o.Size() > 0 { // a lone byte order mark is a line
		t.total = 1
		if first == 1 {
			found.First = 1
			found.Last = 1
		}
	}

	ends := t.o.LineEnds(t.form)
	t.showCR = ends.CR > 0 || ends.CRLF > 0 && ends.LF > 0
	if !t.showCR {
		t.form.Ends = textfile.EndCRLF
	}
	if a.line < 0 && t.total+a.line+1 > 1 {
		found = t.o.Scan(textfile.Search{Form: t.form, First: t.total + a.line + 1, Total: true})
	}

	return found, nil
}

// refuse returns the refusal of a file by its content; the first line with a problem decides.
func (t *textFile) refuse(file string, found textfile.Scanned) error {
	invalid := refuse(
		`"` + file + `" is not valid UTF-8 or UTF-16 text. Only UTF-8 and UTF-16 text files can be read; for other ` +
			`encodings (e.g. GBK), convert the file to UTF-8 first (e.g. with ` + "`iconv`).",
	)
	switch {
	case !found.NUL:
		return invalid
	case t.wide, !found.Invalid:
		return refuse(unreadable(file))
	}

	head := source.View(t.o, t.o.FirstFault().Start)
	lines := t.o.ScanOf(head, textfile.Search{Total: true})
	faulty := t.o.ScanOf(head, textfile.Search{First: lines.Ends + 1})
	if t.o.ScanOf(source.View(t.o, faulty.Start), textfile.Search{NUL: true}).NUL {
		return refuse(unreadable(file))
	}

	return invalid
}

// column is a position in a line, in UTF-16 units as shown.
type column struct {
	off    int64 // offset of the character at the column
	inside int64 // units of that character before the column
	splits bool  // the column splits a surrogate pair
	beyond bool  // the line is shorter
}

// locate finds a column of the line that begins at an offset.
func (t *textFile) locate(start, units int64) column {
	v := &columnFinder{showCR: t.showCR, coding: t.form.Coding, left: units, column: column{off: start}}
	t.o.Walk(t.form, start, v)
	return v.column
}

// columnFinder is a textfile.LineVisitor that finds a column.
type columnFinder struct {
	column
	showCR bool
	coding textfile.Coding
	left   int64 // remaining UTF-16 units before the column
}

// Text implements textfile.LineVisitor.
func (v *columnFinder) Text(p []byte, span textfile.Span, _ bool) textfile.Continuation {
	whole := tools.UTF16.Length(p)
	if v.showCR {
		whole += int64(bytes.Count(p, []byte{'\r'}))
	}

	if whole <= v.left {
		v.left -= whole
		v.off = span.End
		if v.left == 0 {
			return textfile.Stop
		}
		return textfile.More
	}

	at := 0
	for i, r := range string(p) {
		at = i
		n := int64(1)
		if r > 0xFFFF || r == '\r' && v.showCR {
			n = 2
		}

		if n > v.left {
			v.inside = v.left
			v.splits = r > 0xFFFF && v.left > 0
			break
		}

		v.left -= n
	}

	v.off = span.Start + tools.SizeIn(v.coding, p[:at])
	return textfile.Stop
}

// End implements textfile.LineVisitor.
func (v *columnFinder) End(int64, int64, string) bool {
	v.beyond = v.left > 0
	return false
}
