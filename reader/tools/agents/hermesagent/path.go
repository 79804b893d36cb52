package hermesagent

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"eyeline/reader/access"
	"eyeline/reader/internal/runtime/python"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
)

// binary are extensions of files that the agent does not read.
const binary = ".png .jpg .jpeg .gif .bmp .ico .webp .tiff .tif " +
	".mp4 .mov .avi .mkv .webm .wmv .flv .m4v .mpeg .mpg .mp3 .wav .ogg .flac .aac .m4a .wma .aiff .opus " +
	".zip .tar .gz .bz2 .7z .rar .xz .z .tgz .iso " +
	".exe .dll .so .dylib .bin .o .a .obj .lib .app .msi .deb .rpm " +
	".doc .docx .xls .xlsx .ppt .pptx .odt .ods .odp .ttf .otf .woff .woff2 .eot " +
	".pyc .pyo .class .jar .war .ear .node .wasm .rlib .sqlite .sqlite3 .db .mdb .idx " +
	".psd .ai .eps .sketch .fig .xd .blend .3ds .max .swf .fla .lockb .dat .data"

// documents are extensions of files that the agent may convert to text, some of them with a library.
const documents = ".ipynb .docx .xlsx .doc .docm .ppt .pps .pot .pptx .pptm .ppsx .ppsm .xls .xlsm .xlsb " +
	".odt .ods .odp .rtf .epub .pdf"

// environments are names of files that the agent does not read.
const environments = ".env .env.local .env.development .env.production .env.test .env.staging .envrc"

// extension returns what follows the last dot of a path, in lower case and with the dot.
func extension(file string) string {
	name := path.Base(file)
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		return strings.ToLower(name[dot:])
	}
	return ""
}

// find resolves a path, with checks in the agent's order.
func find(env tools.Env, given string) (string, error) {
	if env.System.IsWindows() {
		return "", tools.RefuseOwn("eyeline: what the agent gives on Windows is not imitated")
	}

	file := given
	if strings.HasPrefix(given, "~") {
		file = env.HomeDir() + given[1:]
		if given != "~" && given[1] != '/' {
			return "", tools.RefuseOwn("eyeline: the home of a user is not looked up")
		}
	}

	resolved, err := python.Resolve(env, python.Path(env, python.PathsIn(env).Join(env.Dir(), file)))
	if err != nil {
		return "", tools.Refuse(`{"error": ` + quoted(err.Error()) + `}`)
	}
	if err := refused(env, given, resolved); err != nil {
		return "", err
	}

	return file, look(env, file)
}

// look returns the refusal of what is not a regular file.
func look(env tools.Env, file string) error {
	fi, err := env.Files().Stat(env.Abs(file))
	switch {
	case errors.Is(err, access.ErrOutside):
		return env.RefuseOutside()
	case errors.Is(err, fs.ErrPermission):
		return tools.RefuseOwn("eyeline: which similar names the agent gives is not known: " + err.Error()).Because(err)
	case err != nil:
		return missing(env, file, err)
	case fi.IsDir():
		return failure(notRegular(file))
	case !fi.Mode().IsRegular():
		return tools.RefuseOwn("eyeline: what the agent says of a special file is not imitated")
	}

	return nil
}

// refused returns the refusal of a file by its resolved path; nil for others.
func refused(env tools.Env, given, resolved string) error {
	ext := extension(resolved)
	home := env.HomeDir()
	switch {
	case strings.HasPrefix(resolved, "/dev/"), strings.HasPrefix(resolved, "/proc/"):
		return tools.RefuseOwn("eyeline: what the agent says of a special file is not imitated")
	case lists.HasWord(documents, ext):
		return tools.RefuseOwn("eyeline: how the agent gives a document as text is not imitated")
	case lists.HasWord(binary, ext):
		text := "Cannot read binary file '" + given + "' (" + suffix(resolved) +
			"). Use vision_analyze for images, or terminal to inspect binary files."
		return tools.Refuse(`{"error": ` + quoted(text) + `}`)
	case home != "" && strings.HasPrefix(resolved, path.Join(home, ".hermes")+"/"):
		return tools.RefuseOwn("eyeline: which of its own files the agent reads is not imitated")
	case lists.HasWord(environments, strings.ToLower(path.Base(resolved))):
		text := "Access denied: " + resolved + " is a secret-bearing environment file and cannot be read to prevent " +
			"credential leakage. If you need to check the file structure, read .env.example instead. " +
			"(Defense-in-depth — not a security boundary; the terminal tool can still bypass.)"
		return tools.Refuse(`{"error": ` + quoted(text) + `}`)
	case lists.HasWord(binary, extension(given)):
		return tools.RefuseOwn("eyeline: what the agent says of a link with such a name is not imitated")
	}

	return nil
}

// suffix returns the extension as the agent has it; "" for a name that is nothing else.
func suffix(resolved string) string { return strings.ToLower(python.Suffix(path.Base(resolved))) }

func notRegular(file string) string {
	return "Cannot read '" + file + "': not a regular file (directory, FIFO, socket, or device). Reading it could " +
		"block indefinitely."
}

// missing returns the refusal of a missing file. The agent suggests names depending on the order of ls, so the text is
// only known if no name resembles it.
func missing(env tools.Env, file string, reason error) error {
	dir, name := path.Split(file)
	if name == "" {
		return tools.RefuseOwn("eyeline: what the agent says of such a path is not imitated")
	}

	entries, err := env.Files().ReadDir(env.Abs(cmp.Or(dir, ".")), 0)
	if errors.Is(err, access.ErrOutside) {
		return env.RefuseOutside()
	}

	for _, e := range entries { // what cannot be listed has no names
		if !strings.HasPrefix(e.Name(), ".") && mayResemble(strings.ToLower(name), strings.ToLower(e.Name())) {
			return tools.RefuseOwn("eyeline: which similar names the agent gives is not known").Because(reason)
		}
	}

	return failure("File not found: " + file).(*tools.Error).Because(reason)
}

// mayResemble reports whether the agent may suggest an entry of the folder for a name.
func mayResemble(name, entry string) bool {
	ext := path.Ext(name)
	switch {
	case !isASCII(name + entry), strings.Contains(name, entry), strings.Contains(entry, name):
		return true
	case stem(name) == stem(entry), ext != "" && ext == path.Ext(entry):
		return true
	}

	var count [utf8.RuneSelf]int
	for i := range len(name) {
		count[name[i]]++
	}

	common := 0
	for i := range len(entry) {
		count[entry[i]]--
		if count[entry[i]] >= 0 {
			common++
		}
	}

	return 10*common >= 4*(len(name)+len(entry)) // an upper bound of the common sequence
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(c rune) bool { return c >= utf8.RuneSelf }) < 0
}

func stem(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }
