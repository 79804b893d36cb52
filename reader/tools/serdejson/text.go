package serdejson

import (
	"strings"
	"unicode/utf16"
)

// quoted reads a string after its opening quote.
func (d *Decoder) quoted() (string, *Error) {
	var b strings.Builder
	for {
		from := d.at
		for d.at < len(d.text) && d.text[d.at] != '"' && d.text[d.at] != '\\' && d.text[d.at] >= 0x20 {
			d.at++
		}
		b.Write(d.text[from:d.at])
		switch {
		case d.at == len(d.text):
			return "", d.here(eofString)
		case d.text[d.at] == '"':
			d.at++
			return b.String(), nil
		case d.text[d.at] != '\\':
			d.at++
			return "", d.here(controlByte)
		}
		d.at++
		r, err := d.escape()
		if err != nil {
			return "", err
		}
		b.WriteRune(r)
	}
}

const escapes = "\"\\/bfnrt"

// escape reads an escape after its backslash.
func (d *Decoder) escape() (rune, *Error) {
	if d.at >= len(d.text) {
		return 0, d.here(eofString)
	}
	c := d.next()
	if i := strings.IndexByte(escapes, c); i >= 0 {
		return rune("\"\\/\b\f\n\r\t"[i]), nil
	}
	if c != 'u' {
		return 0, d.here(badEscape)
	}
	n, err := d.hex()
	if err != nil {
		return 0, err
	}
	if n >= 0xDC00 && n <= 0xDFFF {
		return 0, d.here(loneSurrogate)
	}
	if n < 0xD800 || n > 0xDBFF {
		return n, nil
	}
	for _, want := range []byte{'\\', 'u'} {
		if d.at >= len(d.text) {
			return 0, d.here(eofString)
		}
		if d.next() != want {
			return 0, d.here(shortHex)
		}
	}
	low, err := d.hex()
	if err != nil {
		return 0, err
	}
	if low < 0xDC00 || low > 0xDFFF {
		return 0, d.here(loneSurrogate)
	}
	return utf16.DecodeRune(n, low), nil
}

// hex reads four hexadecimal digits.
func (d *Decoder) hex() (rune, *Error) {
	if len(d.text)-d.at < 4 {
		d.at = len(d.text)
		return 0, d.here(eofString)
	}
	digits := d.text[d.at : d.at+4]
	d.at += 4
	var n rune
	for _, c := range digits {
		v := strings.IndexByte("0123456789abcdef", c|0x20)
		if v < 0 || c < '0' {
			return 0, d.here(badEscape)
		}
		n = n<<4 | rune(v)
	}
	return n, nil
}

// ignoreString skips a string after its opening quote.
func (d *Decoder) ignoreString() *Error {
	for {
		for d.at < len(d.text) && d.text[d.at] != '"' && d.text[d.at] != '\\' && d.text[d.at] >= 0x20 {
			d.at++
		}
		switch {
		case d.at == len(d.text):
			return d.here(eofString)
		case d.text[d.at] == '"':
			d.at++
			return nil
		case d.text[d.at] != '\\':
			return d.here(controlByte)
		}
		d.at++
		if d.at >= len(d.text) {
			return d.here(eofString)
		}
		c := d.next()
		switch {
		case c == 'u':
			if _, err := d.hex(); err != nil {
				return err
			}
		case strings.IndexByte(escapes, c) < 0:
			return d.here(badEscape)
		}
	}
}
