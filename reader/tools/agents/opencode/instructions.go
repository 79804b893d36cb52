package opencode

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/ignore"
)

// maxEntries is how many entries of folders are visited for all globs.
const maxEntries = 100_000

// Adapt adds the files of the setting "instructions", after those found by name. users are the folders below the home
// with the user's settings, project the names of settings in the folders of the project.
func Adapt(users, project []string) func(s *contextfiles.Setup, p *contextfiles.Profile) {
	return func(s *contextfiles.Setup, p *contextfiles.Profile) {
		var entries []string
		read := func(path string) {
			var set struct {
				Instructions []string `json:"instructions"`
			}
			if s.JSON(path, &set) {
				entries = append(entries, set.Instructions...)
			}
		}

		for _, name := range users {
			read(filepath.Join(s.Home(), filepath.FromSlash(name)))
		}

		up := s.Above()
		if s.Top() != "" {
			up = up[:slices.Index(up, s.Top())+1]
		}

		for _, dir := range slices.Backward(up) {
			for _, name := range project {
				read(filepath.Join(dir, filepath.FromSlash(name)))
			}
		}

		f := &finder{Setup: s, up: up, left: maxEntries}
		for i, entry := range entries {
			if !slices.Contains(entries[:i], entry) {
				f.find(entry)
			}
		}

		if f.places == nil {
			return
		}

		start := p.Start[0]
		start.From = append(slices.Clone(start.From), f.places...)
		p.Start = []contextfiles.Block{start}
	}
}

// Settings are the names of opencode's settings files: below the home, and in the folders of a project.
var (
	userSettings = []string{
		".config/opencode/opencode.json", ".config/opencode/opencode.jsonc", ".opencode/opencode.json",
		".opencode/opencode.jsonc",
	}
	ProjectSettings = []string{
		"opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc",
	}
)

// finder finds the files of globs of instructions.
type finder struct {
	*contextfiles.Setup
	up     []string // folders from the working directory up to the top
	left   int      // how many more entries may be visited
	places []contextfiles.Place
	seen   []string
}

// find finds the files of one entry: a relative one in each folder from the working directory up; of an absolute one
// only the last element is a glob.
func (f *finder) find(entry string) {
	switch {
	case strings.HasPrefix(entry, "https://") || strings.HasPrefix(entry, "http://"):
		f.Leave(entry, "instructions of the settings name it: what is fetched from there is not known")
	case strings.HasPrefix(entry, "~/") || filepath.IsAbs(entry):
		full := f.Path(f.Cwd(), entry)
		f.glob(filepath.Dir(full), filepath.Base(full), entry)
	default:
		for _, dir := range f.up {
			f.glob(dir, entry, entry)
		}
	}
}

// glob adds the files below a folder that match a glob.
func (f *finder) glob(dir, glob, entry string) {
	glob = strings.TrimPrefix(path.Clean(filepath.ToSlash(glob)), "./")
	for {
		first, rest, more := strings.Cut(glob, "/")
		if !more || strings.ContainsAny(first, "*?[{") {
			break
		}
		dir = filepath.Join(dir, first)
		glob = rest
	}

	if !strings.ContainsAny(glob, "*?[{") {
		f.add(filepath.Join(dir, glob))
		return
	}

	rules := ignore.New(ignore.Glob)
	if err := rules.Add(glob); err != nil {
		f.Leave(filepath.Join(dir, glob), "which files instructions of the settings name is not known: "+err.Error())
		return
	}

	depth := strings.Count(glob, "/")
	if strings.Contains(glob, "**") {
		depth = 1 << 10
	}
	if !f.visit(dir, "", depth, rules) {
		f.Leave(filepath.Join(dir, glob), "which files "+entry+" names is not known: there are too many")
	}
}

// visit walks a folder; it returns false if there are too many entries.
func (f *finder) visit(dir, rel string, depth int, rules *ignore.Rules) bool {
	for _, e := range f.Entries(dir) {
		f.left--
		if f.left < 0 {
			return false
		}

		below := path.Join(rel, e.Name())
		full := filepath.Join(dir, e.Name())
		if e.IsDir() || depth < 1<<9 && depth > 0 && f.IsDir(full) {
			if depth > 0 && !f.visit(full, below, depth-1, rules) {
				return false
			}
			continue
		}

		if v, err := rules.Last(f.Context(), below, false); err == nil && v == ignore.Ignored {
			f.add(full)
		}
	}

	return true
}

func (f *finder) add(path string) {
	if !f.IsFile(path) || slices.Contains(f.seen, path) {
		return
	}
	f.seen = append(f.seen, path)
	f.places = append(f.places, contextfiles.Place{
		Dirs: []string{filepath.Dir(path)}, Each: []contextfiles.Files{{Names: []string{filepath.Base(path)}}},
	})
}
