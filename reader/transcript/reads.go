package transcript

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"eyeline/reader/internal/skim"
)

// How says how the lines of a read are known. The ways are tried in this order.
type How uint8

const (
	Unknown     How = iota // a file is named, its lines are not known
	ByRecord               // the record says where the lines begin
	ByText                 // the text has the numbers
	ByArguments            // the arguments and the tool's defaults
)

func (h How) String() string { return [...]string{"unknown", "record", "text", "arguments"}[h] }

// Line is a line of a file in a text that was sent.
type Line struct {
	Number     int64 // 1-based, in the file as it was then
	Start, End int   // the half-open range of bytes of Read.Text with the line's own text
	Cut        bool  // a part of the line is missing
}

// Read is the lines of one file that one call gave.
type Read struct {
	Path  string // absolute, with the slashes of the agent's system, where the working folder is known
	Rev   string // the git revision whose file it is; "" for the file itself
	Text  string // where Lines are
	Lines []Line // in the order in which they were sent
	Total int64  // lines of the file, as the tool counts them; -1 when it did not say
	How   How
	// Disagreement says in words that two ways of knowing the lines do not agree; "" when they do.
	Disagreement string
}

// textLimit is how many bytes of a result are looked at for the lines in it. Of a longer one nothing is known.
const textLimit = 32 << 20

// Reads tells which lines of which files a call gave. A call that failed, and one without a result, gave none: it names
// its file with unknown lines. Calls that are no reads have none.
func (s *Session) Reads(c *Call) ([]Read, error) {
	var reads []Read
	var err error
	switch c.Kind {
	case ReadFile, Attachment:
		reads, err = s.fileReads(c)
	case Shell, Search:
		reads, err = s.shellReads(c)
	}
	for i := range reads {
		reads[i].Path = s.resolve(reads[i].Path)
		if len(reads[i].Lines) == 0 {
			reads[i].How = Unknown
		}
	}
	return reads, err
}

// resolve makes a recorded path absolute, with slashes also where the agent's system has backslashes.
func (s *Session) resolve(p string) string {
	p = strings.TrimPrefix(p, "file://")
	if p == "" {
		return ""
	}
	if isWindows(s.Dir) || isWindows(p) {
		p = strings.ReplaceAll(p, `\`, "/")
	}
	return resolve(s.dir(), p)
}

// dir is the working folder with slashes.
func (s *Session) dir() string {
	if isWindows(s.Dir) {
		return strings.ReplaceAll(s.Dir, `\`, "/")
	}
	return s.Dir
}

// isWindows reports whether a path begins with a drive or a share.
func isWindows(p string) bool {
	return len(p) > 2 && p[1] == ':' && (p[2] == '\\' || p[2] == '/') || strings.HasPrefix(p, `\\`)
}

// value is a place's value as JSON: of a text, what is in it.
func (s *Session) value(p Place) (skim.Value, error) {
	if p.As == Nothing || p.Len > textLimit || int(p.File) >= len(s.files) {
		return skim.Value{}, nil
	}
	if p.As == AsJSON {
		v, err := s.files[p.File].text.Value(p.Off, p.Off+p.Len)
		if err != nil {
			return skim.Value{}, s.files[p.File].text.Err()
		}
		return v, nil
	}
	text, _, err := s.Text(p, textLimit)
	if err != nil {
		return skim.Value{}, err
	}
	v, err := skim.FromBytes(text).Value(0, int64(len(text)))
	if err != nil {
		return skim.Value{}, nil //nolint:nilerr // arguments that are no JSON are an agent's, not an error of reading
	}
	return v, nil
}

// pathIn is the file that arguments name.
func pathIn(args skim.Value) string {
	for _, name := range []string{"file_path", "filePath", "path", "absolute_path", "target_file", "notebook_path", "filename", "file"} {
		if p := args.Get(name); p.Kind == skim.String {
			return p.Text(8192)
		}
	}
	return ""
}

// fileReads are those of a tool that reads files, and of attachments.
func (s *Session) fileReads(c *Call) ([]Read, error) {
	args, err := s.value(c.Args)
	if err != nil {
		return nil, err
	}
	if c.Result.As == AsCline {
		return s.clineReads(c)
	}
	r := Read{Path: pathIn(args), Total: -1}
	if r.Path == "" {
		r.Path = args.Get("content", "file", "filePath").Text(8192) // of an attachment
	}
	if r.Path == "" {
		return nil, nil
	}
	if c.Failed || !c.Answered() {
		return []Read{r}, nil
	}
	text, cut, err := s.Text(c.Result, textLimit)
	if err != nil || cut {
		return []Read{r}, err
	}
	r.Text = string(text)
	side, err := s.value(c.Side)
	if err != nil {
		return nil, err
	}
	if side.Get("type").Is("file_unchanged") {
		return []Read{r}, nil // the tool said that the model has the file already
	}
	s.lines(&r, c, args, side)
	return []Read{r}, nil
}

// span is a run of lines as one way of knowing has it; to is 0 when its end is not known.
type lineSpan struct {
	from, to int64
	ok       bool
}

func (l lineSpan) String() string { return fmt.Sprintf("%d-%d", l.from, l.to) }

// lines finds the lines in a result by each of the three ways, and compares them.
func (s *Session) lines(r *Read, c *Call, args, side skim.Value) {
	record := sideSpan(side, r)
	f := s.format.reads
	body := f.body(r.Text)
	said := body.span
	if body.total > 0 {
		r.Total = body.total
	}
	numbered := f.numbered(r.Text, body)
	if p, ok := s.profileLines(c, args, r.Text); ok {
		r.Lines, r.How = p, ByText
		if len(numbered) == 0 && !said.ok {
			r.How = ByArguments // the text has no numbers
		}
		if n := len(p); n > 1 && p[n-1].Start == len(r.Text) && strings.HasSuffix(r.Text, "\n") {
			r.Lines = p[:n-1] // the end of the last line, and no line
		}
	} else if len(numbered) > 0 {
		r.Lines, r.How = numbered, ByText
	}
	if n := len(r.Lines); n > 0 && (c.CutEnd || strings.Contains(r.Text[:min(len(r.Text), 200)], claudeCut)) {
		r.Lines[n-1].Cut = true
	}
	if len(r.Lines) > 0 {
		last := r.Lines[len(r.Lines)-1].Number
		text := lineSpan{r.Lines[0].Number, last, true}
		if record.ok && (record.from != text.from || record.to != text.to) {
			r.Disagreement = fmt.Sprintf("the record says lines %s, the text has lines %s", record, text)
		} else if record.ok {
			r.How = ByRecord
		}
		r.trimPhantom()
		return
	}
	if f.always || f.isNotice(r.Text) {
		return // a tool that numbers lines numbers all that it gives
	}
	asked := argsSpan(args, f)
	from, how := asked.from, ByArguments
	if said.ok {
		from, how = said.from, ByText
	}
	if record.ok {
		if said.ok && said.from != record.from {
			r.Disagreement = fmt.Sprintf("the record says lines from %d, the text says from %d", record.from, said.from)
		}
		from, how = record.from, ByRecord
	}
	if from < 1 {
		return // counted from the end of a file that is not known
	}
	r.Lines, r.How = plainLines(r.Text, body, from), how
	r.trimPhantom()
}

// trimPhantom drops the empty line that some tools count after a final line end.
func (r *Read) trimPhantom() {
	if n := len(r.Lines); n > 0 && r.Lines[n-1].Number == r.Total && r.Lines[n-1].Start == r.Lines[n-1].End && !r.Lines[n-1].Cut && n > 1 {
		r.Lines = r.Lines[:n-1]
		r.Total--
	}
}

// sideSpan is what the record beside the result says.
func sideSpan(side skim.Value, r *Read) lineSpan {
	file := side.Get("file")
	if file.Kind != skim.Object {
		file = side.Get("content", "file") // of an attachment
	}
	if file.Kind == skim.Object {
		from, ok1 := file.Get("startLine").Int()
		n, ok2 := file.Get("numLines").Int()
		if total, ok := file.Get("totalLines").Int(); ok {
			r.Total = total
		}
		from = max(from, 1)
		return lineSpan{from, from + n - 1, ok1 && ok2 && n > 0 && n < 1<<40 && from < 1<<40}
	}
	shown := side.Get("display")
	from, ok1 := shown.Get("lineStart").Int()
	to, ok2 := shown.Get("lineEnd").Int()
	// Of a read that was cut short, it counts the lines that were looked at.
	if total, ok := shown.Get("totalLines").Int(); ok && shown.Get("truncated").Kind == skim.False {
		r.Total = total
	}
	return lineSpan{from, to, ok1 && ok2 && from > 0 && from < 1<<40 && to < 1<<40}
}

// argsSpan is what the arguments ask for. A from below 1 counts from the end.
func argsSpan(args skim.Value, f form) lineSpan {
	for _, name := range []string{"offset", "start_line", "startLine", "line_offset", "start"} {
		if n, ok := looseInt(args.Get(name)); ok {
			if f.base0 && name == "offset" {
				n++
			}
			if n == 0 {
				n = 1
			}
			return lineSpan{from: n, ok: true}
		}
	}
	if n, ok := args.Get("view_range").Elem(0).Int(); ok {
		return lineSpan{from: n, ok: true}
	}
	return lineSpan{from: 1, ok: true}
}

// looseInt reads a number, or a text with one.
func looseInt(v skim.Value) (int64, bool) {
	if v.Kind == skim.String {
		var n json.Number = json.Number(strings.TrimSpace(v.Text(30)))
		i, err := n.Int64()
		return i, err == nil
	}
	return v.Int()
}

// clineReads are those of a result with several files.
func (s *Session) clineReads(c *Call) ([]Read, error) {
	var reads []Read
	v := s.files[c.Result.File].text.At(c.Result.Off, c.Result.Off+c.Result.Len)
	err := v.Each(func(_ []byte, answer skim.Value) error {
		r := Read{Path: answer.Get("query").Text(8192), Total: -1}
		if file, span, ok := cutLast(r.Path, ":"); ok && strings.Trim(span, "0123456789-") == "" {
			r.Path = file
		}
		m := &middleCut{}
		if err := answer.Get("result").WriteText(m); err != nil {
			return err
		}
		if answer.Get("success").Kind != skim.False {
			r.Text = m.text()
			f := s.format.reads
			r.Lines, r.How = f.numbered(r.Text, f.body(r.Text)), ByText
		}
		reads = append(reads, r)
		return nil
	})
	return reads, err
}

// cutLast cuts s around the last sep.
func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// base is the last part of a path of any system.
func base(p string) string { return path.Base(strings.ReplaceAll(p, `\`, "/")) }
