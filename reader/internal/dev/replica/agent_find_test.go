package replica

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFindTakesTheRightPackage: two packages have a program called "grok".
func TestFindTakesTheRightPackage(t *testing.T) {
	dir := t.TempDir()
	for prefix, pack := range map[string]string{"a": "@vibe-kit/grok-cli", "b": "@xai-official/grok"} {
		modules := filepath.Join(dir, prefix, "node_modules")
		program := filepath.Join(modules, filepath.FromSlash(pack), "grok.js")
		for _, d := range []string{filepath.Dir(program), filepath.Join(modules, ".bin")} {
			if err := os.MkdirAll(d, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(program, nil, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(program, filepath.Join(modules, ".bin", "grok")); err != nil {
			t.Skip(err)
		}
	}
	for tool, want := range map[string]string{"grok_cli": "a", "grok_build": "b"} {
		a, _ := lookupAgent(tool)
		if got, ok := a.Find([]string{dir}); !ok || got != filepath.Join(dir, want, "node_modules", ".bin", "grok") {
			t.Errorf("%s: %q, %v", tool, got, ok)
		}
	}
}
