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

// The words around mentioned files.
const (
	MentionsOpen  = "\n--- Content from referenced files ---"
	MentionsClose = "\n--- End of content ---"
)

const mentionCut = "[WARNING: This file was truncated. " +
	"To view the full content, use the 'read_file' tool on this specific file.]\n\n"

// mentions adds the files that are mentioned.
type mentions struct {
	*contextfiles.Mention
	roots []string // the workspace: the working directory and those of the settings
	never string   // name of files of instructions, which a mention skips
}

// mentioned is a resolved mention.
type mentioned struct {
	label, path string // label is as displayed
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

// resolve finds what is mentioned: a path in a folder of the workspace, else a file with the name or a part of it.
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

// whyNot returns why nothing is sent of a mentioned path.
func (m *mentions) whyNot(at string) string {
	if _, there := m.IsDir(at); there && m.root(at) == "" {
		return "it is outside of the workspace"
	} else if there {
		return "it is a link that leads out of the workspace"
	}
	return m.Missing(at)
}

// direct returns the path of a name in the workspace; "" if it does not exist.
func (m *mentions) direct(name string) string {
	for _, root := range m.roots {
		at := node.Path(m.Env()).Resolve(root, name)
		if _, there := m.IsDir(at); there && m.isAllowed(at) {
			return at
		}
	}
	return ""
}

// root returns the folder of the workspace that a path is in; "" for no such folder.
func (m *mentions) root(at string) string {
	i := slices.IndexFunc(m.roots, func(root string) bool {
		return m.Env().System.IsBelow(root, at)
	})
	if i < 0 {
		return ""
	}
	return m.roots[i]
}

// rel returns a path relative to the folder of the workspace that it is in.
func (m *mentions) rel(at string) string {
	if root := m.root(at); root != "" {
		return node.Path(m.Env()).Relative(root, at)
	}
	return at
}

// isAllowed reports whether a path resolves into the workspace, and none of its names is blocked.
func (m *mentions) isAllowed(at string) bool {
	real := m.Real(at)
	root := m.root(real)
	return root != "" && !blocked().MatchString(strings.TrimPrefix(real, root))
}

// isIgnored reports whether ignore files exclude a path, and notes that.
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

// search returns the file whose path in the workspace ends with a name, which may begin and end within elements: the
// one modified last on the last day, else the first by path; "" if there is no match.
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

// earlier compares two files for the order of a search.
func (m *mentions) earlier(a, b string) int {
	age := func(file string) time.Duration {
		if age := time.Since(m.Modified(file)); age < 24*time.Hour {
			return age
		}
		return 24 * time.Hour
	}
	return cmp.Or(cmp.Compare(age(a), age(b)), js.LocaleCompare(a, b))
}

// Folders and files that a search, or a mention, skips.
var (
	neverSearched = []string{"node_modules", ".git", "bower_components", ".svn", ".hg"}
	neverFolders  = append([]string{".vscode", ".idea", "dist", "build", "coverage", "__pycache__"}, neverSearched...)
	neverEndings  = strings.Fields(".bin .exe .dll .so .dylib .class .jar .war .zip .tar .gz .bz2 .rar .7z .pak .rpa " +
		".doc .docx .xls .xlsx .ppt .pptx .odt .ods .odp .pyc .pyo")
)

// isIn reports whether a relative path has a folder with one of some names.
func isIn(rel string, names []string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(strings.ToLower(rel)), "/"), func(part string) bool {
		return slices.Contains(names, part)
	})
}

// files returns the mentioned files, each once, in order of the mentions.
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

// folded returns a path as patterns are matched with it: in lower case, with slashes, without a leading one.
func folded(file string) string {
	return strings.TrimPrefix(strings.ToLower(filepath.ToSlash(file)), "/")
}

// likeIt returns the files that match a path as a glob, ignoring case.
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

// excluded returns why a mention skips a file; "" if it does not.
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

// giveFile adds one file as the read tool returns it, under the name of the mention; it returns false if nothing is
// added.
func (m *mentions) giveFile(all []mentioned, file string) bool {
	p, err := m.Tool(file, tools.Encode(map[string]string{"file_path": file}))
	if p.Media() != "" {
		return m.asked(all, file) // a file that is not text follows
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

// asked reports whether a file that is not text was mentioned by its name or extension; from a folder such files are
// skipped.
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

// Closed cuts a mention at the characters that end it.
func Closed(typed string) string {
	if i := strings.IndexAny(typed, ",;!?()[]{}"); i >= 0 && !strings.Contains(typed, " ") {
		typed = typed[:i]
	}
	return strings.TrimSuffix(typed, ".")
}
