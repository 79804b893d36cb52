// Package geminicli, which changes without notice, is Gemini CLI's read_file.
package geminicli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"
	"syscall"

	"eyeline/reader/access"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/paths"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/runtime/isbinary"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/lists"
	"eyeline/reader/ospath"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

const (
	maxLines = 2000 // lines without end_line
	cutMark  = "... [truncated]"
)

// Tool is Gemini CLI's read_file (contract gemini_cli).
var Tool = &tools.Tool{
	Name: "gemini_cli", Title: "Gemini CLI's read_file",
	Origin: tools.Origin{
		Agent: "Gemini CLI", Version: "0.61.0", Date: "2026-11-29", How: tools.Ran, Use: tools.Current,
	},
	Recorded: []string{"read_file"},
	Caps: tools.Caps{
		Lines: tools.Cap{Most: maxLines, Flag: "end-line"}, File: tools.Cap{Most: 20 << 20, Over: tools.OverRefused},
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNothing, Image: tools.GivesMedia, PDF: tools.GivesMedia, Binary: tools.GivesNotice,
	},
	Paths:  tools.PathConfined,
	Beside: []string{".geminiignore", ".git"},
	Lines:  lineFormat,
	Run:    tools.RunWith(parseArgs, run),
	Words:  wordsFor,
	Parse:  answer.Parse,
	Windows: []tools.WindowParams{
		{Mode: tools.ModeSlice, At: "start-line", Base: 1, Last: "end-line", Size0: maxLines, Beyond: true},
	},
	Params: []tools.Param{
		param.File("file_path", "file to read, relative to the workspace or absolute inside it"),
		param.Number("start_line", "number of the first line, 1-based (default: 1)"),
		param.Number("end_line", "number of the last line, inclusive (default: 2000 lines from the first)"),
	},
}

// truncated precedes lines that are not the whole file.
const truncated readback.Phrase = "\nIMPORTANT: The file content has been truncated.\n" +
	"Status: Showing lines {first}-{last} of {total} total lines.\n" +
	"Action: {action:text}\n\n--- FILE CONTENT (truncated) ---\n"

// readMore is the advice of the present version; older ones name other parameters.
const readMore readback.Phrase = "To read more of the file, you can use the 'start_line' and 'end_line' parameters " +
	"in a subsequent 'read_file' call. For example, to read the next section of the file, use start_line: {next}."

// lineFormat: lines as they are, cut at 2000 UTF-16 units.
var lineFormat = &tools.LineFormat{
	Limit: 2000, Unit: tools.UTF16, Half: "\uFFFD",
	Mark: tools.MarkText(cutMark),
}

// readArguments are the arguments; 0 stands for a line that is not given.
type readArguments struct {
	path        string
	first, last int64
}

// parseArgs validates the arguments like Ajv, and returns the first error only.
func parseArgs(_ tools.Env, data []byte) (a readArguments, err error) {
	v, ok := js.Parse(data)
	file := v.Get("file_path")
	switch {
	case !ok || v.Kind != js.Object && v.Kind != js.Array:
		return a, tools.Refuse("Value of params must be an object")
	case v.Kind == js.Array:
		return a, tools.Refuse("params must be object")
	case !v.Has("file_path"):
		return a, tools.Refuse("params must have required property 'file_path'")
	case file.Kind != js.String:
		return a, tools.Refuse("params/file_path must be string")
	}

	a.path = file.Text
	for _, f := range []struct {
		name string
		to   *int64
	}{{"start_line", &a.first}, {"end_line", &a.last}} {
		n := v.Get(f.name)
		switch {
		case n.Kind == js.Undefined:
			continue
		case !js.IsInteger(n):
			return a, tools.Refuse("params/" + f.name + " must be integer")
		case n.Num < 1:
			return a, tools.Refuse("params/" + f.name + " must be >= 1")
		}

		*f.to = js.ClampFloat(n.Num)
	}

	return a, nil
}

// wordsFor returns the text for an error of opening or reading; file is the resolved path, or the one asked for.
func wordsFor(env tools.Env, file string, err error) string {
	file = node.Path(env).Resolve(env.Dir(), file)
	switch {
	case errors.Is(err, access.ErrOutside):
		return outsideText(env, paths.RealRoot(env), file)
	case errors.Is(err, access.ErrDirectory):
		return "Path is a directory, not a file: " + file
	case errors.Is(err, syscall.ELOOP):
		return "Failed to resolve path: " + node.Error(err, "stat", file)
	case node.LeadsNowhere(err), errors.Is(err, fs.ErrNotExist):
		return "File not found: " + file
	}

	return "Error reading file " + file + ": " + node.Error(err, "open", file)
}

func run(ctx context.Context, env tools.Env, a readArguments) (*tools.Result, error) {
	var err error
	f := foundFile{path: a.path, rel: a.path}
	if env.Stream == nil {
		if js.Trim(a.path) == "" {
			return nil, tools.Refuse("The 'file_path' parameter must be non-empty.")
		}
		if f, err = find(env, a.path); err != nil {
			return nil, err
		}
	}

	if a.last > 0 && a.first > a.last {
		return nil, tools.Refuse("start_line cannot be greater than end_line")
	}

	if env.Stream == nil {
		if err := checkIgnored(ctx, env, f, a.path); err != nil {
			return nil, err
		}
	}

	r, err := tools.ReadFile(ctx, env.Wording(f.path), func() (*tools.File, error) { return f.open(ctx, env) },
		func(o *tools.File) (*tools.Result, error) { return read(o, f, a) })
	if err == nil && env.Stream == nil {
		r.Remark(f.aside())
	}

	return r, err
}

// The extensions by which a file is classified: those that the npm package "mime" has as images, audio and video, and
// those that Gemini CLI has as binaries.
const (
	Images = "exr apng avci avcs avif bmp dib cgm drle dpx emf fits g3 gif heic heics heif heifs hej2 ief jaii jais " +
		"jls jp2 jpg2 jpg jpeg jpe jph jhc jpm jpgm jpx jpf jxl jxr jxra jxrs jxs jxsc jxsi jxss ktx ktx2 jfif png " +
		"sgi svgz t38 tif tiff tfx webp wmf"
	audioExtensions = "adts aac adp amr au snd mid midi kar rmi mxmf m4a mp4a m4b mpga mp2 mp2a mp3 m2a m3a oga ogg " +
		"spx opus s3m sil wav weba xm aiff aif flac"
	videoExtensions = "3gp 3gpp 3g2 h261 h263 h264 m4s jpgv mj2 mjp2 m2t m2ts mp4 mp4v mpg4 mpeg mpg mpe m1v m2v " +
		"ogv qt mov webm"
	binaryExtensions = "bin exe dll so dylib class jar war zip tar gz bz2 rar 7z pak rpa doc docx xls xlsx ppt pptx " +
		"odt ods odp pyc pyo dat obj o a lib wasm"
	playedExtensions = "mp3 mpga mp2 mp2a m2a m3a wav aiff aif aac adts ogg oga spx opus flac"
)

func read(o *tools.File, f foundFile, a readArguments) (*tools.Result, error) {
	if o.Size() > o.Caps().File.Most {
		return nil, tools.Refuse(
			fmt.Sprintf("File size exceeds the 20MB limit: %s (%sMB)", f.path, js.Fixed(float64(o.Size())/(1<<20), 2)),
		)
	}

	head := o.Head(isbinary.SampleSize)
	kind := kindOf(ospath.NodeOn(o.System()).Base(f.path), head)
	switch {
	case kind == "binary":
		return tools.Notice(o, BinaryNotShown+f.rel), nil
	case kind == "svg" && o.Size() > MaxSVG:
		return tools.Notice(o, SvgNotShown+f.rel), nil
	case kind == "audio" && !lists.HasWord(playedExtensions, node.Extension(o.System(), f.path)):
		return nil, tools.Refuse("Unsupported audio file format for " + f.path + ". Supported audio formats are MP3, " +
			"WAV, AIFF, AAC, OGG, and FLAC.")
	case kind != "text" && kind != "svg":
		what := kind
		if kind == "pdf" {
			what = "document"
		}
		const words = "The model gets the %d bytes of the file as inline data (%s), and the text \"Binary content " +
			"provided (1 item(s)).\""
		return tools.InPlaceOfText(o, what, fmt.Sprintf(words, o.Size(), kind), ""), nil
	}

	form := textfile.CRLF
	form.Coding, form.Skip = textfile.BOM(head, true)
	if form.Coding == textfile.UTF16BE && o.Size()%2 != 0 {
		return nil, tools.Refuse("Error reading file " + f.path + ": Buffer size must be a multiple of 16-bits")
	}
	if kind == "svg" {
		return WholeSVG(o, form), nil
	}

	return readText(o, form, a), nil
}

// readText returns lines of a text, including the empty text after a final line end.
func readText(o *tools.File, form textfile.LineCoding, a readArguments) *tools.Result {
	first := max(a.first, 1)
	count := o.Caps().Lines.Most
	if a.last > 0 {
		count = a.last - first + 1
	}

	found := o.Scan(textfile.Search{Form: form, First: first, Count: count, Total: true})
	cut := false
	reading := tools.LineReading{Form: form, Start: found.Start, Unit: o.Tool.Lines.Unit, Most: o.Tool.Lines.Limit}
	for l := range o.LinesOf(source.View(o, found.End), reading) {
		cut = l.Length > reading.Most
		if cut {
			break
		}
	}

	total := found.Phantom()
	shown := min(first, total+1)
	last := total
	if count < total-shown+1 {
		last = shown + count - 1
	}

	win := found.Window(o.Size())
	if a.last > 0 {
		win = win.Until(window.StopAsked)
	}

	var next json.RawMessage
	if found.First > 0 && found.End < o.Size() {
		next = tools.Set(o.Args, "start_line", last+1)
		if a.last > 0 {
			next = tools.Set(next, "end_line", last+min(count, math.MaxInt64-last))
		}
	}

	r := &tools.Result{Window: win, NextArgs: next}
	return r.Content(o, func(s *tools.Sink) {
		if shown > 1 || last < total || cut {
			s.Str(truncated.Fill(shown, last, total, readMore.Fill(last+1)))
		}

		s.NoteForm(form)
		if shown > last || o.Size() <= form.Skip {
			return
		}

		s.WriteLines(o, tools.LineRange{
			Form: form, Format: o.Tool.Lines, Start: found.Start, End: found.End, Count: last - shown + 1,
			Phantom: true,
		})
		for i := range s.Stats.Cuts { // without numbers they count from 0
			s.Stats.Cuts[i].Line += shown
		}
	})
}

// answer is the lines of a file, after a heading if they are not all.
var answer = &readback.Answer{
	Lines:   lineFormat,
	Heads:   []readback.Phrase{truncated},
	Bare:    true,
	Notices: []string{BinaryNotShown, SvgNotShown},
	Phantom: true,
}

// kindOf classifies a file by its extension, and if necessary by its first bytes.
func kindOf(name string, head []byte) string {
	ext := strings.ToLower(node.Path(tools.Env{}).Ext(name))
	switch ext {
	case ".ts", ".mts", ".cts":
		return "text"
	case ".svg":
		return "svg"
	case ".pdf":
		return "pdf"
	}

	kind := "binary"
	form := strings.TrimPrefix(ext, ".")
	switch {
	case ext == "" || name == ext: // a name such as ".png" has no extension
	case lists.HasWord(Images, form):
		return "image"
	case lists.HasWord(audioExtensions, form):
		kind = "audio"
	case lists.HasWord(videoExtensions, form):
		kind = "video"
	case lists.HasWord(binaryExtensions, form):
		return "binary"
	}

	if isbinary.ByPackage(head) {
		return kind
	}

	return "text"
}
