package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
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
		for _, m := range regexp.MustCompile(`RUNNER_TEMP/replica" (-[^|)>]*)`).FindAllStringSubmatch(string(text), -1) {
			args := strings.Fields(strings.ReplaceAll(m[1], `"`, ""))
			if _, err := parse(args, &bytes.Buffer{}); err != nil {
				t.Errorf("%q: %v", args, err)
			}
		}
	}
	var out bytes.Buffer
	if code := run(t.Context(), []string{"-agent", "codex_exec,codex_exec_bytes,pi", "-packages"}, &out, &bytes.Buffer{}); code != 0 || out.String() != "@openai/codex\n@earendil-works/pi-coding-agent\n" {
		t.Errorf("-packages: %d, %q", code, out.String())
	}
}
