package coreutils

import (
	"bytes"
	"fmt"
	"strconv"
)

// numbering is nl with its options.
type numbering struct {
	styles      [3]byte // of the header, the body and the footer: a, t or n
	width       int
	separator   string
	first, step int64
	form        string // ln, rn, rz
	keep        bool   // numbers go on from page to page
}

const nlBody = 1

// nl is nl.
func nl(c *Call) (status int) {
	o, ok := c.getopt("p", "bhfwsvin", map[string]byte{
		"body-numbering": 'b', "header-numbering": 'h', "footer-numbering": 'f', "number-width": 'w', "number-separator": 's',
		"starting-line-number": 'v', "line-increment": 'i', "number-format": 'n', "no-renumber": 'p',
	})
	if !ok {
		return 0
	}
	n := numbering{styles: [3]byte{'n', 't', 'n'}, width: 6, separator: "\t", first: 1, step: 1, form: "rn"}
	for _, f := range o.flags {
		if !n.set(f) {
			return c.Unknown("-" + f.name + " " + f.value)
		}
	}
	w := &nlWriter{numbering: n, call: c, number: n.first, section: nlBody}
	c.each(o.operands, func(o operand) next {
		on := true
		o.read(func(p Piece) bool {
			on = c.fragments(p, w.fragment)
			return on
		})
		return whileRead(on && w.endFile())
	}, func(name, why string, _ bool) next {
		c.Complain("nl: " + quoteName(name, false) + ": " + why)
		status = 1
		return goOn
	})
	return status
}

// set takes an option.
func (n *numbering) set(f option) bool {
	var err error
	switch f.name {
	case "b", "h", "f":
		if f.value != "a" && f.value != "t" && f.value != "n" {
			return false
		}
		n.styles[map[string]int{"h": 0, "b": nlBody, "f": 2}[f.name]] = f.value[0]
	case "w":
		width, ok := decimal(f.value)
		n.width = int(min(width, 1<<10))
		return ok && width > 0 && width < 1<<10
	case "s":
		n.separator = f.value
	case "v":
		n.first, err = strconv.ParseInt(f.value, 10, 64)
	case "i":
		n.step, err = strconv.ParseInt(f.value, 10, 64)
	case "n":
		n.form = f.value
		return nlForms[n.form] != ""
	case "p":
		n.keep = true
	}
	return err == nil
}

// nlForms are the forms of numbers.
var nlForms = map[string]string{"ln": "%-*d", "rn": "%*d", "rz": "%0*d"}

// prefix is what precedes a line; number is meant when numbered.
func (n *numbering) prefix(number int64, numbered bool) []byte {
	if !numbered {
		return bytes.Repeat([]byte(" "), n.width+len(n.separator))
	}
	return append(fmt.Appendf(nil, nlForms[n.form], n.width, number), n.separator...)
}

// nlWriter writes lines as nl does.
type nlWriter struct {
	numbering
	call    *Call
	number  int64
	section int
	head    []byte  // the beginning of a line of which it is not known yet what it is
	held    []Piece // its pieces
	begun   bool    // the line's prefix is written
	inLine  bool
}

// nlSections are the lines that begin a part of a page.
var nlSections = map[string]int{`\:\:\:`: 0, `\:\:`: nlBody, `\:`: 2}

// fragment takes a part of a line.
func (w *nlWriter) fragment(f fragment) bool {
	w.inLine = !f.ends
	if w.begun {
		w.begun = !f.ends
		return w.call.Out(f.piece)
	}
	w.head = append(w.head, f.text[:min(len(f.text), 8)]...)
	w.held = append(w.held, f.piece)
	if len(w.head) < 8 && !f.ends {
		return true
	}
	return w.decide(f.ends)
}

// decide begins the line whose beginning was kept back; ended: that is all of it.
func (w *nlWriter) decide(ended bool) bool {
	head, held := string(w.head), w.held
	w.head, w.held = w.head[:0], nil
	w.begun = !ended
	if section, ok := nlSections[head]; ok && ended {
		w.section = section
		if !w.keep {
			w.number = w.first
		}
		return w.call.Out(Literal("\n"))
	}
	style := w.styles[w.section]
	numbered := style == 'a' || style == 't' && head != ""
	prefix := w.prefix(w.number, numbered)
	if numbered {
		w.number += w.step
	}
	if !w.call.Out(Piece{Text: prefix}) {
		return false
	}
	for _, p := range held {
		if !w.call.Out(p) {
			return false
		}
	}
	return true
}

// endFile ends a line that has no end in its file.
func (w *nlWriter) endFile() bool {
	if !w.inLine {
		return true
	}
	w.inLine = false
	if !w.begun {
		_, delimits := nlSections[string(w.head)]
		if !w.decide(true) || delimits {
			return !delimits || w.call.err == nil
		}
	}
	w.begun = false
	return w.call.Out(Literal("\n"))
}
