package check

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// A row says the same of a file as a run does.
func TestRowOf(t *testing.T) {
	lines, width := int64(4), int64(6)
	tool := firstLines(&lines, &width)
	data := strings.Repeat("0123456789\n", 10)
	dir := tree(t, map[string]string{"f.txt": data})
	f, err := os.Open(filepath.Join(dir, "f.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	row, err := RowOf(context.Background(), tool, tools.Env{Root: dir}, "f.txt", source.View(f, int64(len(data))))
	if err != nil || row.State != "partial" || row.Lines != 4 || row.BytesSent != 28 || row.Bytes != 110 || row.Calls != 3 || row.Cut != 4 || !row.Silent {
		t.Errorf("%+v, %v", row, err)
	}
	row, err = RowOf(context.Background(), tool, tools.Env{Root: dir}, "none", source.View(f, int64(len(data))))
	if err != nil || row.State != "refused" || row.Words == "" {
		t.Errorf("%+v, %v", row, err)
	}
}
