// Package hermesagent, which changes without notice, is the read_file of Hermes Agent.
package hermesagent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"eyeline/reader/access"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Tool is the read_file of Hermes Agent (contract hermes_agent): the first read of a file on the agent's own machine,
// with its limits as they are without a configuration.
var Tool = &tools.Tool{
	Language: ospath.CPython,
	Name:     "hermes_agent", Title: "Hermes Agent's read_file",
	Origin: tools.Origin{
		Agent: "Hermes Agent", Version: "0.20.3", Date: "2026-11-29", How: tools.FromSource, Use: tools.Rare,
		Marks: []string{".hermes.md"},
	},
	Caps: tools.Caps{
		Lines:  tools.Cap{Most: givenLines, Flag: "limit", Max: maxLines},
		Output: tools.Cap{Most: 100_000, Unit: tools.Runes, Of: "of numbered lines"},
		Also:   "what may be a key is masked",
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesRefusal, PDF: tools.GivesRefusal, Binary: tools.GivesRefusal,
	},
	Masks:   true,
	Policy:  tools.Policy{NumbersAsText: true},
	Paths:   tools.PathAny,
	Run:     tools.RunWith(parseArgs, run),
	Words:   wordsFor,
	Windows: []tools.WindowParams{{Mode: tools.ModeSlice, At: "offset", Base: 1, Size: "limit", Size0: givenLines}},
	Params: []tools.Param{
		param.File("path", "file to read, absolute or relative to the working directory"),
		param.Default("offset", 1, "number of the first line, 1-based"),
		param.Default("limit", givenLines, "number of lines at most, up to 2,000"),
	},
}

func wordsFor(_ tools.Env, given string, err error) string {
	if errors.Is(err, access.ErrDirectory) {
		return failure(notRegular(given)).Error()
	}
	return "eyeline: what the agent says of this is not imitated: " + err.Error()
}

func run(ctx context.Context, env tools.Env, a readArguments) (*tools.Result, error) {
	file, err := env.Locate(a.path, find)
	if err != nil {
		return nil, err
	}
	readLines := func(o *tools.File) (*tools.Result, error) { return read(o, a) }
	return tools.ReadPath(ctx, env, tools.PathAny, file, env.Wording(a.path), readLines)
}

// read returns the requested lines, numbered, as a JSON string.
func read(o *tools.File, a readArguments) (*tools.Result, error) {
	if o.Size() == 0 {
		return note(o, 0, "File is empty (0 bytes)."), nil
	}
	if !isText(o.Head(sampled)) {
		return nil, tools.RefuseOwn("eyeline: what the agent says of a file that is not UTF-8 is not imitated")
	}

	form := formOf(o, a.offset)
	found := o.Scan(textfile.Search{Form: form, First: a.offset, Count: a.limit, Total: true})
	total := found.Ends
	if a.offset > total && total > 0 {
		const beyond = "Note: offset %d is beyond the end of the file (%d lines total). Retry with offset <= %d."
		return note(o, total, fmt.Sprintf(beyond, a.offset, total, total)), nil
	}

	g := gathered{lineCollector: lineCollector{most: o.Caps().Output.Most}}
	g.shown = tools.ChosenLines{Start: found.Start, End: found.Start, First: a.offset}
	g.number(o, a, found, form)
	if err := g.check(); err != nil {
		return nil, err
	}

	return g.result(o, a, found, form), nil
}

// note returns an answer without lines.
func note(o *tools.File, total int64, hint string) *tools.Result {
	const form = `{"content": "", "total_lines": %d, "file_size": %d, "truncated": false, "hint": %s, ` +
		`"is_binary": false, "is_image": false}`
	return tools.Notice(o, fmt.Sprintf(form, total, o.Size(), quoted(hint)))
}

// gathered are collected lines with their range.
type gathered struct {
	lineCollector
	shown    tools.ChosenLines // lines of the file
	cuts     []tools.Cut
	replaced int64
}

// number numbers lines while there is room. A line feed at the end of what is read makes another, empty line; the agent
// removes the one of the last line if the file does not end with one.
func (g *gathered) number(o *tools.File, a readArguments, found textfile.Scanned, form textfile.LineCoding) {
	lines := tools.ChosenLinesOf(found).Count
	reading := tools.LineReading{Form: form, Start: found.Start, Most: maxLine + 1, Unit: tools.Runes}
	if lines > 0 {
		for l := range o.Lines(reading) {
			text := l.Text
			after := ""
			if keep, _ := tools.Runes.Fit(text, maxLine); keep < len(text) {
				text = text[:keep]
				after = mark
			}
			if !g.add(a.offset+g.lines, text, after) {
				return
			}
			if after != "" {
				g.cuts = append(g.cuts, tools.Cut{Line: g.shown.Next(), Start: l.Offset(len(text)), End: l.End})
			}

			g.replaced += l.Replaced(len(text))
			g.shown.Take(l)
			if g.shown.Count == lines {
				break
			}
		}
	}

	if lines == 0 || !found.Open || found.Ends > a.offset+a.limit-1 {
		g.add(a.offset+g.lines, nil, "")
	}
}

// check refuses what the agent changes in ways that are not imitated.
func (g *gathered) check() error {
	for _, sequence := range []string{"\a", "\x1b]", "__HERMES_"} {
		if bytes.Contains(g.text, []byte(sequence)) {
			return tools.RefuseOwn("eyeline: how the agent takes control sequences away is not imitated")
		}
	}
	if mayHide(g.text) {
		return tools.RefuseOwn("eyeline: the text may hold a key, and how the agent masks it is not imitated")
	}
	return nil
}

func (g *gathered) result(
	o *tools.File, a readArguments, found textfile.Scanned, form textfile.LineCoding,
) *tools.Result {
	g.shown.Full = g.over
	win := g.shown.Window(o.Size(), found.Lines)
	truncated := g.over || found.Ends > a.offset+a.limit-1
	more := g.shown.End < o.Size()
	var next json.RawMessage
	if more {
		next = tools.Set(o.Args, "offset", g.shown.Next())
		if a.limited && !g.over {
			win = win.Until(window.StopAsked)
		}
	}

	before, after := hints(a, found.Ends, o.Size(), g.lineCollector)
	r := &tools.Result{Window: win, Silent: more && !truncated, NextArgs: next}
	return r.Content(o, func(s *tools.Sink) {
		s.Str(`{"content": `)
		s.Bytes(appendQuoted(nil, g.text))
		s.AddLines(g.shown.Count)

		for _, c := range g.cuts {
			s.CutLine(c.Line, c.Start, c.End)
		}

		s.Stats.Replaced = g.replaced
		s.NoteForm(form)
		const rest = `, "total_lines": %d, "file_size": %d, "truncated": %t%s, "is_binary": false, "is_image": false%s}`
		s.Notice(fmt.Sprintf(rest, found.Ends, o.Size(), truncated, before, after))
	})
}
