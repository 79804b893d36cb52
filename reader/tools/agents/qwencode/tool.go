// Package qwencode, which changes without notice, is Qwen Code's read_file.
package qwencode

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"
	"syscall"
	"unicode/utf8"

	"eyeline/reader/access"
	"eyeline/reader/internal/ignore"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/paths"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/runtime/charset"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/geminicli"
)

const (
	maxLines    = 1000          // default limit of lines
	maxBytes    = 100000        // limit of all lines in bytes, before trimming
	streamSize  = 10 << 20      // size in bytes from which on a file is only read as far as necessary
	streamFrom  = "stream-from" // setting of a mention: all files are read so
	sampleSize  = 8192
	cutMark     = "... [truncated]"
	ruler       = "\n\n---\n\n"
	emptyNotice = "(read_file completed with no output)"
)

// Tool is Qwen Code's read_file (contract qwen_code), as a model without pictures, sounds and films gets it. The
// character set of a file that is not UTF-8 and has no byte-order mark is guessed as the agent guesses it: by chardet
// 2.1.1, over all bytes, whatever its confidence. What iconv-lite does not know (ISO-2022), and ASCII, counts as UTF-8.
var Tool = &tools.Tool{
	Name: "qwen_code", Title: "Qwen Code's read_file",
	Origin: tools.Origin{
		Agent: "Qwen Code", Version: "0.24.4", Date: "2026-11-29", How: tools.Ran, Marks: []string{"QWEN.md", ".qwen"},
	},
	Recorded: []string{"read_file"},
	Caps: tools.Caps{
		Lines:  tools.Cap{Most: maxLines, Flag: "limit"},
		Output: tools.Cap{Most: 25000, Unit: tools.UTF16, Of: "of lines"},
		Also:   "files of 10 MiB and more are read no further than needed",
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesNotice, PDF: tools.GivesRefusal, Binary: tools.GivesNotice,
	},
	Policy: tools.Policy{NumbersAsText: true},
	Paths:  tools.PathAbsolute,
	Beside: ignoreFiles, Guesses: true,
	Repairs: func([]byte) bool { return true },
	Lines:   lineFormat,
	Run:     run,
	Words:   wordsFor,
	Parse:   readBack,
	Windows: []tools.WindowParams{{Mode: tools.ModeSlice, At: "offset", Base: 0, Size: "limit", Size0: maxLines}},
	Params: []tools.Param{
		param.File("file_path", "file to read, an absolute path"),
		param.Number("offset", "number of lines to skip, 0 for none"),
		param.Number("limit", "number of lines at most (default: 1000)"),
		param.Of(tools.TypeString, "pages", "pages of a PDF, as 1-5; checked, and of no effect on text", "pages"),
	},
}

// The words before lines that are not the whole file.
const (
	some    readback.Phrase = "Showing lines {first}-{last} of {total} total lines." + ruler
	atLeast readback.Phrase = "Showing lines {first}-{last} of at least {total} total lines." + ruler
)

// answer is the lines of a file, after a heading if they are not all.
var answer = &readback.Answer{
	Heads: []readback.Phrase{some, atLeast},
	Bare:  true,
	Notices: []string{
		emptyNotice, "[File ", "[Unsupported ", geminicli.BinaryNotShown, geminicli.SvgNotShown,
	},
	Clipped: cutMark,
	Phantom: true,
}

// readBack parses the lines of an answer. The cells of a notebook are not lines of the file.
func readBack(args json.RawMessage, content string) (tools.Parsed, bool) {
	if strings.HasPrefix(content, "Jupyter Notebook (") {
		return tools.Parsed{Total: -1}, false
	}
	return answer.Parse(args, content)
}

// lineFormat: lines as they are, without white space at their ends. The last one shown may be cut.
var lineFormat = &tools.LineFormat{}

// readArguments are the arguments after their coercion.
type readArguments struct {
	path          string
	offset, limit float64
	hasOffset     bool
	hasLimit      bool
	pages         string
	hasPages      bool
}

// full reports whether the whole file is requested.
func (a readArguments) full() bool { return !a.hasOffset && !a.hasLimit && !a.hasPages }

// parseArgs validates the arguments like Ajv, after unambiguous conversions.
func parseArgs(data []byte, policy tools.Policy) (a readArguments, err error) {
	v, _ := js.Parse(data)
	if v.Kind != js.Object || !v.Has("file_path") { // any other value counts as an object without fields
		return a, tools.Refuse("params must have required property 'file_path'")
	}

	var ok bool
	a.path, ok = textOf(v.Get("file_path"))
	if !ok {
		return a, tools.Refuse("params/file_path must be string")
	}
	if a.offset, a.hasOffset, err = integerOf(v, "offset", policy); err != nil {
		return a, err
	}
	if a.limit, a.hasLimit, err = integerOf(v, "limit", policy); err != nil {
		return a, err
	}

	pages := v.Get("pages")
	a.pages, ok = textOf(pages)
	if !ok && pages.Kind != js.Undefined && pages.Kind != js.Null {
		return a, tools.Refuse("params/pages must be string,null")
	}

	a.pages = js.Trim(a.pages)
	a.hasPages = a.pages != ""
	return a, nil
}

// textOf converts a value to a string, if possible.
func textOf(v js.Value) (string, bool) {
	switch v.Kind {
	case js.String:
		return v.Text, true
	case js.Number, js.Boolean:
		return v.String(), true
	}
	return "", false
}

// integerOf returns an optional integer.
func integerOf(v js.Value, name string, policy tools.Policy) (n float64, given bool, err error) {
	value := v.Get(name)
	switch value.Kind {
	case js.Undefined, js.Null:
		return 0, false, nil
	case js.String:
		text := js.Trim(value.Text)
		whole, fraction, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
		n = js.ToNumber(text)
		if policy.NumbersAsText && isDigits(whole) &&
			(fraction == "" && !strings.HasSuffix(text, ".") || isDigits(fraction)) && n == math.Trunc(n) {
			return n, true, nil
		}
	case js.Number:
		if js.IsInteger(value) {
			return value.Num, true, nil
		}
	}

	return 0, false, tools.Refuse("params/" + name + " must be integer,null")
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// escapedSign matches an escaped special character of a shell.
var escapedSign = lazy.Regexp("\\\\([] \t()[{};|*?$`'\"#&<>!~,}])")

const noPDF = "pdftotext is not installed. Install poppler-utils to enable PDF text extraction " +
	"(e.g. `apt-get install poppler-utils` or `brew install poppler`)."

// wordsFor returns the text for an error of opening or reading; file is the path as it was asked for.
func wordsFor(env tools.Env, file string, err error) string {
	switch {
	// text below; for Windows this is a folder that is missing, too, which Node.js calls ENOENT
	case errors.Is(err, syscall.ENOTDIR) && !env.System.IsWindows():
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, access.ErrNowhere):
		return "File not found: " + file
	case errors.Is(err, access.ErrDirectory):
		return "Path is a directory, not a file: " + file
	case tools.IsSpecial(err):
		return "Not a regular file: " + file
	}

	call := "stat"
	if errors.Is(err, fs.ErrPermission) && !env.Hidden(file) { // some files are not even opened
		call = "open"
		switch node.Extension(env.System, file) {
		case "ipynb":
			return "Error parsing notebook " + file + ": " + node.Error(err, call, file)
		case "pdf":
			return noPDF
		case "gif", "jpg", "jpeg", "jpe", "png", "webp":
			return unsupported(env, "image", file)
		}
	}

	text := node.Error(err, call, file)
	if errors.Is(err, access.ErrNUL) {
		text = node.NULPath(file)
	}

	return "Error reading file " + relative(env, file) + ": " + text
}

// unsupported returns the text for a file of a kind that the model does not accept.
func unsupported(env tools.Env, kind, file string) string {
	return fmt.Sprintf(`[Unsupported %s file: "%s". This model does not support %[1]s input. `+
		"The read_file tool cannot process this type of file either. To handle this file, try using skills if "+
		"applicable, or any tools installed at system wide, or let the user know you cannot process this type of "+
		"file.]", kind, node.Path(env).Base(file))
}

// relative returns a path relative to the working directory.
func relative(env tools.Env, file string) string {
	return node.Path(env).Relative(env.Dir(), node.Path(env).Resolve(env.Dir(), file))
}

// check makes the checks before the file is opened.
func check(ctx context.Context, env tools.Env, a *readArguments) error {
	a.path = escapedSign().ReplaceAllString(js.Trim(a.path), "$1")
	stream := env.Stream != nil
	switch {
	case a.path == "" && !stream:
		return tools.Refuse("The 'file_path' parameter must be non-empty.")
	case !node.Path(env).IsAbs(a.path) && !stream:
		return tools.Refuse(
			"File path must be absolute, but was relative: " + a.path + ". You must provide an absolute path.",
		)
	case strings.EqualFold(node.Path(env).Ext(a.path), ".ipynb") && !a.full():
		return tools.Refuse("For Jupyter notebooks (.ipynb), omit 'offset', 'limit', and 'pages' or set them to " +
			"null. Retry with: {\"file_path\":" +
			js.Quote(a.path) + `,"offset":null,"limit":null,"pages":null}`)
	case a.hasOffset && a.offset < 0:
		return tools.Refuse("Offset must be a non-negative integer")
	case a.hasLimit && a.limit <= 0:
		return tools.Refuse("Limit must be a positive integer")
	}

	if err := checkPages(a.pages); err != nil || stream {
		return err
	}

	switch name, err := ignoredBy(ctx, env, a.path); {
	case err != nil:
		return ignore.Refusal(err)
	case name != "":
		return tools.Refuse("File path '" + a.path + "' is ignored by " + name + " pattern(s).")
	}

	return nil
}

// checkPages checks a range of pages, "" for none.
func checkPages(pages string) error {
	if pages == "" {
		return nil
	}

	first, last, ranged := strings.Cut(pages, "-")
	first = strings.TrimRightFunc(first, textfile.IsJSSpace)
	last = strings.TrimLeftFunc(last, textfile.IsJSSpace)
	from := js.ToNumber(first)
	to := js.ToNumber(last)
	inRange := func(s string, n float64) bool { return isDigits(s) && n >= 1 && n <= 1e6 }
	const most = 20
	switch {
	case !inRange(first, from), ranged && last != "" && (!inRange(last, to) || to < from):
		return tools.Refuse("Invalid pages parameter: '" + pages + "'. Use formats like '5' or '1-10'.")
	case ranged && last == "":
		return tools.Refuse(fmt.Sprintf("Open-ended page ranges (e.g. '3-') are not supported; specify an explicit "+
			"end page within the %d-page limit (e.g. '3-22').", most))
	case ranged && to-from+1 > most:
		return tools.Refuse(fmt.Sprintf("Pages range exceeds maximum of %d pages per request.", most))
	}

	return nil
}

// ignoreFiles are ignore files at the top of the workspace.
var ignoreFiles = []string{".qwenignore", ".agentignore", ".aiignore"}

// ignoredBy returns the name of the ignore file that excludes a file; "" if it is not excluded. The errors are those of
// reading and of matching.
func ignoredBy(ctx context.Context, env tools.Env, file string) (string, error) {
	if strings.IndexByte(file, 0) >= 0 {
		return "", nil
	}

	clean := node.Path(env).Resolve(env.Dir(), file)
	if clean == env.Dir() || !paths.IsBelow(env, env.Dir(), clean) {
		return "", nil
	}

	rel := paths.Slashed(env, node.Path(env).Relative(env.Dir(), clean))
	for _, name := range ignoreFiles {
		text, err := ignore.ReadFile(ctx, env, node.Path(env).Join(env.Dir(), name))
		if err != nil {
			return "", err
		}

		rules, err := ignore.FromText(name, text, func(text string) []string {
			return strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
		})
		if err != nil {
			return "", err
		}
		if ignored, err := rules.Match(ctx, rel, strings.HasSuffix(file, "/")); ignored || err != nil {
			return name, err
		}
	}

	return "", nil
}

func run(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	a, err := parseArgs(args, env.Tool.Policy)
	if err == nil {
		err = check(ctx, env, &a)
	}

	switch {
	case err != nil && isCut(env.OriginalArguments()):
		return nil, tools.Refuse(err.Error() + cutNote)
	case err != nil:
		return nil, err
	}

	if env.Stream == nil {
		if r := unchanged(env, a); r != nil {
			return r, nil
		}
	}

	open := func() (*tools.File, error) {
		if env.Stream == nil {
			if fi, err := env.Files().Stat(a.path); err == nil && !fi.IsDir() && !fi.Mode().IsRegular() {
				return nil, &access.SpecialError{Mode: fi.Mode()}
			}
		}
		return tools.Open(ctx, env, tools.PathAbsolute, a.path)
	}

	return tools.ReadFile(ctx, env.Wording(a.path), open, func(o *tools.File) (*tools.Result, error) {
		return read(env, o, a)
	})
}

// whyNoPDF is why a PDF of a size in MiB is refused.
func whyNoPDF(a readArguments, mib float64) string {
	switch {
	case mib > 100 && !a.hasPages:
		return fmt.Sprintf("PDF exceeds extraction size limit: %s (%sMB)", a.path, js.Fixed(mib, 2))
	case mib > 512:
		return fmt.Sprintf("PDF exceeds page-range extraction size limit: %s (%sMB)", a.path, js.Fixed(mib, 2))
	}
	return noPDF
}

func read(env tools.Env, o *tools.File, a readArguments) (*tools.Result, error) {
	head := o.Head(sampleSize)
	kind := kindOf(node.Path(env).Base(a.path), head, o.Size())
	rel := relative(env, a.path)
	mib := float64(o.Size()) / (1 << 20)
	overview := kind == "image" && lists.HasWord("jpg jpeg jpe png webp", node.Extension(env.System, a.path))
	switch {
	case kind == "pdf":
		return nil, tools.Refuse(whyNoPDF(a, mib))
	case overview && o.Size() > 100<<20:
		return nil, tools.Refuse("Image file exceeds the 100 MB source limit: " + a.path)
	case mib > 9.9 && kind != "text" && !overview:
		return nil, tools.Refuse(fmt.Sprintf("File size exceeds the 10MB limit: %s (%sMB)", a.path, js.Fixed(mib, 2)))
	case kind == "image" || kind == "audio" || kind == "video":
		return tools.Notice(o, unsupported(env, kind, a.path)), nil
	case kind == "binary":
		return tools.Notice(o, geminicli.BinaryNotShown+rel), nil
	case kind == "svg" && o.Size() > geminicli.MaxSVG:
		return tools.Notice(o, geminicli.SvgNotShown+rel), nil
	case kind == "notebook":
		return readNotebook(o, a.path)
	}

	form, problem := formOf(o, head, kind == "text" && o.Size() >= env.Setting(streamFrom, streamSize))
	switch {
	case problem != "":
		return nil, tools.Refuse("Error reading file " + rel + ": " + problem)
	case kind == "svg":
		return readSVG(env, o, form, a), nil
	}

	return readText(env, o, form, a)
}

// formOf returns how a file that begins with head is decoded, or its fault: by its byte order mark, as UTF-8, or in the
// detected character set; for a large file by head alone.
func formOf(o *tools.File, head []byte, large bool) (form textfile.LineCoding, problem string) {
	form.Coding, form.Skip = textfile.BOM(head, true)
	switch {
	case large:
		name := [...]string{"utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be"}[form.Coding]
		if form.Skip == 0 && !utf8.Valid(head) {
			name = strings.ToLower(charset.Guess(o.Context(), head))
		}
		if name != "utf-8" && name != "ascii" {
			problem = "Large non-UTF-8 text files are not supported for streaming reads (detected " + name +
				"). Convert or extract a smaller UTF-8 slice and read that instead."
		}
	case form.Coding == textfile.UTF16BE && o.Size()%2 != 0:
		problem = "Buffer size must be a multiple of 16-bits"
	case form.Skip == 0:
		form = o.Guess(form, o.Size(), false)
	}

	return form, problem
}

// readSVG returns an SVG as it is.
func readSVG(env tools.Env, o *tools.File, form textfile.LineCoding, a readArguments) *tools.Result {
	blank := o.OnlySpace(form, form.Skip, o.Size())
	remember(env, o, a.full())
	if blank {
		return tools.Notice(o, emptyNotice)
	}
	return geminicli.WholeSVG(o, form)
}
