package ignore

// posixClasses are git's character classes, which are of ASCII alone; its space lacks vertical tab and form feed.
var posixClasses = map[string][]span{
	"alnum": {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}, "alpha": {{'A', 'Z'}, {'a', 'z'}},
	"blank": {{' ', ' '}, {'\t', '\t'}}, "cntrl": {{0, 31}, {127, 127}}, "digit": {{'0', '9'}}, "graph": {{'!', '~'}},
	"lower": {{'a', 'z'}}, "print": {{' ', '~'}}, "punct": {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}},
	"space": {{' ', ' '}, {'\t', '\r'}}, "upper": {{'A', 'Z'}}, "xdigit": {{'0', '9'}, {'A', 'F'}, {'a', 'f'}},
}

// gitBracket parses git's bracket expression with its "[" at p[at]. end is the index after it; ok is false if it is
// malformed, so that the whole pattern matches nothing. fold: ranges and [:upper:] include lower case.
func gitBracket(p []rune, at int, fold bool) (s *set, end int, ok bool) {
	s = &set{}
	at++
	s.not = at < len(p) && (p[at] == '!' || p[at] == '^')
	if s.not {
		at++
	}

	var previous rune // possible start of a range; 0 for nothing
	for first := true; at < len(p); first = false {
		switch {
		case p[at] == ']' && !first:
			return s.tidy(), at + 1, true
		case previous != 0 && beginsRange(p, at):
			at = afterEscape(p, at+1)
			if at < len(p) && previous <= p[at] {
				s.addRange(previous, p[at], fold)
			}
			previous = 0
		case beginsClass(p, at):
			at, previous, ok = posixClass(s, p, at, fold)
			if !ok {
				return nil, 0, false
			}
		default:
			at = afterEscape(p, at)
			if at < len(p) {
				previous = p[at]
				s.add(previous, previous)
			}
		}

		at++
	}

	return nil, 0, false
}

// addRange adds a range; fold: also in lower case.
func (s *set) addRange(from, to rune, fold bool) {
	s.add(from, to)
	from = max(from, 'A')
	to = min(to, 'Z')
	if fold && from <= to {
		s.add(from+'a'-'A', to+'a'-'A')
	}
}

// beginsRange reports whether there is a "-" at an index, followed by the end of a range.
func beginsRange(p []rune, at int) bool {
	return at < len(p) && p[at] == '-' && at+1 < len(p) && p[at+1] != ']'
}

// beginsClass reports whether "[:" is at an index.
func beginsClass(p []rune, at int) bool { return p[at] == '[' && at+1 < len(p) && p[at+1] == ':' }

// afterEscape returns at, or the next index if there is a backslash at it.
func afterEscape(p []rune, at int) int {
	if p[at] == '\\' {
		return at + 1
	}
	return at
}

// posixClass adds a class such as [:alpha:] with its "[" at p[at], or "[" if it is not a class. last is the index of
// the last unit that was parsed.
func posixClass(s *set, p []rune, at int, fold bool) (last int, previous rune, ok bool) {
	end := at + 2
	for end < len(p) && p[end] != ']' {
		end++
	}

	if end == len(p) {
		return 0, 0, false
	}

	if end == at+2 || p[end-1] != ':' {
		s.add('[', '[')
		return at, '[', true
	}

	name := string(p[at+2 : end-1])
	if fold && name == "upper" {
		name = "alpha"
	}

	spans, ok := posixClasses[name]
	s.ranges = append(s.ranges, spans...)
	return end, 0, ok
}
