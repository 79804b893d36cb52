package zed

import (
	"bytes"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// detectForm returns by the first bytes of a file how it is decoded; text is false for a binary one (contract zed,
// Decoding).
func detectForm(head []byte) (form textfile.LineCoding, text bool) {
	form = textfile.AnyEnd
	form.Coding, form.Skip = textfile.BOM(head, false)
	if form.Skip > 0 {
		form.OddTail = form.Coding != textfile.UTF8
		return form, true
	}

	if len(head) < 2 {
		return form, true
	}

	for _, magic := range []string{
		"%PDF-", "PK\x03\x04", "PK\x05\x06", "PK\x07\x08", "\x89PNG\r\n\x1a\n", "\xFF\xD8\xFF", "GIF87a", "GIF89a",
		"IWAD", "PWAD",
		"RIFF", "OggS", "fLaC", "ID3", "\xFF\xFB", "\xFF\xFA", "\xFF\xF3", "\xFF\xF2",
	} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return form, false
		}
	}

	var nuls [2]int
	odd := 0
	for i, c := range head {
		if c == 0 {
			nuls[i%2]++
		}
		if c == 0 || !isTextByte(c) {
			odd++
		}
	}

	total := nuls[0] + nuls[1]
	switch {
	case total == 0:
		return form, true
	case total < len(head)/16:
		return form, odd*100 < 8*len(head)
	case nuls[0] > 4*nuls[1] && isPlausible(head, textfile.UTF16BE):
		form.Coding = textfile.UTF16BE
	case nuls[1] > 4*nuls[0] && isPlausible(head, textfile.UTF16LE):
		form.Coding = textfile.UTF16LE
	default:
		return form, false
	}

	form.OddTail = true
	return form, true
}

// isTextByte reports whether a byte may occur in text.
func isTextByte(c byte) bool {
	return c == '\t' || c == '\n' || c == '\f' || c == '\r' || c >= 0x20 && c <= 0x7E || c >= 0x80 && c <= 0xBF ||
		c >= 0xC2 && c <= 0xF4
}

// isPlausible reports whether bytes may be UTF-16: less than 2% of units are control characters, unassigned, or lone
// surrogates.
func isPlausible(head []byte, coding textfile.Coding) bool {
	units := 0
	bad := 0
	high := false // the previous unit is the first half of a pair
	for i := 0; i+1 < len(head); i += 2 {
		u := uint16(head[i])<<8 | uint16(head[i+1])
		if coding == textfile.UTF16LE {
			u = uint16(head[i+1])<<8 | uint16(head[i])
		}

		units++
		low := u >= 0xDC00 && u < 0xE000
		if high != low {
			bad++
		}

		high = u >= 0xD800 && u < 0xDC00
		if u < 0x20 && u != '\t' && u != '\n' && u != '\f' && u != '\r' || u >= 0x7F && u <= 0x9F || u >= 0xFFFE {
			bad++
		}
	}

	return units > 0 && bad*100 < 2*units
}

// headSize is how many bytes of a file are shown instead of an outline.
const headSize = 1024

// isLarge reports whether a text is too large to be returned whole.
func isLarge(o *tools.File, form textfile.LineCoding) bool {
	size := int64(0)
	most := o.Caps().Whole.Most
	for l := range o.Lines(tools.LineReading{Form: form, Start: form.Skip, Most: most + 1}) {
		size += l.Length
		if size > most {
			return true
		}
		if l.Term != "" {
			size++
		}
	}

	return size > most
}

// headText writes the first KiB of a text, in whole characters.
func headText(s *tools.Sink, o *tools.File, form textfile.LineCoding) string {
	var head []byte
	for l := range s.Lines(o, tools.LineReading{Form: form, Start: form.Skip, Most: headSize}) {
		head = append(head, l.Text...)
		if l.Length > int64(len(l.Text)) || len(head) >= headSize {
			break
		}

		head = append(head, '\n')
	}

	fits, _ := tools.Bytes.Fit(head, headSize)
	return string(head[:fits])
}
