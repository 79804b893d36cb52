package replica

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// The workflows use the same version of an action everywhere, and this one gives the flags that there are.
func TestWorkflow(t *testing.T) {
	files, err := filepath.Glob("../../../../.github/workflows/*.yml")
	if err != nil || len(files) < 3 {
		t.Fatalf("workflows %q, %v", files, err)
	}
	versions := map[string]string{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`uses: (\S+)@(\S+)`).FindAllStringSubmatch(string(text), -1) {
			if v, ok := versions[m[1]]; ok && v != m[2] {
				t.Errorf("%s uses %s of %s, another one %s", f, m[2], m[1], v)
			}
			versions[m[1]] = m[2]
		}
		if filepath.Base(f) != "replica.yml" {
			continue
		}
		for _, m := range regexp.MustCompile(`RUNNER_TEMP/replica"( -[^|)>]*)`).FindAllStringSubmatch(string(text), -1) {
			for _, f := range regexp.MustCompile(` -([\w.]+)`).FindAllStringSubmatch(m[1], -1) {
				if flag.Lookup(f[1]) == nil {
					t.Errorf("there is no flag %s", f[0])
				}
			}
		}
	}
	names, err := packageNames([]string{"codex_exec", "codex_exec_bytes", "pi"})
	if err != nil || !slices.Equal(names, []string{"@openai/codex", "@earendil-works/pi-coding-agent"}) {
		t.Errorf("packages %q, %v", names, err)
	}
}
