// Package copilotcli, which changes without notice, is the view of GitHub Copilot CLI.
package copilotcli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"eyeline/reader/access"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/lists"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Tool is the view of GitHub Copilot CLI (CONTRACT-copilot_cli).
var Tool = &tools.Tool{
	Name: "copilot_cli", Title: "GitHub Copilot CLI's view",
	Origin: tools.Origin{
		Agent: "GitHub Copilot CLI", Version: "1.0.102", Date: "2026-11-29", How: tools.Ran, Use: tools.Current,
	},
	Recorded: []string{"view"},
	Caps: tools.Caps{
		Output: tools.Cap{Most: 20 << 10, Flag: "force"},
		File:   tools.Cap{Most: 10 << 20, Flag: "start", Over: tools.OverRefused},
		Also:   "files of more than 20 KiB are given only in parts, or by force",
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNothing, Image: tools.GivesMedia, PDF: tools.GivesText, Binary: tools.GivesText,
	},
	Paths:   tools.PathAny,
	Silence: tools.SilentAsAsked,
	Run:     tools.RunWith(parseCall, run),
	Words:   wordsFor,
	Parse:   readBack,
	Windows: []tools.WindowParams{{Mode: tools.ModeSlice, At: "start", Base: 1, Last: "end", Beyond: true}},
	Params: []tools.Param{
		param.File("path", "file to read, or directory to list, absolute or relative to the root"),
		{
			Path: []string{"view_range", "[0]"}, Flag: "start", Type: tools.TypeInteger, Fill: int64(1),
			Help: "number of the first line, 1-based",
		},
		param.Of(tools.TypeInteger, "end",
			"number of the last line, inclusive; -1 for the end of the file", "view_range", "[1]"),
		{
			Path: []string{"forceReadLargeFiles"}, Flag: "force", Type: tools.TypeBoolean, Default: false,
			Help: "give everything, however long it is, of files up to 10 MiB", Lifts: true,
		},
	},
}

const (
	blockSize = 64 << 10 // bytes that the agent reads at once
	longLine  = 40 << 10 // length of a line after which the agent does not wait for its end, in bytes
	restSize  = 16 << 10 // bytes of a file's rest in which the agent counts lines
)

const (
	cutNotice      = "\n\n[Output truncated. "
	tooLargeNotice = "File too large to read at once ("
)

const notViewed = "Failed to view image file."

func wordsFor(env tools.Env, path string, err error) string {
	shown := shownPath(env, path)
	name, _ := node.Errno(err)
	switch {
	case errors.Is(err, access.ErrDirectory), errors.Is(err, access.ErrChanged):
		return node.Error(err, "read", "")
	case name == "EACCES" && env.Hidden(shown): // what is hidden is reported as missing
	case name == "EACCES" && slices.Contains(pictureExtensions, strings.ToLower(node.Path(env).Ext(shown))):
		return notViewed
	case name == "EACCES":
		return failedText(path, node.Error(err, "open", shown))
	case name == "EPERM" || name == "EIO":
		return node.Error(err, "open", shown)
	}

	if tools.IsSpecial(err) {
		return node.Error(err, "open", shown)
	}

	return "Path " + shown + " does not exist. Please provide a valid path."
}

// failedText returns the text of a failed call; that it repeats no other arguments is a guess.
func failedText(path, reason string) string {
	return "Failed to execute with arguments: {\"path\":" + js.Quote(path) + ",\"command\":\"view\"} due to error: " +
		"Error: " + reason
}

// shownPath returns a path as in messages.
func shownPath(env tools.Env, path string) string {
	if path == "" || node.Path(env).IsAbs(path) {
		return path
	}
	return node.Path(env).Resolve(env.Dir(), path)
}

func run(ctx context.Context, env tools.Env, c *call) (*tools.Result, error) {
	path := shownPath(env, c.path)
	directory := false
	words := func(err error) string {
		directory = errors.Is(err, access.ErrDirectory)
		return wordsFor(env, c.path, err)
	}

	r, err := tools.ReadFile(ctx, words, func() (*tools.File, error) {
		if path == "" && env.Stream == nil {
			return nil, access.ErrNowhere
		}
		return tools.Open(ctx, env, tools.PathAny, path)
	}, func(o *tools.File) (*tools.Result, error) { return c.read(o, path) })
	if directory {
		return listDirectory(env, c.path, path, words)
	}

	return r, err
}

// listDirectory lists a directory (check 4).
func listDirectory(env tools.Env, given, path string, words tools.Wording) (*tools.Result, error) {
	entries, err := env.Files().ReadDir(path, 0)
	if errors.Is(err, fs.ErrPermission) {
		return nil, tools.Refuse(failedText(given, node.Error(err, "scandir", path)))
	}
	if err != nil {
		return nil, words.Of(err)
	}

	names := lists.Map(entries, func(e fs.DirEntry) string { return strings.ToValidUTF8(e.Name(), "\uFFFD") })
	slices.SortFunc(names, func(a, b string) int {
		return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
	})
	list := strings.Join(names, "\n")
	if int64(len(list)) > env.Caps().Output.Most {
		list = fmt.Sprintf("Directory listing too large to display (%s KB, %d entries). Use the glob tool to narrow "+
			"the listing by file pattern or subdirectory, or use the shell tool to inspect a subset of entries in "+
			"\"%s\".",
			js.Fixed(float64(len(list))/1024, 1), len(names), path)
	}

	return tools.Notice(nil, list), nil
}

var pictureExtensions = []string{
	".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".ico", ".tif", ".tiff", ".avif", ".heic",
}

// read makes the checks 5 to 7.
func (c *call) read(o *tools.File, path string) (*tools.Result, error) {
	r := &tools.Result{}
	if slices.Contains(pictureExtensions, strings.ToLower(ospath.NodeOn(o.System()).Ext(path))) {
		return readPicture(o)
	}

	size := o.Size()
	caps := o.Tool.Caps
	if !c.ranged {
		if size > caps.File.Most {
			return nil, tools.Refuse(fmt.Sprintf("File is too large to view (%sMB). Maximum file size is 10MB. Use "+
				"shell tool with head/tail commands or specify a line range with view_range parameter to view "+
				"specific sections.", js.Fixed(float64(size)/(1<<20), 1)))
		}

		if size > caps.Output.Most && !c.force {
			r.NextArgs = c.next(1)
			return r.Text(o, tooLargeNotice+sizeText(size)+"). Consider using the grep tool to search within the "+
				"file, or view with view_range to read specific sections."), nil
		}
	}

	if err := c.checkRange(); err != nil {
		return nil, err
	}

	w := o.Slice(c.start.line(), 1)
	if w.First == 0 {
		return c.pastEnd(r, o, w)
	}

	return c.lines(r, o, w), nil
}

// sizeText formats a size for the message about a file that is too large.
func sizeText(size int64) string {
	if size < 1<<20 {
		return js.Fixed(float64(size)/(1<<10), 1) + " KB"
	}
	return js.Fixed(float64(size)/(1<<20), 1) + " MB"
}

// checkRange makes the checks of the range that need no file.
func (c *call) checkRange() error {
	if !c.ranged {
		return nil
	}

	const invalid = "Invalid view_range: "
	switch {
	case c.start.value < 1:
		return tools.Refuse(invalid + "start line (" + c.start.text + ") must be greater than or equal to 1.")
	case c.toEnd(): // there is no end to check
	case c.end.value < 1:
		return tools.Refuse(invalid + "end line (" + c.end.text + ") must be greater than or equal to 1, or -1 to " +
			"read to the end of the file.")
	case c.end.value < c.start.value:
		return tools.Refuse(
			invalid + "end line (" + c.end.text + ") must be greater than or equal to start line (" + c.start.text +
				").",
		)
	}

	return nil
}

// toEnd reports whether everything from the first line on is requested.
func (c *call) toEnd() bool { return c.end.text == "" || c.end.value == -1 }

// last returns the last requested line, 1-based and inclusive.
func (c *call) last() int64 {
	if c.toEnd() {
		return math.MaxInt64
	}
	return c.end.line()
}

// pastEnd returns the answer for a first line that the file does not have; the empty text after its last line end
// counts as a line.
func (c *call) pastEnd(r *tools.Result, o *tools.File, w window.Window) (*tools.Result, error) {
	lines := w.TotalLines
	if o.LastByte() == '\n' {
		lines++
	}
	if c.ranged && c.start.value > float64(lines) {
		return nil, tools.Refuse(fmt.Sprintf("Invalid view_range: start line (%s) is beyond the end of the file. "+
			"The file has %d line%s.", c.start.text, lines, tools.Plural(lines)))
	}

	r.Window = w
	return r.Content(o, func(*tools.Sink) {}), nil
}

// shownText is the range [start, end) of the file that is shown, and what of a line end is omitted after it.
type shownText struct {
	end     int64
	notice  string
	dropped bool // a '\r' is omitted
}

// lines returns the answer with lines; w is the first of them.
func (c *call) lines(r *tools.Result, o *tools.File, w window.Window) *tools.Result {
	most := o.Caps().Output.Most
	p := o.Piece(w.Start, most+1)
	var t shownText
	whole := w.Start+int64(len(p)) == o.Size()
	fits, size := linesFit(p, most, whole, c.last()-w.First)
	switch {
	case !fits && !c.force:
		// The lines do not fit; the cut is in this block.
		cut := cutLines(o.Piece(w.Start, 3*blockSize), most, w.Start, o.Size(), c.last()-w.First)
		t.end = w.Start + int64(cut.size)
		t.notice = cut.notice(o, w.First, w.Start)
		w.End = t.end
		w.Last = w.First + cut.newlines
		w.Bottom = window.StopOutput
		if next := w.Last + 1; next <= c.last() && t.end < o.Size() {
			r.NextArgs = c.next(next)
		}

		t.dropped = cut.dropped
	case fits:
		w.End = w.Start + int64(size)
	case c.toEnd():
		w.End = o.Size()
	default:
		w.End = o.Slice(w.First, c.last()-w.First+1).End
	}

	if t.notice == "" {
		c.endOf(o, &w, &t)
		r.Silent = w.End < o.Size()
		if r.Silent {
			r.NextArgs = c.next(w.Last + 1)
		}
	}

	if !c.ranged {
		w.Kind = window.Whole
	}

	r.Window = w
	return r.Content(o, func(s *tools.Sink) {
		s.Excerpt(o, w.Start, t.end)
		if t.notice != "" {
			for l := range s.Lines(o, tools.LineReading{Form: textfile.CRLF, Start: t.end, Most: 1}) {
				if l.End > t.end {
					s.CutLine(w.Last, t.end, l.End)
				}
				break
			}
		}

		if t.dropped {
			s.Stats.Altered[tools.DroppedCR]++
		}

		s.Notice(t.notice)
	})
}

// endOf sets the end of a window that is shown completely: without the end of the last requested line, and without a
// final '\r'.
func (c *call) endOf(o *tools.File, w *window.Window, t *shownText) {
	t.end = w.End
	w.Last = w.First + o.CountLF(w.Start, w.End)
	w.Bottom = window.StopFile
	tail := o.Piece(max(w.Start, w.End-2), 2)
	if n := len(tail); n > 0 && tail[n-1] == '\n' {
		w.Last--
		if w.Last == c.last() {
			t.end--
			tail = tail[:n-1]
		}
	}

	if n := len(tail); n > 0 && tail[n-1] == '\r' {
		t.end--
		t.dropped = true
	}

	if w.End < o.Size() {
		w.Bottom = window.StopAsked
	}
}

// next returns the call that reads on at a line.
func (c *call) next(first int64) json.RawMessage {
	end := "-1"
	if !c.toEnd() {
		end = strconv.FormatInt(max(c.last(), first), 10)
		if first > c.last() { // the range is complete: the next one has its length
			end = strconv.FormatInt(first+c.last()-c.start.line(), 10)
		}
	}
	return tools.SetArg(c.args, []string{"view_range"}, "["+strconv.FormatInt(first, 10)+","+end+"]")
}

// readBack parses a content for the lines from the range's first on.
func readBack(args json.RawMessage, content string) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1, Derived: true}
	c, err := parseCall(tools.Env{}, args)
	if err != nil || content == "" || strings.HasPrefix(content, tooLargeNotice) {
		return p, false
	}

	text, _, cut := strings.Cut(content, cutNotice)
	if cut {
		text = content[:strings.LastIndex(content, cutNotice)]
	}

	p = readback.Raw(p, text, 0, c.start.line())
	if n := len(p.Lines); cut && n > 0 {
		p.Lines[n-1].Cut = true
	}

	return p, len(p.Lines) > 0
}
