package contextfiles_test

import (
	"fmt"
	"testing"

	"eyeline/reader/contextfiles"
	"eyeline/reader/tools"
)

// BenchmarkOf makes the briefing of each agent in a repository of 100,000 files with 200 files of instructions, in its
// deepest folder; the agents look at the folders above it, so that the number of files is of no effect.
func BenchmarkOf(b *testing.B) {
	files := map[string]string{".git/HEAD": "x"}
	for i := range 100_000 {
		files[fmt.Sprintf("d%d/e%d/f%d.go", i%100, i%97, i)] = "package x\n"
	}
	deep := ""
	for i := range 10 {
		deep += fmt.Sprintf("l%d/", i)
		files[deep+"AGENTS.md"], files[deep+"CLAUDE.md"] = "# rules\n- one\n@more.md\n", "# rules\n- two\n"
	}
	for i := range 90 {
		files[fmt.Sprintf(".claude/rules/r%d.md", i)], files[fmt.Sprintf("d%d/AGENTS.md", i)] = "- a rule\n", "- another\n"
	}
	dir := project(b, files)
	for _, p := range contextfiles.All() {
		b.Run(p.Name(), func(b *testing.B) {
			for b.Loop() {
				if _, err := p.Of(b.Context(), contextfiles.Request{Env: tools.Env{Root: dir + "/" + deep, Home: dir + "/home"}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
