package transcript

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/transcript/formats"
)

// List finds the transcripts in the agents' usual places, newest first. It reads folders only. What cannot be read is
// left out.
func List(ctx context.Context, h Homes) ([]Entry, error) {
	var all []Entry
	for _, format := range formats.All() {
		for _, p := range format.Places {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			root := h.root(p)
			names, _ := fs.Glob(os.DirFS(root), p.Pattern) // folders that cannot be read have none
			for _, name := range names {
				full := filepath.Join(root, filepath.FromSlash(name))
				info, err := os.Stat(full)
				if err != nil || !info.Mode().IsRegular() {
					continue
				}
				one := Entry{Path: full, Format: format, ModTime: info.ModTime(), Size: info.Size()}
				if p.Folder > 0 {
					one.folder = filepath.Base(filepath.Join(full, strings.Repeat("../", p.Folder)))
				}
				all = append(all, one)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Entry) int {
		return cmp.Or(b.ModTime.Compare(a.ModTime), strings.Compare(a.Path, b.Path))
	})
	return all, nil
}
