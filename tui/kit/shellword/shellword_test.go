package shellword

import "testing"

// TestQuote: a word is read back as it was by each shell.
func TestQuote(t *testing.T) {
	for _, c := range []struct{ word, posix, cmd, shell, old string }{
		{"a.txt", "a.txt", "a.txt", "a.txt", "a.txt"},
		{"", "''", `""`, "''", `'""'`},
		{`C:\w\b.txt`, `'C:\w\b.txt'`, `C:\w\b.txt`, `C:\w\b.txt`, `C:\w\b.txt`},
		{`C:\a b\`, `'C:\a b\'`, `"C:\a b\\"`, `'C:\a b\'`, `'C:\a b\\'`},
		{`{"line":5}`, `'{"line":5}'`, `"{\"line\":5}"`, `'{"line":5}'`, `'{\"line\":5}'`},
		{`it's`, `'it'\''s'`, `"it's"`, `'it''s'`, `'it''s'`},
		{`a&b`, `'a&b'`, `"a&b"`, `'a&b'`, `'a&b'`},
		{`"a&b"`, `'"a&b"'`, `^"\^"a^&b\^"^"`, `'"a&b"'`, `'\"a&b\"'`},
		{`a %TMP%&b`, `'a %TMP%&b'`, `^"a ^%TMP^%^&b^"`, `'a %TMP%&b'`, `'a %TMP%&b'`},
		{`$HOME`, `'$HOME'`, `"$HOME"`, `'$HOME'`, `'$HOME'`},
		{`a@b,c`, `a@b,c`, `"a@b,c"`, `'a@b,c'`, `'a@b,c'`},
	} {
		wanted := map[shellKind]string{posix: c.posix, cmd: c.cmd, powerShell: c.shell, oldPowerShell: c.old}
		for shell, want := range wanted {
			if got := shell.Quote(c.word); got != want {
				t.Errorf("shell %d: %s is %s, want %s", shell, c.word, got, want)
			}
		}
	}
}

// TestComments: what stands behind a command is no argument of it, in any shell.
func TestComments(t *testing.T) {
	const command, text = "eyeline emit", "slice: exactly L1"
	for shell, want := range map[shellKind][2]string{
		posix:         {"eyeline emit  # slice: exactly L1", "# slice: exactly L1"},
		cmd:           {"eyeline emit  & rem slice: exactly L1", "rem slice: exactly L1"},
		powerShell:    {"eyeline emit  # slice: exactly L1", "# slice: exactly L1"},
		oldPowerShell: {"eyeline emit  # slice: exactly L1", "# slice: exactly L1"},
	} {
		if got := [2]string{shell.commented(command, text), shell.comment(text)}; got != want {
			t.Errorf("shell %d: %q, want %q", shell, got, want)
		}
	}
}
