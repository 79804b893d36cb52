package check

import (
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/tools"

	"eyeline/reader/internal/conformance"
)

// What is known once of a file for all tools must not be seen in what a check finds: the reports with and without it
// are the same, for the files of the conformance cases and for files that are made up.
func TestShared(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	for _, name := range []string{"agents-1"} {
		t.Run(name, func(t *testing.T) {
			longtest.SkipUnlessLong(t)
			sameReports(t, conformance.Load(t, name, t.TempDir()).Dir)
		})
	}
	t.Run("made up", func(t *testing.T) {
		random := rand.New(rand.NewPCG(13, 11))
		files := map[string]string{}
		for i := range 20 {
			files[fmt.Sprintf("dir%d/file%d.%s", i%3, i, []string{"go", "txt", "py", "rs", "svg"}[i%5])] = madeUp(random)
		}
		sameReports(t, tree(t, files))
	})
}

// A report has the same bytes whatever the number of processors, and so of files that are read at a time.
func TestReportsAreTheSameOnAnyNumberOfProcessors(t *testing.T) {
	longtest.SkipUnlessLong(t)
	random := rand.New(rand.NewPCG(1, 8))
	files := map[string]string{"odd.txt": "x\u202e\n", "AGENTS.md": strings.Repeat("- a rule\n", 9000)}
	for i := range 120 {
		files[fmt.Sprintf("dir%d/file%d.%s", i%7, i, []string{"go", "txt", "py", "c"}[i%4])] = madeUp(random)
	}
	o := Options{Paths: []string{tree(t, files)}, Tools: lookup(t, "claude_code", "codex_exec", "cline", "swe_agent")}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	formats := map[string]func(io.Writer, *Result) error{
		"json": WriteJSON, "table": writeTable, "html": WriteHTML, "markdown": WriteMarkdown,
	}
	first := map[string]string{}
	for _, n := range []int{1, 2, 8} {
		runtime.GOMAXPROCS(n)
		found, err := Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		for name, write := range formats {
			var b strings.Builder
			if err := write(&b, found); err != nil {
				t.Fatal(err)
			}
			if first[name] = cmp.Or(first[name], b.String()); b.String() != first[name] {
				t.Errorf("%s differs on %d processors", name, n)
			}
		}
	}
}

func sameReports(t *testing.T, dir string) {
	t.Helper()
	o := Options{Paths: []string{dir}, All: true, Tools: tools.All(), Rules: RuleNames()}
	with := written(t, o, WriteJSON)
	o.unshared = true
	without := written(t, o, WriteJSON)
	one, two := strings.Split(with.String(), "\n"), strings.Split(without.String(), "\n")
	for i := range min(len(one), len(two)) {
		if one[i] != two[i] {
			t.Fatalf("line %d\nshared: %.800s\nalone:  %.800s", i+1, one[i], two[i])
		}
	}
	if len(one) != len(two) || with.Len() < 1000 {
		t.Fatalf("%d and %d lines", len(one), len(two))
	}
}

// madeUp is a text with some of what tools treat each in its own way.
func madeUp(random *rand.Rand) string {
	odd := []string{"\r", "\f", "ä€😀", "\xff\xc3", "\u2028", "trailing  ", "\u200b", strings.Repeat("long ", 700), "<svg>", "data:image/png;base64,QUJD", "\"\\"}
	plain := random.IntN(3) == 0
	var b strings.Builder
	for range random.IntN([]int{5, 300, 3000}[random.IntN(3)]) {
		b.WriteString(strings.Repeat("\t", random.IntN(3)) + strings.Repeat("word ", random.IntN(14)))
		if !plain && random.IntN(30) == 0 {
			b.WriteString(odd[random.IntN(len(odd))])
		}
		if !plain && random.IntN(50) == 0 {
			b.WriteByte('\r')
		}
		b.WriteByte('\n')
	}
	if random.IntN(3) == 0 {
		b.WriteString("the end")
	}
	return b.String()
}
