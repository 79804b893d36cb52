package overlay

import (
	"errors"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// ask opens a prompt that refuses texts with a question mark in them.
func (b *bench) ask(kind promptKind) *Prompt {
	return b.stack.Ask(kind, "/", func(text string) (tea.Cmd, error) {
		if strings.Contains(text, "?") {
			return nil, errors.New("no \x1b question")
		}
		return doing("%s", text), nil
	})
}

// TestPromptUsesATextOrKeepsIt: one that is refused stays, with the reason until the next key.
func TestPromptUsesATextOrKeepsIt(t *testing.T) {
	onStack(t, 40, 10, func(b *bench) {
		b.ask(PromptFilter)
		b.keys("type:ab", "type:?", "enter")
		b.has("/ab?", "no ")
		if strings.ContainsRune(b.text(), 0x1B) || !b.stack.Any() {
			t.Errorf("open %v: %q", b.stack.Any(), b.text())
		}
		b.keys("backspace")
		if strings.Contains(b.text(), "question") {
			t.Errorf("the reason stays: %q", b.text())
		}
		b.keys("enter")
		if b.did("ab"); b.stack.Any() {
			t.Error("it stays open")
		}
	})
}

// TestPromptIsLeft by its keys, and by deleting where nothing is typed.
func TestPromptIsLeft(t *testing.T) {
	for _, keys := range [][]string{{"esc"}, {"ctrl+c"}, {"x", "esc"}, {"backspace"}, {"x", "backspace", "backspace"}} {
		onStack(t, 40, 10, func(b *bench) {
			b.ask(PromptFilter).Left = func() tea.Cmd { return doing("left") }
			if b.keys(keys...); b.stack.Any() {
				t.Errorf("after %q it is open", keys)
			}
			b.did("left")
		})
	}
}

// TestPromptRecalls what was entered at prompts of its kind, and what was being typed.
func TestPromptRecalls(t *testing.T) {
	onStack(t, 40, 10, func(b *bench) {
		for _, text := range []string{"one", "two", "two"} {
			b.ask(PromptSearch)
			b.keys("type:"+text, "enter")
		}
		b.ask(PromptFilter)
		b.keys("up")
		b.has("/▏")
		b.keys("esc")
		p := b.ask(PromptSearch)
		for _, step := range [][2]string{
			{"type:new", "new"},
			{"up", "two"},
			{"up", "one"},
			{"up", "one"},
			{"down", "two"},
			{"down", "new"},
			{"down", "new"},
			{"up", "two"},
			{"x", "twox"},
			{"up", "two"},
			{"down", "twox"},
		} {
			if b.keys(step[0]); p.Input.Text() != step[1] {
				t.Errorf("after %s: %q, not %q", step[0], p.Input.Text(), step[1])
			}
		}
		if got := b.stack.Entered(PromptSearch); len(got) != 2 {
			t.Errorf("entered: %q", got)
		}
		if before, ok := b.stack.Previous(PromptSearch); !ok || before != "one" {
			t.Errorf("the one before: %q, %v", before, ok)
		}
		if _, ok := b.stack.Previous(PromptSearch); ok {
			t.Error("there is one before the first")
		}
	})
}

// TestPromptTurns the direction of a search as long as nothing is typed.
func TestPromptTurns(t *testing.T) {
	onStack(t, 40, 10, func(b *bench) {
		turned := 0
		p := b.ask(PromptSearch)
		p.Turn = func() string {
			turned++
			return p.Sign
		}
		if b.keys("?"); turned != 1 || p.Input.Text() != "" {
			t.Errorf("turned %d times, typed %q", turned, p.Input.Text())
		}
		if b.keys("/", "?"); turned != 1 || p.Input.Text() != "/?" {
			t.Errorf("turned %d times, typed %q", turned, p.Input.Text())
		}
		b.keys("esc")
		p = b.ask(PromptWrite)
		if b.keys("?"); p.Input.Text() != "?" {
			t.Errorf("in a prompt that is no search: %q", p.Input.Text())
		}
	})
}

// TestPromptTellsOfChanges, only where the text has changed.
func TestPromptTellsOfChanges(t *testing.T) {
	onStack(t, 40, 10, func(b *bench) {
		var texts []string
		p := b.ask(PromptSearch)
		p.Changed = func(text string) tea.Cmd { texts = append(texts, text); return nil }
		p.Warning = func() string { return "so far nothing" }
		b.keys("a", "left", "right", "b", "backspace")
		if got := strings.Join(texts, " "); got != "a ab a" {
			t.Errorf("%q", got)
		}
		b.has("so far nothing")
	})
}

// TestQuestion does something after yes alone, and says no after anything else.
func TestQuestion(t *testing.T) {
	for key, yes := range map[string]bool{"y": true, "n": false, "enter": false, "esc": false, "x": false} {
		onStack(t, 40, 10, func(b *bench) {
			b.stack.AskYes("overwrite it?", func() tea.Cmd { return doing("yes") }, "not written")
			b.has("overwrite it?")
			b.keys(key)
			if b.stack.Any() {
				t.Errorf("after %s it is asked still", key)
			}
			if yes {
				b.did("yes")
			} else if b.Says("not written"); len(b.Others) > 0 {
				t.Errorf("%s does it", key)
			}
		})
	}
}

// TestLetter takes one letter, of any script, and nothing else.
func TestLetter(t *testing.T) {
	for key, want := range map[string]string{"a": "a", "日": "日", "'": "'", "esc": "", "enter": "", "up": "", "ctrl+c": ""} {
		onStack(t, 40, 10, func(b *bench) {
			b.stack.AskLetter("mark: type a letter", func(r rune) tea.Cmd { return doing("%c", r) })
			b.has("mark: type a letter")
			if b.keys(key); b.stack.Any() {
				t.Errorf("after %s it waits", key)
			}
			if want != "" {
				b.did(want)
			} else if len(b.Others) > 0 {
				t.Errorf("%s is taken", key)
			}
		})
	}
}
