package agents

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// TestPermissions: what agents say of files and folders that may not be opened, or not even be looked at, as each of
// them answered when it ran as a user who is not root.
func TestPermissions(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "files have no modes")
	if os.Geteuid() == 0 {
		t.Skip("root may open everything")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"shut", "closed/in"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"f.txt", "p.png", "n.ipynb", "d.pdf", "closed/x.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x\n"), 0); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"shut", "closed"} {
		path := filepath.Join(dir, name)
		if err := os.Chmod(path, 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(path, 0o700) }) // so that it can be removed
	}
	const denied = "EACCES: permission denied, "
	for _, c := range []struct{ tool, file, want string }{
		{"claude_code", "shut", denied + "open 'DIR/shut'"},
		{"pi", "shut", denied + "access 'DIR/shut'"},
		{"grok_build", "shut", "Permission denied: DIR/shut"},
		{"codex_grok", "shut", "Failed to read file: DIR/shut, IO Error: Permission denied (os error 13)"},
		{"continue_cli", "shut", "Error executing tool Read: Error reading file: " + denied + "open 'DIR/shut'"},
		{"copilot_cli", "f.txt", `Failed to execute with arguments: {"path":"DIR/f.txt","command":"view"} due to error: Error: ` + denied + "open 'DIR/f.txt'"},
		{"copilot_cli", "shut", `Failed to execute with arguments: {"path":"DIR/shut","command":"view"} due to error: Error: ` + denied + "scandir 'DIR/shut'"},
		{"copilot_cli", "p.png", "Failed to view image file."},
		{"copilot_cli", "closed/x.txt", "Path DIR/closed/x.txt does not exist. Please provide a valid path."},
		{"qwen_code", "closed/x.txt", "Error reading file closed/x.txt: " + denied + "stat 'DIR/closed/x.txt'"},
		{"qwen_code", "n.ipynb", "Error parsing notebook DIR/n.ipynb: " + denied + "open 'DIR/n.ipynb'"},
		{"cline", "f.txt", `[{"query":"DIR/f.txt","result":"","error":"Error reading file: ` + denied + `open 'DIR/f.txt'","success":false}]`},
		{"grok_cli", "f.txt", "Error viewing DIR/f.txt: " + denied + "open 'DIR/f.txt'"},
	} {
		tool, _ := tools.Lookup(c.tool)
		_, err := tool.Read(t.Context(), tools.Env{Root: dir, Home: dir}, tools.BuildArgs(tool, filepath.Join(dir, c.file), nil))
		if want := strings.ReplaceAll(c.want, "DIR", dir); err == nil || err.Error() != want {
			t.Errorf("%s %s: %v, want %s", c.tool, c.file, err, want)
		}
	}
}
