package shellrun

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"eyeline/reader/transcript/record"
)

// Model is what a run tells of files up to a moment: what was read and written of them so far.
type Model struct {
	files map[string]*Text // nil: there is no such file
	size  int
	work  *work // of the commands of the run
	// dropped: not all that the run tells is kept.
	dropped bool
}

// NewModel is a model that knows of no file.
func NewModel() *Model {
	return &Model{files: map[string]*Text{}, work: &work{left: maxWork, now: time.Now}}
}

// maxKept bounds the bytes of text that a model keeps. Of files that come later nothing is known but their lines'
// places.
const maxKept = 64 << 20

// of is what is known of a file; told is false where the run does not tell of it.
func (m *Model) of(path string) (t *Text, told bool) {
	t, told = m.files[path]
	return t, told
}

// text is the text of a file, a new one if it had no text.
func (m *Model) text(path string) *Text {
	t := m.files[path]
	if t == nil {
		t = &Text{}
		m.files[path] = t
	}
	return t
}

// set replaces what is known of a file; nil says that the run deleted it.
func (m *Model) set(path string, t *Text) {
	if before := m.files[path]; before != nil {
		m.size -= before.size
	}

	if t != nil {
		m.size += t.size
		if m.size > maxKept {
			m.size -= t.size
			m.dropped = true
			t = &Text{}
		}
	}

	m.files[path] = t
}

// Read takes the lines that a call gave of a file.
func (m *Model) Read(r record.Read) {
	if r.Path == "" || r.Rev != "" || len(r.Lines) == 0 || r.Via == record.InDiff || r.Trimmed {
		return
	}

	if m.size > maxKept {
		m.dropped = true
		return
	}

	isNew := m.files[r.Path] == nil
	t := m.text(r.Path)
	before := t.size
	wasWhole := t.whole
	isNew = t.putAll(r) || isNew
	if r.Total >= 0 && r.Total == int64(len(t.lines)) {
		t.whole = true
	}

	m.size += t.size - before
	if isNew || t.whole != wasWhole {
		clear(m.work.ran)
	}
}

// putAll notes the lines of a read, and reports whether one of them is new.
func (t *Text) putAll(r record.Read) (isNew bool) {
	for _, l := range r.Lines {
		if !l.Cut && l.Start >= 0 && l.Start <= l.End && l.End <= len(r.Text) {
			isPut := t.put(l.Number, r.Text[l.Start:l.End])
			isNew = isNew || isPut
		}
	}
	return isNew
}

// EditAll takes the changes of one command. What they move or copy is as it was before all of them.
func (m *Model) EditAll(edits []record.Edit) {
	if len(edits) > 0 {
		clear(m.work.ran)
	}

	from := make([]*Text, len(edits))
	for i, e := range edits {
		if e.From != "" {
			from[i] = m.files[e.From].clone()
		}
	}
	for i, e := range edits {
		m.applyEdit(e, from[i])
	}
}

// Edit takes a change of a file.
func (m *Model) Edit(e record.Edit) { m.EditAll([]record.Edit{e}) }

// applyEdit applies a change of a file; from is the text of the file that is moved or copied.
func (m *Model) applyEdit(e record.Edit, from *Text) {
	if e.Path == "" { // no file is named
		return
	}

	switch {
	case e.From != "":
		m.set(e.Path, cmp.Or(from, &Text{}))
		if len(e.Hunks) > 0 {
			m.Edit(record.Edit{Path: e.Path, Hunks: e.Hunks})
		}
	case e.Deleted:
		m.set(e.Path, nil)
	case e.Lost:
		m.set(e.Path, &Text{})
	case e.IsWhole:
		m.set(e.Path, textOf(e.Whole))
	default:
		t := m.text(e.Path)
		before := t.size
		if !m.change(t, e) {
			m.dropped = true
			m.size -= before
			m.files[e.Path] = &Text{}
			return
		}

		m.size += t.size - before
		if m.size > maxKept {
			m.dropped = true
			m.size -= t.size
			m.files[e.Path] = &Text{}
		}
	}
}

// change makes the hunks of a change; false where that is more work than the run may take.
func (m *Model) change(t *Text, e record.Edit) bool {
	if e.IsPlaced() {
		isDone := m.work.spend(int64(len(e.Hunks)) * int64(len(t.lines)))
		if isDone {
			t.splice(e.Hunks)
		}
		return isDone
	}

	for _, h := range e.Hunks {
		if !m.work.spend(searchWork * int64(t.size+len(t.lines))) {
			return false
		}
		t.replace(h)
	}

	return true
}

// Holds reports whether a text, which may begin and end within lines, stands in what is known of a file. That is not
// known where not all is kept, or where it is more work than the run may take.
func (m *Model) Holds(path, text string) (holds, isKnown bool) {
	t := m.files[path]
	if t == nil || text == "" { // nothing is known of the file, or nothing asked
		return false, !m.dropped
	}
	if !m.work.spend(searchWork * int64(t.size+len(t.lines))) {
		return false, false
	}

	holds = strings.Contains(t.joined(), text) ||
		slices.ContainsFunc(t.inserts, func(put string) bool { return strings.Contains(put, text) })
	return holds, holds || !m.dropped
}

// joined are the lines as one text, which is put together once for all that are looked for in it.
func (t *Text) joined() string {
	if t.all != "" {
		return t.all
	}

	var all strings.Builder
	all.Grow(t.size + len(t.lines))
	for i, line := range t.lines {
		if !t.known[i] {
			line = "\x00" // which no text has
		}
		all.WriteString(line)
		all.WriteByte('\n')
	}

	t.all = all.String()
	return t.all
}

// splice makes hunks that say where they are.
func (t *Text) splice(hunks []record.Hunk) {
	for _, h := range slices.Backward(hunks) {
		if h.Old > maxLines {
			return
		}

		at := int(h.Old) - 1
		for len(t.lines) < at {
			t.add("", false)
			t.whole = false
		}

		old := 0
		put := []string{}
		for _, l := range h.Lines {
			if l[0] != '+' {
				old++
			}
			if l[0] != '-' {
				put = append(put, l[1:])
			}
		}

		t.swap(at, min(at+old, len(t.lines)), put)
	}
}

// swap puts lines in place of those from index a to b.
func (t *Text) swap(a, b int, put []string) {
	if a > b {
		return
	}
	t.all = ""
	for _, l := range t.lines[a:b] {
		t.size -= len(l)
	}
	known := make([]bool, len(put))
	for i, l := range put {
		known[i] = true
		t.size += len(l)
	}

	t.lines = slices.Replace(t.lines, a, b, put...)
	t.known = slices.Replace(t.known, a, b, known...)
}

// insert notes lines that were put in, and it is not known where.
func (t *Text) insert(put []string) {
	text := strings.Join(put, "\n")
	t.inserts = append(t.inserts, text)
	t.size += len(text) + 1
}

// replace makes a hunk that does not say where it is, which may begin and end within lines. Where its text is not
// there once, it is not known what became of the file.
func (t *Text) replace(h record.Hunk) {
	var old, put []string
	for _, l := range h.Lines {
		if l[0] != '+' {
			old = append(old, l[1:])
		}
		if l[0] != '-' {
			put = append(put, l[1:])
		}
	}

	all := strings.Join(t.lines, "\n")
	text := strings.Join(old, "\n")
	if text == "" || strings.Count(all, text) != 1 {
		t.whole = false
		t.insert(put)
		return
	}

	at := strings.Index(all, text)
	first := strings.Count(all[:at], "\n")
	last := first + strings.Count(text, "\n")
	if slices.Contains(t.known[first:last+1], false) {
		t.insert(put)
		return
	}

	begin := strings.LastIndexByte(all[:at], '\n') + 1
	end := at + len(text)
	if n := strings.IndexByte(all[end:], '\n'); n >= 0 {
		end += n
	} else {
		end = len(all)
	}

	lines := strings.Split(all[begin:at]+strings.Join(put, "\n")+all[at+len(text):end], "\n")
	t.swap(first, last+1, lines)
}
