package filelist

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/check"
	"eyeline/reader/lists"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
)

// maxBelow is how many files below a folder are listed: what is typed is looked for in all of their names at each key.
const maxBelow = 50_000

// findBelow returns what has the files below a folder offered, too, in the list of the folder: they are listed once
// something is typed, and without those that ignore files name.
func (fs *Files) findBelow(l *list.List, folder string) func(typed string) tea.Cmd {
	listed := false
	return func(string) tea.Cmd {
		if listed {
			return nil
		}

		listed = true
		return jobs.Ask(fs.jobs, jobs.Below, func(ctx context.Context) []string {
			return filesBelow(ctx, folder)
		}, func(paths []string) tea.Cmd {
			l.OfferBelow(lists.Map(paths, func(below string) list.Item {
				path := filepath.Join(folder, below)
				open := func() (tea.Cmd, error) { return fs.openAt("", path, 0), nil }
				return list.Item{Name: filepath.ToSlash(below), Path: path, Take: open}
			}))
			if len(paths) == maxBelow {
				l.AddToTitle("below it the first " + humanize.Group(maxBelow) + " files")
			}

			return nil
		})
	}
}

var errEnough = errors.New("enough files")

// filesBelow lists the files in the folders below a folder, by their paths below it; without those that cannot be
// listed, and without the folder's own, which its list has.
func filesBelow(ctx context.Context, folder string) (paths []string) {
	top, err := filepath.EvalSymlinks(folder) // as the files are named that a check lists
	if err == nil {
		top, err = filepath.Abs(top)
	}
	if err != nil {
		return nil
	}

	tree, err := check.OpenTree(ctx, check.Options{Paths: []string{folder}})
	if err != nil {
		return nil
	}

	_ = tree.Each(ctx, func(f check.TreeFile) error { // what cannot be listed is not offered
		below, err := filepath.Rel(top, f.Path)
		if err == nil && strings.ContainsRune(below, filepath.Separator) && filepath.IsLocal(below) {
			paths = append(paths, below)
		}
		if len(paths) == maxBelow {
			return errEnough
		}

		return nil
	}, func(check.Skipped) {})
	return paths
}
