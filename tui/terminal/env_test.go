package terminal

import (
	"strings"
	"testing"

	"eyeline/themes"
)

func env(pairs ...string) Env {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestProfile(t *testing.T) {
	for _, c := range []struct {
		color string
		env   Env
		want  themes.Profile
	}{
		{"auto", env("TERM", "xterm-256color"), themes.ANSI256},
		{"auto", env("TERM", "xterm-256color", "COLORTERM", "truecolor"), themes.TrueColor},
		{"auto", env("TERM", "xterm"), themes.ANSI16},
		{"auto", env("TERM", "linux"), themes.ANSI16},
		{"auto", env("TERM", "rxvt"), themes.ANSI8},
		{"auto", env("TERM", "xterm-8color"), themes.ANSI8},
		{"auto", env("TERM", "dumb"), themes.None},
		{"auto", env("TERM", "vt100"), themes.None},
		{"auto", env(), themes.None},
		{"auto", env("TERM", "xterm-256color", "NO_COLOR", "1"), themes.None},
		{"auto", env("TERM", "xterm-256color", "CLICOLOR", "0"), themes.None},
		{"auto", env("TERM", "dumb", "CLICOLOR_FORCE", "1"), themes.ANSI16},
		{"auto", env("TERM", "xterm-kitty"), themes.TrueColor},
		{"always", env("TERM", "xterm", "NO_COLOR", "1"), themes.ANSI16},
		{"never", env("TERM", "xterm-256color"), themes.None},
	} {
		if got, err := Profile(c.color, c.env); err != nil || got != c.want {
			t.Errorf("%s: %v %v, want %v", c.color, got, err, c.want)
		}
	}
	if _, err := Profile("sometimes", env()); err == nil {
		t.Error("no error")
	}
}

func TestBackground(t *testing.T) {
	for value, want := range map[string][2]bool{
		"15;0": {true, true}, "0;15": {false, true}, "0;default;7": {false, true}, "": {false, false}, "x": {false, false},
	} {
		if dark, ok := Background(env("COLORFGBG", value)); dark != want[0] || ok != want[1] {
			t.Errorf("%q: %v %v", value, dark, ok)
		}
	}
}

func TestClipboard(t *testing.T) {
	if got := Clipboard("hi", env()); got != "\x1b]52;c;aGk=\x07" {
		t.Errorf("%q", got)
	}
	if got := Clipboard("hi", env("TMUX", "x", "TERM", "screen")); !strings.HasPrefix(
		got,
		"\x1b]52;c;aGk=\x07\x1bPtmux;\x1b\x1b]52",
	) {
		t.Errorf("tmux: %q", got)
	}
	if got := Clipboard("hi", env("TERM", "screen.xterm")); !strings.HasPrefix(got, "\x1bP\x1b]52") {
		t.Errorf("screen: %q", got)
	}
}
