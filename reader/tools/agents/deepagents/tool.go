// Package deepagents, which changes without notice, is the read_file of LangChain's deepagents.
package deepagents

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"syscall"

	"eyeline/reader/access"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/media"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

const (
	defaultLines = 100
	emptyNotice  = "System reminder: File exists but has empty contents"
	// maxMedia is the size of the largest picture or the like that is returned, in bytes.
	maxMedia = 10 << 20
)

// Tool is the read_file of deepagents for JavaScript, over a FilesystemBackend (contract deepagents). That of
// deepagents for Python numbers lines, and is not imitated.
var Tool = &tools.Tool{
	Name: "deepagents", Title: "deepagents' read_file",
	Origin:   tools.Origin{Agent: "deepagents (JavaScript)", Version: "1.14.1", Date: "2026-11-28", How: tools.Ran},
	Recorded: []string{"read_file"},
	Caps: tools.Caps{
		Lines:  tools.Cap{Most: defaultLines, Flag: "limit"},
		Output: tools.Cap{Most: 20000, PerToken: 4, Unit: tools.UTF16, Of: "of the whole answer"},
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesMedia, PDF: tools.GivesMedia, Binary: tools.GivesText,
	},
	Policy:  tools.Policy{NumbersAsText: true},
	Paths:   tools.PathAny,
	Run:     tools.RunWith(parseArgs, run),
	Words:   wordsFor,
	Parse:   readBack,
	Windows: []tools.WindowParams{{Mode: tools.ModeSlice, At: "offset", Base: 0, Size: "limit", Size0: defaultLines}},
	Params: []tools.Param{
		param.File("file_path", "file to read, absolute or relative to the root"),
		param.Default("offset", 0, "number of lines to skip"),
		param.Default("limit", defaultLines, "number of lines at most"),
	},
}

// absolute returns the path of an argument: an absolute one is unchanged.
func absolute(env tools.Env, given string) string {
	if node.Path(env).IsAbs(given) {
		return given
	}
	return node.Path(env).Resolve(env.Dir(), given)
}

func wordsFor(env tools.Env, given string, err error) string {
	file := absolute(env, given)
	call := "stat"
	name, _ := node.Errno(env.Opening(file, err))

	switch {
	case errors.Is(err, access.ErrDirectory), tools.IsSpecial(err):
		return "Error: File '" + given + "' not found"
	case errors.Is(err, access.ErrNUL):
		return failed(given, node.NULPath(file))
	case errors.Is(err, errLink):
		return failed(given, node.Error(syscall.ELOOP, "open", file))
	case name == "EACCES" && !env.Hidden(file):
		call = "open"
	}

	return failed(given, node.Error(err, call, file))
}

func failed(given, why string) string { return "Error: Error reading file '" + given + "': " + why }

// errLink is the error of a symbolic link, which the tool does not follow.
var errLink = errors.New("a symbolic link")

func run(ctx context.Context, env tools.Env, a readArguments) (*tools.Result, error) {
	file := absolute(env, a.path)
	words := env.Wording(a.path)
	if err := checkLink(env, file); err != nil {
		return nil, words.Of(err)
	}

	return tools.ReadPath(ctx, env, tools.PathAny, file, words, func(o *tools.File) (*tools.Result, error) {
		if kind, mediaType := mediaOf(node.Path(env).Base(a.path)); kind != "" {
			return attach(o, kind, mediaType)
		}
		if refusal := node.TooLong(o.Size()); refusal != "" {
			return nil, tools.Refuse(failed(a.path, refusal))
		}

		return text(o, a)
	})
}

// checkLink refuses a link to a file, and the null device.
func checkLink(env tools.Env, file string) error {
	if env.Stream != nil || strings.IndexByte(file, 0) >= 0 {
		return nil
	}

	view := env.Files()
	fi, err := view.Stat(file)
	switch {
	case err != nil, fi.IsDir():
		return nil // opening returns the error
	case !fi.Mode().IsRegular():
		return &access.SpecialError{Mode: fi.Mode()}
	}

	// A path with a final slash is the link's target.
	if at, err := view.Lstat(file); err == nil && !at.Mode().IsRegular() && !strings.HasSuffix(file, "/") {
		return errLink
	}

	return nil
}

// mediaTypes are the extensions of files that are returned as they are, with their media types.
const mediaTypes = ".png image/png .jpg image/jpeg .jpeg image/jpeg .gif image/gif .webp image/webp .heic image/heic " +
	".heif image/heif .mp3 audio/mpeg .wav audio/wav .aiff audio/aiff .aac audio/aac .ogg audio/ogg .flac audio/flac " +
	".mp4 video/mp4 .webm video/webm .mpeg video/mpeg .mov video/quicktime .avi video/x-msvideo .flv video/x-flv " +
	".mpg video/mpeg .wmv video/x-ms-wmv .3gpp video/3gpp .pdf application/pdf .ppt application/vnd.ms-powerpoint " +
	".pptx application/vnd.openxmlformats-officedocument.presentationml.presentation"

// mediaOf returns the kind and media type of a file by its name; "" for text.
func mediaOf(name string) (kind, mediaType string) {
	ext := strings.ToLower(ospath.NodeOn(ospath.POSIX).Ext(name))
	words := strings.Fields(mediaTypes)
	for i := 0; i < len(words); i += 2 {
		if words[i] == ext {
			kind, _, _ = strings.Cut(words[i+1], "/")
			if kind == "application" {
				kind = "document"
			}

			return kind, words[i+1]
		}
	}

	return "", ""
}

// attach returns a file as it is.
func attach(o *tools.File, kind, mediaType string) (*tools.Result, error) {
	if sent := (o.Size() + 2) / 3 * 3; sent > maxMedia { // its size in Base64 counts
		const tooLarge = "Error: file too large to read (%.0fMB exceeds 10MB limit for binary files)"
		return nil, tools.Refuse(fmt.Sprintf(tooLarge, math.Floor(float64(sent)/(1<<20)+0.5)))
	}
	return media.Result(o, kind, fmt.Sprintf("the file itself (%s, %d bytes)", mediaType, o.Size()), ""), nil
}

// headerForm matches the line before the lines of a file.
var headerForm = lazy.Regexp(`(?m)^@@ lines (\d+)-\d+(?: of (\d+))?( \| [^\n]*)? @@\n`)

// readBack parses the lines of an answer, which follow the header.
func readBack(_ json.RawMessage, content string) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1}
	m := headerForm().FindStringSubmatchIndex(content)
	if m == nil || m[1] == len(content) || m[0] > 0 && content[0] != '[' {
		return p, false
	}

	first, err := strconv.ParseInt(content[m[2]:m[3]], 10, 64)
	if err != nil {
		return p, false
	}
	if m[4] >= 0 {
		p.Total, _ = strconv.ParseInt(content[m[4]:m[5]], 10, 64) // only digits
	}

	p.Lines = readback.Lines(content, m[1], first, math.MaxInt64, 0, "")
	if strings.Contains(content[m[0]:m[1]], " | truncated mid-line | ") && len(p.Lines) > 0 {
		p.Lines[0].Cut = true
	}

	return p, true
}
