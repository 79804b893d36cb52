package recordedrun

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
	"eyeline/tui/file/linestates"
)

// readA is the nth call of a run in /w, which reads /w/a from its first line on.
func readA(n int, lines ...string) string {
	return transcripttest.ClaudeRead(n, "/w", "/w/a", 1, lines...)
}

// onA is the nth call, of a tool on /w/a; patch are the lines of a hunk from a line on, none for no record of one.
func onA(n int, tool, content string, from int, patch ...string) string {
	var side any
	if len(patch) > 0 {
		side = transcripttest.Object{"structuredPatch": []transcripttest.Object{{"oldStart": from, "lines": patch}}}
	}
	input := transcripttest.Object{"file_path": "/w/a"}
	if tool == "Write" {
		input["content"] = content
	}
	return transcripttest.ClaudeStep(n, "/w", tool, input, "ok", side)
}

// bySub are calls of a sub-agent, which has a context of its own.
func bySub(calls string) string {
	return strings.ReplaceAll(calls, `{"cwd":`, `{"isSidechain":true,"agentId":"e1","cwd":`)
}

// fileOf opens the file /w/a of a run before a call, or 0 for after the run. now is what it has now; "" where it is gone.
func fileOf(t *testing.T, run, now string, call int) (text string, f *File) {
	t.Helper()
	folder := t.TempDir()
	path, root := filepath.Join(folder, "run.jsonl"), filepath.Join(folder, "w")
	if err := os.Mkdir(root, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{path: run, filepath.Join(root, "a"): now} {
		if content == "" {
			continue
		}
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, _, err := Open(t.Context(), path, root, "", &transcript.Progress{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	doc, f, err := r.OpenFile(t.Context(), "a", max(call, 1), call > 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(doc.Close)
	p := make([]byte, doc.Raw().Size())
	if _, err := doc.Raw().Bytes().ReadAt(p, 0); err != nil && err != io.EOF {
		t.Fatal(err)
	}
	return string(p), f
}

// TestAChangedLineIsMarkedAsTheListSaysIt: at a blind edit the lines that it changed are not marked as sent, whichever
// of the reasons the list gives.
func TestAChangedLineIsMarkedAsTheListSaysIt(t *testing.T) {
	edit := func(n int) string { return onA(n, "Edit", "", 2, "-a line that is told from others", "+two") }
	has := readA(1, "one", "a line that is told from others", "three")
	for name, c := range map[string]struct {
		run, now string
		call     int
		want     linestates.State
	}{
		"gone, sent to the agent":        {has + edit(2), "", 2, linestates.Sent},
		"there, sent to the agent":       {has + edit(2), "one\ntwo\nthree\n", 2, linestates.Changed},
		"gone, sent to another agent":    {has + bySub(edit(2)), "", 2, linestates.Others},
		"there, sent to another agent":   {has + bySub(edit(2)), "one\ntwo\nthree\n", 2, linestates.Others},
		"gone, sent to a sub-agent":      {bySub(has) + edit(2), "", 2, linestates.Others},
		"gone, written by another agent": {onA(1, "Write", "1\na line that is told from others\n3\n", 0) + bySub(edit(2)), "", 2, linestates.Others},
		"gone, changed since":            {readA(1, "one", "was another", "three") + edit(2), "", 2, linestates.Changed},
		"there, changed since":           {readA(1, "one", "was another", "three") + edit(2), "one\ntwo\nthree\n", 2, linestates.Changed},
	} {
		_, f := fileOf(t, c.run, c.now, c.call)
		if got := linestates.StateOf(&f.Coverage, 2); got != c.want {
			t.Errorf("%s: %s, not %s", name, got, c.want)
		}
		beside := linestates.Sent // the line below, which was not changed
		if c.want == linestates.Others {
			beside = linestates.Others
		}
		if got := linestates.StateOf(&f.Coverage, 3); got != beside {
			t.Errorf("%s: a line that was not changed: %s", name, got)
		}
		if share := f.Coverage.Share(); share > 0 && c.want == linestates.Others {
			t.Errorf("%s: %d %% sent", name, share)
		}
		if blind := f.Coverage.Changes[len(f.Coverage.Changes)-1].IsBlind(); blind != !strings.Contains(name, "to the agent") {
			t.Errorf("%s: blind %t", name, blind)
		}
	}
}

// TestOnlyWhatTheAgentOfACallWasSentIsMarkedAsSent: what both agents were sent, or one of them in another way than by a
// read, is not taken for another agent's.
func TestOnlyWhatTheAgentOfACallWasSentIsMarkedAsSent(t *testing.T) {
	const one, two, three = "a first line of the file", "a second line that is told from others", "the third and last line"
	now := one + "\n" + two + "\n" + three + "\n"
	main := readA(1, one, two, three)
	edit := onA(3, "Edit", "", 3, "-"+three, "+three")
	shell := transcripttest.ClaudeStep(2, "/w", "Bash", transcripttest.Object{"command": "show it"}, one+"\n"+two, nil)
	for name, c := range map[string]struct {
		run  string
		want [2]linestates.State // of the first two lines
	}{
		"no read":            {main + bySub(edit), [2]linestates.State{linestates.Others, linestates.Others}},
		"a read of one line": {main + bySub(readA(2, one)+edit), [2]linestates.State{linestates.Sent, linestates.Others}},
		"of all":             {main + bySub(readA(2, one, two, three)+edit), [2]linestates.State{linestates.Sent, linestates.Sent}},
		"a command's text":   {main + bySub(shell+edit), [2]linestates.State{linestates.Sent, linestates.Sent}},
		"of the main agent":  {bySub(main) + edit, [2]linestates.State{linestates.Others, linestates.Others}},
		"of both":            {bySub(main) + readA(2, one, two) + edit, [2]linestates.State{linestates.Sent, linestates.Sent}},
	} {
		_, f := fileOf(t, c.run, strings.Replace(now, three, "three", 1), strings.Count(c.run, `"tool_result"`))
		for i, want := range c.want {
			if got := linestates.StateOf(&f.Coverage, int64(i)+1); got != want {
				t.Errorf("%s: line %d: %s, not %s", name, i+1, got, want)
			}
		}
	}
}

// TestNothingIsNotEmpty: a file of which nothing was sent is not said to be empty, nor to be what was sent.
func TestNothingIsNotEmpty(t *testing.T) {
	const none, gone = "no line of it is known to have been sent", "the file is gone or may not be opened"
	refused := transcripttest.ClaudeStep(1, "/w", "Read", transcripttest.Object{"file_path": "/w/a"}, "<tool_use_error>File does not exist.</tool_use_error>", nil)
	write := onA(1, "Write", "one\n", 1, "-1", "-2", "+one")
	for name, c := range map[string]struct {
		run, now string
		call     int
		want     string
	}{
		"before the first call":  {write, "", 1, gone + ": " + none + " before call 1"},
		"never read":             {refused, "", 0, gone + ": " + none},
		"sent":                   {readA(1, "one"), "", 0, gone},
		"there":                  {readA(1, "one"), "one\n", 0, ""},
		"there, nothing of it":   {refused, "one\n", 0, ""},
		"there, before its call": {write, "one\n", 1, ""},
	} {
		if _, f := fileOf(t, c.run, c.now, c.call); strings.TrimSuffix(f.Why+": "+f.NothingSentWords(), ": ") != c.want {
			t.Errorf("%s: %q, %q, not %q", name, f.Why, f.NothingSentWords(), c.want)
		}
	}
}

// TestAWholeWriteHasAnEnd: after the last line of a file that was written whole no more may follow, also where the
// record has what the write changed.
func TestAWholeWriteHasAnEnd(t *testing.T) {
	const more = "-- more may follow --\n"
	whole := onA(1, "Write", "one\ntwo\n", 1, "-1", "-2", "-3", "+one", "+two")
	for name, c := range map[string]struct{ run, want string }{
		"without a patch":     {onA(1, "Write", "one\ntwo\n", 0), "one\ntwo\n"},
		"with a patch":        {whole, "one\ntwo\n"},
		"no last line end":    {onA(1, "Write", "one\ntwo", 1, "-1", "+one", "+two"), "one\ntwo\n"},
		"an edit after it":    {whole + onA(2, "Edit", "", 2, "-two", "+2", "+3"), "one\n2\n3\n"},
		"a patch of a part":   {onA(1, "Write", "one\ntwo\nthree\n", 1, "-1", "+one"), "one\n" + more},
		"an edit without it":  {onA(1, "Edit", "", 1, "-1", "+one"), "one\n" + more},
		"an edit of many":     {onA(1, "Edit", "", 1, "+one", "+two"), "one\ntwo\n" + more},
		"of an empty content": {onA(1, "Write", "", 1, "-1"), ""},
	} {
		if text, _ := fileOf(t, c.run, "", 0); text != c.want {
			t.Errorf("%s: %q, not %q", name, text, c.want)
		}
	}
}
