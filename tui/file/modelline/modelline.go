// Package modelline, which changes without notice, says in the row below the panes what the model gets of the file, by
// the call of a tool that is on the screen. It gets plain values, and puts them into words: of a call that gives lines
// 1 to 9 of 40, for example,
//
//	31 of 40 lines not sent · call 1 of 5 · ≈540 tokens (o200k) · L1–L9 · 9 lines · 4.0 KiB · ends: limit reached
//
// What is lost comes first. Which fields there are, in which order they stand, and which are left out first on a narrow
// row is one list, Line.fields.
//
// All texts given are shown as they are: whoever gives them has made them safe for a terminal.
package modelline

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"

	"eyeline/reader/loss"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
)

// Line is what the row below the panes says: what the model gets.
type Line struct {
	NoFile  bool
	Reading bool   // another read is under way
	Refused string // the tool's error, as the model gets it
	// File is the path that the tool was given: of that a row has room for the name only.
	File string
	// NotKnown: Refused is this program's own sentence; what the model gets is not known.
	NotKnown bool
	// NamesEstimate: the error states a number of tokens that is an estimate.
	NamesEstimate bool
	Failed        string // why the file could not be read
	// Arriving: more of the input is to come, so the refusal may still change.
	Arriving bool
	// Of names the tool whose answer this is, with a colon and a blank, while two are compared; "" otherwise.
	Of string
	// Given is nil when there was no read yet, it was refused or it failed.
	Given *Given
	// Tokens is the number of tokens; its Count is 0 when that is not known.
	Tokens tokens.Estimate
	// Counting says that it is to come.
	Counting bool
	Walk     Walk
	// Declared is about the declaration around the anchor of a block.
	Declared Declared
	narrow   bool // the row has fewer cells than NarrowRow
	// Offer is the key that goes on after a refusal, with a word for what it does, or says that nothing does; "" for
	// none.
	Offer string
}

// SilentWords say that an answer ends early and does not say so, and SilentWordsShort where there is less room.
const (
	SilentWords      = "nothing says that more follows"
	SilentWordsShort = "no word of more"
)

// NarrowRow is below how many cells a row says less: it sums up what is lost, has shorter words for what the model
// gets, and does not name the tool.
const NarrowRow = 60

// OfferWords are what is said behind the key that goes on after a refusal where a call is known that is not refused,
// and offerShort where the reason of the refusal needs the room.
const (
	OfferWords = "a call that works"
	offerShort = "works"
)

// leastOfferRow is how many cells a row has at least that keeps the key that goes on, and shortens the tool's text.
const leastOfferRow = 50

// How long the parts of a row stay that are no fields of an answer; see [bar.Part].
const (
	keepOffer           = bar.LostFirst // the key that goes on, on a row that has no room for it and for the reason
	keepLeast bar.Level = -1000         // below the Keep of every field
)

// Row draws the model line in exactly width cells.
func (l Line) Row(theme *themes.Theme, width int) string {
	draw := func(left, right []bar.Part) string {
		return bar.RowOver(theme, width, left, right, themes.ModelLine, theme.Style(themes.ModelLineUnder))
	}

	one := func(parts ...bar.Part) string { return draw(parts, nil) }

	offerKeep := keepOffer
	if width >= leastOfferRow {
		offerKeep = bar.Kept
	}

	refusal := "refused: "
	if l.NamesEstimate {
		refusal = "refused (tokens by estimate): "
	}

	switch {
	case l.NoFile:
		return one(bar.Part{Text: "no file", Role: themes.ModelLine})
	case l.NotKnown:
		return one(bar.Part{Text: "not known", Role: themes.ModelLineWarn, Keep: bar.Kept},
			bar.Part{Text: " · " + l.Refused, Role: themes.ModelLine, Keep: bar.Kept})
	case l.Refused != "":
		parts := []bar.Part{{Text: refusal, Role: themes.ModelLineWarn, Keep: bar.Kept}}
		var offer []bar.Part
		if l.Arriving {
			parts[0].Text = "so far: " + refusal
		} else if l.Offer != "" {
			offer = []bar.Part{{Text: l.Offer, Role: themes.ModelLine, Keep: offerKeep}}
		}

		reason := Reason(l.Refused, l.File)
		const between = 4 // cells: the margins, and those before the offer
		if len(offer) > 0 && cells.Width(parts[0].Text+reason+l.Offer)+between > width {
			offer[0].Text = strings.Replace(l.Offer, OfferWords, offerShort, 1)
		}
		return draw(append(parts, bar.Part{Text: reason, Role: themes.ModelError, Keep: bar.Kept}), offer)
	case l.Failed != "":
		return one(bar.Part{Text: "cannot read: " + l.Failed, Role: themes.ModelError, Keep: bar.Kept})
	case l.Given == nil:
		return one(bar.Part{Text: "reading…", Role: themes.ModelLine})
	}

	var right []bar.Part
	if l.Reading {
		right = []bar.Part{{Text: "reading…", Role: themes.ModelLine, Keep: keepLeast}}
	}

	l.narrow = width < NarrowRow
	return draw(l.fitting(right, width), right)
}

// Reason is why a tool refuses, as a row has room for it: its text without what marks it up, and with the name of the
// file, which the tool was given by a path, for that.
func Reason(refused, file string) string {
	refused = strings.TrimSpace(markup().ReplaceAllString(refused, ""))
	if bare := strings.TrimPrefix(refused, "Error: "); bare != "" {
		refused = bare
	}
	if file == "" {
		return refused
	}

	name := path.Base(filepath.ToSlash(file))
	folder := regexp.MustCompile(`[^\s'"]*[/\\]` + regexp.QuoteMeta(name))
	return folder.ReplaceAllLiteralString(strings.ReplaceAll(refused, file, name), name)
}

// markup is a tag that an agent puts around what a tool says.
var markup = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`</?[a-z_]+>`) })

// fitting returns the parts that fit. Where the words about a whole declaration do not fit, or on a narrow row would
// leave no room for the tokens, they are left out.
func (l Line) fitting(right []bar.Part, width int) []bar.Part {
	all := l.parts(SilentWordsShort)
	said := l.Declared.said(false)
	number, _ := Tokens(l.Tokens)
	if said == "" {
		return all
	}

	left, _, _ := bar.Fitted(all, right, width, themes.ModelLine)
	has := func(text string) bool {
		return slices.ContainsFunc(left, func(p bar.Part) bool { return strings.HasSuffix(p.Text, text) })
	}
	if has(said) && (width >= NarrowRow || has(number)) {
		return all
	}

	l.Declared = Declared{}
	return l.parts(SilentWordsShort)
}

// Loss is what is not sent, in a few words; "" where nothing is lost.
func (l Line) Loss() string {
	switch {
	case l.NotKnown:
		return "not known"
	case l.Refused != "":
		return "nothing sent"
	case l.Given != nil:
		return strings.Join(Losses(l.Given.Unsent, l.Given.Stats), ", ")
	}
	return ""
}

// Over puts what is lost over the end of a row, on a screen too low for the model line: over half of it at most, as far
// as whole words go.
func (l Line) Over(theme *themes.Theme, row string, width int) string {
	lost := l.Loss()
	if lost == "" {
		return row
	}

	const least = 9 // cells, for "1 line…"
	if most := max(width/2, least) - len("  "); cells.Width(lost) > most {
		lost = cells.WrapWords(lost, most-1)[0] + "…"
	}

	over := min(cells.Width("  "+lost), width)
	var b strings.Builder
	b.WriteString(ansi.Truncate(row, width-over, "") + themes.Reset)
	bar.Put(&b, theme, themes.ModelLineWarn, cells.Truncate("  "+lost, over, "…"))
	return b.String()
}

// Text is all that the line has to say, however long.
func (l Line) Text() string {
	if l.NotKnown {
		return "not known · " + l.Refused
	}
	if l.Refused != "" {
		return "nothing sent · refused: " + l.Refused
	}
	return bar.TextOf(l.parts(SilentWords))
}

// How long each field stays on a row that is too narrow, see [bar.Part.Keep], in the order in which the fields stand as
// a rule: below [bar.Kept], so that a field is left out before one is shortened. The i-th loss has keepLost - i; no
// other field uses the numbers down to keepLacking.
const (
	keepWhole = bar.LostLast - 20*iota
	keepLost
	keepLacking
	keepRangeOfLacking
	keepPlace
	keepDeclared
	keepRangeOfBlock
	keepTokens
	keepPlaceBehindTokens
	keepWithin
	keepSilent
	keepRange
	keepAbove
	keepSoFar
	keepInstead
	keepHoles
	keepNotes
	keepLines
	keepSize
	keepNamesEstimate
	keepTokensInAll
	keepRenumbered
	keepEnds
)

// field is one thing that the line says; with text "" it says nothing.
type field struct {
	keep bar.Level
	role themes.Role
	text string
	// suffix stands behind the text in brackets, and is left out before any field.
	suffix string
}

// partsOf are the parts of a row for fields, with " · " between them. The first one stays whatever room there is, and a
// separator goes with the field behind it.
func partsOf(fields []field) []bar.Part {
	var parts []bar.Part
	for _, f := range fields {
		if f.text == "" {
			continue
		}

		keep := f.keep
		if len(parts) == 0 { // the first one stays
			keep = bar.Kept
		} else {
			parts = append(parts, bar.Part{Text: " · ", Role: themes.ModelLine, Keep: keep})
		}

		parts = append(parts, bar.Part{Text: f.text, Role: f.role, Keep: keep})
		if f.suffix != "" {
			parts = append(parts, bar.Part{Text: " (" + f.suffix + ")", Role: themes.ModelLine, Keep: keepLeast})
		}
	}

	return parts
}

// parts are the parts of the line. silentWords say that the answer ends early and does not say so.
func (l Line) parts(silentWords string) []bar.Part {
	parts := partsOf(l.fields(silentWords))
	if len(l.lost()) == 0 && !l.Given.sentWhole() {
		model := bar.Part{Text: "model gets ", Role: themes.ModelLine, Keep: bar.LostLast}
		return slices.Insert(parts, 0, model)
	}
	return parts
}

// fields are what the line says of an answer, in its order: what is lost, which lines the answer has and how many
// tokens they are, and what is special about it.
func (l Line) fields(silentWords string) []field {
	g := l.Given
	lost := l.lost()
	whole := ""
	ofCall := "" // stands before the tokens where other calls gave the rest of a file that is sent whole
	if len(lost) == 0 {
		whole, ofCall = l.whole()
	}

	fields := []field{{keepWhole, themes.ModelLineValue, humanize.When(whole != "", l.Of+whole), ""}}
	for i, text := range lost {
		text = humanize.When(i == 0, l.Of) + text
		fields = append(fields, field{keepLost - bar.Level(i), themes.ModelLineWarn, text, ""})
	}

	number, counted := l.tokens()
	place := l.Walk.Place()
	isPart := whole == ""
	at := l.rangeAt()
	return append(fields, []field{
		{keepLacking, themes.ModelLineWarn, l.Declared.said(true), ""},
		{keepRangeOfLacking, themes.ModelLineValue, g.rangeIf(at == behindLacking), ""},
		{keepPlace, themes.ModelLineValue, humanize.When(ofCall == "", place), ""},
		{keepDeclared, themes.ModelLineValue, l.Declared.said(false), ""},
		{keepRangeOfBlock, themes.ModelLineValue, g.rangeIf(at == beforeTokens), ""},
		{keepTokens, themes.ModelLineValue, humanize.When(number != "", ofCall+number), counted},
		{keepPlaceBehindTokens, themes.ModelLineValue, humanize.When(ofCall != "", place), ""},
		{keepWithin, themes.ModelLine, g.Within, ""},
		{keepSilent, themes.ModelLineWarn, humanize.When(l.Walk.Silent, silentWords), ""},
		{keepRange, themes.ModelLineValue, g.rangeIf(at == behindTokens), ""},
		{keepAbove, themes.ModelLineWarn, g.above(), ""},
		{keepSoFar, themes.ModelLineWarn, humanize.When(g.Arriving, "so far"), ""},
		{keepInstead, themes.ModelLine, g.Instead, ""},
		{keepHoles, themes.ModelLineWarn, holes(g.Window), ""},
		{keepNotes, themes.ModelLineValue, g.notes(), ""},
		{keepLines, themes.ModelLineValue, humanize.When(isPart, g.amount()), ""},
		{keepSize, themes.ModelLine, g.size(), ""},
		{keepNamesEstimate, themes.ModelLine, humanize.When(g.NamesEstimate, "the tokens it names: by estimate"), ""},
		{keepTokensInAll, themes.ModelLine, l.Walk.inAll(), ""},
		{keepRenumbered, themes.ModelLineWarn, g.renumbered(), ""},
		{keepEnds, themes.ModelLine, humanize.When(isPart, g.Ends()), ""},
	}...)
}

// rangePlace is where the line says which lines the answer has.
type rangePlace int

const (
	nowhere       rangePlace = iota // the answer has no lines
	behindLacking                   // behind what a block lacks of its declaration: with that it has room at 80 columns
	beforeTokens                    // of a block: where it begins and ends is what it is for
	behindTokens
)

// rangeAt is where the line says which lines the answer has.
func (l Line) rangeAt() rangePlace {
	g := l.Given
	switch {
	case l.Declared.Lacks:
		return behindLacking
	case g.isNotice():
		return nowhere
	case g.Mode == tools.ModeBlock && !l.narrow:
		return beforeTokens
	}
	return behindTokens
}

// instead says that an answer is about the file and has nothing of it, in as many cells as a narrow row has.
const instead = "nothing sent, a notice instead"

// lost says what of the file the answer lacks, the most important first.
func (l Line) lost() []string {
	g := l.Given
	rest := notSent(g.Unsent)
	never := neverSent(g.Unsent)
	if rest != "" && never != "" && l.narrow {
		return append([]string{g.brief()}, altered(g.Unsent, g.Stats)...)
	}
	if rest != "" && g.isNotice() {
		rest = instead
	}
	return append(nonEmpty(rest, never), altered(g.Unsent, g.Stats)...)
}

// above says how many of the lines that are not sent are above the first call; "" for none.
func (g Given) above() string {
	const where = " above call 1"
	switch {
	case g.Above <= 0 || g.Unsent.Lines < g.Above:
		return ""
	case g.Unsent.Lines == g.Above:
		return "all" + where
	}
	return humanize.Group(g.Above) + where
}

// rangeIf is the range of the answer where a condition holds, or "".
func (g Given) rangeIf(holds bool) string {
	if !holds {
		return ""
	}
	return g.Range()
}

// notes says how many messages the agent adds; "" for none.
func (g Given) notes() string {
	if g.Notes == 0 {
		return ""
	}
	return humanize.Count(int64(g.Notes), "note")
}

// size is the size of the answer; "" where something else than text was given that has no bytes.
func (g Given) size() string {
	if g.Kind != "" && g.Stats.Bytes == 0 {
		return ""
	}
	return humanize.Size(g.Stats.Bytes)
}

// renumbered says from which line on the tool's numbers are not those of this program; "" where all are.
func (g Given) renumbered() string {
	n := g.Window.Renumbered
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("counts lines otherwise from L%d on", n)
}

// isNotice reports whether the answer is about the file and has nothing of it.
func (g Given) isNotice() bool {
	return g.Kind == "" && g.Window.Kind == window.Notice && len(g.Window.Spans()) == 0 && g.Unsent.Bytes > 0
}

// brief is what a narrow row says of a file when a part of it comes in no call.
func (g Given) brief() string {
	u := g.Unsent
	yet := " not sent"
	if u.Follows {
		yet = " not sent yet"
	}
	said := humanize.Size(u.Bytes) + yet

	if u.Lines > 0 {
		said = humanize.Count(u.Lines, "line") + yet
	}
	if g.isNotice() {
		said = "a notice instead"
	}

	return said + ", " + humanize.Size(u.Never) + " never"
}

// whole says that the whole file is sent, and by how many calls; "" where it is not. Where earlier calls gave a part of
// it, ofCall is what stands before the tokens, which are those of one call:
//
//	all 900 lines sent in 3 calls · this one ≈540 tokens (o200k) · call 3 of 3
func (l Line) whole() (whole, ofCall string) {
	whole = l.Given.whole()
	if whole == "" || l.Walk.Call <= 1 || l.Given.alone() {
		return whole, ""
	}
	return whole + " in " + humanize.Count(l.Walk.Call, "call"), "this one "
}

// tokens says how many tokens the answer has, and what they are counted in; "" and "" where that is not known.
func (l Line) tokens() (number, counted string) {
	number, counted = Tokens(l.Tokens)
	if number == "" && l.Counting {
		number = "≈… tokens"
	}
	return number, counted
}

// Given is what a tool gave of a file.
type Given struct {
	Window window.Window
	Stats  tools.Stats
	Mode   tools.Mode
	// Size is the argument that says how long a byte window is, as the tool's schema names it; "" without one.
	Size string
	// First is the number of the window's first line, from 1; 0 when it is not known.
	First int64
	// Unsent is what neither this call nor those before it in its walk give of the file.
	Unsent loss.Unsent
	// Above is how many of these lines are above the first call of the walk: calls that read on do not give them. 0
	// where it is not known.
	Above int64
	// Arriving: more of the input is to come, so all of this may still change.
	Arriving bool
	// Kind is "" for text; otherwise Instead says in a sentence what the model gets in the place of one.
	Kind, Instead string
	// Notes is the number of messages that the agent adds after the result.
	Notes int
	// NamesEstimate: what was given states a number of tokens that is an estimate.
	NamesEstimate bool
	// Within says which cap the tool takes an answer for keeping that has more tokens; "" for none.
	Within string
}

// sentWhole reports whether the model has the whole text of the file, as it is, by this call and those before it.
func (g Given) sentWhole() bool {
	return g.Kind == "" && g.Window.Kind < window.Outline && !g.Arriving && g.Unsent.OfBytes > 0 && g.Unsent.Bytes == 0
}

// alone reports whether this call gives the file from its first byte to its last by itself.
func (g Given) alone() bool {
	w := g.Window
	return len(w.Spans()) == 1 && w.Start == 0 && w.End >= g.Unsent.OfBytes
}

// amount is how many lines of the file were given, in words; "" for what is given in their place.
func (g Given) amount() string {
	k := g.Window.Kind
	if k == window.Outline || k == window.Notice || g.Lines() == 0 {
		return ""
	}
	return humanize.Count(g.Lines(), "line")
}

// whole says that the whole file is sent; "" where it is not.
func (g Given) whole() string {
	switch {
	case !g.sentWhole():
		return ""
	case g.Unsent.OfLines == 1:
		return "the only line sent"
	case g.Unsent.OfLines > 0:
		return "all " + humanize.Count(g.Unsent.OfLines, "line") + " sent"
	}
	return "all " + humanize.Size(g.Unsent.OfBytes) + " sent"
}

// Declared says whether the declaration around the anchor of a block is whole; Text is "" where that is not known.
type Declared struct {
	Text  string
	Lacks bool // something of it is not given
}

// said is what there is to say of a declaration that lacks something or, where lacks is false, of a whole one.
func (d Declared) said(lacks bool) string { return humanize.When(d.Lacks == lacks, d.Text) }

// Walk is where a call is among those that read a file on.
type Walk struct {
	// Call is the number of the call, from 1; 0 where no calls follow each other.
	Call int64
	// Calls is how many there are, 0 while that is not known; Guessed: they were not all made to be counted.
	Calls   int64
	Guessed bool
	// Tokens are those of all the calls; its Count is 0 when that is not known.
	Tokens tokens.Estimate
	// Rate: the others were not made, and are taken to give as many for a byte as this one.
	Rate bool
	// Silent: more follows, and nothing in the answer says so.
	Silent bool
}

// Place says which call of how many it is; "" where there is one.
func (w Walk) Place() string {
	if w.Call <= 1 && w.Calls <= 1 {
		return ""
	}

	call := "call " + humanize.Group(w.Call)
	if w.Calls > 0 {
		call += " of "
		if w.Guessed {
			call += "≈"
		}

		call += humanize.Group(w.Calls)
	}

	return call
}

// inAll says how many tokens all calls have; "" where that is not known.
func (w Walk) inAll() string {
	number, _ := Tokens(w.Tokens)
	switch {
	case number == "":
		return ""
	case w.Rate:
		return number + " in all at this rate"
	}
	return number + " in all"
}

// Tokens says a number of tokens, and in brackets after it what it is counted in; "" and "" for none.
func Tokens(e tokens.Estimate) (number, counted string) {
	switch {
	case e.Count == 0:
		return "", ""
	case e.Model != "":
		return e.String(), e.Model + "'s, by " + e.Vocabulary
	case e.Vocabulary != tokens.Vocabulary:
		return e.String(), "by estimate: " + e.Vocabulary
	case e.Estimated:
		return e.String(), e.Vocabulary + ", from samples"
	}

	return e.String(), e.Vocabulary
}

// Lines is the number of lines of the file that were given.
func (g Given) Lines() int64 {
	return tools.LinesGiven(g.Window, g.Stats)
}

// Range says which part of the file was given: lines where they are known, else bytes.
func (g Given) Range() string {
	w := g.Window
	switch {
	case g.Kind != "":
		return article(g.Kind) + ", not text"
	case w.Kind == window.Outline:
		return "an outline"
	case w.Kind == window.Notice:
		return "a notice, not the content"
	case w.Kind == window.Converted && len(w.Runs) > 0:
		return "a part of the notebook's cells, as text"
	case w.Kind == window.Converted:
		return "the notebook's cells, as text"
	case w.End == w.Start:
		return "nothing"
	case len(w.Runs) > 1:
		return runsText(w)
	case w.Partial:
		return fmt.Sprintf("bytes %s–%s inside one line", humanize.Group(w.Start), humanize.Group(w.End))
	}

	lines := ""
	if n := g.Lines(); g.First > 0 && n > 0 {
		lines = humanize.Lines(g.First, g.First+n-1)
	}

	bytes := fmt.Sprintf("@%s–%s", humanize.Group(w.Start), humanize.Group(w.End))
	switch {
	case lines == "":
		return bytes
	case g.Mode == tools.ModeBytes:
		return bytes + " · " + lines
	}

	return lines
}

// article is a noun with its article.
func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// Ends says why the window ends where it does; "" when that needs no word.
func (g Given) Ends() string {
	w := g.Window
	if w.Kind >= window.Outline || w.End == w.Start && w.Kind != window.Block {
		return ""
	}

	switch {
	case g.Arriving && w.Bottom == window.StopFile:
		return "more is arriving"
	case w.Bottom == window.StopFile && len(w.Runs) > 1: // holes says what is cut from the middle
		return ""
	}

	below := g.stopText(w.Bottom)
	above := g.stopText(w.Top)
	if g.Mode == tools.ModeBlock && above != below && w.Top != window.StopFile {
		return "above: " + above + ", below: " + below
	}
	if w.Bottom == window.StopSibling || w.Bottom == window.StopLevel {
		return "ends at " + below
	}

	return "ends: " + below
}

// Stopped says why the window ends at its bottom.
func (g Given) Stopped() string { return g.stopText(g.Window.Bottom) }

// stopText says why a window ends, at its top or at its bottom.
func (g Given) stopText(s window.Stop) string {
	switch s {
	case window.StopCap:
		return fmt.Sprintf("cap of %s reached", humanize.Group(g.Window.Cap))
	case window.StopBytes:
		return cmp.Or(g.Size, "size") + " reached"
	}
	return stops[s]
}

// stops says why a window ends, where that is the same for all.
var stops = map[window.Stop]string{
	window.StopAsked:   "as asked",
	window.StopLimit:   "limit reached",
	window.StopFile:    "end of file",
	window.StopLevel:   "a line further out",
	window.StopSibling: "the next block",
	window.StopHard:    "hard cap of " + humanize.Size(window.MaxByteWindow),
	window.StopOutput:  "cap of the output reached",
	window.StopTokens:  "cap of tokens reached, by the agent's own estimate",
}

// holes says what is left out between a window's runs, the lines touched by no run and the bytes; "" when nothing is.
func holes(w window.Window) string {
	spans := w.Spans()
	lines := int64(0)
	bytes := int64(0)
	for i := 1; i < len(spans); i++ {
		bytes += spans[i].Start - spans[i-1].End
		if spans[i].First > 0 && spans[i-1].Last > 0 {
			lines += max(spans[i].First-spans[i-1].Last-1, 0)
		}
	}

	switch {
	case bytes == 0:
		return ""
	case lines == 0:
		return humanize.Size(bytes) + " cut from the middle"
	}

	return humanize.Count(lines, "line") + " (" + humanize.Size(bytes) + ") cut from the middle"
}

// runsText is the ranges of lines of a window with holes: the first and the last ones where they are many.
func runsText(w window.Window) string {
	spans := w.Spans()
	var texts []string
	for i, s := range spans {
		switch {
		case len(spans) > 3 && i > 0 && i < len(spans)-1:
			if i == 1 {
				texts = append(texts, fmt.Sprintf("… %d more …", len(spans)-2))
			}
		case s.First == 0:
			texts = append(texts, fmt.Sprintf("@%s–%s", humanize.Group(s.Start), humanize.Group(s.End)))
		default:
			texts = append(texts, humanize.Lines(s.First, s.Last))
		}
	}

	return strings.Join(texts, ", ")
}

// alterations says what an alteration did: to a number of things called noun or, without a noun, once to the whole.
var alterations = map[tools.Alteration]struct{ noun, done string }{
	tools.DroppedCR:     {"\\r", "dropped"},
	tools.NormalizedCR:  {"line end", "altered"},
	tools.ExpandedTab:   {"tab", "expanded"},
	tools.DroppedBOM:    {"", "byte-order mark dropped"},
	tools.TrimmedBlanks: {"blank", "trimmed"},
	tools.EscapedCR:     {"\\r", "escaped"},
	tools.Transcoded:    {"", "decoded: not UTF-8"},
	tools.RemovedData:   {"data URI", "removed"},

	tools.DroppedControl: {"control character", "dropped"},
}

// Altered says what an alteration did n times; "" where it is said elsewhere.
func Altered(a tools.Alteration, n int64) string {
	switch said := alterations[a]; said.noun {
	case "":
		return said.done
	case "\\r":
		return humanize.Group(n) + " " + said.noun + " " + said.done
	default:
		return humanize.Count(n, said.noun) + " " + said.done
	}
}

// notSent says how much of a file is not sent; "" for nothing.
func notSent(u loss.Unsent) string {
	said := " not sent"
	if u.Follows {
		said = " not sent yet"
	}
	switch {
	case u.Bytes == 0:
		return ""
	case u.Lines > 0:
		return humanize.Group(u.Lines) + " of " + humanize.Count(u.OfLines, "line") + said
	}
	return humanize.Size(u.Bytes) + " of " + humanize.Size(u.OfBytes) + said
}

// neverSent says how much of a file no call gives; "" for nothing.
func neverSent(u loss.Unsent) string {
	if u.Never <= 0 {
		return ""
	}
	return humanize.Size(u.Never) + " never sent"
}

// Losses lists what an answer does not give of a file as it is: what is not sent, the lines that are cut, and what is
// replaced or altered.
func Losses(u loss.Unsent, s tools.Stats) []string {
	return append(nonEmpty(notSent(u), neverSent(u)), altered(u, s)...)
}

// nonEmpty returns texts without the empty strings.
func nonEmpty(texts ...string) []string {
	return slices.DeleteFunc(texts, func(text string) bool { return text == "" })
}

// altered lists the lines that an answer has in part, and what it has otherwise than the file.
func altered(u loss.Unsent, s tools.Stats) []string {
	var out []string
	if s.Cut > 0 {
		text := humanize.Count(s.Cut, "line") + " cut"
		if s.CutBytes > 0 && u.Never == 0 { // what is never sent has them too: the two would read as a sum
			text += " (" + humanize.Size(s.CutBytes) + ")"
		}
		text += humanize.When(u.Follows, " so far")
		out = append(out, text)
	}

	if s.Replaced > 0 {
		out = append(out, humanize.Count(s.Replaced, "place")+" → U+FFFD")
	}

	for kind, n := range s.Altered {
		if text := Altered(tools.Alteration(kind), n); text != "" && n > 0 {
			out = append(out, text)
		}
	}

	return out
}
