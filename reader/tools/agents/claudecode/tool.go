// Package claudecode, which changes without notice, is Claude Code's Read.
package claudecode

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"eyeline/reader/internal/param"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

const (
	maxBytesEver  = 6081741  // largest file that is read whole with allow_large in a fresh session, in bytes: 5.8 MiB
	maxNoticed    = 10 << 20 // size from which on nothing is said of the encoding, in bytes
	maxTokens     = 25000    // limit of one answer in tokens
	maxTokensEver = 1000000  // limit in tokens for the context of a fresh session
)

// Tool is Claude Code's Read (CONTRACT-claude_code.md).
var Tool = &tools.Tool{
	Name: "claude_code", Title: "Claude Code's Read",
	Origin: tools.Origin{
		Agent: "Claude Code", Version: "2.1.330", Held: "2.1.332", Date: "2026-11-29", How: tools.Ran,
		Use: tools.Current,
	},
	Recorded: []string{"Read"},
	// Tokens are the agent's own estimate, without its service.
	Caps: tools.Caps{
		Output: tools.Cap{
			Most: maxTokens, Unit: tools.UTF16, PerToken: 4, Flag: "max-output-tokens", Over: tools.OverPage,
		},
		Whole: tools.Cap{Most: 256 << 10, Flag: "limit", Over: tools.OverRefused},
		Also:  "2 UTF-16 units a token in JSON; no limit on lines or their length",
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesMedia, PDF: tools.GivesMedia, Binary: tools.GivesText,
	},
	Policy:  tools.Policy{NumbersAsText: true, Unknown: true},
	Paths:   tools.PathAny,
	Tokens:  tools.ClaudeTokens,
	Silence: tools.SilentAsAsked,
	Lines:   lineFormat,
	Parse:   readBack,
	Windows: []tools.WindowParams{{Mode: tools.ModeSlice, At: "offset", Base: 1, Size: "limit"}},
	Settings: []tools.Param{{
		Flag: "max-output-tokens", Type: tools.TypeInteger, Default: int64(maxTokens),
		Help: "most tokens of one answer (CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS)",
	}},
	Run: version{}.read, Words: version{}.words,
	Params: append(parameters[:len(parameters):len(parameters)], tools.Param{
		Path: []string{"allow_large"}, Flag: "allow-large", Type: tools.TypeBoolean, Lifts: true,
		Help: "read past the limits of size and tokens",
	}),
}

// Tool197 is the version that npm gives for older Node.js (CONTRACT-claude_code.md, How 2.1.197 differs).
var Tool197 = tools.Variant(Tool, func(t *tools.Tool) {
	t.Name, t.Title = "claude_code@2.1.197", "Claude Code's Read, as npm gives it for Node.js before 22"
	t.Origin.Version, t.Origin.Held, t.Origin.Date = "2.1.197", "", "2026-11-21"
	t.Run, t.Words = version{old: true}.read, version{old: true}.words
	t.Params = parameters
})

var parameters = []tools.Param{
	param.File("file_path", "file to read, absolute or relative to the root"),
	param.Number("offset", "number of the first line, 1-based (0: the same lines numbered from 0)"),
	param.Number("limit", "number of lines at most (default: all that follow)"),
	param.Of(tools.TypeString, "pages", "page or range of pages of a PDF: 3, 1-5", "pages"),
}

// lineFormat: the number, a tab and the line, joined by line breaks.
var lineFormat = &tools.LineFormat{
	Prefix: tools.Numbered(0, "\t"),
	Unit:   tools.UTF16, // for an excerpt's last line; no other is cut
}

// version is one version of the tool; old is 2.1.197.
type version struct{ old bool }

func (c version) read(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	a, err := c.parse(args, env.Tool.Policy)
	if err != nil {
		return nil, err
	}

	stream := env.Stream != nil
	if err := c.checkPath(a, stream); err != nil {
		return nil, err
	}

	path := node.Path(env).Resolve(env.Dir(), node.Home(env, a.path))
	if err := c.checkName(env, path, a.path); err != nil {
		return nil, err
	}

	open := path
	if c.old && strings.HasSuffix(a.path, "/") && !strings.HasSuffix(open, "/") {
		open += "/" // a file in place of a directory is an error there
	}

	return tools.ReadPath(ctx, env, tools.PathAny, open, env.Wording(a.path), func(
		o *tools.File,
	) (*tools.Result, error) {
		call := fileCall{version: c, env: env, file: o, a: a, path: path}
		return call.read()
	})
}

// fileCall is a call of the tool with its open file.
type fileCall struct {
	version
	env  tools.Env
	file *tools.File
	a    readArguments
	path string
}

const advice = "Use offset and limit parameters to read specific portions of the file, or search for specific " +
	"content instead of reading the whole file."

func (c fileCall) read() (*tools.Result, error) {
	o := c.file
	if o.Info() == nil && c.env.Stream == nil && c.deviceBehind(c.env, c.path) { // a link to a file of a process
		return nil, tools.Refuse(c.deviceText(c.a.path))
	}

	switch strings.ToLower(node.Path(c.env).Ext(c.path)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp":
		return c.picture()
	case ".pdf":
		return c.pdf()
	case ".ipynb":
		return c.notebook()
	}

	if most := c.maxBytes(); c.a.limit == 0 && o.Size() > most {
		return nil, tools.Refuse(fmt.Sprintf("File content (%s) exceeds maximum allowed size (%s). %s%s",
			sizeText(o.Size()), sizeText(most), advice, c.tail(o.Size() > maxBytesEver)))
	}

	return c.text()
}

func (c fileCall) maxBytes() int64 {
	if c.a.large {
		return maxBytesEver
	}
	return c.file.Tool.Caps.Whole.Most
}

const largeHint = " To read it anyway, up to what still fits in your context, call Read again with allow_large: true " +
	"— only if you genuinely need all of it or the user asked for the whole file"

// tail returns the end of a refusal by size; beyond: the file exceeds the model's context.
func (c version) tail(beyond bool) string {
	switch {
	case c.old:
		return ""
	case beyond:
		return " Even with allow_large, this is more than fits in the context you have left this turn (other large " +
			"reads in the same turn share that room)."
	}
	return largeHint + "."
}

// sizeText formats a size in KB or MB with one decimal, which is omitted if it is 0.
func sizeText(n int64) string {
	value := float64(n) / 1024
	unit := "KB"
	if n >= 1<<20 {
		value = value / 1024
		unit = "MB"
	}
	return strings.TrimSuffix(js.Fixed(value, 1), ".0") + unit
}

// text returns the lines of a text file.
func (c fileCall) text() (*tools.Result, error) {
	t := c.scan()
	if c.old && t.nothing && t.found.Ends < 0 { // the answer contains the number of lines
		t.found = c.file.Scan(textfile.Search{Form: t.form, First: max(c.a.offset, 1), Count: c.a.limit, Total: true})
	}

	r := &tools.Result{}
	if c.old && c.file.Info() != nil && c.repeated() {
		return r.Text(
			c.file, "Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead.",
		), nil
	}

	first := max(c.a.offset, 1)
	switch {
	case t.empty && first == 1 && !c.old:
		return r.Text(
			c.file, "<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>",
		), nil
	case t.found.First == 0 && !t.phantom, c.old && t.nothing:
		c.remember()
		return r.Text(c.file, fmt.Sprintf(
			"<system-reminder>Warning: the file exists but is shorter than the provided offset (%d). The file has %d "+
				"lines.</system-reminder>",
			c.a.offset, t.found.Phantom())+t.notice), nil
	}

	if page, err := c.page(t); page != nil || err != nil {
		return page, err // 2.1.197 does not remember a page
	}

	c.remember()
	win := t.found.Window(c.file.Size())
	if c.a.offset == 0 && c.a.offsetGiven {
		win.Renumbered = 1
	}

	r.Window = win
	r.Silent = win.End < c.file.Size()
	if r.Silent && c.a.limit > 0 {
		r.NextArgs = tools.Set(c.file.Args, "offset", first+c.a.limit)
	}

	lines := t.lines(c.a.offset)
	return r.Content(c.file, func(s *tools.Sink) {
		t.begin(s, win.First == 1)
		s.WriteLines(c.file, lines)
		s.Notice(t.notice)
	}), nil
}

// repeated reports whether the session's last read of the file was the same, and the file is unchanged.
func (c fileCall) repeated() bool {
	last, ok := c.env.Session.Get("claude_code " + c.path)
	return ok && last == c.identity()
}

// remember stores the read for the next one.
func (c fileCall) remember() {
	if c.old {
		c.env.Session.Put("claude_code "+c.path, c.identity())
	}
}

// identity identifies the part of the file and its modification; "" if it is not a file on disk.
func (c fileCall) identity() string {
	info := c.file.Info()
	if info == nil {
		return ""
	}
	return fmt.Sprint(c.a.offset, c.a.limit, info.Size(), info.ModTime().UnixNano())
}

// readBack parses the numbered lines of an answer, which begin it, or follow the banner of 2.1.197.
func readBack(_ json.RawMessage, content string) (tools.Parsed, bool) {
	from := 0
	total := int64(-1)
	cut := false
	if strings.HasPrefix(content, BannerHead) {
		end := strings.Index(content, "]</system-reminder>\n\n")
		if end < 0 {
			return tools.Parsed{Total: -1}, false
		}

		from = end + len("]</system-reminder>\n\n")
		if _, err := fmt.Sscanf(
			content[len(BannerHead):end], "showing lines 1-%d of %d total", new(int64), &total,
		); err != nil {
			total = -1
			cut = true
		}
	}

	p, ok := tools.ParseLines(lineFormat, content, from, nil)
	p.Total = total
	if !ok {
		p.Total = -1
	}
	if n := len(p.Lines); n > 0 && cut {
		p.Lines[n-1].Cut = true
	}

	return p, ok
}
