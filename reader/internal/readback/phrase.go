package readback

import (
	"fmt"
	"strconv"
	"strings"

	"eyeline/reader/internal/lazy"
)

// Phrase is a text that a tool writes around lines, with slots for what varies: "(End of file - total {total} lines)".
// It is used for writing and for parsing.
//
// A slot such as {total} is an integer without sign, {next:number} a number as JavaScript prints it, and {path:text}
// any text without a line feed, up to the first occurrence of what follows the slot in the phrase.
type Phrase string

// slots are the values of slots by name.
type slots map[string]string

// part is a piece of a phrase: a text, and the slot that follows it.
type part struct {
	text string
	slot string // name of the slot; "" at the end of the phrase
	kind string // "" for an integer, "number" or "text"
}

// parts returns the pieces of a phrase, in order.
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

// Fill returns the phrase with values in its slots, in order. It panics if there are fewer values than slots.
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

// At parses the phrase at the beginning of a text. n is its length in bytes.
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

		held := slotLength(part, parts[i+1].text, text[n:])
		if held < 0 {
			return nil, 0, false
		}

		s[part.slot] = text[n : n+held]
		n += held
	}

	return s, n, true
}

// maxNumber is more bytes than any number that JavaScript prints.
const maxNumber = 40

// slotLength returns the length in bytes of a slot's value at the beginning of a text; -1 if there is no value. next is
// what follows the slot in its phrase.
func slotLength(slot part, next, text string) int {
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
		held = number().FindString(text[:min(len(text), maxNumber)])
	} else {
		held = text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
	}

	if held == "" {
		return -1
	}

	return len(held)
}

// number matches a number as JavaScript prints it.
var number = lazy.Regexp(`^-?[0-9]+(\.[0-9]+)?(e[+-][0-9]+)?`)

// EndOfLine returns the offset of the first line feed, or the length of the text.
func EndOfLine(text string) int {
	if end := strings.IndexByte(text, '\n'); end >= 0 {
		return end
	}
	return len(text)
}

// LastIn parses the last occurrence of the phrase in a text. at and end are its half-open range; both are the length of
// the text if there is no occurrence.
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

// AtEnd parses the phrase at the end of a text. at is its offset; the length of the text if it does not end with the
// phrase.
func (p Phrase) AtEnd(text string) (s slots, at int, ok bool) {
	s, at, end, ok := p.LastIn(text)
	if !ok || end != len(text) {
		return nil, len(text), false
	}
	return s, at, true
}

// FirstOf parses the first phrase with which a text begins.
func FirstOf(phrases []Phrase, text string) (s slots, n int, ok bool) {
	for _, p := range phrases {
		s, n, ok = p.At(text)
		if ok {
			return s, n, true
		}
	}
	return nil, 0, false
}

// LastOf parses the first of some phrases with which a text ends. at is its offset; the length of the text if it ends
// with no phrase.
func LastOf(phrases []Phrase, text string) (s slots, at int, ok bool) {
	for _, p := range phrases {
		s, at, ok = p.AtEnd(text)
		if ok {
			return s, at, true
		}
	}
	return nil, len(text), false
}

// Number returns the value of a slot; -1 if it is missing or not a 64-bit integer.
func (s slots) Number(name string) int64 {
	n, err := strconv.ParseInt(s[name], 10, 64)
	if err != nil {
		return -1
	}
	return n
}
