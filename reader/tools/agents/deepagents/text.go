package deepagents

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// answerLines has the lines and notices of an answer.
type answerLines struct {
	file    *tools.File
	notices []string
	fields  []string // fields of the header
	found   textfile.Scanned
	shown   tools.ChosenLines
	// cut is the offset in the file at which the only line is cut, 0 if it is not; half: only half of a surrogate pair
	// fits.
	cut  int64
	half bool
}

// text returns the requested lines of a text file.
func text(o *tools.File, a readArguments) (*tools.Result, error) {
	if o.OnlySpace(textfile.LineCoding{}, 0, o.Size()) {
		return tools.Notice(o, emptyNotice), nil
	}

	p := &answerLines{file: o}
	p.found = o.Scan(textfile.Search{First: a.from + 1, Count: max(a.limit, 1), Total: true})
	if p.found.First == 0 {
		const beyond = "Error: Line offset %s exceeds file length (%d lines)"
		return nil, tools.Refuse(fmt.Sprintf(beyond, js.NumberText(max(0, math.Floor(a.offset))), p.found.Lines))
	}

	if a.offset < 0 {
		p.notices = append(p.notices, "[Requested offset "+js.NumberText(a.offset)+
			" is before the start of the file; read from line 1 instead.]")
	}

	p.shown = tools.ChosenLinesOf(p.found)
	if a.limit == 0 {
		p.fields = []string{fmt.Sprintf("lines %d-%d", a.from+1, a.from+1)}
		p.shown.End = p.found.Start
		p.shown.Count = 0
	} else {
		p.fields = p.windowOf(p.found.Last)
		p.fit(a)
	}

	return p.result(a), nil
}

// windowOf returns the fields of the header for lines up to the one numbered last.
func (p *answerLines) windowOf(last int64) []string {
	fields := []string{fmt.Sprintf("lines %d-%d of %d", p.found.First, last, p.found.Lines)}
	if last < p.found.Lines {
		fields = append(fields, fmt.Sprintf("next offset %d", last))
	}
	return fields
}

// head returns what precedes the lines.
func (p *answerLines) head(fields []string) string {
	lines := slices.Concat(p.notices, []string{"@@ " + strings.Join(fields, " | ") + " @@", ""})
	return strings.Join(lines, "\n")
}

// fit cuts the lines to the limit: whole lines, or the beginning of a line that alone is too long.
func (p *answerLines) fit(a readArguments) {
	caps := p.file.Tool.Caps
	most := caps.Output.Units()
	if p.isShorter(p.head(p.fields), most) {
		return
	}

	p.shown.Full = true
	p.notices = append(p.notices, truncated(a.path))
	units := int64(-1)
	kept := p.shown
	kept.End = kept.Start
	kept.Count = 0

	for l := range p.file.Lines(tools.LineReading{Start: p.found.Start, Most: most + 1, Unit: tools.UTF16}) {
		units += l.Length + 1
		fields := append(p.windowOf(p.found.First+l.Number-1), "truncated due to size")
		if l.Number > p.shown.Count || units > most {
			break
		}

		if js.Length(p.head(fields))+units <= most {
			kept.Count = l.Number
			kept.End = l.Next
			p.fields = fields
		}
	}

	if kept.Count == 0 {
		p.cutLine(most)
		return
	}

	p.shown = kept
}

// isShorter reports whether the lines and their head have fewer than most UTF-16 units.
func (p *answerLines) isShorter(head string, most int64) bool {
	units := js.Length(head) - 1
	for l := range p.file.Lines(tools.LineReading{Start: p.found.Start, Most: most + 1, Unit: tools.UTF16}) {
		units += l.Length + 1
		if units >= most || l.Number == p.shown.Count {
			break
		}
	}
	return units < most
}

// cutLine cuts the first line to the limit.
func (p *answerLines) cutLine(most int64) {
	for l := range p.file.Lines(tools.LineReading{
		Start: p.found.Start, Most: most, Unit: tools.UTF16, Whole: true,
	}) {
		fields := func(shown int64) []string {
			span := fmt.Sprintf("lines %d-%d of %d", p.found.First, p.found.First, p.found.Lines)
			return []string{span, "truncated mid-line", fmt.Sprintf("%d of %d chars", shown, l.Length)}
		}

		shown := max(0, min(l.Length, most-js.Length(p.head(fields(l.Length)))))
		fits, left := tools.UTF16.Fit(l.Text, shown)
		p.half = left > 0 && fits < len(l.Text)
		p.shown.Count = 1
		p.shown.End = l.Next
		p.fields = fields(shown)
		p.cut = l.Offset(fits)
		if shown == l.Length {
			p.cut = 0
		}

		return
	}
}

// truncated returns the notice about an answer that is too long.
func truncated(file string) string {
	return "[Output was truncated due to size limits. The file content is very large. Consider reformatting the file " +
		"to make it easier to navigate. For example, if this is JSON, use execute(command='jq . " + file +
		"') to pretty-print it with line breaks. For other formats, you can use appropriate formatting tools to " +
		"split long lines.]"
}

// result returns the lines.
func (p *answerLines) result(a readArguments) *tools.Result {
	o := p.file
	var next json.RawMessage
	if p.shown.End < o.Size() && p.shown.Count > 0 {
		next = tools.Set(o.Args, "offset", p.shown.Last())
	}

	r := &tools.Result{Window: p.shown.Window(o.Size(), p.found.Lines), NextArgs: next}
	return r.Content(o, func(s *tools.Sink) {
		s.Str(p.head(p.fields))
		switch {
		case p.shown.Count == 0:
			s.Notice("")
		case p.cut > 0:
			s.Excerpt(o, p.shown.Start, p.cut)
			if p.half {
				s.Str("\uFFFD")
			}
			s.CutLine(p.shown.First, p.cut, p.shown.End)
		default:
			s.WriteLines(o, p.shown.Lines(textfile.LineCoding{}, &tools.LineFormat{}))
		}
	})
}
