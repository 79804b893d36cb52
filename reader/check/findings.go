package check

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"eyeline/reader/check/wording"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/loss"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// findingsOf are what the rules find in what the tools gave of a file that is text; all leaves nothing out.
func findingsOf(ctx context.Context, shown string, t *text, reads []read, all bool) []Finding {
	var out []Finding
	byRule := map[string]int{}
	add := func(rule, kind string, p part) {
		i, known := byRule[rule+kind]
		if !known {
			i = len(out)
			byRule[rule+kind] = i
			out = append(out, Finding{Rule: rule, Kind: kind, Path: shown})
		}

		out[i].parts = append(out[i].parts, p)
	}

	for i := range reads {
		r := &reads[i]
		if !addReplacement(t, r, add) {
			if r.state == statePartial {
				add(Partial, "", partial(t, r))
			}
			addDifferences(ctx, t, r, all, add)
		}
	}

	return joinRefusals(out)
}

// joinRefusals makes refusals of a file that other calls give a part of what is said of its parts: the cause is the
// same, its length.
func joinRefusals(found []Finding) []Finding {
	of := func(rule string) int { return slices.IndexFunc(found, func(f Finding) bool { return f.Rule == rule }) }
	refused := of(Refused)
	partial := of(Partial)
	if refused < 0 || partial < 0 {
		return found
	}

	first := slices.DeleteFunc(slices.Clone(found[refused].parts), func(p part) bool { return p.grave })
	grave := slices.DeleteFunc(found[refused].parts, func(p part) bool { return !p.grave })
	found[partial].parts = append(first, found[partial].parts...)
	found[refused].parts = grave

	if len(grave) == 0 {
		found = slices.Delete(found, refused, refused+1)
	}

	return found
}

// addReplacement adds what a tool gives in place of the text, and reports whether it gives something else.
func addReplacement(t *text, r *read, add func(rule, kind string, p part)) bool {
	p := part{tool: r.tool.Name, Share: Share{Lost: t.Size()}}
	switch {
	case t.Size() < 16: // of so few bytes nothing is lost
		return !r.shown()
	case r.state == stateNotKnown:
		return true // what the tool answers is not known
	case r.state == stateRefused:
		p.words = "refused: " + textfile.Shortened(r.words)
		p.cause = "refuses files"
		p.grave = r.unread
		p.refused = true
		if !r.unread {
			p.countCalls(r)
		}
		add(Refused, "", p)
	case r.state == stateNotText && r.window.Kind == window.Outline:
		p.words = "an outline in place of the text"
		p.cause = "gives outlines in place of texts"
		add(Outline, "", p)
	case r.state == stateNotText:
		p.Lost = r.account.Lost()
		p.words = "something else: " + strings.TrimSuffix(r.words, ".")
		p.cause = "gives something else than text"
		add(NotText, "", p)
	default:
		return false
	}

	return true
}

// addDifferences adds what a tool gives of the text in another form than the file has it: cut, replaced, altered or
// with other numbers.
func addDifferences(ctx context.Context, t *text, r *read, all bool, add func(rule, kind string, p part)) {
	// What is cut where the read ends is said by Partial.
	within := r.state == stateCut || r.account.Cut > 0
	if r.stats.Cut > 0 && within && (all || !areAssets(ctx, t, r.stats)) {
		add(CutLine, "", cuts(t, r))
	}

	if r.stats.Replaced > 0 {
		const words = "bytes that are not UTF-8 are replaced by U+FFFD"
		add(Replaced, "", part{
			tool: r.tool.Name, words: words, cause: words, todo: "convert the file to UTF-8",
			spot: t.position(t.FirstInvalid(r.window.Spans())),
		})
	}

	for kind, n := range r.stats.Altered {
		if n > 0 && tools.Alteration(kind) != tools.AddedNumbers {
			what, p := altered(t, tools.Alteration(kind))
			p.tool = r.tool.Name
			add(Altered, what, p)
		}
	}

	if p, ok := numbers(t, r); ok {
		add(Numbers, p.cause, p)
	}
}

// areAssets reports whether each line that is cut has a picture or a minified script in it, or loses only numbers of a
// table: nobody would break them.
func areAssets(ctx context.Context, t *text, stats tools.Stats) bool {
	return int64(len(stats.Cuts)) == stats.Cut && !slices.ContainsFunc(stats.Cuts, func(cut tools.Cut) bool {
		line := bytes.TrimSpace(t.Line(t.position(cut.Start).line))
		isAsset := bytes.HasPrefix(line, []byte("/*!")) || bytes.Contains(line, []byte("data:image/"))
		return !isAsset && !t.IsRow(ctx, cut.Start, cut.End)
	})
}

const (
	// nothingAtFirst is what is said of a tool that answers a first read of a long file with how to read it.
	nothingAtFirst = "gives nothing of a long file at first, but how to read on"
	// readsOnAlone is what is said of a tool that is the only one to give a part of a file, where it says so and how
	// to read on: that costs a call more, and nothing of the file is out of reach.
	readsOnAlone = "is the only one that gives a part of a file, says so, and how to read on"
	// leavesLittle is said of a tool that gives most of a file, where it says so and how to read on.
	leavesLittle = "leaves out less than 28 % of a file, or half of a test, says so, and how to read on"
	// lineAfterEnd is what is said of a tool that numbers a line after the last line end. It is so of every file
	// that ends with one.
	lineAfterEnd = "numbers a line after the last line end, which an editor does not have"
)

// partial says what the first read leaves out and what it takes to read the rest.
func partial(t *text, r *read) part {
	p := part{tool: r.tool.Name, cause: "gives only a part of files", grave: r.silent || r.unread}
	if len(r.window.Spans()) == 0 && !p.grave {
		p.cause = nothingAtFirst
	}

	p.Lost = r.account.Outside()
	p.countCalls(r)
	whole := r.skipped == 0 || t.ofTest && r.gap.Bytes() == 0 // long lines of tests are what they compare with
	if !p.grave && !r.ends && whole && p.Lost < t.minorLoss {
		p.cause = leavesLittle
	}

	p.spot = t.position(r.missing[0].Start)
	said := ""
	if r.silent {
		said = "nothing says so, "
	}

	gives := "none of it in the first read"
	if p.Lost < t.Size() {
		gives = missing(r.missing) + " missing (" + wording.Share(p.Lost, t.Size()) + ")"
	}

	p.words = gives + ", " + said + r.toTheEnd()
	return p
}

// countCalls says how many calls read on to the end, where that is known.
func (p *part) countCalls(r *read) {
	p.read = r
	if !r.ends && !r.guessed {
		p.Calls = r.calls
	}
}

// maxNamed is how many holes of a read are named.
const maxNamed = 3

// missing names the lines that a read gives nothing of or, where what it leaves out lies within lines, the bytes.
func missing(holes []window.Run) string {
	var lines, bytes []string
	for _, h := range holes {
		bytes = append(bytes, tools.Thousands(h.Start+1)+"–"+tools.Thousands(h.End))
		if h.First <= h.Last {
			lines = append(lines, lineRange(h.First, h.Last))
		}
	}

	what := "lines"
	parts := lines
	if len(lines) == 1 && holes[0].First == holes[0].Last {
		what = "line"
	}
	if lines == nil {
		what = "bytes"
		parts = bytes
	}
	if len(parts) > maxNamed {
		parts = append(parts[:maxNamed], "…")
	}

	return what + " " + strings.Join(parts, ", ")
}

// lineRange names lines: one by its number alone.
func lineRange(first, last int64) string {
	if first == last {
		return tools.Thousands(first)
	}
	return tools.Thousands(first) + "–" + tools.Thousands(last)
}

// toTheEnd says what it takes to read on.
func (r *read) toTheEnd() string {
	calls := wording.About(r.guessed) + counting(r.calls, "call")
	switch {
	case r.calls == 1:
		return "the tool names no further call"
	case r.ends:
		return fmt.Sprintf("%s, then the tool names no further one", calls)
	case r.skipped > 0 && !r.guessed:
		return fmt.Sprintf("%s to the end leave out %s", calls, counting(r.skipped, "byte"))
	}

	return calls + " to the end"
}

// cuts says what is lost of lines that are cut.
func cuts(t *text, r *read) part {
	p := part{tool: r.tool.Name, cause: "cuts lines", grave: !r.regained, Share: Share{Lost: r.account.Cut}}
	if len(r.stats.Cuts) > 0 {
		p.spot = t.position(r.stats.Cuts[0].Start)
	}

	again := "no known call gives them"
	if r.regained {
		again = "another call gives them"
	}

	p.words = fmt.Sprintf("%s cut in the first read, %s lost, %s",
		counting(r.stats.Cut, "line"), counting(p.Lost, "byte"), again)
	return p
}

// alterations say of each kind what happens, and what to do; find finds the first place, nil where none is named.
var alterations = map[tools.Alteration]struct {
	text string
	find func(p []byte) int
}{
	tools.DroppedCR:    {"the \\r of line ends is not shown; convert the file to \\n line ends", first("\r\n")},
	tools.NormalizedCR: {"line ends other than \\n are shown as \\n; convert the file to \\n line ends", first("\r")},
	tools.ExpandedTab: {
		"tabs are shown as spaces; indent with spaces, or tell agents in AGENTS.md that the file has tabs", first("\t"),
	},
	tools.DroppedBOM:    {"the byte-order mark is not shown; remove it", first("")},
	tools.TrimmedBlanks: {"white space at the ends of lines is not shown; remove it", textfile.TrailingBlank},
	tools.EscapedCR:     {`\r is shown as the two characters \ and r; convert the file to \n line ends`, first("\r")},
	tools.Transcoded:    {"the file is not UTF-8 and is shown converted; convert it to UTF-8", first("")},
	tools.DroppedControl: {
		"control characters such as tabs are not shown; indent with spaces, or tell agents in AGENTS.md that the " +
			"file has tabs",
		func(p []byte) int { return bytes.IndexFunc(p, loss.IsControl) },
	},
	tools.RemovedData: {
		"data URIs are taken out of what is shown; keep the data in a file of its own", first("data:"),
	},
}

// first finds the first place of some characters.
func first(what string) func(p []byte) int {
	return func(p []byte) int { return bytes.Index(p, []byte(what)) }
}

// What is said of tools that show nothing of a mark of the encoding, and of line ends that are the same in all of a
// file: it is so of every such file, and edits of such files are what agents are made for.
const (
	dropsMark    = "the byte-order mark is not shown"
	sameLineEnds = "the \\r\\n of a file that has no other line ends is shown as \\n"
)

// altered names an alteration, and says it of a tool.
func altered(t *text, kind tools.Alteration) (what string, p part) {
	a := alterations[kind]
	what, todo, _ := strings.Cut(a.text, "; ")
	p = part{cause: what, words: what + ": what is copied from it is not in the file", todo: todo}
	switch {
	case kind == tools.DroppedBOM:
		p.cause = dropsMark
	case (kind == tools.DroppedCR || kind == tools.NormalizedCR) && t.SameLineEnds():
		p.cause = sameLineEnds
	}

	if t.All != nil && a.find != nil {
		if i := a.find(t.All); i >= 0 {
			p.spot = t.position(int64(i))
		}
	}

	return what, p
}

// numbers says from which line on a tool counts lines otherwise than an editor.
func numbers(t *text, r *read) (part, bool) {
	p := part{tool: r.tool.Name, cause: "counts lines otherwise than an editor"}
	switch {
	case r.window.Renumbered > 0:
		p.line = min(r.window.Renumbered, max(t.Lines, 1))
		said, todo, _ := strings.Cut(cause(t.Line(p.line)), "; ")
		p.words = "after this line the tool's line numbers are higher than an editor's" + said
		p.todo = todo
	case r.stats.Altered[tools.AddedNumbers] > 0:
		p.words = "the tool numbers the lines otherwise than an editor"
	case r.showsLineAfterEnd(t):
		p.line = t.Lines
		p.words = lineAfterEnd
		p.cause = lineAfterEnd
	default:
		return p, false
	}

	return p, true
}

// showsLineAfterEnd reports whether a tool that numbers lines numbers one after the last line end.
func (r *read) showsLineAfterEnd(t *text) bool {
	numbers := r.tool.Lines != nil && r.tool.Lines.Prefix != nil
	whole := r.stats.Cut == 0 && r.account.Outside() == 0
	return numbers && whole && t.Lines > 0 && r.stats.Lines == t.Lines+1
}

// cause names the first character of a line that some tools end a line at.
func cause(line []byte) string {
	if name := textfile.NameOfEnd(line); name != "" {
		return ": it has " + name + ", which ends a line there; take it out"
	}
	return ""
}

// hiddenFindings are the findings of hidden characters, one for each character: it names the tools whose first read
// gives one.
func hiddenFindings(shown string, t *text, found []loss.Hidden, reads []read) []Finding {
	var out []Finding
	at := map[string]int{}
	for _, h := range found {
		if _, known := at[h.Name]; known {
			continue
		}

		f := Finding{Rule: Hidden, Kind: h.Name, Path: shown}
		p := part{spot: t.position(h.Offset), todo: "take it out, or write it as an escape"}
		var said, lines string
		f.Times, lines = t.LinesOf(found, h.Name)
		if f.Times > 1 {
			said = fmt.Sprintf(", %d times%s", f.Times, lines)
		}

		p.words = h.Name + " is in the file" + said + ": a person does not see it, and the model gets it"
		for i := range reads {
			if reads[i].shows(h.Offset) {
				p.tool = reads[i].tool.Name
				f.parts = append(f.parts, p)
			}
		}

		if len(f.parts) == 0 && h.Misleads() {
			p.words = h.Name + " is in the file" + said +
				": a person does not see it, and a read of its line gives it to the model"
			f.parts = partsOf(p, reads, (*read).shown)
			if f.parts == nil {
				p.words = h.Name + " is in the file" + said +
					": a person does not see it; these reads give nothing of the file, but commands can"
				f.parts = partsOf(p, reads, func(*read) bool { return true })
			}
		}

		if len(f.parts) > 0 {
			at[h.Name] = len(out)
			out = append(out, f)
		}
	}

	return out
}

// partsOf are a part for each tool with a read that is asked for: one that gives text of a file gives what its first
// read does not give in a call that reads on.
func partsOf(p part, reads []read, asked func(*read) bool) (parts []part) {
	for i := range reads {
		if asked(&reads[i]) {
			p.tool = reads[i].tool.Name
			parts = append(parts, p)
		}
	}
	return parts
}
