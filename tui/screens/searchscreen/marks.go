package searchscreen

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/decode"
	"eyeline/themes"
	"eyeline/tui/file/document"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
)

// Marks says which agents find each matching line of a file. It never changes.
type Marks struct {
	table    *table
	row      int
	audience audience
}

// Pattern is what was searched for, in the syntax of the viewer's search, where a "!" at the beginning inverts the
// search.
func (m *Marks) Pattern() string {
	query := m.table.found.Query
	text := query.Pattern
	if query.Fixed {
		text = regexp.QuoteMeta(text)
	}
	if strings.HasPrefix(text, "!") {
		text = `\` + text
	}
	return text
}

// Changed is the time of the file's last change when it was searched, in seconds.
func (m *Marks) Changed() int64 { return m.table.rows[m.row].changed }

// foundByAll marks a line that every agent finds, as in the list.
const foundByAll = "all"

// MarkWidth is how many cells the mark of a line takes, with a blank behind it.
func (m *Marks) MarkWidth() int {
	n := len(strconv.Itoa(len(m.table.agents)))
	return max(1+n, len(foundByAll)) + 1
}

// Found is what agents' searches find of the lines of an open file. The zero value is for a file that was not opened
// from a search.
type Found struct {
	Marks *Marks
	// Of is the generation of the bytes of the file that the marks apply to.
	Of uint64
}

// In returns the marks for a document that is shown; nil if they do not apply, since it has been rewritten or is shown
// unpacked.
func (f Found) In(d *document.Document) *Marks {
	if f.Marks == nil || d == nil || d.Form().Compression != decode.None || d.Raw().Snapshot().Generation != f.Of {
		return nil
	}
	return f.Marks
}

// MissedBy says which agents never find a line, counted from 1; "" if the line does not match. It may be called on nil.
func (m *Marks) MissedBy(line int64) (text string, bad bool) {
	if m == nil || line <= 0 {
		return "", false
	}
	return m.Sentence(line)
}

// at returns the index of a line among the matching lines; false if it does not match.
func (m *Marks) at(line int64) (int, bool) {
	return slices.BinarySearch(m.table.rows[m.row].lines, line)
}

// finders counts the agents that find a line, and those for which that is not known.
func (m *Marks) finders(at int) (find, notKnown int) {
	for k := range m.table.agents {
		switch {
		case !m.table.known(m.row, k):
			notKnown++
		case m.table.finds(m.row, k, at):
			find++
		}
	}
	return find, notKnown
}

// Mark says how many of the agents never find a line, counted from 1, in the same way as the list says it of files; ""
// if the line does not match.
func (m *Marks) Mark(line int64) (text string, role themes.Role) {
	at, ok := m.at(line)
	if !ok {
		return "", themes.LineNumber
	}

	find, notKnown := m.finders(at)
	missed := len(m.table.agents) - find - notKnown
	text = neverSign + strconv.Itoa(missed)
	switch {
	case m.misses(at):
		return text, themes.ModelLineWarn
	case missed > 0:
		return text, themes.ReasonSibling
	case notKnown > 0:
		return "?", themes.LineNumber
	}

	return foundByAll, themes.Added
}

// misses reports whether the viewed agents never find a line: the agent that is shown, one of two, or all.
func (m *Marks) misses(at int) bool {
	v := m.audience
	missed := func(k int) bool { return m.table.known(m.row, k) && !m.table.finds(m.row, k, at) }
	switch {
	case v.ofOne():
		return missed(v.left)
	case v.ofPair():
		return missed(v.left) || missed(v.right)
	}

	find, notKnown := m.finders(at)
	return find+notKnown == 0
}

// Sentence says in one sentence which agents never find a line, counted from 1, and why; "" if it does not match. bad
// reports whether the viewed agents miss it.
func (m *Marks) Sentence(line int64) (text string, bad bool) {
	at, ok := m.at(line)
	if !ok {
		return "", false
	}

	n := len(m.table.agents)
	groups := m.table.groups(func(k int) string {
		if !m.table.known(m.row, k) || m.table.finds(m.row, k, at) {
			return ""
		}
		return m.table.lost(m.row, k, at)
	})
	text = "L" + humanize.Group(line) + ": "
	find, notKnown := m.finders(at)
	switch {
	case len(groups) == 0 && notKnown > 0:
		return text + "not known of " + strconv.Itoa(notKnown) + " of " + humanize.Count(int64(n), "agent"), false
	case len(groups) == 0 && n == 1:
		return text + m.table.agents[0].name() + " finds it", false
	case len(groups) == 0:
		return text + "every agent finds it", false
	case n == 1:
		text += m.table.agents[0].name() + " never finds it: "
	case find+notKnown == 0:
		text += "no agent finds it: "
	case m.audience.ofOne() && m.misses(at):
		text += m.table.agents[m.audience.left].name() + " never finds it: "
	default:
		text += strconv.Itoa(n-find-notKnown) + " of " + strconv.Itoa(n) + " agents never find it: "
	}

	m.viewedFirst(groups)
	text += groups[0].text
	if more := len(groups) - 1; more > 0 {
		text += "; and for other reasons"
	}

	return cells.Sanitize(text), m.misses(at)
}

// viewedFirst moves what is said of the viewed agents to the front.
func (m *Marks) viewedFirst(groups []group) {
	if m.audience.ofAll() {
		return
	}

	for _, k := range []int{m.audience.right, m.audience.left} {
		if k == everyone {
			continue
		}

		name := m.table.agents[k].name()
		if at := slices.IndexFunc(groups, func(g group) bool { return slices.Contains(g.agents, name) }); at >= 0 {
			groups[0], groups[at] = groups[at], groups[0]
		}
	}
}
