package check

import (
	"bytes"
	"strings"
	"testing"
)

// TestNoLineOfATableIsTooLong: findings, facts and the names of all tools are wrapped.
func TestNoLineOfATableIsTooLong(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("tool_name ", 40)
	r := &Result{
		Findings: []Finding{{Rule: Partial, Level: LevelNote, Path: "a.txt", Line: 2, Message: long, Agents: strings.Fields(long)}},
		Facts:    []Fact{{Rule: Partial, Tool: "tool", Message: long, Files: 12}},
		Skipped:  []Skipped{{Path: "b", Why: long}},
	}
	var out bytes.Buffer
	if err := writeTable(&out, r); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "tool_name"); n != 160 {
		t.Errorf("%d of 160 words", n)
	}
	for line := range strings.Lines(out.String()) {
		if len(line) > textWidth+1 {
			t.Errorf("%d: %s", len(line), line)
		}
	}
}
