package serdejson

// nextItem advances to the next element of an array or name of an object; it returns false at the end. If the container
// is not kept, it does not check what follows a comma.
func (d *Decoder) nextItem(in kind, first, kept bool) (bool, *Error) {
	end := byte('}')
	ended := eofObject
	wanted := wantObjectEnd
	if in == Array {
		end = ']'
		ended = eofList
		wanted = wantListEnd
	}

	c, err := d.peekToken(ended)
	if err == nil && c != end && !first {
		if c != ',' {
			return false, d.errorNext(wanted)
		}

		d.at++
		if !kept {
			return true, nil
		}
		c, err = d.peekToken(eofValue)
		if c == end {
			return false, d.errorNext(trailingComma)
		}
	}

	return err == nil && c != end, err
}

// key decodes the name of a field.
func (d *Decoder) key(kept bool) (string, *Error) {
	c, err := d.peekToken(eofObject)
	switch {
	case err != nil:
		return "", err
	case c != '"':
		return "", d.errorNext(keyNotString)
	}
	return d.quoted(kept)
}

// close consumes the end of an array or an object.
func (d *Decoder) close(end byte) *Error {
	c, err := d.peekToken(eofList)
	switch {
	case err != nil:
		return err
	case c == end:
		d.at++
		return nil
	case c == ',' && end == ']':
		d.at++
		if d.space() && d.peek() == ']' {
			return d.errorNext(trailingComma)
		}
	}

	return d.errorNext(trailingChars)
}

// level is a container being decoded, with the name of the current field.
type level struct {
	Value
	name string
}

// add appends an element to an array, or sets the current field of an object.
func (l *level) add(v Value) {
	if l.Kind == Array {
		l.Elements = append(l.Elements, v)
	} else {
		l.Fields.Set(l.name, v)
	}
}

var brackets = map[byte]kind{'[': Array, '{': Object}

// read decodes a value. One that is not kept, of an unknown field, is only checked for syntax, and not for nesting:
// serde_json's limit of 128 applies to what is decoded into a struct, which cannot nest that deep here.
func (d *Decoder) read(kept bool) (v Value, err *Error) {
	var in []kind    // kinds of the open containers
	var open []level // open containers that are kept
	for {
		c, err := d.peekToken(eofValue)
		bracket, opens := brackets[c]
		switch {
		case err != nil: // returned below
		case !opens:
			v, err = d.scalar(c, kept)
		case kept && len(open) == maxNesting:
			err = d.errorNext("recursion limit exceeded")
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
