package emit

import (
	"bytes"
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/conformance"
	"eyeline/reader/longtest"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// contextAnswer is what a batch answers to a context request.
type contextAnswer struct {
	Success bool
	Error   string
	Context contextfiles.Report
}

// askContext sends requests as one batch.
func askContext(t *testing.T, env tools.Env, requests string) (all []contextAnswer) {
	t.Helper()
	var out bytes.Buffer
	if err := Batch(t.Context(), strings.NewReader(requests), &out, env); err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(out.Bytes()) {
		var a contextAnswer
		if err := json.Unmarshal(line, &a); err != nil {
			t.Fatalf("%v: %.200q", err, line)
		}
		all = append(all, a)
	}
	return all
}

// Every part of what agents sent before they read is in the answer of a batch.
func TestContextConformance(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the trees have links and names that Windows does not have")
	}
	// The tests of the profiles have all cases in any case.
	trees := map[string]int{}
	cases := conformance.ContextsOf(t, t.TempDir(), func(tree string) bool {
		if _, known := trees[tree]; !known {
			trees[tree] = len(trees)
		}
		return longtest.IsRequested() || trees[tree]%3 == 0
	})
	if len(cases) < 200 {
		t.Errorf("only %d cases", len(cases))
	}
	var requests bytes.Buffer
	for _, c := range cases {
		requests.Write(tools.Encode(map[string]any{"context": contextRequest{
			Agent: c.Agent, Dir: c.Cwd, Home: c.Home, Top: c.Root, Mentions: c.Mentions, Reads: c.Read,
		}}))
		requests.WriteByte('\n')
	}
	answers := askContext(t, tools.Env{}, requests.String())
	for i, c := range cases {
		var got [][2]string
		for _, p := range answers[i].Context.Parts {
			got = append(got, [2]string{string(p.Kind), p.Text})
		}
		if err := c.Check(got); err != nil {
			t.Errorf("%s: %v %s", c.ID, err, answers[i].Error)
		}
		r := answers[i].Context
		if !answers[i].Success || r.Version != 1 || r.Agent != c.Agent || r.AgentVersion == "" {
			t.Errorf("%s: %t, version %d of %s %s", c.ID, answers[i].Success, r.Version, r.Agent, r.AgentVersion)
		}
	}
}

// A context request that is wrong gets one sentence.
func TestContextRequestsRefused(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "errors have other words")
	for request, want := range map[string]string{
		`{"context":{}}`:                                   "bad request: `context` names no `agent`",
		`{"context":{"agent":"nobody"}}`:                   `unknown agent "nobody"`,
		`{"context":7}`:                                    "bad request: expected an object, got number",
		`{"context":{"agent":"codex_exec","dir":"none"}}`:  "no such file or directory",
		`{"context":{"agent":"codex_exec","mentions":""}}`: "bad request: expected an object, got string",
	} {
		got := askContext(t, tools.Env{Root: t.TempDir()}, request)
		if len(got) != 1 || got[0].Success || !strings.Contains(got[0].Error, want) {
			t.Errorf("%s: %+v, want %q", request, got, want)
		}
	}
}
