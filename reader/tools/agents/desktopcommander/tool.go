// Package desktopcommander, which changes without notice, is the read_file of Desktop Commander.
package desktopcommander

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/media"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/runtime/isbinary"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

const (
	defaultLines = 1000
	// largeFile is the size in bytes from which on the lines of a file are not counted.
	largeFile = 10 << 20
)

// Tool is the read_file of Desktop Commander (contract desktop_commander), an MCP server. What it takes out of PDF,
// Word and Excel files is not imitated.
var Tool = &tools.Tool{
	Name: "desktop_commander", Title: "Desktop Commander's read_file",
	Origin:   tools.Origin{Agent: "Desktop Commander (MCP)", Version: "0.2.52", Date: "2026-11-28", How: tools.Ran},
	Recorded: []string{"read_file", "mcp__desktop-commander__read_file"},
	Caps: tools.Caps{
		Lines: tools.Cap{Most: defaultLines, Flag: "length"},
		Also:  "of files of 10 MiB and more the place of lines after the 1,000th is estimated",
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesMedia, PDF: tools.GivesRefusal, Binary: tools.GivesNotice,
	},
	Paths:   tools.PathAny,
	Run:     tools.RunWith(parseArgs, run),
	Words:   wordsFor,
	Parse:   readBack,
	Windows: []tools.WindowParams{{Mode: tools.ModeSlice, At: "offset", Base: 0, Size: "length", Size0: defaultLines}},
	Params: []tools.Param{
		param.File("path", "file to read, or directory to list, absolute or relative to the root"),
		param.Default("offset", 0, "number of lines to skip; below 0 the last lines, this many"),
		param.Default("length", defaultLines, "number of lines at most"),
	},
}

func refuse(text string) *tools.Error { return tools.Refuse("Error: " + text) }

// absolute returns the absolute path of an argument.
func absolute(env tools.Env, given string) string {
	return node.Path(env).Resolve(env.Dir(), node.Home(env, given))
}

// find resolves the links of a path, as the server does first. For a missing file it resolves the folder.
func find(env tools.Env, given string) (string, error) {
	if given == "" {
		return "", refuse("Invalid file path provided")
	}

	abs := absolute(env, given)
	if strings.IndexByte(abs, 0) >= 0 {
		return "", access.ErrNUL
	}

	view := env.Files()
	real, err := view.RealPath(abs)
	name, _ := node.Errno(err)
	switch {
	case err == nil:
		return real, nil
	case errors.Is(err, access.ErrOutside):
		return "", env.RefuseOutside()
	case name != "ENOENT":
		return "", refuse("Failed to resolve symlink for path: " + abs + ". Error: " + node.Error(err, "realpath", abs))
	}

	p := node.Path(env)
	for dir, rest := p.Dir(abs), p.Base(abs); ; dir, rest = p.Dir(dir), p.Join(p.Base(dir), rest) {
		if real, err := view.RealPath(dir); err == nil {
			return p.Join(real, rest), nil
		}
		if dir == p.Dir(dir) {
			return abs, nil
		}
	}
}

func wordsFor(env tools.Env, given string, err error) string {
	abs := absolute(env, given)
	name, _ := node.Errno(env.Opening(abs, err))
	switch {
	case errors.Is(err, access.ErrNUL):
		return "Error: Failed to resolve symlink for path: " + abs + ". Error: " + node.NULPath(abs)
	case name == "EACCES", name == "EPERM":
		return "Error: " + denied(given, name)
	case imageType(env.System, abs) != "":
		return "Error: " + node.Error(err, "open", abs)
	}

	return "Error: " + node.Error(err, "stat", abs)
}

// denied returns the server's text for a file that may not be opened.
func denied(given, name string) string {
	return "Cannot read file — permission denied (" + name + ").\nPath: " + given + `

[AI: based on the path above, determine which cause is most likely and explain it to the user.]

Possible causes and fixes:
  1. File is in cloud storage (Google Drive / iCloud / Dropbox / OneDrive) but not downloaded locally.
       → Right-click the file and choose "Download Now", "Make Available Offline", or "Keep on This Device".
  2. Cloud storage app is not running or not signed in.
       → Open your cloud storage app and make sure it is syncing.
  3. File is on a network drive or virtual filesystem that is currently unavailable.
       → Check that the network share or drive is mounted and accessible.
  4. File has restricted permissions (e.g. system file, locked by another process, or chmod 000).
       → Check file permissions or close any app that may have the file open.
  5. The app does not have permission to access this location (macOS Full Disk Access).
       → Check that the app has permission to access this file location.`
}

func run(ctx context.Context, env tools.Env, a readArguments) (*tools.Result, error) {
	words := env.Wording(a.path)
	file, err := env.Locate(a.path, find)
	if err != nil {
		return nil, words.Of(err)
	}
	if isDir, err := env.IsDir(file); env.Stream == nil && err == nil && isDir {
		return list(env, a, file)
	}

	words = env.Wording(file)
	isDenied := env.Wording(a.path)
	if env.Stream == nil {
		words = func(err error) string { // quotes the path as given
			name, _ := node.Errno(env.Opening(file, err))
			if name == "EACCES" || name == "EPERM" {
				return isDenied(err)
			}
			return env.Tool.Words(env, file, err)
		}
	}

	return tools.ReadPath(ctx, env, tools.PathAny, file, words, func(o *tools.File) (*tools.Result, error) {
		return read(o, a, file)
	})
}

// notImitated matches names of files for which the server has special readers.
var notImitated = lazy.Regexp(`(?i)\.(docx|xlsx|xls|xlsm)$`)

const binaryAdvice = "\n\nUse start_process + interact_with_process to analyze binary files with appropriate tools " +
	"(Node.js or Python libraries, command-line utilities, etc.).\n\n" +
	"The read_file tool only handles text files, images, and Excel files."

// read returns a file by its name and first bytes.
func read(o *tools.File, a readArguments, file string) (*tools.Result, error) {
	switch {
	case notImitated().MatchString(file):
		return office(o)
	case strings.HasSuffix(strings.ToLower(file), ".pdf"):
		return paper(o, a)
	case imageType(o.System(), file) != "":
		kind := imageType(o.System(), file)
		r := media.Result(o, "image", media.PictureOf(kind, o.Size()), "")
		return a.notice(r, o, "Image file: "+a.path+" ("+kind+")\n"), nil
	case isbinary.ByPackage(o.Head(isbinary.SampleSize)):
		name := ospath.NodeOn(o.System()).Base(file)
		return a.notice(&tools.Result{}, o, "Cannot read binary file as text: "+name+binaryAdvice), nil
	}

	return text(o, a)
}

// imageType returns the media type of a picture by its file name; "" for any other file.
func imageType(s ospath.System, file string) string {
	switch ext := node.Extension(s, file); ext {
	case "png", "gif", "webp", "bmp":
		return "image/" + ext
	case "jpg", "jpeg":
		return "image/jpeg"
	case "svg":
		return "image/svg+xml"
	}
	return ""
}

// office returns the answer for a damaged Word or Excel file; an intact one is not imitated.
func office(o *tools.File) (*tools.Result, error) {
	const tail = 64<<10 + 22 // bytes at the end in which the directory of an archive is searched
	end := o.Piece(max(o.Size()-tail, 0), tail)
	if !bytes.Contains(end, []byte("PK\x05\x06")) && bytes.HasPrefix(o.Head(4), []byte("PK\x03\x04")) {
		return nil, refuse("Corrupted zip : can't find end of central directory")
	}
	return nil, tools.RefuseOwn("eyeline: what Desktop Commander makes of Word and Excel files is not imitated")
}

// paper returns the answer for a damaged PDF; an intact one is not imitated.
func paper(o *tools.File, a readArguments) (*tools.Result, error) {
	const most = 1 << 20 // bytes in which an object is searched
	switch {
	case o.Size() == 0:
		const empty = "Error reading PDF: The PDF file is empty, i.e. its size is zero bytes."
		return a.notice(&tools.Result{}, o, empty), nil
	case o.Size() <= most && !bytes.Contains(o.Head(most), []byte("obj")):
		return a.notice(&tools.Result{}, o, "Error reading PDF: Invalid PDF structure."), nil
	}
	return nil, tools.RefuseOwn("eyeline: the text that Desktop Commander takes out of PDF files is not imitated")
}

// The first line of an answer with lines: how many they are, and how many the file has if it is small enough to count.
const (
	some   readback.Phrase = "[Reading {count} lines from {from:text}]"
	someOf readback.Phrase = "[Reading {count} lines from {from:text} (total: {total} lines, {rest:number} remaining)]"
)

// readBack parses the lines of an answer. Their numbers are those of the label, which are an estimate in large files.
// For the last lines of a file the numbers do not follow from the total, which is counted in another way.
func readBack(_ json.RawMessage, content string) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1, Derived: true}
	at := 0
	if strings.HasPrefix(content, "You sent parameters ") {
		at = max(strings.Index(content, "[Reading "), 0)
	}

	label, text, ok := strings.Cut(content[at:], "\n\n")
	if !ok || text == "" {
		return p, false
	}

	slots, n, ok := readback.FirstOf([]readback.Phrase{someOf, some}, label)
	if !ok || n != len(label) {
		return p, false
	}

	first := int64(1)
	if slots["from"] != "start" {
		offset, err := strconv.ParseFloat(strings.TrimPrefix(slots["from"], "line "), 64)
		if err != nil || math.IsNaN(offset) {
			return p, false
		}
		first = readArguments{offset: offset}.first()
	}

	p.Total = slots.Number("total")
	p.Lines = readback.Lines(content, len(content)-len(text), first, math.MaxInt64, 0, "")
	return p, true
}
