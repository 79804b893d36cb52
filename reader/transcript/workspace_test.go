package transcript_test

import (
	"path/filepath"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

// TestWorkspace: a folder that is named stands for the recorded one, and is it where none is recorded; files are opened
// in neither where that is so asked.
func TestWorkspace(t *testing.T) {
	t.Parallel()
	here, err := filepath.Abs("here")
	if err != nil {
		t.Fatal(err)
	}
	here = filepath.ToSlash(here)
	const in, nowhere = "/w", ""
	for _, c := range []struct {
		run, root        string
		recorded, folder string
		path, rel        string
		inside           bool
	}{
		{in, "", in, in, "/w/a", "a", true},
		{in, "/x", in, "/x", "/w/a", "a", true},
		{in, "/x", in, "/x", "/x/a", "/x/a", false},
		{in, transcript.NoFiles, in, "", "/w/a", "/w/a", false},
		{nowhere, "", "", "", "/w/a", "/w/a", false},
		{nowhere, "here", here, "here", here + "/a", "a", true},
	} {
		s := transcripttest.ClaudeRun(t, c.run, "/w/a", "one")
		w := s.Workspace(c.root)
		if w.Recorded != c.recorded || w.Folder != c.folder {
			t.Errorf("a run in %q with %q: recorded %q, in %q", c.run, c.root, w.Recorded, w.Folder)
		}
		if rel, inside := w.Locate(c.path); rel != c.rel || inside != c.inside {
			t.Errorf("a run in %q with %q: %q is %q, inside %v", c.run, c.root, c.path, rel, inside)
		}
	}
}
