// Package settings reads the viewer's settings file, $XDG_CONFIG_HOME/eyeline/config.toml, and keeps presets in it.
//
// What settings there are and what they mean is the table of package launch; here is the form of the file.
package settings

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"eyeline/keymap"
	"eyeline/reader/source"
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

	places map[string]place // by joined key
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

// Path is where the settings file is looked for.
func Path() string { return filepath.Join(xdg.ConfigHome, filepath.FromSlash(Name)) }

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

// Load reads a settings file. One that does not exist is empty; any other error is an *Error.
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

// mostBytes is the size of the largest settings file that is read.
const mostBytes = 1 << 20

// readRegular is the content of a regular file. A named pipe or a device in its place is not even opened.
func readRegular(path string) ([]byte, error) {
	f, info, err := source.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Size() > mostBytes {
		return nil, fmt.Errorf("it is larger than %d bytes", mostBytes)
	}
	return io.ReadAll(io.LimitReader(f, mostBytes))
}

// reason is an error without the operation and path that os puts before it.
func reason(err error) string {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return p.Err.Error()
	}
	if k := (*source.KindError)(nil); errors.As(err, &k) {
		return "not a regular file"
	}
	return err.Error()
}

// parse reads settings; path is for errors, which are each an *Error.
func parse(path string, text []byte) (*File, error) {
	doc := map[string]any{}
	if err := toml.Unmarshal(text, &doc); err != nil {
		if decode := (*toml.DecodeError)(nil); errors.As(err, &decode) {
			row, col := decode.Position()
			return nil, &Error{path, row, col, strings.TrimPrefix(decode.Error(), "toml: ")}
		}
		return nil, &Error{Path: path, Text: err.Error()}
	}
	f := &File{Path: path, Values: doc, places: placesOf(text)}
	for _, read := range []func() error{f.readKeys, f.readColors, f.readArguments, f.readPresets, f.readCheck} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// table takes a table out of the values.
func (f *File) table(name string) (map[string]any, error) {
	v, given := f.Values[name]
	delete(f.Values, name)
	t, ok := v.(map[string]any)
	if given && !ok {
		return nil, f.Errorf([]string{name}, "%s is a table, [%s]", name, name)
	}
	return t, nil
}

func (f *File) readKeys() error {
	t, err := f.table(keysTable)
	if err != nil {
		return err
	}
	f.Keys = map[keymap.Action][]string{}
	for _, action := range slices.Sorted(maps.Keys(t)) {
		keys := []string{}
		switch v := t[action].(type) {
		case string:
			keys = strings.Fields(v)
		case []any:
			for _, k := range v {
				s, ok := k.(string)
				if !ok {
					return f.Errorf([]string{keysTable, action}, "keys are texts: \"q F10\" or [\"q\", \"F10\"]")
				}
				keys = append(keys, s)
			}
		default:
			return f.Errorf([]string{keysTable, action}, "keys are texts: \"q F10\" or [\"q\", \"F10\"]")
		}
		f.Keys[keymap.Action(action)] = keys
	}
	return nil
}

func (f *File) readColors() error {
	t, err := f.table(colorsTable)
	if err != nil {
		return err
	}
	f.Colors = map[string]string{}
	for _, role := range slices.Sorted(maps.Keys(t)) {
		s, ok := t[role].(string)
		if !ok {
			return f.Errorf([]string{colorsTable, role}, "a colour is a text, such as \"bold #ff8800\"")
		}
		f.Colors[role] = s
	}
	return nil
}

func (f *File) readArguments() (err error) {
	f.Arguments, err = f.tables(argumentsTable)
	return err
}

func (f *File) readPresets() (err error) {
	f.Presets, err = f.tables(presetsTable)
	return err
}

func (f *File) readCheck() (err error) {
	f.Check, err = f.table(checkTable)
	return err
}

// tables takes a table of tables out of the values.
func (f *File) tables(name string) (map[string]map[string]any, error) {
	t, err := f.table(name)
	if err != nil {
		return nil, err
	}
	out := map[string]map[string]any{}
	for _, k := range slices.Sorted(maps.Keys(t)) {
		inner, ok := t[k].(map[string]any)
		if !ok {
			return nil, f.Errorf([]string{name, k}, "%s.%s is a table, [%s.%s]", name, Key(k), name, Key(k))
		}
		out[k] = inner
	}
	return out, nil
}

// PresetNames lists the presets, sorted.
func (f *File) PresetNames() []string { return slices.Sorted(maps.Keys(f.Presets)) }

// Errorf makes an error about a setting, or about the nearest one around it whose place in the file is known.
func (f *File) Errorf(key []string, format string, args ...any) *Error {
	at := place{}
	for n := len(key); n > 0 && at == (place{}); n-- {
		at = f.places[joined(key[:n])]
	}
	return &Error{f.Path, at.line, at.column, fmt.Errorf(format, args...).Error()}
}

// place is where a key first is in a file, 1-based.
type place struct{ line, column int }

// joined makes one string of a key's parts, which may have dots in them.
func joined(key []string) string { return strings.Join(key, "\x00") }

// placesOf finds the places of the keys of a text that is valid TOML.
func placesOf(text []byte) map[string]place {
	places := map[string]place{}
	var p unstable.Parser
	p.Reset(text)
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		var key []string
		var first unstable.Range
		for it := e.Key(); it.Next(); {
			if len(key) == 0 {
				first = it.Node().Raw
			}
			key = append(key, string(it.Node().Data))
		}
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = key
		case unstable.KeyValue:
			key = append(slices.Clone(table), key...)
		default:
			continue
		}
		start := p.Shape(first).Start
		for n := 1; n <= len(key); n++ {
			if name := joined(key[:n]); places[name] == (place{}) {
				places[name] = place{start.Line, start.Column}
			}
		}
	}
	return places
}
