package contextfiles_test

import (
	"runtime"
	"testing"

	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/conformance"
	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents"
)

// Every part of what agents sent before they read is made again, byte for byte.
func TestGiven(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the trees have links and names that Windows does not have")
	}
	cases := conformance.Contexts(t, t.TempDir())
	if len(cases) < 828 {
		t.Errorf("only %d cases", len(cases))
	}
	for _, c := range cases {
		p, ok := contextfiles.Lookup(c.Agent)
		if !ok {
			t.Fatalf("no profile of %s", c.Agent)
		}
		b, err := p.Of(t.Context(), contextfiles.Request{
			Env: tools.Env{Root: c.Cwd, Home: c.Home}, Top: c.Root, Mentions: c.Mentions, Reads: c.Read,
		})
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		var got [][2]string
		for _, part := range b.Parts {
			got = append(got, [2]string{string(part.Kind), part.Text})
			checkSources(t, c.ID, part)
		}
		if err := c.Check(got); err != nil {
			t.Errorf("%s: %v", c.ID, err)
		}
	}
}

// checkSources checks that the window of a source is in the file, and as long as it says.
func checkSources(t *testing.T, id string, part contextfiles.Part) {
	t.Helper()
	for _, s := range part.Sources {
		sent, end := int64(0), int64(0)
		for _, run := range s.Window.Spans() {
			if run.Start < end || run.End > s.Size || run.End < run.Start {
				t.Errorf("%s: %s has %d bytes, and a run of %d to %d after %d", id, s.Path, s.Size, run.Start, run.End, end)
			}
			sent += run.End - run.Start
			end = run.End
		}
		if sent != s.Sent || s.Cut != nil && s.Cut.Byte+s.Cut.Lost != s.Size {
			t.Errorf("%s: %s: %d bytes sent, the window has %d; cut %+v of %d", id, s.Path, s.Sent, sent, s.Cut, s.Size)
		}
	}
}
