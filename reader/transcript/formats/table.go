package formats

import (
	"bytes"
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/lists"
	"eyeline/reader/transcript/bodies"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/requestrun"
)

// All lists the forms that can be read, in the order in which they are tried.
func All() []*Format {
	return []*Format{
		qwenCode,
		claudeCode,
		claudeLog,
		codex,
		geminiOld,
		geminiCLI,
		droid,
		openClaw,
		pi,
		copilotCLI,
		kimiCode,
		kimiCLI,
		grokBuild,
		grokScreen,
		openCode,
		kilo,
		atif,
		geminiStream,
		sweAgent,
		openHands,
		openHandsOutput,
		miniSWEAgent,
		rooCode,
		cline,
		cursor,
		antigravity,
		crush,
		aider,
		specStory,
		eyelineMCP,
	}
}

// HeadSize is how many bytes of a file are looked at to tell its format.
const HeadSize = 64 << 10

// headLines is how many of the first lines are looked at.
const headLines = 16

// Detect tells the format of a file by its first bytes and its path; nil when it has no known format.
func Detect(first []byte, path string) *Format {
	first = bytes.TrimPrefix(first, []byte("\ufeff"))
	s := jsonskim.FromBytes(first)
	whole := []jsonskim.Value{s.First(0, s.Size())}
	var lines []jsonskim.Value // those that are JSON
	for off := int64(0); off < s.Size() && len(lines) < headLines; {
		end, _ := s.Line(off)
		if v, err := s.Value(off, end); err == nil {
			lines = append(lines, v)
		}
		off = end + 1
	}

	if len(lines) == 0 {
		lines = whole
	}
	if f := detectTapped(append(lines, s.First(lastLine(first), s.Size()))); f != nil {
		return f
	}

	path = filepath.ToSlash(path)
	wholeHead := lists.Map(whole, jsonskim.HeadOf)
	lineHeads := lists.Map(lines, jsonskim.HeadOf)
	for _, f := range All() {
		heads := wholeHead
		if f.Lines {
			heads = lineHeads
		}
		if slices.ContainsFunc(heads, func(h jsonskim.Head) bool { return f.detect(path, h) }) {
			return f
		}
	}

	return nil
}

// lastLine is where the last line begins, which may have no end.
func lastLine(first []byte) int64 { return int64(bytes.LastIndexByte(first, '\n') + 1) }

// requestLogOf is the format of a run that is known by its requests alone, as package bodies records them, of an agent
// whose other records have the base's form.
func requestLogOf(base *Format) *Format {
	return base.with(func(f *Format) {
		f.Name = "requests"
		f.Note = "These are the requests themselves: what is said to be sent was sent."
		f.Itself = true
		f.Lines = true
		f.Says = true
		f.SameID, f.Requests, f.Shown = false, false, false
		f.Beside, f.Places, f.Folder = nil, nil, nil
		f.Hook, f.Arguments, f.Write = "", nil, bodies.WriteSent

		if base.Ran != nil {
			f.Ran = func(c Called) ([]ShellCommand, bool) {
				c.Result = listIn(c.Result)
				return base.Ran(c)
			}
		}

		if base.Answer != nil {
			f.Answer = func(v jsonskim.Value) []record.Read { return base.Answer(listIn(v)) }
		}

		f.Decoder = func(b *record.Builder) Decoder {
			goesOn := &codexRollout{b: b} // knows which calls go on with the output of another
			return requestrun.New(b, requestrun.Options{
				Called: goesOn.goesOn,
				Answered: func(c *record.Call, text jsonskim.Value) {
					if base == geminiCLI && isMasked(text) { // the first request goes on with an older run
						(&gemini{b: b}).maskedResult(c)
						return
					}
					goesOn.isRunning(cmp.Or(c.Continues(), c), text)
				},
				IsList: isListText,
			})
		}
	})
}

// listIn is the list that a text has as JSON, as Cline sends several results in one; else the value itself.
func listIn(v jsonskim.Value) jsonskim.Value {
	if isListText(v) {
		if list := jsonskim.Parse([]byte(v.Text(record.TextLimit))); list.Kind == jsonskim.Array {
			return list
		}
	}
	return v
}

const severalResults = `[{"query":`

// isListText reports whether a value is a text that looks like several results of Cline in one.
func isListText(v jsonskim.Value) bool {
	return v.Kind == jsonskim.String && strings.HasPrefix(v.Text(len(severalResults)), severalResults)
}

// tappedBase is the form of an agent's other records, by the name of its format.
func tappedBase(name string) *Format {
	for _, f := range []*Format{
		claudeCode, codex, openCode, kilo, geminiCLI, qwenCode, pi, copilotCLI, kimiCode, grokBuild, cline, crush,
	} {
		if f.Name == name {
			return f
		}
	}
	return unknownAgent
}

// unknownAgent is an agent of whose tools nothing is known but what their names tell.
var unknownAgent = &Format{Agent: "an agent that is not known"}

// detectTapped tells a run that is known by its requests alone by some of its first records; nil for other files. The
// agent is the one that most of the requests are of.
func detectTapped(lines []jsonskim.Value) *Format {
	if len(lines) == 0 || !lines[0].Get("type").Is(bodies.HeaderType) {
		return nil
	}

	best, most := lines[0].Get("agent").Text(100), 0
	count := map[string]int{}
	for _, v := range lines[1:] {
		name := v.Get("agent").Text(100)
		count[name]++
		if name != "" && count[name] > most {
			best, most = name, count[name]
		}
	}

	return requestLogOf(tappedBase(best))
}
