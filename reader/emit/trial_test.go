package emit

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// A tool that is made up here is one value: nothing else has to learn of it.
func TestAMadeUpToolAnswersRequests(t *testing.T) {
	systemtest.SkipOnWindows(t, "errors have other words")
	defer tools.Register(toolstest.Numbered("made_up"), toolstest.Middle("made_up_middle"))()
	dir := t.TempDir()
	text := strings.Repeat("a line of text\nshort\r\n", 10)
	if err := os.WriteFile(filepath.Join(dir, "f"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	in := `{"tool":"made_up","arguments":{"where":"f","skip":2,"take":3}}
{"tool":"made_up","arguments":{"where":"f","take":0}}
{"tool":"made_up","arguments":{"where":"g"}}
{"tool":"made_up_middle","arguments":{"where":"f"}}
`
	var out bytes.Buffer
	if err := Batch(t.Context(), strings.NewReader(in), &out, tools.Env{Root: dir}); err != nil {
		t.Fatal(err)
	}
	want := `{"tool":"made_up","success":true,"content":"<2> a line of ~\n<3> short\n<4> a line of ~"}
{"tool":"made_up","success":false,"error":"take must be at least 1"}
{"tool":"made_up","success":false,"error":"cannot show g: stat ` + dir + `/g: no such file or directory"}
{"tool":"made_up_middle","success":true,"content":"head and tail:\n  1 a line of text\n  2 short\r\n  3 a line of text\n[14 lines cut]\n 18 short\r\n 19 a line of text\n 20 short\r"}
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	if file, err := FileArgument(tools.Env{}, toolstest.Numbered("other"), "f"); err != nil || file != "f" {
		t.Errorf("a file on the command line is %q, %v", file, err)
	}
}

// The JSON of an answer names every run of a window that has a hole.
func TestAHoleIsDetailed(t *testing.T) {
	defer tools.Register(toolstest.Middle("made_up_middle"))()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f"), []byte(strings.Repeat("a line\n", 10)), 0o644); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	req := Request{Tool: "made_up_middle", Arguments: []byte(`{"where":"f"}`)}
	if _, err := Answer(t.Context(), &out, tools.Env{Root: dir}, req); err != nil {
		t.Fatal(err)
	}
	want := `"window":{"runs":[{"lines":[1,3],"bytes":[0,21]},{"lines":[8,10],"bytes":[49,70]}],"total_lines":10,"file_bytes":70}`
	if !strings.Contains(out.String(), want) {
		t.Errorf("got\n%s\nwithout\n%s", out.String(), want)
	}
}
