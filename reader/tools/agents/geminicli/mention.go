package geminicli

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/ignore"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// What stands around the files that are mentioned.
const (
	MentionsOpen  = "\n--- Content from referenced files ---"
	MentionsClose = "\n--- End of content ---"
)

const mentionCut = "[WARNING: This file was truncated. " +
	"To view the full content, use the 'read_file' tool on this specific file.]\n\n"

// mentions gives the files that are mentioned.
type mentions struct {
	*contextfiles.Mention
	roots []string // the workspace: the working directory and those that the settings add
	never string   // the name of files of instructions, of which a mention gives nothing
}

// mentioned is what one mention is resolved to.
type mentioned struct {
	label, path string // label: as it is shown
	dir         bool
}

// addAll adds the mentioned files, and those below mentioned folders, sorted by path, each once.
func (m *mentions) addAll() {
	all := m.resolve()
	if len(all) == 0 {
		return
	}

	m.Add(contextfiles.Words(MentionsOpen))
	files := m.files(all)
	sorted := slices.Sorted(slices.Values(files))
	given := false
	for _, file := range sorted {
		given = m.giveFile(all, file) || given
	}

	if !given {
		m.Add(contextfiles.Words("No files matching the criteria were found or all were skipped."))
		return
	}

	m.AddNestedOf(files, "\n")
	m.Add(contextfiles.Words(MentionsClose))
}

// resolve finds what is mentioned: a path in one of the folders of the workspace, else a file that has the name, or a
// part of it.
func (m *mentions) resolve() (all []mentioned) {
	for _, typed := range m.Typed {
		name := Closed(typed)
		if name == "" || m.isIgnored(node.Path(m.Env()).Resolve(m.roots[0], name)) {
			continue
		}

		found := m.direct(name)
		if found == "" {
			found = m.search(name)
		}

		if found == "" {
			at := node.Path(m.Env()).Resolve(m.roots[0], name)
			m.Leave(at, m.whyNot(at))
			continue
		}

		dir, _ := m.IsDir(found)
		if node.Path(m.Env()).IsAbs(name) {
			name = m.rel(found)
		}

		all = append(all, mentioned{name, found, dir})
	}

	return all
}

// whyNot says why nothing is sent of a path that was mentioned.
func (m *mentions) whyNot(at string) string {
	if _, there := m.IsDir(at); there && m.root(at) == "" {
		return "it is outside of the workspace"
	} else if there {
		return "it is a link that leads out of the workspace"
	}
	return m.Missing(at)
}

// direct is what a path leads to in the workspace; "" where that is nothing.
func (m *mentions) direct(name string) string {
	for _, root := range m.roots {
		at := node.Path(m.Env()).Resolve(root, name)
		if _, there := m.IsDir(at); there && m.isAllowed(at) {
			return at
		}
	}
	return ""
}

// root is the folder of the workspace that a path is in; "" where it is in none.
func (m *mentions) root(at string) string {
	i := slices.IndexFunc(m.roots, func(root string) bool {
		return m.Env().System.IsBelow(root, at)
	})
	if i < 0 {
		return ""
	}
	return m.roots[i]
}

// rel is a path from the folder of the workspace that it is in.
func (m *mentions) rel(at string) string {
	if root := m.root(at); root != "" {
		return node.Path(m.Env()).Relative(root, at)
	}
	return at
}

// isAllowed reports whether what a path leads to lies in the workspace, and none of its names is blocked.
func (m *mentions) isAllowed(at string) bool {
	real := m.Real(at)
	root := m.root(real)
	return root != "" && !blocked().MatchString(strings.TrimPrefix(real, root))
}

// isIgnored reports whether ignore files leave a path out, and notes it.
func (m *mentions) isIgnored(at string) bool {
	env := m.Env()
	is, err := ignored(m.Context(), env, foundFile{root: m.roots[0], path: at}, at)
	switch {
	case err != nil:
		m.Leave(at, "whether it is ignored is not known: "+err.Error())
	case is:
		m.Leave(at, "ignore files leave it out")
	}
	return is || err != nil
}

// search is the file whose path in the workspace ends with a name, but for the beginning of its first part and the end
// of its last: the one that was changed last on the last day, else the first by path. "" without one.
func (m *mentions) search(name string) string {
	pattern := ignore.New(ignore.Glob)
	if pattern.Add("**/*"+strings.ToLower(name)+"*") != nil {
		return ""
	}

	for _, root := range m.roots {
		files := slices.DeleteFunc(m.Below(root), func(file string) bool {
			rel := filepath.ToSlash(node.Path(m.Env()).Relative(root, file))
			v, err := pattern.Last(m.Context(), strings.ToLower(rel), false)
			return err != nil || v != ignore.Ignored || isIn(rel, neverSearched) || m.Real(file) != file ||
				m.isIgnored(file)
		})
		if len(files) > 0 {
			return slices.MinFunc(files, m.earlier)
		}
	}

	return ""
}

// earlier compares two files by the order of a search.
func (m *mentions) earlier(a, b string) int {
	age := func(file string) time.Duration {
		if age := time.Since(m.Modified(file)); age < 24*time.Hour {
			return age
		}
		return 24 * time.Hour
	}
	return cmp.Or(cmp.Compare(age(a), age(b)), js.LocaleCompare(a, b))
}

// Folders and files of which a search, and those of which a mention finds nothing.
var (
	neverSearched = []string{"node_modules", ".git", "bower_components", ".svn", ".hg"}
	neverFolders  = append([]string{".vscode", ".idea", "dist", "build", "coverage", "__pycache__"}, neverSearched...)
	neverEndings  = strings.Fields(".bin .exe .dll .so .dylib .class .jar .war .zip .tar .gz .bz2 .rar .7z .pak .rpa " +
		".doc .docx .xls .xlsx .ppt .pptx .odt .ods .odp .pyc .pyo")
)

// isIn reports whether a relative path goes through a folder of one of some names.
func isIn(rel string, names []string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(strings.ToLower(rel)), "/"), func(part string) bool {
		return slices.Contains(names, part)
	})
}

// files are the files of what is mentioned, each once, in the order of the mentions.
func (m *mentions) files(all []mentioned) (files []string) {
	for _, one := range all {
		found := m.Below(one.path)
		if !one.dir {
			found = m.likeIt(one.path)
		}

		for _, file := range slices.Sorted(slices.Values(found)) {
			if why := m.excluded(file); why != "" {
				m.Leave(file, why)
			} else if !slices.Contains(files, file) && !m.isIgnored(file) {
				files = append(files, file)
			}
		}
	}

	return files
}

// folded is a path as patterns take it: in lower case, with slashes, and without one in front.
func folded(file string) string {
	return strings.TrimPrefix(strings.ToLower(filepath.ToSlash(file)), "/")
}

// likeIt are the files that a path stands for as a glob, in which upper and lower case are the same.
func (m *mentions) likeIt(file string) (files []string) {
	pattern := ignore.New(ignore.Glob)
	if err := pattern.Add(folded(file)); err != nil {
		m.Leave(file, "which files it stands for is not known: "+err.Error())
		return nil
	}

	for _, name := range m.Names(filepath.Dir(file), false, false) {
		at := filepath.Join(filepath.Dir(file), name)
		v, err := pattern.Last(m.Context(), folded(at), false)
		dir, _ := m.IsDir(at)
		if err == nil && v == ignore.Ignored && !dir {
			files = append(files, at)
		}
	}

	if len(files) == 0 {
		m.Leave(file, "the signs in its name are taken for a pattern, which it does not match")
	}

	return files
}

// excluded says why a mention gives nothing of a file; "": it does.
func (m *mentions) excluded(file string) string {
	rel := folded(m.rel(file))
	base := path.Base(rel)
	switch {
	case !m.isAllowed(file):
		return "it is a link that leads out of the workspace"
	case base == ".env" || base == ".ds_store" || base == strings.ToLower(path.Base(m.never)):
		return "a mention gives nothing of files of this name"
	case slices.Contains(neverEndings, path.Ext(base)):
		return "a mention gives nothing of files with this ending"
	case isIn(rel, neverFolders):
		return "a mention gives nothing of files in a folder of this name"
	}
	return ""
}

// giveFile gives one file as the read tool does, under the name of the mention; false where nothing is given.
func (m *mentions) giveFile(all []mentioned, file string) bool {
	p, err := m.Tool(file, tools.Encode(map[string]string{"file_path": file}))
	if p.Media() != "" {
		return m.asked(all, file) // the file itself follows, which is no text
	}

	label := m.rel(file)
	if i := slices.IndexFunc(all, func(one mentioned) bool { return one.path == file }); i >= 0 {
		label = all[i].label
	}

	m.Add(m.Named(file, "\nContent from @"+label+":\n"))
	if err != nil {
		p = m.Named(file, err.Error())
	}

	text := p.Text()
	if _, n, ok := truncated.At(text); ok {
		text = mentionCut + text[n:]
	}
	text = strings.TrimFunc(text, textfile.IsJSSpace)
	if text != "" {
		m.Add(p.With(text))
	}

	return true
}

// asked reports whether a file that is no text was mentioned by its name or ending: of a folder such files are left
// out.
func (m *mentions) asked(all []mentioned, file string) bool {
	ending := path.Ext(strings.ToLower(file))
	name := strings.TrimSuffix(path.Base(file), path.Ext(file))
	is := slices.ContainsFunc(all, func(one mentioned) bool {
		return strings.Contains(strings.ToLower(one.path), ending) || strings.Contains(one.path, name)
	})
	if !is {
		m.Leave(file, "it is no text, and is not mentioned by its name")
	}
	return is
}

// Closed is a mention up to the signs that end it.
func Closed(typed string) string {
	if i := strings.IndexAny(typed, ",;!?()[]{}"); i >= 0 && !strings.Contains(typed, " ") {
		typed = typed[:i]
	}
	return strings.TrimSuffix(typed, ".")
}
