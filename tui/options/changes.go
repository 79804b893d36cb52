package options

import (
	"slices"

	"eyeline/reader/search"
	"eyeline/tui/file/pane"
)

// What a person changes while the viewer runs.

// WrapLines wraps long lines or chops them: those of a paged text, or those that are shown while a tool is on.
func (o *Options) WrapLines(paging, wraps bool) {
	if paging {
		o.Chop = !wraps
		return
	}
	o.Wrap = wraps
}

// Wraps reports whether long lines are wrapped: those of a paged text, or those that are shown while a tool is on.
func (o *Options) Wraps(paging bool) bool {
	if paging {
		return !o.Chop
	}
	return o.Wrap
}

// ToggleInvisibles shows invisible characters or hides them, and reports which.
func (o *Options) ToggleInvisibles() bool {
	o.Invisibles = !o.Invisibles
	return o.Invisibles
}

// ToggleMouse gives the mouse to the viewer or to the terminal, and reports whether the viewer has it.
func (o *Options) ToggleMouse() bool {
	o.Mouse = !o.Mouse
	return o.Mouse
}

// ToggleNumbers shows line numbers while no tool is on, or hides them.
func (o *Options) ToggleNumbers() { o.Gutter.Numbers = !o.Gutter.Numbers }

// ToggleWhy shows why each line is in a block, or hides it, and reports which.
func (o *Options) ToggleWhy() bool {
	o.Gutter.Why = !o.Gutter.Why
	return o.Gutter.Why
}

// ToggleKeepScreen leaves the last screen on the terminal at the end, or not, and reports which.
func (o *Options) ToggleKeepScreen() bool {
	o.KeepScreen = !o.KeepScreen
	return o.KeepScreen
}

// KeepTheScreen leaves the last screen on the terminal at the end.
func (o *Options) KeepTheScreen() { o.KeepScreen = true }

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

// MarkChanges marks the lines that differ from a revision, or none.
func (o *Options) MarkChanges(on bool) {
	o.Marks = marksNever
	if on {
		o.Marks = MarksAuto
	}
}

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

// KeepBackground keeps the theme whatever the terminal answers to what its background is.
func (o *Options) KeepBackground() { o.AskBackground = false }

// CopyBy says what puts a text into the terminal's clipboard.
func (o *Options) CopyBy(write func(text string) error) { o.Clipboard = write }
