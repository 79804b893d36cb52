package replica

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/internal/conformance"
	"eyeline/reader/tools"
)

// casesOver makes new cases over the files of a folder: of each file the tool's first call, parts of it where the tool
// can be asked for parts, a part beyond its end, and now and then a name that is not there.
func casesOver(t *tools.Tool, dir string, most int) ([]testCase, error) {
	files, err := someFiles(dir, most)
	if err != nil {
		return nil, err
	}
	var cases []testCase
	add := func(name string, args json.RawMessage) {
		cases = append(cases, testCase{Case: conformance.Case{Tool: t.Name, Name: name, Root: dir, Args: args, ArgsField: args}, new: true})
	}
	for i, f := range files {
		path := f.path
		if t.Paths == tools.PathAbsolute || t.Paths == tools.PathAny && i%2 == 1 {
			path = filepath.Join(dir, f.path)
		}
		add("whole:"+f.path, t.Call(tools.WindowParams{}, path, nil))
		for _, p := range t.Windows {
			if p.Mode != tools.ModeSlice || !p.Movable() {
				continue
			}
			for _, w := range [][2]int64{{2, 3}, {f.size / 60, 40}, {f.size/30 + 5, 0}, {f.size + 5, 2}} {
				v := tools.Values{}
				p.SetStart(v, max(w[0], 1))
				if w[1] > 0 && p.Sizable() {
					p.SetCount(v, w[1])
				}
				add(fmt.Sprintf("from-%d-%d:%s", w[0], w[1], f.path), t.Call(p, path, v))
			}
		}
		switch i % 5 {
		case 0:
			add("missing:"+f.path, t.Call(tools.WindowParams{}, path+".orig", nil))
		case 1:
			add("folder:"+f.path, t.Call(tools.WindowParams{}, filepath.Dir(path), nil))
		}
	}
	return cases, nil
}

type sizedFile struct {
	path string // relative, with slashes
	size int64
}

// someFiles chooses files of all sizes.
func someFiles(dir string, most int) ([]sizedFile, error) {
	var files []sizedFile
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		files = append(files, sizedFile{filepath.ToSlash(rel), info.Size()})
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(files, func(a, b sizedFile) int {
		return cmp.Or(cmp.Compare(a.size, b.size), strings.Compare(a.path, b.path))
	})
	if len(files) <= most || most < 2 {
		return files[:min(len(files), max(most, 0))], nil
	}
	some := make([]sizedFile, 0, most)
	for i := range most {
		some = append(some, files[i*(len(files)-1)/(most-1)])
	}
	return some, nil
}
