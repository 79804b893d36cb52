package transcriptcmd

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/transcripttest"
)

// besideMain are the records of sub-agents with files of their own, by their identities.
type besideMain map[string]string

// TestGuardAndEditsAgree: the guard refuses an edit where the list of edits calls it blind, and lets it through where
// that is not known: after a formatter, or whatever else is not understood, the agent may know what became of a file.
// That is so wherever the calls stand in a run, whichever of its agents made them, and also where the edit's place is
// recorded. Before the calls are more than the first records by which a format is told, and after some much that is
// read.
func TestGuardAndEditsAgree(t *testing.T) {
	longtest.SkipUnlessInPart(t)
	t.Parallel()
	root := t.TempDir()
	file := filepath.Join(root, "a.go")
	transcripttest.Write(t, file, []byte("alpha one here\nbeta  two formatted\n}\n"))
	shell := func(n int, command string) string {
		return transcripttest.ClaudeStep(n, root, "Bash", object{"command": command}, "", nil)
	}
	words := func(words ...string) string {
		return transcripttest.ClaudeStep(62, root, "Bash", object{"command": words}, "", nil)
	}
	all := func(n int) string {
		return transcripttest.ClaudeRead(n, root, file, 1, "alpha one here", "beta two here", "}")
	}
	first := transcripttest.ClaudeRead(63, root, file, 1, "alpha one here")
	first = strings.Replace(first, `"totalLines":1`, `"totalLines":3`, 1)
	tool := func(path string) string {
		return transcripttest.ClaudeStep(62, root, "mcp__refactor__rename", object{"file": path}, "done", nil)
	}
	noPath := transcripttest.ClaudeStep(62, root, "mcp__ide__format_all", object{}, "done", nil)
	put := object{"file_path": file, "content": "alpha one here\nbeta two here\n}\n"}
	wrote := transcripttest.ClaudeStep(64, root, "Write", put, "ok", nil)
	long := transcripttest.ClaudeRead(65, root, filepath.Join(root, "b.go"), 1, strings.Repeat("x", 600<<10))
	read, format := all(61), shell(62, "make fmt")
	loud := transcripttest.ClaudeStep(62, root, "Bash", object{"command": "make fmt"}, strings.Repeat("x", 600<<10), nil)
	looks := strings.Repeat("git status; ls -l | grep x\n", 3)
	many := func(command string, n int) string { return strings.Repeat(shell(62, command), n) }
	pad := ""
	for n := range 20 {
		pad += shell(n, "ls")
	}
	for name, c := range map[string]guardCase{
		"nothing":                      {run: read, isRefused: true},
		"much after it":                {run: read + long, isRefused: true},
		"a formatter of all files":     {run: read + format},
		"a formatter of the file":      {run: read + shell(62, "myfmt -w a.go")},
		"a formatter in a condition":   {run: read + shell(62, "test -f none && make fmt")},
		"a formatter before the read":  {run: format + all(63), isRefused: true},
		"and much between":             {run: format + long + all(66), isRefused: true},
		"and much after":               {run: format + all(63) + long, isRefused: true},
		"a formatter, a part is read":  {run: format + first},
		"a formatter, much after it":   {run: read + format + long},
		"a formatter with much to say": {run: read + loud},
		"a list of words":              {run: read + words("myfmt", "-w", "a.go")},
		"a list that is a script":      {run: read + words("bash", "-lc", "git status"), isRefused: true},
		"no command at all":            {run: read + transcripttest.ClaudeStep(62, root, "Bash", object{}, "", nil)},
		"what git has":                 {run: read + shell(62, "git stash pop")},
		"tests and looks":              {run: read + shell(62, "go test ./... && ls -l | xargs grep -P x"), isRefused: true},
		"many looks":                   {run: read + many(looks, 500), isRefused: true},
		"more calls than are decoded":  {run: read + many("make fmt", 3000)},
		"looks at the file":            {run: read + shell(62, "wc -l a.go; git diff a.go; ls -l a.go"), isRefused: true},
		"the file is staged":           {run: read + shell(62, "git add a.go"), isRefused: true},
		"a change of another file":     {run: read + shell(62, "sed -i s/a/b/ b.go"), isRefused: true},
		"a tool that names the file":   {run: read + tool(file)},
		"a tool that names a folder":   {run: read + tool(root)},
		"a tool that names another":    {run: read + tool("/elsewhere/b"), isRefused: true},
		"a tool without arguments":     {run: read + noPath},
		"such a tool, much after it":   {run: read + noPath + long},
		"a file that is made of it":    {run: read + shell(62, "myfmt < a.go > a2; mv a2 a.go")},
		"a formatter of a sub-agent":   {run: read + bySub(format, "inside")},
		"a sub-agent reads all":        {run: read + format + bySub(all(63), "inside")},
		"and the agent, too":           {run: read + format + bySub(all(63), "inside") + all(64), isRefused: true},
		"a formatter, all is read":     {run: format + all(63) + shell(64, "git status"), isRefused: true},
		"a formatter, all is written":  {run: format + wrote, isRefused: true},
		"by a sub-agent beside":        {run: read, beside: besideMain{"own": bySub(format, "own")}},
		"before all is read":           {run: all(63), beside: besideMain{"own": bySub(format, "own")}, isRefused: true},
		"the sub-agent's own": {
			beside: besideMain{"own": bySub(read+format, "own")}, agent: "own",
		},
		"of the parent": {
			run: format, beside: besideMain{"own": bySub(read, "own")}, agent: "own",
		},
		"the parent reads all": {
			run: format + all(63), beside: besideMain{"own": bySub(read, "own")}, agent: "own",
		},
		"of another sub-agent": {
			beside: besideMain{"own": bySub(read, "own"), "other": bySub(format, "other")}, agent: "own",
		},
		"nothing of any agent": {
			run: shell(62, "ls"), beside: besideMain{"own": bySub(read, "own"), "other": bySub(shell(62, "ls"), "other")},
			agent: "own", isRefused: true,
		},
	} {
		c.root, c.file = root, file
		c.run = pad + c.run
		t.Run(name, c.check)
	}
	for name, c := range map[string]guardCase{
		"packed, and looks alone": {packed: besideMain{"a": bySub(shell(62, "ls"), "a")}, isRefused: true},
		"packed, a formatter":     {packed: besideMain{"a": bySub(shell(62, "make fmt"), "a")}},
		"packed, with a bad line": {packed: besideMain{"a": "{{{\n" + bySub(shell(62, "ls"), "a")}},
	} {
		c.root, c.file, c.run = root, file, pad+read+shell(60, "ls")
		t.Run(name, c.check)
	}
	first16 := guardCase{root: root, file: file, run: format + all(63) + long, isRefused: true}
	t.Run("a formatter at the start", first16.check)
}

// guardCase is a run before an edit of a line that has changed.
type guardCase struct {
	root, file string
	run        string
	beside     besideMain
	packed     besideMain
	agent      string // that edits; "" for the main one
	isRefused  bool   // and blind; else neither is known
}

func (c guardCase) check(t *testing.T) {
	t.Parallel()
	run := filepath.Join(t.TempDir(), "run.jsonl")
	own := run // the file of the agent
	files := map[string]string{run: c.run}
	for id, records := range c.beside {
		path := filepath.Join(strings.TrimSuffix(run, ".jsonl"), "subagents", "agent-"+id+".jsonl")
		if files[path] = records; id == c.agent {
			own = path
		}
	}
	for path, records := range files {
		transcripttest.Write(t, path, []byte(records))
	}
	for id, records := range c.packed {
		path := filepath.Join(strings.TrimSuffix(run, ".jsonl"), "subagents", "agent-"+id+".jsonl.gz")
		transcripttest.Write(t, path, packed(records))
	}
	edit := object{"file_path": c.file, "old_string": "beta  two formatted", "new_string": "x"}
	request := transcripttest.JSON(object{
		"hook_event_name": "PreToolUse", "transcript_path": run, "cwd": c.root, "tool_input": edit, "agent_id": c.agent,
	})
	want := "let through: a command that is not understood"
	if c.isRefused {
		want = "You have not been sent"
	}
	out, err := runCommand(t, request, "--guard")
	if err != nil || !strings.Contains(out, want) {
		t.Errorf("the guard: %v: %q", err, out)
	}
	removed := []string{"-beta  two formatted", "+x"}
	hunk := object{"oldStart": 2, "oldLines": 1, "newStart": 2, "newLines": 1, "lines": removed}
	for _, side := range []any{nil, object{"filePath": c.file, "structuredPatch": []object{hunk}}} {
		then := transcripttest.ClaudeStep(99, c.root, "Edit", edit, "ok", side)
		if c.agent != "" {
			then = bySub(then, c.agent)
		}
		transcripttest.Write(t, own, []byte(files[own]+then))
		made, err := transcript.Open(t.Context(), run)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = made.Close() }()
		all, err := coverage.Of(t.Context(), made, c.root)
		if err != nil {
			t.Fatal(err)
		}
		edits := all.Edits(false)
		last := edits[len(edits)-1]
		if got, want := fmt.Sprint(last.IsBlind(), last.IsKnown()), fmt.Sprint(c.isRefused, c.isRefused); got != want {
			t.Errorf("the list of edits, with a place %t: blind and known: %s, want %s", side != nil, got, want)
		}
	}
}

// packed is a text packed by gzip.
func packed(text string) []byte {
	var all bytes.Buffer
	z := gzip.NewWriter(&all)
	_, _ = z.Write([]byte(text)) // into memory
	_ = z.Close()
	return all.Bytes()
}
