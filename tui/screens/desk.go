package screens

import (
	"strings"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/bar"
)

// Program is the program as the parts of the file screen know it.
type Program interface {
	Host
	// Secure reports whether the viewer may only look at files: no editor, no writing, no file that the command line
	// does not name.
	Secure() bool
	// Quiet reports whether the last row has no message now.
	Quiet() bool
	// Tell puts the message of something done in the background on the last row.
	Tell(Note)
}

// Desk is a [Program] with the short ways that its parts use all the time.
type Desk struct{ Program }

// Width is the width of the screen, in cells.
func (d Desk) Width() int { return d.Canvas().Width }

// Theme is the theme in use.
func (d Desk) Theme() *themes.Theme { return d.Canvas().Theme }

// ASCII reports whether marks are drawn in ASCII.
func (d Desk) ASCII() bool { return d.Canvas().ASCII }

// KeyName is an action's first key for a person; "" when it has none.
func (d Desk) KeyName(a keymap.Action) string { return KeyName(d.Keys(), a) }

// Hint is a key of an action with a word for the footer.
func (d Desk) Hint(a keymap.Action, word string) bar.Hint { return Hint(d.Keys(), a, word) }

// Put writes text in a role's style.
func (d Desk) Put(b *strings.Builder, role themes.Role, text string) {
	bar.Put(b, d.Theme(), role, text)
}

// Bar draws a row as wide as the screen, see [bar.Row].
func (d Desk) Bar(left, right []bar.Part, fill themes.Role) string {
	return d.Canvas().Bar(left, right, fill)
}

// Refuse reports whether the viewer may only look at files, and then says so.
func (d Desk) Refuse(what string) bool {
	if d.Secure() {
		d.Say(what + ": the viewer runs with --secure")
	}
	return d.Secure()
}
