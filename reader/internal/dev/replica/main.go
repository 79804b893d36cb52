// Command replica asks the installed agents themselves what their read tools give, and compares that with the tools
// here:
//
//	go run ./reader/internal/dev/replica -agent claude_code,opencode
//	go run ./reader/internal/dev/replica -agent all -in /tmp/agents -report report.md
//	go run ./reader/internal/dev/replica -agent pi -over . -record testdata/pi-cases.jsonl
//
// Each agent runs without a person, with a home of its own and no way out of the machine, against a scripted model on
// 127.0.0.1 that tells it to make the calls of the cases one after another in one session. The results come with the
// agent's next requests. It installs nothing: an agent that is not there is skipped. It exits with 1 when something
// differs, and with 2 when it could not look. An interrupted run reports what it has.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"eyeline/reader/internal/dev/replica/agent"
	"eyeline/reader/internal/dev/replica/box"
	_ "eyeline/reader/tools/agents" // the tools that are compared
)

// options are what the command line asks for.
type options struct {
	agents   []string
	folders  []string // where npm install --prefix put agents
	cases    []string // sets of testdata/conformance, or a file
	dir      string   // what {{DIR}} is in a file of cases
	over     string   // a folder over whose files new cases are made
	files    int      // how many files of it
	only     string   // a part of the names of cases
	most     int      // how many cases of an agent at most
	record   string
	report   string
	json     string
	keep     string
	packages bool
	online   bool
	idle     time.Duration
	total    time.Duration
	progress io.Writer
}

const (
	exitDiffers = 1
	exitFailed  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the whole command.
func run(ctx context.Context, args []string, out, progress io.Writer) int {
	o, err := parse(args, progress)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintln(progress, "replica:", err)
		return exitFailed
	}
	if o.packages {
		fmt.Fprintln(out, strings.Join(o.packageNames(), "\n"))
		return 0
	}
	if !o.online {
		status, again, err := box.Inside(ctx)
		switch {
		case err != nil:
			fmt.Fprintf(progress, "replica: %v; -online runs the agents all the same\n", err)
			return exitFailed
		case again:
			return status
		}
		if err := box.Outside(); err != nil {
			fmt.Fprintln(progress, "replica:", err)
			return exitFailed
		}
	}
	reports, err := o.all(ctx)
	if err == nil {
		err = o.write(out, reports)
	}
	if err != nil {
		fmt.Fprintln(progress, "replica:", err)
		return exitFailed
	}
	for _, r := range reports {
		if r.differs() {
			return exitDiffers
		}
	}
	return 0
}

func parse(args []string, progress io.Writer) (options, error) {
	o := options{progress: progress}
	f := flag.NewFlagSet("replica", flag.ContinueOnError)
	f.SetOutput(progress)
	list := func(to *[]string, name, usage string) {
		f.Func(name, usage, func(s string) error {
			*to = append(*to, strings.Split(s, ",")...)
			return nil
		})
	}
	list(&o.agents, "agent", "the `tools` whose agents are run, apart by commas; all: every agent that is there")
	list(&o.folders, "in", "look for agents in these `folders` of npm install --prefix, or folders of such folders; without it, where programs are")
	list(&o.cases, "cases", "the `sets` of testdata/conformance to make the calls of, or a file of cases; without it, all sets")
	f.StringVar(&o.dir, "dir", ".", "the `folder` that {{DIR}} stands for in a file of cases; a copy of it is read")
	f.StringVar(&o.over, "over", "", "make new cases over the files of a `folder` instead; a copy of it is read")
	f.IntVar(&o.files, "files", 25, "with -over: how many files")
	f.StringVar(&o.only, "only", "", "only cases with this `text` in their names")
	f.IntVar(&o.most, "most", 0, "at most so many cases of each agent; 0: all")
	f.StringVar(&o.record, "record", "", "write what the agents answered as cases to a `file`")
	f.StringVar(&o.report, "report", "", "write the report as Markdown to a `file` too")
	f.StringVar(&o.json, "json", "", "write the report as JSON to a `file` too")
	f.StringVar(&o.keep, "keep", "", "keep the agents' homes and outputs in this `folder`, which is made")
	f.BoolVar(&o.packages, "packages", false, "print what npm calls the agents, and run nothing")
	f.BoolVar(&o.online, "online", false, "run the agents also where the network cannot be shut off")
	f.DurationVar(&o.idle, "idle", 90*time.Second, "how long an agent may ask its model for nothing")
	f.DurationVar(&o.total, "total", 10*time.Minute, "how long one session may take")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	switch {
	case f.NArg() > 0:
		return o, fmt.Errorf("%q is no flag", f.Arg(0))
	case len(o.agents) == 0:
		return o, errors.New("-agent names the tools whose agents are run: " + strings.Join(names(), ", ") + ", or all")
	case len(o.agents) == 1 && o.agents[0] == "all":
		o.agents = names()
	}
	for _, name := range o.agents {
		if _, ok := agent.Lookup(name); !ok {
			return o, fmt.Errorf("no agent is known for %q; there are %s", name, strings.Join(names(), ", "))
		}
	}
	return o, nil
}

// packageNames are what npm calls the agents, each once.
func (o options) packageNames() []string {
	var packages []string
	for _, name := range o.agents {
		if a, ok := agent.Lookup(name); ok && !slices.Contains(packages, a.Package) {
			packages = append(packages, a.Package)
		}
	}
	return packages
}

func names() []string {
	var names []string
	for _, a := range agent.All() {
		names = append(names, a.Tool)
	}
	return names
}
