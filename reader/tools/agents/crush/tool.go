// Package crush, which changes without notice, is the view of Crush.
package crush

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/media"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/readback"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

const (
	defaultLines = 200
	cutMark      = "..."
)

// Tool is the view of Crush (contract crush). What language servers say of a file, and the files of skills, which have
// no limits, are left out.
var Tool = &tools.Tool{
	Language: ospath.Golang,
	Name:     "crush", Title: "Crush's view",
	Origin: tools.Origin{
		Agent: "Crush", Version: "37f36e93824e5c4f892e4a817f7f628e2682fe14", Date: "2026-11-28", How: tools.Ran,
		Marks: []string{".crush", "crush.json", ".crush.json"},
	},
	Recorded: []string{"view"},
	Caps: tools.Caps{
		Lines:  tools.Cap{Most: defaultLines, Flag: "limit"},
		Output: tools.Cap{Most: 200 << 10, Of: "of lines", Over: tools.OverRefused},
		Also:   "UTF-8 only",
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesMedia, PDF: tools.GivesRefusal, Binary: tools.GivesRefusal,
	},
	Paths:   tools.PathAny,
	Lines:   lineFormat,
	Run:     tools.RunWith(parseArgs, run),
	Words:   wordsFor,
	Parse:   answer.Parse,
	Windows: []tools.WindowParams{{Mode: tools.ModeSlice, At: "offset", Base: 0, Size: "limit", Size0: defaultLines}},
	Params: []tools.Param{
		param.File("file_path", "file to read, absolute or relative to the root"),
		param.Default("offset", 0, "number of lines to skip"),
		param.Default("limit", defaultLines, "number of lines at most"),
	},
}

// The words around the lines.
const (
	openTag                   = "<file>\n"
	closeTag                  = "\n</file>\n"
	moreLines readback.Phrase = "\n\n(File has more lines. Use 'offset' parameter to read beyond line {last})"
)

// answer is the numbered lines after the opening tag.
var answer = &readback.Answer{Lines: lineFormat, Heads: []readback.Phrase{openTag}}

// lineFormat: the number right-aligned to 6 and a bar before a line, cut at 2,000 bytes.
var lineFormat = &tools.LineFormat{
	Prefix: tools.Numbered(6, "|"),
	Limit:  2000, Unit: tools.Bytes, Mark: tools.MarkText(cutMark),
}

// viewArguments are the arguments; offset is the number of lines to skip and may be negative, limit is at least 1.
type viewArguments struct {
	path          string
	offset, limit int64
}

// parseArgs parses the arguments like Crush's library: with its own check for required ones, then with encoding/json.
func parseArgs(env tools.Env, data []byte) (a viewArguments, err error) {
	var given map[string]any
	if err := json.Unmarshal(data, &given); err != nil {
		return a, tools.Refuse("invalid JSON input: " + err.Error())
	}
	if _, has := given["file_path"]; !has {
		return a, tools.Refuse("missing required parameter: file_path")
	}

	// The name of the type is in the words of encoding/json.
	type ViewParams struct {
		FilePath string `json:"file_path"`
		Offset   int64  `json:"offset"`
		Limit    int64  `json:"limit"`
	}
	var v ViewParams
	if err := json.Unmarshal(data, &v); err != nil {
		return a, tools.Refuse("invalid parameters: " + strings.ReplaceAll(err.Error(), "of type int64", "of type int"))
	}

	a = viewArguments{path: v.FilePath, offset: v.Offset, limit: v.Limit}
	caps := env.Tool.Caps
	if a.limit <= 0 {
		a.limit = caps.Lines.Most
	}
	if a.path == "" {
		return a, tools.Refuse("file_path is required")
	}

	return a, nil
}

// absolute returns a path as Crush opens and names it: an absolute one is unchanged.
func absolute(env tools.Env, given string) string {
	if env.Path().IsAbs(given) {
		return given
	}
	return env.Path().Join(env.Dir(), given)
}

func wordsFor(env tools.Env, given string, err error) string {
	file := absolute(env, given)
	switch {
	case errors.Is(err, access.ErrDirectory):
		return "Path is a directory, not a file: " + file
	case errors.Is(err, fs.ErrNotExist):
		return "File not found: " + file + alike(env, file)
	}
	return "eyeline: Crush ends the turn without an answer: " + err.Error()
}

// alike returns the first files of the folder whose names contain that of a file, or are contained in it, ignoring
// case.
func alike(env tools.Env, file string) string {
	p := env.Path()
	dir := p.Dir(file)
	base := strings.ToLower(p.Base(file))
	entries, _ := env.Files().ReadDir(dir, 0) // an unreadable folder has no names
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	const most = 3
	var found []string
	for _, e := range entries {
		name := strings.ToLower(e.Name())
		if len(found) < most && (strings.Contains(name, base) || strings.Contains(base, name)) {
			found = append(found, p.Join(dir, e.Name()))
		}
	}

	if found == nil {
		return ""
	}

	return "\n\nDid you mean one of these?\n" + strings.Join(found, "\n")
}

func run(ctx context.Context, env tools.Env, a viewArguments) (*tools.Result, error) {
	if strings.HasPrefix(a.path, "crush:") && env.Stream == nil {
		return nil, tools.RefuseOwn("eyeline: the files that are built into Crush are not imitated")
	}

	file := absolute(env, a.path)
	read := func(o *tools.File) (*tools.Result, error) {
		if kind := imageType(file); kind != "" {
			return image(o, kind)
		}

		return lines(o, a)
	}
	return tools.ReadPath(ctx, env, tools.PathAny, file, env.Wording(a.path), read)
}

// imageType returns the media type of a picture by its file name; "" for any other file.
func imageType(file string) string {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".jpg", ".jpeg":
		return "image/jpeg"
	case ".png":
		return "image/png"
	case ".gif":
		return "image/gif"
	case ".webp":
		return "image/webp"
	}

	return ""
}

// image returns a picture, with the type of its content if that is a picture's, else of its name.
func image(o *tools.File, kind string) (*tools.Result, error) {
	caps := o.Tool.Caps
	if most := caps.Output.Most; o.Size() > most {
		text := fmt.Sprintf("Image file is too large (%d bytes). Maximum size is %d bytes", o.Size(), most)
		return nil, tools.Refuse(text)
	}
	const magic = 16 // bytes that tell a picture's type
	kind = cmp.Or(media.ImageType(o.Head(magic)), kind)
	const said = "[Image/media content loaded - see attached file]"
	return media.Result(o, "image", media.PictureOf(kind, o.Size()), said), nil
}
