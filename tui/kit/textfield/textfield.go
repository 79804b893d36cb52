// Package textfield, which changes without notice, is one line of text being typed, edited by the actions of the
// keymap.
package textfield

import (
	"unicode"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/kit/cells"
)

// limit is the greatest number of characters of a text that is typed.
const limit = 4096

// Field is one line of text being typed. It is the library's text input, reached only by the actions of the keymap:
// no key has a meaning that the table does not list, and nothing is asked of it that it gets wrong. Its deletion of the
// word after the cursor indexes past the end of the text, so that is done here; pasting by key would run a program to
// read the clipboard, so it is left to the terminal, which pastes by itself. New makes one.
type Field struct{ in textinput.Model }

// New returns a field with a text, with the cursor at its end.
func New(text string) Field {
	in := textinput.New()
	in.Prompt = ""
	in.CharLimit = limit
	in.Cursor.SetMode(cursor.CursorHide) // no blinking cursor: the screen stays still while nothing happens
	in.Focus()
	f := Field{in}
	f.Set(text)
	return f
}

// Set replaces the text and puts the cursor at its end.
func (f *Field) Set(text string) {
	f.in.SetValue(text)
	f.in.CursorEnd()
}

// Text is what has been typed.
func (f *Field) Text() string { return f.in.Value() }

// Cursor is the number of characters before the cursor, from 0 to that of the text.
func (f *Field) Cursor() int { return f.in.Position() }

// libraryKeys are the keys by which the library's text input does what an action says.
var libraryKeys = map[keymap.Action]tea.KeyMsg{
	keymap.TextLeft:       {Type: tea.KeyLeft},
	keymap.TextRight:      {Type: tea.KeyRight},
	keymap.WordLeft:       {Type: tea.KeyLeft, Alt: true},
	keymap.WordRight:      {Type: tea.KeyRight, Alt: true},
	keymap.TextStart:      {Type: tea.KeyHome},
	keymap.TextEnd:        {Type: tea.KeyEnd},
	keymap.DeleteLeft:     {Type: tea.KeyBackspace},
	keymap.DeleteRight:    {Type: tea.KeyDelete},
	keymap.DeleteWordLeft: {Type: tea.KeyCtrlW},
	keymap.DeleteToStart:  {Type: tea.KeyCtrlU},
	keymap.DeleteToEnd:    {Type: tea.KeyCtrlK},
}

// Key edits the text. action is what the key means in the context of typed text, "" when it means nothing but, perhaps,
// itself: its characters are then inserted.
func (f *Field) Key(action keymap.Action, msg tea.KeyMsg) {
	k, ok := libraryKeys[action]
	switch {
	case ok:
		f.in, _ = f.in.Update(k)
	case action == keymap.DeleteWordRight:
		f.deleteWordRight()
	case action == "":
		f.insert(msg)
	}
}

// insert puts typed or pasted characters at the cursor. Alt with a letter is a command, not text.
func (f *Field) insert(msg tea.KeyMsg) {
	if msg.Alt || msg.Type != tea.KeyRunes && msg.Type != tea.KeySpace {
		return
	}
	f.in, _ = f.in.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: msg.Runes, Paste: true})
}

// deleteWordRight deletes the blanks after the cursor and the word that follows them.
func (f *Field) deleteWordRight() {
	r := []rune(f.Text())
	at := f.Cursor()
	end := at

	for end < len(r) && unicode.IsSpace(r[end]) {
		end++
	}
	for end < len(r) && !unicode.IsSpace(r[end]) {
		end++
	}

	f.in.SetValue(string(r[:at]) + string(r[end:]))
	f.in.SetCursor(at)
}

// Drawn is the text before and after the cursor, safe to draw; at most room cells of what is before it, those next to
// the cursor.
func (f *Field) Drawn(room int) (before, after string) {
	r := []rune(f.Text())
	at := min(f.Cursor(), len(r))
	return cells.TruncateLeft(cells.Sanitize(string(r[:at])), room, "…"), cells.Sanitize(string(r[at:]))
}
