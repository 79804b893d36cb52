package transcript

import "context"

// Tally is what a transcript comes to, for a list of transcripts: how many calls read files, how many changed some, and
// how many files are named by them. It is found from the arguments of the calls alone, so that no result is decoded; a
// search names no file then.
type Tally struct {
	Header
	Calls, Reads, Files, Changes int
}

// Tally reads the transcript and counts.
func (f Found) Tally(ctx context.Context) (Tally, error) {
	s, err := Open(ctx, f.Path)
	if err != nil {
		return Tally{}, err
	}
	defer func() { _ = s.Close() }()
	return s.Tally(ctx)
}

// Tally counts the calls that read and change files.
func (s *Session) Tally(ctx context.Context) (Tally, error) {
	t := Tally{Header: s.Header, Calls: s.Len()}
	files := map[string]bool{}
	for c := range s.Calls() {
		if ctx.Err() != nil {
			return t, ctx.Err()
		}
		named := 0
		name := func(path string) {
			if path != "" {
				files[s.resolve(path)] = true
				named++
			}
		}
		switch c.Kind {
		case ReadFile, Attachment:
			args, err := s.value(c.Args)
			if err != nil {
				return t, err
			}
			name(pathIn(args))
			t.Reads++
		case Search:
			t.Reads++
		case Shell:
			command, dir, err := s.command(c)
			if err != nil {
				return t, err
			}
			shown, _ := ShellReads(command, dir)
			for _, one := range shown {
				if one.Rev == "" {
					name(one.Path)
				}
			}
			if named > 0 {
				t.Reads++
			}
		}
		if c.Kind == Change || c.Kind == Shell {
			edits, err := s.Edits(c)
			if err != nil {
				return t, err
			}
			for _, e := range edits {
				name(e.Path)
			}
			if len(edits) > 0 {
				t.Changes++
			}
		}
	}
	t.Files = len(files)
	return t, nil
}
