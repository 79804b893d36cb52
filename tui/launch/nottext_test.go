package launch

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A picture is said to be one, on standard error and by the exit status; with --json its kind is in the answer.
func TestEmitOfAPicture(t *testing.T) {
	withSettings(t, "")
	png, err := base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "p.png")
	if err := os.WriteFile(path, png, 0o644); err != nil {
		t.Fatal(err)
	}
	r := run(t, "emit", "--tool", "claude_code", path)
	if r.status != exitNotText || r.out != "" || r.err == nil || !strings.Contains(r.err.Error(), "image") {
		t.Errorf("status %d, %q, %v", r.status, r.out, r.err)
	}
	r = run(t, "emit", "--json", "--tool", "claude_code", path)
	if r.status != exitNotText || !strings.Contains(r.out, `"kind":"image"`) || strings.Contains(r.out, `"content"`) {
		t.Errorf("status %d, %q, %v", r.status, r.out, r.err)
	}
}
