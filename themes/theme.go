// Package themes, which changes without notice, turns semantic roles and syntax classes into colours.
//
// A [Theme] is made once from a chroma style and a colour profile; it has a ready escape sequence for everything
// that it styles, so that drawing a token is an append. Foreground colours of a style are moved towards white or
// black until they have a contrast of 4.5:1, because the screen keeps the terminal's own background: a dark theme is
// legible on #000000 to #1e1e1e and on the style's own background, a light one on #ffffff to #f6f8fa and its own.
package themes

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/chroma/v2"
)

// styleFiles are chroma's styles, "styles/NAME.xml" each. Its own package of them parses all when a program starts.
// TestStyles keeps these copies the same.
//
//go:embed styles/*.xml
var styleFiles embed.FS

// The themes for a dark and for a light terminal when none is chosen.
const (
	DefaultDark  = "github-dark"
	DefaultLight = "github"
)

// Reset ends every sequence that a theme gives.
const Reset = "\x1b[m"

// Profile is what colours a terminal shows.
type Profile uint8

const (
	None      Profile = iota // no colour: bold, underline and reverse only
	ANSI8                    // the terminal's 8 dark named colours
	ANSI16                   // its 16 named colours
	ANSI256                  // the xterm palette
	TrueColor                // 24 bit
)

// Theme is a theme for one profile. It does not change and may be shared between goroutines.
type Theme struct {
	// Name is the chroma style's name, in lower case.
	Name string
	// Dark says that the theme is meant for a dark background.
	Dark    bool
	Profile Profile

	roles  []string        // by Role
	syntax func() []string // by SyntaxClass; made when a file's text is first coloured, which is after the first screen
}

// New makes a theme of the chroma style called name, in any case. The error names an unknown style.
func New(name string, p Profile) (*Theme, error) {
	if t := kept(name, p); t != nil {
		return t, nil
	}
	return deriveTheme(name, p)
}

// derived has the looks of the default themes' roles as they are derived from their styles: to read a style and derive
// them takes longer than all else that the first screen is drawn with. TestDerived writes it.
//
//go:embed derived.txt
var derived string

// kept is a theme whose looks derived has; nil for any other. The colours of its tokens are derived when they are asked
// for.
func kept(name string, p Profile) *Theme {
	_, looks, found := strings.Cut(derived, fmt.Sprintf("# %s %d\n", name, p))
	if !found {
		return nil
	}

	t := &Theme{Name: name, Dark: name == DefaultDark, Profile: p, syntax: sync.OnceValue(func() []string {
		t, err := deriveTheme(name, p)
		if err != nil { // a test derives each
			return nil
		}
		return t.syntax()
	})}
	looks, _, _ = strings.Cut(looks, "#")
	for line := range strings.Lines(looks) {
		_, look, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if look != "" {
			look = "\x1b[" + look + "m"
		}
		t.roles = append(t.roles, look)
	}

	return t
}

// deriveTheme is New without what is kept of the default themes.
func deriveTheme(name string, p Profile) (*Theme, error) {
	style, err := load(name)
	if err != nil {
		return nil, err
	}

	t := &Theme{Name: strings.ToLower(name), Dark: style.Mode() == chroma.Dark, Profile: p}
	switch p {
	case None:
		t.roles = palette16{}.looks(func(r row) string { return r.plain })
		t.syntax = func() []string { return nil }
	case ANSI8, ANSI16:
		colours := onLight
		if t.Dark {
			colours = onDark
		}
		t.roles = p.dark(colours.looks(func(r row) string { return r.sixteen }))
		t.syntax = sync.OnceValue(func() []string { return p.dark(colours.syntax()) })
	default:
		d := derive(style, t.Dark, p)
		t.roles = d.roles()
		t.syntax = sync.OnceValue(d.syntax)
	}

	return t, nil
}

// With returns the theme with some roles styled otherwise: each value is words such as "bold italic underline",
// a foreground "#rrggbb" and a background "bg:#rrggbb", or "none". Colours are taken as they are given, as near as
// the profile can show them; without colour only the attributes count. The error names the role.
func (t *Theme) With(overrides map[Role]string) (*Theme, error) {
	out := *t
	out.roles = slices.Clone(t.roles)
	for _, r := range slices.Sorted(maps.Keys(overrides)) { // the same error every time
		text := overrides[r]
		if int(r) >= len(roles) {
			return nil, fmt.Errorf("theme: no such role: %d", r)
		}

		if strings.TrimSpace(text) == "none" {
			out.roles[r] = ""
			continue
		}

		entry, err := chroma.ParseStyleEntry(text)
		if err != nil {
			return nil, fmt.Errorf("theme: %s: %w", r, err)
		}

		out.roles[r] = t.Profile.sequence(entry)
	}

	return &out, nil
}

// Style is the SGR sequence that begins text in a role, "" when the role has no look of its own. Sequences add up:
// CursorLine followed by a foreground is that foreground on the cursor line's background.
func (t *Theme) Style(r Role) string {
	if int(r) >= len(t.roles) {
		return ""
	}
	return t.roles[r]
}

// Plain says that the theme shows no colours, so that none need be found for a file's text.
func (t *Theme) Plain() bool { return t.Profile == None }

// Syntax is the SGR sequence that begins a token, "" for none. It sets a foreground and attributes, never a
// background.
func (t *Theme) Syntax(c SyntaxClass) string {
	if all := t.syntax(); int(c) < len(all) {
		return all[c]
	}
	return ""
}

// Names lists the themes there are, sorted.
func Names() []string {
	entries, _ := fs.ReadDir(styleFiles, "styles") // an embedded folder can be read
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".xml"))
	}
	slices.Sort(names)
	return names
}

// load parses the one style that is asked for.
func load(name string) (*chroma.Style, error) {
	f, err := styleFiles.Open("styles/" + strings.ToLower(name) + ".xml")
	if err != nil {
		return nil, fmt.Errorf("unknown theme %q", name)
	}

	defer func() { _ = f.Close() }() // embedded: closing cannot fail
	style, err := chroma.NewXMLStyle(f)
	if err != nil {
		return nil, fmt.Errorf("theme %q: %w", name, err)
	}

	return style, nil
}
