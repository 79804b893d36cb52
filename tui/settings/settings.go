// Package settings reads the viewer's settings file, $XDG_CONFIG_HOME/eyeline/config.toml, and keeps presets in it.
//
// The names of the settings are those of the viewer's flags; a flag given on the command line stands over the file.
package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2"
)

// Settings is the content of a settings file.
type Settings struct {
	Tool        *string `toml:"tool"`
	Mode        *string `toml:"mode"`
	Root        *string `toml:"root"`
	MaxFileSize *int64  `toml:"max-file-size"`
	Panes       *string `toml:"panes"`
	Wrap        *bool   `toml:"wrap"`
	Invisibles  *bool   `toml:"invisibles"`
	Why         *bool   `toml:"why"`
	Follow      *bool   `toml:"follow"`
	TabWidth    *int64  `toml:"tab-width"`
	Theme       *string `toml:"theme"`
	Color       *string `toml:"color"`
	Background  *string `toml:"background"`
	Mouse       *bool   `toml:"mouse"`
	Plain       *bool   `toml:"plain"`
	Tokenizer   *string `toml:"tokenizer"`

	// Keys replaces the keys of actions.
	Keys map[string]Keys `toml:"keys"`
	// Colors replaces the colours of roles, such as line-number = "bold #ff8800".
	Colors map[string]string `toml:"colors"`
	// Arguments are a tool's arguments, by their flags, that stand when none are given.
	Arguments map[string]map[string]any `toml:"arguments"`
	// Presets are named requests: tool, mode, and arguments by their flags.
	Presets map[string]map[string]any `toml:"presets"`
}

// Keys is one key or several.
type Keys []string

// UnmarshalText takes keys divided by blanks.
func (k *Keys) UnmarshalText(text []byte) error {
	*k = strings.Fields(string(text))
	return nil
}

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

// Load reads a settings file. One that does not exist is empty; any other error is an *Error.
func Load(path string) (*Settings, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &Settings{}, nil
	}
	if err != nil {
		return nil, &Error{Path: path, Text: err.Error()}
	}
	return Parse(path, text)
}

// Parse reads settings; path stands in errors.
func Parse(path string, text []byte) (*Settings, error) {
	s := &Settings{}
	d := toml.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	err := d.Decode(s)
	if err == nil {
		return s, nil
	}
	if missing := (*toml.StrictMissingError)(nil); errors.As(err, &missing) && len(missing.Errors) > 0 {
		first := missing.Errors[0]
		row, col := first.Position()
		return nil, &Error{path, row, col, fmt.Sprintf("no setting is called %q", strings.Join(first.Key(), "."))}
	}
	if decode := (*toml.DecodeError)(nil); errors.As(err, &decode) {
		row, col := decode.Position()
		return nil, &Error{path, row, col, strings.TrimPrefix(decode.Error(), "toml: ")}
	}
	return nil, &Error{Path: path, Text: err.Error()}
}

// Flags are the settings that are flags too, as a flag takes them.
func (s *Settings) Flags() map[string]string {
	out := map[string]string{}
	set := func(name string, v any) {
		switch v := v.(type) {
		case *string:
			if v != nil {
				out[name] = *v
			}
		case *bool:
			if v != nil {
				out[name] = fmt.Sprint(*v)
			}
		case *int64:
			if v != nil {
				out[name] = fmt.Sprint(*v)
			}
		}
	}
	set("tool", s.Tool)
	set("mode", s.Mode)
	set("root", s.Root)
	set("max-file-size", s.MaxFileSize)
	set("panes", s.Panes)
	set("wrap", s.Wrap)
	set("invisibles", s.Invisibles)
	set("why", s.Why)
	set("follow", s.Follow)
	set("tab-width", s.TabWidth)
	set("theme", s.Theme)
	set("color", s.Color)
	set("background", s.Background)
	set("mouse", s.Mouse)
	set("plain", s.Plain)
	set("tokenizer", s.Tokenizer)
	return out
}

// PresetNames lists the presets, sorted.
func (s *Settings) PresetNames() []string {
	names := make([]string, 0, len(s.Presets))
	for n := range s.Presets {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// SavePreset writes a preset into the settings file at path, in the place of one of the same name; the rest of the
// file stays as it is, comments too. A file that cannot be read as settings is left alone.
func SavePreset(path, name string, values map[string]any) error {
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := Parse(path, old); err != nil {
		return err
	}
	text := withPreset(string(old), name, values)
	if _, err := Parse(path, []byte(text)); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	temp := path + ".new"
	if err := os.WriteFile(temp, []byte(text), 0o644); err != nil {
		return err
	}
	return os.Rename(temp, path)
}

// withPreset replaces or appends the table of a preset.
func withPreset(text, name string, values map[string]any) string {
	header := "[presets." + tomlKey(name) + "]"
	var b strings.Builder
	skipping := false
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "[") {
			skipping = trimmed == header
		}
		if !skipping {
			b.WriteString(line)
		}
	}
	out := strings.TrimRight(b.String(), "\n")
	if out != "" {
		out += "\n\n"
	}
	keys := make([]string, 0, len(values))
	for k := range values {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	out += header + "\n"
	for _, k := range keys {
		v, err := toml.Marshal(map[string]any{k: values[k]})
		if err == nil {
			out += string(v)
		}
	}
	return out
}

// tomlKey writes a key bare where it can stand so.
func tomlKey(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == "" {
		return s
	}
	return fmt.Sprintf("%q", s)
}
