package shellword

import (
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"testing"
)

// printsWords is the variable that makes TestByTheCommandPrompt the program that is started.
const printsWords = "EYELINE_TEST_WORDS"

// TestByTheCommandPrompt: the command prompt itself gives a program the words that were quoted for it, and nothing of the
// comment behind them. What is between percent signs is left out: the one of Wine looks for the variable without the
// circumflex before the second sign, which to that of Windows is a part of the name.
func TestByTheCommandPrompt(t *testing.T) {
	if to := os.Getenv(printsWords); to != "" {
		text, err := json.Marshal(os.Args[2:])
		if err == nil {
			err = os.WriteFile(to, text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	to := t.TempDir() + `\words`
	for _, words := range [][]string{
		{"a.txt", "b c.txt", "it's"},
		{`C:\w\b.txt`, `C:\a b\`},
		{`{"file_path":"C:\\w\\b.txt","limit":5}`},
		{"", "last"},
		{"a&b", "a|b>c"},
		{`{"pattern":"a&b|c>d"}`, "next"},
		{"$HOME", "a@b,c", "(x)"},
	} {
		line := cmd.Quote(os.Args[0]) + " -test.run=^^TestByTheCommandPrompt$"
		for _, word := range words {
			line += " " + cmd.Quote(word)
		}
		shell := exec.Command("cmd.exe")
		shell.Env = append(os.Environ(), printsWords+"="+to)
		shell.SysProcAttr = &syscall.SysProcAttr{CmdLine: `cmd.exe /d /s /c "` + cmd.commented(line, "L1 of b.txt") + `"`}
		if out, err := shell.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", line, err, out)
		}
		text, err := os.ReadFile(to)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		if err := json.Unmarshal(text, &got); err != nil || !slices.Equal(got, words) {
			t.Errorf("%s\ngives %q, want %q", line, got, words)
		}
	}
}
