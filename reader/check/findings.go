package check

import (
	"bytes"
	"fmt"
	"strings"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/loss"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// mostPlaces is how many cut lines are named in one file; the others are counted.
const mostPlaces = 10

// draft is a finding whose tokens and message are not known until the estimates of the files before it are.
type draft struct {
	Finding
	read    *read
	message func(all tokens.Estimate) string
}

// drafts are the findings of what the tools gave of a file.
func drafts(shown string, t *text, reads []read) []draft {
	var out []draft
	for i := range reads {
		r := &reads[i]
		add := func(f Finding) {
			f.Path, f.Agents = shown, []string{r.tool.Name}
			out = append(out, draft{Finding: f})
		}
		switch r.state {
		case stateRefused:
			add(Finding{Rule: Refused, Message: "the tool refuses the file: " + r.words, LostBytes: t.Size()})
			continue
		case stateNotText:
			message := strings.TrimSuffix(r.words, ".") + "; name the file in .gitattributes, or keep its text in another"
			add(Finding{Rule: NotText, Message: message, LostBytes: t.Size()})
			continue
		case statePartial:
			out = append(out, partial(shown, t, r))
		}
		for _, f := range cuts(t, r) {
			add(f)
		}
		if n := r.stats.Replaced; n > 0 {
			f := Finding{Rule: Replaced, Message: "bytes that are not UTF-8 are replaced by U+FFFD; convert the file to UTF-8"}
			f.Line, f.Column, f.text = firstInvalid(t, r.window)
			add(f)
		}
		for kind, n := range r.stats.Altered {
			if n > 0 && tools.Alteration(kind) != tools.AddedNumbers {
				add(altered(t, tools.Alteration(kind)))
			}
		}
		if f, ok := numbers(t, r); ok {
			add(f)
		}
	}
	return out
}

// partial says how much the first read gives and what it takes to read the rest.
func partial(shown string, t *text, r *read) draft {
	covered := coveredBytes(r.window.Spans())
	f := Finding{Rule: Partial, Path: shown, Agents: []string{r.tool.Name}, LostBytes: t.Size() - covered}
	var parts []string
	for _, s := range r.window.Spans() {
		if s.First > 0 {
			parts = append(parts, fmt.Sprintf("%s–%s", tools.Thousands(s.First), tools.Thousands(s.Last)))
		} else {
			parts = append(parts, fmt.Sprintf("bytes %s–%s", tools.Thousands(s.Start), tools.Thousands(s.End)))
		}
	}
	given := "nothing"
	if len(parts) > 0 {
		given = strings.Join(parts, " and ")
		if r.window.First > 0 {
			given = "lines " + given
		}
	}
	percent := 0.0
	if t.Size() > 0 {
		percent = 100 * float64(covered) / float64(t.Size())
	}
	if f.Line = firstMissing(r.window.Spans(), t.lines); f.Line > 0 {
		f.text = t.line(f.Line)
	}
	if !r.ends {
		f.Calls = r.calls
	}
	head := fmt.Sprintf("the first read gives %s of %s lines (%.0f %% of the bytes)",
		given, tools.Thousands(t.lines), percent)
	what := "that more follows"
	if len(parts) > 1 {
		what = "that the middle is cut"
	}
	tell := "the model is told " + what
	if r.silent {
		tell = "the model is not told " + what
	}
	return draft{f, r, func(all tokens.Estimate) string {
		about := ""
		if r.guessed {
			about = "about "
		}
		rest := fmt.Sprintf("%s%s calls and %s read it whole", about, tools.Thousands(r.calls), all)
		if r.skipped > 0 {
			rest += fmt.Sprintf(" but for %s bytes", tools.Thousands(r.skipped))
		}
		if r.ends {
			rest = "no call of this tool is offered that reads on"
		}
		return head + "; " + rest + "; " + tell + "; split the file, or say in AGENTS.md which part matters"
	}}
}

// firstMissing is the first line that the runs of a window leave out of a file of so many lines; 0 where it is not
// known.
func firstMissing(runs []window.Run, lines int64) int64 {
	switch {
	case len(runs) == 0 || runs[0].First == 0:
		return 0
	case runs[0].First > 1:
		return 1
	case runs[0].Last < lines:
		return runs[0].Last + 1
	}
	return 0
}

// cuts are the findings of cut lines.
func cuts(t *text, r *read) []Finding {
	var out []Finding
	var named int64
	for i, c := range r.stats.Cuts {
		if i == mostPlaces {
			break
		}
		lost := c.End - c.Start
		named += lost
		f := Finding{Rule: CutLine, LostBytes: lost}
		if f.Line, f.Column, f.text = t.position(c.Start); f.Line == 0 {
			f.Line = c.Line
		}
		again := "no single call of this tool returns them"
		if r.regained {
			again = "another call of this tool returns them"
		}
		f.Message = fmt.Sprintf("the line is cut here; %s bytes are lost, and %s; break the line",
			tools.Thousands(lost), again)
		out = append(out, f)
	}
	if rest := r.stats.Cut - int64(len(out)); rest > 0 {
		message := tools.Thousands(rest) + " further lines of this file are cut"
		if rest == 1 {
			message = "one further line of this file is cut"
		}
		out = append(out, Finding{Rule: CutLine, LostBytes: r.stats.CutBytes - named, Message: message})
	}
	return out
}

// firstInvalid is the place of the first bytes in a window that are not UTF-8.
func firstInvalid(t *text, w window.Window) (line, column int64, content []byte) {
	if t.all == nil {
		return 0, 0, nil
	}
	for _, s := range w.Spans() {
		if n := int64(lossy.ValidPrefix(t.all[s.Start:s.End])); n < s.End-s.Start {
			return t.position(s.Start + n)
		}
	}
	return 0, 0, nil
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
	tools.TrimmedBlanks: {"white space at the ends of lines is not shown; remove it", trailingBlank},
	tools.EscapedCR:     {"\\r is shown as the two characters \\ and r; convert the file to \\n line ends", first("\r")},
	tools.Transcoded:    {"the file is not UTF-8 and is shown converted; convert it to UTF-8", first("")},
	tools.DroppedTail:   {"an incomplete character at the end of the file is not shown; remove it", nil},
	tools.RemovedData: {
		"data URIs are taken out of what is shown; keep the data in a file of its own", first("data:"),
	},
}

// first finds the first place of some characters.
func first(what string) func(p []byte) int {
	return func(p []byte) int { return bytes.Index(p, []byte(what)) }
}

// trailingBlank is the index of the first white space before a line end or the end of p; -1 when there is none.
func trailingBlank(p []byte) int {
	for at := 0; at < len(p); {
		end := len(p)
		if i := bytes.IndexByte(p[at:], '\n'); i >= 0 {
			end = at + i
		}
		kept := at + len(bytes.TrimRight(p[at:end], " \t\v\f\r"))
		if bytes.ContainsAny(p[kept:end], " \t\v\f") {
			return kept
		}
		at = end + 1
	}
	return -1
}

func altered(t *text, kind tools.Alteration) Finding {
	a := alterations[kind]
	f := Finding{Rule: Altered, Message: a.text + "; an edit that must match the file exactly can fail"}
	if t.all != nil && a.find != nil {
		if i := a.find(t.all); i >= 0 {
			f.Line, f.Column, f.text = t.position(int64(i))
		}
	}
	return f
}

// numbers says from which line on a tool counts lines otherwise than an editor.
func numbers(t *text, r *read) (Finding, bool) {
	f := Finding{Rule: Numbers}
	switch {
	case r.window.Renumbered > 0:
		f.Line = r.window.Renumbered
		f.text = t.line(f.Line)
		f.Message = fmt.Sprintf("after this line the tool's line numbers are higher than an editor's%s", cause(f.text))
	case r.stats.Altered[tools.AddedNumbers] > 0:
		f.Message = "the tool numbers the lines otherwise than an editor"
	case r.showsLineAfterEnd(t):
		f.Line = t.lines + 1
		f.Message = "the tool shows a last line, with a number of its own, that an editor does not have: " +
			"nothing follows the last line end"
	default:
		return f, false
	}
	return f, true
}

// showsLineAfterEnd reports whether a tool that numbers lines numbers one after the last line end.
func (r *read) showsLineAfterEnd(t *text) bool {
	numbers := r.tool.Lines != nil && r.tool.Lines.Prefix != nil
	whole := r.stats.Cut == 0 && coveredBytes(r.window.Spans()) == t.Size()
	return numbers && whole && t.lines > 0 && r.stats.Lines == t.lines+1
}

// cause names the first character of a line that some tools end a line at.
func cause(line []byte) string {
	for _, c := range []struct{ text, name string }{
		{"\f", "a form feed"},
		{"\v", "a vertical tab"},
		{"\u2028", "U+2028 LINE SEPARATOR"},
		{"\u2029", "U+2029 PARAGRAPH SEPARATOR"},
		{"\u0085", "U+0085 NEXT LINE"},
		{"\x1c", "U+001C"},
		{"\x1d", "U+001D"},
		{"\x1e", "U+001E"},
	} {
		if bytes.Contains(line, []byte(c.text)) {
			return ": it has " + c.name + ", which ends a line there; take it out"
		}
	}
	if i := bytes.IndexByte(line, '\r'); i >= 0 && i+1 < len(line) {
		return ": it has a lone \\r, which ends a line there; take it out"
	}
	return ""
}

// hiddenFindings are the findings of hidden characters: each names the tools whose first read gives it.
func hiddenFindings(shown string, t *text, found []loss.Hidden, reads []read) []draft {
	var out []draft
	for _, h := range found {
		f := Finding{Rule: Hidden, Path: shown}
		f.Message = h.Name + " is in the file: a person does not see it, and the model gets it; take it out, or write it " +
			"as an escape"
		for i := range reads {
			if reads[i].shows(h.Offset) {
				f.Agents = append(f.Agents, reads[i].tool.Name)
			}
		}
		if len(f.Agents) == 0 {
			continue
		}
		f.Line, f.Column, f.text = t.position(h.Offset)
		out = append(out, draft{Finding: f})
	}
	return out
}
