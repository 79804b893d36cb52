package options

import (
	"slices"

	"eyeline/reader/search"
	"eyeline/tui/file/pane"
)

// What a person changes while the viewer runs.

// ToggleInvisibles shows invisible characters or hides them, and reports which.
func (o *Options) ToggleInvisibles() bool {
	o.Invisibles = !o.Invisibles
	return o.Invisibles
}

// CompareLetters says how searches compare letters.
func (o *Options) CompareLetters(c search.Case) { o.Case = c }

// ShowColours shows the colours that the text sets, or the sequences that set them. Invisible characters are hidden
// where the colours are shown, since with them every byte is.
func (o *Options) ShowColours(on bool) {
	if !on {
		o.ANSI = "never"
		return
	}
	o.ANSI = "always"
	o.Invisibles = false
}

// KeepHeader keeps the first lines and columns in place.
func (o *Options) KeepHeader(h pane.Header) { o.Header = h }

// SetFavourite makes a tool the last of the favourites, or no favourite.
func (o *Options) SetFavourite(name string, on bool) {
	o.Favourites = WithFavourite(o.Favourites, name, on)
}

// WithFavourite is a list of favourites with one added at the end, or taken away.
func WithFavourite(names []string, name string, on bool) []string {
	if on && slices.Contains(names, name) {
		return names
	}
	names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name })
	if on {
		names = append(names, name)
	}
	return names
}

// AddPreset adds a named request to those of the settings, or puts it in the place of the one of that name.
func (o *Options) AddPreset(name string, preset map[string]any) {
	if o.Presets == nil {
		o.Presets = map[string]map[string]any{}
	}
	o.Presets[name] = preset
}

// Insert puts a file into the list at a place.
func (o *Options) Insert(at int, path string) {
	o.Paths = slices.Insert(slices.Clone(o.Paths), at, path)
}

// ReadInput has standard input read in place of the files that are named.
func (o *Options) ReadInput() { o.Paths = nil }
