package grokbuild

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"unicode"

	"eyeline/reader/access"
	"eyeline/reader/internal/media"
	"eyeline/reader/internal/paths"
	"eyeline/reader/internal/runtime/isbinary"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/lists"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

// OSError returns the text of a system error in Grok Build, which is linked with musl.
func OSError(env tools.Env, err error) string {
	switch {
	case ospath.WindowsCode(err) != 0: // Windows has its own texts
	case errors.Is(err, syscall.ELOOP):
		return "Symbolic link loop (os error 40)"
	case errors.Is(err, syscall.ENAMETOOLONG):
		return "Filename too long (os error 36)"
	case errors.Is(err, access.ErrDirectory):
		return access.Text(env.DirectoryError())
	}

	return access.Text(access.System(err))
}

// resolve returns the path that Grok Build opens for an argument (CONTRACT-grok_build, Path 1 to 3).
func resolve(env tools.Env, arg string) string {
	const quotes = `"'`
	s := strings.TrimSpace(arg)
	quoted := len(s) >= 2 && strings.ContainsRune(quotes, rune(s[0])) && strings.ContainsRune(quotes, rune(s[len(s)-1]))
	s = strings.TrimSpace(strings.Trim(s, quotes))
	for quoted {
		cut := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(s, `\t`), `\r`), `\n`)
		if cut == s {
			break
		}
		s = strings.TrimRightFunc(cut, unicode.IsSpace)
	}

	s = node.Home(env, s)
	if env.Path().IsAbs(s) || s == "" {
		return env.Abs(s)
	}

	// A path of the working directory without its first slash.
	if abs := "/" + s; env.System.IsBelow(env.Dir(), abs) {
		return abs
	}

	return env.Abs(s)
}

// open opens the file at path, or the only one in its directory whose name is equal except for special blanks (Path 4).
// canonical is the path without links.
func open(ctx context.Context, env tools.Env, path string) (o *tools.File, canonical string, err error) {
	o, err = tools.Open(ctx, env, tools.PathAny, path)
	if errors.Is(err, fs.ErrNotExist) {
		if other := otherBlanks(env, path); other != "" {
			path = other
			o, err = tools.Open(ctx, env, tools.PathAny, path)
		}
	}

	if err != nil {
		return nil, path, err
	}

	canonical = path
	if env.Stream == nil {
		canonical = paths.Real(env, path)
	}

	return o, canonical, nil
}

// blanks are blanks that count as a space in the name of a missing file.
var blanks = strings.NewReplacer("\u202F", " ", "\u00A0", " ")

func otherBlanks(env tools.Env, path string) string {
	p := env.Path()
	path = strings.TrimRight(path, p.Separator())
	name := p.Base(path)
	dir := strings.TrimSuffix(path, name)
	entries, err := env.Files().ReadDir(dir, 0)
	if err != nil {
		return ""
	}

	want := blanks.Replace(name)
	found := ""
	for _, e := range entries {
		if blanks.Replace(e.Name()) != want {
			continue
		}
		if found != "" || e.Name() == name {
			return ""
		}

		found = dir + e.Name()
	}

	return found
}

// sampleSize is how many bytes of a file Grok Build checks to recognize a binary one.
const sampleSize = 8192

var binaryExtensions = []string{
	"7z", "a", "avi", "avif", "bin", "bmp", "class", "dat", "dll", "doc", "docx", "dylib", "exe", "gif", "gz", "ico",
	"jar", "jpeg",
	"jpg", "lib", "mov", "mp3", "mp4", "o", "obj", "odp", "ods", "odt", "png", "ppt", "pyc", "pyd", "pyo", "qoi", "rar",
	"so", "tar",
	"tif", "tiff", "war", "wasm", "webp", "xls", "xlsx", "zip",
}

// kindOf returns the kind of a file by its name and first bytes: "" for text and binary files.
func kindOf(head []byte, name string) (kind, instead string) {
	ext := node.Extension(ospath.POSIX, name)
	switch {
	case media.IsPicture(head):
		return "image", "The model gets the file as a picture, or a word about why it cannot be shown."
	case ext == "pdf" || media.IsPDF(head):
		return "document", "The model gets the pages of the PDF as pictures, or a word about why it cannot be opened."
	case ext == "pptx":
		return "document", "The model gets the text of the slides."
	}

	return "", ""
}

// unattached returns the text for a PNG or JPEG that the model does not get because it is damaged or too small. The
// limit of 8 pixels is a guess between 5 and 8.
func unattached(o *tools.File, head []byte, name string) string {
	if kind := media.ImageType(head); kind != "image/png" && kind != "image/jpeg" {
		return ""
	}

	width, height, ok := media.Decode(o)
	switch {
	case !ok:
		return "Could not embed image in conversation: image decode failed: pixel decode returned no image"
	case width > 0 && (min(width, height) < 8 || width*height < 512):
		return "[Image from " + name + " was not attached: too small for vision models]"
	}

	return ""
}

// isBinary reports whether Grok Build takes a file for binary. head is its first sampleSize bytes.
func isBinary(head []byte, name string) bool {
	return slices.Contains(binaryExtensions, node.Extension(ospath.POSIX, name)) || isbinary.ByControls(head)
}

// isRules reports whether a path, without resolving links, is a file of instructions.
func isRules(name string) bool {
	return lists.HasWord("AGENTS.md Agents.md CLAUDE.md Claude.md CLAUDE.local.md", name)
}

// isSkill reports whether a path, without resolving links, is a skill's file, which is read whole.
func isSkill(env tools.Env, path string) bool {
	name := env.Path().Base(path)
	if name == "SKILL.md" {
		return true
	}
	return node.Extension(ospath.POSIX, name) == "md" &&
		slices.Contains(paths.Split(paths.Slashed(env, env.Path().Clean(path))), "skills")
}
