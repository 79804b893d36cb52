// Package shellrun, which changes without notice, evaluates the shell commands of a recorded run: the imitation of a
// shell runs each over the files as they were, as far as that is known, and the recorded text decides which of the
// lines that it proposes were printed. Nothing is executed, and no file is written.
package shellrun

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/shell"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/transcript/metadata"
	"eyeline/reader/transcript/patch"
	"eyeline/reader/transcript/powershell"
	"eyeline/reader/transcript/record"
)

// Command is a recorded command.
type Command struct {
	Line string
	Dir  string // the folder that it ran in, an absolute path with slashes
	// Output is what it printed, and Answered says that it is recorded.
	Output   string
	breaks   []int // the lines of Output, counted from 0, before which something is left out
	Answered bool
	Failed   bool  // its exit status was not 0
	Cut      bool  // Output is not all that was recorded
	Trims    bool  // the agent cuts blanks off the ends of lines
	recoded  []int // the lines of Output, counted from 0, that were sent in other letters than the file has
	// isPowerShell: PowerShell ran it, so that its output may have other characters than the files.
	isPowerShell bool
	// Again: the command began earlier and went on running. Earlier is what it had printed before Output; its changes
	// were told then.
	Again   bool
	Earlier string
}

// Join makes the output of pieces between which something is left out, perhaps within a line.
func (c *Command) Join(pieces []string) {
	var text strings.Builder
	rows := 0
	for i, piece := range pieces {
		if i > 0 {
			if !strings.HasSuffix(text.String(), "\n") {
				text.WriteByte('\n')
				rows++
			}
			c.breaks = append(c.breaks, rows)
		}

		text.WriteString(piece)
		rows += strings.Count(piece, "\n")
	}

	c.Output = text.String()
}

// Outcome is what a command came to.
type Outcome struct {
	Reads []record.Read
	Edits []record.Edit
	Dir   string // the folder in which its shell ended
	// Refused is what of it is not imitated, in words.
	Refused []string
	// Unclear: what is not imitated may have changed any file.
	Unclear bool
	// Understood says how much of the output could be traced to files.
	Understood Understanding
}

// Understanding says how much of what a command printed is understood.
type Understanding struct {
	// All: of each line it is known which file it is of, or what else printed it.
	All bool
	// Exact: the command, run again, prints the same.
	Exact bool
	// Silent: it printed nothing.
	Silent bool
	// Opened are the files that it opened, by their paths; there may be others where Many is set.
	Opened []string
	Many   bool
}

// maxOpenedFiles is how many files that a command opened are kept by name.
const maxOpenedFiles = 256

// MayPrintDiff reports whether a command may print a diff: what it prints must be looked at.
func MayPrintDiff(command string) bool {
	return slices.ContainsFunc([]string{"diff", "git show", "git log", "patch", "git stash"}, func(word string) bool {
		return strings.Contains(command, word)
	})
}

// Run evaluates a command with the files as they are on a disk and as a model has them before it. The model stays as it
// is, but for the work that the commands of its run may still take: give it the reads and edits that come back.
func Run(ctx context.Context, d Disk, m *Model, c Command) Outcome {
	if line, ok := powershell.AsShell(c.Line); ok && !powershell.Failed(c.Earlier) && !powershell.Failed(c.Output) {
		c.Line = line
		c.isPowerShell = true
		if !c.Again {
			c.Output, c.recoded = powershell.Decode(c.Output)
		}
	} else if record.IsWindows(c.Dir) {
		c.Line = powershell.NamesNoFiles(c.Line)
	}
	if !c.Again {
		return runOnce(ctx, d, m, c)
	}

	for i := range c.breaks {
		c.breaks[i] += strings.Count(c.Earlier, "\n")
	}

	c.Output = c.Earlier + c.Output
	o := run(ctx, d, m, c)
	if len(o.Edits) > 0 { // which the model has already: the files are not as they were when the command began
		for i := range o.Reads {
			o.Reads[i] = record.Read{Path: o.Reads[i].Path, Rev: o.Reads[i].Rev, Total: -1}
		}
		o.Edits = nil
		o.Understood = Understanding{Opened: o.Understood.Opened, Many: o.Understood.Many}
		return o
	}

	o.after(len(c.Earlier))
	return o
}

// after leaves out what an outcome has of the first n bytes of the output. A line that had begun in them, and has all
// of its text with what came behind them, becomes a read of its own.
func (o *Outcome) after(n int) {
	var joined []record.Read
	for i := range o.Reads {
		r := &o.Reads[i]
		had := len(r.Lines)
		for _, l := range r.Lines {
			if l.Start < n && l.End > n && !l.Cut {
				joined = append(joined, ofLine(*r, l))
			}
		}

		r.Lines = slices.DeleteFunc(r.Lines, func(l record.Line) bool { return l.Start < n })
		for k := range r.Lines {
			r.Lines[k].Start -= n
			r.Lines[k].End -= n
		}

		r.Text = r.Text[min(n, len(r.Text)):]
		if had > 0 && len(r.Lines) == 0 {
			r.Path = "" // all of it came before
		}
	}

	o.Reads = slices.DeleteFunc(o.Reads, func(r record.Read) bool { return r.Path == "" })
	o.Reads = append(joined, o.Reads...)
}

// ofLine is a read of one of its lines alone.
func ofLine(r record.Read, l record.Line) record.Read {
	r.Text = strings.Clone(r.Text[l.Start:l.End])
	l.End -= l.Start
	l.Start = 0
	r.Lines = []record.Line{l}
	return r
}

func run(ctx context.Context, d Disk, m *Model, c Command) Outcome {
	loose := evaluate(ctx, d, m, c, false)
	best := loose
	if loose.world.readUnknown {
		strict := evaluate(ctx, d, m, c, true)
		if c.Answered && strict.fits(c) {
			best = strict
		}
	}
	return best.outcome(c)
}

// evaluation is an evaluation of a command in one world.
type evaluation struct {
	world  *world
	lines  []printed
	dir    string
	status int
	err    error
	// recoded: lines of files may have been printed with other text than the files have.
	recoded bool
}

// evaluate runs a command.
func evaluate(ctx context.Context, d Disk, m *Model, c Command, strict bool) *evaluation {
	w := newWorld(ctx, d, m, extraLinesFor(c))
	w.strict = strict
	w.names = c.Output
	w.line = c.Line
	w.isMetadata = sync.OnceValue(func() bool { return metadata.Only(c.Line) })
	if !c.Answered {
		w.maxOpened = maxOpenedFiles
	}

	for _, name := range missing(c.Output) {
		w.missing[record.ResolvePath(c.Dir, name)] = true
	}

	sh := shell.NewIn(ctx, w, c.Dir)
	defer sh.Files.Close()
	p := &printer{world: w, starts: lineIndexes{}}
	e := &evaluation{world: w}
	if m.work.spend(int64(len(c.Line)+len(c.Output)) * commandWork) {
		e.status, e.err = sh.Run(c.Line, p.take, p.take)
	}

	w.unclear = w.unclear || lineMayChange(slices.Collect(sh.Commands()), sh.UsedUnsetVariable())
	m.work.spend(sh.Files.WorkDone() * byteWork)
	p.close()
	if m.work.left < 0 {
		e.err = errWork
	}
	if w.tooMany {
		e.err = errTooMany
	}

	if e.err != nil {
		w.Refused(e.err.Error(), nil, c.Dir)
		p.lines = append(p.lines, printed{kind: anything})
	}
	if w.tooMany {
		w.unclear = MayChange(c.Line) // which its words tell, whatever files it opens
	}

	e.lines = p.lines
	e.dir = sh.Dir
	return e
}

// extraLinesFor is the extraLines of the world of a command: 2 more than the lines that were printed, than each number
// in the command (of "sed -n 10,20p f" it is at least 22), and than each number before a printed line.
func extraLinesFor(c Command) int {
	const most = 100_000
	extra := strings.Count(c.Output, "\n") + 2
	for _, digits := range numbers().FindAllString(c.Line, 100) {
		if n, err := strconv.Atoi(digits); err == nil && n < most {
			extra = max(extra, n+2)
		}
	}
	for line := range strings.SplitSeq(c.Output, "\n") {
		extra = max(extra, numberPrinted(line)+2)
	}

	return min(extra, most)
}

// numberPrinted is the number before a line, perhaps after the name of a file; 0 without one. A name goes up to a colon
// or, where no number follows that, to the last hyphen with a number after it: of "a-1-b:2:text" it is 2.
func numberPrinted(line string) int {
	line = strings.TrimLeft(line, " \t\r\f")
	word := line
	if end := strings.IndexAny(line, ": \t\r\f"); end >= 0 {
		word = line[:end]
		if n, ok := numberAt(line[end+1:]); ok && end > 0 && line[end] == ':' {
			return n
		}
	}

	for {
		hyphen := strings.LastIndexByte(word, '-')
		if hyphen <= 0 {
			break
		}
		if n, ok := numberAt(line[hyphen+1:]); ok {
			return n
		}

		word = word[:hyphen]
	}

	n, _ := numberAt(line)
	return n
}

// numberAt is the number of one to five digits that a text begins with, before a colon, a hyphen or a tab.
func numberAt(text string) (n int, ok bool) {
	const longest = 5
	digits := 0
	for digits < min(len(text), longest) && '0' <= text[digits] && text[digits] <= '9' {
		n = n*10 + int(text[digits]-'0')
		digits++
	}
	if digits == 0 || digits == len(text) || strings.IndexByte(":\t-", text[digits]) < 0 {
		return 0, false
	}

	return n, true
}

var numbers = lazy.Regexp(`\d{1,6}`)

// missing are the files that an output says are not there.
func missing(output string) (names []string) {
	if !strings.Contains(output, "No such file or directory") {
		return nil
	}
	for _, m := range missingFiles().FindAllStringSubmatch(output, 100) {
		names = append(names, strings.Trim(m[1], `'"`))
	}
	return names
}

var missingFiles = lazy.Regexp(
	`(?m)^(?:[\w.-]+: )+(?:cannot \w+ )?(?:can't read )?(.+?)(?: for reading)?: No such file or directory$`,
)

// fits reports whether an output is what is printed where files of which nothing is known are not there.
func (e *evaluation) fits(c Command) bool {
	l := matchRows(e.lines, c)
	if len(l.unexplained()) > 0 || len(l.rows) == 0 && len(e.lines) > 0 {
		return false
	}
	for i, p := range e.lines {
		if p.kind != known || l.rowOf[i] < 0 {
			return false
		}
	}

	return true
}

// outcome lays what is printed over the recorded text.
func (e *evaluation) outcome(c Command) (o Outcome) {
	o.Dir = e.dir
	o.Refused = e.world.refused
	o.Unclear = e.world.unclear
	o.Edits = e.world.edits(c, e.status)
	e.recoded = mayAlterLines(c.Line) && !e.world.isMetadata()
	switch {
	case e.world.tooMany: // it may have given lines of any file
		o.Understood.Many = true
		return o
	case !c.Answered:
		o.Reads = e.unknown(c, nil)
		return o
	}

	l := matchRows(e.lines, c)
	letters := powershell.Own
	if c.isPowerShell {
		letters = l.cutRecoded(c.recoded)
	}
	e.recoded = e.recoded || letters != powershell.Own
	if letters == powershell.Joining {
		o.Understood.Opened = e.world.opened()
		o.Reads = e.mark(e.unknown(c, nil))
		return o
	}

	l.numbered(c, e.dir)
	l.framed(c, e.dir)
	o.Understood = e.told(l, c)
	if MayPrintDiff(c.Line) {
		o.Reads = l.diffs(e.world, c.Dir)
	}

	o.Reads = append(o.Reads, l.reads()...)
	if c.Cut || len(c.breaks) > 0 || len(l.unexplained()) > 0 {
		o.Reads = append(o.Reads, e.unknown(c, o.Reads)...)
	}

	if c.Failed && len(o.Reads) == 0 { // it names what it could not read
		for _, name := range missing(c.Output) {
			o.Reads = append(o.Reads, record.Read{Path: e.world.real(record.ResolvePath(c.Dir, name)), Total: -1})
		}
	}

	o.Reads = e.mark(o.Reads)
	return o
}

// mark says of reads whether they may have other text than the files.
func (e *evaluation) mark(reads []record.Read) []record.Read {
	for i := range reads {
		reads[i].Recoded = e.recoded
	}
	return reads
}

// told says how much of a recorded text the evaluation explains.
func (e *evaluation) told(l *matching, c Command) (t Understanding) {
	isWhole := e.err == nil && len(e.world.refused) == 0 && !c.Cut && len(c.breaks) == 0
	t.All = isWhole
	t.Exact = isWhole
	t.Silent = isWhole

	for row, text := range l.plain {
		if strings.TrimSpace(text) == "" || isComplaint(text) {
			continue
		}

		t.Silent = false
		i := l.lineOf[row]
		same := i >= 0 && l.printed[i].kind == known && l.normal(l.printed[i].text) == text
		// What a program prints of files may be of their lines.
		isOwn := l.sources[row].path != "" || len(e.world.files) == 0
		t.Exact = t.Exact && same && isOwn
		t.All = t.All && (same || l.sources[row].path != "")
	}

	t.Opened = e.world.opened()
	if len(t.Opened) > maxOpenedFiles {
		t.Opened = nil
		t.Many = true
	}

	return t
}

// opened are the paths of the files that were opened, each once and sorted.
func (w *world) opened() []string {
	paths := map[string]struct{}{}
	for _, of := range w.files {
		paths[of.path] = struct{}{}
	}
	return slices.Sorted(maps.Keys(paths))
}

// unknown are the files that the output may have lines of, though none of these is known.
func (e *evaluation) unknown(c Command, reads []record.Read) (more []record.Read) {
	var files []origin
	for _, p := range e.lines {
		if p.path != "" && !slices.Contains(files, p.origin) {
			files = append(files, p.origin)
		}
	}

	isRefused := len(e.world.refused) > 0
	for _, of := range e.world.files {
		if isRefused || len(reads) == 0 && e.world.changed[of.path] == nil {
			files = append(files, of)
		}
	}

	for _, name := range e.world.altered {
		files = append(files, origin{path: name})
	}

	more = unknownOf(files, reads)
	if isRefused {
		var named []origin
		for _, name := range append(e.world.named, e.world.words(c.Line, c.Dir)...) {
			named = append(named, origin{path: e.world.real(name)})
		}

		for _, r := range unknownOf(named, slices.Concat(reads, more)) {
			r.Named = !e.recoded
			more = append(more, r)
		}
	}

	return more
}

// unknownOf are reads without lines of files that are not among reads, each once.
func unknownOf(files []origin, reads []record.Read) (more []record.Read) {
	slices.SortFunc(files, func(a, b origin) int { return strings.Compare(a.path+"\x00"+a.rev, b.path+"\x00"+b.rev) })
	for _, of := range slices.Compact(files) {
		isRead := func(r record.Read) bool { return r.Path == of.path }
		if of.path != "" && !slices.ContainsFunc(reads, isRead) {
			more = append(more, record.Read{Path: of.path, Rev: of.rev, Total: -1})
		}
	}
	return more
}

// diffs are the lines that a diff in the text shows.
func (l *matching) diffs(w *world, dir string) []record.Read {
	reads := patch.Shown(l.text, dir)
	for i := range reads {
		reads[i].Lines = append(l.headLines(w, &reads[i]), reads[i].Lines...)
	}

	for _, r := range reads {
		for _, line := range r.Lines {
			row, _ := slices.BinarySearchFunc(l.rows, line.End, func(a record.Line, end int) int { return a.End - end })
			if row < len(l.rows) {
				l.sources[row] = rowSource{explained: true}
			}
		}
	}

	for row, text := range l.plain {
		if diffHead().MatchString(text) {
			l.sources[row].explained = true
		}
	}

	return reads
}

// headLines are the lines above hunks that their heads show: each is the nearest one above that has the text.
func (l *matching) headLines(w *world, r *record.Read) (lines []record.Line) {
	if len(r.Lines) == 0 {
		return nil
	}

	var content []string
	first, _ := slices.BinarySearchFunc(l.rows, r.Lines[0].End, func(a record.Line, end int) int { return a.End - end })
	last, _ := slices.BinarySearchFunc(l.rows, r.Lines[len(r.Lines)-1].End, func(a record.Line, end int) int {
		return a.End - end
	})
	for row := max(first-1, 0); row <= min(last, len(l.rows)-1); row++ {
		m := hunkHead().FindStringSubmatchIndex(l.plain[row])
		if m == nil {
			continue
		}

		if content == nil {
			content = w.linesOf(r.Path)
			if content == nil {
				return nil
			}
		}

		text := l.plain[row][m[4]:m[5]]
		n, _ := strconv.Atoi(l.plain[row][m[2]:m[3]])
		for n = min(n-1, len(content)); n > 0; n-- {
			if l.normal(content[n-1]) == text {
				start := l.rows[row].Start + m[4]
				lines = append(lines, record.Line{Number: int64(n), Start: start, End: start + len(text)})
				break
			}
		}
	}

	return lines
}

// hunkHead is the head of a hunk with a line that stands above it: the first line of the hunk, and that text.
var hunkHead = lazy.Regexp(`^@@ -\d+(?:,\d+)? \+(\d{1,9})(?:,\d+)? @@ (.+)$`)

// linesOf are the lines of a file; nil where they are not known.
func (w *world) linesOf(name string) []string {
	f, err := w.Open(w.ctx, name)
	if err != nil {
		return nil
	}

	defer func() { _ = f.Close() }() // read only: nothing is lost
	content, err := textfile.Piece(f, 0, min(f.Size(), maxRevision))
	if err != nil {
		return nil
	}

	return splitLines(string(content))
}

var diffHead = lazy.Regexp(
	`^(diff --git |index [0-9a-f]+\.\.|--- |\+\+\+ |@@ |\\ No newline|new file mode|deleted file mode|-)`,
)

var _ coreutils.System = (*world)(nil)
