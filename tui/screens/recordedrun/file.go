package recordedrun

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/access"
	"eyeline/reader/decode"
	"eyeline/reader/source"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/rerun"
	"eyeline/reader/transcript/runstats"
	"eyeline/reader/wait"
	"eyeline/tui/file/document"
	"eyeline/tui/file/linediff"
	"eyeline/tui/file/linestates"
	"eyeline/tui/file/tooloutput"
	"eyeline/tui/kit/humanize"
)

// File is a file of a transcript, with what was sent of it. Its text, a document, is either the file itself, or was put
// together from what was sent; then a row of the text may be another line of the file.
type File struct {
	Run  *Run
	Path string // as in the coverage; "" for a result that concerns no file
	// Title describes the run, Version is the version of the agent, as recorded.
	Title, Version string
	Call           int // number of the call that is shown, or is being read
	// AsOf is the number of the call before which Coverage and Lines hold; 0: they are as of the end of the run. A text
	// that is put together consists of what was sent before that call, so it keeps its AsOf when another call is shown.
	AsOf int
	// AtEnd: the file was opened from a call, and Coverage and Lines are as of the end of the run all the same.
	AtEnd    bool
	Coverage coverage.File
	// Agent names the agent of the call that Coverage is as of before; "" for the run's end, and where a run has one
	// agent.
	Agent string
	Lines []coverage.LineState
	left  map[int32]int  // Call.Left of the call that was read last
	Again func() tea.Cmd // reads the transcript again
	// Rebuilt has the runs of lines of a text that was put together from what was sent; nil if the file itself is
	// shown.
	Rebuilt []coverage.Segment
	// Why says why the file itself is not shown, WhyShort in two or three words.
	Why, WhyShort string
}

// TakeCall takes the result of reading the call that is shown.
func (f *File) TakeCall(rc *Call) {
	f.left = rc.Left
	if f.Rebuilt == nil || f.AsOf == 0 {
		f.Coverage = rc.Coverage
		f.Agent = rc.agent
		f.AsOf = rc.asOf
	}
	if f.Rebuilt == nil {
		f.Lines = rc.Lines
	}
}

// LeftWords says after which call a compaction took the result of a call out of the context; "" where none that is
// recorded did.
func (f *File) LeftWords(call int32) string {
	after := f.left[call]
	if after == 0 {
		return ""
	}
	return fmt.Sprintf("left the context after call %d", after)
}

// RereadBy sets the command that reads the transcript again.
func (f *File) RereadBy(again func() tea.Cmd) { f.Again = again }

// StepCall goes n of the file's calls forward, or back if n is negative, as far as there are calls. It reports whether
// the call has changed, so that it must be read.
func (f *File) StepCall(n int64) bool {
	calls := f.Coverage.Calls
	if len(calls) == 0 {
		return false
	}

	at := slices.Index(calls, int32(f.Call))
	to := max(min(int64(at)+n, int64(len(calls))-1), 0)
	if int(to) == at {
		return false
	}
	f.Call = int(calls[to])
	return true
}

// Follow takes the changes of the file from one view of its transcript to the next. changed reports whether the call
// must be read again; newer, whether that is a newer call: if the last one was shown, the newest is.
func (f *File) Follow(was, now *Snapshot) (changed, newer bool) {
	file := now.Coverage.File(f.Path)
	if file == nil {
		return false, false
	}

	// The numbers come from the snapshot before: the file's own coverage may already have the new calls, if its call
	// was read again since.
	var before []int32
	if old := was.Coverage.File(f.Path); old != nil {
		before = old.Calls
	}
	if was.Generation == now.Generation && slices.Equal(before, file.Calls) {
		return false, false
	}

	atLast := len(before) == 0 || int32(f.Call) == before[len(before)-1]
	n := len(file.Calls)
	if n > 0 && atLast && int(file.Calls[n-1]) != f.Call {
		f.Call = int(file.Calls[n-1])
		newer = true
	}
	if f.AsOf == 0 { // otherwise it is the coverage before a call, and comes with that
		f.Coverage = *file
	}
	return true, newer
}

// AnySent reports whether anything of the file was sent.
func (f *File) AnySent() bool { return linestates.AnySent(&f.Coverage) }

// StateOf is what was sent of a line.
func (f *File) StateOf(line int64) linestates.State { return linestates.StateOf(&f.Coverage, line) }

// LastLine is the last line of which anything is known; see [linestates.LastLine].
func (f *File) LastLine() int64 { return linestates.LastLine(&f.Coverage) }

// Given are the lines that were sent.
func (f *File) Given() linestates.GivenLines { return linestates.Recorded(&f.Coverage) }

// runs returns the runs of lines of the text; the file itself is one run without an end.
func (f *File) runs() []coverage.Segment {
	if f.Rebuilt == nil {
		return []coverage.Segment{{First: 1, Row: 1, Lines: math.MaxInt64 / 2}}
	}
	return f.Rebuilt
}

// Row returns a function that gives the row that shows a line of the file; 0 if no row does. The function may be used
// by another goroutine than the File.
func (f *File) Row() func(line int64) int64 {
	runs := f.runs()
	return func(line int64) int64 {
		for _, r := range runs {
			if !r.Gap && line >= r.First && line < r.First+r.Lines {
				return r.Row + line - r.First
			}
		}
		return 0
	}
}

// Line is the line of the file that a row shows; gap is true if the row says instead that lines are missing.
func (f *File) Line(row int64) (line int64, gap bool) {
	for _, r := range f.runs() {
		if row >= r.Row && row < r.Row+r.Lines {
			return r.First + row - r.Row, r.Gap
		}
	}
	return 0, false
}

// Number is the number of the file's line in a row; "" if the row says that lines are missing.
func (f *File) Number(row int64) string {
	if line, gap := f.Line(row); !gap && line > 0 {
		return strconv.FormatInt(line, 10)
	}
	return ""
}

// Place says which of the file's calls is shown, from 1, and how many there are.
func (f *File) Place() (at, of int) {
	if i := slices.Index(f.Coverage.Calls, int32(f.Call)); i >= 0 {
		return i + 1, len(f.Coverage.Calls)
	}
	return 0, 0
}

// Shown returns a function that gives the row that shows a line of the file, or the nearest row before it, such as that
// of the gap which has the line. The function may be used by another goroutine than the File.
func (f *File) Shown() func(line int64) int64 {
	runs := f.runs()
	return func(line int64) int64 {
		shown := line
		for _, r := range runs {
			if r.First <= line {
				shown = r.Row + min(line-r.First, r.Lines-1)
			}
		}
		return shown
	}
}

// NothingSentWords says that no line of the file is known to have been sent, if the text would have been put together
// but there was nothing to put together; else it is "". The file need not be empty.
func (f *File) NothingSentWords() string {
	if f.Rebuilt == nil || len(f.Rebuilt) > 0 {
		return ""
	}
	text := "no line of it is known to have been sent"
	if f.AsOf > 0 {
		text += fmt.Sprintf(" before call %d", f.AsOf)
	}
	return text
}

// RunsOf returns the first row of each run of consecutive rows whose states satisfy is.
func (f *File) RunsOf(is func(linestates.State) bool) []int64 { return slices.Collect(f.eachRun(is)) }

// HasRun reports whether a line has a state that satisfies is.
func (f *File) HasRun(is func(linestates.State) bool) bool {
	for range f.eachRun(is) {
		return true
	}
	return false
}

// eachRun yields what RunsOf returns.
func (f *File) eachRun(is func(linestates.State) bool) iter.Seq[int64] {
	return func(yield func(int64) bool) { f.walkRuns(is, yield) }
}

// walkRuns passes what RunsOf returns to yield, until that returns false.
func (f *File) walkRuns(is func(linestates.State) bool, yield func(int64) bool) {
	last := int64(-1)
	lines := int64(math.MaxInt64)
	if f.Rebuilt == nil {
		lines = f.Coverage.Lines
	}

	for _, r := range f.runs() {
		r.Lines = min(r.Lines, lines)
		for k := int64(0); k < r.Lines; {
			state := linestates.Never
			next := r.Lines
			if !r.Gap {
				state = linestates.StateOf(&f.Coverage, r.First+k)
				next = min(linestates.StateUntil(&f.Coverage, r.First+k)-r.First, r.Lines)
			}

			if is(state) {
				if r.Row+k != last+1 && !yield(r.Row+k) {
					return
				}
				last = r.Row + next - 1
			}

			k = next
		}
	}
}

// OpenedFromACall notes that the file was opened from a call, though its states are as of the end of the run.
func (f *File) OpenedFromACall() { f.AtEnd = true }

// OpenFile opens a file of the transcript, by its path in the coverage, to show it with a call. It opens the file
// itself if that is allowed, else what was sent of it in the whole run. If beforeCall is true, the states of its lines
// are those before the call. limit is the largest size in bytes of a spooled text; 0 for no limit. With an error
// nothing is open.
func (r *Run) OpenFile(
	ctx context.Context, path string, call int, beforeCall bool, limit int64,
) (*document.Document, *File, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session == nil {
		return nil, nil, errClosed
	}

	file := r.newFile(path, call, beforeCall)
	var err error
	if file.Coverage, file.Lines, err = r.sentOf(ctx, path, 0); err != nil {
		return nil, nil, err
	}

	if file.Why, file.WhyShort = whyNotItself(&file.Coverage); file.Why == "" {
		doc, err := r.openConfined(ctx, path, limit)
		if err == nil {
			return r.withStates(ctx, doc, file)
		}
		file.Why, file.WhyShort = err.Error(), "file not opened"
	}

	return r.openRebuilt(ctx, file, limit)
}

// newFile is a file of the transcript of which nothing is read yet.
func (r *Run) newFile(path string, call int, beforeCall bool) *File {
	file := &File{
		Run: r, Path: path, Call: call, Version: r.session.Version,
		Title: strings.TrimSpace(r.session.Agent + " " + r.session.Version),
	}
	if !beforeCall {
		return file
	}

	file.AsOf = call
	if c := r.session.Call(call); c != nil {
		file.Agent = agentName(r.session, c.Agent)
	}
	return file
}

// whyNotItself says why a file itself cannot be shown, also in two or three words; "" where it may be opened.
func whyNotItself(f *coverage.File) (why, short string) {
	// If a file cannot be compared, the ranges are those of the lines as they were sent.
	comparable := f.Lines > 0 || len(f.Sent)+len(f.Cut)+len(f.Written) == 0
	switch {
	case f.Outside:
		return "the file is outside of the working folder", "file outside the folder"
	case !f.Exists:
		return "the file is gone or may not be opened", "file not there"
	case !comparable:
		return "the file cannot be compared", "file not comparable"
	}
	return "", ""
}

// withStates is a file that is open itself, with the states of its lines as of the call. With an error it closes the
// document.
func (r *Run) withStates(
	ctx context.Context, doc *document.Document, file *File,
) (*document.Document, *File, error) {
	if doc.Form().Compression != decode.None && linestates.AnySent(&file.Coverage) {
		doc.Show(decode.Format{Binary: true}, nil).Free() // the sent lines are lines of the packed bytes
	}
	if file.AsOf == 0 {
		return doc, file, nil
	}

	var err error
	if file.Coverage, file.Lines, err = r.sentOf(ctx, file.Path, file.AsOf); err != nil {
		doc.Close()
		return nil, nil, err
	}
	return doc, file, nil
}

// openRebuilt puts the text of a file together from what was sent before the call; without one, in the whole run.
func (r *Run) openRebuilt(ctx context.Context, file *File, limit int64) (*document.Document, *File, error) {
	var err error
	if file.AsOf > 0 {
		if file.Coverage, _, err = r.sentOf(ctx, file.Path, file.AsOf); err != nil {
			return nil, nil, err
		}
	}

	file.Lines = nil
	var doc *document.Document
	if doc, file.Rebuilt, err = r.rebuild(ctx, file.Path, file.AsOf, limit); err != nil {
		return nil, nil, err
	}
	return doc, file, nil
}

// openConfined opens a file below the working folder. It refuses a path that leads out of it, and anything but a
// regular file.
func (r *Run) openConfined(ctx context.Context, path string, limit int64) (*document.Document, error) {
	w := r.session.Workspace(r.root)
	folder := w.Folder
	rel, inside := w.Locate(path)
	if !inside {
		return nil, access.ErrOutside
	}

	checked, err := access.OpenIn(ctx, folder, rel)
	if err != nil {
		return nil, err
	}

	defer func() { _ = checked.Close() }()
	full := filepath.FromSlash(rel)
	if !filepath.IsAbs(full) {
		full = filepath.Join(filepath.FromSlash(folder), full)
	}

	doc, err := document.Open(full, document.Options{Root: folder, Limit: limit})
	if err != nil {
		return nil, err
	}

	if checked.Info() == nil || doc.Info() == nil || !os.SameFile(checked.Info(), doc.Info()) {
		doc.Close()
		return nil, access.ErrOutside // the path has been changed meanwhile
	}

	doc.SetName(path)
	return doc, nil
}

// rebuild makes a document of what was sent of a file before a call; for 0, in the whole run.
func (r *Run) rebuild(
	ctx context.Context, path string, before int, limit int64,
) (*document.Document, []coverage.Segment, error) {
	var runs []coverage.Segment
	replay := r.replay
	if before > 0 {
		then, err := r.replay.AsOf(ctx, before)
		if err != nil {
			return nil, nil, err
		}
		replay = then
	}

	doc, err := spooled(ctx, path, limit, func(w io.Writer) (err error) {
		runs, err = replay.Rebuild(ctx, r.root, path, w)
		return err
	})
	if runs == nil {
		runs = []coverage.Segment{}
	}

	return doc, runs, err
}

// spooled makes a document of what write writes. A large one is kept in a temporary file. Cancelling ctx ends it.
func spooled(ctx context.Context, name string, limit int64, write func(io.Writer) error) (*document.Document, error) {
	from, to := io.Pipe()
	src, err := source.Spool("-", from, source.SpoolOptions{Limit: limit})
	if err != nil {
		return nil, err
	}

	err = write(wait.Writer(ctx, to))
	_ = to.CloseWithError(err) // never fails
	if err != nil {
		_ = src.Close()
		return nil, err
	}

	if err := src.Wait(ctx); err != nil {
		_ = src.Close()
		return nil, err
	}

	return document.FromStream(src, name, document.Options{Limit: limit}), nil
}

// OpenResult opens the text of a call's result, which is no file: [File.Path] is "". limit is as in OpenFile.
func (r *Run) OpenResult(ctx context.Context, number int, limit int64) (*document.Document, *File, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, err := r.call(number)
	if err != nil {
		return nil, nil, err
	}
	doc, err := spooled(ctx, fmt.Sprintf("call %d: %s", number, c.Tool), limit,
		func(w io.Writer) error { return r.session.WriteText(w, c.Result) })
	return doc, &File{Run: r, Call: number}, err
}

// Call is a call of a transcript, as far as it concerns one file.
type Call struct {
	Info   runstats.CallInfo
	Args   string // on one line, cut if long
	Placed coverage.Placement
	// Marked are the lines of the file, as it is now, that the call gave or, if it changed the file, made. Before a
	// change of a file that is not there they are those that it replaced.
	Marked record.Ranges
	Same   rerun.Comparison
	// Left has, of each call of the file whose result a compaction took out of the context, the number of the last call
	// before that compaction.
	Left  map[int32]int
	Patch Patch // what the call changed in the file
	// Prefix is how many bytes of a line of the result come before the file's own text, by the 0-based index of the
	// line.
	Prefix map[int64]int

	Coverage coverage.File        // of the file
	Lines    []coverage.LineState // of the file as it is; nil if it does not exist
	change   *coverage.Change     // that the call made in the file; nil if none
	agent    string               // as File.Agent
	asOf     int                  // as File.AsOf
}

// argumentsShown is how many bytes of a call's arguments are shown.
const argumentsShown = 400

// Call reads one call of a file, by its number: what is known of it, and the exact text of its result, which the caller
// must close. If beforeCall is true, the states are those before the call.
func (r *Run) Call(ctx context.Context, path string, number int, beforeCall bool) (*Call, *tooloutput.Capture, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.session
	c, err := r.call(number)
	if err != nil {
		return nil, nil, err
	}

	rc := &Call{}
	if rc.Info, err = runstats.Describe(s, c); err != nil {
		return nil, nil, err
	}
	if rc.Args, err = runstats.ArgumentsLine(s, c, argumentsShown); err != nil {
		return nil, nil, err
	}
	if rc.Patch, err = r.patchOf(c, path); err != nil {
		return nil, nil, err
	}
	if rc.Placed, err = coverage.Place(ctx, s, r.root, c, path); err != nil {
		return nil, nil, err
	}
	if rc.Same, err = rerun.Compare(ctx, s, r.root, c); err != nil {
		return nil, nil, err
	}

	if beforeCall {
		rc.asOf = number
		rc.agent = agentName(s, c.Agent)
	}
	if rc.Coverage, rc.Lines, err = r.sentOf(ctx, path, rc.asOf); err != nil {
		return nil, nil, err
	}

	rc.Left = make(map[int32]int)
	for _, one := range rc.Coverage.Calls {
		if n := s.Call(int(one)); n != nil {
			if after := s.CompactedAfter(n); after > 0 {
				rc.Left[one] = after
			}
		}
	}
	rc.mark(number, beforeCall)
	out := tooloutput.New()
	if err := s.WriteText(out, c.Result); err != nil {
		_ = out.Close()
		return nil, nil, err
	}

	return rc, out, nil
}

// mark marks the lines that the call with a number gave or made.
func (rc *Call) mark(number int, beforeCall bool) {
	rc.Marked = rc.Placed.Now
	for i, change := range rc.Coverage.Changes {
		if change.Call == number {
			rc.Marked = change.Lines
			rc.change = &rc.Coverage.Changes[i]
			if beforeCall && rc.Lines == nil { // the text that is shown is that before the change
				rc.Marked = change.LinesThen
			}
		}
	}

	rc.Prefix = make(map[int64]int, len(rc.Placed.Lines))
	for _, l := range rc.Placed.Lines {
		if l.Content >= 0 {
			rc.Prefix[l.Content] = l.Prefix
		}
	}
}

// Patch is what a call changed in a file, or asked to change where it was refused or has no result. Its zero value is
// that of a call that changes nothing.
type Patch struct {
	// Text is the change. Each line begins with Numbers bytes, which have the line's number and blanks, and then ' ',
	// '-' or '+'. A long text is cut.
	Text    string
	Numbers int
	Asked   bool               // the change was not made, as far as is recorded
	words   [][]linediff.Bytes // for each line of Text, after its number
}

// Deed says what the patch is of the call: "changed" or "asked to change".
func (p *Patch) Deed() string { return humanize.Either(p.Asked, "asked to change", "changed") }

// ChangedWords are the bytes in which a line of the patch differs from the line that it became, or was before. The line
// is 0-based; bytes are counted after its number.
func (p *Patch) ChangedWords(line int64) []linediff.Bytes {
	if line >= int64(len(p.words)) {
		return nil
	}
	return p.words[line]
}

// Patch returns what a call changed in a file.
func (r *Run) Patch(path string, number int) (Patch, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, err := r.call(number)
	if err != nil {
		return Patch{}, err
	}
	return r.patchOf(c, path)
}

// patchOf is [Run.Patch] of a call; the caller holds mu.
func (r *Run) patchOf(c *record.Call, path string) (p Patch, err error) {
	lines, numbers, err := r.patch(c, path)
	if err != nil {
		return p, err
	}
	p.words = linediff.ChangedWords(strings.Join(lines, "\n"))
	p.Text, p.Numbers = numbered(lines, numbers)
	p.Asked = c.Failed || !c.Answered()
	return p, nil
}

// patchShown is about how many bytes of a change are shown.
const patchShown = 64 << 10

// patch returns what a call changed in a file, with the number that each line has in the file: for a removed line
// before the change, for any other after it; 0 if that is not recorded. Of a call that was refused, or has no result,
// it is what the arguments ask for; what a command would have changed is not known then.
func (r *Run) patch(c *record.Call, path string) (lines []string, numbers []int64, err error) {
	if c.Kind == record.Shell && (c.Failed || !c.Answered()) {
		return nil, nil, nil
	}

	size := 0
	add := func(line string, number int64) {
		line = strings.ToValidUTF8(line[:min(len(line), patchShown)], "")
		if size < patchShown {
			size += len(line) + 1
			lines = append(lines, line)
			numbers = append(numbers, number)
		}
	}

	edits, err := r.session.Edits(c)
	for _, e := range edits {
		if r.session.Workspace(r.root).Short(e.Path) != path {
			continue
		}

		addHunks(e.Hunks, add)
		number := int64(0)
		for line := range strings.Lines(e.Whole[:min(len(e.Whole), patchShown)]) {
			number++
			add("+"+strings.TrimSuffix(line, "\n"), number)
		}
	}

	if size >= patchShown {
		lines = append(lines, "(more is not shown)")
		numbers = append(numbers, 0)
	}

	return lines, numbers, err
}

// addHunks adds the lines of hunks, with a sign between two.
func addHunks(hunks []record.Hunk, add func(line string, number int64)) {
	shift := int64(0) // how much further down a line is after the hunks before it
	for i, h := range hunks {
		if i > 0 {
			add("@@", 0)
		}

		was := h.Old
		for _, line := range h.WholeLines() {
			number := was
			if line[0] != '-' {
				number = was + shift
			}
			if h.Old == 0 {
				number = 0
			}

			add(line, number)
			switch line[0] {
			case '-':
				was++
				shift--
			case '+':
				shift++
			default:
				was++
			}
		}
	}
}

// numbered writes a change with the line numbers before its lines. width is how many bytes of each line they take; 0 if
// no number is known.
func numbered(lines []string, numbers []int64) (text string, width int) {
	most := int64(0)
	for _, n := range numbers {
		most = max(most, n)
	}
	if most == 0 {
		return strings.Join(lines, "\n"), 0
	}

	digits := len(strconv.FormatInt(most, 10))
	all := make([]string, len(lines))
	for i, line := range lines {
		number := ""
		if numbers[i] > 0 {
			number = strconv.FormatInt(numbers[i], 10)
		}
		all[i] = fmt.Sprintf("%*s %s", digits, number, line)
	}

	return strings.Join(all, "\n"), digits + 1
}

// sentOf returns what was sent of a file before a call (for 0, in the whole run), and the states of its lines as they
// are now; nil if the file does not exist.
func (r *Run) sentOf(
	ctx context.Context, path string, before int,
) (f coverage.File, lines []coverage.LineState, err error) {
	all, err := r.replay.Coverage(ctx, r.root)
	switch {
	case err != nil:
		return f, nil, err
	case before > 0:
		if f, lines, err = r.replay.Before(ctx, r.root, all, path, before); err == nil {
			asChanged(&f, before)
		}
		return f, lines, err
	}

	if known := all.File(path); known != nil {
		f = *known
	}

	lines, err = r.replay.Lines(ctx, r.root, path)
	return f, lines, err
}

// ShowsLine reports whether a line of the result, by its 0-based index, shows a line of the file.
func (rc *Call) ShowsLine(n int64) bool {
	_, ok := rc.Prefix[n]
	return ok
}

// BlindWords says which lines that had not been sent to the model the call replaced, or added lines after; "" if it
// changed none.
func (rc *Call) BlindWords() string {
	switch {
	case rc.change == nil || !rc.change.IsBlind():
		return ""
	case len(rc.change.BlindThen) == 0:
		return "edited blind"
	}

	said := "blind: " + rc.change.BlindThen.Words()
	if after := rc.change.Blind; len(after) > 0 && len(after.Without(rc.Coverage.Sent)) == 0 {
		return said + ", sent only after" // as the marks beside the lines say it
	}

	return said + " had not been sent"
}

// IsOfNothingSent reports whether the call was blind since its agent had been given nothing of the file.
func (rc *Call) IsOfNothingSent() bool {
	return rc.BlindWords() != "" && rc.change.Why == coverage.NeverGiven && len(rc.change.SentThen) == 0
}

// Cause says why the call was blind; "" if it was not.
func (rc *Call) Cause() string {
	if rc.BlindWords() == "" {
		return ""
	}
	return rc.change.Why
}

// BlindShort says in fewer words which lines the call changed blind, and why: the reason alone where that names them.
func (rc *Call) BlindShort() string {
	cause := rc.Cause()
	if cause == "" {
		return ""
	}
	lines := ""
	if of := rc.change.BlindThen; len(of) > 0 && !strings.HasPrefix(cause, of.Words()) {
		lines = of.Words() + ": "
	}
	return "blind: " + lines + cause
}

// BlindNumbers says that the line numbers of [Call.BlindWords] are not those of the file as it is now; "" if they may
// be.
func (rc *Call) BlindNumbers() string {
	if rc.BlindWords() == "" || len(rc.change.BlindThen) == 0 {
		return ""
	}
	now := rc.Coverage.Lines
	if last := rc.change.BlindThen[len(rc.change.BlindThen)-1][1]; now == 0 || last <= now {
		return ""
	}
	return "as the file was then (" + humanize.Count(now, "line") + " now)"
}

// Changes reports whether the call changed the file: then the lines marked as its own are those that it wrote, and not
// lines that it gave.
func (rc *Call) Changes() bool { return rc.Info.Kind == record.Change.String() }

// GaveWords is what a call gave of the file, in words.
func (rc *Call) GaveWords() string {
	info := &rc.Info
	switch {
	case !info.Answered:
		return "no result so far"
	case info.Refused:
		return info.Tool + " was refused"
	case info.Kind == record.Change.String():
		for _, f := range info.Files {
			if f.Path == rc.Coverage.Path && len(f.Lines) > 0 {
				return info.Tool + " changed " + f.Lines.Words()
			}
		}

		if len(rc.Marked) > 0 {
			return info.Tool + " wrote " + rc.Marked.Words()
		}

		return info.Tool + " changed the file"
	case len(rc.Placed.Then) == 0:
		return info.Tool + " gave no line that is known"
	}

	wasWords := rc.Placed.Then.Words()
	nowWords := rc.Placed.Now.Words()
	text := info.Tool + " gave " + wasWords
	then := rc.Placed.Then.Count()
	now := rc.Placed.Now.Count()
	if rc.Lines != nil && now < then {
		text += fmt.Sprintf(", of which %s are there now", humanize.Group(now))
	} else if rc.Lines != nil && nowWords != wasWords {
		text += ", now " + nowWords
	}

	return text
}

// SameText says whether the same call gives the same text now, and by which tool; warn is true if it does not. version
// is that of the agent, as recorded.
func (rc *Call) SameText(version string) (text, by string, warn bool) {
	same := &rc.Same
	if same.Tool == nil {
		return "", "", false
	}
	switch {
	case same.Unknown != "":
		return same.Words(nil), "", false
	case same.Refused && !same.Was && rc.Lines == nil: // "refused now" was read as if the call had been refused
		return "file not here now", same.By(version), false
	}
	return same.Words(rc.lineAt), same.By(version), !same.Same
}

// lineAt is the 1-based number of the file's line on a line of the result; 0 if it shows none.
func (rc *Call) lineAt(result int64) int64 {
	for _, l := range rc.Placed.Lines {
		if l.Content == result-1 {
			return l.Number
		}
	}
	return 0
}
