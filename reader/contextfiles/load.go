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

// mostRead is how much is read of all files for one agent, in bytes. Agents try to take any; no model takes so much.
const mostRead = 16 << 20

// loaded is a file that was read.
type loaded struct {
	path, real string
	by         []string
	data       []byte
	keys       map[string][]string // of its front matter
	drop       bool                // bytes that are not UTF-8 are not sent
	size       int64
	cut        *Cut
	// lines is how many lines end before the offset counted, see lineAt.
	counted int
	lines   int64
}

// Piece is words of the agent, or bytes of a file as they are sent.
type Piece struct {
	said       string
	file       *loaded
	start, end int
	// ends says which line ends are sent as "\n".
	ends lineEnds
	// given: what is said stands for the text of the file: the read tool made it.
	given bool
	win   *window.Window
	media string // what a read gave that is no text
}

// lineEnds is which line ends are sent as "\n".
type lineEnds uint8

const (
	asTheyAre lineEnds = iota
	pairs              // "\r\n"
	allEnds            // that, and "\r" alone
)

// Words are words of the agent.
func Words(s string) Piece { return Piece{said: s} }

// Text is what is sent.
func (p Piece) Text() string {
	if p.file == nil || p.given {
		return p.said
	}

	data := p.file.data[p.start:p.end]
	if p.ends != asTheyAre {
		data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	}
	if p.ends == allEnds {
		data = bytes.ReplaceAll(data, []byte("\r"), []byte("\n"))
	}
	if p.file.drop {
		return strings.ToValidUTF8(string(data), "")
	}

	return string(lossy.Decode(data))
}

// read loads at most most bytes of a file and counts them against the budget of the run.
func (r *run) read(path string, most int64) (*loaded, error) {
	f, err := load(r.ctx, r.env, path, most, r.effort.read)
	if err != nil {
		return nil, err
	}
	f.real = r.real(path)
	r.effort.read += int64(len(f.data))
	return f, nil
}

// load reads at most most bytes of a file, when spent bytes of others were read.
func load(ctx context.Context, env tools.Env, path string, most, spent int64) (*loaded, error) {
	o, err := tools.Open(ctx, env, tools.PathAny, path)
	if err != nil {
		return nil, err
	}

	defer o.Close()
	f := &loaded{path: path, size: o.Size()}
	wanted := min(f.size, most)
	switch {
	case wanted > mostRead:
		return nil, fmt.Errorf("it has %s bytes; no more than %s are read here",
			tools.Thousands(f.size), tools.Thousands(mostRead))
	case spent+wanted > mostRead:
		return nil, fmt.Errorf("it has %s bytes, and the files before it %s; no more than %s are read here",
			tools.Thousands(f.size), tools.Thousands(spent), tools.Thousands(mostRead))
	}

	f.data = make([]byte, wanted)
	if err := access.ReadFull(o, f.data, 0); err != nil {
		return nil, err
	}

	return f, nil
}

// why is the reason in plain words why a file was not read.
func why(err error) string {
	switch special, is := errors.AsType[*access.SpecialError](err); {
	case is:
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

// wrapping is a block whose files are read one after the other.
type wrapping struct {
	*run
	Block
	used  map[int]int64 // of the budgets of places
	texts map[[sha256.Size]byte]bool
	items []item
}

// wrap reads files and puts them in their wrappers.
func (r *run) wrap(b Block, files []found) []item {
	w := &wrapping{run: r, Block: b, used: map[int]int64{}}
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

// load reads a file as far as the budget goes; nil where it is left out.
func (w *wrapping) load(at found) *loaded {
	imports := at.files.Form.Imports
	sections := imports != nil && imports.Sections
	if w.gave(at.path) && !at.files.Again || sections && (w.shown[at.path] || w.done[w.real(at.path)]) {
		return nil
	}

	if why := w.notTaken(at); why != "" {
		w.leave(at.path, why)
		return nil
	}

	most := int64(math.MaxInt64)
	if budget := at.In.Budget; budget > 0 {
		most = budget - w.used[at.place]
		if most == 0 {
			w.leave(at.path, "the files before it use up the "+tools.Thousands(budget)+" bytes that "+
				w.p.agent()+" takes")
			return nil
		}
	}

	f, err := w.read(at.path, most)
	if err != nil {
		w.leave(at.path, why(err))
		return nil
	}

	if larger := w.tooLarge(f, at.files.Form); larger != "" {
		w.leave(at.path, larger)
		return nil
	}

	return f
}

// notTaken says why a file that is there is not taken; "": it is.
func (w *wrapping) notTaken(at found) string {
	switch {
	case at.files.NoLink && w.isLink(at.path):
		return w.p.agent() + " takes no links here"
	case at.files.Within && !inside(w.topOrCwd(), w.real(at.path)):
		return "it is a link that leads out of the repository"
	case at.files.NotUsers && w.users[at.path]:
		return "it is sent as the user's file"
	}
	return w.excluded(at.path)
}

// tooLarge says that a file is over the size that the agent takes; "": it is not.
func (r *run) tooLarge(f *loaded, form *Form) string {
	if form.Most == 0 || f.size <= form.Most {
		return ""
	}
	return fmt.Sprintf("it has %s bytes, and %s takes no file of more than %s",
		tools.Thousands(f.size), r.p.agent(), tools.Thousands(form.Most))
}

// add adds a file to the answer, then the files that it imports.
func (w *wrapping) add(at found, f *loaded) {
	form := *at.files.Form
	body, listed, ok := w.body(f, form)
	var text [sha256.Size]byte
	if ok && w.OnceText {
		text = sha256.Sum256([]byte(joined(body)))
	}

	switch {
	case !ok:
		return
	case listed != nil:
		listed.Rel = node.Path(w.env).Relative(w.real(at.dir), f.real)
		if at.In.In == Home {
			listed.Rel = f.path
		}
		if w.Table != nil {
			w.items = append(w.items, item{found: at, listed: listed})
		}

		w.imported(at, f, form)
		return
	case w.isRepeated(at, f, text):
		return
	}

	w.texts[text] = true
	w.same[f.real] = true
	if at.In.Budget > 0 {
		w.used[at.place] += int64(len(f.data))
		f.cutAt(int64(len(f.data)), w.p.agent()+" takes "+tools.Thousands(at.In.Budget)+" bytes of all files together")
	}

	w.shown[at.path] = true
	w.sent[at.path] = true
	if form.Imports == nil {
		w.noImports(f)
	}
	if !w.wasRead[at.path] {
		w.put(at, body)
	}
	if form.Imports != nil && form.Imports.Sections {
		w.done[f.real] = true
	}

	w.imported(at, f, form)
}

// isRepeated leaves a file out that the block has already, by its real file or by its text.
func (w *wrapping) isRepeated(at found, f *loaded, text [sha256.Size]byte) bool {
	switch {
	case w.OnceFile && w.same[f.real]:
		w.leave(at.path, "it is the same file as an earlier one")
	case w.OnceText && w.texts[text]:
		w.leave(at.path, "an earlier file has the same text")
	default:
		return false
	}
	return true
}

// put adds a text in its wrapper.
func (w *wrapping) put(at found, body []Piece) {
	head, tail := w.wrapper(at.files.Item, at, body)
	if w.ReadEscape != nil {
		text := w.ReadEscape(joined(body))
		for i := range body {
			body[i] = body[i].With(text)
			text = ""
		}
	}

	if w.Escape != nil {
		head = w.Escape(head)
		tail = w.Escape(tail)
		text := w.Escape(joined(body)) // a tag may go over pieces
		for i := range body {
			body[i] = body[i].With(text)
			text = ""
		}
	}

	if w.OnceName {
		w.items = w.withoutNamed(w.items, head)
	}
	if !strings.Contains(at.files.Item, "{text}") { // it is only named
		body = []Piece{{file: body[0].file, given: true, win: &window.Window{Kind: window.Notice, TotalLines: -1}}}
	}

	pieces := slices.Concat([]Piece{Words(head)}, body, []Piece{Words(tail)})
	w.items = append(w.items, item{found: at, pieces: pieces})
}

// withoutNamed takes out the file that has the same words before it.
func (r *run) withoutNamed(items []item, head string) []item {
	return slices.DeleteFunc(items, func(it item) bool {
		same := it.pieces[0].said == head
		if same {
			path := it.pieces[1].file.path
			delete(r.shown, path)
			r.leave(path, "a later file has the same name")
		}
		return same
	})
}

// wrapper is what stands before and after the text of a file.
func (r *run) wrapper(template string, at found, body []Piece) (head, tail string) {
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

// bom is a byte-order mark.
var bom = []byte("\xEF\xBB\xBF")

// start is where a text begins: behind a byte-order mark, where that is not sent.
func (f Form) start(data []byte) int {
	if bytes.HasPrefix(data, bom) && !f.KeepBOM {
		return len(bom)
	}
	return 0
}

// front parses front matter as the form says: n is its length in bytes, 0 without any.
func (f Form) front(text []byte) (n int, keys map[string][]string) {
	if f.Front != nil {
		return f.Front(text)
	}
	return frontMatter(text)
}

// body is the text of a file as pieces; ok is false where the file is left out.
func (r *run) body(f *loaded, form Form) (body []Piece, listed *Listed, ok bool) {
	start := form.start(f.data)
	end, keys := form.front(f.data[start:])
	f.keys = keys
	f.drop = form.DropBad

	if form.Refuse != nil {
		if why := form.Refuse(keys); why != "" {
			r.leave(f.path, why)
			return nil, nil, false
		}
	}

	if form.NoEmpty && start == len(f.data) {
		r.leave(f.path, "it is empty")
		return nil, nil, false
	}

	for _, key := range form.Unless {
		v := keys[key]
		if v != nil && (form.All || !slices.Equal(v, []string{"**"})) {
			r.leave(f.path, "its front matter has "+key+" ("+strings.Join(v, ", ")+"): it is for files that match only")
			return nil, &Listed{Path: f.path, Rel: node.Path(r.env).Relative(r.topOrCwd(), f.path), Keys: keys}, true
		}
	}

	if form.UTF8 && !utf8.Valid(f.data) {
		r.leave(f.path, "it is not UTF-8")
		return nil, nil, false
	}

	if form.FrontMatter {
		start += end
	}

	body = r.expand(f, form, start)
	body = form.trim(body)
	if !form.KeepBlank && form.isBlank(body) {
		r.leave(f.path, "it is empty")
		return nil, nil, false
	}

	return body, nil, true
}

// isBlank reports whether pieces are white space and nothing else.
func (f Form) isBlank(pieces []Piece) bool {
	return !slices.ContainsFunc(pieces, func(p Piece) bool {
		if p.file == nil || p.given {
			return js.Trim(p.said) != ""
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

// space tells what is white space. A byte-order mark that is kept is no white space.
func (f Form) space() func(r rune) bool {
	if f.KeepBOM {
		return unicode.IsSpace
	}
	return textfile.IsJSSpace
}

// trim takes white space off the ends of a text.
func (f Form) trim(body []Piece) []Piece {
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

// trimLine takes one line end off each end of a text of one piece.
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

// cutAt says that a file is cut at a byte, if that is not its end.
func (f *loaded) cutAt(at int64, why string) {
	if at < f.size {
		line := int64(bytes.Count(f.data[:at], []byte("\n"))) + 1
		f.cut = &Cut{Path: f.path, Line: line, Byte: at, Lost: f.size - at, Why: why}
	}
}

// partSources are the sources of a part, in their order and by their paths.
type partSources struct {
	all []*Source
	by  map[string]*Source
}

// of is the source of a file in a part of a kind. at is where in the part's text a new one begins.
func (ps *partSources) of(f *loaded, kind Kind, at int) *Source {
	if s := ps.by[f.path]; s != nil {
		return s
	}
	if ps.by == nil {
		ps.by = map[string]*Source{}
	}
	s := &Source{Kind: kind, Path: f.path, Real: f.real, By: f.by, Size: f.size, Cut: f.cut, At: at, file: f}
	ps.by[f.path] = s
	ps.all = append(ps.all, s)
	return s
}

// show adds a piece of the file to its source.
func (f *loaded) show(s *Source, p Piece, text string, at int) {
	s.say(text, at)
	if p.win != nil {
		s.Window = *p.win
		return
	}
	if p.start == p.end {
		return
	}
	first := f.lineAt(p.start)
	last := f.lineAt(p.end - 1)
	s.runs = append(s.runs, window.Run{Start: int64(p.start), End: int64(p.end), First: first, Last: last})
}

// lineAt is the line, from 1, that has the byte at an offset, from 0. Offsets that go up cost what lies between them.
func (f *loaded) lineAt(offset int) int64 {
	if offset < f.counted {
		f.counted = 0
		f.lines = 0
	}
	f.lines += int64(bytes.Count(f.data[f.counted:offset], []byte("\n")))
	f.counted = offset
	return f.lines + 1
}

// say adds what is sent of the file, which stands at a place of the part's text. As long as it stands in one piece only
// its length is noted.
func (s *Source) say(text string, at int) {
	switch {
	case s.apart == nil && at == s.At+s.length:
		s.length += len(text)
	default:
		s.apart = append(s.apart, text)
	}
}

// finish makes one window of the runs that were shown.
func (s *Source) finish(part string) {
	s.Text = part[s.At:s.At+s.length] + strings.Join(s.apart, "")
	s.apart = nil
	data := s.file.data
	if runs := s.runs; runs != nil {
		slices.SortFunc(runs, func(a, b window.Run) int { return int(a.Start - b.Start) })
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

		first := merged[0]
		last := merged[len(merged)-1]
		total := int64(-1)
		bottom := window.StopFile
		if int64(len(data)) == s.Size {
			total = int64(textfile.LineCount(data))
		}
		if s.Cut != nil {
			bottom = window.StopOutput
		}
		if len(merged) == 1 {
			merged = nil
		}

		s.Window = window.Window{
			Kind: window.Slice, Start: first.Start, End: last.End, Runs: merged, First: first.First, Last: last.Last,
			TotalLines: total, Top: window.StopFile, Bottom: bottom,
		}
	}

	s.Sent = 0
	for _, run := range s.Window.Spans() {
		s.Sent += run.End - run.Start
	}

	w := s.Window
	s.Whole = s.Sent == s.Size || s.Sent > 0 && w.Runs == nil && int64(len(data)) == s.Size &&
		len(bytes.TrimSpace(data[:w.Start])) == 0 && len(bytes.TrimSpace(data[w.End:])) == 0
	if s.Whole && s.Sent < s.Size {
		s.lineEnd = lastLineEnd(data, w.End)
		s.blank = s.Size - s.Sent - s.lineEnd
	}

	s.file = nil // not needed any more
}

// lastLineEnd is how many bytes of data from an offset on are the line end of a last line that is sent but for it; 0
// where something else is there.
func lastLineEnd(data []byte, from int64) int64 {
	rest := string(data[from:])
	if rest != "\n" && rest != "\r\n" || from == 0 || data[from-1] == '\n' {
		return 0
	}
	return int64(len(rest))
}
