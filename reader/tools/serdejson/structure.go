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

// Struct reads an object, or an array of the values of the fields in their order (ObjectsOnly). name is the struct's in errors.
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
		comma := true
		var err *Error
		switch {
		case c == 'n':
			d.at++
			err = d.ident("ull")
		case c == 't':
			d.at++
			err = d.ident("rue")
		case c == 'f':
			d.at++
			err = d.ident("alse")
		case c == '-':
			d.at++
			err = d.ignoreNumber()
		case c >= '0' && c <= '9':
			err = d.ignoreNumber()
		case c == '"':
			d.at++
			err = d.ignoreString()
		case c == '[' || c == '{':
			open = append(open, c)
			d.at++
			comma = false
		default:
			return d.peeked(wantValue)
		}
		if err != nil {
			return err
		}
		for {
			if len(open) == 0 {
				return nil
			}
			in := open[len(open)-1]
			c, ok := d.space()
			if !ok && in == '[' {
				return d.peeked(eofList)
			}
			if !ok {
				return d.peeked(eofObject)
			}
			if c == ',' && comma {
				d.at++
				break
			}
			if c == in+2 { // ']' follows '[' by two, '}' follows '{'
				d.at++
				open = open[:len(open)-1]
				comma = true
				continue
			}
			if comma && in == '[' {
				return d.peeked(wantListEnd)
			}
			if comma {
				return d.peeked(wantObjectEnd)
			}
			break
		}
		if open[len(open)-1] == '{' {
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
			if err := d.colon(); err != nil {
				return err
			}
		}
	}
}
