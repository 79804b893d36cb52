package qwencode

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// TestOnTerminal: ls and rg are refused where they would write to the agent's terminal, and nowhere else.
func TestOnTerminal(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("ls rg\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for command, refused := range map[string]bool{
		"ls": true, "  ls": true, "echo a\nls": true, "false || ls": true, "{ ls; }": true, "if true; then ls; fi": true, "for i in 1; do ls; done": true,
		"if false; then :; else ls; fi": true, "echo a; ls": true, "(ls)": true, "cat a | ls": true, "ls >&2": true, "rg ls a": true, "cat a | rg ls": true,
		"true | (ls)": true, "ls | cat": false, "(ls) | cat": false, "rg ls a | head -n 1": false, "echo $(ls)": false, "rg none a": false, "ls >/dev/null": false,
		"ls &>/dev/null": false, "rg ls a > /dev/null; echo $?": false, "grep ls a": false, "echo 'a; ls'": false, "cat a # ls": false,
		"true || ls": false,
	} {
		_, err := Shell.Read(t.Context(), tools.Env{Root: dir}, tools.Set([]byte("{}"), "command", command))
		var refusal *tools.Error
		if errors.As(err, &refusal) != refused {
			t.Errorf("%q: %v", command, err)
		}
	}
}
