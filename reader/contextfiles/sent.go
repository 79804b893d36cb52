package contextfiles

import "maps"

// sentFiles are the files that were sent so far.
type sentFiles struct {
	whole    map[string]bool // absolute paths of those that were sent by themselves, not as imports
	shown    map[string]bool // these and imported ones
	real     map[string]bool // real paths of those in whole
	sections map[string]bool // real paths of those that a read sent, or its imports, for Imports.Sections
	// wasRead are files that the agent read and that are not sent again.
	wasRead map[string]bool
	// earlier reports whether a file was sent earlier in the session; nil if there is no session.
	earlier func(path string) bool
}

func newSentFiles() sentFiles {
	return sentFiles{
		whole: map[string]bool{}, shown: map[string]bool{}, real: map[string]bool{}, sections: map[string]bool{},
		wasRead: map[string]bool{},
	}
}

// add notes that a file was sent by itself.
func (s *sentFiles) add(f *loadedFile) {
	s.whole[f.path] = true
	s.shown[f.path] = true
	s.real[f.real] = true
}

// has reports whether a file was sent by itself, also earlier in the session.
func (s *sentFiles) has(path string) bool {
	return s.whole[path] || s.earlier != nil && s.earlier(path)
}

// hasSection reports whether a file was sent at all, or as one of the sections of a read, by its path and its real one.
func (s *sentFiles) hasSection(path, real string) bool { return s.shown[path] || s.sections[real] }

// beginRead lets the next read send the sections again that another read sent.
func (s *sentFiles) beginRead() { clear(s.sections) }

// checkpoint returns a function that forgets what was sent since, but not its real paths.
func (s *sentFiles) checkpoint() (restore func()) {
	whole := maps.Clone(s.whole)
	shown := maps.Clone(s.shown)
	return func() {
		s.whole = whole
		s.shown = shown
	}
}
