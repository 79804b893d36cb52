package tui

import (
	"context"
	"io"
	"reflect"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// keysOfLibrary are the messages that Bubble Tea makes of what is typed, each piece in a read of its own.
func keysOfLibrary(t *testing.T, typed []string) []tea.Msg {
	t.Helper()
	var got []tea.Msg
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	p := tea.NewProgram(&silent{}, tea.WithContext(ctx), tea.WithInput(&pieces{typed: typed, end: stop}), tea.WithOutput(io.Discard), tea.WithoutSignalHandler(),
		tea.WithoutRenderer(), tea.WithFilter(func(_ tea.Model, msg tea.Msg) tea.Msg {
			if _, is := msg.(tea.KeyMsg); is {
				got = append(got, msg)
			}
			return msg
		}))
	_, _ = p.Run()
	return got
}

// silent is a program that shows nothing.
type silent struct{}

func (silent) Init() tea.Cmd                         { return nil }
func (s silent) Update(tea.Msg) (tea.Model, tea.Cmd) { return s, nil }
func (silent) View() string                          { return "" }

// pieces is a reader that gives one piece at a time, and calls end after the last.
type pieces struct {
	typed []string
	end   func()
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.typed) == 0 {
		p.end()
		return 0, io.EOF
	}
	n := copy(b, p.typed[0])
	p.typed = p.typed[1:]
	return n, nil
}

// TestDirectKeysAreThoseOfTheLibrary compares every key that is handled where it is read with what Bubble Tea makes of it.
func TestDirectKeysAreThoseOfTheLibrary(t *testing.T) {
	var typed []string
	for c := range 0x80 {
		if c != 0 && c != 0x1B {
			typed = append(typed, string(rune(c)))
		}
	}
	typed = append(typed, "é", "日", "👩", "\u200b", "\u00a0")
	for seq := range directKeys {
		typed = append(typed, seq)
	}
	want := keysOfLibrary(t, typed)
	if len(want) != len(typed) {
		t.Fatalf("%d messages for %d keys", len(want), len(typed))
	}
	for i, s := range typed {
		got, known := keyOf([]byte(s))
		if !known || !reflect.DeepEqual(tea.Msg(got), want[i]) {
			t.Errorf("%q: %#v, %v; Bubble Tea makes %#v", s, got, known, want[i])
		}
	}
	for _, s := range []string{"", "\x00", "\x1b", "\x1bx", "\x1b[1;5C", "\x1b[<64;3;4M", "jj", "\xff", "é\xff"} {
		if key, known := keyOf([]byte(s)); known {
			t.Errorf("%q is left to Bubble Tea, but gave %v", s, key)
		}
	}
}
