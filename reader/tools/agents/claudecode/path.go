package claudecode

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/media"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
)

// checkPath makes checks 3 to 5.
func (c version) checkPath(a readArguments, stream bool) error {
	switch {
	case stream: // a stream has no path
	case strings.IndexByte(a.given, 0) >= 0:
		return toolUseError("Read file_path cannot contain null bytes (\\0). Remove the null byte and try again.")
	case js.Length(a.given) > 4096 && !c.old:
		return toolUseError(fmt.Sprintf("Read file_path has %d characters, and Read takes at most 4096. "+
			"Resolve any \"./\" and \"../\" parts, drop any white space around the path, and send it again.",
			js.Length(a.given)))
	}

	return c.checkPages(a)
}

// binaryExtensions are extensions of files that are refused.
const binaryExtensions = "bmp ico tiff tif heic heif avif psd ai eps mp4 mov avi mkv webm wmv flv m4v mpeg mpg mp3 " +
	"wav ogg flac aac m4a wma aiff opus zip tar gz bz2 7z rar xz z tgz iso dmg lz4 zst deb rpm apk jar war ear " +
	"exe dll so dylib bin o a obj lib app msi node wasm doc docx docm dotx dotm xls xlsx xlsm xlsb xltx " +
	"xltm ppt pptx pptm ppsx ppsm potx potm odt ods odp epub ttf otf woff woff2 eot pyc pyo class whl " +
	"rlib db sqlite sqlite3 mdb idx dat data blend 3ds max swf fla lockb parquet feather npy npz pickle " +
	"sketch fig numbers"

// notBinary197 are those that 2.1.197 accepts.
const notBinary197 = "dmg epub numbers"

// checkName makes checks 6 and 7, by the absolute path alone.
func (c version) checkName(env tools.Env, abs, given string) error {
	ext := extensionOf(abs)
	dotted := node.Path(env).Ext(abs)
	// The name is only an extension.
	unnamed := !c.old && dotted == "" && lists.HasWord("pdf png jpg jpeg gif webp", ext)
	if unnamed || lists.HasWord(binaryExtensions, ext) && !(c.old && lists.HasWord(notBinary197, ext)) {
		advice := "Use a skill for this file type if one is available, or a shell command or script that can read " +
			"the format."
		if c.old {
			advice = "Please use appropriate tools for binary file analysis."
		}

		return toolUseError(fmt.Sprintf("This tool cannot read binary files. The file appears to be a binary %s "+
			"file. %s",
			strings.ToLower(dotted), advice))
	}

	if env.Stream == nil && (strings.HasPrefix(abs, "/dev/") || strings.HasPrefix(abs, "/proc/")) &&
		devicePath().MatchString(abs) {
		return toolUseError(c.deviceText(given))
	}

	return nil
}

// extensionOf returns what follows the last dot of a path, in lower case.
func extensionOf(file string) string {
	return strings.ToLower(file[strings.LastIndexByte(file, '.')+1:])
}

// devicePath matches paths that are refused as devices or files of processes.
var devicePath = lazy.Regexp(
	`^(/dev/(zero|random|urandom|full|stdin|stdout|stderr|tty|console|fd/[0-9]+)|/proc/(self|[0-9]+)/(status|cmdline|` +
		`environ|fd/[0-9]+))$`,
)

func (c version) deviceText(given string) string {
	if c.old {
		return "Cannot read '" + given + "': this device file would block or produce infinite output."
	}
	return "Cannot read '" + given + "': this path names a device or process file that this tool does not read."
}

// deviceBehind reports whether a path leads over links to one that devicePath matches.
func (c version) deviceBehind(env tools.Env, abs string) bool {
	at := abs
	p := node.Path(env)
	for range 40 { // one link after the other: /proc/self is itself a link
		target, err := env.Files().Readlink(at)
		if err != nil {
			return false
		}

		at = p.Resolve(p.Dir(at), target)
		if devicePath().MatchString(at) {
			return true
		}
	}

	return false
}

// words returns the tool's text for an error of reading a file (checks 7 to 9).
func (c version) words(env tools.Env, file string, err error) string {
	abs := node.Path(env).Resolve(env.Dir(), node.Home(env, file))
	err = env.Opening(abs, err)
	name, _ := node.Errno(err)
	switch {
	case tools.IsSpecial(err) && c.deviceBehind(env, abs):
		return c.deviceText(file)
	case name == "ENOENT":
		return "File does not exist. Note: your current working directory is " + env.Dir() + "." + suggestion(env, abs)
	case name == "EISDIR":
		if strings.HasSuffix(js.Trim(file), "/") && node.Path(env).IsAbs(file) && abs != "/" && !c.old {
			abs += "//" // an absolute path gets another slash
		}
		return node.Error(err, "read", abs)
	case name == "ELOOP" && !c.old:
		return "Refusing to read " + abs + ": where it leads on disk could not be determined " +
			"(a link on the way could not be examined, or the links do not resolve)."
	case !c.old:
		return node.Error(err, "open", abs)
	}

	return oldWords(env, file, abs, err)
}

// oldWords are those of the version before for an error, by the path of the file as given and its absolute one.
func oldWords(env tools.Env, file, abs string, err error) string {
	name, _ := node.Errno(err)
	switch {
	case errors.Is(err, syscall.ENAMETOOLONG) && len(abs) > 4095:
		return node.Error(err, "open", "")
	case errors.Is(err, syscall.ENAMETOOLONG):
		return node.Error(err, "statx", "")
	case name == "ENOTDIR" && strings.HasSuffix(file, "/"):
		return node.Error(err, "statx", abs+"/")
	case errors.Is(err, fs.ErrPermission):
		if _, unseen := env.Files().Stat(abs); unseen == nil {
			return node.Error(err, "open", abs)
		}
	}

	return node.Error(err, "statx", abs)
}

// suggestion returns the end of the text for a missing file: a file beside it with another extension, or the same path
// below the working directory.
func suggestion(env tools.Env, abs string) string {
	p := node.Path(env)
	dir := p.Dir(abs)
	name := p.Base(abs)
	stem := strings.TrimSuffix(name, p.Ext(name))
	found := ""
	_ = env.Files().EachEntry(dir, func(e fs.DirEntry) bool {
		if e.Name() != name && strings.TrimSuffix(e.Name(), p.Ext(e.Name())) == stem {
			found = e.Name()
		}
		return found == ""
	})
	if found != "" {
		return " Did you mean " + found + "?"
	}

	cwd := env.Dir()
	above := strings.TrimSuffix(p.Dir(cwd), p.Separator()) + p.Separator()
	rest, below := strings.CutPrefix(abs, above)
	if !below || abs == cwd || strings.HasPrefix(abs, cwd+p.Separator()) {
		return ""
	}

	moved := p.Resolve(cwd, rest)
	if _, err := env.Files().Stat(moved); err != nil {
		return ""
	}

	return " Did you mean " + moved + "?"
}

// htmlStarts are beginnings of HTML documents, in lower case.
var htmlStarts = []string{"<html", "<!doctype html"}

// describeHead describes the content of a file that is named like a picture.
func describeHead(head []byte) string {
	shown := make([]byte, 0, 24)
	for _, b := range head[:min(len(head), 24)] {
		if b < 0x20 || b > 0x7e {
			b = '.'
		}
		shown = append(shown, b)
	}

	text := strings.TrimLeft(strings.ToLower(string(head)), " \t\r\n")
	begins := func(with string) bool { return strings.HasPrefix(text, with) }
	switch {
	case slices.ContainsFunc(htmlStarts, begins):
		return fmt.Sprintf("HTML document (starts with \"%s\")", shown)
	case begins("<"):
		return fmt.Sprintf("XML/SVG document (starts with \"%s\")", shown)
	case begins("{"):
		return fmt.Sprintf("JSON/text (starts with \"%s\")", shown)
	case media.IsPDF(head):
		return "PDF document"
	}

	return fmt.Sprintf("unrecognized bytes (hex: % x)", head[:min(len(head), 8)])
}
