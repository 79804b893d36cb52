package launch

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// TestMadeUpTool: shells, help and the list of tools learn of a tool from the tool itself.
func TestMadeUpTool(t *testing.T) {
	withSettings(t, "")
	tool := toolstest.Numbered("made_up")
	tool.Settings = []tools.Param{{Flag: "patience", Type: tools.TypeInteger, Default: int64(3), Help: "how long it waits"}}
	defer tools.Register(tool)()

	for args, want := range map[string]string{
		"--tool|":                  "made_up",
		"emit|--tool|":             "made_up",
		"tools|":                   "made_up",
		"--tool|made_up|--sk":      "--skip",
		"--tool|made_up|--pa":      "--patience",
		"emit|--tool|made_up|--ta": "--take",
	} {
		out := run(t, append([]string{"__complete"}, strings.Split(args, "|")...)...).out
		if !slices.ContainsFunc(strings.Split(out, "\n"), func(line string) bool { return strings.Split(line, "\t")[0] == want }) {
			t.Errorf("%s: %q lacks %q", args, out, want)
		}
	}
	for _, command := range [][]string{{"--tool", "made_up", "--help"}, {"emit", "--help", "--tool", "made_up"}} {
		_, text, _ := strings.Cut(run(t, command...).out, "Arguments of ")
		for _, want := range []string{"made_up", "--skip", "lines to skip", "--take", "lines to take", "--patience", "how long it waits"} {
			if !strings.Contains(text, want) {
				t.Errorf("%v lacks %q:\n%s", command, want, text)
			}
		}
	}
	if out := run(t, "tools").out; !strings.Contains(out, "made_up") || !strings.Contains(out, "Made Up") {
		t.Errorf("tools: %s", out)
	}
	if out := run(t, "tools", "made_up").out; !strings.Contains(out, `"title":"made_up"`) {
		t.Errorf("tools made_up: %s", out)
	}
	if o := run(t, "--tool", "made_up", "--skip", "2", "--patience", "9", sample).opts; o == nil || o.Settings["made_up"]["patience"] != 9 {
		t.Errorf("%+v", o)
	}
}

// TestLimitsOfATool: tools --json says the limits, kinds and the policy for arguments as the tool has them.
func TestLimitsOfATool(t *testing.T) {
	withSettings(t, "")
	tool := toolstest.Numbered("made_up")
	tool.Caps = tools.Caps{Lines: tools.Cap{Most: 7, Flag: "take", Max: 9}, Output: tools.Cap{Most: 2048, Over: tools.OverMiddle}}
	tool.Kinds = tools.Kinds{Empty: tools.GivesNothing, Image: tools.GivesMedia, PDF: tools.GivesRefusal, Binary: tools.GivesHex}
	tool.Policy.Unknown = true
	defer tools.Register(tool)()
	var got struct {
		Limits    string
		Caps      map[string]any
		Kinds     map[string]string
		Arguments map[string]bool
	}
	if err := json.Unmarshal([]byte(run(t, "tools", "made_up", "--json").out), &got); err != nil {
		t.Fatal(err)
	}
	if want := "7 lines, or --take up to 9; 2 KiB, the middle is cut; 10 characters a line"; got.Limits != want {
		t.Errorf("limits %q, want %q", got.Limits, want)
	}
	if lines := got.Caps["lines"].(map[string]any); lines["most"] != 7.0 || lines["max"] != 9.0 || lines["flag"] != "take" {
		t.Errorf("caps %v", got.Caps)
	}
	if got.Kinds["image"] != "media" || got.Kinds["binary"] != "hexdump" || !got.Arguments["unknown_refused"] || got.Arguments["numbers_as_text"] {
		t.Errorf("kinds %v, arguments %v", got.Kinds, got.Arguments)
	}
}
