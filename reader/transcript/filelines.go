package transcript

import "context"

// LineState is what is known of one line of a file as it is.
type LineState struct {
	State State
	Call  int32  // number of the call that sent or wrote it last; 0 where none did, and for a line that has changed
	Times uint16 // how often it was sent as it is
}

// Lines tells of each line of a file as it is what is known of it; the first is line 1. path is that of a FileCoverage. It
// is nil for a file that does not exist or was not looked at.
func (r *Replay) Lines(ctx context.Context, root, path string) ([]LineState, error) {
	f := r.find(root, path)
	if f == nil {
		return nil, nil
	}
	now, err := r.s.present(ctx, root, f.Path)
	if err != nil || !now.exists {
		return nil, err
	}
	now.fit(&f.picture)
	l := f.picture.lay(now.hashes)
	lines := make([]LineState, len(l.states))
	for i, state := range l.states {
		lines[i].State = state
	}
	for i, at := range l.lines {
		if at >= 0 {
			lines[at].Call, lines[at].Times = f.picture.lines[i].call(f.Changes), f.picture.lines[i].times
		}
	}
	return lines, nil
}

// find is the state of a file by the path that a FileCoverage has; nil when no call named it.
func (r *Replay) find(root, path string) *fileState {
	if f := r.files[path]; f != nil {
		return f
	}
	dir, _, _, _ := r.s.place(root, path)
	if f := r.files[resolve(dir, path)]; f != nil {
		return f
	}
	for full, f := range r.files {
		if shorten(dir, full) == path {
			return f
		}
	}
	return nil
}

// present is a file as it is now, by its recorded path. One outside of the root does not exist.
func (s *Session) present(ctx context.Context, root, path string) (present, error) {
	_, in, rel, isInside := s.place(root, path)
	if !isInside {
		return present{}, nil
	}
	return look(ctx, in, rel, s.hasher(), nil)
}

// Locate says where a file of the transcript is looked for: a folder that stands for the working folder, and the path in it.
// It is not inside when the file lies elsewhere and may not be opened. path is that of a FileCoverage.
func (s *Session) Locate(root, path string) (folder, rel string, isInside bool) {
	_, in, rel, isInside := s.place(root, path)
	return in, rel, isInside
}
