package emit

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// A tool that is made up here is one value: nothing else has to learn of it.
func TestAMadeUpToolAnswersRequests(t *testing.T) {
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
	if file, err := FileArgument(toolstest.Numbered("other"), "f"); err != nil || file != "f" {
		t.Errorf("a file on the command line is %q, %v", file, err)
	}
}
