package coverage

import (
	"path/filepath"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestDrivesInCommands: a path with the letter of its drive in a command of a run on Windows is that of the file, in
// each of the forms that shells there have, for what is read and for what is changed.
func TestDrivesInCommands(t *testing.T) {
	root := t.TempDir()
	transcripttest.Write(t, filepath.Join(root, "a"), []byte("alpha one here\nbeta three here\n"))
	const both = "alpha one here\nbeta two here\n"
	for _, dir := range []string{`C:\w`, "C:/w", "/c/w"} {
		for _, name := range []string{"C:/w/a", "c:/w/a", "/c/w/a", `'C:\w\a'`, `C:\\w\\a`} {
			for read, out := range map[string]string{
				"cat " + name: both, "head -n 2 " + name: both, "sed -n 1,2p " + name: both, "cat < " + name: both,
				"cat " + name + " " + name: both + both,
			} {
				shell := func(n int, command, out string) string {
					return transcripttest.ClaudeStep(n, dir, "Bash", object{"command": command}, out, nil)
				}
				edit := object{"file_path": `C:\w\a`, "old_string": "beta three here", "new_string": "x"}
				run := shell(1, read, out) + shell(2, "sed -i s/two/three/ "+name, "") +
					transcripttest.ClaudeStep(3, dir, "Edit", edit, "ok", nil)
				all, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), root)
				if err != nil {
					t.Fatal(err)
				}
				f := all.File("a")
				isOne := f != nil && len(all.Files) == 1 && len(f.Changes) == 2
				if !isOne || len(f.Never) > 0 || f.Changes[1].IsBlind() {
					t.Errorf("in %s: %s: %+v", dir, read, all.Files)
				}
			}
		}
	}
}
