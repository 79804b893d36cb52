package filelist

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/check"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
)

// maxBelow is how many files below a folder are listed: what is typed is looked for in all of their names at each key.
const maxBelow = 50_000

// findBelow returns what has the files below a folder offered, too, in the list of the folder: they are listed once
// something is typed, and without those that ignore files name.
func (fs *Files) findBelow(l *list.List, folder string) func(typed string) tea.Cmd {
	asked := false
	var all, kept []list.Item // all that are found, and without those in asideFolders
	offer := func(typed string) {
		if typesAside(typed) {
			l.OfferBelow(all)
		} else {
			l.OfferBelow(kept)
		}
	}
	return func(typed string) tea.Cmd {
		if asked {
			offer(typed)
			return nil
		}

		asked = true
		return jobs.Ask(fs.jobs, jobs.Below, func(ctx context.Context) []below {
			return filesBelow(ctx, folder)
		}, func(files []below) tea.Cmd {
			for _, f := range files {
				all = append(all, fs.belowItem(folder, f))
				if !f.aside {
					kept = append(kept, all[len(all)-1])
				}
			}

			offer(l.Input.Text())
			if len(files) == maxBelow {
				l.AddToTitle("below it the first " + humanize.Group(maxBelow) + " files")
			}

			return nil
		})
	}
}

// belowItem is the row of a file below a folder.
func (fs *Files) belowItem(folder string, f below) list.Item {
	path := filepath.Join(folder, f.path)
	open := func() (tea.Cmd, error) { return fs.openAt("", path, 0), nil }
	return list.Item{Name: filepath.ToSlash(f.path), Text: sizeColumn(f.size), Path: path, Take: open}
}

// below is a file below a folder.
type below struct {
	path  string // from the folder
	size  int64  // in bytes, -1 where it is not known
	aside bool   // it is in one of asideFolders
}

// asideFolders have files of programs, which people do not look for. Ignore files often name them, but not in folders
// that git does not keep. Their files are listed where a part of such a name is typed.
var asideFolders = []string{
	"__pycache__", "node_modules", ".venv", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".tox",
}

// isAside reports whether a file is in one of asideFolders.
func isAside(path string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(path), "/"), func(name string) bool {
		return slices.Contains(asideFolders, name)
	})
}

// typesAside reports whether what is typed names one of asideFolders, with or without the signs around its name.
func typesAside(typed string) bool {
	return slices.ContainsFunc(asideFolders, func(name string) bool {
		return strings.Contains(typed, strings.Trim(name, "_."))
	})
}

var errEnough = errors.New("enough files")

// filesBelow lists the files in the folders below a folder, by their paths below it; without those that cannot be
// listed, and without the folder's own, which its list has.
func filesBelow(ctx context.Context, folder string) (files []below) {
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
		path, err := filepath.Rel(top, f.Path)
		if err == nil && strings.ContainsRune(path, filepath.Separator) && filepath.IsLocal(path) {
			b := below{path: path, size: -1, aside: isAside(path)}
			if info, err := os.Lstat(f.Path); err == nil && info.Mode().IsRegular() {
				b.size = info.Size()
			}
			files = append(files, b)
		}
		if len(files) == maxBelow {
			return errEnough
		}

		return nil
	}, func(check.Skipped) {})
	return files
}
