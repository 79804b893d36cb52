package agentsearch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"

	"eyeline/reader/access"
	"eyeline/reader/tools"
)

// Unsettled is the error of an answer that differs from run to run, or that is not known.
type Unsettled struct{ Text string }

func (u *Unsettled) Error() string { return u.Text }

// NewUnsettled returns an *Unsettled with a formatted text.
func NewUnsettled(format string, args ...any) error { return &Unsettled{fmt.Sprintf(format, args...)} }

// Sorting is the order in which an engine reports files, before a Cap.Order sorts them by time.
type Sorting uint8

// Anyhow is no fixed order: it depends on threads, or on how the system lists a folder. ByPath compares whole paths by
// bytes. ByNames compares them name by name, as a walk does that sorts each folder.
const (
	Anyhow Sorting = iota
	ByPath
	ByNames
)

// Found is what Method.Say writes an answer from.
type Found struct {
	Dir     string // the searched folder: an absolute path with slashes
	Pattern string
	Files   []*FoundFile // those in the answer, in its order
	// Withheld are the paths of matching files that a filter removed from the engine's output.
	Withheld []string
	// Searched is how many files were searched. Only a Method with Counts sets it.
	Searched int64
	// Cut: matches are missing because the answer is limited.
	Cut bool
	// All is how many files match, those beyond the limit included.
	All int
}

// Path returns the absolute path of a file of the answer.
func (f *Found) Path(file *FoundFile) string { return join(f.Dir, file.Rel) }

// FoundFile is a file of an answer.
type FoundFile struct {
	Rel   string // relative to Found.Dir
	Lines []FoundLine
	// Text are all lines of the file, with their line ends, decoded if the engine decodes.
	Text []string
}

// FoundLine is a matching line of an answer. Number counts from 1.
type FoundLine struct {
	Number int64
	// Starts are the offsets of the matches in the line, in bytes from 0.
	Starts []int
	// Text is the line with its line end, decoded if the engine decodes.
	Text string
}

// emission is an answer whose text is being written.
type emission struct {
	*Answer
	found         Found
	rows          []*emittedRow
	engineMatches int // matches of the engine, before a filter removes some
	note          string
	bytesRead     int64 // in bytes, of all files together
}

// emittedRow is a file of the answer, with its modification time if the answer sorts by that.
type emittedRow struct {
	*Row
	verdict  *Verdict
	modified time.Time
}

// Emit returns the exact text of an agent's answer. note says what in it differs from run to run; it is "" if nothing
// does. The error is an *Unsettled if the answer has no single text, or if that is not known.
func (r *Result) Emit(ctx context.Context, a *Answer) (text, note string, err error) {
	e := &emission{Answer: a, found: Found{Dir: r.Dir, Pattern: r.Query.Pattern}}
	if text, done, err := e.failure(r); done {
		return text, "", err
	}
	if a.Method.Say == nil {
		return "", "", NewUnsettled("how the answer of %s is written is not known", a.Profile.Agent)
	}
	if err := e.gather(r); err != nil {
		return "", "", err
	}
	if err := e.arrange(); err != nil {
		return "", "", err
	}

	for _, row := range e.rows {
		if ctx.Err() != nil {
			return "", "", ctx.Err()
		}

		file, err := e.readFile(ctx, row)
		if err != nil {
			return "", "", err
		}

		e.found.Files = append(e.found.Files, file)
	}

	e.found.Searched = a.run.searched[a.method].Load()
	text, err = a.Method.Say(&e.found)
	return text, e.note, err
}

// failure returns the text of a call that fails. done is false if the call succeeds.
func (e *emission) failure(r *Result) (text string, done bool, err error) {
	switch {
	case e.Unknown != "":
		return "", true, NewUnsettled("%s", e.Unknown)
	case e.Perhaps != "":
		return "", true, NewUnsettled("%s", e.Perhaps)
	case r.Truncated:
		return "", true, NewUnsettled("more lines match than are looked at")
	case e.rgError != "":
		return "", true, NewUnsettled("%s, and what the answer says of that is not known", e.rgError)
	case len(r.Skipped) > 0:
		path := r.Skipped[0].Path
		return "", true, NewUnsettled("%s cannot be looked at, and what the answer says of that is not known", path)
	case e.Refused == "" && e.run.matchers[e.run.matcherOf[e.method]].MatchesEmpty():
		return "", true, NewUnsettled("the pattern matches the empty text, which engines find at different places")
	case e.Refused == "":
		return "", false, nil
	case e.failureText != "":
		return e.failureText, true, nil
	}

	return "", true, NewUnsettled("%s; the words of the answer are not known", e.Refused)
}

// gather collects the files whose lines are in the answer, and those that a filter withholds.
func (e *emission) gather(r *Result) error {
	for _, row := range r.Rows {
		v := e.Verdict(row)
		switch {
		case v.Perhaps != "":
			return NewUnsettled("%s: %s", row.Rel, v.Perhaps)
		case v.losesBy(Long):
			return NewUnsettled("%s has a line at which the answer is cut in its middle", row.Rel)
		case e.Method.TellsBinary && v.losesBy(Binary):
			return NewUnsettled("what the answer says of %s, which is binary, is not known", row.Rel)
		case len(v.Lines) == 0 && e.run.isWithheld(row, e.method):
			if !utf8.ValidString(row.Rel) || strings.Contains(row.Rel, `\`) {
				return NewUnsettled("the answer names the file %q otherwise, and how is not known", row.Rel)
			}
			e.found.Withheld = append(e.found.Withheld, row.Rel)
			e.engineMatches += len(row.scan.matches)
		case len(v.Lines) > 0 && (v.WrittenPath != row.Rel || !utf8.ValidString(row.Rel)):
			return NewUnsettled("the answer names the file %q otherwise, and how is not known", row.Rel)
		case len(v.Lines) > 0:
			e.rows = append(e.rows, &emittedRow{Row: row, verdict: v})
			e.engineMatches += len(v.Lines)
		}
	}

	e.found.All = len(e.rows)
	return nil
}

// losesBy reports whether the file, or one of its lines, is left out for a cause.
func (v *Verdict) losesBy(cause Cause) bool {
	isIt := func(l MissingLine) bool { return l.Why.Cause == cause }
	return v.Why != nil && v.Why.Cause == cause || slices.ContainsFunc(v.Lost, isIt)
}

// isWithheld reports whether the engine finds the file and a filter removes it. i is the method's index.
func (r *run) isWithheld(row *Row, i int) bool {
	if len(r.methods[i].Filters) == 0 || row.belowLink || row.isLink && !r.methods[i].FollowsLinks {
		return false
	}

	engine := r.selectorsOf[i][0]
	if row.entry.parent.excluded(r, engine) != nil || r.selectors[engine].excludes(row.entry) != nil {
		return false
	}

	v := &Verdict{}
	r.judgeLines(v, row, i)
	return len(v.Lines) > 0
}

// newest is the Cap.Order of an answer that sorts files by modification time.
const newest = "newest"

// arrange sorts the files, cuts them to the answer's limit, and notes what of the order differs from run to run.
func (e *emission) arrange() error {
	m := e.Method
	slices.SortFunc(e.rows, func(a, b *emittedRow) int { return m.Sorted.compare(a.Rel, b.Rel) })
	if m.Stop > 0 {
		_, e.found.Cut = e.truncate(m.Stop, false)
	}

	if m.Cap.Order == newest {
		if err := e.sortNewest(); err != nil {
			return err
		}
	}

	tied := e.ties()
	if m.Cap.Unit == "matches" && e.engineMatches > m.Cap.Most && len(e.found.Withheld) > 0 {
		return NewUnsettled("%d matches of %d, some of which are then taken out", m.Cap.Most, e.engineMatches)
	}

	if inFile, cut := e.applyCap(); cut {
		e.found.Cut = true
		last := len(e.rows) - 1
		if tied[last] || inFile && last > 0 && tied[last-1] {
			return NewUnsettled("%s", e.HeldWords())
		}
	}

	switch {
	case slices.Contains(tied[:max(len(e.rows)-1, 0)], true):
		e.note = "the order of the files differs from run to run; here it is that of their paths"
	case m.Sorted == Anyhow && len(e.found.Withheld) > 1:
		e.note = "the order of the files that are left out differs from run to run; here it is that of their paths"
	}

	return nil
}

// ties reports for each file whether it could as well come after the next one. For the last file it is false.
func (e *emission) ties() []bool {
	tied := make([]bool, len(e.rows))
	for i := range len(e.rows) - 1 {
		isSorted := e.Method.Cap.Order == newest && !e.rows[i].modified.Equal(e.rows[i+1].modified)
		tied[i] = e.Method.Sorted == Anyhow && !isSorted
	}
	return tied
}

// sortNewest sorts by modification time, the newest first. For a symbolic link that is the time of the link itself.
func (e *emission) sortNewest() error {
	for _, row := range e.rows {
		info, err := os.Lstat(filepath.FromSlash(join(e.found.Dir, row.Rel)))
		if err != nil {
			return NewUnsettled("%s changed while it was looked at", row.Rel)
		}

		row.modified = info.ModTime()
		if tick := e.Method.Cap.Tick; tick > 0 {
			row.modified = row.modified.Truncate(tick)
		}
	}

	slices.SortStableFunc(e.rows, func(a, b *emittedRow) int { return b.modified.Compare(a.modified) })
	return nil
}

// applyCap cuts the files to Method.Cap. cut reports that something was cut, inFile that lines of the last remaining
// file were.
func (e *emission) applyCap() (inFile, cut bool) {
	switch c := e.Method.Cap; c.Unit {
	case "matches":
		return e.truncate(c.Most, false)
	case "files":
		return e.truncate(c.Most, true)
	}
	return false, false
}

// truncate keeps the first lines, or files. cut and inFile are those of applyCap.
func (e *emission) truncate(most int, files bool) (inFile, cut bool) {
	for i, row := range e.rows {
		n := 1
		if !files {
			n = len(row.verdict.Lines)
		}

		if n <= most {
			most -= n
			continue
		}

		if most > 0 {
			short := *row.verdict
			short.Lines = short.Lines[:most]
			e.rows[i] = &emittedRow{Row: row.Row, verdict: &short, modified: row.modified}
			i++
		}

		e.rows = e.rows[:i]
		return most > 0, true
	}

	return false, false
}

// compare compares two paths like strings.Compare.
func (s Sorting) compare(a, b string) int {
	if s != ByNames {
		return strings.Compare(a, b)
	}
	return slices.Compare(strings.Split(a, "/"), strings.Split(b, "/"))
}

// maxEmittedBytes is the greatest total size of the files in an answer, all of which are in memory until it is written.
const maxEmittedBytes = 64 << 20

// readFile reads the file again, with the lines that are in the answer.
func (e *emission) readFile(ctx context.Context, row *emittedRow) (*FoundFile, error) {
	file := &FoundFile{Rel: row.Rel}
	if !e.Method.NeedsText {
		return file, nil
	}
	e.bytesRead += row.scan.size
	if e.bytesRead > maxEmittedBytes {
		return nil, NewUnsettled("the files of the answer have more than %s bytes", tools.Thousands(maxEmittedBytes))
	}

	raw, err := e.readBytes(ctx, row)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, NewUnsettled("%s changed while it was looked at", row.Rel)
	}

	text, err := e.Method.decoded(e.run, row.Row, raw)
	if err != nil {
		return nil, NewUnsettled("%s: %s", row.Rel, err)
	}

	file.Text = strings.SplitAfter(text, "\n")
	if last := len(file.Text) - 1; file.Text[last] == "" {
		file.Text = file.Text[:last]
	}

	matcher := e.run.matchers[e.run.matcherOf[e.method]]
	for _, line := range row.verdict.Lines {
		if line.Number > int64(len(file.Text)) {
			return nil, NewUnsettled("%s changed while it was looked at", row.Rel)
		}

		text := file.Text[line.Number-1]
		starts := matcher.Starts(strings.TrimSuffix(text, "\n"))
		if len(starts) == 0 {
			return nil, NewUnsettled("where line %d of %s matches is not known", line.Number, row.Rel)
		}

		file.Lines = append(file.Lines, FoundLine{line.Number, starts, text})
	}

	return file, nil
}

// readBytes reads the whole file. The error is access.ErrChanged if its size is no longer that of the search.
func (e *emission) readBytes(ctx context.Context, row *emittedRow) ([]byte, error) {
	f, err := access.Open(ctx, filepath.FromSlash(join(e.found.Dir, row.Rel)))
	if err != nil {
		return nil, err
	}

	defer f.Close()
	if f.Size() != row.scan.size {
		return nil, access.ErrChanged
	}

	raw := make([]byte, row.scan.size)
	if err := access.ReadFull(f, raw, 0); err != nil {
		return nil, err
	}

	return raw, f.Unchanged()
}

// decoded returns the file's text as the engine sees it, without a byte order mark if the engine drops it.
func (m *Method) decoded(r *run, row *Row, raw []byte) (string, error) {
	f := &row.scan.facts
	isWide := f.mark == littleMark || f.mark == bigMark
	isRg := m.Read == InBlocks || m.Read == ByUgrep

	switch {
	case isWide && isRg && !m.readingOf(r, row).raw:
		return decodeWide(raw, f.mark == littleMark)
	case isRg && f.mark == utf8Mark:
		return strings.TrimPrefix(string(raw), "\uFEFF"), nil
	}

	return string(raw), nil
}

// decodeWide decodes UTF-16 and drops its byte order mark.
func decodeWide(raw []byte, little bool) (string, error) {
	endian := unicode.BigEndian
	if little {
		endian = unicode.LittleEndian
	}
	text, err := unicode.UTF16(endian, unicode.UseBOM).NewDecoder().Bytes(raw)
	return string(text), err
}
