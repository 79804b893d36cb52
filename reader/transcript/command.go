package transcript

import (
	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/patch"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/shellreads"
)

// searchReads are the lines that a search tool gave. One that gives names alone gave none.
func (s *Session) searchReads(c *record.Call) []record.Read {
	if c.Failed || !c.Answered() {
		return nil
	}
	args, _ := s.Args(c)
	text, _, _ := s.Text(c.Result, record.TextLimit)
	return shellreads.Found(string(text), PathIn(args), s.Folder())
}

// shellReads are those of a command.
func (s *Session) shellReads(c *record.Call) []record.Read {
	command, dir, _ := s.Command(c)
	parts, whole := shellreads.Reads(command, dir)
	diff := shellreads.MayPrintDiff(command)
	if len(parts) == 0 && !diff {
		return nil
	}
	text, cut, _ := s.Text(c.Result, record.TextLimit)
	out := string(text)
	if s.format.Output != nil {
		out, whole = s.format.Output(out, whole)
	}
	if diff {
		if reads := patch.Shown(out, dir); len(reads) > 0 {
			return reads
		}
	}
	if c.Failed || cut || !whole || !c.Answered() {
		return shellreads.Unknown(parts)
	}
	return shellreads.Assign(parts, out)
}

// Command is the shell command of a call and the folder it runs in.
func (s *Session) Command(c *record.Call) (command, dir string, err error) {
	if s.format.Command != nil && c.Args.As == record.AsText && c.Tool == s.format.ScriptTool {
		script, _, err := s.Text(c.Args, shellreads.Limit)
		return s.format.Command(string(script)), s.Dir, err
	}
	args, err := s.Args(c)
	dir = s.Dir
	for _, name := range []string{"workdir", "cwd", "directory", "dir_path", "working_directory"} {
		if d := args.Get(name).Text(4096); d != "" {
			dir = record.ResolvePath(s.Dir, d)
		}
	}
	for _, name := range []string{"cmd", "command", "keystrokes"} {
		switch v := args.Get(name); v.Kind {
		case jsonskim.String:
			return v.Text(shellreads.Limit + 1), dir, err
		case jsonskim.Array: // ["bash", "-lc", "..."]
			if v.Elem(1).Text(10) == "-lc" || v.Elem(1).Text(10) == "-c" {
				return v.Elem(2).Text(shellreads.Limit + 1), dir, err
			}
			return "", dir, err
		}
	}
	return "", dir, err
}
