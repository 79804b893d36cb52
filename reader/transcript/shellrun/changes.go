package shellrun

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/shell"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/transcript/patch"
	"eyeline/reader/transcript/record"
)

// alter is the change of a file, a new one if it had no change yet. A name that is a pattern which nothing is known to
// fit may have been others.
func (w *world) alter(name string) *change {
	real := w.real(name)
	c := w.changed[real]
	if c == nil {
		w.unclear = w.unclear || strings.ContainsAny(name, "*?[") && !w.isKnownFile(real)
		c = &change{text: w.before(real)}
		w.changed[real] = c
	}
	c.unsure = c.unsure || w.unsure > 0
	return c
}

// Write implements coreutils.System.
func (w *world) Write(name string, content []byte) error {
	if strings.Contains(string(content), coreutils.UnknownMark) || w.isUnproven(content) {
		w.Lost(name)
		return nil
	}
	c := w.alter(name)
	*c = change{text: textOf(string(content)), whole: true, unsure: c.unsure}
	return nil
}

// isUnproven reports whether a content may not be what was written then: see world.unproven. Lines that stand in the
// command itself were written.
func (w *world) isUnproven(content []byte) bool {
	if !w.unproven {
		return false
	}
	isOther := func(line string) bool { return !strings.Contains(w.line, line) }
	return slices.ContainsFunc(splitLines(string(content)), isOther)
}

// Rewrite implements coreutils.System.
func (w *world) Rewrite(name string, content []byte) error {
	real := w.real(name)
	before := w.before(real)
	if before == nil {
		before = &Text{}
	}

	last := w.lastNumbered(before)
	old := splitLines(before.content(1, w.extraLines))
	now := splitLines(withID(string(content)))
	hunks, placed := compared(old, now, last, before.whole)
	if len(hunks) == 0 && before.isFull() {
		return nil
	}

	c := w.alter(name)
	c.text = textWithMarks(string(content), last)
	if !before.whole {
		c.text.whole = false
		c.text.noEnd = false
	}

	c.hunks = append(c.hunks, hunks...)
	c.lost = c.lost || len(hunks) == 0 || !placed
	return nil
}

// splitLines are the lines of a content.
func splitLines(content string) []string {
	if content == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(content, "\n"), "\n")
}

// withID is a content whose marks are of the file with the number 1.
func withID(content string) string {
	if !strings.Contains(content, coreutils.UnknownMark) {
		return content
	}

	lines := splitLines(content)
	for i, line := range lines {
		if from, to, _, n, ok := marked(line); ok && n > 0 {
			lines[i] = line[:from] + mark(1, n) + line[to:]
		}
	}

	return strings.Join(lines, "\n") + "\n"
}

// compared are the hunks that turn the lines old into the lines now. Unless old is the whole file, only its first
// lastNumbered lines stand for lines of that number, see Text.content. placed is false where a hunk begins after them,
// or has a new line of which only a part is known.
func compared(old, now []string, lastNumbered int, whole bool) (hunks []record.Hunk, placed bool) {
	match := patch.Align(old, now)
	placed = true
	for i, j := 0, 0; i < len(old) || j < len(now); {
		if i < len(old) && match[i] == j {
			i++
			j++
			continue
		}

		h := record.Hunk{Old: int64(i) + 1}
		for ; i < len(old) && match[i] < 0; i++ {
			line := old[i]
			if _, _, _, _, ok := marked(line); ok {
				h.Unsaid = true
				line = ""
			}
			h.Lines = append(h.Lines, "-"+line)
		}

		to := len(now)
		if i < len(old) {
			to = match[i]
		}

		for ; j < to; j++ {
			if strings.Contains(now[j], coreutils.UnknownMark) { // part of a line that is not known
				placed = false
				h.Lines = append(h.Lines, "+")
				continue
			}
			h.Lines = append(h.Lines, "+"+now[j])
		}

		if !whole && h.Old > int64(lastNumbered) {
			return hunks, false
		}

		hunks = append(hunks, h)
	}

	return hunks, placed
}

// Append implements coreutils.System.
func (w *world) Append(name string, content []byte) error {
	if w.isUnproven(content) {
		w.Lost(name)
		return nil
	}

	known := w.isKnownFile(w.real(name)) || w.changed[w.real(name)] != nil
	c := w.alter(name)
	more := textOf(string(content))
	switch {
	case c.whole && c.text != nil:
		c.text = textOf(c.text.content(0, 0) + string(content))
		return nil
	case c.text == nil && !known && w.strict:
		c.text = more
		c.whole = true
		return nil
	}

	if c.text == nil {
		c.text = &Text{}
	}

	hunk := record.Hunk{}
	if c.text.whole && !c.text.noEnd {
		hunk.Old = int64(len(c.text.lines)) + 1
	} else if n, ok := w.linesOnDisk(name, more); ok && !c.text.whole {
		hunk.Old = n + 1
	}

	for _, l := range more.lines {
		hunk.Lines = append(hunk.Lines, "+"+l)
	}

	if len(hunk.Lines) == 0 {
		return nil
	}

	c.hunks = append(c.hunks, hunk)
	if c.text.whole {
		c.text = textOf(c.text.content(0, 0) + string(content))
	}

	return nil
}

// Replace implements coreutils.System.
func (w *world) Replace(name, old, put string) error {
	c := w.alter(name)
	if c.text == nil {
		c.text = &Text{}
	}

	hunk := record.Hunk{Lines: append(record.WithMark("-", old), record.WithMark("+", put)...)}
	if len(hunk.Lines) == 0 {
		return nil
	}

	c.hunks = append(c.hunks, hunk)
	c.text = c.text.clone()
	c.text.replace(hunk)
	return nil
}

// Patch implements coreutils.System.
func (w *world) Patch(dir, text string, strip int) error {
	if strip < 0 {
		for _, e := range patch.Apply(text) {
			e.Path = record.ResolvePath(dir, e.Path)
			w.edit(e)
		}

		return nil
	}

	for _, e := range patch.UnifiedEdits(text, strip) {
		e.Path = record.ResolvePath(dir, e.Path)
		w.edit(e)
	}

	return nil
}

// edit takes a change that says what it is.
func (w *world) edit(e record.Edit) {
	c := w.alter(e.Path)
	switch {
	case e.Deleted:
		c.text = nil
		c.lost = false
	case e.IsWhole:
		c.text = textOf(e.Whole)
		c.whole = true
	default:
		c.hunks = append(c.hunks, e.Hunks...)
		if c.text == nil {
			c.text = &Text{}
		}

		c.text = c.text.clone()
		m := Model{files: map[string]*Text{e.Path: c.text}, work: w.work}
		m.Edit(e)
		c.text = m.files[e.Path]
		w.model.dropped = w.model.dropped || m.dropped
	}
}

// Move implements coreutils.System.
func (w *world) Move(from, to string, copies bool) error {
	from, to = w.real(from), path.Clean(w.target(from, to))
	fi, err := w.Stat(from)
	isFile := err == nil && fi.Mode().IsRegular()
	w.unclear = w.unclear || strings.ContainsAny(from, "*?[") || !isFile && len(w.below(to)) > 0

	if err == nil && fi.IsDir() {
		for _, file := range w.below(from) {
			w.moveFile(file, to+strings.TrimPrefix(file, from), copies)
		}

		return nil
	}

	w.moveFile(from, to, copies)
	return nil
}

// target is where something is moved to. The folders are those of after the run: one that has nothing of the name now
// may be what was moved itself, and not the folder that it was moved into.
func (w *world) target(from, to string) string {
	dir := path.Dir(to)
	if path.Base(to) != path.Base(from) || w.isToldFolder(dir) {
		return to
	}

	_, missing := w.onDisk(to, atFile)
	if above, err := w.onDisk(dir, atFile); missing != nil && err == nil && above.IsDir() {
		if fi, err := w.Stat(from); err == nil && fi.IsDir() {
			return dir
		}
	}

	return to
}

func (w *world) moveFile(from, to string, copies bool) {
	text := w.before(from)
	source := w.changed[from]
	target := w.alter(to)
	*target = change{text: text.clone(), from: from, unsure: target.unsure}
	if target.text == nil {
		target.text = &Text{}
	}

	if source != nil { // it was changed by the same command
		target.from = cmp.Or(source.from, from)
		target.hunks = slices.Clone(source.hunks)
		target.whole = source.whole
		target.lost = source.lost
	}

	if !copies {
		source := w.alter(from)
		source.text = nil
		source.lost = false
		source.from = ""
		source.hunks = nil
		source.whole = false
	}
}

// below are the files below a folder that the run tells about.
func (w *world) below(dir string) (files []string) {
	for file, t := range w.model.files {
		if t != nil && strings.HasPrefix(file, dir+"/") {
			files = append(files, file)
		}
	}
	return files
}

// linesOnDisk is the number of the line of a file after which it has some lines now, once.
func (w *world) linesOnDisk(name string, more *Text) (n int64, ok bool) {
	f, err := w.openOnDisk(w.ctx, path.Clean(name))
	if err != nil || len(more.lines) == 0 {
		return 0, false
	}

	defer func() { _ = f.Close() }() // read only: nothing is lost
	content, err := textfile.Piece(f, 0, min(f.Size(), maxKept))
	if err != nil {
		return 0, false
	}

	lines := splitLines(string(content))
	for i := range len(lines) - len(more.lines) + 1 {
		if slices.Equal(lines[i:i+len(more.lines)], more.lines) {
			if ok {
				return 0, false
			}
			n = int64(i)
			ok = true
		}
	}

	return n, ok
}

// Remove implements coreutils.System.
func (w *world) Remove(name string) error {
	real := path.Clean(name)
	for _, file := range append(w.below(real), real) {
		c := w.alter(file)
		c.text = nil
		c.lost = false
		c.hunks = nil
		c.whole = false
		c.dir = false
	}

	return nil
}

// MakeDir implements coreutils.System.
func (w *world) MakeDir(name string) error {
	if _, isThere := w.disk.at(name); !isThere {
		return nil
	}
	if fi, err := w.Stat(name); err != nil || !fi.IsDir() {
		w.changed[w.real(name)] = &change{dir: true}
	}
	return nil
}

// Lost implements coreutils.System.
func (w *world) Lost(name string) {
	c := w.alter(name)
	c.lost = true
	c.text = &Text{}
	c.whole = false
}

// clone is a copy that changes by itself; nil of nil.
func (t *Text) clone() *Text {
	if t == nil {
		return nil
	}
	own := *t
	own.lines = append([]string(nil), t.lines...)
	own.known = append([]bool(nil), t.known...)
	own.inserts = slices.Clip(t.inserts)
	return &own
}

// lastNumbered is the 1-based number of the last line in the content of a file that stands for the line of that number.
// With extraLines 100 it is 3 for a whole text of three lines, 103 where more lines follow, and 100 for a file of which
// nothing is known; see Text.content.
func (w *world) lastNumbered(t *Text) int {
	if t == nil {
		return w.extraLines
	}
	if t.whole {
		return len(t.lines)
	}
	return len(t.lines) + w.extraLines
}

// edits are the changes that a command made, by file.
func (w *world) edits(c Command, status int) (edits []record.Edit) {
	names := make([]string, 0, len(w.changed))
	for name := range w.changed {
		names = append(names, name)
	}

	slices.Sort(names)
	isProven := c.Answered && !c.Failed && shell.ProvesAll(c.Line)
	for _, name := range names {
		one := w.changed[name]
		e, ok := one.edit(name, w.model)
		if ok && one.unsure && !isProven {
			e = record.Edit{Path: name, Lost: true, Perhaps: true}
		}

		e.Perhaps = e.Perhaps || e.IsWhole && w.readPresent
		if ok {
			edits = append(edits, e)
		}
	}

	slices.SortStableFunc(edits, func(a, b record.Edit) int { return min(len(b.From), 1) - min(len(a.From), 1) })
	if c.Failed && status == 0 && len(w.refused) == 0 { // it went otherwise than it does here
		return nil
	}

	return edits
}

// edit is the change as a record has it.
func (c *change) edit(name string, m *Model) (e record.Edit, ok bool) {
	e.Path = name
	before, told := m.of(name)
	switch {
	case c.dir:
		return e, false
	case c.text == nil && !c.lost:
		e.Deleted = true
		return e, !told || before != nil
	case c.lost && len(c.hunks) == 0:
		e.Lost = true
	case c.from != "" && !c.whole:
		e.From = c.from
		e.Hunks = placedAlike(c.hunks)
		return e, true
	case c.whole:
		e.Whole = c.text.content(0, 0)
		e.IsWhole = true
	default:
		e.Hunks = placedAlike(c.hunks)
	}

	return e, e.IsWhole || e.Lost || len(e.Hunks) > 0
}

// placedAlike are hunks of which either each has a place, or no one has.
func placedAlike(hunks []record.Hunk) []record.Hunk {
	if slices.ContainsFunc(hunks, func(h record.Hunk) bool { return h.Old == 0 }) {
		for i := range hunks {
			hunks[i].Old = 0
		}
	}
	return hunks
}
