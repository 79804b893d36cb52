package transcripts

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/keypress"
)

// largeRun is a run of Codex with so many calls, of which the first two add so many files each.
func largeRun(t *testing.T, calls, files int) sampleRun {
	t.Helper()
	var patch, b strings.Builder
	patch.WriteString("*** Begin Patch\n")
	for i := range files {
		fmt.Fprintf(&patch, "*** Add File: dir/file%05d.txt\n+one line\n", i)
	}
	patch.WriteString("*** End Patch")
	line := func(kind string, payload map[string]any) {
		p, err := json.Marshal(map[string]any{"timestamp": "2026-11-21T10:00:00Z", "type": kind, "payload": payload})
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(p, '\n'))
	}
	dir := t.TempDir()
	line("session_meta", map[string]any{"id": "x", "cwd": dir, "cli_version": "0.169.0"})
	for i := range calls {
		input := "*** Begin Patch\n*** Add File: one.txt\n+a line\n*** End Patch"
		if i < 2 {
			input = patch.String()
		}
		id := fmt.Sprint("c", i)
		line("response_item", map[string]any{"type": "custom_tool_call", "call_id": id, "name": "apply_patch", "input": input})
		line("response_item", map[string]any{
			"type": "custom_tool_call_output", "call_id": id, "output": "Success. Updated the following files:\nA dir/one.txt\n",
		})
	}
	return sampleRun{path: written(t, "rollout-2026-11-21T10-00-00-x.jsonl", b.String()), root: dir}
}

// TestAKeyCostsWhatIsOnTheScreen: on every list, moving and drawing allocate as often with many rows, and with calls of
// many files, as with few.
func TestAKeyCostsWhatIsOnTheScreen(t *testing.T) {
	longtest.SkipUnlessLong(t)
	costs := map[string][]float64{}
	cost := func(p *program, list string) {
		costs[list] = append(costs[list], testing.AllocsPerRun(5, func() {
			for _, key := range []string{"down", "up"} {
				p.front().Key(keypress.Of(key))
				p.front().Settle()
				p.front().Rows(p.Height())
				p.front().Footer()
			}
		}))
	}
	for _, n := range []int{60, 3000} {
		onFiles(t, 100, 30, largeRun(t, n, n), func(p *program) {
			cost(p, "files")
			p.keys("ctrl+t", "home")
			p.has("changed " + humanize.Count(int64(n), "file") + ": dir/file00000.txt; dir/file00001.txt;")
			cost(p, "calls")
			clear(p.front().(*timelineScreen).infos)
			cost(p, "calls that are not described yet")
		})
		onChoice(t, 100, 30, manyTranscripts(t, n), "/home/ada/x-3", true, func(p *program) { cost(p, "transcripts") })
	}
	for list, c := range costs {
		if c[1] > 1.2*c[0]+50 {
			t.Errorf("%s: a key allocates %v times with many rows, %v with few", list, c[1], c[0])
		}
	}
}
