package serdejson

// nextKey reads the next key of an object; more is false at its end.
func (d *Decoder) nextKey(first bool) (key string, more bool, err *Error) {
	c, err := d.after(eofObject)
	if err == nil && c != '}' && !first {
		if c != ',' {
			return "", false, d.peeked(wantObjectEnd)
		}
		d.at++
		if c, err = d.after(eofValue); c == '}' {
			return "", false, d.peeked(trailingComma)
		}
	}
	switch {
	case err != nil || c == '}':
		return "", false, err
	case c != '"':
		return "", false, d.peeked(keyNotString)
	}
	key, err = d.quoted(true)
	return key, true, err
}

// nextElement goes to the next element of an array; false at its end.
func (d *Decoder) nextElement(first bool) (bool, *Error) {
	c, err := d.after(eofList)
	if err == nil && c != ']' && !first {
		if c != ',' {
			return false, d.peeked(wantListEnd)
		}
		d.at++
		if c, err = d.after(eofValue); c == ']' {
			return false, d.peeked(trailingComma)
		}
	}
	return err == nil && c != ']', err
}

// close consumes the end of an array or an object.
func (d *Decoder) close(end byte) *Error {
	c, err := d.after(eofList)
	switch {
	case err != nil:
		return err
	case c == end:
		d.at++
		return nil
	case c == ',' && end == ']':
		d.at++
		if d.space() && d.peek() == ']' {
			return d.peeked(trailingComma)
		}
	}
	return d.peeked(trailingChars)
}

// ignore skips the value of an unknown field. Its syntax is checked. Its nesting is not bounded: serde_json's bound
// of 128 counts what is read into a struct only, which cannot nest that deep here.
func (d *Decoder) ignore() *Error {
	var open []byte // the brackets around the place
	for {
		c, err := d.after(eofValue)
		if err != nil {
			return err
		}
		opens := c == '[' || c == '{'
		if opens {
			open = append(open, c)
			d.at++
		} else if err := d.ignoreScalar(c); err != nil {
			return err
		}
		if open, err = d.ignoreEnds(open, !opens); err != nil || len(open) == 0 {
			return err
		}
		if open[len(open)-1] == '{' {
			if err := d.ignoreKey(); err != nil {
				return err
			}
		}
	}
}

// ignoreScalar skips a value that begins with c and is neither an array nor an object.
func (d *Decoder) ignoreScalar(c byte) (err *Error) {
	switch {
	case c == '-' || isDigit(c):
		return d.scanNumber(badNumber)
	case c == '"':
		_, err = d.quoted(false)
	default:
		_, err = d.scalar(c)
	}
	return err
}

// ignoreEnds closes the brackets that end at the place and goes to the next value; after: a value precedes the place.
// It returns the brackets that are still open.
func (d *Decoder) ignoreEnds(open []byte, after bool) ([]byte, *Error) {
	for len(open) > 0 {
		in := open[len(open)-1]
		ended, wanted := eofObject, wantObjectEnd
		if in == '[' {
			ended, wanted = eofList, wantListEnd
		}
		switch c, err := d.after(ended); {
		case err != nil:
			return open, err
		case c == ',' && after:
			d.at++
			return open, nil
		case c == in+2: // ']' follows '[' by two, '}' follows '{'
			d.at++
			open, after = open[:len(open)-1], true
		case after:
			return open, d.peeked(wanted)
		default:
			return open, nil
		}
	}
	return open, nil
}

// ignoreKey skips a field's name and the colon after it.
func (d *Decoder) ignoreKey() *Error {
	c, err := d.after(eofObject)
	switch {
	case err != nil:
		return err
	case c != '"':
		return d.peeked(keyNotString)
	}
	if _, err := d.quoted(false); err != nil {
		return err
	}
	return d.colon()
}
