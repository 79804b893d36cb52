//go:build linux || darwin

package tui_test

import (
	"os/exec"
	"testing"

	"eyeline/reader/longtest"
)

// checkedCommit is the commit of this repository that the topic check shows a report of.
const checkedCommit = "e250f41342fc7a70b00d32f8cd848b6d720f7914"

// TestPicturesOfCheck checks that the picture of a report is what the program prints on a terminal.
func TestPicturesOfCheck(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cmd := exec.Command("/bin/sh", "-c", `git archive "$0" | tar -x -C "$1"`, checkedCommit, dir)
	cmd.Dir = ".."
	if err := exec.Command("git", "-C", "..", "cat-file", "-e", checkedCommit+"^{commit}").Run(); err != nil {
		t.Skip("the commit that the picture is of is not in this clone")
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skip(string(out))
	}
	const width, height = 100, 40
	// These tools do not show the path of the file, so that the tokens do not depend on the folder.
	check := exec.Command("/bin/sh", "-c",
		`"$0" check --agents claude_code,codex_exec,gemini_cli,cline,copilot_cli,grok_build,pi . | tail -n 39`, path)
	check.Dir = dir
	s := startSized(t, check, nil, nil, width, height)
	if code := s.end(); code != 0 {
		t.Fatalf("exit status %d", code)
	}
	s.sees("The files that lose most")
	for _, background := range []string{"dark", "light"} {
		comparePicture(t, "check-"+background, func() string {
			s.mu.Lock()
			defer s.mu.Unlock()
			return svg(s.screen, background)
		})
	}
}
