package emit

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/tools"
)

// TestFlagsOfRequests: a request takes the arguments and the settings of its tool by their flags, also with underscores,
// and says of what is for the command alone where it belongs.
func TestFlagsOfRequests(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte(strings.Repeat("some words\n", 900)), 0o644); err != nil {
		t.Fatal(err)
	}
	for request, want := range map[string]string{
		`"file":"a.txt","flags":{"max-output-tokens":100}`:            `cap 100)`,
		`"file":"a.txt","flags":{"max_output_tokens":100}`:            `cap 100)`,
		`"file":"a.txt","flags":{"limit":1,"max-output-tokens":1000}`: `"success":true`,
		`"file":"a.txt","flags":{"max-output-tokens":0}`:              `\"max-output-tokens\" takes a whole number above 0`,
		`"file":"a.txt","flags":{"max-output-tokens":"1"}`:            `\"max-output-tokens\" takes a whole number above 0`,
		`"file":"a.txt","flags":{"max-output-tokens":1,"max_output_tokens":2}`: `\"max-output-tokens\" and ` +
			`\"max_output_tokens\" are one flag`,
		`"file":"a.txt","flags":{"walk":true}`:    `\"walk\" is a flag of eyeline emit, not of claude_code: each request is one call`,
		`"file":"a.txt","flags":{"root":"/"}`:     "`root` is a field of the request",
		`"file":"a.txt","flags":{"json":true}`:    "`details` is a field of the request",
		`"file":"a.txt","flags":{"max-output":1}`: `did you mean max-output-tokens?`,
		`"file":"HEAD:a.txt"`:                     `HEAD:a.txt is not there; a file of a git revision is for eyeline emit FILE`,
	} {
		var out bytes.Buffer
		in := strings.NewReader(`{"tool":"claude_code",` + request + "}\n")
		if err := Batch(t.Context(), in, &out, tools.Env{Root: dir}); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %v: %.300s\nwant %s", request, err, out.String(), want)
		}
	}
}
