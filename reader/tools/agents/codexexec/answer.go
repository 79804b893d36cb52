package codexexec

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/shell"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// execAnswer is how a text becomes an answer.
type execAnswer struct {
	header string
	parts  []part
	items  bool // the header is a part of the answer of its own
	// next is the call that goes on after line last, 0 where that is not known; nil: none does.
	next func(last int64, more bool) json.RawMessage
}

// cut reports whether a part of the output is missing.
func (ans *execAnswer) cut(t *outputText) bool { return len(ans.parts) > 1 || t.dropped > 0 }

// result makes the answer's result. All of the content is in memory: it is at most as long as an answer may be.
func (ans *execAnswer) result(ctx context.Context, t *outputText) (*tools.Result, error) {
	var shown []shownPart
	lines := int64(strings.Count(ans.header, "\n"))
	for _, p := range ans.parts {
		if !p.own {
			// The decoded offsets as offsets in the raw text.
			from, to := t.rawOffset(p.from), t.rawOffset(p.from+len(p.text))
			for _, s := range t.shown(from, to) {
				s.content = lines + int64(bytes.Count(t.raw[from:s.at], []byte("\n")))
				shown = append(shown, s)
			}
		}
		lines += int64(bytes.Count(p.text, []byte("\n")))
	}
	shown = ofOneFile(shown)
	r := &tools.Result{}
	r.Window = window.Window{Kind: window.Notice, TotalLines: -1}
	cut := ans.cut(t)
	if err := setWindow(ctx, &r.Window, shown, cut); err != nil {
		return nil, err
	}
	if len(shown) > 0 {
		r.FileBytes = shown[0].file.Size()
		more := r.Window.End < shown[0].file.Size() || cut
		r.Silent = more && !cut
		if ans.next != nil {
			r.NextArgs = ans.next(shown[0].lastWhole(cut), more)
		}
	}
	item := joinParts(ans.parts)
	replaced := int64(0)
	if !t.valid {
		replaced = int64(bytes.Count(item, []byte("\uFFFD")))
	}
	var runs []tools.Shown
	shownLines := int64(0)
	for i, run := range shown {
		n := int64(textfile.LineCount(t.raw[run.at : run.at+run.size]))
		runs = append(runs, tools.Shown{Content: run.content, Lines: n, First: i == 0})
		shownLines += n
	}
	return r.Content(nil, func(s *tools.Sink) {
		s.Str(ans.header)
		if ans.items && len(item) > 0 {
			s.Part()
		}
		s.Bytes(item)
		s.Stats.Replaced, s.Stats.Runs, s.Stats.Lines = replaced, runs, shownLines
	}), nil
}

// ofOneFile is the parts of the file that the viewer has open, or else of the first one, in the file's order; what is
// shown a second time is left out.
func ofOneFile(shown []shownPart) (parts []shownPart) {
	if len(shown) == 0 {
		return nil
	}
	file := shown[max(slices.IndexFunc(shown, func(s shownPart) bool { return s.file.Index != nil }), 0)].file
	shown = slices.DeleteFunc(shown, func(s shownPart) bool { return s.file != file })
	slices.SortStableFunc(shown, func(a, b shownPart) int { return cmp.Compare(a.Start, b.Start) })
	for _, s := range shown {
		if n := len(parts); n == 0 || s.Start >= parts[n-1].End {
			parts = append(parts, s)
		}
	}
	return parts
}

// lastWhole is the last line that a part shows to its end; 0 when that is not known. cut: something may be cut after
// it.
func (s shownPart) lastWhole(cut bool) int64 {
	if s.Last > 0 && cut {
		var last [1]byte
		if _, err := s.file.ReadAt(last[:], s.End-1); err == nil && last[0] != '\n' {
			return s.Last - 1
		}
	}
	return s.Last
}

// setWindow makes the window of the parts of one file.
func setWindow(ctx context.Context, w *window.Window, shown []shownPart, cut bool) error {
	if len(shown) == 0 {
		return nil
	}
	for i := range shown {
		if err := shown[i].number(ctx); err != nil {
			return err
		}
		if len(shown) > 1 {
			w.Runs = append(w.Runs, shown[i].Run)
		}
	}
	first, last := shown[0], shown[len(shown)-1]
	w.Kind = window.Slice
	w.Start, w.End, w.First, w.Last = first.Start, last.End, first.First, last.Last
	if last.Last == 0 {
		w.First = 0
	}
	w.Top, w.Bottom = window.StopAsked, window.StopAsked
	if w.Start == 0 {
		w.Top = window.StopFile
	}
	switch {
	case w.End == last.file.Size():
		w.Bottom = window.StopFile
	case cut:
		w.Bottom = window.StopOutput
	}
	return nil
}

// readBackExec takes an answer of exec_command for the lines that its command reads.
func readBackExec(args json.RawMessage, content string) (tools.Parsed, bool) {
	var call struct{ Cmd string }
	if json.Unmarshal(args, &call) != nil || !strings.Contains(content, "Process exited with code 0\n") {
		return tools.Parsed{Total: -1}, false
	}
	const start = "\nOutput:\n"
	at := strings.Index(content, start)
	if at < 0 {
		return tools.Parsed{Total: -1}, false
	}
	return readBackOutput(call.Cmd, content, at+len(start))
}

// cutPatterns are what Codex puts into an output that it cuts.
var cutPatterns = sync.OnceValue(func() (p struct{ warning, marker, number *regexp.Regexp }) {
	p.warning = regexp.MustCompile(`\AWarning: truncated output \(original token count: \d+\)\n(?:Total output lines: (\d+)|\.\.\. \d+ bytes omitted \.\.\.)\n\n`)
	p.marker = regexp.MustCompile(`…\d+ (?:tokens|chars) truncated…`)
	p.number = regexp.MustCompile(`\A *\d*\t`)
	return p
})

// readBackOutput reads the lines in what a command printed, which is the content from byte at on.
func readBackOutput(command, content string, at int) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1, Estimated: true}
	programs, _ := shell.Plain(command, tools.Env{}.HomeDir())
	first, numbered, ok := coreutils.FirstLine(programs)
	if !ok {
		return p, false
	}
	patterns := cutPatterns()
	total := int64(-1)
	warning := patterns.warning.FindStringSubmatchIndex(content[at:])
	marker := []int(nil)
	if warning != nil {
		if warning[2] >= 0 {
			total, _ = strconv.ParseInt(content[at+warning[2]:at+warning[3]], 10, 64) // digits
		}
		at += warning[1]
		if marker = patterns.marker.FindStringIndex(content[at:]); marker == nil {
			return p, false
		}
	}
	head := content
	if marker != nil {
		head = content[:at+marker[0]]
	}
	p = readback.Raw(p, head, at, first)
	if marker != nil {
		if n := len(p.Lines); n > 0 && !strings.HasSuffix(head, "\n") {
			p.Lines[n-1].Cut = true
		}
		if total >= 0 {
			tail := readback.Raw(tools.Parsed{}, content, at+marker[1], 1).Lines
			for i := range tail {
				tail[i].Number = first + total - int64(len(tail)) + int64(i)
				tail[i].Cut = i == 0
			}
			p.Lines = append(p.Lines, tail...)
		}
	}
	if numbered {
		var lines []tools.ParsedLine
		for _, l := range p.Lines {
			number := patterns.number.FindString(content[l.Start:l.End])
			l.Start += len(number)
			if l.Cut && l.Start == l.End || l.Cut && number == "" && marker != nil && l.Start < at+marker[0] {
				continue // it is cut inside its number
			}
			lines = append(lines, l)
		}
		p.Lines = lines
	}
	return p, len(p.Lines) > 0
}
