package geminicli

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/contextfiles"
)

// Names are the strings of a setting that is one or a list.
type Names []string

// UnmarshalJSON decodes a string, or a list of strings.
func (n *Names) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*n = Names{one}
		return nil
	}
	return json.Unmarshal(text, (*[]string)(n))
}

// settings are the settings that affect files of instructions.
type settings struct {
	Context struct {
		FileName    Names    `json:"fileName"`
		Format      string   `json:"importFormat"`
		Directories []string `json:"includeDirectories"`
	} `json:"context"`
}

// adapt applies the settings of the user and of the working directory, which take precedence, the user's extensions,
// and the private memory of the project.
func adapt(s *contextfiles.Setup, p *contextfiles.Profile) {
	var set settings
	var roots []string
	for _, dir := range []string{s.Home(), s.Cwd()} {
		set.Context.Directories = nil
		s.JSON(filepath.Join(dir, ".gemini", "settings.json"), &set)
		for _, root := range set.Context.Directories {
			roots = append(roots, s.Real(s.Path(s.Cwd(), root)))
		}
	}

	names := append(slices.Clone(set.Context.FileName), "GEMINI.md")
	form := contextForm
	if set.Context.Format == "flat" {
		form.Imports = Imports()
		form.Imports.Flat = &contextfiles.Flat{
			Item:  "--- File: {path} ---\n{text}\n--- End of File: {path} ---",
			First: "--- File: {dir} ---\n{text}\n--- End of File: {dir} ---",
		}
	}

	p.Start = []contextfiles.Block{
		start(form, append([]contextfiles.Place{userPlace(names)}, memoryPlaces(s, names)...)...),
		start(form, append(ExtensionPlaces(s, ".gemini/extensions", "gemini-extension.json", extended, "GEMINI.md"),
			contextfiles.Place{
				Dirs: dirsOf(s, roots), Each: []contextfiles.Files{contextfiles.AllOf(names...)},
				Sorted: true, Group: project,
			})...),
	}
	nested := *p.Nested
	nested.Roots = roots
	nested.From = []contextfiles.Place{contextfiles.PlaceIn(contextfiles.BelowCwd, contextfiles.AllOf(names...))}
	p.Nested = &nested

	p.Mention = func(m *contextfiles.Mention) {
		(&mentions{Mention: m, roots: append([]string{s.Cwd()}, roots...), never: names[0]}).addAll()
	}
}

// dirsOf returns the folders from the working directory, and from others, up to the tops of their repositories, except
// the folder of the user's settings and its parents.
func dirsOf(s *contextfiles.Setup, roots []string) (dirs []string) {
	for _, root := range append([]string{s.Cwd()}, roots...) {
		up := s.UpToTop(root)
		if i := slices.Index(up, filepath.Join(s.Home(), ".gemini")); i >= 0 {
			up = up[:i]
		}

		for _, dir := range up {
			if !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
	}

	if dirs == nil {
		dirs = []string{}
	}

	return dirs
}

// userPlace returns the place of the user's files.
func userPlace(names []string) contextfiles.Place {
	var users []string
	for _, name := range names {
		users = append(users, ".gemini/"+name)
	}
	place := contextfiles.PlaceIn(contextfiles.Home, contextfiles.AllOf(users...))
	place.Group = usersGroup
	return place
}

// memoryPlaces returns the places of the project's private memory: MEMORY.md, else the files with names of files of
// instructions.
func memoryPlaces(s *contextfiles.Setup, names []string) []contextfiles.Place {
	place := contextfiles.Place{
		In: contextfiles.Home, Dirs: []string{memoryDir(s)}, Group: memory,
		Each: []contextfiles.Files{contextfiles.FirstOf("MEMORY.md")},
	}
	old := place
	old.Else = true
	old.Each = []contextfiles.Files{contextfiles.AllOf(names...)}
	return []contextfiles.Place{place, old}
}

// memoryDir returns the folder of the working directory's private memory: projects.json of the user names it, or the
// folder itself says whose it is.
func memoryDir(s *contextfiles.Setup) string {
	own := filepath.Join(s.Home(), ".gemini")
	temp := filepath.Join(own, "tmp")
	owns := func(name string) (owner, known bool) {
		text, known := s.Read(filepath.Join(temp, name, ".project_root"))
		return strings.TrimSpace(string(text)) == s.Cwd(), known
	}

	var set struct {
		Projects map[string]string `json:"projects"`
	}
	s.JSON(filepath.Join(own, "projects.json"), &set)
	name := set.Projects[s.Cwd()]
	if owner, known := owns(name); name == "" || known && !owner {
		name = slugOf(filepath.Base(s.Cwd()))
		for _, e := range s.Entries(temp) {
			if owner, _ := owns(e.Name()); owner {
				name = e.Name()
				break
			}
		}
	}

	return filepath.Join(temp, name, "memory")
}

// ExtensionPlaces returns the files of instructions of the user's extensions, by path: those that the extension's
// configuration names, or else the one called name.
func ExtensionPlaces(
	s *contextfiles.Setup, below, config string, group *contextfiles.Group, name string,
) (places []contextfiles.Place) {
	root := filepath.Join(s.Home(), filepath.FromSlash(below))
	var enabled map[string]struct {
		Overrides []string `json:"overrides"`
	}
	s.JSON(filepath.Join(root, "extension-enablement.json"), &enabled)
	var files []string
	for _, e := range s.Entries(root) {
		dir := filepath.Join(root, e.Name())
		var set struct {
			Name    string `json:"name"`
			Version string `json:"version"`
			Files   Names  `json:"contextFileName"`
		}
		if !s.JSON(filepath.Join(dir, config), &set) || set.Name == "" || set.Version == "" {
			continue
		}
		if len(set.Files) == 0 {
			set.Files = Names{name}
		}

		for _, file := range set.Files {
			path := s.Path(dir, file)
			switch {
			case strings.Contains(file, "..") || !s.Inside(dir, path) || !s.IsFile(path): // outside of the extension
			case !isEnabled(enabled[set.Name].Overrides, s.Cwd()):
				s.Leave(path, "its extension is not enabled for "+s.Cwd())
			default:
				files = append(files, path)
			}
		}
	}

	slices.Sort(files)
	for _, file := range files {
		places = append(places, contextfiles.Place{
			In: contextfiles.Home, Dirs: []string{filepath.Dir(file)}, Group: group,
			Each: []contextfiles.Files{contextfiles.FirstOf(filepath.Base(file))},
		})
	}

	return places
}

// isEnabled applies the overrides of an extension to a folder: the last matching one decides. A leading "!" disables, a
// final "*" includes the folders below.
func isEnabled(overrides []string, dir string) bool {
	enabled := true
	for _, rule := range overrides {
		path, disables := strings.CutPrefix(rule, "!")
		path, deep := strings.CutSuffix(path, "*")
		path = strings.TrimSuffix(path, "/") + "/"
		at := strings.TrimSuffix(filepath.ToSlash(dir), "/") + "/"
		if at == path || deep && strings.HasPrefix(at, path) {
			enabled = !disables
		}
	}

	return enabled
}
