package ignore

import (
	"strings"
	"unicode/utf16"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
)

// npmLine reads a line as the npm package "ignore" does, which ignores case; ok is false where it is no pattern.
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

// endsEscaped reports whether a line ends with one backslash. Of more than one the package takes the last as text.
func endsEscaped(s string) bool { return strings.HasSuffix(s, `\`) && !strings.HasSuffix(s, `\\`) }

// npmNode reads a pattern as npm's "ignore" 5 to 7.0.5 does, which coding agents bundle: by a chain of replacements
// that ends with the source of a regular expression. What a replacement does to the results of others is part of the
// rules, so that the chain is followed here step by step. The error is that of an expression that is not understood.
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
		// What matches no slash matches in the last part of a path, however long that is.
		if short, err := parseJS("^" + rest); err == nil && !short.takesSlash() {
			n = short
		}
	}

	if err != nil {
		return n, err
	}

	return seq(n, optionally(slash), node{kind: atEnd}), nil
}

// trimNPM takes white space off the end, or leaves one blank of what a backslash escapes, and then takes the
// backslashes before white space in pairs.
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

// escaperNPM escapes what means something in regular expressions, but for brackets and "?".
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
			// The search goes on right behind the first sign of what does not match; nothing in it begins a match.
			out.WriteString(stars)
		default:
			out.WriteString(`(?:\/[^\/]+)*`)
		}

		s = after
	}
}

// starsNPM replaces runs of asterisks that follow something other than a backslash and that something follows.
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
			end -= len(star) // something must follow, if only an asterisk
		}

		if end > at {
			out.WriteString(`[^\/]*`)
			at = end
		}
	}

	return out.String()
}

// unescapeNPM takes back what was escaped twice.
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
	stop := -1 // of what follows, the first slash or closing bracket
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

// rangesNPM takes ranges out that go backwards.
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

// endNPM replaces the asterisk at the end. What the package then adds, the end of the path or a slash before it, is the
// same for all but a pattern that ends with a slash itself.
func endNPM(s string) string {
	if rest, ok := strings.CutSuffix(s, `\/\*`); ok {
		return rest + `\/[^/]+`
	}
	if rest, ok := strings.CutSuffix(s, `\*`); ok {
		return rest + `[^/]*`
	}
	return s
}
