package agents

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/openhands"
	"eyeline/reader/tools/toolstest"
)

// policyTaken is what a tool takes for arguments, found by calls for a file of 20 lines in dir.
func policyTaken(t *testing.T, tool *tools.Tool, dir string) (p tools.Policy) {
	t.Helper()
	given := func(args json.RawMessage) (string, bool) {
		r, err := tool.Read(t.Context(), tools.Env{Root: dir, Home: dir}, args)
		if err != nil {
			return "", false
		}
		defer r.Close()
		var content bytes.Buffer
		if _, err := r.Render(t.Context(), &content); err != nil {
			t.Fatal(err)
		}
		return content.String(), true
	}
	file := dir + "/f.txt"
	plain := tools.BuildArgs(tool, file, nil)
	content, ok := given(plain)
	if !ok {
		t.Fatalf("%s refuses %s", tool.Name, plain)
	}
	if unknown := tools.SetArg(plain, []string{"no_such_argument"}, "1"); unknown != nil {
		_, ok := given(unknown)
		p.Unknown = !ok
	}
	for _, numbers := range numberArguments(tool) {
		number, text := plain, plain
		for i, path := range numbers {
			number = tools.SetArg(number, path, strconv.Itoa(5+i))
			text = tools.SetArg(text, path, strconv.Quote(strconv.Itoa(5+i)))
		}
		want, ok := given(number)
		if as, taken := given(text); ok && taken && as == want && want != content {
			p.NumbersAsText = true
		}
	}
	array, ok := given(json.RawMessage("[" + strconv.Quote(file) + "]"))
	p.Array = ok && array == content
	return p
}

// numberArguments lists the paths of the arguments that are whole numbers; the elements of an array are listed
// together.
func numberArguments(tool *tools.Tool) (list [][][]string) {
	for _, p := range tool.Params {
		if p.Type != tools.TypeInteger || p.Path == nil {
			continue
		}
		if n := len(list) - 1; n >= 0 && strings.HasPrefix(p.Path[len(p.Path)-1], "[") && list[n][0][0] == p.Path[0] {
			list[n] = append(list[n], p.Path)
			continue
		}
		list = append(list, [][]string{p.Path})
	}
	return list
}

// What a tool says it takes for arguments is what it takes, and it says so nowhere else: a copy without a policy takes
// nothing of it.
func TestPoliciesAreWhatIsTaken(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "one tool takes no absolute path")
	dir := toolstest.Tree(t, map[string]string{"f.txt": strings.Repeat("a line\n", 20)})
	for _, tool := range tools.AllVersions() {
		if got := policyTaken(t, tool, dir); got != tool.Policy {
			t.Errorf("%s takes %+v, and says %+v", tool.Name, got, tool.Policy)
		}
		strict := *tool
		strict.Policy = tools.Policy{}
		if got := policyTaken(t, &strict, dir); got != (tools.Policy{}) {
			t.Errorf("%s without a policy takes %+v", tool.Name, got)
		}
	}
}

// Array arguments are found as one.
func TestNumberArguments(t *testing.T) {
	t.Parallel()
	got := numberArguments(openhands.Tool)
	if !slices.ContainsFunc(got, func(paths [][]string) bool { return len(paths) == 2 && paths[0][0] == "view_range" }) {
		t.Errorf("%v", got)
	}
}
