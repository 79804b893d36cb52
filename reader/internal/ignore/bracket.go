package ignore

// posixClasses are the classes of git, which are of ASCII only: its space has no vertical tab and form feed.
var posixClasses = map[string][]span{
	"alnum": {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}, "alpha": {{'A', 'Z'}, {'a', 'z'}},
	"blank": {{' ', ' '}, {'\t', '\t'}}, "cntrl": {{0, 31}, {127, 127}}, "digit": {{'0', '9'}}, "graph": {{'!', '~'}},
	"lower": {{'a', 'z'}}, "print": {{' ', '~'}}, "punct": {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}},
	"space": {{' ', ' '}, {'\t', '\r'}}, "upper": {{'A', 'Z'}}, "xdigit": {{'0', '9'}, {'A', 'F'}, {'a', 'f'}},
}

// gitBracket reads a bracket expression of git, whose "[" stands at p[at]. end is behind it; ok is false where it is
// malformed, which makes the whole pattern match nothing. fold: ranges and [:upper:] have lower case, too.
func gitBracket(p []rune, at int, fold bool) (s *set, end int, ok bool) {
	s = &set{}
	at++
	s.not = at < len(p) && (p[at] == '!' || p[at] == '^')
	if s.not {
		at++
	}

	var previous rune // that a range may begin at; 0: none
	for first := true; at < len(p); first = false {
		switch {
		case p[at] == ']' && !first:
			return s.tidy(), at + 1, true
		case previous != 0 && beginsRange(p, at):
			at = behindEscape(p, at+1)
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
			at = behindEscape(p, at)
			if at < len(p) {
				previous = p[at]
				s.add(previous, previous)
			}
		}

		at++
	}

	return nil, 0, false
}

// addRange adds units; fold: for letters in upper case those in lower case, too.
func (s *set) addRange(from, to rune, fold bool) {
	s.add(from, to)
	from = max(from, 'A')
	to = min(to, 'Z')
	if fold && from <= to {
		s.add(from+'a'-'A', to+'a'-'A')
	}
}

// beginsRange reports whether a "-" stands at a place, with an end of a range behind it.
func beginsRange(p []rune, at int) bool {
	return at < len(p) && p[at] == '-' && at+1 < len(p) && p[at+1] != ']'
}

// beginsClass reports whether "[:" stands at a place.
func beginsClass(p []rune, at int) bool { return p[at] == '[' && at+1 < len(p) && p[at+1] == ':' }

// behindEscape is a place, or where a backslash stands there, the next one.
func behindEscape(p []rune, at int) int {
	if p[at] == '\\' {
		return at + 1
	}
	return at
}

// posixClass adds a class such as [:alpha:], whose "[" stands at p[at], or where it is not one, the "[". last is the
// last unit of what was read.
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
