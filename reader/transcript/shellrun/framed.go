package shellrun

import (
	"path"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/record"
)

// On a terminal, bat draws a frame: a rule, the name of the file, a rule, the lines with their numbers, and a rule.

// frameProgram is a command that has the program.
var frameProgram = lazy.Regexp(`(?:^|[\s;&|(/])(?:bat|batcat)\s`)

// framed takes the lines of files that bat framed. The frame itself tells the file and the numbers.
func (l *matching) framed(c Command, dir string) {
	if !frameProgram().MatchString(c.Line) {
		return
	}
	for row := 0; row < len(l.plain); row++ {
		if f, ok := l.frameAt(row); ok {
			l.applyFrame(f, path.Clean(record.ResolvePath(dir, f.name)))
			row = f.end
		}
	}
}

// frame is a frame around lines of a file: rows by their 0-based indices.
type frame struct {
	name       string // of the file, as the command has it
	first, end int    // the rule above the name and the one below the lines; where that is missing, the text's end
	bar        string // what stands before the lines of the frame, of blanks
}

// frameHead is how many rows a frame has above its lines.
const frameHead = 3

// frameAt is the frame that begins with a row; not ok where none does.
func (l *matching) frameAt(row int) (f frame, ok bool) {
	side, ok := rule(l.plain[row], "┬")
	if !ok || row+frameHead > len(l.plain) {
		return f, false
	}

	f.first = row
	f.bar = strings.Repeat(" ", side) + "│"
	f.name, ok = strings.CutPrefix(l.plain[row+1], f.bar+" File: ")
	if below, isRule := rule(l.plain[row+2], "┼"); !ok || !isRule || below != side {
		return f, false
	}

	for f.end = row + frameHead; f.end < len(l.plain); f.end++ {
		if below, isRule := rule(l.plain[f.end], "┴"); isRule && below == side {
			break
		}
	}

	return f, true
}

// rule reports how many columns a rule across the screen has before its crossing with the frame's bar.
func rule(row, crossing string) (side int, ok bool) {
	before, after, ok := strings.Cut(row, crossing)
	isLine := func(text string) bool { return text != "" && strings.Trim(text, "─") == "" }
	return strings.Count(before, "─"), ok && isLine(before) && isLine(after)
}

// applyFrame applies the lines in a frame; where one of its rows is no line, it takes none of them.
func (l *matching) applyFrame(f frame, file string) {
	rows := l.sources[f.first:min(f.end+1, len(l.sources))]
	clear(rows)
	for row := f.first + frameHead; row < f.end; row++ {
		one, ok := l.framedRow(f, row)
		if !ok {
			clear(rows)
			return
		}

		one.path = file
		l.sources[row] = one
	}

	for i := range rows {
		rows[i].explained = true
	}
}

// framedRow reads a row in a frame. A line that is broken into several rows counts as cut, and its further rows have no
// number. ok is false where the row has no place for a number.
func (l *matching) framedRow(f frame, row int) (one rowSource, ok bool) {
	text := l.text[l.rows[row].Start:l.rows[row].End]
	if strings.HasPrefix(text, f.bar) {
		return one, true
	}

	before, _, hasBar := strings.Cut(text, "│")
	n, ok := lineNumber(strings.TrimSpace(before))
	one.number = n
	one.numbered = true
	one.prefix = min(len(f.bar)+len(" "), len(text))
	one.cut = row+1 < f.end && strings.HasPrefix(l.plain[row+1], f.bar)
	return one, ok && hasBar && len(before)+len("│") == len(f.bar)
}
