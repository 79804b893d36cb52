package bar

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
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
)

// ModelLine is what the row below the panes says: what the model gets.
type ModelLine struct {
	NoFile  bool
	Reading bool   // another read is under way
	Refused string // the tool's error, as the model gets it
	// File is the path that the tool was given: of that a row has room for the name only.
	File string
	// NotKnown: Refused is this program's own sentence; what the model gets is not known.
	NotKnown bool
	// Estimated: the error states a number of tokens that is an estimate.
	Estimated bool
	Failed    string // why the file could not be read
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

// leastKeep is below the Keep of every field.
const leastKeep = -100

// NotTold says that an answer ends early and does not say so, and NotToldShort where there is less room.
const (
	NotTold      = "nothing says that more follows"
	NotToldShort = "no word of more"
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

// Row draws the model line in exactly width cells.
func (l ModelLine) Row(theme *themes.Theme, width int) string {
	draw := func(left, right []Part) string {
		return rowOver(theme, width, left, right, themes.ModelLine, theme.Style(themes.ModelLineUnder))
	}

	one := func(parts ...Part) string { return draw(parts, nil) }

	offerKeep := 1
	if width >= leastOfferRow {
		offerKeep = longest
	}

	refusal := "refused: "
	if l.Estimated {
		refusal = "refused (tokens by estimate): "
	}

	switch {
	case l.NoFile:
		return one(Part{Text: "no file", Role: themes.ModelLine, Keep: 0})
	case l.NotKnown:
		return one(Part{Text: "not known", Role: themes.ModelLineWarn, Keep: longest},
			Part{Text: " · " + l.Refused, Role: themes.ModelLine, Keep: 9})
	case l.Refused != "":
		parts := []Part{{Text: refusal, Role: themes.ModelLineWarn, Keep: longest}}
		var offer []Part
		if l.Arriving {
			parts[0].Text = "so far: " + refusal
		} else if l.Offer != "" {
			offer = []Part{{Text: l.Offer, Role: themes.ModelLine, Keep: offerKeep}}
		}

		reason := Reason(l.Refused, l.File)
		const between = 4 // cells: the margins, and those before the offer
		if len(offer) > 0 && cells.Width(parts[0].Text+reason+l.Offer)+between > width {
			offer[0].Text = strings.Replace(l.Offer, OfferWords, offerShort, 1)
		}
		return draw(append(parts, Part{Text: reason, Role: themes.ModelError, Keep: 9}), offer)
	case l.Failed != "":
		return one(Part{Text: "cannot read: " + l.Failed, Role: themes.ModelError, Keep: 9})
	case l.Given == nil:
		return one(Part{Text: "reading…", Role: themes.ModelLine, Keep: 0})
	}

	var right []Part
	if l.Reading {
		right = []Part{{Text: "reading…", Role: themes.ModelLine, Keep: leastKeep}}
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
func (l ModelLine) fitting(right []Part, width int) []Part {
	all := l.parts(NotToldShort)
	said := l.Declared.said(false)
	number, _ := Tokens(l.Tokens)
	if said == "" {
		return all
	}

	left, _, _ := fitRow(all, right, width, themes.ModelLine)
	has := func(text string) bool {
		return slices.ContainsFunc(left, func(p Part) bool { return strings.HasSuffix(p.Text, text) })
	}
	if has(said) && (width >= NarrowRow || has(number)) {
		return all
	}

	l.Declared = Declared{}
	return l.parts(NotToldShort)
}

// Loss is what is not sent, in a few words; "" where nothing is lost.
func (l ModelLine) Loss() string {
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
func (l ModelLine) Over(theme *themes.Theme, row string, width int) string {
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
	Put(&b, theme, themes.ModelLineWarn, cells.Truncate("  "+lost, over, "…"))
	return b.String()
}

// Text is all that the line has to say, however long.
func (l ModelLine) Text() string {
	if l.NotKnown {
		return "not known · " + l.Refused
	}
	if l.Refused != "" {
		return "nothing sent · refused: " + l.Refused
	}
	return textOf(l.parts(NotTold))
}

// fields are the parts of a line that gives up fields from the right where there is no room, the first one last: each
// part has a lower Keep than those before it.
type fields []Part

// add appends a field and a separator before it; an empty text adds nothing.
func (f *fields) add(role themes.Role, text string) {
	// Below longest, so that a field is left out before one is shortened. A separator goes with the field behind it.
	keep := longest - 1 - len(*f)
	switch {
	case text == "": // nothing to add
	case len(*f) == 0:
		*f = fields{{Text: text, Role: role, Keep: Ends - 1}}
	default:
		*f = append(*f, Part{Text: " · ", Role: themes.ModelLine, Keep: keep},
			Part{Text: text, Role: role, Keep: keep})
	}
}

// parts are the fields of the line: what is lost comes first. silent says that the answer ends early and does not say
// so.
func (l ModelLine) parts(silent string) []Part {
	var f fields
	lost := l.lost()
	whole := ""
	this := ""
	if len(lost) == 0 {
		whole, this = l.whole()
	}

	f.add(themes.ModelLineValue, humanize.When(whole != "", l.Of+whole))
	for i, text := range lost {
		f.add(themes.ModelLineWarn, humanize.When(i == 0, l.Of)+text)
	}

	l.addPlace(&f, this, silent)
	l.addForm(&f, whole)
	if len(lost) == 0 && !l.Given.sentWhole() {
		return append([]Part{{Text: "model gets ", Role: themes.ModelLine, Keep: longest - 1}}, f...)
	}

	return f
}

// instead says that an answer is about the file and has nothing of it, in as many cells as a narrow row has.
const instead = "nothing sent, a notice instead"

// lost says what of the file the answer lacks, the most important first.
func (l ModelLine) lost() []string {
	g := l.Given
	lost := Losses(g.Unsent, g.Stats)
	switch {
	case l.narrow && g.Unsent.Never > 0 && g.Unsent.Bytes > 0:
		return append([]string{g.brief()}, lost[2:]...)
	case g.isNotice() && len(lost) > 0:
		lost[0] = instead
	}
	return lost
}

// addPlace adds which lines the answer has, how many tokens they are, which of the calls it is, and whether a block has
// the whole declaration. this names the call where a whole file takes several.
func (l ModelLine) addPlace(f *fields, this, silent string) {
	g := l.Given
	lacks := l.Declared.Lacks
	f.add(themes.ModelLineWarn, l.Declared.said(true))
	if lacks { // has room at 80 columns, with what lacks
		f.add(themes.ModelLineValue, g.Range())
	}
	if this == "" {
		f.add(themes.ModelLineValue, l.Walk.Place())
	}
	f.add(themes.ModelLineValue, l.Declared.said(false))

	hasRange := !lacks && !g.isNotice()
	isBlock := g.Mode == tools.ModeBlock && !l.narrow // where a block begins and ends is what it is for
	if hasRange && isBlock {
		f.add(themes.ModelLineValue, g.Range())
	}

	l.addTokens(f, this)
	if this != "" { // the tokens before it are of this call
		f.add(themes.ModelLineValue, l.Walk.Place())
	}
	f.add(themes.ModelLine, g.Within)
	f.add(themes.ModelLineWarn, humanize.When(l.Walk.NotTold, silent))
	if hasRange && !isBlock {
		f.add(themes.ModelLineValue, g.Range())
	}
}

// addForm adds what is special about the answer: its size, its holes and notes, and how it ends.
func (l ModelLine) addForm(f *fields, whole string) {
	g := l.Given
	s := g.Stats
	if g.Arriving {
		f.add(themes.ModelLineWarn, "so far")
	}

	f.add(themes.ModelLine, g.Instead)
	f.add(themes.ModelLineWarn, holes(g.Window))
	f.add(themes.ModelLineValue, humanize.When(g.Notes > 0, humanize.Count(int64(g.Notes), "note")))

	f.add(themes.ModelLineValue, humanize.When(whole == "", g.amount()))
	if g.Kind == "" || s.Bytes > 0 {
		f.add(themes.ModelLine, humanize.Size(s.Bytes))
	}
	if g.Estimated {
		f.add(themes.ModelLine, "the tokens it names: by estimate")
	}

	f.add(themes.ModelLine, l.Walk.inAll())
	if n := g.Window.Renumbered; n > 0 {
		f.add(themes.ModelLineWarn, fmt.Sprintf("counts lines otherwise from L%d on", n))
	}

	f.add(themes.ModelLine, humanize.When(whole == "", g.Ends()))
}

// isNotice reports whether the answer is about the file and has nothing of it.
func (g Given) isNotice() bool {
	return g.Kind == "" && g.Window.Kind == window.Notice && len(g.Window.Spans()) == 0 && g.Unsent.Bytes > 0
}

// brief is what a narrow row says of a file when a part of it comes in no call.
func (g Given) brief() string {
	u := g.Unsent
	yet := humanize.Either(u.Follows, " not sent yet", " not sent")
	said := humanize.Size(u.Bytes) + yet

	if u.Lines > 0 {
		said = humanize.Count(u.Lines, "line") + yet
	}
	if g.isNotice() {
		said = "a notice instead"
	}

	return said + ", " + humanize.Size(u.Never) + " never"
}

// whole says that the whole file is sent, and by how many calls; "" where it is not. this stands before what is of this
// call alone, where others have given a part of the file.
func (l ModelLine) whole() (whole, this string) {
	whole = l.Given.whole()
	if whole == "" || l.Walk.Call <= 1 || l.Given.alone() {
		return whole, ""
	}
	return whole + " in " + humanize.Count(l.Walk.Call, "call"), "this one "
}

// addTokens adds the number of tokens, behind what it is of.
func (l ModelLine) addTokens(f *fields, of string) {
	number, counted := Tokens(l.Tokens)
	if number == "" && l.Counting {
		number = "≈… tokens"
	}
	if number != "" {
		f.add(themes.ModelLineValue, of+number)
	}
	if counted != "" {
		*f = append(*f, Part{Text: " (" + counted + ")", Role: themes.ModelLine, Keep: leastKeep})
	}
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
	// Arriving: more of the input is to come, so all of this may still change.
	Arriving bool
	// Kind is "" for text; otherwise Instead says in a sentence what the model gets in the place of one.
	Kind, Instead string
	// Notes is the number of messages that the agent adds after the result.
	Notes int
	// Estimated: what was given states a number of tokens that is an estimate.
	Estimated bool
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
	// NotTold: more follows, and nothing in the answer says so.
	NotTold bool
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
	said := humanize.Either(u.Follows, " not sent yet", " not sent")
	switch {
	case u.Bytes == 0:
		return ""
	case u.Lines > 0:
		return humanize.Group(u.Lines) + " of " + humanize.Count(u.OfLines, "line") + said
	}
	return humanize.Size(u.Bytes) + " of " + humanize.Size(u.OfBytes) + said
}

// Losses lists what an answer does not give of a file as it is: what is not sent, the lines that are cut, and what is
// replaced or altered.
func Losses(u loss.Unsent, s tools.Stats) []string {
	var out []string
	if text := notSent(u); text != "" {
		out = append(out, text)
	}
	if u.Never > 0 {
		out = append(out, humanize.Size(u.Never)+" never sent")
	}

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
