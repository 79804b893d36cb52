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

// imported puts the files that a file imports behind it.
func (w *wrapping) imported(at found, f *loaded, form Form) {
	if form.Imports == nil || !form.Imports.Sections || at.files.Match != "" {
		return // a rule for some files comes alone: what it imports is for all
	}
	c := w.importsFrom(f, form.Imports)
	if at.In.In == Home { // what is the user's may import from anywhere
		c.within = ""
	}
	w.sections(at, f, form, c)
}

// sections puts the files that a file imports, and those that they import, each real file once in a run.
func (w *wrapping) sections(at found, f *loaded, form Form, c chain) {
	text := f.data[form.start(f.data):]
	if form.FrontMatter {
		n, _ := form.front(text)
		text = text[n:]
	}

	marks := form.Imports.Read(text)
	for _, m := range marks {
		w.effort.named++
		if w.effort.named > mostNamed {
			return
		}

		path := w.pathIn(filepath.Dir(f.real), m.Path)
		if m.Not != "" {
			if w.isFile(path) {
				w.leave(path, m.Not+" in "+f.path)
			}
			continue
		}

		why := w.section(at, f, path, form, c)
		if why != "" {
			w.leave(path, why+"; @"+m.Path+" in "+f.path)
		}
	}

	w.unread(f, text, marks)
}

// section puts one file that another imports; why is the reason where it does not.
func (w *wrapping) section(at found, f *loaded, path string, form Form, c chain) (why string) {
	real := w.real(path)
	imports := form.Imports
	switch {
	case w.shown[path] || w.done[real]:
		return ""
	case c.within != "" && (!inside(c.within, path) || !inside(c.within, real)):
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
	w.done[below.real] = true
	if scoped == nil {
		w.shown[path] = true
		if !w.wasRead[path] {
			w.put(at, body)
		}
	}

	w.sections(at, below, form, chain{depth: c.depth + 1, within: c.within})
	return ""
}

// outside is the reason why a file outside of the working directory is not imported.
func (r *run) outside(path, real string) string {
	if !r.there(path) {
		return "it is not there, and outside of the working directory"
	}
	if inside(r.cwd, path) {
		return "it is a link that leads to " + real + ", outside of the working directory"
	}
	return "it is outside of the working directory, where nothing is imported from"
}

func (r *run) there(path string) bool {
	_, err := r.env.Files().Stat(path)
	return err == nil
}

// whyNot is the reason why a file that is named was not read: also, what may have been meant.
func (r *run) whyNot(path string, err error) string {
	if !errors.Is(err, fs.ErrNotExist) {
		return why(err)
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

// unread notes the files that are there and that a text names in a form that is no import for the agent.
func (r *run) unread(f *loaded, text []byte, marks []Mark) {
	known := make(map[string]bool, len(marks))
	for _, m := range marks {
		known[m.Path] = true
	}
	for _, m := range anyMark().FindAllSubmatch(text, max(mostNamed-r.effort.inCode, 0)) {
		r.effort.inCode++
		name := strings.TrimRight(string(m[1]), ".:!?*_~")
		if path := r.pathIn(filepath.Dir(f.real), name); !known[name] && r.isFile(path) {
			r.leave(path, "@"+name+" in "+f.path+" stands where "+r.p.agent()+" sees no import")
		}
	}
}
