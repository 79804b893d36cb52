package checkreport

import (
	"cmp"
	"fmt"
	"strings"

	"eyeline/keymap"
	"eyeline/reader/check"
	"eyeline/reader/check/wording"
	"eyeline/themes"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
)

// From how many rows of a screen on the finding of the selected file is shown, from how many on it has more than two
// rows, and from how many on the folders with findings are shown.
const (
	roomForNotes  = 7
	roomForDetail = 12
	roomForPlaces = 30
)

// Notes implements [rowscreen.Table]: the finding of the selected file, in as many rows whichever it is, and where in
// the tree findings are.
func (r *report) Notes(height int) []string {
	i, ok := r.List.Selected()
	if height < roomForNotes || !ok {
		return nil
	}

	room := 2
	if height >= roomForDetail {
		const least, most = 3, 9
		const others = 4 // rows beside the list: the title, the heads, what is typed
		free := height - others - len(r.List.Order)
		room = min(max(least, height/4, free), most)
		if r.onlyTool >= 0 || r.withFindings == 0 {
			room = least // there is no more to say
		}
	}

	rows := draw.Fill(r.detailRows(i, room), room, r.Canvas().Width)
	if height >= roomForPlaces && r.onlyTool < 0 {
		rows = append(rows, r.placeRows(height/6)...)
	}
	return rows
}

// detailRows say in at most room rows what was found in the file of a row by its current finding: first what is lost,
// then of which tools that is so, and last how it is mended.
func (r *report) detailRows(row, room int) (rows []string) {
	found := r.found(row)
	if len(found) == 0 {
		return r.Canvas().Note(themes.Dim, r.unfoundText(row), room)
	}

	at := r.current(row)
	f := &found[at]
	sayings := r.sayings(f)
	mend := ""
	if todo := f.Mend(); todo != "" {
		mend = "mend: " + todo
		room--
	}

	head := f.Word() + ": " + r.headline(row, f, sayings, room)
	if len(found) > 1 {
		head = fmt.Sprintf("finding %d of %d: ", at+1, len(found)) + head
	}

	lines := cells.WrapWords(cells.Sanitize(head), max(r.Canvas().Width-2, 1))
	if most := max(min(room, 2), 1); len(lines) > most {
		lines = lines[:most]
		lines[most-1] = cells.Truncate(lines[most-1], r.Canvas().Width-4, "") + " …"
	}
	for _, line := range lines {
		rows = append(rows, r.Canvas().Line(roleOf(f.Level), " "+line))
	}

	rows = append(rows, r.sayingRows(sayings, room-len(rows))...)
	if beside := r.besideText(row); beside != "" && len(rows) < room {
		rows = append(rows, r.Canvas().Line(themes.Dim, "   "+cells.Sanitize(beside)))
	}
	if mend != "" {
		const label = len(" mend")
		part := draw.Part{Start: 1, End: label, Role: themes.TitleAccent}
		rows = append(rows, r.Canvas().LineWith(themes.Text, " "+cells.Sanitize(mend), part))
	}
	return rows
}

// besideText says which losses of the row's file its findings do not say; "" for none, and where one tool is shown.
func (r *report) besideText(row int) string {
	beside := r.lossesBeside(row)
	if r.onlyTool >= 0 || beside == "" {
		return ""
	}
	return "besides, the first read of " + beside
}

// sayings are what is found of each tool; of one agent alone what is found of it.
func (r *report) sayings(f *check.Finding) []wording.Saying {
	if r.onlyTool < 0 {
		return f.Sayings()
	}
	tool := r.nameIn(f)
	_, words := f.OfTool(tool)
	return []wording.Saying{{Of: []string{tool}, Words: words}}
}

// headline says of a finding of the file of a row what is lost by it: in the words of the tools where these say the
// same, else how much of the file the tools lose. In one row it is which tools lose how much.
func (r *report) headline(row int, f *check.Finding, said []wording.Saying, room int) string {
	switch {
	case room < 2 && r.onlyTool < 0 && loses(f):
		return r.losers(row, f)
	case len(said) == 1:
		return strings.TrimPrefix(said[0].Words, check.Refused+": ")
	case !loses(f):
		return "of " + humanize.Count(int64(len(f.Agents)), "tool")
	}
	return r.losers(row, f) + " of it"
}

// losers say how many tools lose something by a finding of the file of a row, one by its name, and how much.
func (r *report) losers(row int, f *check.Finding) string {
	size := r.files[row].sent.Size
	least := f.Shares[0].Lost
	most := least
	for _, share := range f.Shares {
		least = min(least, share.Lost)
		most = max(most, share.Lost)
	}

	lost := shareOf(most, size)
	if low := shareOf(least, size); low != lost {
		lost = strings.TrimSuffix(low, "%") + "–" + lost
	}
	if len(f.Shares) == 1 {
		return cells.Sanitize(f.Shares[0].Tool) + " loses " + lost
	}
	return humanize.Count(int64(len(f.Shares)), "tool") + " lose " + lost
}

// sayingRows say in at most room rows of which tools something is found, and what, where that is not the same of all.
func (r *report) sayingRows(said []wording.Saying, room int) (rows []string) {
	if len(said) == 1 && r.onlyTool >= 0 {
		return nil // the title names the one tool
	}

	width := max(r.Canvas().Width-2, 8)
	for k, one := range said {
		left := room - len(rows)
		if left == 1 && k < len(said)-1 {
			var names []string
			for _, other := range said[k:] {
				names = append(names, other.Of...)
			}
			text := " … others: " + strings.Join(names, ", ") + " · " + r.KeyName(keymap.Timeline)
			return append(rows, r.Canvas().Line(themes.Dim, text))
		}
		if left == 0 {
			break
		}

		names := "   " + strings.Join(one.Of, ", ")
		const most = 3
		if len(one.Of) > most && len(said) > 1 {
			names = fmt.Sprintf("   %s +%d", strings.Join(one.Of[:most-1], ", "), len(one.Of)-most+1)
		}

		names = cells.Sanitize(names)
		words := ""
		if len(said) > 1 {
			words = ": " + cells.Sanitize(one.Words)
		}
		// What does not fit into a row goes on in the next ones, as long as there is one for each that follows.
		const indent = "     "
		lines := cells.WrapWords(names+words, width-len(indent))
		if most := max(left-(len(said)-1-k), 1); len(lines) > most {
			lines = append(lines[:most-1], strings.Join(lines[most-1:], " "))
		}
		for i, line := range lines {
			if i == 0 {
				part := draw.Part{End: min(len(names), len(line)), Role: themes.Text}
				rows = append(rows, r.Canvas().LineWith(themes.Dim, line, part))
				continue
			}
			rows = append(rows, r.Canvas().Line(themes.Dim, indent+line))
		}
	}
	return rows
}

// opened is a finding of a file, counted from 0, as it is opened: by the agent whose losses are shown, else by the tool
// or agent that it names first of those that lose something, with a note that names both, and in room cells says what
// is lost.
func (r *report) opened(found []check.Finding, at, room int) (tool string, line int64, note string) {
	one := &found[at]
	tool = one.Agents[0]
	line = one.Line
	if loses(one) {
		most := worstShare(one)
		tool = most.Tool
		line = cmp.Or(most.Line, line)
	}

	if r.onlyTool >= 0 {
		tool = r.nameIn(one)
		for _, share := range one.Shares {
			if share.Tool == tool {
				line = cmp.Or(share.Line, line)
			}
		}
	}

	rule, words := one.OfTool(tool)
	words = strings.TrimPrefix(words, rule+": ")
	note = rule + ": " + tool
	if n := len(found); n > 1 {
		note = fmt.Sprintf("%d of %d findings: ", at+1, n) + note
	}

	const leastWords = 16 // cells from which on what is said of a tool has room behind its name
	words, _, _ = strings.Cut(strings.TrimPrefix(words, tool+" "), ": ")
	if left := room - cells.Width(note); left > leastWords {
		note += ": " + cells.Truncate(words, left, "…")
	}

	return tool, line, cells.Sanitize(note)
}
