package toollist

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/emit"
	"eyeline/reader/longtest"
	"eyeline/reader/loss"
	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents" // the tools whose numbers are compared
	"eyeline/tui/file/modelline"
	"eyeline/tui/file/preview"
	"eyeline/tui/kit/humanize"
)

// files are such that limits of bytes, lines and lengths of lines differ; the first ones are tried each time.
var accountFiles = []struct{ name, text string }{
	{"long.json", `{"rows":[` + strings.Repeat("[1, 2, 3], ", 9000) + "[4]]}"},
	{"lines.txt", strings.Repeat("a line of the text\n", 3000)},
	{"bin.dat", "\x00\x01\x02\x00"},
	{"n.ipynb", `{"cells":[{"cell_type":"code","source":["a = 1\n"],"outputs":[]}],"metadata":{}}`},
	{"longs.txt", strings.Repeat(strings.Repeat("y", 2600)+"\n", 40)},
	{"empty.txt", ""},
	{"crlf.txt", strings.Repeat("line\r\n", 2500) + "end"},
	{"code.go", "package p\n\n" + strings.Repeat("// F does.\nfunc F() {\n\tprintln(1)\n}\n", 2500)},
	{"wide.txt", strings.Repeat("é漢😀", 20_000)},
	{"utf16.txt", "\xff\xfea\x00\n\x00b\x00"},
}

// accountTools are tried each time.
var accountTools = []string{
	"claude_code", "openhands", "kimi_code", "copilot_cli", "byte_window", "zed", "pi", "gemini_cli",
}

// What the screen says of a read, in the model line and in the lists of tools and calls, are the numbers of the JSON.
func TestTheScreenSaysTheNumbersOfTheJSON(t *testing.T) {
	dir := t.TempDir()
	files, names := accountFiles[:4], accountTools
	if longtest.IsRequested() {
		files, names = accountFiles, nil
		for _, tool := range tools.AllVersions() {
			names = append(names, tool.Name)
		}
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.name), []byte(f.text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range names {
		tool, ok := tools.Lookup(name)
		if !ok {
			continue // it is asked for by name alone
		}
		for _, f := range files {
			path := f.name
			if tool.Paths == tools.PathAbsolute {
				path = filepath.Join(dir, path)
			}
			env, args := tools.Env{Root: dir}, tools.BuildArgs(tool, path, nil)
			r, err := preview.Measure(t.Context(), env, tool, args, false)
			if err != nil {
				t.Fatalf("%s of %s: %v", name, f.name, err)
			}
			compareWithJSON(t, name+" of "+f.name, r, detailOf(t, env, name, args))
		}
	}
}

// detail is what the JSON of a read says that the screen says, too.
type detail struct {
	Success bool   `json:"success"`
	Kind    string `json:"kind"`
	Lost    int64  `json:"lost_bytes"`
	Cut     int64  `json:"cut_bytes"`
	Window  *struct {
		FileBytes int64 `json:"file_bytes"`
	} `json:"window"`
}

func detailOf(t *testing.T, env tools.Env, tool string, args json.RawMessage) (d detail) {
	t.Helper()
	var out bytes.Buffer
	_, err := emit.Answer(t.Context(), &out, env, emit.Request{Tool: tool, Arguments: args})
	if notText := (*emit.NotTextError)(nil); err != nil && !errors.As(err, &notText) {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), &d); err != nil {
		t.Fatalf("%v: %s", err, out.Bytes())
	}
	return d
}

// compareWithJSON compares the words of a reading with what the JSON of the same call says.
func compareWithJSON(t *testing.T, what string, r *preview.Reading, d detail) {
	t.Helper()
	row := ofReading(r)
	if r.Refused != "" {
		if d.Success || row.gets != r.RefusalWord() {
			t.Errorf("%s: %v in the JSON, %+v in the list", what, d.Success, row)
		}
		return
	}
	a := r.Account()
	if !d.Success || a.Lost() != d.Lost || a.Cut != d.Cut || a.Kind != d.Kind {
		t.Errorf("%s: %+v, in the JSON %+v", what, a, d)
	}
	if d.Window != nil && d.Window.FileBytes != a.File {
		t.Errorf("%s: a file of %d bytes, in the JSON of %d", what, a.File, d.Window.FileBytes)
	}
	switch whole := row.share == 100; {
	case d.Kind != "":
		if row.gets != kindWord(d.Kind) {
			t.Errorf("%s: %+v in the list, %s in the JSON", what, row, d.Kind)
		}
	case whole != (d.Lost == 0):
		t.Errorf("%s: %+v in the list, %d bytes lost in the JSON", what, row, d.Lost)
	case !whole && int64(row.share) != (a.File-d.Lost)*100/a.File:
		t.Errorf("%s: %+v in the list, %d of %d bytes lost in the JSON", what, row, d.Lost, a.File)
	}
	unsent := loss.UnsentOf(loss.Runs(r.Window, r.Stats), r.FileBytes, -1)
	said := strings.Join(modelline.Losses(unsent, r.Stats), ", ")
	outside := humanize.Size(d.Lost-d.Cut) + " of " + humanize.Size(a.File) + " not sent"
	if strings.Contains(said, outside) != (d.Lost > d.Cut) {
		t.Errorf("%s: %q in the model line, not %q", what, said, outside)
	}
}
