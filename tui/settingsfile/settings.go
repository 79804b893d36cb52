// Package settingsfile, which changes without notice, reads the viewer's settings file, which is at [Path], and keeps
// presets in it.
//
// What settings there are and what they mean is the table of package launch; here is the form of the file.
package settingsfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/tui/kit/atomicfile"
)

// File is the content of a settings file.
type File struct {
	Path string
	// Values are the settings outside the tables below, by name: string, bool, int64, float64, or what else TOML has.
	Values map[string]any
	// Keys are the keys of actions, which replace the usual ones.
	Keys map[keymap.Action][]string
	// Colors are the colours of roles, such as line-number = "bold #ff8800".
	Colors map[string]string
	// Arguments are a tool's arguments, by their flags, that apply when none are given.
	Arguments map[string]map[string]any
	// Presets are named requests: tool, mode, and arguments by their flags.
	Presets map[string]map[string]any
	// Check are the settings of eyeline check, by their names.
	Check map[string]any

	text []byte
	bad  *Error // what is wrong with the tables first; nil for nothing
}

// The tables of a settings file.
const (
	keysTable      = "keys"
	colorsTable    = "colors"
	argumentsTable = "arguments"
	presetsTable   = "presets"
	checkTable     = "check"
)

// Name is the settings file below the folder for settings.
const Name = "eyeline/config.toml"

// Path is where the settings file is looked for; "" without a home or another folder for it.
func Path() string {
	if filepath.IsAbs(os.Getenv("XDG_CONFIG_HOME")) {
		return filepath.Join(xdg.ConfigHome, filepath.FromSlash(Name))
	}
	home, err := os.UserHomeDir()
	if err != nil && runtime.GOOS != "windows" {
		return ""
	}
	return pathOf(usualFolder(runtime.GOOS, home, os.Getenv), xdg.ConfigHome)
}

// usualFolder is where the programs of a command line keep their settings on a system.
func usualFolder(system, home string, getenv func(string) string) string {
	if dir := getenv("APPDATA"); system == "windows" && dir != "" {
		return dir
	}
	return filepath.Join(home, ".config")
}

// pathOf is the settings file in the usual folder or, where there is only that, the one where it was before on macOS
// and Windows: where their windowed programs keep settings.
func pathOf(usual, before string) string {
	path := filepath.Join(usual, filepath.FromSlash(Name))
	old := filepath.Join(before, filepath.FromSlash(Name))
	if _, err := os.Stat(path); err != nil {
		if _, err := os.Stat(old); err == nil {
			return old
		}
	}
	return path
}

// Error is what is wrong with a settings file; lines and columns are 1-based, 0 when the place is not known.
type Error struct {
	Path         string
	Line, Column int
	Text         string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.Path, e.Text)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Text)
}

// Empty is a settings file that sets nothing.
func Empty(path string) *File { return &File{Path: path} }

// Load reads a settings file. One that does not exist is empty, as is one without a path; any other error is an *Error.
func Load(path string) (*File, error) {
	text, err := readRegular(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Empty(path), nil
	}
	if err != nil {
		return nil, &Error{Path: path, Text: reason(err)}
	}
	return parse(path, text)
}

// maxBytes is the size of the largest settings file that is read.
const maxBytes = 1 << 20

// errTooLarge says that a settings file is, or would be, too large to be read.
var errTooLarge = fmt.Errorf("it is larger than %d bytes", maxBytes)

// readRegular is the content of a regular file. A named pipe or a device in its place is not even opened.
func readRegular(path string) ([]byte, error) {
	f, info, err := source.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Size() > maxBytes {
		return nil, errTooLarge
	}
	return io.ReadAll(io.LimitReader(f, maxBytes))
}

// reason is why a settings file cannot be read.
func reason(err error) string {
	if _, ok := errors.AsType[*source.KindError](err); ok {
		return "not a regular file"
	}
	return atomicfile.Reason(err)
}

// parse reads settings; path is for errors, which are each an *Error.
func parse(path string, text []byte) (*File, error) {
	if err := tooMuch(path, text); err != nil {
		return nil, err
	}

	doc := map[string]any{}
	if err := toml.Unmarshal(text, &doc); err != nil {
		if decode, ok := errors.AsType[*toml.DecodeError](err); ok {
			row, col := decode.Position()
			return nil, &Error{path, row, col, strings.TrimPrefix(decode.Error(), "toml: ")}
		}
		return nil, &Error{Path: path, Text: err.Error()}
	}

	f := &File{Path: path, Values: doc, text: text}
	f.Keys = values[keymap.Action](f, keysTable, texts)
	f.Colors = values[string](f, colorsTable, colour)
	f.Arguments = values[string](f, argumentsTable, innerTable)
	f.Presets = values[string](f, presetsTable, innerTable)
	f.Check = f.table(checkTable)
	if f.bad != nil {
		return nil, f.bad
	}

	return f, nil
}

const (
	// maxKeys bounds the keys, tables and lists of a file. The TOML library compares each key with all others.
	maxKeys = 3000
	// maxParts bounds the parts of a key, which are tables within each other.
	maxParts = 16
)

// tooMuch refuses a text that would take the TOML library long, before it is given one.
func tooMuch(path string, text []byte) error {
	if keysIn(text) > maxKeys && keysIn(noKeys().ReplaceAll(text, nil)) > maxKeys {
		return &Error{Path: path, Text: fmt.Sprintf("more than %d keys, tables and lists", maxKeys)}
	}

	var p unstable.Parser
	p.Reset(text)
	for p.NextExpression() {
		if first, ok := longKey(p.Expression()); ok {
			at := p.Shape(first).Start
			return &Error{path, at.Line, at.Column, fmt.Sprintf("a key of more than %d parts", maxParts)}
		}
	}

	return nil // what is wrong with the form is for the library to say
}

// keysIn is how many bytes of a text begin keys' values, tables and lists, if they are not in a string or a comment.
func keysIn(text []byte) int {
	return bytes.Count(text, []byte("=")) + bytes.Count(text, []byte("[")) + bytes.Count(text, []byte("{"))
}

// noKeys finds the strings and comments of a settings file.
var noKeys = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)""".*?"""|'''.*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*`)
})

// longKey is where a key of too many parts begins in an expression or in its value.
func longKey(e *unstable.Node) (first unstable.Range, is bool) {
	switch e.Kind {
	case unstable.Table, unstable.ArrayTable, unstable.KeyValue:
		if key, first, _ := keyOf(e); len(key) > maxParts {
			return first, true
		}
	}

	switch e.Kind {
	case unstable.KeyValue:
		return longKey(e.Value())
	case unstable.Array, unstable.InlineTable:
		for it := e.Children(); it.Next(); {
			if first, ok := longKey(it.Node()); ok {
				return first, true
			}
		}
	}

	return first, false
}

// table takes a table out of the values.
func (f *File) table(name string) map[string]any {
	v, given := f.Values[name]
	delete(f.Values, name)
	t, ok := v.(map[string]any)
	if given && !ok && f.bad == nil {
		f.bad = f.Errorf([]string{name}, "%s is a table, [%s]", name, name)
	}
	return t
}

// values takes a table out of the values, and reads each of its own.
func values[K ~string, V any](f *File, name string, read func(key string, v any) (V, error)) map[K]V {
	t := f.table(name)
	out := map[K]V{}
	for _, key := range slices.Sorted(maps.Keys(t)) {
		v, err := read(Keys([]string{name, key}), t[key])
		if err != nil && f.bad == nil {
			f.bad = f.Errorf([]string{name, key}, "%w", err)
		}

		out[K(key)] = v
	}

	return out
}

// texts are the words of a text, or the texts of a list.
func texts(_ string, v any) ([]string, error) {
	list := []string{}
	if s, ok := v.(string); ok {
		return append(list, strings.Fields(s)...), nil
	}
	all, ok := v.([]any)

	for _, e := range all {
		s, isText := e.(string)
		list = append(list, s)
		ok = ok && isText
	}

	if !ok {
		return nil, errors.New("keys are texts: \"q F10\" or [\"q\", \"F10\"]")
	}
	return list, nil
}

func colour(_ string, v any) (string, error) {
	if s, ok := v.(string); ok {
		return s, nil
	}
	return "", errors.New("a colour is a text, such as \"bold #ff8800\"")
}

func innerTable(key string, v any) (map[string]any, error) {
	if t, ok := v.(map[string]any); ok {
		return t, nil
	}
	return nil, fmt.Errorf("%[1]s is a table, [%[1]s]", key)
}

// PresetNames lists the presets, sorted; nil has none.
func (f *File) PresetNames() []string {
	if f == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(f.Presets))
}

// Errorf makes an error about a setting, or about the nearest one around it whose place in the file is known.
func (f *File) Errorf(key []string, format string, args ...any) *Error {
	bad := &Error{Path: f.Path, Text: fmt.Errorf(format, args...).Error()}
	var p unstable.Parser
	p.Reset(f.text)
	var table []string
	most := 0 // parts that a key in the file has in common with the one that is meant
	for p.NextExpression() {
		e := p.Expression()
		name, first, _ := keyOf(e)
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = name
		case unstable.KeyValue:
			name = append(slices.Clone(table), name...)
		default:
			continue
		}

		common := 0
		for common < min(len(name), len(key)) && name[common] == key[common] {
			common++
		}

		if common > most {
			at := p.Shape(first).Start
			most = common
			bad.Line = at.Line
			bad.Column = at.Column
		}
	}

	return bad
}
