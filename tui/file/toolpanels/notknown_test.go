package toolpanels

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents" // tools with limits of this program
	"eyeline/tui/file/modelline"
	"eyeline/tui/file/preview"
)

// A limit of this program is "not known" in a list of calls, in the model line and beside another
// tool. Only what the tool itself refuses is refused.
func TestALimitOfThisProgramIsNotARefusal(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"large.txt":   strings.Repeat("a line of text\n", 100_000),
		"large.ipynb": `{"cells":[{"cell_type":"code","source":"` + strings.Repeat("x", 5<<20) + `","outputs":[]}]}`,
		"a.bin":       "\x00\x01\x02\x00",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		tool, file string
		refused    bool
	}{
		{"claude_code_bash", "large.txt", false},
		{"claude_code", "large.ipynb", false},
		{"kilo", "large.ipynb", false},
		{"claude_code", "missing.txt", true},
		{"opencode", "a.bin", true},
	} {
		t.Run(c.tool+"/"+c.file, func(t *testing.T) {
			tool, ok := tools.Lookup(c.tool)
			if !ok {
				t.Fatal("there is no such tool")
			}
			file := c.file
			if tool.Paths == tools.PathAbsolute {
				file = filepath.Join(dir, file)
			}
			r, err := preview.Measure(t.Context(), tools.Env{Root: dir}, tool, tools.BuildArgs(tool, file, nil), false)
			if err != nil {
				t.Fatal(err)
			}
			if r.Refused == "" {
				t.Fatal("it gives something")
			}
			line := modelline.Line{Refused: r.Refused, NotKnown: r.NotKnown}
			for where, said := range map[string][2]string{ // and the word of a refusal
				"a list of calls": {r.InWords(), "refused"},
				"the model line":  {line.Text(), "refused"},
				"a low screen":    {line.Loss(), "nothing sent"},
				"beside another":  {withoutLines(r), "refuses"},
			} {
				text := strings.ReplaceAll(said[0], r.Refused, "")
				if strings.Contains(text, "not known") == c.refused || strings.Contains(text, said[1]) != c.refused {
					t.Errorf("%s says %.200q", where, text)
				}
			}
		})
	}
}
