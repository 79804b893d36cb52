package contextfiles

import (
	"bytes"
	"cmp"
	"errors"
	"maps"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"

	"eyeline/reader/access"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/ospath"
)

// Imports is how @path in a file of instructions brings another file.
type Imports struct {
	// Name matches what may be an import: "@" and the path, which is group 1, and perhaps a character before them.
	Name func() *regexp.Regexp
	// Read finds the imports of a text where Sections is set, in place of Name, Path and Skip.
	Read func(text []byte) []Mark
	// Takes, where it is set, says why a file is not taken, by its path; "": it is.
	Takes func(path string) string
	// Path is the path that a name stands for; "" where it is not one. nil: the name itself.
	Path func(name string) string
	// Depth is how many files may follow below the first one.
	Depth int
	// Code finds the parts of a text in which nothing is looked for, in order; nil: everything is looked at.
	Code func(text []byte) []Range
	// InCwd: only files below the working directory are taken, for other files than the user's. Otherwise only those
	// below the repository of the first file, or without one below its folder.
	InCwd bool
	// Sections: an imported file follows in a wrapper of its own, each once; @path stays. Otherwise Item stands in its
	// place, or after it where Keep is set: {name} is the name, {path} the absolute path, {text} the imported text.
	Sections, Keep bool
	Item           string
	// Form is of an imported file; its Imports are these.
	Form Form
	// Once: a file is expanded once for each first file. Otherwise only not within itself; Self: that goes for the
	// first one too.
	Once, Self bool
	// What stands in place of @path, as for Item: for a file that is being expanded, a missing one, a folder, one
	// outside. "": @path stays.
	Repeated, Missing, Folder, Outside string
	// BelowFile stands for one whose folder is a file, Ring for a link that leads back to itself.
	BelowFile, Ring string
	// Flat, where it is set, puts the files one after the other, and @path stays.
	Flat *Flat
	// RealNames: {path} is the real path, by which a file is known again, too.
	RealNames bool
	// Escape, where it is set, is how the text of an imported file is sent.
	Escape func(text string) string
	// URLs: addresses are outside.
	URLs bool
	// Real: what a link leads to must be inside, too.
	Real bool
}

// Mark is an @path as an agent's own reader of Markdown finds it: Path is relative, absolute, or begins with "~/".
type Mark struct {
	Path string
	// Not says why it is no import; "": it is one.
	Not string
}

// chain is the way to an imported file.
type chain struct {
	depth  int
	within string // folder out of which nothing is imported; "": none
	done   map[string]bool
}

// inside reports whether a path is a folder, or below it.
func inside(dir, path string) bool {
	if len(dir) > 1 {
		dir = strings.TrimSuffix(dir, string(filepath.Separator))
	}
	return ospath.Native.IsBelow(dir, path)
}

// importsFrom begins a chain at a file.
func (r *run) importsFrom(f *loaded, im *Imports) chain {
	c := chain{done: map[string]bool{}, within: r.cwd}
	if !im.InCwd {
		c.within = importRoot(r, filepath.Dir(f.path))
	}
	if im.Once || im.Self {
		c.done[f.path] = true
	}
	return c
}

// importRoot is the folder out of which the files of a folder import nothing: the top of their repository; without one
// the folder itself.
func importRoot(r *run, dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		switch {
		case r.topKind(at) == IsTop:
			return at
		case at == r.bounds.limit || at == filepath.Dir(at):
			return dir
		}
	}
}

// expand is the text of a file from an offset on, with what is taken out and what is imported into it.
func (r *run) expand(f *loaded, form Form, start int) []Piece {
	text := f.data[start:]
	var edits []edit
	cuts := form.Comments.in(text)
	for _, c := range cuts {
		edits = append(edits, edit{Range: c})
	}

	ends := asTheyAre
	switch {
	case form.Comments == EveryComment:
		ends = pairs
	case len(cuts) > 0:
		ends = allEnds
	}

	switch im := form.Imports; {
	case im == nil || im.Sections: // imports stay in the text as they are
	case im.Flat != nil:
		return flat(r, f, start, im)
	default:
		edits = append(edits, r.inline(f, text, im, r.importsFrom(f, im))...)
	}

	return apply(f, start, edits, ends)
}

// edit is a range of a text, relative to where the text begins, and what stands in its place.
type edit struct {
	Range
	with []Piece
}

func apply(f *loaded, start int, edits []edit, ends lineEnds) (pieces []Piece) {
	at := start
	add := func(end int) {
		if end > at {
			pieces = append(pieces, Piece{file: f, start: at, end: end, ends: ends})
		}
	}

	for _, e := range edits {
		add(start + e.Start)
		pieces = append(pieces, e.with...)
		at = start + e.End
	}

	add(len(f.data))
	if len(pieces) == 0 {
		pieces = []Piece{{file: f, start: start, end: start}}
	}

	return pieces
}

// Flat is how a file and those that it imports, and so on, come one after the other, each once: the last import of a
// file first. What cannot be read is passed over.
type Flat struct {
	// Item is a file in its wrapper: {path} is the absolute path, {text} the text.
	Item string
	// First, where it is set, is that of the first file: {dir} is its folder.
	First string
	// Depth is how many files may follow below the first one; 0: any.
	Depth int
}

// flat is the text of a file from an offset on, and of those that it imports.
func flat(r *run, f *loaded, start int, im *Imports) (pieces []Piece) {
	within := importRoot(r, filepath.Dir(f.path))
	depths := map[string]int{}
	var add func(f *loaded, start, depth int)
	add = func(f *loaded, start, depth int) {
		_, seen := depths[f.path]
		depths[f.path] = depth
		if !seen {
			if len(pieces) > 0 {
				pieces = append(pieces, Words("\n\n"))
			}
			pieces = append(pieces, im.flatItem(f, start, depth)...)
			r.shown[f.path] = true
		}

		if im.Flat.Depth > 0 && depth >= im.Flat.Depth {
			return
		}

		all, code := r.names(f, f.data[start:], im)
		r.leaveNamed(code, "@"+"path stands in code in "+f.path)
		for _, n := range slices.Backward(all) {
			if before, seen := depths[n.path]; seen && (im.Flat.Depth == 0 || before <= depth+1) {
				continue
			}

			if strings.Contains(n.name, "://") || !reaches(r, within, n.path, im) {
				r.leave(n.path, "it is outside of "+within+": @"+n.name+" in "+f.path)
				continue
			}

			below, err := r.read(n.path, math.MaxInt64)
			if err != nil {
				r.failed(f, n, im, err)
				continue
			}

			below.by = append([]string{f.path}, f.by...)
			add(below, im.Form.start(below.data), depth+1)
		}
	}

	add(f, start, 0)
	return pieces
}

// flatItem is a file in its wrapper.
func (im *Imports) flatItem(f *loaded, start, depth int) []Piece {
	item := im.Flat.Item
	if depth == 0 {
		item = cmp.Or(im.Flat.First, item)
	}
	item = strings.NewReplacer("{path}", f.path, "{dir}", filepath.Dir(f.path)).Replace(item)
	head, tail, _ := strings.Cut(item, "{text}")
	text := Form{Trim: TrimEnds}.trim([]Piece{{file: f, start: start, end: len(f.data)}})
	return slices.Concat([]Piece{Words(head)}, text, []Piece{Words(tail)})
}

// named is an @path in a text.
type named struct {
	Range
	name, path string // path is absolute
}

// mostNamed is how many imports of a briefing are followed: files that import each other can ask for any number.
const mostNamed = 10_000

// inCode matches what looks like an import in code.
var inCode = lazy.Regexp("@([^\\s\"'`,;()]+)")

// names finds the @paths of a text; code are those in parts that are skipped.
func (r *run) names(f *loaded, text []byte, im *Imports) (all, code []named) {
	if bytes.IndexByte(text, '@') < 0 {
		return nil, nil // without a look at all of a long text
	}

	var skipped []Range
	if im.Code != nil {
		skipped = im.Code(text)
	}

	for _, s := range skipped {
		if r.effort.inCode == mostNamed {
			break
		}

		for _, m := range inCode().FindAllSubmatch(text[s.Start:s.End], mostNamed-r.effort.inCode) {
			r.effort.inCode++
			code = append(code, named{path: node.Path(r.env).Resolve(filepath.Dir(f.path), string(m[1]))})
		}
	}

	for _, m := range matchesOf(im.Name().FindAllSubmatchIndex, text) {
		r.effort.named++
		if r.effort.named > mostNamed {
			break
		}

		n := named{Range: Range{m[2] - 1, m[3]}, name: string(text[m[2]:m[3]])}
		name := n.name
		if im.Path != nil {
			name = im.Path(name)
		}
		if name == "" {
			continue
		}

		n.path = r.pathIn(filepath.Dir(f.path), name)
		for len(skipped) > 0 && skipped[0].End <= n.Start {
			skipped = skipped[1:]
		}

		if len(skipped) == 0 || n.Start < skipped[0].Start {
			all = append(all, n)
		}
	}

	return all, code
}

// matchesOf are the matches of an [Imports.Name], which end with the line, as find finds them. Of a long text only the
// lines with an "@" are looked at, and no more than are followed.
func matchesOf(find func(text []byte, n int) [][]int, text []byte) (all [][]int) {
	for end := 0; ; {
		at := bytes.IndexByte(text[end:], '@')
		if at < 0 {
			return all
		}

		at += end
		end = lineEnd(text, at)
		_, before := utf8.DecodeLastRune(text[:at])
		for _, m := range find(text[at-before:end], mostNamed+1) {
			for i := range m {
				m[i] += at - before
			}
			all = append(all, m)
		}

		if len(all) > mostNamed {
			return all
		}
	}
}

// inline is what stands in place of the imports of a text.
func (r *run) inline(f *loaded, text []byte, im *Imports, c chain) (edits []edit) {
	all, code := r.names(f, text, im)
	r.leaveNamed(code, "@"+"path stands in code in "+f.path)
	if c.depth == im.Depth {
		r.leaveNamed(all, "the imports that lead to it are too deep: "+r.p.agent()+" follows no more than its limit")
		return nil
	}

	for _, n := range all {
		with, ok := r.imported(f, n, im, c)
		if !ok {
			continue
		}
		if im.Keep {
			n.Start = n.End
		}

		edits = append(edits, edit{n.Range, with})
	}

	return edits
}

// imported is what stands in place of one import; ok is false where @path stays.
func (r *run) imported(f *loaded, n named, im *Imports, c chain) (with []Piece, ok bool) {
	if im.RealNames && r.there(n.path) {
		n.path = r.real(n.path)
	}

	say := func(template string) ([]Piece, bool) {
		return []Piece{Words(im.fill(template, n))}, template != ""
	}

	switch {
	case im.URLs && strings.Contains(n.name, "://"):
		r.leave(n.name, "an address is not imported: @ in "+f.path)
		return say(im.Outside)
	case im.Real && isRing(r, n.path), !reaches(r, c.within, n.path, im):
		r.leave(n.path, "it is outside of "+c.within+": @"+n.name+" in "+f.path)
		return say(im.Outside)
	case c.done[n.path]:
		return say(im.Repeated)
	}

	below, err := r.read(n.path, math.MaxInt64)
	if err != nil {
		return say(r.failed(f, n, im, err))
	}

	below.by = append([]string{f.path}, f.by...)
	next := c
	next.depth++
	if !im.Once {
		next.done = maps.Clone(c.done)
	}

	next.done[n.path] = true
	plain := im.Form
	plain.KeepBlank = true
	body, _, ok := r.body(below, plain)
	if !ok {
		return nil, false
	}

	if len(body) > 0 && body[0].file != nil {
		at := body[0].start
		body = im.escaped(apply(below, at, r.inline(below, below.data[at:], im, next), asTheyAre), below)
		body = im.Form.trim(body)
	}

	r.shown[n.path] = true
	head, tail, _ := strings.Cut(im.fill(im.Item, n), "{text}")
	return slices.Concat([]Piece{Words(head)}, body, []Piece{Words(tail)}), true
}

// escaped are the pieces of an imported text as they are sent.
func (im *Imports) escaped(pieces []Piece, of *loaded) []Piece {
	for i, p := range pieces {
		if im.Escape == nil || p.file != of || p.given {
			continue
		}
		if text := p.Text(); im.Escape(text) != text {
			pieces[i] = p.With(im.Escape(text))
		}
	}
	return pieces
}

// reaches reports whether a file in a folder may import a path.
func reaches(r *run, within, path string, im *Imports) bool {
	return within == "" || inside(within, path) && (!im.Real || r.realInside(within, path))
}

// isRing reports whether a path is a link that leads back to itself.
func isRing(r *run, path string) bool {
	_, err := r.env.Files().Stat(path)
	return err != nil && errors.Is(err, syscall.ELOOP)
}

// realInside reports whether what a path leads to is in a folder; what is not there is where its name is.
func (r *run) realInside(dir, path string) bool {
	return !r.there(path) || inside(r.real(dir), r.real(path))
}

// belowFile reports whether one of the folders above a path is a file.
func (r *run) belowFile(path string) bool {
	for dir := filepath.Dir(path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if r.there(dir) {
			return !r.isDir(dir)
		}
	}
	return false
}

// failed notes that an import cannot be read, and is what stands in its place.
func (r *run) failed(f *loaded, n named, im *Imports, err error) string {
	at := ": @" + n.name + " in " + f.path
	switch {
	case errors.Is(err, access.ErrDirectory):
		r.leave(n.path, "it is a folder"+at)
		return im.Folder
	case isRing(r, n.path):
		r.leave(n.path, "it is a link that leads back to itself"+at)
		return im.Ring
	case r.belowFile(n.path):
		r.leave(n.path, "it is below what is no folder"+at)
		return im.BelowFile
	}

	r.leave(n.path, r.whyNot(n.path, err)+at)
	return im.Missing
}

func (im *Imports) fill(template string, n named) string {
	return strings.NewReplacer("{name}", n.name, "{path}", n.path).Replace(template)
}

// leaveNamed notes files that are named and not taken, where they are there.
func (r *run) leaveNamed(names []named, why string) {
	for _, n := range names {
		if r.isFile(n.path) {
			r.leave(n.path, why)
		}
	}
}

var anyName = &Imports{Name: Spaced, Path: UpToSharp}

// Spaced matches an @path that white space comes before and ends, but for "\ ".
var Spaced = lazy.Regexp(`(?:^|[\s])@((?:[^\s\\]|\\ )+)`)

// UpToSharp is the path of a name with "\ " for a space, without what follows "#"; "" where it begins as none.
func UpToSharp(name string) string {
	name, _, _ = strings.Cut(name, "#")
	name = strings.ReplaceAll(name, `\ `, " ")
	if !pathStart().MatchString(name) || name == "/" {
		return ""
	}
	return name
}

var pathStart = lazy.Regexp(`^(?:~?/|[a-zA-Z0-9._-])`)

// noImports notes the files that a file names in the form of imports, for an agent that has none.
func (r *run) noImports(f *loaded) {
	all, _ := r.names(f, f.data, anyName)
	r.leaveNamed(all, r.p.agent()+" has no imports: @"+"path in "+f.path+" stays text")
}
