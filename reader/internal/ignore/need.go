package ignore

import "strings"

// simpleNPM are the characters that, except for "*", "?" and "/", npm's "ignore" keeps unchanged.
const simpleNPM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~@%*?/"

// need finds the longest literal part that occurs in each matching path, so that most patterns are ruled out by a
// search in the path and never compiled.
func (p *pattern) need(d dialect) {
	const most = 255
	open := p.text // each literal part of it is needed
	if d == NPM {
		if strings.Trim(open, simpleNPM) != "" {
			return
		}
	} else if i := strings.IndexAny(open, `[]\{}`); i >= 0 {
		open = open[:i]
	}

	from := 0
	length := 0
	for begin := 0; begin < len(open); begin++ {
		end := begin
		for end < len(open) && !isSign(open[end]) {
			end++
		}

		if end-begin >= length {
			from = begin
			length = end - begin
		}

		begin = end
	}

	if d != NPM && d != GoGit {
		if begin := strings.LastIndexAny(p.text, `*?[]\{}/`) + 1; len(p.text)-begin >= length {
			from = begin
			length = len(p.text) - begin
		}
	}

	if length > most {
		from += length - most
		length = most
	}

	p.from = uint32(from)
	p.needs = uint8(length)
}

func isSign(c byte) bool { return c == '*' || c == '?' || c == '/' }

// cannot reports whether a search in the path rules the pattern out.
func (p *pattern) cannot(d dialect, at *subject) bool {
	if p.needs == 0 {
		return false
	}

	part := p.text[p.from : int(p.from)+int(p.needs)]
	switch {
	case d == NPM || d == GitFold:
		return !containsFold(at.upperRel, part)
	case d != GoGit && int(p.from)+int(p.needs) == len(p.text):
		return !strings.HasSuffix(at.rel, part)
	case p.nameOnly:
		return !strings.Contains(at.name, part)
	}

	return !strings.Contains(at.rel, part)
}

// mapASCII returns a text with each byte mapped.
func mapASCII(s string, to func(c byte) byte) string {
	b := []byte(s)
	for i, c := range b {
		b[i] = to(c)
	}
	return string(b)
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		c -= 'a' - 'A'
	}
	return c
}

// containsFold reports whether text, in upper case, contains part, ignoring its case. part is not empty.
func containsFold(text, part string) bool {
	last := len(text) - len(part)
	for at := 0; at <= last; at++ {
		next := strings.IndexByte(text[at:last+1], upper(part[0]))
		if next < 0 {
			return false
		}

		at += next
		n := 1
		for n < len(part) && text[at+n] == upper(part[n]) {
			n++
		}

		if n == len(part) {
			return true
		}
	}

	return false
}
