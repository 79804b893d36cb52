package transcript

import (
	"path"
	"strings"

	"eyeline/reader/internal/skim"
)

// shellReads are those of a command, and of a search tool that prints lines.
func (s *Session) shellReads(c *Call) ([]Read, error) {
	command, dir, err := s.command(c)
	if err != nil || command == "" {
		return nil, err
	}
	shown, whole := ShellReads(command, dir)
	if len(shown) == 0 {
		return nil, nil
	}
	text, cut, err := s.Text(c.Result, textLimit)
	if err != nil {
		return nil, err
	}
	out := string(text)
	if s.format.output != nil {
		out, whole = s.format.output(out, whole)
	}
	if c.Failed || cut || !whole || !c.Answered() {
		return unknownLines(shown), nil
	}
	return assign(shown, out), nil
}

// unknownLines names the files of a command, each once, with unknown lines.
func unknownLines(shown []Shown) []Read {
	var reads []Read
	seen := map[string]bool{}
	for _, p := range shown {
		if p.Path != "" && p.Dir == "" && !seen[p.Rev+":"+p.Path] {
			seen[p.Rev+":"+p.Path] = true
			reads = append(reads, Read{Path: p.Path, Rev: p.Rev, Total: -1})
		}
	}
	return reads
}

// command is the shell command of a call and the folder it runs in.
func (s *Session) command(c *Call) (command, dir string, err error) {
	if c.Args.As == AsText && s.format.scripts && kindIsScript(c) {
		script, _, err := s.Text(c.Args, shellLimit)
		return scriptCommand(string(script)), s.Dir, err
	}
	args, err := s.value(c.Args)
	if err != nil {
		return "", "", err
	}
	dir = s.Dir
	for _, name := range []string{"workdir", "cwd", "directory", "dir_path", "working_directory"} {
		if d := args.Get(name).Text(4096); d != "" {
			dir = resolve(s.Dir, d)
		}
	}
	for _, name := range []string{"cmd", "command"} {
		switch v := args.Get(name); v.Kind {
		case skim.String:
			return v.Text(shellLimit + 1), dir, nil
		case skim.Array: // ["bash", "-lc", "..."]
			if v.Elem(1).Text(10) == "-lc" || v.Elem(1).Text(10) == "-c" {
				return v.Elem(2).Text(shellLimit + 1), dir, nil
			}
			return "", dir, nil
		}
	}
	return "", dir, nil
}

func kindIsScript(c *Call) bool { return c.Tool == "exec" }

// scriptCommand is the command of a script that runs one command and gives its output as it is, "" of any other. The
// script is not understood beyond that.
func scriptCommand(script string) string {
	if strings.Count(script, "exec_command(") != 1 || !strings.Contains(script, ".output)") {
		return ""
	}
	_, rest, _ := strings.Cut(script, "exec_command(")
	_, rest, ok := strings.Cut(rest, "cmd:")
	rest = strings.TrimSpace(rest)
	if !ok || rest == "" {
		return ""
	}
	quote := rest[0]
	if quote != '"' && quote != '\'' {
		return ""
	}
	var out strings.Builder
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case quote:
			return out.String()
		case '\\':
			if i++; i < len(rest) && strings.IndexByte(`"'\`, rest[i]) >= 0 {
				out.WriteByte(rest[i])
				continue
			}
			return ""
		default:
			out.WriteByte(rest[i])
		}
	}
	return ""
}

// codexOutput is a command's own output in what Codex sends of it. One that was cut in the middle is not looked into.
func codexOutput(text string, whole bool) (string, bool) {
	for _, head := range []string{"\nOutput:\n", "\nOutput:"} {
		if i := strings.Index(text, head); i >= 0 && i < 400 {
			text = text[i+len(head):]
			break
		}
	}
	if strings.HasPrefix(text, "Warning: truncated output") || strings.Contains(text, " tokens truncated…") || strings.Contains(text, " chars truncated…") {
		return text, false
	}
	return text, whole
}

// assign lays the parts that a command prints over its output.
func assign(shown []Shown, out string) []Read {
	text := strings.TrimSuffix(out, "\n")
	lines := splitLines(text)
	open := 0 // parts of which it is not known how many lines they have
	fixed := 0
	for _, p := range shown {
		if n, ok := p.count(); ok {
			fixed += n
		} else {
			open++
		}
	}
	switch {
	case open > 1, fixed > len(lines) && len(shown) > 1:
		return unknownLines(shown)
	}
	var reads []Read
	at := 0
	for _, p := range shown {
		n, ok := p.count()
		if !ok {
			n = len(lines) - fixed
		}
		n = min(n, len(lines)-at)
		part := lines[at : at+n]
		at += n
		if p.Path == "" {
			if len(part) != 1 || text[part[0].Start:part[0].End]+"\n" != p.Literal {
				return unknownLines(shown)
			}
			continue
		}
		reads = append(reads, p.read(text, part)...)
	}
	if at < len(lines) {
		return unknownLines(shown) // more was printed than the command can print
	}
	return reads
}

// count is how many lines a part prints, when the file is long enough.
func (p Shown) count() (int, bool) {
	switch {
	case p.Path == "":
		return strings.Count(p.Literal, "\n"), true
	case p.From == 0 || p.To == toEnd || p.Numbers == GrepNumbers || p.Numbers == RgNumbers || p.To-p.From > 1<<30:
		return 0, false
	}
	return int(p.To - p.From + 1), true
}

// splitLines are the lines of a text, numbered from 1.
func splitLines(text string) []Line {
	var lines []Line
	if text == "" {
		return nil
	}
	for at := 0; at <= len(text); {
		stop := len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			stop = at + i
		}
		lines = append(lines, Line{Number: int64(len(lines)) + 1, Start: at, End: stop})
		at = stop + 1
	}
	return lines
}

// read is the part's lines in a text.
func (p Shown) read(text string, part []Line) []Read {
	r := Read{Path: p.Path, Rev: p.Rev, Text: text, Total: -1, How: ByArguments}
	switch p.Numbers {
	case NoNumbers:
		if p.From == 0 {
			return []Read{{Path: p.Path, Rev: p.Rev, Total: -1}}
		}
		for i, l := range part {
			l.Number = p.From + int64(i)
			r.Lines = append(r.Lines, l)
		}
		return []Read{r}
	case NlNumbers:
		r.How = ByText
		for _, l := range part {
			number, after, ok := numberBefore(text[l.Start:l.End], "\t")
			if !ok {
				return []Read{{Path: p.Path, Rev: p.Rev, Total: -1}}
			}
			l.Number, l.Start = number, l.Start+after
			r.Lines = append(r.Lines, l)
		}
		return []Read{r}
	}
	return p.found(text, part)
}

// found are the lines that a search printed, by file.
func (p Shown) found(text string, part []Line) []Read {
	var reads []Read
	index := map[string]int{}
	for _, l := range part {
		line := text[l.Start:l.End]
		if line == "--" {
			continue
		}
		file, rest := p.Path, line
		if p.Numbers == RgNumbers {
			var ok bool
			if file, rest, ok = foundPath(line); !ok {
				continue
			}
			file = resolve(p.Dir, file)
			if p.Dir == "" && base(file) != base(p.Path) {
				continue
			} else if p.Dir == "" {
				file = p.Path
			}
		}
		number, after, ok := numberBefore(rest, ":")
		if !ok {
			number, after, ok = numberBefore(rest, "-")
		}
		if !ok {
			continue
		}
		i, known := index[file]
		if !known {
			i = len(reads)
			index[file] = i
			reads = append(reads, Read{Path: path.Clean(file), Rev: p.Rev, Text: text, Total: -1, How: ByText})
		}
		l.Number, l.Start = number, l.Start+len(line)-len(rest)+after
		reads[i].Lines = append(reads[i].Lines, l)
	}
	return reads
}

// foundPath cuts the path off a line "path:12:text" or "path-12-text".
func foundPath(line string) (file, rest string, ok bool) {
	for _, sep := range []string{":", "-"} {
		for from := 0; ; {
			i := strings.Index(line[from:], sep)
			if i < 0 {
				break
			}
			i += from
			if _, _, ok := numberBefore(line[i+1:], sep); ok && i > 0 && line[i+1] != ' ' {
				return line[:i], line[i+1:], true
			}
			from = i + 1
		}
	}
	return "", line, false
}
