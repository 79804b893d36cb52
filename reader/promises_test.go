package reader_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"eyeline/reader/systemtest"
)

// TestPromises: each promise of SECURITY.md is one sentence with a number, and a row of its table names the tests of
// it, which there are.
func TestPromises(t *testing.T) {
	systemtest.OfSources(t)
	text, err := os.ReadFile(filepath.Join("..", ".github", "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	said, table, found := strings.Cut(string(text), "\n## The tests\n")
	if !found {
		t.Fatal("the table of tests is gone")
	}
	promised, _, _ := strings.Cut(said, "\n## What is not promised\n")
	_, promised, _ = strings.Cut(promised, "\n## ")
	promises := regexp.MustCompile(`(?m)^- \*\*P(\d+)\*\* (.*(?:\n  .*)*)$`).FindAllStringSubmatch(promised, -1)
	if bullets := strings.Count(promised, "\n- "); len(promises) != bullets || len(promises) < 30 {
		t.Errorf("%d promises in %d bullets", len(promises), bullets)
	}
	for i, p := range promises {
		name := fmt.Sprintf("P%d", i+1)
		if p[1] != fmt.Sprint(i+1) {
			t.Errorf("P%s stands where %s is expected", p[1], name)
		}
		if !strings.HasSuffix(p[2], ".") || strings.Count(p[2]+" ", ". ") != 1 {
			t.Errorf("%s is not one sentence: %q", name, p[2])
		}
		row := regexp.MustCompile(`(?m)^\| ` + name + ` \| (.*) \|$`).FindStringSubmatch(table)
		if row == nil {
			t.Errorf("%s has no row of tests", name)
			continue
		}
		for test := range strings.SplitSeq(row[1], ", ") {
			where := regexp.MustCompile("^`([a-z/]+)` (Test[A-Z]\\w*)$").FindStringSubmatch(test)
			if where == nil || !hasTest(t, where[1], where[2]) {
				t.Errorf("%s: there is no test %s", name, test)
			}
		}
	}
	if rows := strings.Count(table, "\n| P"); rows != len(promises) {
		t.Errorf("%d rows for %d promises", rows, len(promises))
	}
}

// hasTest reports whether a folder of the repository has a test.
func hasTest(t *testing.T, folder, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(folder), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nfunc "+name+"(t *testing.T) {") {
			return true
		}
	}
	return false
}
