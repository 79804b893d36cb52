// Package bar, which changes without notice, draws the rows above and below the panes: the title, the model line and
// the footer. Each is a function of plain values, which say what is known, to one row of cells; nothing here knows
// where the values come from.
//
// All texts given are shown as they are: whoever gives them has made them safe for a terminal.
package bar

import (
	"fmt"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/lists"
	"eyeline/themes"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
)

// Part is a piece of a row with its role in the theme.
type Part struct {
	Text string
	Role themes.Role
	// Keep says how long the part stays where there is no room for all.
	Keep Level
	// Key is the key that a click on the part presses; "" for none. Where it is several names with blanks between, the
	// text is these, and a click presses the one that it is on.
	Key string
}

// keyAt is the key that a click on a 0-based cell of the part presses: "" on the blanks around its text.
func (p Part) keyAt(cell int) string {
	if names := strings.Fields(p.Key); len(names) > 1 {
		for _, name := range names {
			if cell >= 0 && cell < cells.Width(name) {
				return name
			}
			cell -= cells.Width(name) + 1
		}

		return ""
	}

	from := cells.Width(p.Text) - cells.Width(strings.TrimLeft(p.Text, " "))
	if cell < from || cell >= cells.Width(strings.TrimRight(p.Text, " ")) {
		return ""
	}

	return p.Key
}

// Level is how long a part of a row stays where there is no room for all. The parts of the lowest level are left out
// first, those of the left side together, then those of the right side. Parts of [Kept] and [KeptEnds] are never left
// out: they are shortened, the widest first, once nothing else is left.
type Level int

// The levels. A row with more of them may use numbers below LostFirst.
const (
	LostFirst Level = iota + 1
	LostSecond
	LostThird
	LostFourth
	LostFifth
	LostLast
	Kept     // the end of the text is cut off
	KeptEnds // the middle is cut out: a message may begin with a long path, and its end is what it says of that
)

// Row draws left from the left and right at the right edge in exactly width cells, with the fill's role around them.
func Row(t *themes.Theme, width int, left, right []Part, fill themes.Role) string {
	return RowOver(t, width, left, right, fill, "")
}

// RowOver is Row with a style laid under all of it.
func RowOver(t *themes.Theme, width int, left, right []Part, fill themes.Role, under string) string {
	left, right, margin := Fitted(left, right, width, fill)
	var row strings.Builder
	put := func(role themes.Role, text string) { putStyled(&row, under+t.Style(role), text) }
	blank := func(n int) {
		if n > 0 {
			put(fill, strings.Repeat(" ", n))
		}
	}

	between := width - 2*margin - widthOf(left) - widthOf(right)
	blank(margin)
	for _, p := range left {
		put(p.Role, p.Text)
	}

	blank(between)
	for _, p := range right {
		put(p.Role, p.Text)
	}

	blank(margin)
	return row.String()
}

// Fitted is what there is room for in a row of width cells, and how many cells are blank at each end.
func Fitted(left, right []Part, width int, fill themes.Role) (fitLeft, fitRight []Part, margin int) {
	margin = 1
	if width < 3 {
		margin = 0
	}
	left, right = fit(left, right, width-2*margin, fill)
	return left, right, margin
}

// KeyAt is the key that a click on a 0-based column of the row that [Row] draws presses; "" for none.
func KeyAt(width int, left, right []Part, column int) string {
	left, right, margin := Fitted(left, right, width, themes.Text)
	at := margin
	for _, p := range left {
		if column >= at && column < at+cells.Width(p.Text) {
			return p.keyAt(column - at)
		}
		at += cells.Width(p.Text)
	}

	at = width - margin - widthOf(right)
	for _, p := range right {
		if column >= at && column < at+cells.Width(p.Text) {
			return p.keyAt(column - at)
		}
		at += cells.Width(p.Text)
	}

	return ""
}

// MessageBeside is a message at the right of what is being typed, in a row of width cells: as much of it as there is
// room for, since what is typed is never cut for what is said about it.
func MessageBeside(typed []Part, message string, width int) Part {
	const margins = 4 // cells: one at each end, and two between the texts
	room := max(width-margins-widthOf(typed), 0)
	return Part{Text: cells.Truncate(message, room, "…"), Role: themes.PromptError, Keep: Kept}
}

// fit leaves out and shortens parts until they take at most width cells, with two between left and right.
func fit(left, right []Part, width int, fill themes.Role) ([]Part, []Part) {
	total := func() int {
		n := widthOf(left) + widthOf(right)
		if len(right) > 0 {
			n += 2
		}
		return n
	}

	if total() <= width {
		return left, right
	}

	for total() > width {
		lowest := Level(math.MaxInt)
		from := &left
		for _, side := range []*[]Part{&left, &right} {
			for _, p := range *side {
				if p.Keep < lowest {
					lowest = p.Keep
					from = side
				}
			}
		}

		if len(left)+len(right) <= 1 || lowest >= Kept {
			break
		}

		*from = slices.DeleteFunc(slices.Clone(*from), func(p Part) bool { return p.Keep == lowest })
	}

	if over := total() - width; over > 0 {
		left, over = shorten(left, over)
		right, _ = shorten(right, over)
	}

	if total() > width {
		// No room for parts: one text, as far as it goes.
		left = []Part{{Text: cells.Truncate(TextOf(left), width, ""), Role: fill}}
		right = nil
	}

	return left, right
}

// shorten cuts parts, the widest first, by over cells in total; it returns what is left over.
func shorten(parts []Part, over int) ([]Part, int) {
	const least = 4 // cells of a part that is cut
	parts = slices.Clone(parts)
	for over > 0 {
		widest := -1
		for i, p := range parts {
			w := cells.Width(p.Text)
			if w > least && (widest < 0 || w > cells.Width(parts[widest].Text)) {
				widest = i
			}
		}

		if widest < 0 {
			break
		}

		p := &parts[widest]
		was := cells.Width(p.Text)
		to := max(was-over, least)
		head := to / 3
		if p.Keep >= KeptEnds {
			p.Text = cells.Truncate(p.Text, head, "") + cells.TruncateLeft(p.Text, to-head, "…")
		} else {
			p.Text = cells.Truncate(p.Text, to, "…")
		}

		over -= was - cells.Width(p.Text)
	}

	return parts, over
}

// TextOf is what parts say together.
func TextOf(parts []Part) string {
	return strings.Join(lists.Map(parts, func(p Part) string { return p.Text }), "")
}

func widthOf(parts []Part) int {
	n := 0
	for _, p := range parts {
		n += cells.Width(p.Text)
	}
	return n
}

// Put writes text in a role's style.
func Put(b *strings.Builder, t *themes.Theme, role themes.Role, text string) {
	putStyled(b, t.Style(role), text)
}

func putStyled(b *strings.Builder, open, text string) {
	b.WriteString(open)
	b.WriteString(text)
	if open != "" {
		b.WriteString(themes.Reset)
	}
}

// Title is what the first row says: the file and the request.
type Title struct {
	NoFile   bool
	Revision string // of git, with a colon, before the name; "" for a file that is not of one
	Name     string // of the file, as a path; shortened to its last element where there is no room
	// Place is the file's place among Of files, from 1.
	Place, Of int
	Language  string // "" when it is not known
	Form      string // how the bytes are shown, when not as they are
	Size      int64  // bytes; -1 where it is not known
	Lines     int64  // -1 while they are being counted, and where they are not known
	Counted   int64  // bytes in which the lines are counted, of Total
	Total     int64
	// Incomplete says that reading failed before the end.
	Incomplete bool
	// Arriving says that more may come.
	Arriving bool
	// Partly says that a packed file is unpacked in part only, since no more of it has been asked for.
	Partly bool
	// Agent is the agent whose tool is previewed, with its version; "" without one.
	Agent string
	// Request is the request in words, the most important first.
	Request []string
	// Least is how many words of the request stay where there is little room; 0 for two.
	Least int
	// Keys are what a click on a part presses.
	Keys titleKeys
}

// titleKeys are the keys that clicks on the parts of a title press; "" for none.
type titleKeys struct{ File, Tool, Mode, Arguments string }

// ofWord is the key of a word of the request.
func (k titleKeys) ofWord(at int) string {
	switch at {
	case 0:
		return k.Tool
	case 1:
		return k.Mode
	}
	return k.Arguments
}

// requestKeep is how long each word of a request stays.
var requestKeep = []Level{Kept, Kept, LostLast, LostFifth, LostFourth, LostFourth, LostFirst}

// Row draws the title in exactly width cells.
func (t Title) Row(theme *themes.Theme, width int) string {
	left, right := t.parts(width)
	return Row(theme, width, left, right, themes.TitleDim)
}

// KeyAt is the key that a click on a 0-based column of the row presses; "" for none.
func (t Title) KeyAt(width, column int) string {
	left, right := t.parts(width)
	return KeyAt(width, left, right, column)
}

// parts are what the row says from the left and from the right.
func (t Title) parts(width int) (left, right []Part) {
	if t.NoFile {
		return []Part{{Text: "eyeline", Role: themes.Title, Keep: Kept}}, nil
	}

	left = []Part{{Text: t.Revision + shortName(t.Name, width), Role: themes.Title, Keep: KeptEnds, Key: t.Keys.File}}
	add := func(text string, role themes.Role, keep Level) {
		if text != "" {
			left = append(left, Part{Text: "  " + text, Role: role, Keep: keep})
		}
	}

	if t.Of > 1 {
		left = append(left, Part{
			Text: fmt.Sprintf(" (%d of %d)", t.Place, t.Of), Role: themes.TitleDim, Keep: LostFourth,
		})
	}

	add(t.Language, themes.TitleDim, LostFirst)
	add(t.Form, themes.TitleAccent, LostFourth)
	if t.Size >= 0 {
		add(humanize.Size(t.Size), themes.TitleDim, LostThird)
	}

	switch {
	case t.Partly: // how much there is is not known
	case t.Lines >= 0:
		add(humanize.Count(t.Lines, "line"), themes.TitleDim, LostSecond)
	case t.Arriving:
		add("counting lines", themes.TitleDim, LostSecond) // how many of how many is not known
	case t.Total > 0:
		add("counting lines "+humanize.Percent(t.Counted, t.Total), themes.TitleDim, LostSecond)
	}

	if t.Incomplete {
		add("incomplete", themes.TitleAccent, LostFourth)
	}

	switch {
	case t.Partly:
		add("unpacked in part", themes.TitleDim, LostSecond)
	case t.Arriving:
		add("arriving", themes.TitleDim, LostSecond)
	}

	if t.Agent != "" {
		right = []Part{{Text: t.Agent + " · ", Role: themes.TitleDim, Keep: LostThird, Key: t.Keys.Tool}}
	}

	return left, append(right, t.requestParts()...)
}

// requestParts are the words of the request, the first ones of which stay longest.
func (t Title) requestParts() (parts []Part) {
	for i, w := range t.Request {
		if i > 0 {
			w = " · " + w
		}

		keep := requestKeep[min(i, len(requestKeep)-1)]
		if t.Least > 0 && i >= t.Least {
			keep = max(LostLast-Level(i-t.Least), LostFirst)
		}

		parts = append(parts, Part{Text: w, Role: themes.TitleAccent, Keep: keep, Key: t.Keys.ofWord(i)})
	}

	return parts
}

// shortName is the name of a file or, where that takes more than a third of a row, the last element of the path.
func shortName(name string, width int) string {
	if cells.Width(name) > width/3 {
		return path.Base(filepath.ToSlash(name))
	}
	return name
}
