package ignore

import (
	"strings"
	"unicode/utf16"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
)

// npmLine parses a line like the npm package "ignore", which ignores case; ok is false if it is not a pattern.
func npmLine(given string) (p line, ok bool) {
	if js.Trim(given) == "" || given[0] == '#' || endsEscaped(given) {
		return p, false
	}
	p.text, p.negative = strings.CutPrefix(given, "!")
	if strings.HasPrefix(p.text, `\!`) || strings.HasPrefix(p.text, `\#`) {
		p.text = p.text[1:]
	}
	return p, true
}

// endsEscaped reports whether a line ends with exactly one backslash. The package takes the last of several as text.
func endsEscaped(s string) bool { return strings.HasSuffix(s, `\`) && !strings.HasSuffix(s, `\\`) }

// npmNode parses a pattern like npm's "ignore" 5 to 7.0.5, which agents bundle: it follows, step by step, the chain of
// replacements by which the package makes a regular expression, because each replacement also affects the results of
// others. The error is that of an expression that is not understood.
func npmNode(text string) (node, error) {
	s := trimNPM(strings.TrimPrefix(text, "\uFEFF"))
	s = escaperNPM.Replace(s)
	s = strings.ReplaceAll(s, "?", "[^/]")
	if rest, ok := strings.CutPrefix(s, "/"); ok {
		s = "^" + rest
	}

	s = strings.ReplaceAll(s, "/", `\/`)
	if rest, ok := strings.CutPrefix(strings.TrimLeft(s, "^"), `\*\*\/`); ok {
		s = `^(?:.*\/)?` + rest
	}

	if s != "" && s[0] != '^' {
		if strings.Contains(strings.TrimSuffix(text, "/"), "/") {
			s = "^" + s
		} else {
			s = `(?:^|\/)` + s
		}
	}

	s = starsNPM(foldersNPM(s))
	s = unescapeNPM(s)
	s = classesNPM(s)
	s = endNPM(s)
	n, err := parseJS(s)
	if rest, ok := strings.CutPrefix(s, `(?:^|\/)`); ok && err == nil && !strings.Contains(text, "/") {
		// An expression that cannot match a slash is matched with the last element of a path.
		if short, err := parseJS("^" + rest); err == nil && !short.takesSlash() {
			n = short
		}
	}

	if err != nil {
		return n, err
	}

	return seq(n, optionally(slash), node{kind: atEnd}), nil
}

// trimNPM removes white space at the end, except for one escaped blank, and then pairs of backslashes before white
// space.
func trimNPM(s string) string {
	if trimmed := strings.TrimRightFunc(s, textfile.IsJSSpace); trimmed != s {
		slashes := len(trimmed) - len(strings.TrimRight(trimmed, `\`))
		s = trimmed
		if slashes%2 == 1 {
			s = trimmed[:len(trimmed)-1] + " "
		}
	}

	if !strings.Contains(s, `\`) {
		return s
	}

	var out strings.Builder
	slashes := 0
	for _, r := range s {
		switch {
		case r == '\\':
			slashes++
			continue
		case slashes > 0 && textfile.IsJSSpace(r):
			out.WriteString(strings.Repeat(`\`, slashes-slashes%2))
			r = ' '
		default:
			out.WriteString(strings.Repeat(`\`, slashes))
		}

		slashes = 0
		out.WriteRune(r)
	}

	out.WriteString(strings.Repeat(`\`, slashes))
	return out.String()
}

// escaperNPM escapes the special characters of regular expressions, except for brackets and "?".
var escaperNPM = strings.NewReplacer(`\`, `\\`, `$`, `\$`, `.`, `\.`, `|`, `\|`, `*`, `\*`, `+`, `\+`, `(`, `\(`,
	`)`, `\)`, `{`, `\{`, `^`, `\^`)

// foldersNPM replaces "/**" at the end and before a slash.
func foldersNPM(s string) string {
	const stars = `\/\*\*`
	var out strings.Builder
	for {
		before, after, found := strings.Cut(s, stars)
		out.WriteString(before)
		switch {
		case !found:
			return out.String()
		case after == "":
			out.WriteString(`\/.+`)
		case !strings.HasPrefix(after, `\/`):
			// The search continues after the first character of a failed match, since none of the rest can begin one.
			out.WriteString(stars)
		default:
			out.WriteString(`(?:\/[^\/]+)*`)
		}

		s = after
	}
}

// starsNPM replaces runs of asterisks that are neither at the beginning, nor after a backslash, nor at the end.
func starsNPM(s string) string {
	const star = `\*`
	var out strings.Builder
	for at := 0; at < len(s); {
		if s[at] == '\\' {
			out.WriteByte(s[at])
			at++
			continue
		}

		run := strings.IndexByte(s[at:], '\\')
		if run < 0 {
			out.WriteString(s[at:])
			break
		}

		out.WriteString(s[at : at+run])
		at += run
		end := at
		for strings.HasPrefix(s[end:], star) {
			end += len(star)
		}

		if end == len(s) && end > at {
			end -= len(star) // the run must be followed by something, possibly an asterisk
		}

		if end > at {
			out.WriteString(`[^\/]*`)
			at = end
		}
	}

	return out.String()
}

// unescapeNPM undoes double escapes.
func unescapeNPM(s string) string {
	var out strings.Builder
	for at := 0; at < len(s); at++ {
		if strings.HasPrefix(s[at:], `\\\`) && at+3 < len(s) && strings.IndexByte(`$.|*+(){^`, s[at+3]) >= 0 {
			at += 2
		}
		out.WriteByte(s[at])
	}
	return strings.ReplaceAll(out.String(), `\\`, `\`)
}

// classesNPM replaces "[…]" without a slash, and "[" without an end.
func classesNPM(s string) string {
	var out strings.Builder
	stop := -1 // first slash or closing bracket of the rest
	for at := 0; at < len(s); {
		if s[at] != '[' {
			out.WriteByte(s[at])
			at++
			continue
		}

		if stop <= at {
			stop = strings.IndexAny(s[at+1:], "]/")
			if stop < 0 {
				stop = len(s)
			} else {
				stop += at + 1
			}
		}

		if stop < len(s) && s[stop] == '/' {
			out.WriteByte('[')
			at++
			continue
		}

		closing := s[stop:min(stop+1, len(s))]
		inner := strings.TrimRight(s[at+1:stop], `\`)
		slashes := stop - at - 1 - len(inner)
		switch {
		case at > 0 && s[at-1] == '\\':
			out.WriteString("[" + inner + strings.Repeat(`\`, slashes-slashes%2) + closing)
		case closing == "]" && slashes%2 == 0:
			out.WriteString("[" + rangesNPM(inner) + strings.Repeat(`\`, slashes) + "]")
		default:
			out.WriteString("[]")
		}

		at = min(stop+1, len(s))
	}

	return out.String()
}

// rangesNPM removes ranges that go backwards.
func rangesNPM(s string) string {
	if !strings.Contains(s, "-") {
		return s
	}

	units := utf16.Encode([]rune(s))
	fits := func(u uint16) bool { return u >= '0' && u <= 'z' }
	var kept []uint16
	for at := 0; at < len(units); at++ {
		if at+2 < len(units) && units[at+1] == '-' && fits(units[at]) && fits(units[at+2]) {
			if units[at] <= units[at+2] {
				kept = append(kept, units[at:at+3]...)
			}
			at += 2
			continue
		}

		kept = append(kept, units[at])
	}

	return string(utf16.Decode(kept))
}

// endNPM replaces an asterisk at the end. What the package appends, the end of the path or a slash, only matters for
// patterns that end with a slash.
func endNPM(s string) string {
	if rest, ok := strings.CutSuffix(s, `\/\*`); ok {
		return rest + `\/[^/]+`
	}
	if rest, ok := strings.CutSuffix(s, `\*`); ok {
		return rest + `[^/]*`
	}
	return s
}
