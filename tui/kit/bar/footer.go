package bar

import (
	"slices"
	"strconv"
	"strings"

	"eyeline/themes"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
)

// Footer is what the last row says. Of Note, Count, Waiting and Running the first that is there is shown, or else the
// keys; behind a message as many of them as there is room for, and the most important where that is little.
type Footer struct {
	Note    string // a message
	Bad     bool   // the message is of something that went wrong
	Count   string // digits typed before a key
	Waiting bool   // the file has not answered for a while
	Running string // what is under way and how far it has come
	Stop    string // the name of the key that stops it
	// Name is the name of the file, where no title says it.
	Name string
	// Lines says which lines are on the screen, where no title does. It stands before the keys.
	Lines string
	// Legend says what each mark beside the lines means, the most important first. It stands before the keys.
	Legend     []string
	Revision   string // as in Title
	Form       string // how the bytes are shown, when not as they are
	Incomplete bool   // reading failed before the end
	Keys       []Hint
	Position
	stays bool // all of Keys stay beside the message
	// Back: the first of Keys leads back to a list, and stays beside a message.
	Back bool
	// Typed is a text that is being typed: it is first, and the message at the right.
	Typed []Part
}

// Hint is a key with a word for what it does, or several keys with blanks between them.
type Hint struct {
	Key, Word string
	// Always says that the hint stays longest, and is the last: the key of the help.
	Always bool
}

// WithKeys are the hints whose actions have a key.
func WithKeys(hints ...Hint) []Hint {
	return slices.DeleteFunc(hints, func(h Hint) bool { return h.Key == "" })
}

// Position is where the screen is in the file, at the right of the footer.
type Position struct {
	Shown   bool   // there is a file with something in it
	Matches string // of the search; "" when nothing is searched for
	Follow  string // whether the end is followed; "" when it is not
	Marked  string // how many lines are marked; "" for none
	Filter  string // what the filter lets through; "" without one
	Percent int    // how far into the file; negative when that is not known
	End     bool   // all of the file's end is on the screen
}

// Row draws the footer in exactly width cells.
func (f Footer) Row(theme *themes.Theme, width int) string {
	left, right := f.parts(width)
	return Row(theme, width, left, right, themes.FooterText)
}

// KeyAt is the name of the key that a click on a 0-based column of the row presses; "" for none.
func (f Footer) KeyAt(width, column int) string {
	left, right := f.parts(width)
	return KeyAt(width, left, right, column)
}

// gap is between two hints, afterLegend between the marks and the keys, of which some look like marks.
const gap, afterLegend = "  ", " │ "

// parts are what the row says from the left and from the right.
func (f Footer) parts(width int) (left, right []Part) {
	f.makeRoom(width)
	left, keys := f.says(width)
	right = f.Position.Parts()

	if keys {
		fit := f.fitting(width - widthOf(left))
		left = slices.Grow(left, 2*len(fit)+1)
		for _, h := range fit {
			left = append(left, h.parts()...)
		}
		if k := len(left) - 1; k >= 0 && len(f.Legend) > 0 && len(right) == 0 {
			left[k].Text = strings.TrimSuffix(left[k].Text, gap) // nothing stands behind it
		}
	}

	if f.Typed != nil && f.Note != "" {
		right = []Part{MessageBeside(f.Typed, f.Note, width)}
		left = append(left, f.between(width-2-2-widthOf(left)-widthOf(right))...)
	}

	return left, right
}

// leastMarkedRow is how many cells a row has at least that says what is marked though its first key has no room.
const leastMarkedRow = 50

// makeRoom leaves out of a row what has no room beside the first key.
func (f *Footer) makeRoom(width int) {
	first := slices.IndexFunc(f.Keys, func(h Hint) bool { return !h.Always })
	switch {
	case first < 0, f.Typed != nil: // no key but that of the help, or the message is at the right
	case f.Note != "":
		f.makeRoomForNote(width, f.Keys[first])
	case len(f.Legend) > 0 && width < leastMarkedRow:
		f.makeRoomForLegend(width, f.Keys[first])
	case width < leastMarkedRow && !slices.Contains(f.fitting(width), f.Keys[0]):
		f.Position.Marked = ""
	}
}

// makeRoomForLegend leaves beside the marks the first key, where it has room, and that of the help.
func (f *Footer) makeRoomForLegend(width int, first Hint) {
	help := slices.DeleteFunc(slices.Clone(f.Keys), func(h Hint) bool { return !h.Always })
	f.Keys = append([]Hint{first}, help...)
	f.Position.Percent = -1
	f.stays = true
	taken := 2 + cells.Width(f.legend(width)+afterLegend) - len(gap) // with a blank at each end, and no gap at the last

	for _, h := range f.Keys {
		taken += h.width()
	}
	if taken > width && len(help) > 0 {
		f.Keys = help
	}
}

// makeRoomForNote leaves beside a message the first key and that of the help. The place in the file goes first, then
// the first key where the message has room without it. On a narrow row the key of the help goes where the message has
// room beside the first key; else that goes, and what the message says after its first clause.
func (f *Footer) makeRoomForNote(width int, first Hint) {
	const wide, margins = 60, 4 // cells: of a row that has room for the help, and at both ends and before the place
	room := width - margins - cells.Width(f.Note+gap)
	help := slices.DeleteFunc(slices.Clone(f.Keys), func(h Hint) bool { return !h.Always })
	helps := 0
	for _, h := range help {
		helps += h.width()
	}

	place := widthOf(f.Position.Parts())
	both := first.width() + helps
	if room >= both+place {
		return
	}

	percent := f.Position.Percent
	f.Position.Percent = -1
	bare := widthOf(f.Position.Parts())
	needed := both
	switch {
	case f.Back && width >= wide:
		f.Keys = append([]Hint{first}, help...)
	case width < wide && (room >= first.width() || len(help) == 0):
		f.Keys = []Hint{first}
		needed = first.width()
	case width < wide:
		f.Keys = help
		needed = helps
		if !f.Bad { // the end of an error says what went wrong
			f.Note = withoutClauses(f.Note, width-2-helps-cells.Width(gap)-bare)
		}
		room = width - margins - cells.Width(f.Note+gap)
	case room >= helps+bare && room < both+bare, room >= helps && room < both:
		f.Keys = help
		needed = helps
	default:
		f.Keys = append([]Hint{first}, help...)
	}

	if room >= needed+place {
		f.Position.Percent = percent
	}
	f.stays = true
}

// withoutClauses is a message without its last clauses, so that it takes at most room cells: what it says first says
// what happened. One clause stays, however long it is.
func withoutClauses(note string, room int) string {
	const least = 16 // bytes before a colon that say something without what follows it
	for cells.Width(note) > room {
		end := max(strings.LastIndex(note, "; "), strings.LastIndex(note, " · "))
		if colon := strings.LastIndex(note, ": "); colon >= least {
			end = max(end, colon)
		}
		if end <= 0 {
			return note
		}

		note = note[:end]
	}

	return note
}

// says is the left of the row before the keys, and whether there are keys.
func (f Footer) says(width int) (left []Part, keys bool) {
	switch {
	case f.Typed != nil:
		const margins = 4 // cells at both ends, and before the place
		left = append(slices.Clone(f.Typed), Part{Text: gap, Role: themes.FooterText, Keep: LostThird})
		keys := 0
		for _, h := range f.Keys {
			keys += h.width()
		}
		if f.Lines != "" && widthOf(left)+cells.Width(f.Lines+gap)+keys+margins <= width { // else the keys stay
			left = append(left, Part{Text: f.Lines + gap, Role: themes.FooterText, Keep: LostThird})
		}
		return left, f.Note == ""
	case f.Note != "":
		role := themes.Prompt
		if f.Bad {
			role = themes.PromptError
		}

		keep := Kept
		if strings.HasPrefix(f.Note, "/") {
			keep = KeptEnds
		}

		return []Part{{Text: f.Note, Role: role, Keep: keep}, {Text: gap, Role: themes.FooterText, Keep: Kept}}, true
	case f.Count != "":
		left = []Part{{Text: ":" + f.Count, Role: themes.Prompt, Keep: Kept}}
	case f.Waiting:
		left = f.stoppable("waiting for the file…")
	case f.Running != "":
		left = f.stoppable(f.Running)
	default:
		return f.place(width), true
	}

	return left, false
}

// place is which file is shown and which lines of it.
func (f Footer) place(width int) []Part {
	name := f.Name
	incomplete := ""
	if name != "" {
		name = f.Revision + shortName(name, width)
	}
	if f.Incomplete {
		incomplete = "incomplete"
	}
	lines := narrowed(f.Lines, width)

	if legend := f.legend(width); legend != "" {
		return []Part{{Text: legend + afterLegend, Role: themes.FooterText, Keep: Kept}}
	}

	return spaced(
		Part{Text: name, Role: themes.Prompt, Keep: Kept},
		Part{Text: lines, Role: themes.FooterText, Keep: LostFifth},
		Part{Text: f.Form, Role: themes.FooterText, Keep: LostFifth},
		Part{Text: incomplete, Role: themes.PromptError, Keep: LostFifth})
}

// legend is the Legend as far as there is room beside the keys that stay.
func (f Footer) legend(width int) string {
	const wide = 60 // cells of a row that says what these are
	if len(f.Legend) == 0 {
		return ""
	}

	const ends, before = 2, 2 // cells that are blank at both ends, and before the place
	room := width - ends
	if place := f.Position.Parts(); len(place) > 0 {
		room -= before + widthOf(place)
	}
	for i, h := range f.Keys {
		if i == 0 || h.Always {
			room -= h.width()
		}
	}

	said := humanize.Either(width < wide, "", "marks: ") + f.Legend[0]
	for i, one := range f.Legend[1:] {
		more := ""
		if i+2 < len(f.Legend) {
			more = " …"
		}
		if cells.Width(said+" "+one+more+gap) > room {
			return said + " …"
		}
		said += " " + one
	}
	return said
}

// narrowed is what is said of a line, on a narrow row without the key that helps, or without the line's number.
func narrowed(said string, width int) string {
	const keys, help = 24, 17 // cells of the keys and the place, and of the help and the place
	if cells.Width(said) > width-keys {
		said, _, _ = strings.Cut(said, " · ")
	}
	if _, what, found := strings.Cut(said, ": "); found && cells.Width(said) > width-help {
		return what
	}
	return said
}

// spaced are the parts that say something, each with blanks after it.
func spaced(parts ...Part) []Part {
	parts = slices.DeleteFunc(parts, func(p Part) bool { return p.Text == "" })
	for i := range parts {
		parts[i].Text += gap
	}
	return parts
}

// stoppable is what is under way, and the key that stops it, if any does.
func (f Footer) stoppable(text string) []Part {
	parts := []Part{{Text: text, Role: themes.FooterText, Keep: Kept}}
	if f.Stop != "" {
		parts = append(parts, Part{
			Text: "  " + f.Stop + " stops", Role: themes.FooterKey, Keep: LostFifth, Key: f.Stop,
		})
	}
	return parts
}

// fitting are as many of the keys as fit, that of the help last. A message is shortened for the first one, as long as
// that takes at most half of the row.
func (f Footer) fitting(width int) (fit []Hint) {
	if f.stays && (len(f.Keys) > 1 || len(f.Legend) > 0) {
		return f.Keys
	}

	room := f.roomForKeys(width)
	var last []Hint
	for _, h := range f.Keys {
		if h.Always {
			last = append(last, h)
			room -= h.width()
		}
	}

	for _, h := range f.Keys {
		if !h.Always && h.width() <= room {
			room -= h.width()
			fit = append(fit, h)
		}
	}

	if f.Note != "" && room < 0 {
		return nil
	}

	return append(fit, last...)
}

// roomForKeys is how many cells of a row the keys may take.
func (f Footer) roomForKeys(width int) int {
	place := widthOf(f.Position.Parts())
	room := width - 2 - 2 - place
	if place == 0 && f.Note == "" && f.Typed == nil { // nothing stands at the right
		room += len(gap)
	}
	if f.Note != "" && len(f.Keys) == 1 {
		room = max(room, (width+cells.Width(f.Note+gap))/2)
	}
	return room
}

// between are as many keys as fit into room cells between what is typed and a message about it.
func (f Footer) between(room int) (parts []Part) {
	for _, h := range f.Keys {
		if h.width() <= room {
			room -= h.width()
			parts = append(parts, h.parts()...)
		}
	}
	return parts
}

// parts are the keys of a hint and its word.
func (h Hint) parts() []Part {
	first, _, _ := strings.Cut(h.Key, " ")
	return []Part{
		{Text: h.Key, Role: themes.FooterKey, Keep: Kept, Key: h.Key},
		{Text: " " + h.Word + gap, Role: themes.FooterText, Keep: Kept, Key: first},
	}
}

// width is how many cells of a row a hint takes, with the gap behind it.
func (h Hint) width() int { return cells.Width(h.Key + " " + h.Word + gap) }

// Parts are the position as the right side of a row.
func (p Position) Parts() []Part {
	if !p.Shown {
		return nil
	}

	parts := spaced(
		Part{Text: p.Follow, Role: themes.Prompt, Keep: LostLast},
		Part{Text: p.Marked, Role: themes.Prompt, Keep: LostLast},
		Part{Text: p.Matches, Role: themes.FooterText, Keep: LostFifth},
		Part{Text: p.Filter, Role: themes.Prompt, Keep: LostLast})
	if p.Percent < 0 {
		return parts
	}
	if p.End {
		return append(parts, Part{Text: "END", Role: themes.FooterText, Keep: Kept})
	}

	return append(parts, Part{Text: strconv.Itoa(p.Percent) + "%", Role: themes.FooterText, Keep: Kept})
}
