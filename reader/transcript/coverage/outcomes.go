package coverage

import (
	"cmp"
	"context"

	"eyeline/reader/transcript"
)

// fileStates are the files that calls name, by their recorded paths.
type fileStates map[string]*fileState

func (all fileStates) file(path string) *fileState {
	if all[path] == nil {
		all[path] = &fileState{File: File{Path: path, Changes: []Change{}}, seen: map[int]seenLines{}}
	}
	return all[path]
}

// take takes calls by their numbers, and hands each file that one concerns to concerned.
func (all fileStates) take(
	ctx context.Context, s *transcript.Session, calls []int, concerned func(*fileState),
) error {
	for _, n := range calls {
		c := s.Call(n)
		reads, edits, err := s.Uses(c)
		if err != nil || ctx.Err() != nil {
			return cmp.Or(ctx.Err(), err)
		}
		for _, r := range reads {
			if r.Path != "" && r.Rev == "" { // one of another revision gave no lines of the file itself
				f := all.file(r.Path)
				f.read(c, r, hasher(s).Lines(c, r))
				concerned(f)
			}
		}
		for _, e := range edits {
			if e.Path != "" {
				f := all.file(e.Path)
				f.edit(c, e, hasher(s))
				concerned(f)
			}
		}
	}
	return nil
}
