package agents

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tools/runtime/js"
	"eyeline/reader/window"
)

// variant is a copy of a tool with what change changes: another version of it, a fork, another form of the same.
func variant(of *tools.Tool, change func(t *tools.Tool)) *tools.Tool {
	t := *of
	change(&t)
	return &t
}

// crlfLines: lines end at '\n', and a '\r' before it belongs to the end.
var crlfLines = tools.TextForm{Ends: tools.EndCRLF}

// wording is the text of env's tool for the reasons why the file path cannot be opened or read.
func wording(env tools.Env, path string) tools.Wording {
	return func(err error) string { return env.Tool.Words(env, path, err) }
}

// linesOf is the lines of a window by their own numbers, one '\r' before '\n' left out.
func linesOf(win window.Window, format *tools.LineFormat) tools.LineRange {
	if win.First == 0 {
		return tools.LineRange{Format: format}
	}
	return tools.LineRange{Form: crlfLines, Format: format, Start: win.Start, End: win.End, Number: win.First, Count: win.Last - win.First + 1}
}

// parseRange is the Parse of a tool that gives the raw text of lines from the argument first on: the numbers follow from
// the arguments. object names the object that has the arguments, "" for the arguments themselves.
func parseRange(object, first string) func(json.RawMessage, string) (tools.Parsed, bool) {
	return func(args json.RawMessage, content string) (tools.Parsed, bool) {
		p := tools.Parsed{Total: -1, Estimated: true}
		var fields map[string]json.RawMessage
		_ = json.Unmarshal(args, &fields) // arguments that are no object name no line
		if object != "" {
			inner := fields[object]
			fields = nil
			_ = json.Unmarshal(inner, &fields)
		}
		number := int64(1)
		if raw, ok := fields[first]; ok {
			if json.Unmarshal(raw, &number) != nil {
				return p, false
			}
		}
		return parseRaw(p, content, 0, max(number, 1)), content != ""
	}
}

// parseRaw adds the lines of content from byte at on, which are given without numbers; the first one is number.
func parseRaw(p tools.Parsed, content string, at int, number int64) tools.Parsed {
	for at < len(content) {
		end, next := len(content), len(content)
		if i := strings.IndexByte(content[at:], '\n'); i >= 0 {
			end, next = at+i, at+i+1
		}
		p.Lines = append(p.Lines, tools.ParsedLine{Number: number, Start: at, End: end})
		number++
		at = next
	}
	return p
}

// lastByte is the last byte of a file that is not empty.
func lastByte(b source.Bytes) (byte, error) {
	var p [1]byte
	_, err := source.ReadFull(b, p[:], b.Size()-1)
	return p[0], err
}

// countLF counts the line ends in the bytes [start, end) of b.
func countLF(ctx context.Context, b source.Bytes, start, end int64) (n int64, err error) {
	if m := source.MemoryOf(b); m != nil {
		return int64(m.Ends(end) - m.Ends(start)), ctx.Err()
	}
	buf := make([]byte, max(min(64<<10, end-start), 0))
	for start < end {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		p := buf[:min(int64(len(buf)), end-start)]
		if _, err := source.ReadFull(b, p, start); err != nil {
			return 0, err
		}
		n += int64(bytes.Count(p, []byte("\n")))
		start += int64(len(p))
	}
	return n, nil
}

// noteForm counts what the decoding of a file takes away: a byte-order mark, another coding.
func noteForm(s *tools.Sink, form tools.TextForm) {
	if form.Skip > 0 {
		s.Stats.Altered[tools.DroppedBOM]++
	}
	if form.Coding != tools.UTF8 {
		s.Stats.Altered[tools.Transcoded]++
	}
}

// splitCut is the lines of a content from byte at on, given without numbers and joined by "\n": count at most, the first
// one numbered first. A line of limit UTF-16 units before mark was cut; limit is 0 where none can be.
func splitCut(content string, at int, first, count, limit int64, mark string) []tools.ParsedLine {
	var lines []tools.ParsedLine
	for ; int64(len(lines)) < count && at <= len(content); first++ {
		end := len(content)
		if i := strings.IndexByte(content[at:], '\n'); i >= 0 {
			end = at + i
		}
		l := tools.ParsedLine{Number: first, Start: at, End: end}
		if text, ok := strings.CutSuffix(content[at:end], mark); ok && limit > 0 && js.Length(text) == limit {
			l.End, l.Cut = at+len(text), true
		}
		lines = append(lines, l)
		at = end + 1
	}
	return lines
}

// statDir reports whether a path is a directory.
func statDir(env tools.Env, file string) (bool, error) {
	if strings.ContainsRune(file, 0) {
		return false, access.ErrNUL
	}
	fi, err := env.Files().Stat(file)
	switch {
	case errors.Is(err, access.ErrOutside):
		return false, tools.ErrConfined
	case err != nil:
		return false, err
	}
	return fi.IsDir(), nil
}

// clampLine is a line number, or a number of lines, as the selectors take it.
func clampLine(n uint64) int64 {
	return int64(min(n, math.MaxInt64))
}

// lineCount is the number of lines of a text: one more than its line ends when it does not end with one.
func lineCount(text []byte) int {
	n := bytes.Count(text, []byte("\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// decodedPrefix is the length of the longest prefix of p that is at most most bytes long when it is decoded.
func decodedPrefix(p []byte, most int) int {
	at := 0
	for n := 0; at < len(p); {
		valid, subpart, _ := lossy.Next(p[at:])
		if n+valid > most {
			fits, _ := tools.Bytes.Fit(p[at:at+valid], int64(most-n))
			return at + fits
		}
		n, at = n+valid, at+valid
		if n += len(lossy.Replacement); subpart == 0 || n > most {
			break
		}
		at += subpart
	}
	return at
}

// decimal is a number in decimal digits.
func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// isNotice reports whether a content is one line that begins with prefix.
func isNotice(content, prefix string) bool {
	return strings.HasPrefix(content, prefix) && !strings.Contains(content, "\n")
}
