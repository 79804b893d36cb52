package replica

import (
	"context"
	"crypto/rand"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/conformance"
	"eyeline/reader/tools"
)

// started is where an agent is started to see what it sends of files before it reads any.
type started struct {
	name, cwd, top, home string
	mentions             []string
}

// contexts are where an agent is started: in the trees of testdata/conformance, or in folders of a copy of that of
// -over in which there are files of instructions.
func (l *library) contexts(a *agent) (all []started, err error) {
	if l.o.over != "" {
		return l.contextsOver()
	}
	if len(l.trees) == 0 {
		dst := filepath.Join(l.dir, "contexts")
		if err := os.Mkdir(dst, 0o755); err != nil {
			return nil, err
		}
		for _, c := range conformance.Contexts(l.t, dst) {
			if len(c.Read) == 0 {
				l.trees = append(l.trees, started{c.ID, c.Cwd, c.Root, c.Home, c.Mentions})
			}
		}
	}
	byArgument := slices.Contains([]string{"opencode", "kilo", "pi"}, a.Tool) // what is mentioned there is no "@"
	for _, s := range l.trees {
		if strings.HasPrefix(s.name, a.Tool+"/") && !(byArgument && len(s.mentions) > 0) {
			all = append(all, s)
		}
	}
	return all, nil
}

func (l *library) contextsOver() (all []started, err error) {
	s, err := l.folder("over", l.o.over)
	if err != nil {
		return nil, err
	}
	if out, err := exec.Command("git", "init", "-q", s.dir).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("git init: %w: %s", err, out)
	}
	names := []string{"AGENTS.md", "CLAUDE.md", "GEMINI.md", "QWEN.md", "AGENTS.override.md", ".github", ".claude", ".clinerules"}
	err = filepath.WalkDir(s.dir, func(path string, d fs.DirEntry, err error) error {
		dir := filepath.Dir(path)
		known := slices.ContainsFunc(all, func(x started) bool { return x.cwd == dir })
		if err != nil || known || !slices.Contains(names, d.Name()) || len(all) == l.o.files {
			return err
		}
		rel, err := filepath.Rel(s.dir, dir)
		all = append(all, started{name: "in:" + filepath.ToSlash(rel), cwd: dir, top: s.dir, home: s.home})
		return err
	})
	return all, err
}

// contexts compares what the agent sends with its first request with what its profile says.
func (rn *runner) contexts(ctx context.Context, all []started) {
	p, ok := contextfiles.Lookup(rn.agent.Tool)
	if !ok {
		rn.report.trouble("there is no profile of its context")
		return
	}
	tried := 0
	for _, c := range all {
		if ctx.Err() != nil || rn.o.most > 0 && tried == rn.o.most {
			break
		}
		if !strings.Contains(c.name, rn.o.only) {
			continue
		}
		tried++
		if err := rn.context(ctx, p, c); err != nil {
			rn.report.Unanswered++
			rn.report.trouble("%s: %v", c.name, err)
		}
		fmt.Fprintf(rn.o.progress, "%s\n", rn.report.line())
	}
}

// languageOfItsOwn is a file that Qwen Code writes to its home when it starts, between the others.
var languageOfItsOwn = regexp.MustCompile(`(?s)--- Context from: [^\n]*output-language\.md ---\n.*?\n--- End of Context from: [^\n]*output-language\.md ---\n\n`)

// context starts the agent once.
func (rn *runner) context(ctx context.Context, p *contextfiles.Profile, c started) error {
	b, err := rn.box()
	if err != nil {
		return err
	}
	if _, err := os.Stat(c.home); err == nil {
		if err := copyFolder(c.home, b.Home); err != nil {
			return err
		}
	}
	req := contextfiles.Request{Env: tools.Env{Root: c.cwd, Home: b.Home}, Top: c.top, Mentions: c.mentions}
	want, err := p.Of(ctx, req) // before the agent writes to its home
	if err != nil {
		return err
	}
	there, err := telling(c.top, b.Home)
	if err != nil {
		return err
	}
	mark := "eyeline-" + rand.Text()[:12]
	script := newScript(mark, nil)
	server, err := serve(script)
	if err != nil {
		return err
	}
	defer func() { _ = server.Close() }() // nothing more is asked
	prompt := mark + " go on"
	for _, m := range c.mentions {
		typed := strings.ReplaceAll(m, " ", `\ `)
		if rn.agent.Quotes && typed != m {
			typed = `"` + m + `"`
		}
		prompt += " @" + typed
	}
	e, err := rn.start(ctx, b, agentRun{URL: server.URL, Home: b.Home, Dir: c.cwd, Prompt: prompt}, script)
	if err != nil {
		return err
	}
	sent := textsOf(script.First(), nil)
	for i := range sent { // what an agent writes itself is not counted
		sent[i] = languageOfItsOwn.ReplaceAllString(sent[i], "")
	}
	if sent == nil {
		if e.Output != nil {
			rn.report.keep(rn.agent.Tool, e.Output.String(), b.Dir, rn.o.keep)
		}
		return fmt.Errorf("it %s (%s) and asked its model for nothing", e.How, e.Status)
	}
	if rn.o.keep == "" {
		_ = os.RemoveAll(b.Dir) // it is below a folder that is removed in the end
	}
	if rn.report.context(c.name, want, sent, there) {
		put := strings.NewReplacer(b.Home, "{{HOME}}", c.top, "{{ROOT}}").Replace
		rel, err := filepath.Rel(c.top, c.cwd)
		if err != nil {
			return err
		}
		rec := contextRecord{
			ID: rn.agent.Tool + "/" + c.name, Agent: rn.agent.Tool, Root: "proj", Cwd: filepath.ToSlash(filepath.Join("proj", rel)),
			Home: "home", Mentions: c.mentions, Version: rn.report.Version,
		}
		for _, part := range want.Parts {
			rec.Parts = append(rec.Parts, contextPart{string(part.Kind), put(part.Text)})
		}
		rn.report.contexts = append(rn.report.contexts, rec)
	}
	return nil
}

// contextRecord is what an agent sent, with each part as it is here, in the form of the cases in testdata/conformance.
type contextRecord struct {
	ID       string        `json:"id"`
	Agent    string        `json:"agent"`
	Tree     string        `json:"tree"` // for a person to fill in, as the tree is for them to pack
	Root     string        `json:"root"`
	Cwd      string        `json:"cwd"`
	Home     string        `json:"home"`
	Mentions []string      `json:"mentions"`
	Parts    []contextPart `json:"parts"`
	Version  string        `json:"version"`
}

type contextPart struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// maxTelling is how many lines tell a file, and largestTelling how long the longest file is that is told, in bytes.
const maxTelling, largestTelling = 3, 1 << 20

// telling are the longest lines of each text below some folders, by which a file is known in what is sent, by their
// paths.
func telling(dirs ...string) (map[string][]string, error) {
	all := map[string][]string{}
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
				return fs.SkipDir // what may not be read is not sent
			}
			info, err := d.Info()
			if err != nil || !info.Mode().IsRegular() || info.Size() > largestTelling {
				return nil //nolint:nilerr // it is gone
			}
			data, err := os.ReadFile(path)
			if err != nil || !utf8.Valid(data) {
				return nil //nolint:nilerr // as above
			}
			var lines []string
			for line := range strings.Lines(string(data)) {
				if line = strings.TrimSpace(line); len(line) >= leastText {
					lines = append(lines, line)
				}
			}
			slices.SortFunc(lines, func(a, b string) int { return len(b) - len(a) })
			all[path] = lines[:min(len(lines), maxTelling)]
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// context compares the parts of a briefing with the texts that an agent sent: each part is in one of them, and nothing
// else of the files that are there, by the lines that tell them.
func (r *report) context(name string, want *contextfiles.Briefing, sent []string, there map[string][]string) (held bool) {
	in := func(text string) bool {
		return slices.ContainsFunc(sent, func(s string) bool { return strings.Contains(s, text) })
	}
	r.Calls++
	r.New++
	var differ []string
	for _, part := range want.Parts {
		if !in(strings.TrimSpace(part.Text)) {
			differ = append(differ, fmt.Sprintf("a part (%s) is not sent as here:\n%s", part.Kind, diff(part.Text, nearest(part.Text, sent))))
		}
	}
	sent = slices.Clone(sent)
	for _, part := range want.Parts {
		text := strings.TrimSpace(part.Text)
		if i := slices.IndexFunc(sent, func(s string) bool { return strings.Contains(s, text) }); i >= 0 {
			before, after, _ := strings.Cut(sent[i], text)
			sent[i] = before + "\n" + after
		}
	}
	for _, path := range slices.Sorted(maps.Keys(there)) {
		i := slices.IndexFunc(there[path], in)
		if i < 0 {
			continue
		}
		said := "not shown here"
		if j := slices.IndexFunc(want.LeftOut, func(l contextfiles.LeftOut) bool { return l.Path == path }); j >= 0 {
			said = "left out here: " + want.LeftOut[j].Why
		}
		differ = append(differ, fmt.Sprintf("%s is sent besides, and %s: %.200q\n", path, said, there[path][i]))
	}
	if differ == nil {
		r.Held++
		return true
	}
	r.Differing++
	if len(r.Differences) < maxDifferences {
		r.Differences = append(r.Differences, difference{Case: name, Recorded: "nothing", Diff: strings.Join(differ, "")})
	}
	return false
}

// leastText is how long a line must be to be told from other words, in bytes.
const leastText = 12

// nearest is the text that has the first line of a part, from that on; "" for none.
func nearest(part string, sent []string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(part), "\n")
	for _, s := range sent {
		if i := strings.Index(s, first); i >= 0 && first != "" {
			return s[i:]
		}
	}
	return ""
}

// textsOf are all texts of a JSON value.
func textsOf(v any, texts []string) []string {
	switch v := v.(type) {
	case string:
		texts = append(texts, v)
	case list:
		for _, one := range v {
			texts = textsOf(one, texts)
		}
	case object:
		for _, one := range v {
			texts = textsOf(one, texts)
		}
	}
	return texts
}

// TestContextReport: a part that is not sent, and a file that is sent and left out, are named.
func TestContextReport(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"AGENTS.md": "- a rule of the project\n", "CLAUDE.md": "- for another agent\n", "home/skill.md": "short\n- a word in the home, of a skill\n"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, _ := contextfiles.Lookup("codex_exec")
	want, err := p.Of(t.Context(), contextfiles.Request{Env: tools.Env{Root: dir, Home: dir + "/home"}, Top: dir})
	if err != nil || len(want.Parts) != 1 || len(want.LeftOut) != 1 {
		t.Fatalf("%+v, %v", want, err)
	}
	part := want.Parts[0].Text
	there, err := telling(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		sent any
		says string
	}{
		{object{"input": list{object{"text": "before " + part}, 7}}, ""},
		{object{"input": strings.Replace(part, "a rule", "an order", 1)}, "a part (instructions) is not sent as here"},
		{list{part, "- for another agent"}, "CLAUDE.md is sent besides, and left out here"},
		{list{part, "1→- a word in the home, of a skill"}, "skill.md is sent besides, and not shown here"},
		{list{part, "once more: - a rule of the project"}, "AGENTS.md is sent besides, and not shown here"},
		{list{}, "a part (instructions) is not sent"},
	} {
		var r report
		r.context("case", want, textsOf(c.sent, nil), there)
		if c.says == "" && (r.Held != 1 || r.differs()) || c.says != "" && (r.Differing != 1 || !strings.Contains(r.Differences[0].Diff, c.says)) {
			t.Errorf("%v: %+v", c.sent, r)
		}
	}
}
