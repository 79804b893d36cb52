//go:build linux || darwin

package launch

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"eyeline/reader/longtest"
)

// commandRow is a row of the table of commands in SECURITY.md.
type commandRow struct {
	programs []string // "COMMAND" for the one that is named on the command line
	writes   bool
}

// commandTable is the table of SECURITY.md that says what each command starts and writes.
func commandTable(t *testing.T) map[string]commandRow {
	t.Helper()
	text, err := os.ReadFile("../../.github/SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "\n| command | programs | when | writes |\n|---|---|---|---|\n")
	if !found {
		t.Fatal("SECURITY.md has no table of commands")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	quoted := regexp.MustCompile("`([^`]*)`")
	words := func(cell string) (all []string) {
		for _, m := range quoted.FindAllStringSubmatch(cell, -1) {
			all = append(all, m[1])
		}
		return all
	}
	rows := map[string]commandRow{}
	for line := range strings.SplitSeq(table, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 6 {
			t.Fatalf("not a row of four cells: %q", line)
		}
		for _, name := range words(cells[1]) {
			rows[name] = commandRow{words(cells[2]), strings.TrimSpace(cells[4]) != "nothing"}
		}
	}
	return rows
}

// commandCase is a command line, with the programs that it starts and what it writes.
type commandCase struct {
	of, in string
	starts []string
	writes string // the name below the folder
	line   []string
}

// madeTable are the tables of opencode's and Kilo's databases, with a session.
const madeTable = `
CREATE TABLE session (id text PRIMARY KEY, project_id text, parent_id text, slug text, directory text, title text, version text,
	time_created integer, time_updated integer);
CREATE TABLE message (id text PRIMARY KEY, session_id text, time_created integer, time_updated integer, data text);
CREATE TABLE part (id text PRIMARY KEY, message_id text, session_id text, time_created integer, time_updated integer, data text);
INSERT INTO session VALUES ('ses_a', 'global', NULL, 's', 'DIR', 't', '1.18.33', 1795743080000, 1795743080000);
INSERT INTO message VALUES ('msg_a', 'ses_a', 1795743080000, 1795743080000, '{"role":"assistant"}');
INSERT INTO part VALUES ('prt_a', 'msg_a', 'ses_a', 1795743080000, 1795743080000, '{"type":"tool","tool":"read","callID":"call_0",` +
	`"state":{"status":"completed","input":{"filePath":"DIR/a.txt"},"output":"<path>DIR/a.txt</path>\n<type>file</type>\n<content>\n` +
	`1: two\n</content>","metadata":{}}}');
`

// putStore makes a database; false where sqlite3 is not installed.
func putStore(t *testing.T, path, dir string) bool {
	t.Helper()
	put(t, path, "", 0o600)
	cmd := exec.Command("sqlite3", "-batch", "-bail", "-init", os.DevNull, path)
	cmd.Stdin = strings.NewReader(strings.ReplaceAll(madeTable, "DIR", dir))
	out, err := cmd.CombinedOutput()
	if _, missing := exec.LookPath("sqlite3"); missing != nil {
		return false
	}
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return true
}

// shims makes a folder that has, for each program of the PATH, one of its name that notes its start in a file and then
// is that program.
func shims(t *testing.T, bin, marks string) {
	t.Helper()
	path := os.Getenv("PATH")
	shim := filepath.Join(t.TempDir(), "shim")
	put(t, shim, "#!/bin/sh\necho \"${0##*/}\" >>"+marks+"\nPATH='"+path+"' exec \"${0##*/}\" \"$@\"\n", 0o755)
	if err := os.MkdirAll(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, dir := range filepath.SplitList(path) {
		all, _ := os.ReadDir(dir) // a folder of PATH need not be there
		for _, one := range all {
			_ = os.Symlink(shim, filepath.Join(bin, one.Name())) // the first of a name counts
		}
	}
	for _, name := range []string{"xclip", "xsel", "wl-copy", "pbcopy", "clip.exe", "tmux", "less", "man"} {
		_ = os.Symlink(shim, filepath.Join(bin, name))
	}
	program := filepath.Join(bin, "program")
	put(t, program, "#!/bin/sh\necho program >>"+marks+"\ncat\n", 0o755)
	for _, name := range []string{
		"EDITOR", "VISUAL", "SHELL", "PAGER", "MANPAGER", "GIT_PAGER", "LESSOPEN", "LESSCLOSE", "LESSEDIT", "BROWSER", "EYELINE",
	} {
		t.Setenv(name, "|"+program+" %s")
	}
	t.Setenv("PATH", bin)
}

// TestWhatCommandsStartAndWrite: each command starts the programs that the table of SECURITY.md names, where there are
// databases of sessions, a work tree and every program too, and writes what it names, in the home, the work tree and
// the folder of temporary files.
func TestWhatCommandsStartAndWrite(t *testing.T) {
	longtest.SkipUnlessLong(t)
	emptyGit(t)
	withSettings(t, "wrap = true\n")
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	repo, temp, home := filepath.Join(top, "repo"), filepath.Join(top, "temp"), filepath.Join(top, "home")
	put(t, filepath.Join(temp, "theirs"), "x", 0o600)
	put(t, filepath.Join(repo, "a.txt"), "one\n", 0o644)
	put(t, filepath.Join(repo, "CLAUDE.md"), "@a.txt\n", 0o644)
	command(t, repo, "init", "-q", "-b", "main")
	command(t, repo, "add", ".")
	command(t, repo, "commit", "-qm", "first")
	put(t, filepath.Join(repo, "a.txt"), "two\n", 0o644)
	session := runIn(t, repo)
	opencode := filepath.Join(home, ".local/share/opencode/opencode.db")
	kilo := filepath.Join(home, ".local/share/kilo/kilo.db")
	stores := putStore(t, opencode, repo) && putStore(t, kilo, repo)
	samples, err := filepath.Glob("../../testdata/transcripts/*/*")
	if err != nil || len(samples) < 10 {
		t.Fatal(samples, err)
	}
	for i := range samples {
		if samples[i], err = filepath.Abs(samples[i]); err != nil {
			t.Fatal(err)
		}
	}
	edit := `{"hook_event_name":"PreToolUse","transcript_path":"` + session + `","cwd":"` + repo +
		`","tool_input":{"file_path":"a.txt","old_string":"two","new_string":"x"}}`
	server := filepath.Join(t.TempDir(), "server")
	marks := filepath.Join(t.TempDir(), "marks")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	eyeline := filepath.Join(t.TempDir(), "eyeline")
	if err := os.Symlink(self, eyeline); err != nil {
		t.Fatal(err)
	}
	put(t, server, "#!/bin/sh\necho COMMAND >>"+marks+"\nexec "+eyeline+" mcp\n", 0o755)
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash, whose sockets the agent of this test asks by")
	}
	agent, silent := filepath.Join(t.TempDir(), "claude"), filepath.Join(t.TempDir(), "claude")
	put(t, silent, "#!/bin/sh\necho AGENT >>"+marks+"\n", 0o755)
	put(t, agent, "#!"+bash+"\necho AGENT >>"+marks+"\n"+askingAgent, 0o755)
	model := httptest.NewServer(http.NotFoundHandler()) // what an agent asks is recorded, whatever the answer
	defer model.Close()
	table := commandTable(t)
	shims(t, filepath.Join(t.TempDir(), "bin"), marks)
	t.Setenv("TMPDIR", temp)
	t.Setenv("HOME", home)
	t.Setenv("XDG_DATA_HOME", "")
	t.Chdir(repo)

	const call = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
		`"clientInfo":{"name":"t","version":"1"}}}` + "\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" +
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"claude_code","arguments":{"file_path":"a.txt"}}}` + "\n"
	git, sqlite, listed := []string{"git"}, []string{"sqlite3"}, []string(nil)
	if stores {
		listed = sqlite
	}
	cases := []commandCase{
		{of: "version", line: []string{"version"}},
		{of: "help", line: []string{"help"}},
		{of: "help", line: []string{"help", "themes"}},
		{of: "man", line: []string{"man"}},
		{of: "completion", line: []string{"completion", "bash"}},
		{of: "completion", line: []string{"__complete", "emit", "--tool", ""}},
		{of: "completion", line: []string{"__complete", "check", "--diff", ""}, starts: git},
		{of: "config", line: []string{"config"}},
		{of: "schema", line: []string{"schema"}},
		{of: "tools", line: []string{"tools"}},
		{of: "tools", line: []string{"tools", "--report"}},
		{of: "emit", line: []string{"emit", "a.txt"}},
		{of: "emit", line: []string{"emit", "--json", "--walk", "--tool", "codex_exec", "a.txt"}},
		{of: "emit", line: []string{"emit", "--tool", "codex_exec", "--args", `{"command":"cat a.txt | head -1"}`}},
		{of: "emit", line: []string{"emit", "-"}, in: "piped\n"},
		{of: "emit", line: []string{"emit", "--cover", "1-1", "a.txt"}},
		{
			of: "emit", line: []string{"emit", "--batch"},
			in: `{"tool":"claude_code","arguments":{"file_path":"` + repo + `/a.txt"}}` + "\n",
		},
		{of: "emit", line: []string{"emit", "HEAD:a.txt"}, starts: git},
		{of: "check", line: []string{"check"}, starts: git},
		{of: "check", line: []string{"check", "--explain", "cut-line"}},
		{of: "check", line: []string{"check", "--diff", "HEAD"}, starts: git},
		{of: "check", line: []string{"check", "--staged"}, starts: git},
		{of: "tap", line: []string{"tap", "--upstream", model.URL, "--", silent}, starts: []string{"AGENT"}},
		{
			of: "tap", line: []string{"tap", "--record", "tap.jsonl", "--upstream", model.URL, "--", agent},
			starts: []string{"AGENT"}, writes: "repo/tap.jsonl",
		},
		{of: "context", line: []string{"context"}},
		{of: "context", line: []string{"context", "--agent", "all", "--json", "--mention", "a.txt"}},
		{of: "search", line: []string{"search", "one"}},
		{of: "search", line: []string{"search", "--json", "--no-rg", "--agent", "crush", "one"}},
		{of: "mcp", line: []string{"mcp"}, in: call},
		{of: "mcp", line: []string{"mcp", "--record", "calls.jsonl"}, in: call, writes: "repo/calls.jsonl"},
		{of: "mcp check", line: []string{"mcp", "check", "--", server}, starts: []string{"COMMAND"}},
		{of: "transcript", line: []string{"transcript"}, starts: listed},
		{of: "transcript", line: []string{"transcript", session}},
		{of: "transcript", line: []string{"transcript", session, "--json"}},
		{of: "transcript", line: []string{"transcript", session, "--now", "--calls"}},
		{of: "transcript", line: []string{"transcript", session, "--file", "a.txt"}},
		{of: "transcript", line: []string{"transcript", session, "--call", "1"}},
		{of: "transcript", line: []string{"transcript", session, "--paging"}},
		{of: "transcript", line: []string{"transcript", session, "--edits"}},
		{of: "transcript", line: []string{"transcript", session, "--line", "a.txt:1"}},
		{of: "transcript", line: []string{"transcript", session, "--wire", samples[0]}},
		{of: "transcript", line: []string{"transcript", "--guard"}, in: edit},
		{of: "transcript", line: []string{"transcript", "--guard", "--install", "claude-code"}},
		{
			of: "transcript", line: []string{"transcript", session, "--diff", "-"},
			in: "--- a/a.txt\n+++ b/a.txt\n@@ -0,0 +1 @@\n+two\n",
		},
		{of: "transcript", line: []string{"transcript", session, "--diff", "HEAD"}, starts: git},
	}
	for _, sample := range samples {
		cases = append(cases, commandCase{of: "transcript", line: []string{"transcript", sample, "--calls"}})
	}
	if stores {
		cases = append(cases,
			commandCase{of: "transcript", line: []string{"transcript", opencode}, starts: sqlite},
			commandCase{of: "transcript", line: []string{"transcript", kilo + "/ses_a", "--calls"}, starts: sqlite},
			commandCase{of: "transcript", line: []string{"transcript", opencode, "--edits"}, starts: sqlite},
			commandCase{of: "transcript", line: []string{"transcript", "--all", "--paging"}, starts: sqlite},
			commandCase{of: "transcript", line: []string{"transcript", opencode, "--diff", "HEAD"}, starts: []string{"git", "sqlite3"}})
	}
	before := picture(t, top)
	maps.DeleteFunc(before, func(name, _ string) bool { return name == temp || name == repo }) // their times change
	started, wrote := map[string][]string{}, map[string]bool{}
	for _, c := range cases {
		_ = os.Remove(marks)
		said := runWith(t, strings.NewReader(c.in), c.line...)
		if said.opts != nil {
			t.Errorf("%q starts the viewer", c.line)
		}
		text, _ := os.ReadFile(marks) // there is none where nothing ran
		programs := slices.Compact(slices.Sorted(strings.FieldsSeq(string(text))))
		if !slices.Equal(programs, c.starts) {
			t.Errorf("%q starts %q, want %q: %v\n%.500s", c.line, programs, c.starts, said.err, said.out)
		}
		after := picture(t, top)
		maps.DeleteFunc(after, func(name, _ string) bool { return name == temp || name == repo })
		if names := differs(before, after); strings.TrimPrefix(strings.Join(names, " "), top+"/") != c.writes {
			t.Errorf("%q writes %q, want %q: %v", c.line, names, c.writes, said.err)
		}
		if c.writes != "" {
			wrote[c.of] = true
			_ = os.Remove(filepath.Join(top, c.writes))
		}
		started[c.of] = append(started[c.of], programs...)
	}
	for name, row := range table {
		all := slices.Compact(slices.Sorted(slices.Values(started[name])))
		if !stores && name == "transcript" {
			all = append(all, "sqlite3")
		}
		if _, tried := started[name]; !tried || !slices.Equal(all, slices.Sorted(slices.Values(row.programs))) || wrote[name] != row.writes {
			t.Errorf("%s: SECURITY.md says that it starts %q and writes: %t; tried: %q, %t", name, row.programs, row.writes, all, wrote[name])
		}
	}
	everyCommand(Program{}.commands([]string{"help"}), "", func(name string) {
		if _, isThere := table[name]; !isThere {
			t.Errorf("SECURITY.md does not say what %s starts and writes", name)
		}
	})
}

// askingAgent is the end of a script for bash that asks a model once, as Claude Code asks its own.
const askingAgent = `address=${ANTHROPIC_BASE_URL#http://}
host=${address%%/*} body='{"model":"m","messages":[{"role":"user","content":"hello"}]}'
exec 3<>"/dev/tcp/${host%:*}/${host#*:}"
printf 'POST /%s/v1/messages HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s' \
	"${address#*/}" "$host" "${#body}" "$body" >&3
read -r answer <&3
`

// everyCommand calls do with the name of each command that can be typed, such as "mcp check".
func everyCommand(of *cobra.Command, before string, do func(string)) {
	for _, cmd := range of.Commands() {
		name := strings.TrimSpace(fmt.Sprint(before, " ", cmd.Name()))
		if strings.HasPrefix(name, "completion ") || cmd.Hidden {
			continue // one for each shell
		}
		do(name)
		everyCommand(cmd, name, do)
	}
}
