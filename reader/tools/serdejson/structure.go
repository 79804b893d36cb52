package serdejson

import "fmt"

// StructField is a field of a struct: an object may give it by name, an array by place.
type StructField struct {
	Name     string
	Read     func() *Error
	Required bool
	// Placed: an array has to give it, also where an object need not.
	Placed bool
}

// Struct reads an object, or an array of the values of the fields in their order (ObjectsOnly). name is the struct's in
// errors.
func (d *Decoder) Struct(name string, fields []StructField) *Error {
	c, ok := d.space()
	if !ok {
		return d.peeked(eofValue)
	}
	if c != '{' && (c != '[' || d.ObjectsOnly) {
		return d.invalidType("struct " + name)
	}
	d.at++
	var err, closing *Error
	if c == '{' {
		err = d.byName(fields)
		closing = d.endObject()
	} else {
		err = d.byPlace(name, fields)
		closing = d.endList()
	}
	if err == nil {
		err = closing
	}
	if err != nil {
		return d.positioned(err)
	}
	return nil
}

func (d *Decoder) byName(fields []StructField) *Error {
	seen := make([]bool, len(fields))
	for first := true; ; first = false {
		more, err := d.nextKey(first)
		if err != nil {
			return err
		}
		if !more {
			break
		}
		d.at++
		key, err := d.quoted()
		if err != nil {
			return err
		}
		i := 0
		for i < len(fields) && fields[i].Name != key {
			i++
		}
		if i < len(fields) && seen[i] {
			return &Error{Reason: "duplicate field `" + key + "`", Line: unplaced}
		}
		if err := d.colon(); err != nil {
			return err
		}
		if i == len(fields) {
			err = d.ignore()
		} else {
			seen[i] = true
			err = fields[i].Read()
		}
		if err != nil {
			return err
		}
	}
	for i, f := range fields {
		if f.Required && !seen[i] {
			return &Error{Reason: "missing field `" + f.Name + "`", Line: unplaced}
		}
	}
	return nil
}

func (d *Decoder) byPlace(name string, fields []StructField) *Error {
	for i, f := range fields {
		more, err := d.nextElement(i == 0)
		if err != nil {
			return err
		}
		if !more {
			if f.Required || f.Placed {
				elements := "elements"
				if len(fields) == 1 {
					elements = "element"
				}
				return &Error{
					Reason: fmt.Sprintf("invalid length %d, expected struct %s with %d %s", i, name, len(fields), elements),
					Line:   unplaced,
				}
			}
			return nil
		}
		if err := f.Read(); err != nil {
			return err
		}
	}
	return nil
}

// nextKey goes to the next key of an object; false at its end.
func (d *Decoder) nextKey(first bool) (bool, *Error) {
	c, ok := d.space()
	switch {
	case !ok:
		return false, d.peeked(eofObject)
	case c == '}':
		return false, nil
	case first:
	case c != ',':
		return false, d.peeked(wantObjectEnd)
	default:
		d.at++
		c, ok = d.space()
	}
	switch {
	case !ok:
		return false, d.peeked(eofValue)
	case c == '"':
		return true, nil
	case c == '}':
		return false, d.peeked(trailingComma)
	}
	return false, d.peeked(keyNotString)
}

// nextElement goes to the next element of an array; false at its end.
func (d *Decoder) nextElement(first bool) (bool, *Error) {
	c, ok := d.space()
	switch {
	case !ok:
		return false, d.peeked(eofList)
	case c == ']':
		return false, nil
	case first:
		return true, nil
	case c != ',':
		return false, d.peeked(wantListEnd)
	}
	d.at++
	switch c, ok = d.space(); {
	case !ok:
		return false, d.peeked(eofValue)
	case c == ']':
		return false, d.peeked(trailingComma)
	}
	return true, nil
}

func (d *Decoder) endObject() *Error {
	switch c, ok := d.space(); {
	case !ok:
		return d.peeked(eofObject)
	case c == '}':
		d.at++
		return nil
	case c == ',':
		return d.peeked(trailingComma)
	}
	return d.peeked(trailingChars)
}

func (d *Decoder) endList() *Error {
	switch c, ok := d.space(); {
	case !ok:
		return d.peeked(eofList)
	case c == ']':
		d.at++
		return nil
	case c == ',':
		d.at++
		if c, _ := d.space(); c == ']' {
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
		c, ok := d.space()
		if !ok {
			return d.peeked(eofValue)
		}
		if c == '[' || c == '{' {
			open = append(open, c)
			d.at++
		} else if err := d.ignoreScalar(c); err != nil {
			return err
		}
		var err *Error
		if open, err = d.ignoreEnds(open, c != '[' && c != '{'); err != nil || len(open) == 0 {
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
func (d *Decoder) ignoreScalar(c byte) *Error {
	if isDigit(c) {
		return d.ignoreNumber()
	}
	d.at++
	switch c {
	case 'n':
		return d.ident("ull")
	case 't':
		return d.ident("rue")
	case 'f':
		return d.ident("alse")
	case '-':
		return d.ignoreNumber()
	case '"':
		return d.ignoreString()
	}
	d.at--
	return d.peeked(wantValue)
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
		switch c, ok := d.space(); {
		case !ok:
			return open, d.peeked(ended)
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
	switch c, ok := d.space(); {
	case !ok:
		return d.peeked(eofObject)
	case c != '"':
		return d.peeked(keyNotString)
	}
	d.at++
	if err := d.ignoreString(); err != nil {
		return err
	}
	return d.colon()
}
