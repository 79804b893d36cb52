package transcript

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestUnpackedToMoreThanIsRead: a packed transcript that is too long is refused in a sentence that says so.
func TestUnpackedToMoreThanIsRead(t *testing.T) {
	defer func(most int64) { maxUnpacked = most }(maxUnpacked)
	maxUnpacked = 3 << 20
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	for range 4 {
		_, _ = z.Write(make([]byte, 1<<20))
	}
	_ = z.Close()
	path := filepath.Join(t.TempDir(), "s.jsonl.gz")
	if err := os.WriteFile(path, packed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), path)
	if err == nil || !strings.Contains(err.Error(), "it has more than 3 MiB unpacked, which is more than is read") {
		t.Error(err)
	}
}
