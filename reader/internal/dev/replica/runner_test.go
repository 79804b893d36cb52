package replica

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"eyeline/reader/tools"
)

// all runs agents one after another.
func (o options) all(ctx context.Context, t testing.TB, agents []*agent) ([]*report, error) {
	dir, err := o.folder()
	if err != nil {
		return nil, err
	}
	if o.keep == "" {
		defer func() { _ = os.RemoveAll(dir) }() // what cannot be removed is in the folder for temporary files
	}
	l := &library{t: t, o: o, dir: filepath.Join(dir, "files"), loaded: map[string]*set{}}
	if err := os.Mkdir(l.dir, 0o755); err != nil {
		return nil, err
	}
	var reports []*report
	for _, a := range agents {
		r := &report{Tool: a.Tool, Package: a.Package}
		reports = append(reports, r)
		program, ok := a.Find(o.folders)
		if !ok {
			r.Skipped = fmt.Sprintf("%s is not installed (npm install --prefix DIR %s@latest, and -in DIR)", a.Program, a.Package)
			fmt.Fprintf(o.progress, "%s: skipped: %s\n", a.Tool, r.Skipped)
			continue
		}
		rn := &runner{
			o: o, agent: a, program: program, dir: filepath.Join(dir, a.Tool), report: r,
			// Nobody else writes to the copies of the files, and to the program an agent does that updates itself.
			places: []place{{Dir: l.dir}, {Dir: installed(program), Depth: 2}},
		}
		if err := os.Mkdir(rn.dir, 0o755); err != nil {
			return nil, err
		}
		if err := rn.version(ctx); err != nil {
			r.Skipped = err.Error()
			fmt.Fprintf(o.progress, "%s: skipped: %s\n", a.Tool, r.Skipped)
			continue
		}
		if o.served {
			if err := rn.served(ctx); err != nil {
				r.trouble("%v", err)
			}
			continue
		}
		if o.context {
			all, err := l.contexts(a)
			if err != nil {
				return nil, err
			}
			if rn.contexts(ctx, all); ctx.Err() != nil {
				break // what there is, is reported
			}
			continue
		}
		sets, err := l.of(a.Tool, rn.tool)
		if err != nil {
			return nil, err
		}
		if rn.run(ctx, sets); ctx.Err() != nil {
			r.trouble("the run was interrupted")
			break // what there is, is reported
		}
	}
	return reports, nil
}

// installed is the folder of a program, where its links lead.
func installed(program string) string {
	if real, err := filepath.EvalSymlinks(program); err == nil {
		program = real
	}
	return filepath.Dir(program)
}

// folder makes the folder of everything that is made here.
func (o options) folder() (string, error) {
	if o.keep != "" {
		if err := os.Mkdir(o.keep, 0o755); err != nil {
			return "", err
		}
		return filepath.Abs(o.keep)
	}
	dir, err := os.MkdirTemp("", "eyeline-replica-")
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(dir)
}

// runner runs one agent.
type runner struct {
	o       options
	agent   *agent
	program string
	dir     string
	tool    *tools.Tool
	report  *report
	places  []place
	boxes   int
}

// box makes the next box of the agent.
func (rn *runner) box() (*box, error) {
	rn.boxes++
	return makeBox(filepath.Join(rn.dir, fmt.Sprint(rn.boxes)))
}

var versionNumber = regexp.MustCompile(`\d+\.\d+\.\d+([-+][.\w]*\w)?`)

// version asks the program for its version, and chooses the tool that imitates it.
func (rn *runner) version(ctx context.Context) error {
	b, err := rn.box()
	if err != nil {
		return err
	}
	e := b.Run(ctx, command{Program: rn.program, Args: []string{"--version"}, Dir: b.Tmp, Env: rn.env(agentRun{Home: b.Home})},
		limits{Idle: rn.o.idle, Total: time.Minute})
	if e.How != exited || e.Status != "exit status 0" {
		return fmt.Errorf("%s --version %s (%s)%s%s", rn.agent.Program, e.How, e.Status, hintText(e), said(e))
	}
	rn.report.Version = versionNumber.FindString(e.Output.String())
	if node, err := exec.CommandContext(ctx, "node", "--version").Output(); err == nil {
		rn.report.Node = strings.TrimSpace(string(node))
	}
	var major int
	if _, err := fmt.Sscanf(rn.report.Node, "v%d", &major); err != nil || major < rn.agent.Node {
		rn.report.trouble("the newest version wants Node.js %d, and here is %q: it may fail, or npm may have installed an older one", rn.agent.Node, rn.report.Node)
	}
	if rn.tool = toolOf(rn.agent.Tool, rn.report.Version); rn.tool != nil {
		rn.report.Agent, rn.report.Profile = rn.tool.Origin.Agent, rn.tool.Origin.Version
	}
	return nil
}

// toolOf is the tool for a version of an agent, as records of it get one: the newest that is not newer, or the one
// without a version in its name; nil for an agent that is only probed yet.
func toolOf(name, version string) *tools.Tool {
	best, _ := tools.Lookup(name)
	if best == nil {
		return nil
	}
	for _, t := range tools.AllVersions() {
		base, _, other := strings.Cut(t.Name, "@")
		if other && base == name && !newer(t.Origin.Version, version) && (newer(best.Origin.Version, version) || newer(t.Origin.Version, best.Origin.Version)) {
			best = t
		}
	}
	return best
}

// newer compares versions number by number.
func newer(a, b string) bool {
	numbers := func(version string) (all []int) {
		for part := range strings.SplitSeq(version, ".") {
			n, _ := strconv.Atoi(part) // what is no number counts as 0
			all = append(all, n)
		}
		return all
	}
	return slices.Compare(numbers(a), numbers(b)) > 0
}

func (rn *runner) env(r agentRun) []string {
	if rn.agent.Env == nil {
		return nil
	}
	return rn.agent.Env(r)
}

// said is the end of what a program printed, on one line.
func said(e ending) string {
	if e.Output == nil {
		return ""
	}
	text := strings.Join(strings.Fields(e.Output.String()), " ")
	if len(text) > 300 {
		text = "…" + text[len(text)-300:]
	}
	return fmt.Sprintf(", it printed %q", text)
}

func hintText(e ending) string {
	if h := e.Hints(); len(h) > 0 {
		return ": it " + strings.Join(h, ", ")
	}
	return ""
}

// A version newer than the newest that is imitated is compared with that one, also where the newest has its version in
// its name.
func TestToolOf(t *testing.T) {
	for _, c := range [][3]string{
		{"pi", "0.87.1", "pi@0.87.1"},
		{"pi", "1.0.3", "pi@0.87.1"},
		{"pi", "1.5.2", "pi"},
		{"pi", "1.16.0", "pi"},
		{"pi", "", "pi"},
		{"claude_code", "2.1.197", "claude_code@2.1.197"},
		{"claude_code", "2.1.999", "claude_code"},
		{"grok_cli", "0.0.1", "grok_cli"},
	} {
		if got := toolOf(c[0], c[1]); got == nil || got.Name != c[2] {
			t.Errorf("%s %s: %v, want %s", c[0], c[1], got, c[2])
		}
	}
	if got := toolOf("none", "1.0.0"); got != nil {
		t.Errorf("of an agent that is not imitated: %s", got.Name)
	}
}
