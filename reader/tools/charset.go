package tools

import (
	"context"
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/runtime/charset"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
)

// Guess returns the form with the character set that chardet detects in the whole file, if its first bytes, as many as
// first, are not UTF-8. It stays UTF-8 if iconv-lite does not know the set, if it is ASCII and ascii is false, or if
// the file is very large.
func (o *File) Guess(form textfile.LineCoding, first int64, ascii bool) textfile.LineCoding {
	const most = 10 << 20 // the limit of Qwen Code
	if o.Size() > most {
		return form
	}

	fault, found, err := textfile.FirstFault(o.ctx, source.View(o, first), 0)
	o.Fail(err)
	if !found || fault.Cut && first < o.Size() {
		return form
	}

	if m := source.MemoryOf(o); m != nil { // computed without the read's context, since the next tool reuses it
		whole := context.WithoutCancel(o.ctx)
		o.guess = m.Once("character set", func() any { return charset.Guess(whole, m.Data()) }).(string)
	} else {
		o.guess = charset.Guess(o.ctx, o.Head(most))
	}

	form.Coding = map[string]textfile.Coding{"UTF-32BE": textfile.UTF32BE, "UTF-32LE": textfile.UTF32LE}[o.guess]
	set := charset.Of(o.guess)
	if set != nil && (ascii || o.guess != "ASCII") {
		form.Coding = textfile.Legacy
		form.Set = set
		form.Skip = 0
	}

	return form
}

// Guessed records the character set that the tool takes the file for, or what it reads of it.
func (o *File) Guessed(name string) { o.guess = name }

// isLegacy reports whether the beginning of the file is in no encoding of Unicode.
func (o *File) isLegacy() bool {
	const looked = 64 << 10
	head := o.Head(looked)
	if o.Size() > looked {
		head = head[:len(head)-lossy.PartialTail(head)]
	}
	_, mark := textfile.BOM(head, true)
	return mark == 0 && !utf8.Valid(head)
}
