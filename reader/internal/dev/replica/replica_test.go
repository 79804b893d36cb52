// Package replica asks the installed agents themselves what their read tools give, and compares that with the tools
// here:
//
//	go test ./reader/internal/dev/replica -run Replica -v -timeout 0 -agent claude_code,opencode
//	go test ./reader/internal/dev/replica -run Replica -v -timeout 0 -agent all -in /tmp/agents -report /tmp/report.md
//	go test ./reader/internal/dev/replica -run Replica -v -timeout 0 -agent pi -over "$PWD" -record /tmp/pi-cases.jsonl
//	go test ./reader/internal/dev/replica -run Replica -v -timeout 0 -agent codex_exec -what context -over "$PWD"
//	go test ./reader/internal/dev/replica -run Replica -v -timeout 0 -agent claude_code,codex_exec,opencode -what served
//	go test ./reader/internal/dev/replica -run Hooks -v -timeout 0 -agent claude_code,gemini_cli,codex_exec,copilot_cli
//
// Each agent runs without a person, with a home of its own and no way out of the machine, against a scripted model on
// 127.0.0.1 that tells it to make the calls of the cases one after another in one session. The results come with the
// agent's next requests. It installs nothing: an agent that is not there is skipped. The test fails when something
// differs, and before it writes a report when it could not look. An interrupted run reports what it has. Paths are
// taken from this folder, where go test runs it; "go test -c" makes a program that takes them from where it runs.
package replica

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "eyeline/reader/tools/agents" // the tools that are compared
)

// options are what the command line asks for.
type options struct {
	agents   []string
	folders  []string // where npm install --prefix put agents
	cases    []string // sets of testdata/conformance, or a file
	dir      string   // what {{DIR}} is in a file of cases
	context  bool     // what is sent before any call is compared
	served   bool     // what is sent of calls of eyeline mcp is compared
	over     string   // a folder over whose files new cases are made
	files    int      // how many files of it
	only     string   // a part of the names of cases
	most     int      // how many cases of an agent at most
	record   string
	reports  []string
	keep     string
	packages bool
	online   bool
	idle     time.Duration
	total    time.Duration
	progress io.Writer
}

var asked = options{progress: os.Stdout}

func init() {
	list := func(to *[]string, name, usage string) {
		flag.Func(name, usage, func(s string) error {
			*to = append(*to, strings.Split(s, ",")...)
			return nil
		})
	}
	list(&asked.agents, "agent", "the `tools` whose agents are run, apart by commas; all: every agent that is there")
	list(&asked.folders, "in", "look for agents in these `folders` of npm install --prefix, or folders of such folders; without it, where programs are")
	list(&asked.cases, "cases", "the `sets` of testdata/conformance to make the calls of, or a file of cases; without it, all sets")
	list(&asked.reports, "report", "write the report to these `files` too: as JSON where the name ends in .json, else as Markdown")
	flag.StringVar(&asked.dir, "dir", ".", "the `folder` that {{DIR}} stands for in a file of cases; a copy of it is read")
	flag.Func("what", "what is compared: `calls`, context: what is sent of files before any call, or served: what eyeline mcp gives", func(s string) error {
		asked.context, asked.served = s == "context", s == "served"
		if !asked.context && !asked.served && s != "calls" {
			return fmt.Errorf("there are calls, context and served")
		}
		return nil
	})
	flag.StringVar(&asked.over, "over", "", "make new cases over the files of a `folder` instead; a copy of it is read")
	flag.IntVar(&asked.files, "files", 25, "with -over: how many files")
	flag.StringVar(&asked.only, "only", "", "only cases with this `text` in their names")
	flag.IntVar(&asked.most, "most", 0, "at most so many cases of each agent; 0: all")
	flag.StringVar(&asked.record, "record", "", "write what the agents answered as cases to a `file`")
	flag.StringVar(&asked.keep, "keep", "", "keep the agents' homes and outputs in this `folder`, which is made")
	flag.BoolVar(&asked.packages, "packages", false, "print what npm calls the agents, and run nothing")
	flag.BoolVar(&asked.online, "online", false, "run the agents also where the network cannot be shut off")
	flag.DurationVar(&asked.idle, "idle", 90*time.Second, "how long an agent may ask its model for nothing")
	flag.DurationVar(&asked.total, "total", 10*time.Minute, "how long one session may take")
}

// The test program is also the agent that is run, and what runs in a box, as its environment says. With -packages it
// prints their names alone.
func TestMain(m *testing.M) {
	if behaviour := os.Getenv("REPLICA_TEST_AGENT"); behaviour != "" {
		if err := act(behaviour); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		return
	}
	if role := os.Getenv("BOX_TEST_ROLE"); role != "" {
		play(role)
		return
	}
	if flag.Parse(); asked.packages {
		names, err := packageNames(asked.agents)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(strings.Join(names, "\n"))
		return
	}
	os.Exit(m.Run())
}

// TestReplica asks the agents of -agent.
func TestReplica(t *testing.T) {
	if len(asked.agents) == 0 {
		t.Skip("-agent names the tools whose agents are run: " + strings.Join(toolNames(), ", ") + ", or all")
	}
	described, err := agentsOf(asked.agents)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if !asked.online {
		switch passed, again, err := inside(ctx); {
		case err != nil:
			t.Fatalf("%v; -online runs the agents all the same", err)
		case again && !passed:
			t.FailNow() // it said why
		case again:
			return
		}
		if err := wayOut(); err != nil {
			t.Fatal(err)
		}
	}
	reports, err := asked.all(ctx, t, described)
	if err == nil {
		err = asked.write(os.Stdout, reports)
	}
	if err != nil {
		t.Fatal(err)
	}
	if i := slices.IndexFunc(reports, (*report).differs); i >= 0 {
		t.Errorf("%s and what follows it in the report have to be looked at", reports[i].Tool)
	}
}

// agentsOf finds agents by the names of their tools.
func agentsOf(names []string) (found []*agent, err error) {
	if slices.Equal(names, []string{"all"}) {
		return allAgents(), nil
	}
	for _, name := range names {
		a, ok := lookupAgent(name)
		if !ok {
			return nil, fmt.Errorf("no agent is known for %q; there are %s", name, strings.Join(toolNames(), ", "))
		}
		found = append(found, a)
	}
	return found, nil
}

// packageNames are what npm calls agents, each once.
func packageNames(agents []string) (packages []string, err error) {
	described, err := agentsOf(agents)
	for _, a := range described {
		if !slices.Contains(packages, a.Package) {
			packages = append(packages, a.Package)
		}
	}
	return packages, err
}

func toolNames() []string {
	var names []string
	for _, a := range allAgents() {
		names = append(names, a.Tool)
	}
	return names
}
