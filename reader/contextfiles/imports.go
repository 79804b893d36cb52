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

// Imports describes how @path in a file of instructions imports another file.
type Imports struct {
	// Name matches what may be an import: "@" and the path, which is group 1. One character before them may match, too.
	Name func() *regexp.Regexp
	// Read finds the imports of a text if Sections is set, instead of Name, Path and Code.
	Read func(text []byte) []Mark
	// Takes, if not nil, returns why a file of a path is not imported; "" if it is.
	Takes func(path string) string
	// Path returns the path for a name, "" if the name is no import. If Path is nil, the name is the path.
	Path func(name string) string
	// Depth is how deep imports may be nested.
	Depth int
	// Code returns the parts of a text in which "@" is no import, in order; nil for no such parts.
	Code func(text []byte) []Range
	// InCwd: files other than the user's import only from the working directory. Otherwise a file imports from the
	// repository of the first file, or if that is in none from its folder.
	InCwd bool
	// Sections: each imported file is added once, in a wrapper of its own, and @path stays.
	Sections bool
	// Keep: @path stays, and Item follows it.
	Keep bool
	// Item replaces @path, unless Sections or Keep is set: {name} is the name, {path} the absolute path, {text} the
	// imported text.
	Item string
	// Form is that of imported files. Its own Imports are not used: these are.
	Form TextRules
	// Once: below each first file, a file is expanded once. Otherwise it only cannot be expanded within itself.
	Once bool
	// Self: the first file counts as expanded, too.
	Self bool
	// What replaces @path if the file is being expanded, is missing, is a folder, or may not be imported; fields are
	// those of Item. "": @path stays.
	Repeated, Missing, Folder, Outside string
	// BelowFile does so for a path below a regular file, Ring for a cycle of symbolic links.
	BelowFile, Ring string
	// Flat, if not nil, adds the files one after the other, and @path stays.
	Flat *Flat
	// RealNames: {path} is the real path, by which repetition is recognized, too.
	RealNames bool
	// Escape, if not nil, returns the imported text as it is sent.
	Escape func(text string) string
	// URLs: URLs count as paths that may not be imported.
	URLs bool
	// Real: the target of a symbolic link must be one that may be imported, too.
	Real bool
}

// Mark is an @path as an agent's Markdown parser finds it. Path is relative, absolute, or begins with "~/".
type Mark struct {
	Path string
	// Not is why it is no import; "" if it is one.
	Not string
}

// chain is the state of importing at one file of a chain of imports.
type chain struct {
	depth    int
	root     string // nothing outside this folder is imported; "" for no limit
	expanded map[string]bool
}

// inside reports whether path is dir, or below it.
func inside(dir, path string) bool {
	if len(dir) > 1 {
		dir = strings.TrimSuffix(dir, string(filepath.Separator))
	}
	return ospath.Native.IsBelow(dir, path)
}

// newChain begins a chain at a file.
func (r *run) newChain(f *loadedFile, im *Imports) chain {
	c := chain{expanded: map[string]bool{}, root: r.cwd}
	if !im.InCwd {
		c.root = importRoot(r, filepath.Dir(f.path))
	}
	if im.Once || im.Self {
		c.expanded[f.path] = true
	}
	return c
}

// importRoot returns the folder to which imports of the files in dir are limited: the top of their repository, or
// without one dir itself.
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

// expand returns the text of a file from an offset on, without comments and with its imports, as the form says.
func (r *run) expand(f *loadedFile, form TextRules, start int) []Piece {
	text := f.data[start:]
	var edits []edit
	cuts := form.Comments.in(text)
	for _, c := range cuts {
		edits = append(edits, edit{Range: c})
	}

	ends := unchanged
	switch {
	case form.Comments == EveryComment:
		ends = crlfEnds
	case len(cuts) > 0:
		ends = allEnds
	}

	im := form.Imports
	switch {
	case im == nil || im.Sections: // @path stays in the text
	case im.Flat != nil:
		return flatten(r, f, start, im)
	default:
		edits = append(edits, r.inlineImports(f, text, im, r.newChain(f, im))...)
	}

	return applyEdits(f, start, edits, ends)
}

// edit replaces a range of a text. Offsets are relative to the beginning of the text.
type edit struct {
	Range
	replacement []Piece
}

func applyEdits(f *loadedFile, start int, edits []edit, ends lineEnds) (pieces []Piece) {
	at := start
	add := func(end int) {
		if end > at {
			pieces = append(pieces, Piece{file: f, start: at, end: end, ends: ends})
		}
	}

	for _, e := range edits {
		add(start + e.Start)
		pieces = append(pieces, e.replacement...)
		at = start + e.End
	}

	add(len(f.data))
	if len(pieces) == 0 {
		pieces = []Piece{{file: f, start: start, end: start}}
	}

	return pieces
}

// Flat adds a file and its direct and indirect imports one after the other, each once, the last import of a file first.
// Unreadable files are passed over.
type Flat struct {
	// Item is the wrapper of a file: {path} is the absolute path, {text} the text.
	Item string
	// First, if not "", is the wrapper of the first file: {dir} is its folder.
	First string
	// Depth is how deep imports may be nested; 0 for no limit.
	Depth int
}

// flatten returns the text of a file from an offset on, followed by those of its imports.
func flatten(r *run, f *loadedFile, start int, im *Imports) (pieces []Piece) {
	within := importRoot(r, filepath.Dir(f.path))
	depths := map[string]int{}
	var add func(f *loadedFile, start, depth int)
	add = func(f *loadedFile, start, depth int) {
		_, seen := depths[f.path]
		depths[f.path] = depth
		if !seen {
			if len(pieces) > 0 {
				pieces = append(pieces, Words("\n\n"))
			}
			pieces = append(pieces, im.flatItem(f, start, depth)...)
			r.sent.shown[f.path] = true
		}

		if im.Flat.Depth > 0 && depth >= im.Flat.Depth {
			return
		}

		all, code := r.findImports(f, f.data[start:], im)
		r.leaveOutImports(code, "@"+"path stands in code in "+f.path)
		for _, n := range slices.Backward(all) {
			if before, seen := depths[n.path]; seen && (im.Flat.Depth == 0 || before <= depth+1) {
				continue
			}

			if strings.Contains(n.name, "://") || !mayImport(r, within, n.path, im) {
				r.leaveOut(n.path, "it is outside of "+within+": @"+n.name+" in "+f.path)
				continue
			}

			below, err := r.read(n.path, math.MaxInt64)
			if err != nil {
				r.importFailed(f, n, im, err)
				continue
			}

			below.by = append([]string{f.path}, f.by...)
			add(below, im.Form.start(below.data), depth+1)
		}
	}

	add(f, start, 0)
	return pieces
}

// flatItem returns a file in its wrapper.
func (im *Imports) flatItem(f *loadedFile, start, depth int) []Piece {
	item := im.Flat.Item
	if depth == 0 {
		item = cmp.Or(im.Flat.First, item)
	}
	item = strings.NewReplacer("{path}", f.path, "{dir}", filepath.Dir(f.path)).Replace(item)
	head, tail, _ := strings.Cut(item, "{text}")
	text := TextRules{Trim: TrimEnds}.trimmed([]Piece{{file: f, start: start, end: len(f.data)}})
	return slices.Concat([]Piece{Words(head)}, text, []Piece{Words(tail)})
}

// importName is an @path in a text.
type importName struct {
	Range
	name, path string // name is as written, path absolute
}

// maxImports is how many imports of a briefing are followed, since files that import each other may ask for any number.
const maxImports = 10_000

// inCode matches what looks like an import in code.
var inCode = lazy.Regexp("@([^\\s\"'`,;()]+)")

// findImports finds the @paths of a text. code are those in the ranges of Imports.Code.
func (r *run) findImports(f *loadedFile, text []byte, im *Imports) (all, code []importName) {
	if bytes.IndexByte(text, '@') < 0 {
		return nil, nil // saves matching a long text
	}

	var skipped []Range
	if im.Code != nil {
		skipped = im.Code(text)
	}

	for _, s := range skipped {
		if r.effort.inCode == maxImports {
			break
		}

		for _, m := range inCode().FindAllSubmatch(text[s.Start:s.End], maxImports-r.effort.inCode) {
			r.effort.inCode++
			code = append(code, importName{path: node.Path(r.env).Resolve(filepath.Dir(f.path), string(m[1]))})
		}
	}

	for _, m := range importMatches(im.Name().FindAllSubmatchIndex, text) {
		r.effort.named++
		if r.effort.named > maxImports {
			break
		}

		n := importName{Range: Range{m[2] - 1, m[3]}, name: string(text[m[2]:m[3]])}
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

// importMatches returns all matches of an [Imports.Name], which never extend beyond a line, as find returns them. To
// save time it matches only lines that have an "@", and stops after maxImports.
func importMatches(find func(text []byte, n int) [][]int, text []byte) (all [][]int) {
	for end := 0; ; {
		at := bytes.IndexByte(text[end:], '@')
		if at < 0 {
			return all
		}

		at += end
		end = lineEnd(text, at)
		_, before := utf8.DecodeLastRune(text[:at])
		for _, m := range find(text[at-before:end], maxImports+1) {
			for i := range m {
				m[i] += at - before
			}
			all = append(all, m)
		}

		if len(all) > maxImports {
			return all
		}
	}
}

// inlineImports returns the edits that replace the imports of a text.
func (r *run) inlineImports(f *loadedFile, text []byte, im *Imports, c chain) (edits []edit) {
	all, code := r.findImports(f, text, im)
	r.leaveOutImports(code, "@"+"path stands in code in "+f.path)
	if c.depth == im.Depth {
		why := "the imports that lead to it are too deep: " + r.profile.agent() + " follows no more than its limit"
		r.leaveOutImports(all, why)
		return nil
	}

	for _, n := range all {
		with, ok := r.replaceImport(f, n, im, c)
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

// replaceImport returns what replaces one import; ok is false if @path stays.
func (r *run) replaceImport(f *loadedFile, n importName, im *Imports, c chain) (with []Piece, ok bool) {
	if im.RealNames && r.exists(n.path) {
		n.path = r.real(n.path)
	}

	say := func(template string) ([]Piece, bool) {
		return []Piece{Words(im.fillTemplate(template, n))}, template != ""
	}

	switch {
	case im.URLs && strings.Contains(n.name, "://"):
		r.leaveOut(n.name, "an address is not imported: @ in "+f.path)
		return say(im.Outside)
	case im.Real && isLinkCycle(r, n.path), !mayImport(r, c.root, n.path, im):
		r.leaveOut(n.path, "it is outside of "+c.root+": @"+n.name+" in "+f.path)
		return say(im.Outside)
	case c.expanded[n.path]:
		return say(im.Repeated)
	}

	below, err := r.read(n.path, math.MaxInt64)
	if err != nil {
		return say(r.importFailed(f, n, im, err))
	}

	below.by = append([]string{f.path}, f.by...)
	next := c
	next.depth++
	if !im.Once {
		next.expanded = maps.Clone(c.expanded)
	}

	next.expanded[n.path] = true
	plain := im.Form
	plain.KeepBlank = true
	body, _, ok := r.body(below, plain)
	if !ok {
		return nil, false
	}

	if len(body) > 0 && body[0].file != nil {
		at := body[0].start
		body = im.escaped(applyEdits(below, at, r.inlineImports(below, below.data[at:], im, next), unchanged), below)
		body = im.Form.trimmed(body)
	}

	r.sent.shown[n.path] = true
	head, tail, _ := strings.Cut(im.fillTemplate(im.Item, n), "{text}")
	return slices.Concat([]Piece{Words(head)}, body, []Piece{Words(tail)}), true
}

// escaped returns the pieces of an imported file with Escape applied.
func (im *Imports) escaped(pieces []Piece, of *loadedFile) []Piece {
	for i, p := range pieces {
		if im.Escape == nil || p.file != of || p.replaced {
			continue
		}
		if text := p.Text(); im.Escape(text) != text {
			pieces[i] = p.With(im.Escape(text))
		}
	}
	return pieces
}

// mayImport reports whether a path may be imported where imports are limited to the folder root.
func mayImport(r *run, root, path string, im *Imports) bool {
	return root == "" || inside(root, path) && (!im.Real || r.realInside(root, path))
}

// isLinkCycle reports whether a path leads to a cycle of symbolic links.
func isLinkCycle(r *run, path string) bool {
	_, err := r.env.Files().Stat(path)
	return err != nil && errors.Is(err, syscall.ELOOP)
}

// realInside reports whether the real path is in a folder. A path that does not exist counts as inside.
func (r *run) realInside(dir, path string) bool {
	return !r.exists(path) || inside(r.real(dir), r.real(path))
}

// belowFile reports whether a parent of the path is a regular file.
func (r *run) belowFile(path string) bool {
	for dir := filepath.Dir(path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if r.exists(dir) {
			return !r.isDir(dir)
		}
	}
	return false
}

// importFailed notes that an import cannot be read, and returns the template for what replaces it.
func (r *run) importFailed(f *loadedFile, n importName, im *Imports, err error) string {
	at := ": @" + n.name + " in " + f.path
	switch {
	case errors.Is(err, access.ErrDirectory):
		r.leaveOut(n.path, "it is a folder"+at)
		return im.Folder
	case isLinkCycle(r, n.path):
		r.leaveOut(n.path, "it is a link that leads back to itself"+at)
		return im.Ring
	case r.belowFile(n.path):
		r.leaveOut(n.path, "it is below what is no folder"+at)
		return im.BelowFile
	}

	r.leaveOut(n.path, r.whyNot(n.path, err)+at)
	return im.Missing
}

func (im *Imports) fillTemplate(template string, n importName) string {
	return strings.NewReplacer("{name}", n.name, "{path}", n.path).Replace(template)
}

// leaveOutImports notes that imports are not followed, for files that exist.
func (r *run) leaveOutImports(names []importName, why string) {
	for _, n := range names {
		if r.isFile(n.path) {
			r.leaveOut(n.path, why)
		}
	}
}

var anyName = &Imports{Name: SpacedMention, Path: UpToSharp}

// SpacedMention matches an @path that stands between white space. "\ " is part of it.
var SpacedMention = lazy.Regexp(`(?:^|[\s])@((?:[^\s\\]|\\ )+)`)

// UpToSharp is an Imports.Path: it cuts the name at "#" and unescapes "\ ". It returns "" if the name does not begin
// like a path.
func UpToSharp(name string) string {
	name, _, _ = strings.Cut(name, "#")
	name = strings.ReplaceAll(name, `\ `, " ")
	if !pathStart().MatchString(name) || name == "/" {
		return ""
	}
	return name
}

var pathStart = lazy.Regexp(`^(?:~?/|[a-zA-Z0-9._-])`)

// noteImports notes the files that look like imports, for an agent that has no imports.
func (r *run) noteImports(f *loadedFile) {
	all, _ := r.findImports(f, f.data, anyName)
	r.leaveOutImports(all, r.profile.agent()+" has no imports: @"+"path in "+f.path+" stays text")
}
