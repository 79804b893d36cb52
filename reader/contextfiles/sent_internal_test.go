package contextfiles

import "testing"

// TestSentFiles notes files, of an earlier session, too, and forgets what was noted since a read began.
func TestSentFiles(t *testing.T) {
	s := newSentFiles()
	s.add(&loadedFile{path: "/w/link.md", real: "/w/real.md"})
	s.sections["/w/section.md"] = true
	if !s.has("/w/link.md") || s.has("/w/real.md") || !s.real["/w/real.md"] {
		t.Error("a file is noted by the path that it was sent by, and its real one")
	}
	if !s.hasSection("/w/link.md", "/w/other.md") || !s.hasSection("/w/other.md", "/w/section.md") {
		t.Error("a file is a section by either path")
	}

	forget := s.checkpoint()
	s.add(&loadedFile{path: "/w/second.md", real: "/w/second.md"})
	s.beginRead()
	forget()
	if s.has("/w/second.md") || !s.has("/w/link.md") || !s.real["/w/second.md"] {
		t.Error("the second file is forgotten, but not its real path")
	}
	if s.hasSection("/w/other.md", "/w/section.md") {
		t.Error("the next read sends the sections again")
	}

	s.earlier = func(path string) bool { return path == "/w/before.md" }
	if !s.has("/w/before.md") || s.shown["/w/before.md"] {
		t.Error("a file of an earlier session was sent, but is not shown in this one")
	}
}
