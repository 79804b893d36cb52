package clients_test

import (
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/mcpserver/clients"
)

// counted is a text of n characters, each ten of which say where they are.
func counted(n int) string {
	var b strings.Builder
	for i := 0; i < n; i += 10 {
		fmt.Fprintf(&b, "%09d|", i)
	}
	return b.String()[:n]
}

// TestPreviewAsJSON: in the beginning of a result that is moved to a file "<", ">" and "&" are themselves, as
// JavaScript writes them.
func TestPreviewAsJSON(t *testing.T) {
	got := clients.All()[0].Result(clients.Result{Texts: []string{"<a> & b" + counted(60_000)}})
	if !strings.Contains(got, `"text": "<a> & b000000000|`) {
		t.Errorf("%.300q", got)
	}
}

// TestShortPreview: a server may ask that less than a preview is saved to a file.
func TestShortPreview(t *testing.T) {
	got := clients.All()[0].Result(clients.Result{Texts: []string{"hello"}, Most: 1})
	if !strings.Contains(got, `"text": "hello"`) {
		t.Errorf("%q", got)
	}
}

// TestManyTexts: what clients make of very many texts takes time as they are many, not as their square.
func TestManyTexts(t *testing.T) {
	texts := make([]string, 100_000)
	for _, client := range clients.All() {
		grown := testing.AllocsPerRun(1, func() { client.Result(clients.Result{Texts: texts}) })
		if grown > 10*float64(len(texts)) {
			t.Errorf("%s: %v allocations", client.Name, grown)
		}
	}
}

// TestCuts holds the rules to what the models of the clients got of a server made to be cut.
func TestCuts(t *testing.T) {
	long, lines := counted(60_000), strings.TrimSuffix(strings.Repeat("line\n", 5000), "\n")
	results := []clients.Result{
		{Texts: []string{counted(20_000)}},
		{Texts: []string{long}},
		{Texts: []string{long}, Most: 500_000},
		{Texts: []string{lines}},
		{Texts: []string{"FIRST", "SECOND"}},
		{Texts: []string{"THE TEXT"}, Structured: `{"a":1}`},
		{Texts: []string{counted(30_000)}, Failed: true},
	}
	for _, c := range []struct {
		name                      string
		instructions, description int
		sizes                     []int // of the results; 0: whole
		has                       []string
	}{
		{"Claude Code", 2061, 2061, []int{0, 2119, 0, 0, 12, 7, 10_040}, []string{"|", "000001950|0\n...", "", "", "FIRST\nSECOND", `{"a":1}`, "\n\n... [20000 characters truncated] ...\n\n"}},
		{"Codex", 250, 0, []int{0, 47_984, 47_984, 0, 12, 8, 0}, []string{"", "000023970|00…7 tokens truncated…0|000036020|", "…", "", "FIRST\nSECOND", "THE TEXT", ""}},
		{"OpenCode", 0, 0, []int{0, 111, 111, 10_109, 13, 8, 0}, []string{"", "...60000 bytes truncated...", "", "...3000 lines truncated...", "FIRST\n\nSECOND", "THE TEXT", ""}},
		{"Gemini CLI", 0, 0, []int{20_041, 40_130, 40_130, 0, 94, 49, 0}, []string{"<untrusted_context>\n0", "[20041 characters omitted]", "", "", "FIRST\n</untrusted_context>\n<untrusted_context>\nSECOND", "THE TEXT", ""}},
	} {
		for _, client := range clients.All() {
			if client.Name != c.name {
				continue
			}
			for what, got := range map[string][2]int{
				"instructions": {len([]rune(client.Instructions(counted(9000)))), c.instructions},
				"description":  {len([]rune(client.Description(counted(9000)))), c.description},
			} {
				if got[1] == 0 && got[0] != 9000 || got[1] > 0 && got[0] != got[1] {
					t.Errorf("%s: %s of %d characters", c.name, what, got[0])
				}
			}
			if client.Instructions("short") != "short" {
				t.Errorf("%s cuts what is short", c.name)
			}
			for i, r := range results {
				got := client.Result(r)
				n := len([]rune(got))
				if c.sizes[i] > 0 && n != c.sizes[i] || c.sizes[i] == 0 && !strings.Contains(got, strings.Join(r.Texts, "")) &&
					i != 3 || !strings.Contains(got, c.has[i]) {
					t.Errorf("%s, result %d: %d characters, %.80q … %q", c.name, i, n, got, got[max(len(got)-80, 0):])
				}
			}
		}
	}
}
