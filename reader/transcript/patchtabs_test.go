package transcript_test

import (
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestClaudesPatchHasTheFilesTabs: older versions of Claude Code write two blanks for each tab at the start of a line into
// the patch. The lines are those of the file and of what was put in; a patch that does not fit them stays as it is.
func TestClaudesPatchHasTheFilesTabs(t *testing.T) {
	t.Parallel()
	const original = "func f() {\n\tif a {\n\t\tx := 1\tand\n\t}\n}\n"
	for name, c := range map[string]struct {
		original any
		was, put string
		lines    []string
		want     string
	}{
		"whole lines":   {original, "\t\tx := 1\tand\n", "\t\ty := 2\n", []string{"   if a {", "-    x := 1\tand", "+    y := 2", "   }"}, "{2 [ \tif a { -\t\tx := 1\tand +\t\ty := 2  \t}]}"},
		"within a line": {original, "x := 1", "y  := 1", []string{"   if a {", "-    x := 1\tand", "+    y  := 1\tand", "   }"}, "{2 [ \tif a { -\t\tx := 1\tand +\t\ty  := 1\tand  \t}]}"},
		"blanks put in": {original, "\t\tx := 1\tand\n", "    x := 1\n", []string{"   if a {", "-    x := 1\tand", "+    x := 1", "   }"}, "{2 [ \tif a { -\t\tx := 1\tand +    x := 1  \t}]}"},
		"blanks before": {"\t\tf\n\tif a {\n    x := 1\n", "x", "y", []string{"   if a {", "-    x := 1", "+    y := 1"}, "{2 [ \tif a { -    x := 1 +    y := 1]}"},
		"with tabs":     {original, "x", "y", []string{" \tif a {", "-\t\tx := 1\tand", "+\t\ty := 1\tand"}, "{2 [ \tif a { -\t\tx := 1\tand +\t\ty := 1\tand]}"},
		"another file":  {"func f() {\n\tif b {\n\t\tx\n", "x", "y", []string{"   if a {", "-    x", "+    y"}, "{2 [   if a { -    x +    y]}"},
		"beyond":        {"\tf\n", "x", "y", []string{"   if a {", "-    x", "+    y"}, "{2 [   if a { -    x +    y]}"},
		"no original":   {nil, "x", "y", []string{"   if a {", "-    x", "+    y"}, "{2 [   if a { -    x +    y]}"},
		"no tabs":       {"f\n  if a {\n    x\n", "x", "y", []string{"   if a {", "-    x", "+    y"}, "{2 [   if a { -    x +    y]}"},
	} {
		t.Run(name, func(t *testing.T) {
			side := transcripttest.Object{
				"filePath": "/w/a.go", "originalFile": c.original,
				"structuredPatch": []transcripttest.Object{{"oldStart": 2, "oldLines": 3, "newStart": 2, "newLines": 3, "lines": c.lines}},
			}
			args := transcripttest.Object{"file_path": "/w/a.go", "old_string": c.was, "new_string": c.put}
			s := transcripttest.Decode(t, "run.jsonl", transcripttest.ClaudeStep(1, "/w", "Edit", args, "ok", side))
			edits, err := s.Edits(s.Call(1))
			if got, want := transcripttest.DescribeEdits(edits), "/w/a.go ["+c.want+"]"; err != nil || got != want {
				t.Errorf("%v\n%q, want\n%q", err, got, want)
			}
		})
	}
}
