package recordedrun

import (
	"cmp"
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

// File is a file of a transcript, with what was sent of it. Its text, a document, is the file itself or was put
// together from what was sent, so that a row, a line of that text, may be another line of the file.
type File struct {
	Run  *Run
	Path string // as in the coverage; "" for the result of a call that concerns no file
	// Title is that of the run, and Version that of the agent, as recorded.
	Title, Version string
	Call           int // number of the call that is shown, or is being read
	// Then: Coverage and Lines are as they were before that call, and not as the run left them. A text that was put
	// together then is of what came before the call Before, as its Coverage is; 0 otherwise.
	Then     bool
	Before   int
	Coverage coverage.File
	Lines    []coverage.LineState
	Again    func() tea.Cmd // reads the transcript again
	// Rebuilt are the runs of a text that was put together from what was sent; nil when the file itself is shown.
	Rebuilt []coverage.Segment
	// Why says why it is not.
	Why string
}

// TakeCall takes what has come with the call that is shown.
func (f *File) TakeCall(rc *Call) {
	if f.Before == 0 {
		f.Coverage = rc.Coverage
	}
	if f.Rebuilt == nil {
		f.Lines = rc.Lines
	}
}

// RereadBy says what reads the transcript again.
func (f *File) RereadBy(again func() tea.Cmd) { f.Again = again }

// StepCall goes n of the file's calls on, or back with a negative n, as far as there are any. It reports whether that
// is another call, which is to be read then.
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

// Follow takes what has come of the file from one view of its transcript to the next. It reports whether the call is to
// be read again, and whether that is a newer one: where the last one was shown, the newest is.
func (f *File) Follow(was, now *View) (changed, newer bool) {
	file := now.Coverage.File(f.Path)
	if file == nil {
		return false, false
	}

	// By the view before: the file's own coverage may know of the new calls already, where its call was read again
	// since.
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
	if !f.Then { // else it is the one before a call, and comes with that
		f.Coverage = *file
	}
	return true, newer
}

// AnySent reports whether anything of the file was sent.
func (f *File) AnySent() bool { return linestates.AnySent(&f.Coverage) }

// StateOf is what was sent of a line.
func (f *File) StateOf(line int64) linestates.State { return linestates.StateOf(&f.Coverage, line) }

// LastLine is the last line that is known of; see [linestates.LastLine].
func (f *File) LastLine() int64 { return linestates.LastLine(&f.Coverage) }

// Given are the lines that were sent.
func (f *File) Given() linestates.Given { return linestates.Recorded(&f.Coverage) }

// runs are those of the text: of the file itself one, without an end.
func (f *File) runs() []coverage.Segment {
	if f.Rebuilt == nil {
		return []coverage.Segment{{First: 1, Row: 1, Lines: math.MaxInt64 / 2}}
	}
	return f.Rebuilt
}

// Row gives for a line of the file the row that shows it, 0 where none does. It may be used by another goroutine than
// the File.
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

// Line is the file's line that is shown in a row; gap is set where the row says instead that lines are missing.
func (f *File) Line(row int64) (line int64, gap bool) {
	for _, r := range f.runs() {
		if row >= r.Row && row < r.Row+r.Lines {
			return r.First + row - r.Row, r.Gap
		}
	}
	return 0, false
}

// Number is the number of the file's line in a row; "" where lines are missing.
func (f *File) Number(row int64) string {
	if line, gap := f.Line(row); !gap && line > 0 {
		return strconv.FormatInt(line, 10)
	}
	return ""
}

// Place is which of the file's calls is shown, from 1, and of how many.
func (f *File) Place() (at, of int) {
	if i := slices.Index(f.Coverage.Calls, int32(f.Call)); i >= 0 {
		return i + 1, len(f.Coverage.Calls)
	}
	return 0, 0
}

// Shown is the row that shows a line of the file, or the nearest one before it.
func (f *File) Shown(line int64) int64 {
	shown := line
	for _, r := range f.runs() {
		if r.First <= line {
			shown = r.Row + min(line-r.First, r.Lines-1)
		}
	}
	return shown
}

// NothingSentWords says that no line of the file is known to have been sent, where the text was put together from none;
// "" where it was not. The file need not be empty.
func (f *File) NothingSentWords() string {
	if f.Rebuilt == nil || len(f.Rebuilt) > 0 {
		return ""
	}
	text := "no line of it is known to have been sent"
	if f.Before > 0 {
		text += fmt.Sprintf(" before call %d", f.Before)
	}
	return text
}

// InsteadWords says why the file itself is not shown, and what is shown in place of it; "" where it is shown.
func (f *File) InsteadWords() string {
	if f.Why == "" {
		return ""
	}
	return f.Why + ": " + cmp.Or(f.NothingSentWords(), "this is what was sent of it")
}

// RunsOf are the first rows of the runs of the text: of consecutive rows for whose states is returns true.
func (f *File) RunsOf(is func(linestates.State) bool) []int64 { return slices.Collect(f.eachRun(is)) }

// HasRun reports whether there is a line for whose state is returns true.
func (f *File) HasRun(is func(linestates.State) bool) bool {
	for range f.eachRun(is) {
		return true
	}
	return false
}

// eachRun hands over what RunsOf lists.
func (f *File) eachRun(is func(linestates.State) bool) iter.Seq[int64] {
	return func(yield func(int64) bool) { f.walkRuns(is, yield) }
}

// walkRuns hands what RunsOf lists to yield, until that returns false.
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

// OpenFile opens a file of the transcript by its path in the coverage, to be shown with a call: the file itself where
// it may be opened, else what was sent of it in the whole run; then: with the states of its lines before that call.
// limit bounds what is kept of a text that is spooled, in bytes; 0: no limit.
func (r *Run) OpenFile(
	ctx context.Context, path string, call int, then bool, limit int64,
) (*document.Document, *File, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session == nil {
		return nil, nil, errClosed
	}

	file := &File{
		Run: r, Path: path, Call: call, Then: then, Version: r.session.Version,
		Title: strings.TrimSpace(r.session.Agent + " " + r.session.Version),
	}
	var err error
	if file.Coverage, file.Lines, err = r.sentOf(ctx, path, 0); err != nil {
		return nil, nil, err
	}

	// Of a file that cannot be compared the ranges are those of the lines as they were sent.
	comparable := file.Coverage.Lines > 0 ||
		len(file.Coverage.Sent)+len(file.Coverage.Cut)+len(file.Coverage.Written) == 0
	switch {
	case file.Coverage.Outside:
		file.Why = "the file is outside of the working folder"
	case !file.Coverage.Exists:
		file.Why = "the file is gone or may not be opened"
	case !comparable:
		file.Why = "the file cannot be compared"
	default:
		doc, err := r.openConfined(ctx, path, limit)
		if err == nil {
			if doc.Form().Compression != decode.None && linestates.AnySent(&file.Coverage) {
				doc.Show(decode.Format{Binary: true}, nil).Free() // what was sent are lines of the packed bytes
			}
			if then {
				file.Coverage, file.Lines, err = r.sentOf(ctx, path, call)
			}

			return doc, file, err
		}

		file.Why = err.Error()
	}

	if then {
		if file.Coverage, _, err = r.sentOf(ctx, path, call); err != nil {
			return nil, nil, err
		}
		file.Before = call
	}

	doc, runs, err := r.rebuild(ctx, path, file.Before, limit)
	file.Rebuilt = runs
	file.Lines = nil
	return doc, file, err
}

// openConfined opens a file below the working folder. What leads out of it, and what is no regular file, is refused.
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
		return nil, access.ErrOutside // the path was changed meanwhile
	}

	doc.SetName(path)
	return doc, nil
}

// rebuild makes a document of what was sent of a file before a call, or in the whole run where that is 0.
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

// spooled is a document of what write writes. It is kept in a temporary file when it is large. It ends with ctx.
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

// OpenResult opens the text of a call's result, which is no file: [File.Path] is "". limit is that of OpenFile.
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

// Call is a call of a transcript as it concerns one file.
type Call struct {
	Info   runstats.CallInfo
	Args   string // on one line, cut when it is long
	Placed coverage.Placement
	// Marked are the lines of the file as it is that the call gave or, if it is a change, made.
	Marked record.Ranges
	Same   rerun.Comparison
	// Compacted: a compaction was recorded after it.
	Compacted bool
	// Patch is what it changed in the file, each line with ' ', '-' or '+' before it; cut where it is long. Before that
	// are PatchNumbers bytes with the number of the line, and blanks.
	Patch        string
	PatchNumbers int
	words        [][]linediff.Bytes // for each line of Patch, behind its number
	// Prefix is how many bytes of a line of the result are before the file's own text, by the index of the line.
	Prefix map[int64]int

	Coverage coverage.File        // of the file
	Lines    []coverage.LineState // of the file as it is; nil when it is not there
	change   *coverage.Change     // that the call made in the file; nil when it made none
}

// argumentsShown is how many bytes of a call's arguments are shown.
const argumentsShown = 400

// Call reads one call of a file, by its number: what is known of it, and the exact text of its result, which must be
// closed; then: with the states before it.
func (r *Run) Call(ctx context.Context, path string, number int, then bool) (*Call, *tooloutput.Capture, error) {
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
	lines, numbers, err := r.patch(c, path)
	if err != nil {
		return nil, nil, err
	}

	rc.words = linediff.ChangedWords(strings.Join(lines, "\n"))
	rc.Patch, rc.PatchNumbers = numbered(lines, numbers)
	if rc.Placed, err = coverage.Place(ctx, s, r.root, c, path); err != nil {
		return nil, nil, err
	}
	if rc.Same, err = rerun.Compare(ctx, s, r.root, c); err != nil {
		return nil, nil, err
	}

	before := 0
	if then {
		before = number
	}
	if rc.Coverage, rc.Lines, err = r.sentOf(ctx, path, before); err != nil {
		return nil, nil, err
	}

	rc.Compacted = slices.ContainsFunc(s.Compactions,
		func(one record.Compaction) bool { return one.Agent == c.Agent && one.After >= number })
	rc.mark(number)
	out := tooloutput.New()
	if err := s.WriteText(out, c.Result); err != nil {
		_ = out.Close()
		return nil, nil, err
	}

	return rc, out, nil
}

// mark marks the lines that the call of a number gave or made.
func (rc *Call) mark(number int) {
	rc.Marked = rc.Placed.Now
	for i, change := range rc.Coverage.Changes {
		if change.Call == number {
			rc.Marked = change.Lines
			rc.change = &rc.Coverage.Changes[i]
		}
	}

	rc.Prefix = make(map[int64]int, len(rc.Placed.Lines))
	for _, l := range rc.Placed.Lines {
		if l.Content >= 0 {
			rc.Prefix[l.Content] = l.Prefix
		}
	}
}

// patchShown is how many bytes of a change are shown, about.
const patchShown = 64 << 10

// patch is what a call changed in a file, with the number of each line in the file: before the change of a line that it
// took out, after it of any other; 0 where that is not recorded.
func (r *Run) patch(c *record.Call, path string) (lines []string, numbers []int64, err error) {
	if c.Failed || !c.Answered() {
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
	shift := int64(0) // how much further down a line stands after the hunks before it
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

// numbered writes a change with its numbers before it, and says how many bytes they take of each line: 0 where no
// number is known.
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

// sentOf is what was sent of a file before a call, or in the whole run where that is 0, and what of each of its lines
// as they are; nil when it is not there.
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

// ChangedWords are the bytes of a line of the patch, 0-based and counted behind its number, that the line which it
// became, or was, has otherwise.
func (rc *Call) ChangedWords(line int64) []linediff.Bytes {
	if line >= int64(len(rc.words)) {
		return nil
	}
	return rc.words[line]
}

// ShowsLine reports whether a line of the result, by its index, shows a line of the file.
func (rc *Call) ShowsLine(n int64) bool {
	_, ok := rc.Prefix[n]
	return ok
}

// BlindWords says which lines the call replaced, or put lines after, that had not been sent to the model; "" where it
// changed none of these.
func (rc *Call) BlindWords() string {
	switch {
	case rc.change == nil || !rc.change.IsBlind():
		return ""
	case len(rc.change.BlindThen) == 0:
		return "edited blind"
	}

	said := "blind: " + rc.change.BlindThen.Words()
	if after := rc.change.Blind; len(after) > 0 && len(after.Without(rc.Coverage.Sent)) == 0 {
		return said + ", sent only after" // as the marks of the lines have it
	}

	return said + " had not been sent"
}

// Cause says how it came that the call was blind; "" where it was not.
func (rc *Call) Cause() string {
	if rc.BlindWords() == "" {
		return ""
	}
	return rc.change.Why
}

// BlindNumbers says that the lines of [Call.BlindWords] are not those of the file as it is; "" where they may be.
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

// Changes reports whether the call changed the file: then the lines that are marked as its own were not sent by it.
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

// SameText says whether the call gives the same now, and by which tool; warn says that it does not. version is that of
// the agent, as recorded.
func (rc *Call) SameText(version string) (text, by string, warn bool) {
	same := &rc.Same
	if same.Tool == nil {
		return "", "", false
	}
	if same.Unknown != "" {
		return same.Words(nil), "", false
	}
	return same.Words(rc.lineAt), same.By(version), !same.Same
}

// lineAt is the file's own line on a line of the result, counted from 1; 0 without one.
func (rc *Call) lineAt(result int64) int64 {
	for _, l := range rc.Placed.Lines {
		if l.Content == result-1 {
			return l.Number
		}
	}
	return 0
}
