package conformance

import (
	"bytes"
	"encoding/json"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"
)

// The cases were recorded on Linux. On Windows, cases are skipped if their files cannot exist there, and paths in the
// others are compared with slashes.
const onWindows = runtime.GOOS == "windows"

// canBeOnWindows reports whether Windows allows a file of this name.
func canBeOnWindows(name string) bool {
	if !utf8.ValidString(name) || strings.ContainsFunc(name, notOnWindows) {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if part != strings.TrimRight(part, ". ") || isDeviceName(part) {
			return false
		}
	}
	return true
}

func notOnWindows(r rune) bool { return r < ' ' || strings.ContainsRune(`<>:"|?*\`, r) }

// isDeviceName reports whether a name is that of a device, such as NUL, with any extension.
func isDeviceName(name string) bool {
	base, _, _ := strings.Cut(strings.ToLower(name), ".")
	switch base {
	case "con", "prn", "aux", "nul":
		return true
	}
	port := strings.HasPrefix(base, "com") || strings.HasPrefix(base, "lpt")
	return port && len(base) == 4 && base[3] >= '1' && base[3] <= '9'
}

// canHave reports whether this system can have all files that a case is about.
func (c *corpus) canHave(k Case) bool {
	if !onWindows {
		return true
	}

	// Arguments that are no JSON have no fields: what begins with a slash in them is a path of POSIX.
	rooted := !json.Valid(k.Args) && bytes.Contains(k.Args, []byte(`"/`))
	ok := !k.named && !rooted && c.canHavePath(k, filepath.ToSlash(k.Text(k.Root)), true)
	eachText(k.Args, "", func(field, text string) {
		// In a list it is a path if it is one of POSIX.
		is := isPath(field) || field == "" && strings.HasPrefix(text, "/")
		ok = ok && c.canHavePath(k, filepath.ToSlash(k.Text(text)), is)
	})
	return ok
}

// canHavePath reports whether the file that an argument of a case names can exist on Windows. If isPath is false, the
// text may be something else, such as a command; then it is
// false only if the answer depends on a lacking file.
func (c *corpus) canHavePath(k Case, text string, isPath bool) bool {
	rel, below := strings.CutPrefix(text, dirMark)
	if !below {
		rel = path.Join(strings.TrimPrefix(k.Text(k.Root), dirMark), text)
	}

	outside := !below && (strings.HasPrefix(text, "/") || strings.Contains(text, ":/"))
	rel = strings.TrimPrefix(path.Clean("/"+rel), "/")
	spelled, known := c.spelled[strings.ToLower(rel)]
	if isPath && (outside || !canBeOnWindows(rel) || len(rel) > 255 || known && spelled != rel) {
		return false
	}

	fromRoot := rel // where it begins with the name of the root, as Zed's do
	if root := strings.TrimPrefix(k.Text(k.Root), dirMark+"/"); strings.HasPrefix(text, path.Base(root)+"/") {
		fromRoot = path.Join(path.Dir(root), text)
	}

	for _, name := range c.lacking {
		if c.concerns(k, rel, name) || fromRoot == name {
			return false
		}
	}

	return true
}

// concerns reports whether the answer about rel depends on another file, name, which is lacking.
func (c *corpus) concerns(k Case, rel, name string) bool {
	if strings.EqualFold(rel, name) || strings.HasPrefix(rel, name+"/") {
		return true
	}
	lists := rel == "" || strings.HasPrefix(name, rel+"/")
	if lists && k.OK && k.Digest != "" {
		return true
	}
	return (lists || path.Dir(rel) == path.Dir(name)) && strings.Contains(k.Content+k.Error, path.Base(name))
}

// namesBackslash reports whether a path in the arguments of a call contains a backslash as part of a name.
func namesBackslash(args []byte) (names bool) {
	eachText(args, "", func(field, text string) {
		names = names || isPath(field) && strings.Contains(text, `\`)
	})
	return names
}

// isPath reports whether an argument is a path, judging by the argument's name.
func isPath(field string) bool {
	return strings.Contains(field, "path") || strings.Contains(field, "file")
}

// eachText calls tell for every text in the arguments of a call, with the name of the field that it is in.
func eachText(args []byte, field string, tell func(field, text string)) {
	var text string
	var list []json.RawMessage
	var object map[string]json.RawMessage

	switch {
	case json.Unmarshal(args, &text) == nil:
		tell(field, text)
	case json.Unmarshal(args, &list) == nil:
		for _, element := range list {
			eachText(element, field, tell)
		}
	case json.Unmarshal(args, &object) == nil:
		for name, value := range object {
			eachText(value, name, tell)
		}
	}
}

// pathsBelow returns a pattern that matches paths below a folder, both plain and escaped as in JSON.
func pathsBelow(dir string) *regexp.Regexp {
	parts := strings.Split(filepath.ToSlash(dir), "/")
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	return regexp.MustCompile(`(?i)` + strings.Join(parts, `[\\/]+`) + `((?:[\\/]+[^\\/\s"'<>:,]*)*)`)
}

// Text returns a text of an answer in the form that the cases have: on Windows with the mark in place of the corpus
// directory, and with slashes in the paths below it.
func (c Case) Text(got string) string {
	if c.paths == nil {
		return got
	}

	got = c.paths.ReplaceAllStringFunc(got, func(found string) string {
		rest := c.paths.FindStringSubmatch(found)[1]
		return dirMark + separators.ReplaceAllString(rest, "/")
	})
	for _, name := range c.names {
		got = strings.ReplaceAll(got, strings.ReplaceAll(name, "/", `\\`), name)
		got = strings.ReplaceAll(got, strings.ReplaceAll(name, "/", `\`), name)
	}

	return got
}

var (
	// rustError matches the system's error that ends a message of a program in Rust.
	rustError = regexp.MustCompile(`[A-Z][^:,]*\(os error (\d+)\)\z`)
	// numbersOnWindows has for the number of an error of Linux those of the errors that Windows has for the same.
	numbersOnWindows = map[string][]string{
		"2":  {"2", "3"},        // no such file: no such file, or no such folder
		"20": {"2", "3", "123"}, // not a folder: the same, or a name that ends with a separator
		"21": {"5"},             // a folder: access is denied
	}
)

// sameOnWindows reports whether an error text of Windows says what one of Linux says. Programs in Rust print the words
// of the system and its number. Node.js has no ENOTDIR there: what is below a file is not found.
func sameOnWindows(got, want string) bool {
	gotAt := rustError.FindStringSubmatchIndex(got)
	wantAt := rustError.FindStringSubmatchIndex(want)
	if gotAt != nil && wantAt != nil {
		numbers := numbersOnWindows[want[wantAt[2]:wantAt[3]]]
		return got[:gotAt[0]] == want[:wantAt[0]] && slices.Contains(numbers, got[gotAt[2]:gotAt[3]])
	}
	return got == strings.ReplaceAll(want, "ENOTDIR: not a directory", "ENOENT: no such file or directory")
}

// relativeNames returns the paths in the arguments of a call that contain a separator, relative to its root. Some
// agents rewrite such paths in their answers.
func relativeNames(args []byte, root string) (names []string) {
	eachText(args, "", func(_, text string) {
		for word := range strings.FieldsSeq(strings.Trim(text, `"'`)) {
			word = strings.Trim(strings.TrimPrefix(word, root+"/"), `"'`)
			if strings.Contains(word, "/") {
				names = append(names, word, path.Clean(word))
			}
		}
	})
	return names
}

var separators = regexp.MustCompile(`[\\/]+`)

// oneSeparator replaces several slashes in a row by one, in the paths below a mark.
func oneSeparator(text string) string {
	return markedPath.ReplaceAllStringFunc(text, func(found string) string {
		return separators.ReplaceAllLiteralString(found, "/")
	})
}

// windowsArgs returns the arguments with paths as the agent would have them on Windows.
func windowsArgs(args json.RawMessage, put func(string) string) json.RawMessage {
	var text string
	if json.Unmarshal(args, &text) == nil {
		inner, _ := json.Marshal(string(windowsPaths([]byte(text), put)))
		return inner
	}
	return windowsPaths(args, put)
}

// windowsPaths inserts the folders into a JSON text, and replaces slashes by backslashes in the paths below them.
func windowsPaths(text []byte, put func(string) string) []byte {
	return markedPath.ReplaceAllFunc(text, func(found []byte) []byte {
		quoted, _ := json.Marshal(filepath.FromSlash(put(string(found))))
		return quoted[1 : len(quoted)-1]
	})
}

var markedPath = regexp.MustCompile(`\{\{(?:DIR|HOME)\}\}[^"\\\s]*`)
