package runstats

import (
	"context"

	"eyeline/reader/lists"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/shellrun"
)

// Tally is what a transcript comes to, for a list of transcripts: how many calls read files, how many changed some, and
// how many files are named by them. It is found from the arguments of the calls alone, so that no result is decoded; a
// search names no file then.
type Tally struct {
	record.Header
	Calls, Reads, Files, Changes int
	// Prompt is the beginning of what a person asked first, on one line; "" where it is not kept.
	Prompt string
}

// TallyOf reads the transcript at a path and counts the calls that read and change files.
func TallyOf(ctx context.Context, path string) (Tally, error) {
	s, err := transcript.Open(ctx, path)
	if err != nil {
		return Tally{}, err
	}

	defer func() { _ = s.Close() }()
	t := Tally{Header: s.Header, Calls: s.Len(), Prompt: s.Prompt()}
	files := map[string]bool{}
	for c := range s.Calls() {
		if ctx.Err() != nil {
			return t, ctx.Err()
		}

		read, isRead, err := readFiles(s, c)
		if err != nil {
			return t, err
		}

		edits, err := s.Edits(c)
		if err != nil {
			return t, err
		}
		if isRead {
			t.Reads++
		}
		if len(edits) > 0 {
			t.Changes++
		}

		for _, path := range append(read, lists.Map(edits, func(e record.Edit) string { return e.Path })...) {
			if path != "" {
				files[s.Resolve(path)] = true
			}
		}
	}

	t.Files = len(files)
	return t, nil
}

// readFiles are the files that a call reads, as its arguments name them.
func readFiles(s *transcript.Session, c *record.Call) (paths []string, isRead bool, err error) {
	switch c.Kind {
	case record.ReadFile, record.Attachment:
		args, err := s.Args(c)
		return []string{transcript.PathIn(args)}, err == nil, err
	case record.Search:
		return nil, true, nil
	case record.Shell:
		ran, err := s.ShellCommands(c)
		if err != nil {
			return nil, false, err
		}

		for _, one := range ran {
			paths = append(paths, shellrun.NamedFiles(one.Command, one.Dir)...)
		}
	}

	return paths, len(paths) > 0, nil
}
