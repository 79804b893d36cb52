package patch_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/patch"
)

// BenchmarkGrowing measures a diff of 1, 10 and 100 times as many files, and of as many hunks of one file, which is
// compared.
func BenchmarkGrowing(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		var files, hunks, text strings.Builder
		hunks.WriteString("--- a/f\n+++ b/f\n")
		for i := range n {
			fmt.Fprintf(&files, "--- a/f%d\n+++ b/f%d\n@@ -1,0 +2 @@\n+line\n", i, i)
			fmt.Fprintf(&hunks, "@@ -%d,0 +%d @@\n+new %d\n", i+1, 2*i+2, i)
			fmt.Fprintf(&text, "old\nnew %d\n", i)
		}
		dir := b.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "f"), []byte(text.String()), 0o600); err != nil {
			b.Fatal(err)
		}
		for name, diff := range map[string]string{"files": files.String(), "hunks": hunks.String()} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					d, err := patch.Parse(strings.NewReader(diff))
					if err != nil || len(d.Unread) > 0 {
						b.Fatal(d.Unread, err)
					}
					if why := d.Files[0].Differs(b.Context(), dir); name == "hunks" && why != "" {
						b.Fatal(why)
					}
				}
			})
		}
	}
}
