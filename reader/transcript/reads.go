package transcript

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/byteparts"
	"eyeline/reader/transcript/formats"
	"eyeline/reader/transcript/record"
)

// Reads returns which lines of which files a call gave. A call that failed or has no result gave none: its read has the
// file and unknown lines. A call that is no read has no reads.
func (s *Session) Reads(c *record.Call) (reads []record.Read, err error) {
	err = s.During(func() {
		switch c.Kind {
		case record.ReadFile, record.Attachment:
			reads = s.fileReads(c)
		case record.Search:
			reads = s.searchReads(c)
		case record.Shell:
			reads = commandReads(s.outcomes(c))
		}
	})
	s.resolveReads(c, reads)
	return reads, err
}

// resolveReads makes the paths of a call's reads absolute, and marks reads without lines as ones whose lines are
// unknown.
func (s *Session) resolveReads(c *record.Call, reads []record.Read) {
	for i := range reads {
		reads[i].Path = s.resolveIn(c, reads[i].Path)
		if len(reads[i].Lines) == 0 && reads[i].How != record.NoLines {
			reads[i].How = record.Unknown
			reads[i].Unrecorded = hasNoText(s.format, c)
		}
	}
}

// hasNoText reports whether the record has no text of what a call gave: a format such as Cursor's and aider's has none
// of any call, others may lack that of one. A command may have printed nothing.
func hasNoText(format *formats.Format, c *record.Call) bool {
	return c.Answered() && !c.Failed && (format.Shown || c.Kind != record.Shell && c.IsUnrecorded())
}

// resolveIn makes a recorded path absolute. The call may have been made in a folder of its own.
func (s *Session) resolveIn(c *record.Call, path string) string {
	if c.Dir() == "" || c.Dir() == s.Dir || path == "" {
		return s.Resolve(path)
	}
	in := record.Header{Dir: c.Dir()}
	return s.Resolve(in.Resolve(path)) // the folder may be that of the run in other letters
}

// ReadsAndEdits returns both what a call gave of files and what it changed.
func (s *Session) ReadsAndEdits(c *record.Call) ([]record.Read, []record.Edit, error) {
	if c.Kind == record.Shell {
		return s.commandUses(c)
	}
	reads, err := s.Reads(c)
	edits, err2 := s.Edits(c)
	return reads, edits, cmp.Or(err, err2)
}

// PathIn returns the file that arguments name; "" if they name none.
func PathIn(args jsonskim.Value) string {
	return firstText(args, "file_path", "filePath", "path", "absolute_path", "absolutePath", "target_file",
		"notebook_path", "filename", "file", "AbsolutePath", "TargetFile").Text(8192)
}

// firstText returns the first of the named members that is a text; a missing value if none is.
func firstText(v jsonskim.Value, names ...string) jsonskim.Value {
	for _, name := range names {
		if text := v.Get(name); text.Kind == jsonskim.String {
			return text
		}
	}
	return jsonskim.Value{}
}

// fileReads returns the reads of a tool that reads files, and of attachments.
func (s *Session) fileReads(c *record.Call) []record.Read {
	if c.Result.As == record.AsFormat && s.format.Answer != nil {
		var reads []record.Read
		s.WithValue(c.Result, func(answer jsonskim.Value) { reads = s.format.Answer(answer) })
		for i := range reads {
			if r := &reads[i]; r.How == record.Unknown && r.Text != "" { // the tool itself parses it
				s.compareLines(r, c, jsonskim.Parse([]byte("{}")), jsonskim.Value{})
			}
		}

		return reads
	}

	args, _ := s.Args(c)
	attached := args.Get("content", "file", "filePath").Text(8192)
	r := record.Read{Path: cmp.Or(PathIn(args), attached), Total: -1}
	switch {
	case r.Path == "":
		return nil
	case c.Failed || !c.Answered() || c.IsUnrecorded() || s.format.Shown: // no lines that it gave are known
	case c.IsPart() || isOfBytes(s, c, args):
		findPart(s, &r, c)
	case c.Media:
		r.How = record.NoLines
		r.Media = true
	default:
		s.findLines(&r, c, args)
	}

	return []record.Read{r}
}

// findPart says of a read of a window of bytes what is known of its lines: they have no numbers, but where they are a
// part of the first line.
func findPart(s *Session, r *record.Read, c *record.Call) {
	text, cut, _ := s.Text(c.Result, record.TextLimit) // what cannot be read has no lines
	w, ok := byteparts.Parse(string(text), c.IsPart())
	r.Parts = c.IsPart() || ok && !w.IsWhole()
	if r.Parts && w.IsFirstLine && !cut {
		r.Text = string(text)
		r.Lines = []record.Line{{Number: 1, Start: w.From, End: len(strings.TrimSuffix(r.Text, "\n")), Cut: true}}
		r.How = record.ByText
	}
}

// findLines finds the lines in a result by each of three ways (record, text, arguments), and compares what they say.
func (s *Session) findLines(r *record.Read, c *record.Call, args jsonskim.Value) {
	given, cut, _ := s.Text(c.Result, record.TextLimit)
	if cut {
		return
	}

	r.Text = string(given)
	side, _ := s.Value(c.Side)
	if side.Get("type").Is("file_unchanged") {
		r.How = record.NoLines // the tool said that the model already has the file
		return
	}

	if isNotebookText(r.Path, r.Text) {
		return // it is made from the file; which lines it has is not known
	}

	s.compareLines(r, c, args, side)
}

// compareLines finds the lines in Read.Text by each of the three ways. side is the record beside the result.
func (s *Session) compareLines(r *record.Read, c *record.Call, args, side jsonskim.Value) {
	beside := sideSpan(side, r)
	body := s.format.Reads.Body(r.Text)
	if body.Total > 0 {
		r.Total = body.Total
	}

	s.linesByText(r, c, args, body)
	n := len(r.Lines)
	text := formats.Span{OK: n > 0}
	if n > 0 {
		text.From = r.Lines[0].Number
		text.To = r.Lines[n-1].Number
		if beside.OK && beside != text {
			r.Disagreement = fmt.Sprintf("the record says lines %s, the text has lines %s", beside, text)
		}
	}

	agree := beside.OK && beside == text
	if agree {
		r.How = record.ByRecord
	}

	found := n > 0
	if beside.OK && !agree && beside.From != text.From {
		found = linesByRecord(r, side, beside) || found
	}
	if !found {
		s.linesByArguments(r, c, args, body, beside)
	}

	trimPhantom(r)
	if len(r.Lines) == 0 && hasNoLines(&s.format.Reads, r) {
		r.How = record.NoLines
	}
}

// hasNoLines reports whether the text of a read in which no line was found is known to have none of the file.
func hasNoLines(form *formats.LineLayout, r *record.Read) bool {
	given := strings.TrimSpace(r.Text)
	if given == "" || r.Total == 0 || form.IsNotice(r.Text) {
		return true
	}
	return form.Always && !strings.Contains(given, "\n")
}

// isNotebookText reports whether the text is what a tool makes of the cells of a notebook. None of its lines is a line
// of the file, even if the tool numbers them.
func isNotebookText(path, text string) bool {
	const looked = 1000
	head := text[:min(len(text), looked)]
	if !strings.HasSuffix(strings.ToLower(path), ".ipynb") {
		return false
	}
	return strings.HasPrefix(head, `<cell id="`) || strings.Contains(head, "<code_cell>\n") ||
		strings.Contains(head, "<markdown_cell>\n")
}

// linesByRecord replaces the lines of a read by those that the record beside the result gives. It changes nothing and
// returns false where the record has another number of lines than it says.
func linesByRecord(r *record.Read, side jsonskim.Value, beside formats.Span) bool {
	content := cmp.Or(side.Get("file"), side.Get("content", "file")).Get("content")
	text := content.Text(record.TextLimit)
	lines := record.SplitLines(text)

	if want := int(beside.To - beside.From + 1); len(lines) == want+1 {
		lines = lines[:want]
	} else if len(lines) != want {
		return false
	}

	for i := range lines {
		lines[i].Number += beside.From - 1
	}
	r.Text = text
	r.Lines = lines
	r.How = record.ByRecord
	return true
}

// linesByText takes the lines that the text itself gives: parsed by the tool that imitates the call, or else by the
// layout of the agent's lines.
func (s *Session) linesByText(r *record.Read, c *record.Call, args jsonskim.Value, body formats.Body) {
	form := s.format.Reads
	numbered := form.Numbered(r.Text, body)
	lines, ok := s.linesOfTool(c, args, r.Text)
	older := form.Older(r.Text, body, firstAsked(args, form))
	if len(older) > 0 && !(ok && s.isImitated(c)) {
		r.Lines = older
		r.How = record.ByText
	} else if ok {
		r.Lines = body.Within(lines)
		r.How = record.ByText
		if len(numbered) == 0 && !body.Span.OK {
			r.How = record.ByArguments // the text has no numbers
		}
		if n := len(r.Lines); n == len(lines) && n > 1 && lines[n-1].Start == len(r.Text) &&
			strings.HasSuffix(r.Text, "\n") {
			r.Lines = lines[:n-1] // it is the end of the last line, and no line itself
		}
	} else if len(numbered) > 0 {
		r.Lines = numbered
		r.How = record.ByText
	}

	if n := len(r.Lines); n > 0 && (c.CutEnd || strings.Contains(r.Text[:min(len(r.Text), 200)], formats.ClaudeCut)) {
		r.Lines[n-1].Cut = true
	}
}

// linesByArguments numbers the lines of a text without numbers. The first number is the one that was asked for, or that
// is said to be given.
func (s *Session) linesByArguments(
	r *record.Read, c *record.Call, args jsonskim.Value, body formats.Body, beside formats.Span,
) {
	form := s.format.Reads
	// An older layout has no numbers.
	isText := c.Args.As == record.AsText || c.Result.As == record.AsText
	isOlder := s.format.Arguments != nil && isText || form.IsPlain(r.Text)
	if form.Always && !isOlder || form.IsNotice(r.Text) {
		return // a tool that numbers lines numbers all of them
	}

	from := firstAsked(args, form)
	how := record.ByArguments
	if body.Span.OK {
		from = body.Span.From
		how = record.ByText
	}

	if beside.OK {
		if body.Span.OK && from != beside.From {
			r.Disagreement = fmt.Sprintf("the record says lines from %d, the text says from %d", beside.From, from)
		}
		from = beside.From
		how = record.ByRecord
	}

	if from < 1 {
		return // counted from the end of a file whose length is not known
	}

	r.Lines = body.Plain(r.Text, from)
	r.How = how
}

// trimPhantom removes the empty line that some tools count after a final line end.
func trimPhantom(r *record.Read) {
	n := len(r.Lines)
	if n < 2 {
		return
	}
	last := r.Lines[n-1]
	if last.Number == r.Total && last.Start == last.End && !last.Cut {
		r.Lines = r.Lines[:n-1]
		r.Total--
	}
}

// sideSpan returns the lines that the record beside the result says it has.
func sideSpan(side jsonskim.Value, r *record.Read) formats.Span {
	file := cmp.Or(side.Get("file"), side.Get("content", "file")) // of an attachment
	if file.Kind == jsonskim.Object {
		from, ok1 := file.Get("startLine").Int()
		n, ok2 := file.Get("numLines").Int()
		if total, ok := file.Get("totalLines").Int(); ok {
			r.Total = total
		}

		from = max(from, 1)
		ok := ok1 && ok2 && n > 0 && n < record.MaxLine && from < record.MaxLine
		return formats.Span{From: from, To: from + n - 1, OK: ok}
	}

	display := side.Get("display")
	from, ok1 := display.Get("lineStart").Int()
	to, ok2 := display.Get("lineEnd").Int()

	// If a read was cut short, totalLines is how many lines were looked at.
	if total, ok := display.Get("totalLines").Int(); ok && display.Get("truncated").Kind == jsonskim.False {
		r.Total = total
	}

	return formats.Span{From: from, To: to, OK: ok1 && ok2 && from > 0 && from < record.MaxLine && to < record.MaxLine}
}

// firstAsked returns the first line that the arguments ask for, 1-based; a number below 1 counts from the end.
func firstAsked(args jsonskim.Value, form formats.LineLayout) int64 {
	for _, name := range []string{"offset", "start_line", "startLine", "line_offset", "start", "StartLine"} {
		if n, ok := looseInt(args.Get(name)); ok {
			if form.Base0 && name == "offset" {
				n++
			}

			return cmp.Or(n, 1)
		}
	}

	if n, ok := args.Get("view_range").Elem(0).Int(); ok {
		return n
	}

	return 1
}

// looseInt parses a number, or a text that contains one.
func looseInt(v jsonskim.Value) (int64, bool) {
	if v.Kind == jsonskim.String {
		n, err := strconv.ParseInt(strings.TrimSpace(v.Text(30)), 10, 64)
		return n, err == nil
	}
	return v.Int()
}
