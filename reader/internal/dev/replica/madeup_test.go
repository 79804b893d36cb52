package replica

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"eyeline/reader/internal/conformance"
	"eyeline/reader/longtest"
	"eyeline/reader/tools"
)

// madeUp is the tool of the made-up agent, which reads as pi's does.
const madeUp = "pi"

// act is a made-up agent: it answers the model's calls until there are no more.
func act(behaviour string) error {
	if slices.Contains(os.Args, "--version") {
		fmt.Println("made-up 1.2.3")
		return nil
	}
	switch behaviour {
	case "exits":
		return fmt.Errorf("nothing to do here")
	case "login":
		return fmt.Errorf("you are not logged in")
	case "hangs":
		time.Sleep(time.Minute)
	case "prints":
		out := bufio.NewWriter(os.Stdout)
		for range 300_000 {
			fmt.Fprintln(out, "a line of output")
		}
		if err := out.Flush(); err != nil {
			return err
		}
	case "writes":
		if err := os.WriteFile("left.tmp", nil, 0o644); err != nil {
			return err
		}
	}
	tool, _ := tools.Lookup(madeUp)
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	name := "read"
	if behaviour == "vanished" {
		name = "look"
	}
	talk := newConversation(os.Getenv("REPLICA_TEST_INTERFACE"), os.Getenv("REPLICA_TEST_URL"), os.Args[len(os.Args)-1], name, tool.Schema(), behaviour != "unstreamed")
	for n := 0; ; n++ {
		call, err := talk.next()
		switch {
		case err != nil:
			return err
		case call.Name == "":
			fmt.Println("done")
			return nil
		case behaviour == "stops" && n == 2:
			return fmt.Errorf("three calls are too many")
		case behaviour == "stalls" && n == 2:
			time.Sleep(time.Minute)
		}
		c := testCase{Case: conformance.Case{Root: dir, Args: []byte(call.Args)}}
		g := profile(context.Background(), tool, c, os.Getenv("HOME"), nil)
		if behaviour == "changed" && !g.refused {
			g.text = strings.Replace(g.text, "two", "TWO", 1)
		}
		talk.answer(call, g.text, g.refused)
	}
}

// files are what the made-up agent reads.
var files = map[string]string{"a.txt": "one\ntwo\nthree\n", "b.txt": "no end", "empty": ""}

// newRunner makes a runner of the made-up agent with cases over files.
func newRunner(t *testing.T, kind, behaviour string) (*runner, *set) {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &set{dir: filepath.Join(base, "files"), home: filepath.Join(base, "nobody")}
	for _, d := range []string{s.dir, filepath.Join(base, "run")} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var vectors bytes.Buffer
	for _, c := range []struct{ name, args, answer string }{
		{"whole", `{"path":"a.txt"}`, `"ok":true,"content":"one\ntwo\nthree\n"`},
		{"from", `{"path":"a.txt","offset":2}`, `"ok":true,"content":"two\nthree\n"`},
		{"missing", `{"path":"c.txt"}`, `"ok":false,"error":"ENOENT: no such file or directory, access '{{DIR}}/c.txt'"`},
		{"empty", `{"path":"empty"}`, `"ok":true,"content":""`},
	} {
		fmt.Fprintf(&vectors, `{"tool":%q,"case":%q,"root":"{{DIR}}","args":%s,%s}`+"\n", madeUp, c.name, c.args, c.answer)
	}
	for line := range bytes.Lines(vectors.Bytes()) {
		c, err := readCase(line, s)
		if err != nil {
			t.Fatal(err)
		}
		s.cases = append(s.cases, testCase{Case: c})
	}
	args := json.RawMessage(`{"path":"b.txt"}`)
	s.cases = append(s.cases, testCase{Case: conformance.Case{Tool: madeUp, Name: "new", Root: s.dir, Args: args, ArgsField: args}, new: true})
	tool, _ := tools.Lookup(madeUp)
	rn := &runner{
		o: options{idle: 300 * time.Millisecond, total: time.Minute, progress: &bytes.Buffer{}}, program: os.Args[0],
		dir: filepath.Join(base, "run"), tool: tool, report: &report{Tool: madeUp}, places: []place{{Dir: s.dir}},
		agent: &agent{
			Tool: madeUp, Call: "read", Flagged: kind == "messages" || kind == "gemini",
			Args: func(r agentRun) []string { return []string{r.Prompt} },
			Env: func(r agentRun) []string {
				return []string{
					"REPLICA_TEST_AGENT=" + behaviour, "REPLICA_TEST_INTERFACE=" + kind, "REPLICA_TEST_URL=" + r.URL,
					"GORACE=" + os.Getenv("GORACE"), // without it a program under the race detector sleeps for a second when it ends
				}
			},
		},
	}
	switch behaviour {
	case "hangs":
	case "stalls":
		rn.o.idle = 2 * time.Second // its first request has to come in that time, on a loaded machine too
	default:
		rn.o.idle = 20 * time.Second
	}
	return rn, s
}

// TestEachInterface has the made-up agent answer all cases over each interface.
func TestEachInterface(t *testing.T) {
	for _, kind := range interfaces() {
		for _, behaviour := range []string{"works", "unstreamed"} {
			if behaviour == "unstreamed" && !longtest.IsRequested() {
				continue // package model tests that, too
			}
			t.Run(kind+" "+behaviour, func(t *testing.T) {
				t.Parallel()
				rn, s := newRunner(t, kind, behaviour)
				if err := rn.version(t.Context()); err != nil || rn.report.Version != "1.2.3" {
					t.Errorf("version %q, %v", rn.report.Version, err)
				}
				rn.run(t.Context(), []*set{s})
				r := rn.report
				if r.Calls != 5 || r.Held != 5 || r.Differing != 0 || r.New != 1 || r.Unanswered != 0 || len(r.Troubles)+len(r.Outside) > 0 {
					t.Errorf("%s: troubles %q, outside %q, differences %+v", r.line(), r.Troubles, r.Outside, r.Differences)
				}
			})
		}
	}
}

// TestChangedAgent finds what differs, and says whose answer the case has.
func TestChangedAgent(t *testing.T) {
	rn, s := newRunner(t, "messages", "changed")
	rn.run(t.Context(), []*set{s})
	r := rn.report
	if r.Held != 3 || r.Differing != 2 || len(r.Differences) != 2 || !r.differs() {
		t.Fatalf("%s", r.line())
	}
	want := "@@ line 2; 14 bytes here, 14 from the agent @@\n  \"one\\n\"\n- \"two\\n\"\n+ \"TWO\\n\"\n"
	if d := r.Differences[0]; d.Case != "whole" || d.Diff != want || d.Recorded != "the answer of the tool here" {
		t.Errorf("%+v, want %s", d, want)
	}
	text := markdown([]*report{r, {Tool: "other", Skipped: "it is not there"}})
	for _, part := range []string{"| 5 | 3 | 2 | 1 | 0 | 0 |", want, "`other` was skipped: it is not there"} {
		if !strings.Contains(text, part) {
			t.Errorf("the report lacks %q:\n%s", part, text)
		}
	}
	// What is recorded has the agent's answers, and a run against it says so.
	file := filepath.Join(t.TempDir(), "cases.jsonl")
	if err := writeRecords(file, []*report{r}); err != nil {
		t.Fatal(err)
	}
	l := &library{t: t, o: options{dir: s.dir, cases: []string{file}}, dir: t.TempDir(), loaded: map[string]*set{}}
	sets, err := l.of(madeUp, rn.tool)
	if err != nil {
		t.Fatal(err)
	}
	rn.report = &report{Tool: madeUp}
	rn.run(t.Context(), sets)
	if r := rn.report; r.New != 0 || r.Differing != 2 || r.Differences[0].Recorded != "the agent's answer" {
		t.Errorf("%s: %+v", r.line(), r.Differences)
	}
}

// An agent without a tool here is probed: its answers are recorded, and not compared.
func TestProbe(t *testing.T) {
	rn, s := newRunner(t, "gemini", "works")
	rn.tool = nil
	for i := range s.cases {
		s.cases[i].new = true
	}
	rn.run(t.Context(), []*set{s})
	if r := rn.report; r.Calls != 0 || r.New != 5 || r.Foreign != 5 || len(r.records) != 5 || r.records[2].Error == nil || *r.records[0].Content != files["a.txt"] {
		t.Errorf("%s: %+v", r.line(), r.records)
	}
}

// TestBadAgents runs agents that do not do what they should: each is ended, and the report says why.
func TestBadAgents(t *testing.T) {
	for _, c := range []struct {
		behaviour  string
		held       int
		unanswered int
		says       string // in the troubles, the offer or what was written outside
	}{
		{"exits", 0, 5, "ended by itself (exit status 1) before its first call"},
		{"login", 0, 5, "needs a login"},
		{"hangs", 0, 5, "it hung"},
		{"stops", 4, 1, "at missing"},
		{"stalls", 4, 1, "it hung (signal: killed) at missing"},
		{"prints", 5, 0, ""},
		{"writes", 5, 0, "left.tmp was made"},
		{"vanished", 5, 0, "it offers no tool read; it offers look"},
	} {
		t.Run(c.behaviour, func(t *testing.T) {
			t.Parallel()
			rn, s := newRunner(t, "chat", c.behaviour)
			rn.run(t.Context(), []*set{s})
			r := rn.report
			said := strings.Join(slices.Concat(r.Troubles, r.Outside, r.Offer), "\n")
			if r.Held != c.held || r.Unanswered != c.unanswered || !strings.Contains(said, c.says) || c.says == "" && said != "" {
				t.Errorf("%s\n%s", r.line(), said)
			}
			if c.unanswered > 0 && (!r.differs() || c.behaviour != "hangs" && c.behaviour != "stalls" && len(r.Outputs) == 0) {
				t.Errorf("outputs %q", r.Outputs)
			}
		})
	}
}

// What an agent is known to write where it starts is no news.
func TestLeaves(t *testing.T) {
	rn, s := newRunner(t, "chat", "writes")
	rn.agent.Leaves = []string{"left.tmp"}
	if rn.run(t.Context(), []*set{s}); rn.report.Held != 5 || rn.report.differs() {
		t.Errorf("%s, outside %q", rn.report.line(), rn.report.Outside)
	}
}

// An agent that writes to the folder that it is installed in has updated itself.
func TestInstalledFolder(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "package", "bin", "agent")
	if err := os.MkdirAll(filepath.Dir(program), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "agent")
	if err := os.Symlink(program, link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	places := []place{{Dir: installed(link), Depth: 2}}
	before := look(places)
	if err := os.WriteFile(program, []byte("a newer one"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got := before.Changes(look(places)); !slices.Equal(got, []string{program + " was changed"}) {
		t.Errorf("changes %q", got)
	}
}

// TestCasesOver makes cases over files, all of them calls of the tool.
func TestCasesOver(t *testing.T) {
	rn, s := newRunner(t, "chat", "works")
	cases, err := casesOver(rn.tool, s.dir, 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) < 8 {
		t.Errorf("%d cases", len(cases))
	}
	refused := 0
	for _, c := range cases {
		if g := profile(t.Context(), rn.tool, c, s.home, nil); g.own {
			t.Errorf("%s: %s", c.Name, g.text)
		} else if g.refused {
			refused++
		}
	}
	if refused == 0 || refused == len(cases) {
		t.Errorf("%d of %d are refused", refused, len(cases))
	}
}

func TestAgentsOf(t *testing.T) {
	for _, c := range []struct{ names, want string }{
		{"nobody", "no agent is known for"},
		{"pi,claude_code", ""},
		{"all", ""},
	} {
		found, err := agentsOf(strings.Split(c.names, ","))
		if (err == nil) != (c.want == "") || err == nil && len(found) < 2 || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %d, %v, want %q", c.names, len(found), err, c.want)
		}
	}
}

// Every agent that is described imitates a tool that there is, and has all that a run needs.
func TestAgents(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range allAgents() {
		if _, ok := tools.Lookup(a.Tool); !ok || seen[a.Tool] {
			t.Errorf("%s is no tool, or is there twice", a.Tool)
		}
		seen[a.Tool] = true
		r := agentRun{URL: "http://127.0.0.1:9", Home: "/home/x", Dir: "/dir", Prompt: "the prompt"}
		if a.Call == "" || a.Package == "" || a.Program == "" || !slices.ContainsFunc(a.Args(r), func(s string) bool { return strings.Contains(s, "the prompt") }) {
			t.Errorf("%+v", a)
		}
		told := strings.Join(a.Args(r), " ")
		if a.Env != nil {
			told += strings.Join(a.Env(r), " ")
		}
		if a.Files != nil {
			for _, text := range a.Files(r) {
				told += text
			}
		}
		if a.Before != nil {
			told += strings.Join(a.Before(r), " ")
		}
		if !strings.Contains(told, "http://127.0.0.1:9") {
			t.Errorf("%s is not told where its model is", a.Tool)
		}
	}
}

func TestVerdicts(t *testing.T) {
	for want, r := range map[string]*report{
		"held":                       {Calls: 2, Held: 2},
		"differs":                    {Calls: 2, Held: 1, Differing: 1, Unanswered: 1},
		"held as far as it answered": {Calls: 2, Held: 2, Unanswered: 1},
		"could not ask":              {Skipped: "it is not there"},
	} {
		if got := r.verdict(); got != want || !strings.Contains(markdown([]*report{r}), "| "+want+" |") {
			t.Errorf("%+v: %s, want %s", r, got, want)
		}
	}
}

// TestInterrupted: a run that is interrupted reports what it has.
func TestInterrupted(t *testing.T) {
	agents, err := agentsOf([]string{"pi", "cline"})
	if err != nil {
		t.Fatal(err)
	}
	o := options{folders: []string{t.TempDir()}, progress: io.Discard}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	reports, err := o.all(ctx, t, agents)
	if err != nil || len(reports) != 2 {
		t.Errorf("%d reports, %v", len(reports), err)
	}
}
