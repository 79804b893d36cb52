package contextfiles

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"strings"

	"eyeline/reader/internal/lazy"
)

// addImported adds the files that a file imports, after it.
func (w *blockBuilder) addImported(at foundFile, f *loadedFile, form TextRules) {
	if form.Imports == nil || !form.Imports.Sections || at.files.Match != "" {
		return // imports of a rule that only matches some files are sent from the start
	}
	c := w.newChain(f, form.Imports)
	if at.place.In == Home { // the user's files may import from anywhere
		c.root = ""
	}
	w.addSections(at, f, form, c)
}

// addSections adds the files that a file imports, and their imports, each real file once in a run.
func (w *blockBuilder) addSections(at foundFile, f *loadedFile, form TextRules, c chain) {
	text := f.data[form.start(f.data):]
	if form.FrontMatter {
		n, _ := form.frontMatterOf(text)
		text = text[n:]
	}

	marks := form.Imports.Read(text)
	for _, m := range marks {
		w.effort.named++
		if w.effort.named > maxImports {
			return
		}

		path := w.pathIn(filepath.Dir(f.real), m.Path)
		if m.Not != "" {
			if w.isFile(path) {
				w.leaveOut(path, m.Not+" in "+f.path)
			}
			continue
		}

		why := w.addSection(at, f, path, form, c)
		if why != "" {
			w.leaveOut(path, why+"; @"+m.Path+" in "+f.path)
		}
	}

	w.noteUnread(f, text, marks)
}

// addSection adds one imported file. why is the reason if it does not.
func (w *blockBuilder) addSection(at foundFile, f *loadedFile, path string, form TextRules, c chain) (why string) {
	real := w.real(path)
	imports := form.Imports
	switch {
	case w.sent.hasSection(path, real):
		return ""
	case c.root != "" && (!inside(c.root, path) || !inside(c.root, real)):
		return w.outside(path, real)
	case imports.Takes != nil && imports.Takes(path) != "":
		return imports.Takes(path)
	case w.excluded(path) != "":
		return w.excluded(path)
	case c.depth == imports.Depth:
		return "the imports that lead to it are too deep"
	}

	below, err := w.read(path, math.MaxInt64)
	if err != nil {
		return w.whyNot(path, err)
	}
	if larger := w.tooLarge(below, &form); larger != "" {
		return larger
	}

	below.by = append([]string{f.path}, f.by...)
	body, scoped, ok := w.body(below, form)
	if !ok {
		return ""
	}

	at.path = path
	w.sent.sections[below.real] = true
	if scoped == nil {
		w.sent.shown[path] = true
		if !w.sent.wasRead[path] {
			w.put(at, body)
		}
	}

	w.addSections(at, below, form, chain{depth: c.depth + 1, root: c.root})
	return ""
}

// outside returns why a file outside of the working directory is not imported.
func (r *run) outside(path, real string) string {
	if !r.exists(path) {
		return "it is not there, and outside of the working directory"
	}
	if inside(r.cwd, path) {
		return "it is a link that leads to " + real + ", outside of the working directory"
	}
	return "it is outside of the working directory, where nothing is imported from"
}

func (r *run) exists(path string) bool {
	_, err := r.env.Files().Stat(path)
	return err == nil
}

// whyNot returns why a named file was not read, with a guess at what was meant.
func (r *run) whyNot(path string, err error) string {
	if !errors.Is(err, fs.ErrNotExist) {
		return errorText(err)
	}
	if bare := strings.TrimRight(path, ".,;:!?)\"'"); bare != path && r.isFile(bare) {
		return fmt.Sprintf("it is not there: %q at its end belongs to the name", path[len(bare):])
	}
	for _, e := range r.entries(filepath.Dir(path), false) {
		if strings.EqualFold(e.Name(), filepath.Base(path)) {
			return "it is not there: the file is called " + e.Name()
		}
	}

	return "it is not there"
}

// anyMark matches what a person may take for an import.
var anyMark = lazy.Regexp("@([^\\s\"'`,;()\\[\\]<>@]+)")

// noteUnread notes existing files that a text names in a form that the agent does not import.
func (r *run) noteUnread(f *loadedFile, text []byte, marks []Mark) {
	known := make(map[string]bool, len(marks))
	for _, m := range marks {
		known[m.Path] = true
	}

	for _, m := range anyMark().FindAllSubmatch(text, max(maxImports-r.effort.inCode, 0)) {
		r.effort.inCode++
		name := strings.TrimRight(string(m[1]), ".:!?*_~")
		if path := r.pathIn(filepath.Dir(f.real), name); !known[name] && r.isFile(path) {
			r.leaveOut(path, "@"+name+" in "+f.path+" stands where "+r.profile.agent()+" sees no import")
		}
	}
}
