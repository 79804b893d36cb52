package coreutils

import (
	"fmt"
	"strconv"
	"strings"
)

// numbering is a run of nl.
type numbering struct {
	styles      [3]byte // numbering of header, body and footer: a(ll), t (not empty) or n(one)
	width       int
	separator   string
	first, step int64
	form        string // ln, rn, rz
	keep        bool   // numbers continue from page to page

	number  int64 // number of the next line
	section int
}

const nlBody = 1

// nlLongest is the longest section delimiter.
const nlLongest = `\:\:\:`

// nl imitates nl.
func nl(c *Call, o options) int {
	n := numbering{styles: [3]byte{'n', 't', 'n'}, width: 6, separator: "\t", first: 1, step: 1, form: "rn"}
	n.section = nlBody
	for _, f := range o.flags {
		if !n.set(f) {
			return c.Unknown("-" + f.name + " " + f.value)
		}
	}

	n.number = n.first
	return c.each(o.operands, func(o operand) next {
		return whileRead(c.eachLine(o.read, len(nlLongest)+1, func(l line) bool { return n.writeLine(c, l) }))
	})
}

// set parses an option.
func (n *numbering) set(f option) bool {
	var err error
	switch f.name {
	case "b", "h", "f":
		if f.value != "a" && f.value != "t" && f.value != "n" {
			return false
		}
		n.styles[map[string]int{"h": 0, "b": nlBody, "f": 2}[f.name]] = f.value[0]
	case "w":
		width, ok := Decimal(f.value)
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

// nlForms are formats by the value of -n.
var nlForms = map[string]string{"ln": "%-*d", "rn": "%*d", "rz": "%0*d"}

var nlSections = map[string]int{nlLongest: 0, `\:\:`: nlBody, `\:`: 2}

// writeLine writes a line with its number, or with blanks if it has no number. A section delimiter becomes an empty
// line.
func (n *numbering) writeLine(c *Call, l line) bool {
	if section, ok := nlSections[string(l.text)]; ok {
		n.section = section
		if !n.keep {
			n.number = n.first
		}

		return c.Out(Literal("\n"))
	}

	prefix := strings.Repeat(" ", n.width+len(n.separator))
	if style := n.styles[n.section]; style == 'a' || style == 't' && len(l.text) > 0 {
		prefix = fmt.Sprintf(nlForms[n.form], n.width, n.number) + n.separator
		n.number += n.step
	}

	return c.Out(Literal(prefix)) && c.WriteWhole(l)
}
