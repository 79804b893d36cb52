package serdejson

// nextItem goes to the next element of an array or to the next name of an object; false at the end. Where it is not
// kept, a comma is not followed by a look at what comes.
func (d *Decoder) nextItem(in kind, first, kept bool) (bool, *Error) {
	end := byte('}')
	ended := eofObject
	wanted := wantObjectEnd
	if in == Array {
		end = ']'
		ended = eofList
		wanted = wantListEnd
	}

	c, err := d.after(ended)
	if err == nil && c != end && !first {
		if c != ',' {
			return false, d.peeked(wanted)
		}

		d.at++
		if !kept {
			return true, nil
		}
		if c, err = d.after(eofValue); c == end {
			return false, d.peeked(trailingComma)
		}
	}

	return err == nil && c != end, err
}

// key reads the name of a field.
func (d *Decoder) key(kept bool) (string, *Error) {
	c, err := d.after(eofObject)
	switch {
	case err != nil:
		return "", err
	case c != '"':
		return "", d.peeked(keyNotString)
	}
	return d.quoted(kept)
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

// level is an array or an object while it is read, with the name of the field at hand.
type level struct {
	Value
	name string
}

// add appends an element to an array, or sets the field whose name was read in an object.
func (l *level) add(v Value) {
	if l.Kind == Array {
		l.Elements = append(l.Elements, v)
	} else {
		l.Fields.Set(l.name, v)
	}
}

var brackets = map[byte]kind{'[': Array, '{': Object}

// read reads a value. The syntax of one that is not kept, that of an unknown field, is checked all the same, but not
// its nesting: serde_json's bound of 128 counts what is read into a struct only, which cannot nest that deep here.
func (d *Decoder) read(kept bool) (v Value, err *Error) {
	var in []kind    // what is open
	var open []level // the same, where it is kept
	for {
		c, err := d.after(eofValue)
		bracket, opens := brackets[c]
		switch {
		case err != nil: // returned below
		case !opens:
			v, err = d.scalar(c, kept)
		case kept && len(open) == maxNesting:
			err = d.peeked("recursion limit exceeded")
		default:
			d.at++
			in = append(in, bracket)
			if kept {
				open = append(open, level{Value: Value{Kind: bracket}})
			}
		}

		for more := false; err == nil && !more; {
			if len(in) == 0 {
				return v, nil
			}

			inner := in[len(in)-1]
			if !opens && kept {
				open[len(open)-1].add(v)
			}

			more, err = d.nextItem(inner, opens, kept)
			opens = false
			switch {
			case err != nil: // returned below
			case !more:
				d.at++
				in = in[:len(in)-1]
				if kept {
					v = open[len(in)].Value
					open = open[:len(in)]
				}
			case inner == Object:
				var name string
				if name, err = d.key(kept); err == nil {
					err = d.colon()
				}
				if kept {
					open[len(open)-1].name = name
				}
			}
		}

		if err != nil {
			return v, err
		}
	}
}
