package geminicli

import (
	"cmp"
	"context"
	"strings"

	"eyeline/reader/internal/ignore"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/paths"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/tools"
)

// foundFile is a resolved file.
type foundFile struct {
	root string // workspace, without symbolic links
	path string // absolute, links resolved
	rel  string // relative to the workspace, for messages
	// below is the folder that confines the opening of the file, even if links change meanwhile; "" if the agent
	// accepts a path outside of all its folders.
	below string
}

// find cleans a path, resolves and checks it (steps 2 to 4 of the contract).
func find(env tools.Env, asked string) (foundFile, error) {
	f := foundFile{root: paths.RealRoot(env)}
	clean := cleanPath(env, f.root, asked)
	if env.System.IsWindows() {
		clean = strings.TrimPrefix(clean, `\\?\`)
	}

	decoded := js.DecodeURIComponent(node.Path(env).Resolve(f.root, clean))
	if strings.Contains(decoded, "\x00") {
		return f, tools.Refuse("Failed to resolve path: " + node.NULPath(decoded))
	}

	real, err := node.RealPath(env, f.root, decoded)
	if err != nil {
		return f, tools.Refuse("Failed to resolve path: " + err.Error())
	}

	f.path = real
	f.rel = node.Path(env).Relative(f.root, real)
	if f.rel == "" {
		f.rel = "."
	}
	if problem := pathProblem(real); problem != "" {
		return f, tools.Refuse("Invalid path: " + problem)
	}
	if !allowed(env, f.root, real) {
		return f, tools.Refuse(outsideText(env, f.root, real)).Because(tools.ErrConfined)
	}

	for _, dir := range []string{f.root, tempDir(env, f.root), node.Path(env).Join(env.HomeDir(), ".gemini")} {
		if paths.IsBelow(env, dir, real) {
			f.below = dir
			break
		}
	}

	return f, nil
}

// open opens the file below its folder only.
func (f foundFile) open(ctx context.Context, env tools.Env) (*tools.File, error) {
	if f.below == f.root || f.below != "" && !env.Confine {
		env.Root = f.below
		return tools.Open(ctx, env, tools.PathConfined, f.path)
	}
	return tools.Open(ctx, env, tools.PathAny, f.path)
}

// aside returns a remark about a file outside of the workspace.
func (f foundFile) aside() string {
	switch f.below {
	case f.root:
		return ""
	case "":
		return "This file is outside the workspace: Gemini CLI opens it because it decodes %-escapes once more when " +
			"it checks a path."
	}
	return "This file is outside the workspace: Gemini CLI also reads its own folder " + f.below + "."
}

// cleanPath removes NUL characters, and a leading "@" unless a path with it exists.
func cleanPath(env tools.Env, root, asked string) string {
	clean := strings.ReplaceAll(asked, "\x00", "")
	rest, at := strings.CutPrefix(clean, "@")
	if !at || rest == "" || paths.Exists(env, node.Path(env).Resolve(root, clean)) {
		return clean
	}
	if stripped := strings.TrimLeft(rest, `/\`); stripped != rest {
		return cmp.Or(stripped, clean)
	}

	first, _, _ := strings.Cut(strings.ReplaceAll(rest, `\`, "/"), "/")
	if paths.Exists(env, node.Path(env).Resolve(root, "@"+first)) {
		return clean
	}

	return rest
}

// outsideText returns the refusal of a path that may not be read.
func outsideText(env tools.Env, root, file string) string {
	return `Path not in workspace: Attempted path "` + file + `" resolves outside the allowed workspace directories: ` +
		root +
		" or the project temp directory: " + tempDir(env, root)
}

// tempDir returns Gemini CLI's directory in the home for a workspace, whose name is derived from the workspace's.
func tempDir(env tools.Env, root string) string {
	return node.Path(env).Join(env.HomeDir(), ".gemini/tmp/"+slugOf(node.Path(env).Base(root)))
}

// slugOf derives that name.
func slugOf(name string) string {
	slug := strings.Trim(notInSlug().ReplaceAllString(strings.ToLower(name), "-"), "-")
	return cmp.Or(slug, "project")
}

// notInSlug matches what is replaced in it.
var notInSlug = lazy.Regexp(`[^a-z0-9]+`)

// allowed reports whether a resolved path may be read: it is in the workspace and not blocked, in the project's
// temporary directory, or the memory file in the home. Like the agent, it decodes %-escapes once more than the opening
// does.
func allowed(env tools.Env, root, file string) bool {
	again, err := node.RealPath(env, root, js.DecodeURIComponent(file))
	if err != nil {
		return false
	}
	if paths.IsBelow(env, root, again) {
		return !blocked().MatchString(node.Path(env).Relative(root, again))
	}

	temp := tempDir(env, root)
	return paths.IsBelow(env, temp, file) && !paths.IsBelow(env, node.Path(env).Join(temp, "memory/.inbox"), file) ||
		file == node.Path(env).Join(env.HomeDir(), ".gemini/GEMINI.md")
}

// blocked matches a path with a part that is never read: .git, .env, node_modules, credentials of GitHub Actions,
// including the short names of Windows, "git~1", "gh1a2b~1.jso", and suffixes that Windows ignores.
var blocked = lazy.Regexp(`(?i)(?:^|[/\\])(?:\.git|\.env|node_modules|gha-creds-[^/\\:]*\.json|` +
	`(?:git|env|node_m|(?:gi|en|no)[0-9a-f]{4})~[0-9]+|(?:gha-cr|gh[0-9a-f]{4})~[0-9]+\.json?)[ ` +
	`.]*(?::[^/\\]*)?(?:[/\\]|$)`)

// logMark matches names that are from a log and not files.
var logMark = lazy.Regexp(`(?:^|[/\\])(?:AssertionError:|FAIL |✓ |× |TestingLibraryElementError:)`)

// pathProblem returns what is wrong with a resolved path as a text; "" for nothing.
func pathProblem(file string) string {
	if strings.ContainsAny(file, "\n\r\t\x00") {
		return "Path contains invalid characters (newlines or control characters)."
	}
	if logMark().MatchString(file) {
		return "Path appears to be a misinterpreted log fragment."
	}

	length := js.Length(file)
	if length > 20 && (strings.Contains(file, `"`) || strings.Contains(file, "...")) {
		return "Path contains suspicious characters (double quotes or ellipses) and is too long to be a simple " +
			"filename."
	}
	if length > 4096 {
		return "Path is too long (maximum 4096 characters)."
	}

	for part := range strings.FieldsFuncSeq(file, func(r rune) bool { return r == '/' || r == '\\' }) {
		if js.Length(part) > 255 {
			return `Path component "` + js.Prefix(part, 20) + `..." is too long (maximum 255 characters).`
		}
	}

	return ""
}

// checkIgnored refuses a file excluded by .geminiignore, or in a git repository by .gitignore.
func checkIgnored(ctx context.Context, env tools.Env, f foundFile, asked string) error {
	ignored, err := ignored(ctx, env, f, asked)
	switch {
	case err != nil:
		return ignore.Refusal(err)
	case ignored:
		return tools.Refuse("File path '" + f.path + "' is ignored by configured ignore patterns.")
	}
	return nil
}

func ignored(ctx context.Context, env tools.Env, f foundFile, asked string) (bool, error) {
	extra, err := ignore.ReadFile(ctx, env, f.root+"/.geminiignore")
	repository := ignore.InRepository(env, f.root)
	if err != nil || !repository && extra == "" {
		return false, err
	}

	inside := func(file string) string {
		file = node.Path(env).Resolve(f.root, file)
		if !paths.IsBelow(env, f.root, file) {
			return ""
		}
		return paths.Slashed(env, node.Path(env).Relative(f.root, file))
	}

	literal := inside(cleanPath(env, f.root, asked))
	real := inside(f.path)
	for _, rel := range []string{literal, real} {
		ignored := false
		if repository {
			ignored, err = ignore.ByGit(ctx, env, f.root, rel, extra)
		} else if rules, failed := ignore.FromText(".geminiignore", extra, ignore.Lines); failed != nil {
			err = failed
		} else {
			ignored, err = rules.Match(ctx, rel, false)
		}

		if ignored || err != nil || literal == real {
			return ignored, err
		}
	}

	return false, nil
}
