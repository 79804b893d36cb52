// Package grokbuild, which changes without notice, is Grok Build's read_file and hashline_read.
package grokbuild

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"strconv"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/datauri"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/serdejson"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// maxLines is the limit of lines for one call.
const maxLines = 1000

// Tool is read_file of xAI's Grok Build (CONTRACT-grok_build).
var Tool = &tools.Tool{
	Language: ospath.RustStd,
	Name:     "grok_build", Title: "Grok Build's read_file",
	Origin: tools.Origin{
		Agent: "Grok Build", Version: "1.0.41", Date: "2026-11-29", How: tools.Ran, Marks: []string{".grok"},
	},
	Recorded: []string{"read_file"},
	Caps: tools.Caps{
		Lines:  tools.Cap{Most: maxLines, Flag: "limit", Max: maxLines},
		Output: tools.Cap{Most: 25000, PerToken: 4, Over: tools.OverRefused},
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesMedia, PDF: tools.GivesMedia, Binary: tools.GivesRefusal,
	},
	Policy:  tools.Policy{NumbersAsText: true, Array: true},
	Paths:   tools.PathAny,
	Tokens:  tokenRule,
	Silence: tools.SilentAtLimit,
	Lines:   lineFormat,
	Run:     reading{}.run,
	Words:   wordsFor,
	Parse: func(_ json.RawMessage, content string) (tools.Parsed, bool) {
		return tools.ParseLines(lineFormat, content, -1, func(rest string) bool {
			return strings.HasPrefix("\n"+rest, reminderStart)
		})
	},
	Windows: []tools.WindowParams{
		{Mode: tools.ModeSlice, At: "offset", Base: 1, Size: "limit", Size0: maxLines, Max: maxLines},
	},
	Params: []tools.Param{
		param.File("target_file", "file to read, absolute or relative to the root"),
		param.Default("offset", 1, "number of the first line, 1-based; a negative one counts from the end"),
		param.Number("limit", "number of lines at most, up to 1000"),
		param.Of(tools.TypeString, "pages", "pages of a PDF; means nothing for text", "pages"),
		param.Of(tools.TypeString, "format", "what a PDF becomes, image or text; means nothing for text", "format"),
	},
}

// lineFormat: "{n}→" before the first line shown and every tenth of the file.
var lineFormat = &tools.LineFormat{
	Prefix: func(dst []byte, l tools.Line) []byte {
		if !l.First && l.Number%10 != 0 {
			return dst
		}
		return append(strconv.AppendInt(dst, l.Number, 10), "→"...)
	},
}

func wordsFor(env tools.Env, arg string, err error) string {
	shown := env.Abs(arg) // working directory joined with the argument as given
	err = env.Opening(resolve(env, arg), err)
	special, ok := errors.AsType[*access.SpecialError](err)

	switch {
	case errors.Is(err, access.ErrDirectory):
		return "Error: " + shown + " is a directory, not a file."
	case ok:
		return "Failed to read file: " + shown + ", IO Error: " + special.Error()
	case errors.Is(err, fs.ErrNotExist):
		return "Error: " + shown + " does not exist."
	case errors.Is(err, fs.ErrPermission):
		return "Permission denied: " + shown
	}

	return "Failed to read file: " + shown + ", IO Error: " + OSError(env, err)
}

// call is a call of read_file or hashline_read with parsed arguments.
type call struct {
	tool          *tools.Tool
	args          []byte
	path          string // as given
	offset, limit *int64 // as given; a limit beyond int64 is its largest value
	shownLimit    string
	tail          string // follows every answer
	words         tools.Wording
	skill         bool // it is a skill's file, whose tokens are not limited
	whole         bool // the whole file is returned, whatever lines are requested
	hashed        bool // lines have anchors: hashline_read
}

var fields = []string{"target_file", "offset", "limit", "pages", "format"}

func parseCall(env tools.Env, args []byte, hashed bool) (*call, error) {
	c := &call{tool: env.Tool, args: args, hashed: hashed}
	tail, err := Args(env.Tool.Recorded[0], "ReadFileInput", env.Tool.Policy, args, func(v serdejson.Value) error {
		return v.Struct("ReadFileInput", fields, 1, c.set)
	})
	c.tail = tail
	c.words = func(err error) string { return env.Tool.Words(env, c.path, err) + tail }
	return c, err
}

func (c *call) set(name string, v serdejson.Value) (err error) {
	switch name {
	case "target_file":
		c.path, err = v.Str()
	case "offset":
		n, given, err := integer(v, c.tool.Policy)
		c.offset = nil
		if given {
			c.offset = &n
		}
		return err
	case "limit":
		return Optional(v, func() error {
			n, err := v.Usize()
			limit := tools.Clamp(n)
			c.limit = &limit
			c.shownLimit = strconv.FormatUint(n, 10)
			return err
		})
	default:
		return Optional(v, func() error {
			_, err := v.Str()
			return err
		})
	}

	return err
}

// reading is the tool; hashed: lines have anchors, as in hashline_read.
type reading struct{ hashed bool }

func (k reading) run(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	c, err := parseCall(env, args, k.hashed)
	if err != nil {
		return nil, err
	}

	path := resolve(env, c.path)
	c.skill = isSkill(env, path)
	c.whole = c.skill
	var canonical string
	return tools.ReadFile(ctx, c.words, func() (o *tools.File, err error) {
		o, canonical, err = open(ctx, env, path)
		return o, err
	}, func(o *tools.File) (*tools.Result, error) { return c.read(o, path, canonical) })
}

// read makes the checks 2 to 10 of the contract; canonical is path without links.
func (c *call) read(o *tools.File, path, canonical string) (*tools.Result, error) {
	head, base := o.Head(sampleSize), ospath.RustOn(o.System()).Base
	r := &tools.Result{}
	if r.Kind, r.Instead = kindOf(head, base(canonical)); r.Kind != "" {
		text := ""
		if r.Kind == "image" {
			if text = unattached(o, head, base(path)); text != "" {
				r.Kind, r.Instead = "", ""
			}
		}

		return r.Text(o, text), nil
	}

	if isBinary(head, base(canonical)) {
		return nil, tools.Refuse("Cannot read binary file: " + canonical + c.tail)
	}
	if len(head) == 0 {
		return r.Text(o, "File is empty."+c.tail), nil
	}

	if isRules(base(path)) && !c.skill { // returned whole unless it is too long
		whole := *c
		whole.whole, whole.offset, whole.limit = true, nil, nil
		if whole.checkTokens(o, whole.window(o)) == nil {
			c = &whole
		}
	}

	w := c.window(o)
	if w.nothing == "" {
		if err := c.checkTokens(o, w); err != nil {
			return nil, err
		}
	}

	write := w.write
	if c.hashed {
		w = c.hashWindow(o)
		write = w.writeHashed
	}

	if w.nothing != "" {
		return r.Text(o, w.nothing+c.tail), nil
	}

	r.Window, r.Silent = w.Window, w.Window.End < o.Size()
	if r.Silent && w.Last > 0 {
		r.NextArgs = c.next(w.Last + 1)
	}

	return r.Content(o, func(s *tools.Sink) {
		if w.uris {
			datauri.Write(s, o, func(s *tools.Sink) { write(s, o) })
		} else {
			write(s, o)
		}
		s.Notice(c.tail)
	}), nil
}

// next returns the call that reads on at a line.
func (c *call) next(first int64) json.RawMessage {
	if c.tail == "" {
		if next := tools.Set(c.args, "offset", first); next != nil {
			return next
		}
	}

	values := tools.Values{"offset": first}
	if c.limit != nil {
		values["limit"] = *c.limit
	}

	return tools.BuildArgs(c.tool, c.path, values)
}

// shownWindow is the window of one answer.
type shownWindow struct {
	window.Window
	number  int64 // number of the first shown line, which may be the phantom one
	count   int64 // number of shown lines, including the phantom one
	phantom bool  // the empty text after the file's last line end is shown
	uris    bool  // there may be data URIs in it
	nothing string
}

// window finds the shown lines (step 6). The file must not be empty.
func (c *call) window(o *tools.File) (w shownWindow) {
	first := int64(1)
	limit := o.Caps().Lines.Most
	switch {
	case c.whole:
		limit = math.MaxInt64
	case c.offset != nil:
		first = max(*c.offset, 1)
	}

	if !c.whole && c.limit != nil {
		limit = min(*c.limit, limit)
	}

	fromEnd := !c.whole && c.offset != nil && *c.offset < 0
	if fromEnd || limit == 0 {
		found := o.Scan(textfile.Search{Form: textfile.CRLF, Total: true})
		if limit == 0 {
			w.nothing = c.nothing(found.Phantom())
			return w
		}

		fields := found.Phantom()
		if found.Open {
			fields++
		}

		first = max(fields+max(*c.offset, -fields)+1, 1)
	}

	w.Window = o.Slice(first, limit)
	w.number = first
	w.count = w.Lines()
	found, err := datauri.Find(o.Context(), o, w.Start, w.End)
	o.Fail(err)
	w.uris = found
	if w.End < o.Size() || w.Bottom == window.StopLimit {
		return w
	}

	last := o.LastByte()
	lines := w.TotalLines
	if last == '\n' {
		lines++
		w.phantom = lines >= first && lines-first < limit
		if w.phantom {
			w.count++
		}
	}

	if w.count == 0 {
		w.nothing = c.nothing(lines)
	}

	return w
}

// NoLines begins the text of a result without lines.
const NoLines = "(no lines returned"

// nothing returns the text for no shown line of a file with a number of lines.
func (c *call) nothing(lines int64) string {
	if c.offset != nil && *c.offset > lines {
		return PastEnd(lines)
	}
	return NoLines + ")"
}

// PastEnd is the text of a result for an offset past the end of a file with a number of lines.
func PastEnd(lines int64) string {
	return fmt.Sprintf("%s: the requested window is past the end of the file; the file has %d lines)", NoLines, lines)
}

// write writes the lines of the window, with the data URIs in them replaced.
func (w *shownWindow) write(s *tools.Sink, o *tools.File) {
	l := tools.LineRange{
		Form: textfile.CRLF, Format: lineFormat, Start: w.Start, End: w.End, Number: w.number, Count: w.count,
		Phantom: w.phantom,
	}
	if w.uris {
		l.Change = func(line []byte) []byte {
			c := datauri.Remove(line)
			s.Stats.Altered[tools.RemovedData] += c.Removed
			return c.Text
		}
	}

	s.WriteLines(o, l)
}

// checkTokens refuses what is too long (step 8).
func (c *call) checkTokens(o *tools.File, w shownWindow) error {
	caps := o.Tool.Caps
	most := caps.Output.Most

	// Each byte of the file becomes at most three, and a number takes at most 22.
	if c.skill || (w.End-w.Start) < (caps.Output.Units()+3-22*(w.count/10+2))/3 {
		return nil
	}

	measured := (&tools.Result{}).Content(o, func(s *tools.Sink) { w.write(s, o) })
	stats, err := measured.Render(o.Context(), io.Discard)
	if err != nil {
		return err
	}

	tokens := stats.Bytes / caps.Output.PerToken
	if tokens <= most {
		return nil
	}

	search := "'grep'"
	if c.hashed {
		search = "'hashline_grep'"
	}

	text := fmt.Sprintf("File content (%d tokens) exceeds maximum allowed tokens (%d tokens).\n"+
		"Please use offset and limit parameters to read a shorter range, or use the %s to search for specific "+
		"content.", tokens, most, search)
	if c.offset != nil || c.limit != nil {
		offset := int64(1)
		limit := "to end"
		if c.offset != nil {
			offset = *c.offset
		}
		if c.limit != nil {
			limit = c.shownLimit
		}

		text = fmt.Sprintf("The requested line range (offset=%d, limit=%s) contains %d tokens, which exceeds the "+
			"maximum allowed tokens (%d tokens).\nTry a smaller `limit`, a different starting `offset`, or use the "+
			"%s tool to search for specific content.",
			offset, limit, tokens, most, search)
	}

	if w.Lines() <= 1 {
		text += "\nNote: the requested read is a single very long line, so line-based offset/limit cannot narrow it " +
			"further. Use the 'run_terminal_command' tool to extract the parts you need (e.g. `jq`, `python3`, or " +
			"`cut -c`)."
	}

	return tools.Refuse(text + c.tail)
}
