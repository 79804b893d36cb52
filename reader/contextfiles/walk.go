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

// upTo returns the folders from the working directory up to top, or to the file system's root if top is not above.
func (r *run) upTo(top string) (dirs []string) {
	for dir := r.cwd; ; dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
		if dir == top || dir == filepath.Dir(dir) {
			return dirs
		}
	}
}

// folders returns the folders of a place; "" for one that does not exist. file is the read file of a nested search.
func (r *run) folders(w FolderOrder, file string) []string {
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

// aboveDown returns the folders of AboveDown, upwards.
func aboveDown(r *run) []string {
	home := r.real(r.env.HomeDir())
	dirs := r.upTo(filepath.Dir(cmp.Or(r.top, home)))
	if r.cwd == home {
		dirs = dirs[:1]
	}

	i := slices.Index(dirs, filepath.Join(home, r.profile.NotAbove))
	if i >= 0 && r.profile.NotAbove != "" {
		dirs = dirs[:i]
	}

	return slices.DeleteFunc(dirs, func(dir string) bool { return dir == filepath.Dir(dir) })
}

// belowFolders returns the folders of a nested search.
func (r *run) belowFolders(w FolderOrder, file string) []string {
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

// foundFile is a file that was looked for and exists.
type foundFile struct {
	path       string
	dir        string // where its name was looked for
	files      Files
	placeIndex int
	place      Place
}

// places returns the files of all places of a block. file is the read file of a nested search.
func (r *run) places(from []Place, file string) (all []foundFile) {
	gave := false
	for i, place := range from {
		skip := gave && place.Else
		gave = skip
		dirs := place.Dirs
		if dirs == nil {
			dirs = slices.DeleteFunc(r.folders(place.In, file), func(dir string) bool { return dir == "" })
		}

		from := len(all)
		hidden := suppressedFiles(r, place, dirs, skip)
		for _, dir := range dirs {
			for k, f := range place.Each {
				for _, name := range f.Names {
					r.briefing.looked = append(r.briefing.looked, lookedPath{dir, name})
				}

				if hidden[k] || f.UnlessInAncestors && r.anyGivesText([]string{dir}, f.Unless) {
					continue
				}

				gave = gave || f.HidesLater && r.anyName(dir, f.Names)
				for _, p := range r.find(dir, f, place.In == Home) {
					all = append(all, foundFile{p, dir, f, i, place})
					gave = true
				}
			}
		}

		if place.Sorted {
			slices.SortStableFunc(all[from:], func(a, b foundFile) int { return strings.Compare(a.path, b.path) })
		}
	}

	return r.onceBase(all)
}

// suppressedFiles reports for each element of Place.Each whether it is not looked for: because the place is skipped, or
// because of Files.Unless.
func suppressedFiles(r *run, place Place, dirs []string, skip bool) []bool {
	hidden := make([]bool, len(place.Each))
	for i, f := range place.Each {
		hidden[i] = skip || r.suppressed(f, dirs)
	}
	return hidden
}

// ownTop returns the folders from dir up to the top of its repository; outside of one dir alone. For a folder that does
// not exist it begins with the nearest parent that does.
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

// anyName reports whether one of the names exists in a folder.
func (r *run) anyName(dir string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		p := filepath.Join(dir, name)
		return r.mayExist(p) && r.exists(p)
	})
}

// isLink reports whether a path is a symbolic link.
func isLink(env tools.Env, path string) bool {
	fi, err := env.Files().Lstat(path)
	return err == nil && fi.Mode()&fs.ModeSymlink != 0
}

// onceBase removes the files that Files.OnceBase omits.
func (r *run) onceBase(all []foundFile) []foundFile {
	type name struct {
		base  string
		place int
	}
	first := map[name]string{}
	return slices.DeleteFunc(all, func(f foundFile) bool {
		at := name{filepath.Base(f.path), f.placeIndex}
		if !f.files.OnceBase {
			return false
		}

		if before, ok := first[at]; ok {
			r.leaveOut(f.path, before+" has the same name")
			return true
		}

		first[at] = f.path
		return false
	})
}

// suppressed reports whether Files.Unless keeps files from being looked for.
func (r *run) suppressed(f Files, dirs []string) bool {
	if f.UnlessInAncestors {
		dirs = r.upTo("")
	}
	return r.anyGivesText(dirs, f.Unless)
}

// anyGivesText reports whether a file of one of the names, in one of the folders, gives text.
func (r *run) anyGivesText(dirs, names []string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return r.givesText(filepath.Join(dir, name)) })
	})
}

// givesText reports whether the agent would send any text for a file, in the form of the profile's first block.
func (r *run) givesText(p string) bool {
	if !r.isFile(p) || r.excluded(p) != "" {
		return false
	}

	f, err := load(r.ctx, r.env, p, math.MaxInt64, 0)
	if err != nil {
		return false
	}

	form := r.profile.Start[0].Form
	if r.tooLarge(f, &form) != "" {
		return false
	}

	form.Imports = nil
	start := form.start(f.data)
	n, _ := form.frontMatterOf(f.data[start:])
	if !form.FrontMatter {
		n = 0
	}

	return !form.isBlank(r.expand(f, form, start+n))
}

// isFile reports whether a path exists and is not a folder.
func (r *run) isFile(p string) bool {
	is, known := r.cache.files[p]
	if !known {
		if r.mayExist(p) {
			fi, err := r.env.Files().Stat(p)
			is = err == nil && !fi.IsDir()
		}
		r.cache.files[p] = is
	}
	return is
}

// find returns the paths of files in a folder. users: they are the user's.
func (r *run) find(dir string, f Files, users bool) (paths []string) {
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
			paths = append(paths, inAnyCase(r, filepath.Dir(p), base)...)
		case r.isFile(p) && !(f.NotBlank && r.isBlankFile(p, f.Form)):
			p = listedPath(r, dir, name)
			if !slices.Contains(paths, p) {
				paths = append(paths, p)
			}
		}

		if (len(paths) > 0 || f.HidesLater && r.anyName(dir, []string{name})) && !f.Each {
			break
		}
	}

	return paths
}

// inAnyCase finds the files of a folder with a name, in capitals or small letters.
func inAnyCase(r *run, dir, name string) (paths []string) {
	for _, e := range r.entries(dir, false) {
		p := filepath.Join(dir, e.Name())
		if strings.EqualFold(e.Name(), name) && r.isFile(p) {
			paths = append(paths, p)
		}
	}
	return paths
}

// isBlankFile reports whether a file consists of white space.
func (r *run) isBlankFile(p string, form *TextRules) bool {
	f, err := load(r.ctx, r.env, p, math.MaxInt64, 0)
	if err != nil {
		return false
	}
	if form == nil {
		form = &TextRules{}
	}
	return form.isBlank([]Piece{{file: f, start: form.start(f.data), end: len(f.data)}})
}

// entries returns the entries of a folder, or none if it cannot be listed.
func (r *run) entries(dir string, sorted bool) []fs.DirEntry {
	if !r.mayExist(dir) {
		return nil
	}

	list, err := r.env.Files().ReadDir(dir, 0)
	if errors.Is(err, fs.ErrPermission) {
		r.leaveOut(dir, "the folder cannot be listed: permission denied")
	}
	if err != nil {
		return nil
	}
	if sorted {
		slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	}

	return list
}

// matchesName reports whether a name matches a pattern of path.Match; fold ignores case.
func matchesName(pattern, name string, fold bool) bool {
	if fold {
		pattern = strings.ToLower(pattern)
		name = strings.ToLower(name)
	}
	ok, _ := path.Match(pattern, name)
	return ok
}

// maxDepth is how deep folders of rules are walked.
const maxDepth = 32

// maxEntries is how many entries below a folder of rules are visited.
const maxEntries = 10_000

// matching returns the files of a folder whose names match a pattern; deep includes those below. Cycles of links are
// not followed.
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
			if looked > maxEntries || r.ctx.Err() != nil {
				return
			}

			p := filepath.Join(dir, e.Name())
			fi, err := r.env.Files().Stat(p)
			ok := matchesName(pattern, e.Name(), f.Fold)
			switch {
			case err != nil, f.noHidden && strings.HasPrefix(e.Name(), "."): // a broken link, or hidden
			case f.skipsLink(e, fi):
				r.leaveOut(p, r.profile.agent()+" takes no such links here")
			case fi.IsDir() && deep && depth < maxDepth:
				visit(p, depth+1)
			case !fi.IsDir() && ok:
				paths = append(paths, p)
			}
		}
	}

	visit(dir, 0)
	if looked > maxEntries {
		r.leaveOut(dir, "only "+tools.Thousands(maxEntries)+" files and folders are looked at here, and there are more")
	}
	if f.Sorted {
		slices.Sort(paths)
	}

	return paths
}

// skipsLink reports whether an entry is a symbolic link that is not read; to is its target.
func (f Files) skipsLink(e fs.DirEntry, to fs.FileInfo) bool {
	return e.Type()&fs.ModeSymlink != 0 && (f.NoLinks || f.NoLinkedFolders && to.IsDir())
}

// realFiles is a walk that collects the real paths of files, each once.
type realFiles struct {
	*run
	pattern string
	users   bool // links may lead anywhere
	seen    map[string]bool
	paths   []string
}

// matchingReal is matching for Files.Real: it returns real paths, each once, in the order of the file system. Links
// that lead out of the working directory are followed only for the user's files.
func (r *run) matchingReal(base, below, pattern string, users bool) []string {
	root := filepath.Join(base, below)
	if !r.mayExist(root) {
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

// follows reports whether a link is followed, and notes it if it is not.
func (v *realFiles) follows(link, real string) bool {
	if !v.users && !inside(v.cwd, real) {
		v.leaveOut(link, "it is a link that leads to "+real+", outside of the working directory")
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
		} else if depth < maxDepth {
			v.visit(real, depth+1)
		}
	}
}
