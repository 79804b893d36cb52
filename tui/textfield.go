package tui

import (
	"unicode"

	binding "github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/cells"
)

// textField is one line of text being typed: the library's text input, used only where it is safe for every key. Its
// deletion of the word after the cursor indexes past the end of the text, so that is done here; pasting by key would
// run a program to read the clipboard, so it is left to the terminal, which pastes by itself.
type textField struct{ in textinput.Model }

// newTextField returns a field of at most limit characters that holds text, with the cursor at its end.
func newTextField(text string, limit int) textField {
	in := textinput.New()
	in.Prompt = ""
	in.CharLimit = limit
	in.KeyMap.DeleteWordForward = binding.NewBinding(binding.WithDisabled())
	in.KeyMap.Paste = binding.NewBinding(binding.WithDisabled())
	in.Cursor.SetMode(2) // no blinking cursor: the screen stays still while nothing happens
	in.Focus()
	f := textField{in}
	f.set(text)
	return f
}

// set replaces the text and puts the cursor at its end.
func (f *textField) set(text string) {
	f.in.SetValue(text)
	f.in.CursorEnd()
}

// text is what has been typed.
func (f *textField) text() string { return f.in.Value() }

// cursor is the number of characters before the cursor.
func (f *textField) cursor() int { return f.in.Position() }

// key edits the text.
func (f *textField) key(msg tea.KeyMsg) {
	switch msg.String() {
	case "alt+d", "alt+delete":
		f.deleteWordAfter()
		return
	}
	if msg.Type == tea.KeyRunes && msg.Alt && !bound(msg, f.in.KeyMap) {
		return // Alt with a letter is a command, not text
	}
	f.in, _ = f.in.Update(msg)
}

// bound reports whether the text input has a use of its own for a key.
func bound(msg tea.KeyMsg, k textinput.KeyMap) bool {
	return binding.Matches(msg, k.WordForward, k.WordBackward, k.DeleteWordBackward, k.LineStart, k.LineEnd,
		k.DeleteAfterCursor, k.DeleteBeforeCursor, k.CharacterForward, k.CharacterBackward,
		k.DeleteCharacterForward, k.DeleteCharacterBackward)
}

// deleteWordAfter deletes the blanks after the cursor and the word that follows them.
func (f *textField) deleteWordAfter() {
	r, at := []rune(f.text()), f.cursor()
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

// drawn is the text before and after the cursor, safe to draw; no more than room cells of what stands before it.
func (f *textField) drawn(room int) (before, after string) {
	r := []rune(f.text())
	at := min(f.cursor(), len(r))
	return cells.TruncateLeft(plain(string(r[:at])), room, "…"), plain(string(r[at:]))
}
