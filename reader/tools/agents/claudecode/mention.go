package claudecode

import (
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/notebook"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/tools"
)

// maxLines is how many lines a mention returns of a file that is too long for one read.
const maxLines = 2000

var lineRange = lazy.Regexp(`^L?(\d+)(?:-(\d+)?)?$`)

// typed is a parsed mention: a path, and the lines from first to last; both 0 without lines, last 0 for one line.
type typed struct {
	path        string
	first, last int64
	ranged      bool
}

// parse parses a mention. A range of lines may follow "#"; any other suffix is dropped, as is punctuation after the
// name. A name with a space is quoted; then the punctuation after it is kept.
func parse(text string) (t typed) {
	name, lines, _ := strings.Cut(text, "#")
	if m := lineRange().FindStringSubmatch(lines); m != nil {
		t.ranged = true
		t.first, _ = strconv.ParseInt(m[1], 10, 64)
		t.last, _ = strconv.ParseInt(m[2], 10, 64)
	}
	if !strings.Contains(name, " ") {
		name = strings.TrimRight(name, ".,:;!?)]}>'\"")
	}

	t.path = name
	return t
}

// mention adds each file as if a tool had been called for it.
func mention(m *contextfiles.Mention) {
	seen := map[typed]bool{}
	var files []string
	for _, text := range m.Typed {
		t := parse(text)
		if t.path == "" {
			m.Leave(m.Path(text), "a mention of nothing but dots stays text")
			continue
		}

		t.path = m.Path(t.path)
		dir, there := m.IsDir(t.path)
		if dir {
			t = typed{path: t.path}
		}

		switch {
		case seen[t]: // a file is attached once
		case !there:
			m.Leave(t.path, m.Missing(t.path))
		case dir:
			input := map[string]string{
				"command": "ls " + shellQuoted(t.path), "description": "Lists files in " + t.path,
			}
			call(m, t.path, "Bash", input, m.Named(t.path, strings.Join(m.Names(t.path, false, false), "\n")), false)
		case read(m, t):
			files = append(files, t.path)
		}

		seen[t] = true
	}

	for _, file := range files {
		m.AddNested(file)
	}
}

var plainWord = lazy.Regexp(`^[\w@%+=:,./-]+$`)

// shellQuoted quotes a path for a shell.
func shellQuoted(path string) string {
	if plainWord().MatchString(path) {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'"'"'`) + "'"
}

// input has the arguments of the read tool for a mention.
type input struct {
	Path   string `json:"file_path"`
	Offset int64  `json:"offset,omitempty"`
	Limit  int64  `json:"limit,omitempty"`
}

// read adds the answer of the read tool for a file, or if that is only a page the file's first lines.
func read(m *contextfiles.Mention, t typed) bool {
	if strings.EqualFold(filepath.Ext(t.path), ".ipynb") {
		return readNotebook(m, t.path)
	}

	shown, args := t.call()
	p, err := m.Tool(t.path, tools.Encode(args))
	media := p.Media()
	switch {
	case media == "image":
		called(m, t.path, "Read", input{Path: t.path})
		m.Picture()
		return true
	case media != "":
		call(m, t.path, "Read", input{Path: t.path}, p, false)
		return true
	case isBinary(m, t.path):
		m.Leave(t.path, "a mention gives nothing of a file that is binary or cannot be read")
		return false
	case shown.Offset != 0 && shown.Limit < 1:
		backwards(m, t)
		return true
	}

	short := !t.ranged && (err != nil || p.Cut() > 0)
	if short {
		args["limit"] = maxLines
		p, err = m.Tool(t.path, tools.Encode(args))
	}

	if err != nil || short && p.Lines() < maxLines {
		m.Leave(t.path, "a mention gives nothing of a file of which the first 2,000 lines are too long for one read")
		return false
	}

	if p.Lines() > 0 { // else it is a text of the agent
		p = p.With(escaped(p.Text()))
	}

	call(m, t.path, "Read", shown, p, short)
	if short {
		m.Add(contextfiles.Words("<system-reminder>\nNote: The file " + t.path +
			" was too large and has been truncated to the first 2000 lines. " +
			"No need to mention the truncation. Use Read to read more of the file if you need.\n</system-reminder>"))
	}

	return true
}

// call returns the arguments that the message shows for the mention, and the actual ones.
func (t typed) call() (shown input, args map[string]any) {
	shown = input{Path: t.path}
	args = map[string]any{"file_path": t.path}

	switch {
	case t.ranged && t.first == 0:
		args["offset"] = 0
	case t.ranged:
		shown.Offset = t.first
		shown.Limit = 1
		if t.last != 0 {
			shown.Limit = t.last - t.first + 1
		}
		args["offset"] = shown.Offset
		args["limit"] = max(shown.Limit, 1)
	}

	return shown, args
}

// backwards handles a range whose end precedes its start, as if the file were shorter.
func backwards(m *contextfiles.Mention, t typed) {
	text, _ := m.Tool(t.path, tools.Encode(map[string]any{"file_path": t.path, "offset": math.MaxInt32}))
	words := strings.Replace(text.Text(), strconv.Itoa(math.MaxInt32), strconv.FormatInt(t.first, 10), 1)
	call(m, t.path, "Read", input{Path: t.path}, m.Named(t.path, words), false)
}

// isBinary reports whether a file has NUL bytes without a UTF-16 mark, or cannot be read.
func isBinary(m *contextfiles.Mention, path string) bool {
	head, ok := m.Head(path, headSize)
	marked := strings.HasPrefix(head, "\xFF\xFE") || strings.HasPrefix(head, "\xFE\xFF")
	return !ok || strings.ContainsRune(head, 0) && !marked
}

// readNotebook adds a notebook: its text as JSON of the answer's blocks; if there are pictures, each text block is a
// separate part.
func readNotebook(m *contextfiles.Mention, path string) bool {
	p, err := m.Tool(path, tools.Encode(map[string]string{"file_path": path}))
	if err != nil {
		m.Leave(path, "a mention gives nothing of a notebook that the read tool refuses")
		return false
	}

	_, data, ok := m.WholeFile(path, contextfiles.TextRules{})
	if !ok {
		return false
	}

	n, _, _, _ := notebook.Parse(data)
	input := map[string]string{"file_path": path}
	blocks := textBlocks(cellsOf(n))
	if len(blocks) == 1 {
		text := "[]"
		if blocks[0] != "" {
			text = `[{"text":` + js.Quote(escaped(blocks[0])) + `,"type":"text"}]`
		}
		call(m, path, "Read", input, p.With(text), false)
		return true
	}

	called(m, path, "Read", input)
	for i, block := range blocks {
		if block != "" {
			m.Add(contextfiles.Words("<system-reminder>\n"), p.With(escaped(block)),
				contextfiles.Words("\n</system-reminder>"))
		}
		if i+1 < len(blocks) {
			m.Picture()
		}
	}

	return true
}

// call adds a tool call and its answer. For the first mention, what follows is a separate message.
func call(m *contextfiles.Mention, path, tool string, input any, answer contextfiles.Piece, followed bool) {
	first := m.Added() == 0
	called(m, path, tool, input)
	open := "<system-reminder>\nResult of calling the " + tool + " tool:\n"
	end := "\n</system-reminder>"
	m.AddApart(first && followed, contextfiles.Words(open), answer, contextfiles.Words(end))
}

// escaped escapes a text so that it cannot end the surrounding element.
func escaped(text string) string {
	return strings.ReplaceAll(text, "</system-reminder>", "&lt;/system-reminder>")
}

// called adds a tool call. For the first mention it is a separate message.
func called(m *contextfiles.Mention, path, tool string, input any) {
	m.AddApart(m.Added() == 0, m.Named(path, "<system-reminder>\nCalled the "+tool+" tool with the following input: "+
		string(tools.Encode(input))+"\n</system-reminder>"))
}
