package searchtext

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/record"
)

// plain takes the lines of a search that prints as rg and grep do: with the path before each, or without one where a
// single file was searched.
func (f *finds) plain() {
	f.unsure = f.search.Prints == Lines
	if f.isOfOneFile() {
		file := f.at(f.search.Dir, f.search.In)
		for _, l := range f.lines {
			f.add(file, f.printed(l), l, ":", "-")
		}
		return
	}

	matched := map[string]struct{}{} // the files of the lines that match
	for _, l := range f.lines {
		if name, ok := nameOfMatch(f.printed(l)); ok {
			matched[name] = struct{}{}
		}
	}

	for i, l := range f.lines {
		line := f.printed(l)
		if name, ok := nameOfMatch(line); ok {
			f.add(f.at(f.search.Dir, name), line[len(name)+1:], l, ":")
		} else if name, ok := f.nameAround(i, matched); ok {
			f.add(f.at(f.search.Dir, name), line[len(name)+1:], l, "-")
		}
	}
}

// numberFirst matches a line that begins with its number, one that matches by ":", one around it by "-".
var numberFirst = lazy.Regexp(`\A[1-9]\d{0,11}([:-])`)

// isOfOneFile reports whether the lines have no path before them: each begins with its number, and the numbers rise.
// Where nobody says that lines are numbered, what has no number may only stand after all that have one, and the lines
// are judged once more: see dropUnsure.
func (f *finds) isOfOneFile() bool {
	if f.search.In == "" || f.isFolder() {
		return false
	}

	hasMatch := false
	hasName := false
	hasEnded := false
	numbers := 0
	last := int64(0)
	for _, l := range f.lines {
		line := f.printed(l)
		_, isNamed := nameOfMatch(line)
		hasName = hasName || isNamed

		m := numberFirst().FindStringSubmatch(line)
		if m == nil {
			if isNamed {
				return false
			}
			hasEnded = hasEnded || line != "--"
			continue
		}

		number, _, _ := record.NumberBefore(line, m[1])
		if number <= last || hasEnded && f.search.Prints == Lines {
			return false
		}
		last = number
		numbers++
		hasMatch = hasMatch || m[1] == ":"
	}

	// The lines may have been cut before the first one that matches.
	isCut := f.search.Prints == Numbered && numbers > 1 && numbers == len(f.lines) && !hasName &&
		path.Ext(f.search.In) != ""
	return hasMatch || isCut
}

// isFolder reports whether what was searched is a folder by its name: that where the search ran, or one around it.
func (f *finds) isFolder() bool {
	in := f.at(f.search.Dir, f.search.In)
	dir := path.Clean(f.search.Dir)
	return strings.HasSuffix(in, "/") || path.Clean(in) == dir || strings.HasPrefix(dir, path.Clean(in)+"/")
}

// dropUnsure drops the files whose lines may have no number, where nobody says that they have: text that begins with
// one, such as a time or a port, looks alike. A search prints the lines of a file in their order, each once; a time has
// digits after its first colon, too.
func (f *finds) dropUnsure() {
	if f.search.Prints == Numbered {
		return
	}

	f.reads = slices.DeleteFunc(f.reads, func(r record.Read) bool {
		isText := false // what follows a number does not begin with a digit
		for i, l := range r.Lines {
			if i > 0 && l.Number <= r.Lines[i-1].Number {
				return true
			}
			text := r.Text[l.Start:l.End]
			isText = isText || text == "" || text[0] < '0' || text[0] > '9'
		}
		return len(r.Lines) < 2 || !isText
	})
}

// matchAt is what stands after the path of a line that matches.
var matchAt = lazy.Regexp(`:\d{1,12}:`)

// nameOfMatch is the path before a line "path:12:text".
func nameOfMatch(line string) (name string, ok bool) {
	at := matchAt().FindStringIndex(line)
	if at == nil || !isPath(line[:at[0]]) {
		return "", false
	}
	return line[:at[0]], true
}

// longestName is of a path, in bytes.
const longestName = 1024

// isPath reports whether a text before a number is likely to be a path: code and prose have numbers between colons,
// too.
func isPath(name string) bool {
	rest := name
	if record.IsWindows(name) {
		rest = name[2:]
	}
	return name != "" && len(name) <= longestName && name[0] != ' ' && !strings.ContainsAny(rest, "\"<>|*:\t")
}

// nameAround is the path before a line "path-12-text", which stands around one that matches. A path may have such a
// number itself, and so may the text: it is that of a line that matches, or of the line before or after with the number
// beside it. Where this fits two paths, it is not known which it is.
func (f *finds) nameAround(i int, matched map[string]struct{}) (name string, ok bool) {
	isMatched := func(p place) bool { _, is := matched[p.name]; return is }
	goesOn := func(p place) bool { return isPath(p.name) && f.continues(i, p) }
	places := numbersIn(f.printed(f.lines[i]))
	of := keep(places, isMatched)
	if len(of) == 0 {
		of = places
	}
	if len(of) > 1 || !slices.ContainsFunc(of, isMatched) {
		of = keep(of, goesOn)
	}
	if len(of) != 1 {
		return "", false
	}

	return of[0].name, true
}

// keep is a new list of those places that are of a kind.
func keep(places []place, isKind func(place) bool) (kept []place) {
	for _, p := range places {
		if isKind(p) {
			kept = append(kept, p)
		}
	}
	return kept
}

// continues reports whether the line before or after has the same path as a line, and the number beside its own.
func (f *finds) continues(i int, p place) bool {
	return f.hasLine(i-1, p.name, p.number-1) || f.hasLine(i+1, p.name, p.number+1)
}

// hasLine reports whether a printed line is the one of a number in a file: one that matches, or one around it.
func (f *finds) hasLine(i int, name string, number int64) bool {
	if i < 0 || i >= len(f.lines) {
		return false
	}

	rest, ok := strings.CutPrefix(f.printed(f.lines[i]), name)
	digits := strconv.FormatInt(number, 10)
	return ok && (strings.HasPrefix(rest, "-"+digits+"-") || strings.HasPrefix(rest, ":"+digits+":"))
}

// place is a place of a line where the path before it may end.
type place struct {
	name   string
	number int64
}

// maxPlaces are looked at in a line.
const maxPlaces = 20

// numbersIn are the places of a line that have a number between two dashes.
func numbersIn(line string) (places []place) {
	for at := 0; len(places) < maxPlaces; {
		dash := strings.IndexByte(line[at:], '-')
		if dash < 0 {
			break
		}

		at += dash + 1
		number, _, ok := record.NumberBefore(line[at:], "-")
		if ok && line[at] != ' ' && at > 1 {
			places = append(places, place{line[:at-1], number})
		}
	}
	return places
}
