package serdejson

import (
	"strconv"
	"strings"
	"unicode/utf16"
)

// quoted decodes a string. One that is not kept may have lone surrogates.
func (d *Decoder) quoted(kept bool) (string, *Error) {
	var b strings.Builder
	for d.at++; ; {
		from := d.at
		for d.at < len(d.text) && d.text[d.at] != '"' && d.text[d.at] != '\\' && d.text[d.at] >= 0x20 {
			d.at++
		}

		b.Write(d.text[from:d.at])
		if d.at == len(d.text) {
			return "", d.errorHere(eofString)
		}

		switch d.text[d.at] {
		case '"':
			d.at++
			return b.String(), nil
		case '\\':
			d.at++
		default:
			if kept {
				d.at++
			}
			return "", d.errorHere(controlByte)
		}

		r, err := d.escape(kept)
		if err != nil {
			return "", err
		}

		b.WriteRune(r)
	}
}

// escape parses an escape after its backslash.
func (d *Decoder) escape(kept bool) (rune, *Error) {
	if d.at >= len(d.text) {
		return 0, d.errorHere(eofString)
	}

	c := d.next()
	if i := strings.IndexByte("\"\\/bfnrt", c); i >= 0 {
		return rune("\"\\/\b\f\n\r\t"[i]), nil
	}
	if c != 'u' {
		return 0, d.errorHere(badEscape)
	}

	n, err := d.hex()
	if err != nil || !kept || !utf16.IsSurrogate(n) {
		return n, err
	}
	if n >= 0xDC00 {
		return 0, d.errorHere(loneSurrogate)
	}

	for _, want := range []byte{'\\', 'u'} {
		if d.at >= len(d.text) {
			return 0, d.errorHere(eofString)
		}
		if d.next() != want {
			return 0, d.errorHere(shortHex)
		}
	}

	low, err := d.hex()
	if err != nil {
		return 0, err
	}
	if low < 0xDC00 || low > 0xDFFF {
		return 0, d.errorHere(loneSurrogate)
	}

	return utf16.DecodeRune(n, low), nil
}

// hex parses four hexadecimal digits.
func (d *Decoder) hex() (rune, *Error) {
	if len(d.text)-d.at < 4 {
		d.at = len(d.text)
		return 0, d.errorHere(eofString)
	}

	n, err := strconv.ParseUint(string(d.text[d.at:d.at+4]), 16, 16)
	d.at += 4
	if err != nil {
		return 0, d.errorHere(badEscape)
	}

	return rune(n), nil
}
