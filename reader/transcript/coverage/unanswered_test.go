package coverage

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

// withoutResult is a step whose result is not recorded.
func withoutResult(s step) step {
	return func(n int) string {
		call, _, _ := strings.Cut(s(n), "\n")
		return call + "\n"
	}
}

// TestEditsAfterUnansweredCalls: what a call gave, wrote or changed whose result is not recorded is not known, so that
// no edit after it of a file that it may have given is called blind; what a text proves is known as ever, and so are
// edits of other files and of other agents.
func TestEditsAfterUnansweredCalls(t *testing.T) {
	read, rest := reads(1, "alpha one here", "beta two here"), reads(3, "gamma three here", "delta four here")
	shell := func(command string) step { return on("Bash", object{"command": command}, "") }
	tool := func(name string, input object) step { return on(name, input, "") }
	file := func(tool, path string) step { return on(tool, object{"file_path": path}, "") }
	placed, loose := edits(3, "-gamma three here", "+x"), on("Edit", object{
		"file_path": "/w/a", "old_string": "gamma three here", "new_string": "x",
	}, "ok")
	over := on("Write", object{"file_path": "/w/a", "content": "x\n"}, "ok")
	write := on("Write", object{"file_path": "/w/a", "content": "gamma three here\n"}, "ok")
	bySub := func(s step) step {
		return func(n int) string {
			return strings.ReplaceAll(s(n), `{"cwd":`, `{"isSidechain":true,"agentId":"x","cwd":`)
		}
	}
	const blind, unknown, known = "true true", "false false", "false true"
	for name, c := range map[string]struct {
		steps []step
		want  string // of the last change: whether it is blind, and whether all is known
	}{
		"nothing before":             {[]step{read, placed}, blind},
		"nothing before, no place":   {[]step{read, loose}, blind},
		"a read":                     {[]step{read, withoutResult(rest), placed}, unknown},
		"a read, no place":           {[]step{read, withoutResult(rest), loose}, unknown},
		"the only read":              {[]step{withoutResult(read), placed}, unknown},
		"a read, before all of it":   {[]step{withoutResult(rest), over}, known},
		"a read of the folder":       {[]step{read, withoutResult(file("Read", "/w")), placed}, unknown},
		"a read by a pattern":        {[]step{read, withoutResult(file("Read", "/w/*.go")), placed}, unknown},
		"a read without a path":      {[]step{read, withoutResult(tool("read_many_files", object{})), placed}, unknown},
		"a read of another file":     {[]step{read, withoutResult(file("Read", "/w/b")), placed}, blind},
		"a read by another agent":    {[]step{read, withoutResult(bySub(rest)), placed}, blind},
		"a command":                  {[]step{read, withoutResult(shell("cat ?")), placed}, unknown},
		"a search":                   {[]step{read, withoutResult(tool("Grep", object{})), placed}, unknown},
		"an unknown tool":            {[]step{read, withoutResult(tool("zap", object{})), placed}, unknown},
		"a sub-agent":                {[]step{read, withoutResult(tool("Task", object{})), placed}, unknown},
		"a plan":                     {[]step{read, withoutResult(tool("TodoWrite", object{})), placed}, blind},
		"a write":                    {[]step{read, withoutResult(write), placed}, unknown},
		"a write, no place":          {[]step{read, withoutResult(write), loose}, unknown},
		"a change by a command":      {[]step{read, withoutResult(shell("sed -i s/beta/gamma/ a")), placed}, unknown},
		"another agent's change":     {[]step{read, withoutResult(bySub(shell("make fmt"))), loose}, unknown},
		"one that comes after":       {[]step{read, placed, withoutResult(rest)}, blind},
		"a read, then one with more": {[]step{withoutResult(rest), read, rest, placed}, known},
	} {
		run := ""
		for i, s := range c.steps {
			run += s(i + 1)
		}
		s := transcripttest.Decode(t, "s.jsonl", run)
		all, err := Of(t.Context(), s, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		var last Change
		for _, one := range all.Edits(false) {
			if !one.Pending {
				last = *one.Change
			}
		}
		if got := fmt.Sprint(last.IsBlind(), last.IsKnown()); got != c.want {
			t.Errorf("%s: %s, want %s: %+v", name, got, c.want, last)
		}
		const why = "the result of call "
		if got := strings.Contains(last.Reason(), why); got != (c.want == unknown && name != "another agent's change") {
			t.Errorf("%s: %q", name, last.Reason())
		}
		for step, err := range Steps(t.Context(), s, "") {
			for _, change := range step.Changes {
				if got := fmt.Sprint(change.IsBlind(), change.IsKnown()); err != nil || got != c.want {
					t.Errorf("%s, by itself: %s, want %s", name, got, c.want)
				}
			}
		}
	}
}

// TestLinesAfterUnansweredCalls: lines that no call gave are not known where a call without a result may have given
// them, once the agent went on after it.
func TestLinesAfterUnansweredCalls(t *testing.T) {
	root := t.TempDir()
	transcripttest.Write(t, filepath.Join(root, "a"), []byte("alpha one here\nbeta two here\n"))
	read, other := reads(1, "alpha one here"), on("Read", object{"file_path": "/w/b"}, "1\tx")
	shell := on("Bash", object{"command": "python3 show.py"}, "")
	said := transcripttest.JSON(object{
		"type": "assistant", "cwd": "/w", "sessionId": "s",
		"message": object{"content": []object{{"type": "text", "text": "done"}}},
	})
	const never, unsure = "[[2 2]] []", "[] [[2 2]]"
	for name, c := range map[string]struct{ run, want string }{
		"nothing":                    {read(1) + other(2), never},
		"a command":                  {read(1) + withoutResult(shell)(2) + other(3), unsure},
		"a command, then words":      {read(1) + withoutResult(shell)(2) + said, unsure},
		"a command that is running":  {read(1) + withoutResult(shell)(2), never},
		"a read of another file":     {read(1) + withoutResult(other)(2) + other(3), never},
		"what was answered at last":  {read(1) + withoutResult(shell)(2) + other(3) + shell(2), never},
		"a sub-agent that gave none": {read(1) + withoutResult(on("Task", object{}, ""))(2) + other(3), unsure},
	} {
		all, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", c.run), root)
		if err != nil {
			t.Fatal(err)
		}
		f := all.File("a")
		if got := fmt.Sprint(f.Never, f.Unsure); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestAnsweredLater: a run that is followed comes to the same as one that is read at the end, where a call got its
// result after an edit that was judged without it, or after it was counted among what may have changed files.
func TestAnsweredLater(t *testing.T) {
	placed := edits(2, "-beta two here", "+x")
	for name, late := range map[string]step{
		"a read":  reads(1, "alpha one here", "beta two here"),
		"a shell": on("Bash", object{"command": "make fmt"}, "ok"),
		"a write": on("Write", object{"file_path": "/w/a", "content": "alpha\nbeta two here\n"}, "ok"),
	} {
		call, result, _ := strings.Cut(late(1), "\n")
		path := filepath.Join(t.TempDir(), "run.jsonl")
		pieces := []string{call + "\n", reads(1, "alpha one here")(2), placed(3), result, placed(4)}
		transcripttest.Write(t, path, []byte(pieces[0]))
		s := transcripttest.Open(t, path)
		r := NewReplay(s)
		for _, piece := range pieces[1:] {
			f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.WriteString(piece); err != nil {
				t.Fatal(err)
			}
			_ = f.Close()
			if _, err := s.Update(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := r.Advance(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		followed, err := r.Coverage(t.Context(), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		whole, err := transcript.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		at, err := Of(t.Context(), whole, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		for i, one := range at.Edits(false) {
			if got := followed.Edits(false)[i]; fmt.Sprintf("%+v", *got.Change) != fmt.Sprintf("%+v", *one.Change) {
				t.Errorf("%s: followed %+v, want %+v", name, *got.Change, *one.Change)
			}
		}
		_ = whole.Close()
	}
}
