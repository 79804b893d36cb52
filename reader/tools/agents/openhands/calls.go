package openhands

import (
	"sort"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/anthropiceditor"
)

// measures is how long the lines of a view are, for the calls that read the file on.
type measures struct {
	starts []int64 // of each line: how many characters are before it, where a line break counts as one
	chars  int64   // of all lines, with the line breaks between them
	// usual: no line has a line end within it that only Python knows, which parts a line of a range in two.
	usual bool
}

// measure reads the lines of the view for their lengths.
func (v *fileView) measure() *measures {
	m := &measures{chars: -1, usual: true}
	for l := range v.lines() {
		m.starts = append(m.starts, m.chars+1)
		m.chars += l.Length + 1
		m.usual = m.usual && textfile.HasUsualEnds([]byte(l.Term)) && textfile.HasUsualEnds(l.Text)

		if v.isLast(l) {
			break
		}
	}

	return m
}

// rowAt is the index of the line that has a character.
func (m *measures) rowAt(char int64) int {
	return sort.Search(len(m.starts), func(i int) bool { return m.starts[i] > char }) - 1
}

// end is how many characters are before the end of a line.
func (m *measures) end(row int) int64 {
	if row+1 < len(m.starts) {
		return m.starts[row+1] - 1
	}
	return m.chars
}

// withoutBlank leaves out the empty line after the last line end, which a range of lines does not have.
func (m measures) withoutBlank() measures {
	if n := len(m.starts) - 1; n > 0 && m.starts[n] == m.chars {
		m.chars--
		m.starts = m.starts[:n]
	}
	return m
}

// callsLeft is how many calls read on after the view, in the middle of which is a notice: each goes on with the line in
// which the text before the notice ends, and asks for all lines to the last one of the file. 0 where that is not known
// without making them: where the answers are cut another way, as of very long or short lines, or lines are missing.
func (v *fileView) callsLeft(m measures, header string) (calls int64) {
	if !m.usual || v.last != v.found.Lines {
		return 0
	}
	if !v.ranged {
		m = m.withoutBlank()
	}

	caps := v.file.Tool.Caps
	rest := caps.Output.Most - int64(len(clipNotice))
	tail := m.rowAt(m.chars - rest/2)
	number := int64(len(anthropiceditor.LineFormat.PrefixOf(tools.Line{Number: v.last})))
	isCutAgain := func(rows int) bool { // an upper bound: the header's bytes, and the empty line
		return int64(len(header))+caps.Output.Most+int64(rows+1)*(number+1) > caps.Then.Most
	}

	row := 0
	for calls == 0 || m.chars-m.starts[row] > caps.Output.Most {
		end := m.starts[row] + rest - rest/2
		last := m.rowAt(end - 1)
		if isCutAgain(last - row + 1 + len(m.starts) - tail) {
			return 0
		}

		next := last
		if m.end(last) <= end {
			next++
		}
		if next <= row || next >= len(m.starts) {
			return 0
		}

		row = next
		calls++
	}

	if isCutAgain(len(m.starts) - row) {
		return 0
	}

	return calls
}
