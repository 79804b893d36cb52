package readback

import (
	"fmt"
	"strconv"
	"strings"

	"eyeline/reader/internal/lazy"
)

// Phrase is a text that a tool writes around the lines of a file, with slots for what differs from answer to answer:
// "(End of file - total {total} lines)". The tool writes it and reads it back by this one text.
//
// A slot such as {total} holds a whole number without a sign, {next:number} a number as JavaScript prints it, and
// {path:text} any text without a line feed, up to the first place where what follows the slot in the phrase comes next.
type Phrase string

// slots are the texts that the slots of a phrase held, by the names of the slots.
type slots map[string]string

// part is a piece of a phrase: a text, and the slot behind it.
type part struct {
	text string
	slot string // its name; "" at the end of the phrase
	kind string // "" for a whole number, "number" or "text"
}

// parts are the pieces of a phrase, in their order.
func (p Phrase) parts() []part {
	var parts []part
	for rest := string(p); ; {
		text, after, ok := strings.Cut(rest, "{")
		if !ok {
			return append(parts, part{text: rest})
		}
		var name string
		name, rest, _ = strings.Cut(after, "}")
		name, kind, _ := strings.Cut(name, ":")
		parts = append(parts, part{text, name, kind})
	}
}

// Fill is the phrase with values in its slots, in their order. It panics where there are more slots than values.
func (p Phrase) Fill(values ...any) string {
	var b strings.Builder
	for i, part := range p.parts() {
		b.WriteString(part.text)
		if part.slot != "" {
			fmt.Fprint(&b, values[i])
		}
	}
	return b.String()
}

// At reads the phrase at the beginning of a text. n is how many bytes of the text it takes.
func (p Phrase) At(text string) (s slots, n int, ok bool) {
	s = slots{}
	parts := p.parts()
	for i, part := range parts {
		if !strings.HasPrefix(text[n:], part.text) {
			return nil, 0, false
		}

		n += len(part.text)
		if part.slot == "" {
			continue
		}

		held := heldBy(part, parts[i+1].text, text[n:])
		if held < 0 {
			return nil, 0, false
		}

		s[part.slot] = text[n : n+held]
		n += held
	}

	return s, n, true
}

// longestNumber is more bytes than JavaScript prints a number with.
const longestNumber = 40

// heldBy is how many bytes a slot holds at the beginning of a text; -1 where it cannot be filled. next is what follows
// the slot in its phrase.
func heldBy(slot part, next, text string) int {
	if slot.kind == "text" {
		end := EndOfLine(text)
		if next == "" {
			return end
		}
		if held := strings.Index(text[:min(end+len(next), len(text))], next); held <= end {
			return held
		}

		return -1
	}

	var held string
	if slot.kind == "number" {
		held = number().FindString(text[:min(len(text), longestNumber)])
	} else {
		held = text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
	}

	if held == "" {
		return -1
	}

	return len(held)
}

// number is a number as JavaScript prints it.
var number = lazy.Regexp(`^-?[0-9]+(\.[0-9]+)?(e[+-][0-9]+)?`)

// EndOfLine is where the first line of a text ends, without its line feed.
func EndOfLine(text string) int {
	if end := strings.IndexByte(text, '\n'); end >= 0 {
		return end
	}
	return len(text)
}

// LastIn reads the phrase at the last place in a text where it may begin. at is the first byte of the phrase in the
// text, and end what follows its last one; both are the end of the text where the phrase is not there.
func (p Phrase) LastIn(text string) (s slots, at, end int, ok bool) {
	at = strings.LastIndex(text, p.parts()[0].text)
	if at < 0 {
		return nil, len(text), len(text), false
	}
	s, n, ok := p.At(text[at:])
	if !ok {
		return nil, len(text), len(text), false
	}
	return s, at, at + n, true
}

// AtEnd reads the phrase at the end of a text. at is the byte of the text at which it begins: the end of the text where
// it does not end with the phrase.
func (p Phrase) AtEnd(text string) (s slots, at int, ok bool) {
	s, at, end, ok := p.LastIn(text)
	if !ok || end != len(text) {
		return nil, len(text), false
	}
	return s, at, true
}

// FirstOf reads the first phrase that a text begins with.
func FirstOf(phrases []Phrase, text string) (s slots, n int, ok bool) {
	for _, p := range phrases {
		s, n, ok = p.At(text)
		if ok {
			return s, n, true
		}
	}
	return nil, 0, false
}

// LastOf reads the first of some phrases that a text ends with. at is the byte of the text at which it begins: its end
// where it ends with none of them.
func LastOf(phrases []Phrase, text string) (s slots, at int, ok bool) {
	for _, p := range phrases {
		s, at, ok = p.AtEnd(text)
		if ok {
			return s, at, true
		}
	}
	return nil, len(text), false
}

// Number is the number in a slot; -1 where the slot is missing or holds none that fits into 64 bits.
func (s slots) Number(name string) int64 {
	n, err := strconv.ParseInt(s[name], 10, 64)
	if err != nil {
		return -1
	}
	return n
}
