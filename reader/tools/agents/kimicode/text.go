package kimicode

import (
	"bytes"
	"context"
	"fmt"

	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tools/textfile"
)

// textFile is a text as kimi_code reads it.
type textFile struct {
	o      *tools.File
	form   textfile.Form
	total  int64 // lines
	hideCR bool  // agents.all line ends are CRLF: the '\r' is not shown
	showCR bool  // line ends are mixed: each '\r' is shown as \r
	wide   bool  // it is UTF-16
	lossy  bool  // and not all of it can be decoded
}

// read makes the checks of the content, and the answer.
func read(ctx context.Context, o *tools.File, file string, a arguments) (*tools.Result, error) {
	head, err := textfile.Head(o, SampleSize)
	if err != nil {
		return nil, err
	}
	kind := kindOf(file, head)
	if kind == "image" || kind == "video" {
		article := map[string]string{"image": "an", "video": "a"}[kind]
		return nil, refuse(fmt.Sprintf(`"%s" is %s %s file. The current model does not support %s input (missing %s_in capability), so this agent cannot view it. Only text files can be read.`,
			a.path, article, kind, kind, kind))
	}
	t := textFile{o: o}
	t.form.Coding = codingOf(head)
	if coding, mark := textfile.BOM(head, false); coding == t.form.Coding {
		t.form.Skip = mark
	}
	switch t.wide = t.form.Coding != textfile.UTF8; {
	case t.wide && o.Size() > mostWide:
		return nil, refuse(fmt.Sprintf(`"%s" is %s text but too large to transcode (%d bytes > %d). Convert it to UTF-8 first (e.g. with `+"`iconv`).",
			a.path, t.coding(), o.Size(), mostWide))
	case t.wide:
		t.form.OddTail = true
	case kind == "unknown":
		return nil, refuse(unreadable(a.path))
	}
	found, err := t.scan(ctx, a)
	if err != nil {
		return nil, err
	}
	return t.page(ctx, a, found)
}

func unreadable(file string) string {
	return `"` + file + `" is not readable as UTF-8 text. Only text files can be read.`
}

// coding names the coding for a person.
func (t *textFile) coding() string {
	if t.form.Coding == textfile.UTF16LE {
		return "UTF-16 LE"
	}
	return "UTF-16 BE"
}

// scan looks through the whole file: for what cannot be shown, its line ends, and where the lines asked for begin.
func (t *textFile) scan(ctx context.Context, a arguments) (textfile.Scanned, error) {
	first := max(a.line, 1)
	found, err := textfile.Scan(ctx, t.o, textfile.Search{Form: t.form, First: first, Total: true, Valid: !t.wide, NUL: true})
	if err != nil {
		return found, err
	}
	t.lossy = t.wide && found.Invalid
	if found.NUL || found.Invalid && !t.wide {
		return found, t.refuse(ctx, a.path, found)
	}
	if !found.NoCR {
		ends, err := textfile.CountLineEnds(ctx, t.o, t.form)
		if err != nil {
			return found, err
		}
		t.showCR = ends.CR > 0 || ends.CRLF > 0 && ends.LF > 0
		t.hideCR = !t.showCR && ends.CRLF > 0
	}
	if t.total = found.Lines; t.total == 0 && !t.wide && t.o.Size() > 0 { // nothing but a byte-order mark is a line
		t.total = 1
		if first == 1 {
			found.First, found.Last = 1, 1
		}
	}
	if a.line < 0 && t.total+a.line+1 > 1 {
		return textfile.Scan(ctx, t.o, textfile.Search{Form: t.form, First: t.total + a.line + 1, Total: true, Index: t.o.Index})
	}
	return found, nil
}

// refuse is the refusal of a file by what is in it; the first line that has something decides.
func (t *textFile) refuse(ctx context.Context, file string, found textfile.Scanned) error {
	invalid := refuse(`"` + file + `" is not valid UTF-8 or UTF-16 text. Only UTF-8 and UTF-16 text files can be read; for other encodings (e.g. GBK), convert the file to UTF-8 first (e.g. with ` + "`iconv`).")
	switch {
	case !found.NUL:
		return invalid
	case t.wide, !found.Invalid:
		return refuse(unreadable(file))
	}
	fault, _, err := textfile.FirstFault(ctx, t.o, 0)
	if err != nil {
		return err
	}
	v := &nulVisitor{}
	if err := textfile.Walk(ctx, source.View(t.o, fault.Start), textfile.Form{}, 0, v); err != nil {
		return err
	}
	if v.found {
		return refuse(unreadable(file))
	}
	return invalid
}

// nulVisitor is a textfile.LineVisitor that looks for a NUL character in lines that end.
type nulVisitor struct{ here, found bool } // in the current line; in one before

// Text implements textfile.LineVisitor.
func (v *nulVisitor) Text(p []byte, _ textfile.Span, _ bool) textfile.Want {
	if v.here = bytes.IndexByte(p, 0) >= 0; v.here {
		return textfile.SkipLine
	}
	return textfile.More
}

// End implements textfile.LineVisitor.
func (v *nulVisitor) End(_, _ int64, term string) bool {
	v.found = v.here && term != ""
	v.here = false
	return !v.found
}
