package contextfiles

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"eyeline/reader/access"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// maxRead is the greatest total size of the files read for one agent, in bytes. Agents have no such limit, but models
// do.
const maxRead = 16 << 20

// loadedFile is a file that was read, or the beginning of one.
type loadedFile struct {
	path, real  string
	by          []string
	data        []byte
	keys        map[string][]string // of the front matter
	dropInvalid bool                // invalid UTF-8 is not sent
	size        int64
	cut         *Cut
	// lines is how many lines end before the offset counted; a cache of lineAt.
	counted int
	lines   int64
}

// Piece is a piece of what is sent: words of the agent, or bytes of a file.
type Piece struct {
	words      string
	file       *loadedFile
	start, end int
	// ends are the line ends that are sent as "\n".
	ends lineEnds
	// replaced: words stand in place of the file's bytes, for example those of the read tool.
	replaced bool
	window   *window.Window
	media    string // Result.Kind of a read that returned no text
}

// lineEnds are the line ends that are sent as "\n".
type lineEnds uint8

const (
	unchanged lineEnds = iota
	crlfEnds           // "\r\n"
	allEnds            // also "\r" alone
)

// Words returns a piece of the agent's own words.
func Words(s string) Piece { return Piece{words: s} }

// Text returns what is sent for the piece.
func (p Piece) Text() string {
	if p.file == nil || p.replaced {
		return p.words
	}

	data := p.file.data[p.start:p.end]
	if p.ends != unchanged {
		data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	}
	if p.ends == allEnds {
		data = bytes.ReplaceAll(data, []byte("\r"), []byte("\n"))
	}
	if p.file.dropInvalid {
		return strings.ToValidUTF8(string(data), "")
	}

	return string(lossy.Decode(data))
}

// read loads at most most bytes of a file, and counts them against maxRead.
func (r *run) read(path string, most int64) (*loadedFile, error) {
	f, err := load(r.ctx, r.env, path, most, r.effort.read)
	if err != nil {
		return nil, err
	}
	f.real = r.real(path)
	r.effort.read += int64(len(f.data))
	return f, nil
}

// load reads at most most bytes of a file. spent is how many bytes were read of others.
func load(ctx context.Context, env tools.Env, path string, most, spent int64) (*loadedFile, error) {
	o, err := tools.Open(ctx, env, tools.PathAny, path)
	if err != nil {
		return nil, err
	}

	defer o.Close()
	f := &loadedFile{path: path, size: o.Size()}
	wanted := min(f.size, most)
	switch {
	case wanted > maxRead:
		return nil, fmt.Errorf("it has %s bytes; no more than %s are read here",
			tools.Thousands(f.size), tools.Thousands(maxRead))
	case spent+wanted > maxRead:
		return nil, fmt.Errorf("it has %s bytes, and the files before it %s; no more than %s are read here",
			tools.Thousands(f.size), tools.Thousands(spent), tools.Thousands(maxRead))
	}

	f.data = make([]byte, wanted)
	if err := access.ReadFull(o, f.data, 0); err != nil {
		return nil, err
	}

	return f, nil
}

// errorText says in plain words why a file was not read.
func errorText(err error) string {
	special, ok := errors.AsType[*access.SpecialError](err)
	switch {
	case ok:
		return "it is " + special.Noun()
	case errors.Is(err, access.ErrDirectory):
		return "it is a folder"
	case errors.Is(err, fs.ErrNotExist):
		return "it is not there"
	case errors.Is(err, fs.ErrPermission):
		return "it cannot be read: permission denied"
	}

	return err.Error()
}

// blockBuilder reads the files of a block, one after the other.
type blockBuilder struct {
	*run
	block     Block
	usedBytes map[int]int64 // bytes used of Place.Budget, by index of the place
	texts     map[[sha256.Size]byte]bool
	items     []item
}

// wrapFiles reads files of a run and puts each in its wrapper.
func wrapFiles(r *run, b Block, files []foundFile) []item {
	w := &blockBuilder{run: r, block: b, usedBytes: map[int]int64{}}
	w.texts = map[[sha256.Size]byte]bool{}
	for _, at := range files {
		at.files.Form = cmp.Or(at.files.Form, &b.Form)
		at.files.Item = cmp.Or(at.files.Item, b.Item)
		if f := w.load(at); f != nil {
			w.add(at, f)
		}
	}

	return w.items
}

// load reads a file as far as the budget goes. It returns nil if the file is left out.
func (w *blockBuilder) load(at foundFile) *loadedFile {
	imports := at.files.Form.Imports
	sections := imports != nil && imports.Sections
	if w.sent.has(at.path) && !at.files.RepeatSent || sections && w.sent.hasSection(at.path, w.real(at.path)) {
		return nil
	}

	if why := w.whyNotRead(at); why != "" {
		w.leaveOut(at.path, why)
		return nil
	}

	most := int64(math.MaxInt64)
	if budget := at.place.Budget; budget > 0 {
		most = budget - w.usedBytes[at.placeIndex]
		if most == 0 {
			w.leaveOut(at.path, "the files before it use up the "+tools.Thousands(budget)+" bytes that "+
				w.profile.agent()+" takes")
			return nil
		}
	}

	f, err := w.read(at.path, most)
	if err != nil {
		w.leaveOut(at.path, errorText(err))
		return nil
	}

	if larger := w.tooLarge(f, at.files.Form); larger != "" {
		w.leaveOut(at.path, larger)
		return nil
	}

	return f
}

// whyNotRead returns why a file that exists is not read; "" if it is.
func (w *blockBuilder) whyNotRead(at foundFile) string {
	switch {
	case at.files.SkipSymlinks && isLink(w.env, at.path):
		return w.profile.agent() + " takes no links here"
	case at.files.SkipLinksOutsideRepo && !inside(w.topOrCwd(), w.real(at.path)):
		return "it is a link that leads out of the repository"
	case at.files.SkipUserFiles && w.usersFiles[at.path]:
		return "it is sent as the user's file"
	}
	return w.excluded(at.path)
}

// tooLarge returns why a file is over TextRules.Most; "" if it is not.
func (r *run) tooLarge(f *loadedFile, form *TextRules) string {
	if form.Most == 0 || f.size <= form.Most {
		return ""
	}
	return fmt.Sprintf("it has %s bytes, and %s takes no file of more than %s",
		tools.Thousands(f.size), r.profile.agent(), tools.Thousands(form.Most))
}

// add adds a file to the items, and the files that it imports.
func (w *blockBuilder) add(at foundFile, f *loadedFile) {
	form := *at.files.Form
	body, listed, ok := w.body(f, form)
	var text [sha256.Size]byte
	if ok && w.block.OnceText {
		text = sha256.Sum256([]byte(joined(body)))
	}

	switch {
	case !ok:
		return
	case listed != nil:
		listed.Rel = node.Path(w.env).Relative(w.real(at.dir), f.real)
		if at.place.In == Home {
			listed.Rel = f.path
		}
		if w.block.Table != nil {
			w.items = append(w.items, item{foundFile: at, listed: listed})
		}

		w.addImported(at, f, form)
		return
	case w.isRepeated(at, f, text):
		return
	}

	w.texts[text] = true
	w.noteSent(at, f, form)
	if !w.sent.wasRead[at.path] {
		w.put(at, body)
	}

	w.addImported(at, f, form)
}

// noteSent notes that the block has a file, and what of the budget of its place the file takes.
func (w *blockBuilder) noteSent(at foundFile, f *loadedFile, form TextRules) {
	w.sent.add(f)
	if at.place.Budget > 0 {
		w.usedBytes[at.placeIndex] += int64(len(f.data))
		budget := tools.Thousands(at.place.Budget)
		f.setCut(int64(len(f.data)), w.profile.agent()+" takes "+budget+" bytes of all files together")
	}

	if form.Imports == nil {
		w.noteImports(f)
	} else if form.Imports.Sections {
		w.sent.sections[f.real] = true
	}
}

// isRepeated reports whether the block already has the file or its text, and notes that it is left out.
func (w *blockBuilder) isRepeated(at foundFile, f *loadedFile, text [sha256.Size]byte) bool {
	switch {
	case w.block.OnceFile && w.sent.real[f.real]:
		w.leaveOut(at.path, "it is the same file as an earlier one")
	case w.block.OnceText && w.texts[text]:
		w.leaveOut(at.path, "an earlier file has the same text")
	default:
		return false
	}
	return true
}

// put adds a file in its wrapper.
func (w *blockBuilder) put(at foundFile, body []Piece) {
	head, tail := w.wrapper(at.files.Item, at, body)
	if w.block.ReadEscape != nil {
		replaceText(body, w.block.ReadEscape(joined(body)))
	}

	if w.block.Escape != nil {
		head = w.block.Escape(head)
		tail = w.block.Escape(tail)
		replaceText(body, w.block.Escape(joined(body))) // an escaped tag may span pieces
	}

	if w.block.OnceName {
		w.items = w.withoutNamed(w.items, head)
	}
	if !strings.Contains(at.files.Item, "{text}") { // the file is only named
		notice := &window.Window{Kind: window.Notice, TotalLines: -1}
		body = []Piece{{file: body[0].file, replaced: true, window: notice}}
	}

	pieces := slices.Concat([]Piece{Words(head)}, body, []Piece{Words(tail)})
	w.items = append(w.items, item{foundFile: at, pieces: pieces})
}

// replaceText puts a text in the place of the texts of all pieces: it becomes that of the first one.
func replaceText(body []Piece, text string) {
	for i := range body {
		body[i] = body[i].With(text)
		text = ""
	}
}

// withoutNamed removes the item whose wrapper begins with the same words.
func (r *run) withoutNamed(items []item, head string) []item {
	return slices.DeleteFunc(items, func(it item) bool {
		same := it.pieces[0].words == head
		if same {
			path := it.pieces[1].file.path
			delete(r.sent.shown, path)
			r.leaveOut(path, "a later file has the same name")
		}
		return same
	})
}

// wrapper returns what stands before and after the text of a file.
func (r *run) wrapper(template string, at foundFile, body []Piece) (head, tail string) {
	top := r.topOrCwd()
	name := filepath.Base(at.path)
	if stem := strings.TrimSuffix(name, filepath.Ext(name)); stem != "" {
		name = stem
	}

	name = cmp.Or(at.files.Name, name)
	if len(body) > 0 && body[0].file != nil && len(body[0].file.keys["name"]) == 1 {
		name = body[0].file.keys["name"][0]
	}

	p := node.Path(r.env)
	head, tail, _ = strings.Cut(strings.NewReplacer(
		"{path}", at.path, "{rel}", p.Relative(r.cwd, at.path), "{top}", p.Relative(top, at.path), "{name}", name,
		"{real}", p.Relative(top, r.real(at.path)),
		"{note}", at.files.Note, "{cwd}", r.cwd,
	).Replace(template), "{text}")
	return head, tail
}

var bom = []byte("\xEF\xBB\xBF")

// start returns the offset at which the text begins: after a byte order mark, unless that is sent.
func (f TextRules) start(data []byte) int {
	if bytes.HasPrefix(data, bom) && !f.KeepBOM {
		return len(bom)
	}
	return 0
}

// frontMatterOf parses the front matter. n is its length in bytes, 0 without one.
func (f TextRules) frontMatterOf(text []byte) (n int, keys map[string][]string) {
	if f.Front != nil {
		return f.Front(text)
	}
	return frontMatter(text)
}

// body returns the text of a file as pieces. listed is not nil if the file is only named; ok is false if it is left
// out.
func (r *run) body(f *loadedFile, form TextRules) (body []Piece, listed *Listed, ok bool) {
	start := form.start(f.data)
	end, keys := form.frontMatterOf(f.data[start:])
	f.keys = keys
	f.dropInvalid = form.DropBad

	if form.Refuse != nil {
		if why := form.Refuse(keys); why != "" {
			r.leaveOut(f.path, why)
			return nil, nil, false
		}
	}

	if form.NoEmpty && start == len(f.data) {
		r.leaveOut(f.path, "it is empty")
		return nil, nil, false
	}

	for _, key := range form.Unless {
		v := keys[key]
		if v != nil && (form.All || !slices.Equal(v, []string{"**"})) {
			values := strings.Join(v, ", ")
			r.leaveOut(f.path, "its front matter has "+key+" ("+values+"): it is for files that match only")
			return nil, &Listed{Path: f.path, Rel: node.Path(r.env).Relative(r.topOrCwd(), f.path), Keys: keys}, true
		}
	}

	if form.UTF8 && !utf8.Valid(f.data) {
		r.leaveOut(f.path, "it is not UTF-8")
		return nil, nil, false
	}

	if form.FrontMatter {
		start += end
	}

	body = r.expand(f, form, start)
	body = form.trimmed(body)
	if !form.KeepBlank && form.isBlank(body) {
		r.leaveOut(f.path, "it is empty")
		return nil, nil, false
	}

	return body, nil, true
}

// isBlank reports whether pieces consist of white space.
func (f TextRules) isBlank(pieces []Piece) bool {
	return !slices.ContainsFunc(pieces, func(p Piece) bool {
		if p.file == nil || p.replaced {
			return js.Trim(p.words) != ""
		}
		return len(bytes.TrimLeftFunc(p.file.data[p.start:p.end], f.space())) > 0
	})
}

func joined(pieces []Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.Text())
	}
	return b.String()
}

// space returns the test for white space. A byte order mark that is sent does not count as white space.
func (f TextRules) space() func(r rune) bool {
	if f.KeepBOM {
		return unicode.IsSpace
	}
	return textfile.IsJSSpace
}

// trimmed removes white space at the ends of a text as TextRules.Trim says.
func (f TextRules) trimmed(body []Piece) []Piece {
	space := f.space()
	if f.Trim == TrimLine {
		return trimLine(body)
	}

	for f.Trim == TrimEnds && len(body) > 0 && body[0].file != nil {
		p := &body[0]
		rest := bytes.TrimLeftFunc(p.file.data[p.start:p.end], space)
		p.start = p.end - len(rest)
		if p.start < p.end {
			break
		}
		body = body[1:]
	}

	for f.Trim != TrimNone && len(body) > 0 && body[len(body)-1].file != nil {
		p := &body[len(body)-1]
		rest := bytes.TrimRightFunc(p.file.data[p.start:p.end], space)
		p.end = p.start + len(rest)
		if p.start < p.end {
			break
		}
		body = body[:len(body)-1]
	}

	return body
}

// trimLine removes one line end at each end of a text.
func trimLine(body []Piece) []Piece {
	for i := range body {
		p := &body[i]
		if p.start < p.end && p.file.data[p.start] == '\n' && i == 0 {
			p.start++
		}
		if p.start < p.end && p.file.data[p.end-1] == '\n' && i == len(body)-1 {
			p.end--
		}
	}

	return body
}

// setCut notes that a file is cut at an offset, unless that is its end.
func (f *loadedFile) setCut(at int64, why string) {
	if at < f.size {
		line := int64(bytes.Count(f.data[:at], []byte("\n"))) + 1
		f.cut = &Cut{Path: f.path, Line: line, Byte: at, Lost: f.size - at, Why: why}
	}
}

// partSources are the sources of a part: in order, and by path.
type partSources struct {
	all    []*Source
	byPath map[string]*Source
}

// get returns the source of a file, which it adds if it is new. at is the offset in the part's text where a new one
// begins.
func (ps *partSources) get(f *loadedFile, kind Kind, at int) *Source {
	if s := ps.byPath[f.path]; s != nil {
		return s
	}
	if ps.byPath == nil {
		ps.byPath = map[string]*Source{}
	}

	s := &Source{Kind: kind, Path: f.path, Real: f.real, By: f.by, Size: f.size, Cut: f.cut, At: at, file: f}
	ps.byPath[f.path] = s
	ps.all = append(ps.all, s)
	return s
}

// addTo adds a piece of the file to its source s. text is the piece as sent, at its offset in the part's text.
func (f *loadedFile) addTo(s *Source, p Piece, text string, at int) {
	s.addText(text, at)
	if p.window != nil {
		s.Window = *p.window
		return
	}
	if p.start == p.end {
		return
	}

	first := f.lineAt(p.start)
	last := f.lineAt(p.end - 1)
	s.runs = append(s.runs, window.Run{Start: int64(p.start), End: int64(p.end), First: first, Last: last})
}

// lineAt returns the number, from 1, of the line with the byte at an offset, from 0. Ascending offsets are cheap.
func (f *loadedFile) lineAt(offset int) int64 {
	if offset < f.counted {
		f.counted = 0
		f.lines = 0
	}
	f.lines += int64(bytes.Count(f.data[f.counted:offset], []byte("\n")))
	f.counted = offset
	return f.lines + 1
}

// addText adds text that is sent of the file at an offset of the part's text. Only the length is noted as long as all
// of it is contiguous.
func (s *Source) addText(text string, at int) {
	switch {
	case s.otherText == nil && at == s.At+s.textLength:
		s.textLength += len(text)
	default:
		s.otherText = append(s.otherText, text)
	}
}

// finish sets the fields of the source that depend on all its runs.
func (s *Source) finish(part string) {
	s.Text = part[s.At:s.At+s.textLength] + strings.Join(s.otherText, "")
	s.otherText = nil
	data := s.file.data
	if len(s.runs) > 0 {
		s.Window = s.windowOf(mergedRuns(s.runs), data)
	}

	s.Sent = 0
	for _, run := range s.Window.Spans() {
		s.Sent += run.End - run.Start
	}

	w := s.Window
	s.Whole = s.Sent == s.Size || s.Sent > 0 && w.Runs == nil && int64(len(data)) == s.Size &&
		len(bytes.TrimSpace(data[:w.Start])) == 0 && len(bytes.TrimSpace(data[w.End:])) == 0
	if s.Sent > 0 && s.Cut == nil && int64(len(data)) == s.Size {
		s.lineEndBytes = lastLineEnd(data, w.End)
	}
	if s.Whole {
		s.blankBytes = s.Size - s.Sent - s.lineEndBytes
	}

	s.file = nil // no longer needed
}

// mergedRuns sorts runs by where they begin, and makes one of those that touch.
func mergedRuns(runs []window.Run) []window.Run {
	slices.SortFunc(runs, func(a, b window.Run) int { return cmp.Compare(a.Start, b.Start) })
	merged := runs[:1]
	for _, run := range runs[1:] {
		last := &merged[len(merged)-1]
		if run.Start > last.End {
			merged = append(merged, run)
			continue
		}
		last.End = max(last.End, run.End)
		last.Last = max(last.Last, run.Last)
	}
	return merged
}

// windowOf is the window of some runs of the source's file, at least one. data is what was read of the file.
func (s *Source) windowOf(runs []window.Run, data []byte) window.Window {
	first := runs[0]
	last := runs[len(runs)-1]
	total := int64(-1)
	bottom := window.StopFile
	if int64(len(data)) == s.Size {
		total = int64(textfile.LineCount(data))
	}
	if s.Cut != nil {
		bottom = window.StopOutput
	}
	if len(runs) == 1 {
		runs = nil
	}

	return window.Window{
		Kind: window.Slice, Start: first.Start, End: last.End, Runs: runs, First: first.First, Last: last.Last,
		TotalLines: total, Top: window.StopFile, Bottom: bottom,
	}
}

// lastLineEnd returns how many bytes of data from an offset on are the line end of a line that is sent without it; 0 if
// anything else is there.
func lastLineEnd(data []byte, from int64) int64 {
	rest := string(data[from:])
	if rest != "\n" && rest != "\r\n" || from == 0 || data[from-1] == '\n' {
		return 0
	}
	return int64(len(rest))
}
