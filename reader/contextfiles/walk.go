package contextfiles

import (
	"cmp"
	"errors"
	"io/fs"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/tools"
)

// upTo are the folders from the working directory up to a folder, or to the file system's root where that is "" or
// nowhere above.
func (r *run) upTo(top string) (dirs []string) {
	for dir := r.cwd; ; dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
		if dir == top || dir == filepath.Dir(dir) {
			return dirs
		}
	}
}

// folders are the folders of a place; "" stands for one that is not there. file is the file that is read, for those of
// a nested search.
func (r *run) folders(w Where, file string) []string {
	top := r.topOrCwd()
	down := func(dirs []string) []string {
		slices.Reverse(dirs)
		return dirs
	}

	switch w {
	case Home:
		return []string{r.env.HomeDir()}
	case Cwd:
		return []string{r.cwd}
	case Top:
		return []string{top}
	case Repository:
		return []string{r.top}
	case TopDown:
		return down(r.upTo(top))
	case TopCwd, TopCwdMid:
		dirs := down(r.upTo(top))
		last := max(len(dirs)-1, 1)
		between := slices.Clone(dirs[1:last])
		slices.Reverse(between)
		if w == TopCwd {
			between = nil
		}

		return slices.Concat(dirs[:1], dirs[last:], between)
	case AboveDown:
		return down(aboveDown(r))
	case AllDown:
		return down(r.upTo(""))
	case UpToTop:
		return r.upTo(r.top)
	case UpToCwd:
		return r.upTo(top)
	}

	return r.belowFolders(w, file)
}

// aboveDown are the folders of AboveDown, from below.
func aboveDown(r *run) []string {
	home := r.real(r.env.HomeDir())
	dirs := r.upTo(filepath.Dir(cmp.Or(r.top, home)))
	if r.cwd == home {
		dirs = dirs[:1]
	}
	i := slices.Index(dirs, filepath.Join(home, r.p.NotAbove))
	if i >= 0 && r.p.NotAbove != "" {
		dirs = dirs[:i]
	}
	return slices.DeleteFunc(dirs, func(dir string) bool { return dir == filepath.Dir(dir) })
}

// belowFolders are the folders of a nested search.
func (r *run) belowFolders(w Where, file string) []string {
	if w == OwnTop {
		dirs := r.ownTop(filepath.Dir(file))
		slices.Reverse(dirs)
		return dirs
	}

	var dirs []string
	if w == BesideUp {
		for dir := filepath.Dir(file); inside(r.topOrCwd(), dir) && !inside(dir, r.cwd); dir = filepath.Dir(dir) {
			dirs = append(dirs, dir)
		}
		return dirs
	}

	root := r.bounds.root
	for dir := filepath.Dir(file); inside(root, dir) && dir != root; dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
	}

	if w == BelowCwd {
		slices.Reverse(dirs)
	}

	return dirs
}

// found is a file that was looked for and is there.
type found struct {
	path  string
	dir   string // in which its name was looked for
	files Files
	place int
	In    Place
}

// places looks in all places of a block.
func (r *run) places(from []Place, file string) (all []found) {
	gave := false
	for i, place := range from {
		skip := gave && place.Else
		gave = skip
		dirs := place.Dirs
		if dirs == nil {
			dirs = slices.DeleteFunc(r.folders(place.In, file), func(dir string) bool { return dir == "" })
		}

		from := len(all)
		hidden := hiddenOf(r, place, dirs, skip)
		for _, dir := range dirs {
			for k, f := range place.Each {
				for _, name := range f.Names {
					r.out.looked = append(r.out.looked, lookedPath{dir, name})
				}

				if hidden[k] || f.Near && r.anyCounts([]string{dir}, f.Unless) {
					continue
				}

				gave = gave || f.Hides && r.anyName(dir, f.Names)
				for _, p := range r.look(dir, f, place.In == Home) {
					all = append(all, found{p, dir, f, i, place})
					gave = true
				}
			}
		}

		if place.Sorted {
			slices.SortStableFunc(all[from:], func(a, b found) int { return strings.Compare(a.path, b.path) })
		}
	}

	return r.onceBase(all)
}

// hiddenOf tells of each of a place's files whether it does not count: since all of the place is skipped, or by a file
// in any of the folders.
func hiddenOf(r *run, place Place, dirs []string, skip bool) []bool {
	hidden := make([]bool, len(place.Each))
	for i, f := range place.Each {
		hidden[i] = skip || r.hidden(f, dirs)
	}
	return hidden
}

// ownTop are the folders from one up to the top of its repository; without one, that alone. One that is not there
// stands for the one above it.
func (r *run) ownTop(dir string) (dirs []string) {
	for dir != filepath.Dir(dir) && !r.isDir(dir) {
		dir = filepath.Dir(dir)
	}

	for at := dir; ; at = filepath.Dir(at) {
		dirs = append(dirs, at)
		switch r.topKind(at) {
		case IsTop:
			return dirs
		case NoRepository:
			return dirs[:1]
		}

		if at == filepath.Dir(at) {
			return dirs[:1]
		}
	}
}

func (r *run) isDir(path string) bool {
	fi, err := r.env.Files().Stat(path)
	return err == nil && fi.IsDir()
}

// anyName reports whether something that has one of the names is in a folder.
func (r *run) anyName(dir string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		p := filepath.Join(dir, name)
		return r.mayBe(p) && r.there(p)
	})
}

// isLink reports whether a path is a link itself.
func (r *run) isLink(path string) bool {
	fi, err := r.env.Files().Lstat(path)
	return err == nil && fi.Mode()&fs.ModeSymlink != 0
}

// onceBase takes out files of which an earlier one of their place has the name, where that hides them.
func (r *run) onceBase(all []found) []found {
	type name struct {
		base  string
		place int
	}
	first := map[name]string{}
	return slices.DeleteFunc(all, func(f found) bool {
		at := name{filepath.Base(f.path), f.place}
		if !f.files.OnceBase {
			return false
		}

		if before, ok := first[at]; ok {
			r.leave(f.path, before+" has the same name")
			return true
		}

		first[at] = f.path
		return false
	})
}

// hidden reports whether files are not looked for because of others in the folders of their place.
func (r *run) hidden(f Files, dirs []string) bool {
	if f.Near {
		dirs = r.upTo("")
	}
	return r.anyCounts(dirs, f.Unless)
}

// anyCounts reports whether a file of one of the names, in one of the folders, gives text.
func (r *run) anyCounts(dirs, names []string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return r.counts(filepath.Join(dir, name)) })
	})
}

// counts reports whether a file gives text, in the form of the first files of the profile that have its name.
func (r *run) counts(p string) bool {
	if !r.isFile(p) || r.excluded(p) != "" {
		return false
	}

	f, err := load(r.ctx, r.env, p, math.MaxInt64, 0)
	if err != nil {
		return false
	}

	form := r.p.Start[0].Form
	if r.tooLarge(f, &form) != "" {
		return false
	}

	form.Imports = nil
	start := form.start(f.data)
	n, _ := form.front(f.data[start:])
	if !form.FrontMatter {
		n = 0
	}

	return !form.isBlank(r.expand(f, form, start+n))
}

// isFile reports whether a path is there and no folder.
func (r *run) isFile(p string) bool {
	is, known := r.list.files[p]
	if !known {
		if r.mayBe(p) {
			fi, err := r.env.Files().Stat(p)
			is = err == nil && !fi.IsDir()
		}
		r.list.files[p] = is
	}
	return is
}

// look finds the files of one kind in a folder.
func (r *run) look(dir string, f Files, users bool) (paths []string) {
	for _, name := range f.Names {
		p := filepath.Join(dir, name)
		base := path.Base(name)
		switch {
		case strings.Contains(name, "*"):
			below, deep := strings.CutSuffix(path.Dir(name), "/**")
			if f.Real {
				paths = append(paths, r.matchingReal(dir, below, base, users)...)
				break
			}
			paths = append(paths, r.matching(filepath.Join(dir, below), base, f, deep)...)
		case f.Fold:
			for _, e := range r.entries(filepath.Dir(p), false) {
				if strings.EqualFold(e.Name(), base) && r.isFile(filepath.Join(filepath.Dir(p), e.Name())) {
					paths = append(paths, filepath.Join(filepath.Dir(p), e.Name()))
				}
			}
		case r.isFile(p) && !(f.NotBlank && r.isBlankFile(p, f.Form)):
			p = spelt(r, dir, name)
			if !slices.Contains(paths, p) {
				paths = append(paths, p)
			}
		}

		if (len(paths) > 0 || f.Hides && r.anyName(dir, []string{name})) && !f.Each {
			break
		}
	}

	return paths
}

// isBlankFile reports whether a file has nothing but white space.
func (r *run) isBlankFile(p string, form *Form) bool {
	f, err := load(r.ctx, r.env, p, math.MaxInt64, 0)
	if err != nil {
		return false
	}
	if form == nil {
		form = &Form{}
	}
	return form.isBlank([]Piece{{file: f, start: form.start(f.data), end: len(f.data)}})
}

// entries lists a folder; one that cannot be listed has none.
func (r *run) entries(dir string, sorted bool) []fs.DirEntry {
	if !r.mayBe(dir) {
		return nil
	}

	list, err := r.env.Files().ReadDir(dir, 0)
	if errors.Is(err, fs.ErrPermission) {
		r.leave(dir, "the folder cannot be listed: permission denied")
	}
	if err != nil {
		return nil
	}
	if sorted {
		slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	}

	return list
}

// matchesName reports whether a name matches a pattern; fold: upper and lower case are the same.
func matchesName(pattern, name string, fold bool) bool {
	if fold {
		pattern = strings.ToLower(pattern)
		name = strings.ToLower(name)
	}
	ok, _ := path.Match(pattern, name)
	return ok
}

// mostDeep is how far folders of rules are followed down.
const mostDeep = 32

// mostLooked is how many entries of folders of rules are looked at.
const mostLooked = 10_000

// matching are the files of a folder whose names match a pattern, with those of the folders below where deep is set. A
// link to a folder that it lies in is not followed.
func (r *run) matching(dir, pattern string, f Files, deep bool) (paths []string) {
	looked := 0
	above := map[string]struct{}{}
	var visit func(dir string, depth int)
	visit = func(dir string, depth int) {
		real := r.real(dir)
		if _, isCircle := above[real]; isCircle {
			return
		}

		above[real] = struct{}{}
		defer delete(above, real)
		for _, e := range r.entries(dir, f.Sorted) {
			looked++
			if looked > mostLooked || r.ctx.Err() != nil {
				return
			}

			p := filepath.Join(dir, e.Name())
			fi, err := r.env.Files().Stat(p)
			ok := matchesName(pattern, e.Name(), f.Fold)
			switch {
			case err != nil, f.noHidden && strings.HasPrefix(e.Name(), "."): // not found, or not looked for
			case f.passes(e, fi):
				r.leave(p, r.p.agent()+" takes no such links here")
			case fi.IsDir() && deep && depth < mostDeep:
				visit(p, depth+1)
			case !fi.IsDir() && ok:
				paths = append(paths, p)
			}
		}
	}

	visit(dir, 0)
	if looked > mostLooked {
		r.leave(dir, "only "+tools.Thousands(mostLooked)+" files and folders are looked at here, and there are more")
	}
	if f.Sorted {
		slices.Sort(paths)
	}

	return paths
}

// passes reports whether a link is passed over that leads to something.
func (f Files) passes(e fs.DirEntry, to fs.FileInfo) bool {
	return e.Type()&fs.ModeSymlink != 0 && (f.NoLinks || f.NoLinkedFolders && to.IsDir())
}

// realFiles finds the files of a folder and of those below it under their real paths, each once.
type realFiles struct {
	*run
	pattern string
	users   bool // links may lead anywhere
	seen    map[string]bool
	paths   []string
}

// matchingReal are the files of a folder and of those below it whose names match a pattern, in the order of the file
// system: what a link leads to under its real path, each once. Links that lead out of the working directory are
// followed for the user's own files alone.
func (r *run) matchingReal(base, below, pattern string, users bool) []string {
	root := filepath.Join(base, below)
	if !r.mayBe(root) {
		return nil
	}

	v := &realFiles{run: r, pattern: pattern, users: users, seen: map[string]bool{}}
	if real := r.real(root); real != filepath.Join(r.real(base), below) {
		if !v.follows(root, real) {
			return nil
		}
		root = real
	}

	v.seen[r.real(root)] = true
	v.visit(root, 0)
	return v.paths
}

// follows reports whether a link is followed, and notes it where it is not.
func (v *realFiles) follows(link, real string) bool {
	if !v.users && !inside(v.cwd, real) {
		v.leave(link, "it is a link that leads to "+real+", outside of the working directory")
		return false
	}
	return true
}

func (v *realFiles) visit(dir string, depth int) {
	for _, e := range v.entries(dir, false) {
		p := filepath.Join(dir, e.Name())
		real := p
		if e.Type()&fs.ModeSymlink != 0 {
			real = v.real(p)
		}

		fi, err := v.env.Files().Stat(p)
		ok, _ := path.Match(v.pattern, e.Name())
		if err != nil || !fi.IsDir() && !ok || v.seen[real] || real != p && !v.follows(p, real) {
			continue
		}

		v.seen[real] = true
		if !fi.IsDir() {
			v.paths = append(v.paths, real)
		} else if depth < mostDeep {
			v.visit(real, depth+1)
		}
	}
}
