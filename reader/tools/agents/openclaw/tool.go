// Package openclaw, which changes without notice, is the read of OpenClaw.
package openclaw

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/text/unicode/norm"

	"eyeline/reader/access"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/paths"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/pi"
)

const defaultWindow = 200_000

// Tool is the read of OpenClaw (contract openclaw). How much it gives goes by the context window of the model. Of the
// secrets that it masks a few kinds are imitated; what it says of files of skills, and of media, is not.
var Tool = &tools.Tool{
	Name: "openclaw", Title: "OpenClaw's read",
	Origin: tools.Origin{
		Agent: "OpenClaw", Version: "2026.9.6", Date: "2026-11-28", How: tools.Ran, Marks: []string{".openclaw"},
	},
	Recorded: []string{"read"},
	Caps: tools.Caps{
		Lines:  tools.Cap{Most: maxPages * pageLines, Of: "without a limit, 2,000 with one"},
		Output: tools.Cap{Most: 50 << 10},
		Then:   tools.Cap{Most: 64000, Unit: tools.UTF16, Of: "of several pages"},
		Also:   "less in a context window below 200,000 tokens",
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesMedia, PDF: tools.GivesText, Binary: tools.GivesText,
	},
	Policy:  policy,
	Paths:   tools.PathAny,
	Run:     tools.RunWith(parseArgs, run),
	Words:   wordsFor,
	Parse:   readBack,
	Windows: []tools.WindowParams{{Mode: tools.ModeSlice, At: "offset", Base: 1, Size: "limit", Max: pageLines}},
	Settings: []tools.Param{{
		Flag: "context-window", Type: tools.TypeInteger, Default: int64(defaultWindow),
		Help: "context window of the model, in tokens",
	}},
	Params: []tools.Param{
		param.File("path", "file to read, absolute or relative to the root"),
		param.Number("offset", "number of the first line, 1-based"),
		param.Number("limit", "number of lines at most (default: as many as fit)"),
		param.Number("cursor", "where in the first line to begin, 0-based, in UTF-16 units"),
		{
			Path: []string{"optional"}, Flag: "optional", Type: tools.TypeBoolean,
			Help: "a file that is not there is no error",
		},
	},
}

// policy: values of other types are converted.
var policy = tools.Policy{NumbersAsText: true}

// resolve returns the absolute path of an argument.
func resolve(env tools.Env, given string) string {
	file := node.Path(env).Resolve(env.Dir(), given)
	if rest, ok := strings.CutPrefix(given, "@"); ok && !paths.Exists(env, file) {
		given = rest
	}
	if rest, ok := strings.CutPrefix(given, "file://"); ok {
		given = js.DecodeURIComponent(rest)
	}
	return node.Path(env).Resolve(env.Dir(), node.Home(env, given))
}

func wordsFor(env tools.Env, given string, err error) string {
	file := resolve(env, given)
	name, _ := node.Errno(env.Opening(file, err))
	said := node.Error(err, "stat", file)
	switch {
	case errors.Is(err, access.ErrNUL):
		said = node.NULPath(file)
	case errors.Is(err, access.ErrDirectory):
		said = "Read requires a file path, but " + given +
			" is a directory. List the directory, then read a specific file."
	case tools.IsSpecial(err):
		said = "Read only supports regular files; no read was attempted: " + file
	case errors.Is(err, errLink):
		said = "path must be a regular file"
	case name == "EACCES" && !env.Hidden(file):
		said = node.Error(err, "access", file)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR), errors.Is(err, access.ErrNowhere):
		said = "File not found: " + file + "." + similar(env, file)
	}

	return refuse(said).Text
}

// errLink is the error of a symbolic link to a file.
var errLink = errors.New("a symbolic link")

func run(ctx context.Context, env tools.Env, a readArguments) (*tools.Result, error) {
	words := env.Wording(a.path)
	file, note, err := find(env, resolve(env, a.path))
	missing := errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
	switch {
	case missing && a.optional:
		return tools.Notice(nil, "Optional file not found: "+a.path+"."), nil
	case err != nil:
		return nil, words.Of(err)
	}

	return tools.ReadPath(ctx, env, tools.PathAny, file, words, func(o *tools.File) (*tools.Result, error) {
		if r, ok := pi.Picture(o); ok {
			return r, nil
		}
		if refusal := node.TooLong(o.Size()); refusal != "" {
			return nil, refuse(refusal)
		}

		return text(o, a, note)
	})
}

// find returns the file of a path, possibly under a name that only looks the same, as note then says. A link to a file
// is refused.
func find(env tools.Env, file string) (found, note string, err error) {
	if env.Stream != nil || strings.IndexByte(file, 0) >= 0 {
		return file, "", nil
	}

	view := env.Files()
	fi, err := view.Stat(file)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		match, text := lookalike(env, file)
		if text != "" {
			return "", "", refuse(text)
		}
		if match == "" {
			return "", "", err
		}

		note = "[Resolved filename: " + node.Path(env).Base(file) + " -> " + node.Path(env).Base(match) + ".]\n"
		file = match
		fi, err = view.Stat(file)
	}

	switch {
	case errors.Is(err, access.ErrOutside):
		return "", "", env.RefuseOutside()
	case err != nil:
		return "", "", err
	case fi.IsDir():
		return "", "", access.ErrDirectory
	case !fi.Mode().IsRegular():
		return "", "", &access.SpecialError{Mode: fi.Mode()}
	}

	if at, err := view.Lstat(file); err == nil && at.Mode()&fs.ModeSymlink != 0 {
		return "", "", errLink
	}

	return file, note, nil
}

// screenshotTime matches the time in the name of a screenshot of macOS.
var screenshotTime = lazy.Regexp(`(?i) (AM|PM)\.`)

// lookalike returns the file whose name only differs from a missing one in blanks, quotes or composed characters; ""
// for no such file. Of several, refusal lists them.
func lookalike(env tools.Env, file string) (match, refusal string) {
	name := node.Path(env).Base(file)
	dir := strings.TrimSuffix(file, name)
	plain := paths.PlainBlanks(name)
	var matches []string
	for _, spaced := range []string{plain, screenshotTime().ReplaceAllString(plain, "\u202F$1.")} {
		straight := strings.NewReplacer("\u2018", "'", "\u2019", "'").Replace(spaced)
		curly := strings.NewReplacer("'", "\u2019", "\u2018", "\u2019").Replace(spaced)
		for _, quoted := range []string{straight, curly} {
			for _, form := range []norm.Form{norm.NFC, norm.NFD} {
				other := form.String(quoted)
				if other != name && !slices.Contains(matches, other) && paths.Exists(env, dir+other) {
					matches = append(matches, other)
				}
			}
		}
	}

	switch len(matches) {
	case 0:
		return "", ""
	case 1:
		return dir + matches[0], ""
	}

	return "", "Read path is ambiguous: " + name + " matches " + strings.Join(matches, ", ") + "."
}

// similar returns up to three files of the folder with similar names.
func similar(env tools.Env, file string) string {
	name := node.Path(env).Base(file)
	asked := []rune(strings.ToLower(name))
	most := max(1, int(js.Length(string(asked)))*4/10)
	type entry struct {
		name string
		far  int
	}
	var found []entry
	entries, _ := env.Files().ReadDir(node.Path(env).Dir(file), 0) // an unreadable folder has no names
	for _, e := range entries {
		far := distance(asked, []rune(strings.ToLower(e.Name())))
		if e.Name() != name && far <= most {
			found = append(found, entry{strings.ToValidUTF8(e.Name(), "\uFFFD"), far})
		}
	}

	slices.SortStableFunc(found, func(a, b entry) int {
		if a.far != b.far {
			return cmp.Compare(a.far, b.far)
		}
		return js.LocaleCompare(a.name, b.name)
	})
	var names []string
	for _, e := range found[:min(len(found), 3)] {
		names = append(names, e.name)
	}

	if names == nil {
		return ""
	}

	return " Did you mean: " + strings.Join(names, ", ") + "?"
}

// distance returns the edit distance of two texts in characters.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}

	for i := range a {
		before := row[0]
		row[0] = i + 1
		for j := range b {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}

	return row[len(b)]
}

// notices matches answers without lines of a file.
var notices = lazy.Regexp(`\A(?:(?:File|Selected range) contains |File is empty |Offset \d+ is beyond |` +
	`Cursor \d+ is at |Optional file not found: |\(no output\)\z)`)

// readBack parses the lines of an answer, up to the notice that more follow. Their numbers follow from the arguments.
func readBack(args json.RawMessage, content string) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1, Derived: true}
	a, err := parseArgs(tools.Env{Tool: &tools.Tool{Policy: policy}}, args)
	if err != nil || content == "" || notices().MatchString(content) {
		return p, false
	}

	cut := false
	if m := continues().FindStringIndex(content); m != nil {
		cut = strings.Contains(content[m[0]:], ", cursor=")
		content = content[:m[0]]
	}

	p.Lines = readback.Lines(content, 0, a.offset, math.MaxInt64, 0, "")
	if n := len(p.Lines); n > 1 && p.Lines[n-1].Start == len(content) {
		p.Lines = p.Lines[:n-1] // nothing follows the last line feed
	}

	if n := len(p.Lines); n > 0 {
		p.Lines[0].Cut = a.cursor > 0
		p.Lines[n-1].Cut = p.Lines[n-1].Cut || cut
	}

	return p, true
}
