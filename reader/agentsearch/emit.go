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

// Unsettled says why there is no one text of an agent's answer, or why it is not known.
type Unsettled struct{ Text string }

func (u *Unsettled) Error() string { return u.Text }

// Unsettle is an Unsettled error.
func Unsettle(format string, args ...any) error { return &Unsettled{fmt.Sprintf(format, args...)} }

// Sorting is the order in which an engine gives files, before the newest come first where Cap says so.
type Sorting uint8

// The orders: any, since threads write as they come or since the system lists folders as it likes; that of the paths'
// bytes; and that of a walk that looks at the names of each folder in the order of their bytes.
const (
	Anyhow Sorting = iota
	ByPath
	ByNames
)

// Found is what the text of an agent's answer is made of.
type Found struct {
	Dir     string // that is searched: an absolute path with slashes
	Pattern string
	Files   []*FoundFile // those that come, in their order
	// Withheld are files that match and that a filter takes out of the engine's answer.
	Withheld []string
	// Searched is how many files were looked through; counted only for a Method that has Counts.
	Searched int64
	// Cut: more matches can come than the answer holds.
	Cut bool
	// All is how many files can come.
	All int
}

// Path is the absolute path of a file of the answer.
func (f *Found) Path(file *FoundFile) string { return join(f.Dir, file.Rel) }

// FoundFile is a file of an answer.
type FoundFile struct {
	Rel   string // from the folder that is searched
	Lines []FoundLine
	// Text are all lines of the file with their ends, decoded where the engine decodes.
	Text []string
}

// FoundLine is a line that comes. Number is from 1.
type FoundLine struct {
	Number int64
	// Starts are where its matches begin, bytes from 0.
	Starts []int
	// Text is the line with its end, as it stands in the file, or decoded where the engine decodes.
	Text string
}

// emission is an answer whose text is being made.
type emission struct {
	*Answer
	found  Found
	rows   []*emittedRow
	before int // the matches that the engine gives before a filter takes some out
	note   string
	kept   int64 // bytes of files
}

// emittedRow is a file that comes, with the time of its last change.
type emittedRow struct {
	*Row
	verdict *Verdict
	changed time.Time
}

// Emit is the exact text of an agent's answer. note says what of it differs from run to run; "": nothing. The error is
// an *Unsettled where the answer has no one text, or is not known.
func (r *Result) Emit(ctx context.Context, a *Answer) (text, note string, err error) {
	e := &emission{Answer: a, found: Found{Dir: r.Dir, Pattern: r.Query.Pattern}}
	if text, done, err := e.refused(r); done {
		return text, "", err
	}
	if a.Method.Say == nil {
		return "", "", Unsettle("how the answer of %s is written is not known", a.Profile.Agent)
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

		file, err := e.file(ctx, row)
		if err != nil {
			return "", "", err
		}

		e.found.Files = append(e.found.Files, file)
	}

	e.found.Searched = a.run.searched[a.number].Load()
	text, err = a.Method.Say(&e.found)
	return text, e.note, err
}

// refused is the answer of a call that fails; done: that is all.
func (e *emission) refused(r *Result) (text string, done bool, err error) {
	switch {
	case e.Unknown != "":
		return "", true, Unsettle("%s", e.Unknown)
	case e.Perhaps != "":
		return "", true, Unsettle("%s", e.Perhaps)
	case r.Truncated:
		return "", true, Unsettle("more lines match than are looked at")
	case e.trouble != "":
		return "", true, Unsettle("%s, and what the answer says of that is not known", e.trouble)
	case len(r.Skipped) > 0:
		path := r.Skipped[0].Path
		return "", true, Unsettle("%s cannot be looked at, and what the answer says of that is not known", path)
	case e.Refused == "" && e.run.matchers[e.run.matcherOf[e.number]].MatchesEmpty():
		return "", true, Unsettle("the pattern matches the empty text, which engines find at different places")
	case e.Refused == "":
		return "", false, nil
	case e.failing != "":
		return e.failing, true, nil
	}

	return "", true, Unsettle("%s; the words of the answer are not known", e.Refused)
}

// gather collects the files that come.
func (e *emission) gather(r *Result) error {
	for _, row := range r.Rows {
		v := e.Verdict(row)
		switch {
		case v.Perhaps != "":
			return Unsettle("%s: %s", row.Rel, v.Perhaps)
		case v.loses(Long):
			return Unsettle("%s has a line at which the answer is cut in its middle", row.Rel)
		case e.Method.TellsBinary && v.loses(Binary):
			return Unsettle("what the answer says of %s, which is binary, is not known", row.Rel)
		case len(v.Lines) == 0 && e.run.isWithheld(row, e.number):
			if !utf8.ValidString(row.Rel) || strings.Contains(row.Rel, `\`) {
				return Unsettle("the answer names the file %q otherwise, and how is not known", row.Rel)
			}
			e.found.Withheld = append(e.found.Withheld, row.Rel)
			e.before += len(row.found.matches)
		case len(v.Lines) > 0 && (v.Named != row.Rel || !utf8.ValidString(row.Rel)):
			return Unsettle("the answer names the file %q otherwise, and how is not known", row.Rel)
		case len(v.Lines) > 0:
			e.rows = append(e.rows, &emittedRow{Row: row, verdict: v})
			e.before += len(v.Lines)
		}
	}

	e.found.All = len(e.rows)
	return nil
}

// loses reports whether the file, or a line of it, does not come for a cause.
func (v *Verdict) loses(cause Cause) bool {
	isIt := func(l Lost) bool { return l.Why.Cause == cause }
	return v.Why != nil && v.Why.Cause == cause || slices.ContainsFunc(v.Lost, isIt)
}

// isWithheld reports whether a filter takes a file out of the engine's answer, in which it is.
func (r *run) isWithheld(row *Row, i int) bool {
	if len(r.methods[i].Then) == 0 || row.below || row.link && !r.methods[i].FollowsLinks {
		return false
	}
	engine := r.byMethod[i][0]
	if row.entry.in.out(r, engine) != nil || r.lookers[engine].why(row.entry) != nil {
		return false
	}
	v := &Verdict{}
	r.judgeLines(v, row, i)
	return len(v.Lines) > 0
}

// newest is the Cap.Order of answers whose files are sorted by their last change.
const newest = "newest"

// arrange puts the files in their order, takes those that the answer holds, and notes what of that is not settled.
func (e *emission) arrange() error {
	m := e.Method
	slices.SortFunc(e.rows, func(a, b *emittedRow) int { return m.Sorted.compare(a.Rel, b.Rel) })
	if m.Stop > 0 {
		_, e.found.Cut = e.keep(m.Stop, false)
	}

	if m.Cap.Order == newest {
		if err := e.sortNewest(); err != nil {
			return err
		}
	}

	tied := e.ties()
	if m.Cap.Unit == "matches" && e.before > m.Cap.Most && len(e.found.Withheld) > 0 {
		return Unsettle("%d matches of %d, some of which are then taken out", m.Cap.Most, e.before)
	}

	if inFile, cut := e.cap(); cut {
		e.found.Cut = true
		last := len(e.rows) - 1
		if tied[last] || inFile && last > 0 && tied[last-1] {
			return Unsettle("%s", e.Holds())
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

// ties tells of each file but the last whether it or the next one may come first; of the last one it is false.
func (e *emission) ties() []bool {
	tied := make([]bool, len(e.rows))
	for i := range len(e.rows) - 1 {
		isSorted := e.Method.Cap.Order == newest && !e.rows[i].changed.Equal(e.rows[i+1].changed)
		tied[i] = e.Method.Sorted == Anyhow && !isSorted
	}
	return tied
}

// sortNewest looks up when the files were changed, and puts the newest first. Of a link it is the link's own time that
// a walk gives.
func (e *emission) sortNewest() error {
	for _, row := range e.rows {
		info, err := os.Lstat(filepath.FromSlash(join(e.found.Dir, row.Rel)))
		if err != nil {
			return Unsettle("%s changed while it was looked at", row.Rel)
		}
		row.changed = info.ModTime()
		if tick := e.Method.Cap.Tick; tick > 0 {
			row.changed = row.changed.Truncate(tick)
		}
	}
	slices.SortStableFunc(e.rows, func(a, b *emittedRow) int { return b.changed.Compare(a.changed) })
	return nil
}

// cap takes the files and lines that the answer holds. cut: there are more; inFile: of the last file, too.
func (e *emission) cap() (inFile, cut bool) {
	switch c := e.Method.Cap; c.Unit {
	case "matches":
		return e.keep(c.Most, false)
	case "files":
		return e.keep(c.Most, true)
	}
	return false, false
}

// keep takes the first lines, or files. cut: there are more; inFile: of the last file, too.
func (e *emission) keep(most int, files bool) (inFile, cut bool) {
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
			e.rows[i] = &emittedRow{Row: row.Row, verdict: &short, changed: row.changed}
			i++
		}

		e.rows = e.rows[:i]
		return most > 0, true
	}

	return false, false
}

// compare is the order of two paths.
func (s Sorting) compare(a, b string) int {
	if s != ByNames {
		return strings.Compare(a, b)
	}
	return slices.Compare(strings.Split(a, "/"), strings.Split(b, "/"))
}

// mostEmitted is how many bytes the files have together whose lines are put into an answer: they are kept until it is
// written.
const mostEmitted = 64 << 20

// file reads the lines of a file that come.
func (e *emission) file(ctx context.Context, row *emittedRow) (*FoundFile, error) {
	file := &FoundFile{Rel: row.Rel}
	if !e.Method.NeedsText {
		return file, nil
	}
	e.kept += row.found.size
	if e.kept > mostEmitted {
		return nil, Unsettle("the files of the answer have more than %s bytes", tools.Thousands(mostEmitted))
	}

	raw, err := e.bytes(ctx, row)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, Unsettle("%s changed while it was looked at", row.Rel)
	}

	text, err := e.Method.decoded(e.run, row.Row, raw)
	if err != nil {
		return nil, Unsettle("%s: %s", row.Rel, err)
	}

	file.Text = strings.SplitAfter(text, "\n")
	if last := len(file.Text) - 1; file.Text[last] == "" {
		file.Text = file.Text[:last]
	}

	matcher := e.run.matchers[e.run.matcherOf[e.number]]
	for _, line := range row.verdict.Lines {
		if line.Number > int64(len(file.Text)) {
			return nil, Unsettle("%s changed while it was looked at", row.Rel)
		}

		text := file.Text[line.Number-1]
		starts := matcher.Starts(strings.TrimSuffix(text, "\n"))
		if len(starts) == 0 {
			return nil, Unsettle("where line %d of %s matches is not known", line.Number, row.Rel)
		}

		file.Lines = append(file.Lines, FoundLine{line.Number, starts, text})
	}

	return file, nil
}

// bytes reads a file again. The error is also that of one that is no regular file any more, or that has another size.
func (e *emission) bytes(ctx context.Context, row *emittedRow) ([]byte, error) {
	f, err := access.Open(ctx, filepath.FromSlash(join(e.found.Dir, row.Rel)))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if f.Size() != row.found.size {
		return nil, access.ErrChanged
	}
	raw := make([]byte, row.found.size)
	if err := access.ReadFull(f, raw, 0); err != nil {
		return nil, err
	}
	return raw, f.Unchanged()
}

// decoded is the text of a file as the engine has it.
func (m *Method) decoded(r *run, row *Row, raw []byte) (string, error) {
	f := &row.found.facts
	isWide := f.mark == littleMark || f.mark == bigMark
	isRg := m.Read == InBlocks || m.Read == ByUgrep
	switch {
	case isWide && isRg && !m.reads(r, row).raw:
		return decodeWide(raw, f.mark == littleMark)
	case isRg && f.mark == utf8Mark:
		return strings.TrimPrefix(string(raw), "\uFEFF"), nil
	}
	return string(raw), nil
}

// decodeWide is the text of UTF-16 without its mark.
func decodeWide(raw []byte, little bool) (string, error) {
	endian := unicode.BigEndian
	if little {
		endian = unicode.LittleEndian
	}
	text, err := unicode.UTF16(endian, unicode.UseBOM).NewDecoder().Bytes(raw)
	return string(text), err
}
