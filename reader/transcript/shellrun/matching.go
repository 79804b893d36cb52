package shellrun

import (
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/patch"
	"eyeline/reader/transcript/record"
)

// An evaluation of a command proposes the lines that it prints, each with the file and the line that it comes from. The
// recorded text decides: a row of it comes from that line where it is equal to a proposed one, or where nothing else
// could have been printed in its place. For `cat a.txt`, with a second line that is not known, and the recorded rows
// "one", "two", "three", the first and the third are found as equal, and so "two" is line 2.

// rowSource says where a row of the recorded text comes from: a line of a file, and what the program put around it.
type rowSource struct {
	origin
	number         int64
	prefix, suffix int
	cut            bool
	found          bool
	numbered       bool // the row itself has the number, as of grep -n
	sure           bool // the command, run on the files as they are known, prints exactly this row
	explained      bool // a file or a program is known that printed the row
}

// matching is the state of matchRows: which proposed line each row of a recorded text comes from. It has two kinds of
// 0-based indices: of proposed lines, named i, line or lineEnd, and of rows, named row or rowEnd; an end is the index
// after the last one. rowOf and lineOf translate between the two.
type matching struct {
	// The printed lines.

	printed []printed
	rowOf   []int // the row of each printed line, -1 for none

	// The recorded text.

	text    string
	rows    []record.Line
	plain   []string    // the rows' texts as they are compared
	lineOf  []int       // the printed line of each row, -1 for none
	sources []rowSource // where each row comes from
	breaks  []int       // rows before which something is left out

	trims   bool
	tabless bool // the text has lost its tabs
	command string
	pieces  int // how many rows broken may still look at, all in all
	// numbers are, by what stands before them, the lines of which only the number is known: for "12:" of grep -n the
	// index of the printed line; -1 where several begin so.
	numbers map[string]int
}

func (l *matching) normal(text string) string {
	text = strings.TrimSuffix(text, "\r")
	if l.tabless {
		text = strings.ReplaceAll(text, "\t", "")
	}
	if l.trims {
		text = strings.TrimRight(text, " \t\r\v\f")
	}
	return text
}

// matchRows finds the printed lines in the output of a command. Each pass takes only what those before it left, from
// the surest to the boldest:
//
//  1. lines that are equal to a row, in the order of both
//  2. byPrefix: lines of unknown text, by the number that stands before them
//  3. broken: lines that an agent broke into several rows
//  4. gaps: the rows between found lines go to the lines between them, where only those can stand there
//  5. moved: equal lines that stand elsewhere than proposed
//  6. edges: beginnings and ends of lines, beside found ones
func matchRows(lines []printed, c Command) *matching {
	text := record.WithoutLineEnd(c.Output)
	l := &matching{printed: lines, text: text, rows: record.SplitLines(text), trims: c.Trims, breaks: c.breaks}
	l.command = c.Line
	l.tabless = !strings.Contains(text, "\t")

	for _, row := range l.rows {
		l.plain = append(l.plain, l.normal(text[row.Start:row.End]))
	}

	l.sources = make([]rowSource, len(l.rows))
	l.lineOf = make([]int, len(l.rows))
	for i := range l.lineOf {
		l.lineOf[i] = -1
	}

	proposed := make([]string, len(lines))
	holes := make([]bool, len(lines))
	for i, p := range lines {
		proposed[i] = l.normal(p.text)
		holes[i] = p.kind != known
		if holes[i] {
			proposed[i] = "\x00" // a byte that stands in no text
		}
	}

	l.rowOf = patch.AlignHoles(proposed, l.plain, holes)
	for i, row := range l.rowOf {
		if row >= 0 {
			l.join(i, row)
		}
	}

	l.byPrefix()
	l.broken(proposed)
	l.gaps()
	l.moved(proposed)
	l.edges(proposed)
	return l
}

// edges finds lines of which only the beginning or the end was recorded, beside lines that are found.
func (l *matching) edges(proposed []string) {
	for i := range l.breaks { // a row that a gap took, and that ends where something is left out
		if row := l.breaks[i] - 1; row >= 0 && row < len(l.rows) && l.lineOf[row] >= 0 && l.sources[row].path != "" {
			p := &l.printed[l.lineOf[row]]
			l.sources[row].cut = l.sources[row].cut || p.kind == hole || l.plain[row] != proposed[l.lineOf[row]]
		}
	}

	for row := range l.rows {
		if l.sources[row].explained || l.plain[row] == "" {
			continue
		}

		if row > 0 {
			if i := l.lineOf[row-1] + 1; i > 0 && l.isFree(i) && l.isBeginning(proposed[i], l.plain[row]) {
				l.cutRow(i, row)
				continue
			}
		}

		if row+1 < len(l.rows) {
			if i := l.lineOf[row+1] - 1; i >= 0 && l.isFree(i) &&
				strings.HasSuffix(proposed[i], lastPart(l.plain[row])) {
				l.cutRow(i, row)
			}
		}
	}
}

// isFree reports whether a printed line is known, and has no row yet.
func (l *matching) isFree(i int) bool {
	return i < len(l.printed) && l.rowOf[i] < 0 && l.printed[i].kind == known && l.printed[i].number > 0
}

// isBeginning reports whether a row is the beginning of a line, or that with a notice behind it: "func main() … 80
// characters truncated".
func (l *matching) isBeginning(line, row string) bool {
	const least = 4 // bytes that are the same, where more follows
	same := 0
	for same < len(line) && same < len(row) && line[same] == row[same] {
		same++
	}
	return same == len(row) || same >= least && isNotice(row[same:])
}

// lastPart is what stands in a row behind a notice: of "[12 lines omitted] return nil" it is "return nil".
func lastPart(row string) string {
	for _, end := range []string{"truncated", "omitted", "…", "]", "..."} {
		if i := strings.LastIndex(row, end); i >= 0 {
			return strings.TrimLeft(row[i+len(end):], ". …]")
		}
	}
	return row
}

// cutRow takes a row for a part of a printed line: a beginning or an end.
func (l *matching) cutRow(i, row int) {
	p := &l.printed[i]
	l.pair(i, row)
	l.sources[row] = rowSource{origin: p.origin, number: p.number, cut: true, found: p.found, explained: true}
}

// assign notes that a row comes from a printed line, and where in the row the text of the file's line is.
func (l *matching) assign(i, row int) {
	p := &l.printed[i]
	one := rowSource{explained: true}
	prefix, suffix, ok := p.within(l.text[l.rows[row].Start:l.rows[row].End])
	if ok && p.path != "" && p.number > 0 {
		one = rowSource{
			origin: p.origin, number: p.number, prefix: prefix, suffix: suffix, cut: p.part, found: p.found,
			numbered: strings.ContainsAny(p.text[:min(p.prefix, len(p.text))], "0123456789"), explained: true,
			sure: p.kind == known && l.normal(p.text) == l.plain[row],
		}
		if n, ok := p.numberIn(l.text[l.rows[row].Start:][:prefix]); ok && one.numbered {
			one.number = n
		}
	}

	l.sources[row] = one
}

// within returns how many bytes stand in a row before and after the text of the file's line: of "12:text" of grep -n it
// is 3 and 0. The row may have lost blanks; ok is false where it does not begin as the line is proposed to. The text
// may stand in what comes before it, too: as in "a:1:a".
func (p *printed) within(line string) (prefix, suffix int, ok bool) {
	before := p.text[:min(p.prefix, len(p.text))]
	own := p.text[len(before):max(len(p.text)-p.suffix, len(before))]
	if p.kind == known && own != "" {
		i := strings.Index(line, own)
		if i >= 0 && i < p.prefix && strings.HasSuffix(line, p.text[len(before):]) {
			i = len(line) - p.suffix - len(own)
		}
		if i >= 0 {
			return i, len(line) - i - len(own), true
		}
	}

	for _, begins := range []string{
		before, strings.TrimLeft(before, " "), strings.TrimRight(before, "\t"), strings.TrimSuffix(before, ":") + "-",
	} {
		if strings.HasPrefix(line, begins) && len(line)-len(begins) >= p.suffix {
			return len(begins), p.suffix, true
		}
	}

	return 0, 0, p.prefix == 0
}

// numberIn is the number in what stands before a line in a row, which counts more than the proposed one: a file that
// was changed since may have the line elsewhere. ok is false where no number is there.
func (p *printed) numberIn(prefix string) (n int64, ok bool) {
	number := strconv.FormatInt(p.number, 10)
	before := p.text[:min(p.prefix, len(p.text))]
	at := strings.LastIndex(before, number)
	if at < 0 {
		return 0, false
	}

	signed := before[at+len(number):]
	end := strings.TrimLeft(signed, ":-")
	name := strings.TrimRight(strings.TrimLeft(before[:at], " "), ":-")
	rest, has := strings.CutPrefix(strings.TrimLeft(prefix, " "), name)
	rest, ends := strings.CutSuffix(rest, end)
	digits := strings.TrimRight(rest, ":-")
	if !has || !ends || end != signed && digits == rest {
		return 0, false
	}
	return lineNumber(strings.Trim(digits, ":- "))
}

// byPrefix finds lines whose text is not known by the number before them: a row that begins with "12:" is line 12.
func (l *matching) byPrefix() {
	l.numbers = map[string]int{}
	for i, p := range l.printed {
		if p.kind != hole || p.prefix == 0 || l.rowOf[i] >= 0 {
			continue
		}

		key := prefixKey(p.text[:p.prefix])
		if _, twice := l.numbers[key]; twice {
			l.numbers[key] = -1
		} else {
			l.numbers[key] = i
		}
	}

	if len(l.numbers) == 0 {
		return
	}

	others := l.unnumbered()
	above := -1 // the last row so far that has a line
	for row := range l.rows {
		if l.lineOf[row] >= 0 {
			above = row
			continue
		}

		if i := l.byNumber(row); i >= 0 && l.onlyFits(i, row, above, others) {
			l.join(i, row)
			above = row
		}
	}
}

// byNumber is the printed line without a row that stands for the number that a row begins with; -1 for none.
func (l *matching) byNumber(row int) int {
	const furthest = 4096
	text := l.text[l.rows[row].Start:l.rows[row].End]
	for at := 0; at < min(len(text), furthest); at++ {
		if strings.IndexByte("\t:- ", text[at]) < 0 {
			continue
		}

		if i, ok := l.numbers[prefixKey(text[:at+1])]; ok && i >= 0 && l.rowOf[i] < 0 {
			return i
		}
	}

	return -1
}

// unnumbered returns for each index i from 0 to the number of printed lines how many of the lines before i have neither
// a text nor a number that is known. A row that begins with a number may be one of them, too.
func (l *matching) unnumbered() []int {
	counts := make([]int, len(l.printed)+1)
	for i, p := range l.printed {
		counts[i+1] = counts[i]
		switch {
		case p.kind == anything:
			counts[i+1] += len(l.rows)
		case p.kind == oneLine, p.kind == hole && p.prefix == 0:
			counts[i+1]++
		}
	}

	return counts
}

// onlyFits reports whether a row can be no other line than the printed line i, whose number it begins with. above is
// the last row before it that has a line. The lines without a number between the found ones must have rows enough on
// the other side; others are their counts, see unnumbered.
func (l *matching) onlyFits(i, row, above int, others []int) bool {
	lineAbove := -1
	if above >= 0 {
		lineAbove = l.lineOf[above]
	}

	below := row + 1
	for below < len(l.rows) && l.lineOf[below] < 0 {
		below++
	}
	lineBelow := len(l.printed)
	if below < len(l.rows) {
		lineBelow = l.lineOf[below]
	}

	return lineAbove < i && i < lineBelow &&
		row-above > others[i]-others[lineAbove+1] && below-row > others[lineBelow]-others[i+1]
}

// prefixKey is what stands before a line with the sign by which grep tells matches from their context made one: "12-"
// is "12:".
func prefixKey(text string) string {
	if n := len(text) - 1; n > 0 && text[n] == '-' {
		return text[:n] + ":"
	}
	return text
}

// gaps assigns the rows between found lines to the printed lines between them.
func (l *matching) gaps() {
	line := 0 // the first one after the last that was found
	row := 0
	for i := 0; i <= len(l.printed); i++ {
		at := len(l.rows)
		if i < len(l.printed) {
			at = l.rowOf[i]
			if at < row { // it has no row, or one that is out of order
				continue
			}
		}

		if row < at {
			l.gap(line, i, row, at)
		}

		line = i + 1
		row = at + 1
		for row < len(l.rows) && l.lineOf[row] == i {
			row++ // a further row of the same line
		}
	}
}

// unit is a part of a gap: lines of one file that follow each other, or lines that are of no known file.
type unit struct {
	from, to int // printed lines
	count    int
	open     bool // it may have any number of rows
	unsure   bool // which lines of the file its rows are is not known
}

// maxChanged is how many rows between two found lines may have another text than was proposed.
const maxChanged = 200

// gap assigns the rows [row, rowEnd) to those of the printed lines [line, lineEnd) that have no row yet.
func (l *matching) gap(line, lineEnd, row, rowEnd int) {
	units := l.units(line, lineEnd)
	if len(units) == 0 {
		if line > 0 && lineEnd < len(l.printed) {
			l.between(line, lineEnd, row, rowEnd)
		}
		return
	}

	if l.mayBeSearched(line, lineEnd, row, rowEnd) {
		return
	}

	fixed := 0
	open := -1
	if end := l.firstBreak(row, rowEnd); end < rowEnd { // what is left out may be lines of any file
		l.upTo(line, lineEnd, row, end)
		return
	}

	holes := false
	for n, u := range units {
		holes = holes || l.printed[u.from].kind == hole
		switch {
		case u.open && open >= 0:
			return // where the one with any number of rows ends is not known
		case u.open:
			open = n
		default:
			fixed += u.count
		}
	}

	rows := rowEnd - row
	switch {
	case !holes:
		if fixed == rows && open < 0 && rows <= maxChanged {
			break
		}
		l.between(line, lineEnd, row, rowEnd)
		return
	case rows < fixed && len(units) > 1, open < 0 && rows > fixed && len(units) > 1:
		return
	}

	for n, u := range units {
		count := min(u.count, rowEnd-row)
		if n == open {
			count = max(rows-fixed, 0)
		}
		l.give(u, row, min(count, rowEnd-row))
		row += count
	}
}

// firstBreak is the first row after row, and before rowEnd, before which something is left out; rowEnd for none.
func (l *matching) firstBreak(row, rowEnd int) int {
	for _, at := range l.breaks {
		if row < at {
			rowEnd = min(rowEnd, at)
		}
	}
	return rowEnd
}

// mayBeSearched reports whether one of the rows [row, rowEnd) begins with the number of a line that a search may have
// printed in the gap.
func (l *matching) mayBeSearched(line, lineEnd, row, rowEnd int) bool {
	for at := row; at < rowEnd && len(l.numbers) > 0; at++ {
		if i := l.byNumber(at); line <= i && i < lineEnd && l.printed[i].maybe {
			return true
		}
	}
	return false
}

// upTo assigns the rows [row, rowEnd) before something that is left out to the first of the printed lines
// [line, lineEnd), where these are one after the other in a single file: how many lines it has is not known, and those
// of another file might begin in any row.
func (l *matching) upTo(line, lineEnd, row, rowEnd int) {
	for line < lineEnd && l.rowOf[line] >= 0 {
		line++
	}
	if line == lineEnd || lineEnd-line < rowEnd-row {
		return
	}

	first := &l.printed[line]
	if slices.ContainsFunc(l.rowOf[line:lineEnd], func(row int) bool { return row >= 0 }) ||
		slices.ContainsFunc(l.printed[line:lineEnd], func(p printed) bool { return !p.isPlainLineOf(first.origin) }) {
		return
	}

	for at := row; at < rowEnd; at++ {
		p := &l.printed[line+at-row]
		isNext := p.number == first.number+int64(at-row)
		if !isNext || p.kind == known && l.normal(p.text) != l.plain[at] {
			return // it is another file by now
		}
	}

	for at := row; at < rowEnd && first.number > 0; at++ {
		i := line + at - row
		if l.printed[i].kind == known {
			l.join(i, at)
		} else {
			l.give(unit{from: i, to: i + 1, count: 1}, at, 1)
		}
	}
}

// isPlainLineOf reports whether a printed line is certain to be one of a file, and nothing beside it.
func (p *printed) isPlainLineOf(file origin) bool {
	return p.path != "" && p.origin == file && p.prefix == 0 && !p.maybe
}

// units are the parts of a gap between printed lines.
func (l *matching) units(line, lineEnd int) (units []unit) {
	for i := line; i < lineEnd; i++ {
		p := &l.printed[i]
		if l.rowOf[i] >= 0 || p.maybe {
			continue
		}
		if n := len(units) - 1; n >= 0 && l.goesOn(units[n].to-1, i) {
			u := &units[n]
			u.to = i + 1
			u.count++
			u.open = u.open || p.open
			continue
		}
		units = append(units, unit{i, i + 1, 1, p.kind == anything || p.open, p.kind == hole && p.number == 0})
	}

	return units
}

// goesOn reports whether a printed line is the next one of the same file.
func (l *matching) goesOn(before, i int) bool {
	a := &l.printed[before]
	b := &l.printed[i]
	return before == i-1 && a.kind == b.kind && a.path != "" && a.origin == b.origin && a.prefix == 0 &&
		b.prefix == 0 &&
		(b.number == a.number+1 || a.open && b.number == 0 || a.number == 0 && b.number == 0)
}

// give assigns count rows, from row on, to a unit.
func (l *matching) give(u unit, row, count int) {
	p := &l.printed[u.from]
	for n := range count {
		one := &l.sources[row+n]
		switch {
		case p.kind == oneLine:
			one.explained = true
		case p.kind == anything || u.unsure || p.path == "": // a row of it is explained by no line
		case p.kind == known && u.from+n < u.to: // its text has changed since
			l.assign(u.from+n, row+n)
			l.sources[row+n].cut = l.sources[row+n].cut || l.isCut(u.from+n, row+n)
		case p.kind == hole:
			*one = rowSource{origin: p.origin, number: p.number + int64(n), found: p.found, explained: true}
		}

		if u.from+n < u.to {
			l.pair(u.from+n, row+n)
		}
	}
}

// isCut reports whether a row has only the beginning of a printed line, perhaps with a notice behind it.
func (l *matching) isCut(i, row int) bool {
	const least = 200 // bytes that are the same, where the row has more
	line := l.printed[i].text
	given := l.plain[row]
	return given != "" && !strings.HasPrefix(given, line) && strings.HasPrefix(line, given[:min(len(given), least)])
}

// between assigns rows between two found lines that follow each other in a file: they are lines that the file had then,
// and has no more.
func (l *matching) between(line, lineEnd, row, rowEnd int) {
	isFew := rowEnd-row <= maxChanged && lineEnd-line <= maxChanged
	if line == 0 || lineEnd >= len(l.printed) || !isFew {
		return
	}

	before := &l.printed[line-1]
	after := &l.printed[lineEnd]
	if before.kind != known || before.path == "" || before.origin != after.origin || before.prefix > 0 ||
		after.number != before.number+int64(lineEnd-line)+1 || l.rowOf[line-1] != row-1 || l.rowOf[lineEnd] != rowEnd {
		return
	}

	for at := row; at < rowEnd; at++ {
		if isNotice(l.plain[at]) {
			return
		}
	}

	for at := row; at < rowEnd; at++ {
		n := before.number + int64(at-row) + 1
		l.sources[at] = rowSource{origin: before.origin, number: n, found: before.found, explained: true}
	}

	shift := int64((rowEnd - row) - (lineEnd - line))
	end := lineEnd + 1
	for end < len(l.printed) && l.goesOn(end-1, end) {
		end++
	}

	for i := lineEnd; i < end; i++ { // the lines after them
		if at := l.rowOf[i]; at >= 0 {
			l.sources[at].number += shift
		}
		l.printed[i].number += shift
	}
}

// isNotice reports whether a row looks like a notice of an agent about what it left out.
func isNotice(line string) bool {
	line = strings.ToLower(line)
	for _, word := range []string{
		"truncated", "omitted", "lines hidden", "characters", "output too large", "[...", "… ",
	} {
		if strings.Contains(line, word) {
			return true
		}
	}
	return strings.TrimLeft(line, ". …") == ""
}

// moved finds equal lines that the command printed in another order than proposed: each program lists folders in its
// own.
func (l *matching) moved(proposed []string) {
	index := map[string]int{}
	for i, p := range l.printed {
		if p.kind != known || l.rowOf[i] >= 0 {
			continue
		}

		if _, twice := index[proposed[i]]; twice {
			index[proposed[i]] = -1
		} else {
			index[proposed[i]] = i
		}
	}

	rows := map[string]int{}
	for row := range l.rows {
		if l.lineOf[row] < 0 {
			rows[l.plain[row]]++
		}
	}

	for row, text := range l.plain {
		if i, ok := index[text]; ok && i >= 0 && l.lineOf[row] < 0 && rows[text] == 1 && text != "" {
			l.join(i, row)
		}
	}

	for row := range l.rows { // from the lines found here on, in both directions
		if i := l.lineOf[row]; i >= 0 {
			l.extend(proposed, i, row, 1)
			l.extend(proposed, i, row, -1)
		}
	}
}

// pair notes that a printed line and a row belong together, by their 0-based indices.
func (l *matching) pair(i, row int) {
	l.rowOf[i] = row
	l.lineOf[row] = i
}

// join pairs a row with a printed line, and notes where the row comes from.
func (l *matching) join(i, row int) {
	l.pair(i, row)
	l.assign(i, row)
}

// extend pairs the lines and rows next to a found pair, in steps of 1 or -1, as long as they are equal.
func (l *matching) extend(proposed []string, i, row, step int) {
	for {
		i += step
		row += step
		if i < 0 || row < 0 || i >= len(l.printed) || row >= len(l.rows) || l.rowOf[i] >= 0 || l.lineOf[row] >= 0 ||
			l.printed[i].kind != known || proposed[i] != l.plain[row] {
			return
		}
		l.join(i, row)
	}
}

// unexplained are the rows of which it is not known what printed them, blank ones left out.
func (l *matching) unexplained() (rows []int) {
	for row, one := range l.sources {
		if !one.explained && strings.TrimSpace(l.plain[row]) != "" && l.plain[row] != "--" &&
			!isComplaint(l.plain[row]) && !l.isCount(l.plain[row]) {
			rows = append(rows, row)
		}
	}
	return rows
}

// counted is a row of wc: up to three counts, and perhaps the name of a file.
var counted = lazy.Regexp(`^\s*\d+(?:\s+\d+){0,2}(?:\s+(\S.*))?$`)

// countingSearch is a search that counts its matches, and matchCount what it prints of a single file.
var (
	countingSearch = lazy.Regexp(`\b(?:rg|[ef]?grep) (?:[^\s;|&]+ )*?(?:-[a-zA-Z]*c[a-zA-Z]*|--count) `)
	matchCount     = lazy.Regexp(`^\d+$`)
)

// isCount reports whether a row may be the count of a search's matches, or a row of wc. A name in a row of wc has to
// stand in the command, unless the shell or xargs gives names to wc.
func (l *matching) isCount(row string) bool {
	if matchCount().MatchString(row) && countingSearch().MatchString(l.command) {
		return true
	}
	if !strings.Contains(l.command, "wc ") {
		return false
	}
	m := counted().FindStringSubmatch(row)
	isGiven := strings.ContainsAny(l.command, "*?[{$") || strings.Contains(l.command, "xargs")
	return m != nil && (m[1] == "total" || isGiven || strings.Contains(l.command, m[1]))
}

// isComplaint reports whether a line is what a program says of a file that it cannot read.
func isComplaint(line string) bool {
	for _, why := range []string{
		": No such file or directory", ": Is a directory", ": Permission denied", ": command not found",
	} {
		if strings.HasSuffix(line, why) {
			return true
		}
	}
	return strings.HasPrefix(line, "fatal: ") || strings.HasPrefix(line, "tail: option used in invalid context")
}

// reads are the lines of files that the rows are, by file.
func (l *matching) reads() (reads []record.Read) {
	type key struct {
		origin
		found, sure bool
	}
	at := map[key]int{}
	for row, one := range l.sources {
		if one.path == "" || one.number < 1 {
			continue
		}

		of := key{one.origin, one.found, one.sure}
		i, ok := at[of]
		if !ok {
			i = len(reads)
			at[of] = i
			r := record.Read{Path: one.path, Rev: one.rev, Text: l.text, Total: -1, How: record.ByArguments}
			if one.found {
				r.Via = record.InSearch
			}

			switch {
			case one.sure:
				r.How = record.ByCommand
			case one.numbered:
				r.How = record.ByText
			}

			reads = append(reads, r)
		}

		line := l.rows[row]
		line.Number = one.number
		line.Cut = one.cut
		line.Start += one.prefix
		line.End = max(line.End-one.suffix, line.Start)
		reads[i].Lines = append(reads[i].Lines, line)
	}

	return reads
}
