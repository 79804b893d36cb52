// Package zed, which changes without notice, is Zed's read_file.
package zed

import (
	"context"
	"errors"
	"math"
	"path"
	"slices"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/media"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/paths"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/lists"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Tool is Zed's read_file (contract zed, modelled). Where the character set would be guessed, the file is read as
// UTF-8; outlines of Go, Python and Rust are as Zed makes them of sound text, those of other languages an estimate
// (package outline).
var Tool = &tools.Tool{
	Language: ospath.RustStd,
	Name:     "zed", Title: "Zed's read_file",
	Origin: tools.Origin{
		Agent: "Zed", Version: "015419a291f37533acbb70ae98f76de66c32a7b0", Date: "2026-11-21", How: tools.Modelled,
		Marks: []string{".rules", ".zed"},
	},
	Recorded: []string{"read_file"},
	Caps: tools.Caps{
		Whole: tools.Cap{Most: 16 << 10, Flag: "start-line", Over: tools.OverOutline},
		Also:  "outlines are by estimate, but for those of Go, Python and Rust",
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNothing, Image: tools.GivesMedia, PDF: tools.GivesRefusal, Binary: tools.GivesRefusal,
	},
	Paths: tools.PathConfined, Guesses: true,
	Lines:   lineFormat,
	Run:     tools.RunWith(parseArgs, run),
	Words:   wordsFor,
	Windows: []tools.WindowParams{{Mode: tools.ModeSlice, At: "start-line", Base: 1, Last: "end-line", Beyond: true}},
	Silence: tools.SilentAsAsked,
	Params: []tools.Param{
		param.File("path", "file to read, in the project"),
		param.Number("start_line", "number of the first line, 1-based (default with --end-line: 1)"),
		param.Number("end_line", "number of the last line, inclusive (default with --start-line: the last one)"),
	},
}

// lineFormat: the number right-aligned to 6 and a tab before a line.
var lineFormat = &tools.LineFormat{
	Prefix: tools.Numbered(6, "\t"),
}

// readArguments are the arguments after their checks.
type readArguments struct {
	path        string
	ranged      bool
	first, last int64
}

func parseArgs(_ tools.Env, data []byte) (a readArguments, err error) {
	fields, err := tools.ParseObject(data)
	if err == nil {
		a.path, err = fields.Str("path")
	}

	var first, last uint64
	var begins, ends bool
	if err == nil {
		first, begins, err = fields.Unsigned("start_line", math.MaxUint32)
	}
	if err == nil {
		last, ends, err = fields.Unsigned("end_line", math.MaxUint32)
	}

	if err != nil {
		return a, tools.RefuseOwn(
			"eyeline: the agent refuses the arguments in words that are not known: " + err.Error(),
		)
	}

	a.first = max(int64(first), 1)
	a.last = math.MaxUint32
	a.ranged = begins || ends
	if ends {
		a.last = int64(last)
	}

	a.last = max(a.last, a.first)
	return a, nil
}

// Files that Zed's default settings hide from the agent: by part of the path, and by suffix of its elements.
const (
	excludedNames     = ".git .svn .hg .jj .sl .repo CVS .DS_Store Thumbs.db .classpath .settings"
	privateExtensions = ".pem .key .cert .crt"
	imageExtensions   = "avif jpg jpeg png gif webp tif tiff tga dds bmp ico hdr exr pbm pam ppm pgm ff farbfeld qoi"
)

// find resolves a path to a file of the project, with the checks 1 to 3 of the contract.
func find(env tools.Env, given string) (string, error) {
	root := env.Dir()
	outside := tools.Refuse("Path " + given + " is not in the project").Because(tools.ErrConfined)
	slashed := paths.Slashed(env, given)
	parts := paths.Split(path.Clean("/" + slashed))
	if slices.Contains(strings.Split(slashed, "/"), "..") || strings.IndexByte(given, 0) >= 0 {
		return "", outside
	}

	below := ""
	switch {
	case env.Path().IsAbs(given):
		clean := env.Path().Clean(given)
		if !paths.IsBelow(env, root, clean) {
			return "", outside
		}
		below = strings.TrimPrefix(paths.Slashed(env, clean[len(root):]), "/")
	case len(parts) > 0 && parts[0] == env.Path().Base(root):
		below = strings.Join(parts[1:], "/")
	default:
		below = strings.Join(parts, "/")
		if _, err := env.Files().Stat(env.Path().Resolve(root, below)); errors.Is(err, access.ErrOutside) {
			return "", env.RefuseOutside()
		} else if err != nil {
			return "", outside
		}
	}

	isPrivate := func(part string) bool {
		return part == "secrets.yml" || strings.HasPrefix(part, ".env") ||
			lists.HasWord(privateExtensions, path.Ext(part))
	}

	switch parts := paths.Split(below); {
	case slices.ContainsFunc(parts, func(part string) bool { return lists.HasWord(excludedNames, part) }):
		return "", tools.Refuse(
			"Cannot read file because its path matches the global `file_scan_exclusions` setting: " + given,
		)
	case slices.ContainsFunc(parts, isPrivate):
		return "", tools.Refuse(
			"Cannot read file because its path matches the global `private_files` setting: " + given,
		)
	}

	return env.Path().Resolve(root, below), nil
}

func wordsFor(_ tools.Env, given string, err error) string {
	switch {
	case errors.Is(err, access.ErrDirectory):
		return given + " is a directory, not a file. Use the list_directory tool to explore directory contents."
	case errors.Is(err, access.ErrOutside), errors.Is(err, access.ErrNUL):
		return "Path " + given + " is not in the project"
	case tools.IsSpecial(err), errors.Is(err, access.ErrChanged):
		return given + ": " + err.Error()
	}
	return given + " not found"
}

func run(ctx context.Context, env tools.Env, a readArguments) (*tools.Result, error) {
	var err error
	file := env.Path().Resolve(env.Dir(), a.path)
	if env.Stream == nil {
		if file, err = find(env, a.path); err != nil {
			return nil, err
		}
	}

	return tools.ReadPath(ctx, env, tools.PathAny, file, env.Wording(a.path), func(
		o *tools.File,
	) (*tools.Result, error) {
		if lists.HasWord(imageExtensions, strings.ToLower(strings.TrimPrefix(path.Ext(file), "."))) {
			return media.Result(
				o, "image", media.PictureOf("image/"+strings.ToLower(path.Ext(file)[1:]), o.Size()), "",
			), nil
		}
		return read(o, file, a)
	})
}

// read returns lines of a text, or an outline.
func read(o *tools.File, file string, a readArguments) (*tools.Result, error) {
	head := o.Head(1024)
	form, text := detectForm(head)
	if !text {
		return nil, tools.Refuse("Binary files are not supported")
	}

	search := textfile.Search{Form: form, First: a.first, Total: true}
	if a.ranged {
		search.Count = a.last - a.first + 1
	} else if isLarge(o, form) {
		return outlineText(o, form, file), nil
	}

	found := o.Scan(search)
	r := &tools.Result{Window: o.FileWindow(found, form)}
	ended := found.End < o.Size() || !found.Open

	if found.First > 0 && found.Last < found.Lines {
		r = &tools.Result{
			Window: r.Window.Until(window.StopAsked), Silent: true,
			NextArgs: tools.Set(o.Args, "start_line", found.Last+1, "end_line", found.Last+a.last-a.first+1),
		}
	}

	return r.Content(o, func(s *tools.Sink) {
		s.NoteForm(form)
		if found.First == 0 {
			return
		}

		s.WriteLines(o, tools.LineRange{
			Form: form, Format: o.Tool.Lines, Start: found.Start, End: found.End, Number: found.First,
			Count: found.Last - found.First + 1,
		})
		if ended {
			s.Str("\n")
		}
	}), nil
}
