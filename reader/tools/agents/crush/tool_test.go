package crush

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"eyeline/reader/source"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// expected is what Crush gives for a file, by its rules and with all of the file at once.
func expected(file string, offset, limit int) string {
	if limit <= 0 {
		limit = 200
	}
	all := strings.Split(file, "\n")
	if offset >= len(all) {
		return "<file>\n\n</file>\n"
	}
	lines, size := []string{}, 0
	from := max(offset, 0)
	for i := from; i < len(all) && len(lines) < limit; i++ {
		line := strings.TrimSuffix(all[i], "\r")
		if len(line) > 2000 {
			line = strings.ToValidUTF8(line[:2000], "") + "..."
		}
		size += len(line)
		if len(lines) > 0 {
			size++
		}
		if size > 204800 {
			return fmt.Sprintf("Content section is too large (%d bytes). Maximum size is 204800 bytes", size)
		}
		lines = append(lines, line)
	}
	text := strings.Join(lines, "\n")
	if !utf8.ValidString(text) {
		return "File content is not valid UTF-8"
	}
	var b strings.Builder
	b.WriteString("<file>\n")
	for i, line := range lines {
		if text == "" {
			break
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%6d|%s", offset+1+i, strings.TrimSuffix(line, "\r"))
	}
	if next := from + len(lines); len(lines) == limit && (next < len(all)-1 || next == len(all)-1 && all[next] != "") {
		fmt.Fprintf(&b, "\n\n(File has more lines. Use 'offset' parameter to read beyond line %d)", offset+len(lines))
	}
	return b.String() + "\n</file>\n"
}

// Files of all kinds of lines are given as Crush gives them.
func TestRandomFiles(t *testing.T) {
	pieces := []string{
		"a line\n", "\n", "\r\n", "\r\r\n", "\r\r\r\n", "end\r", "no end", "ö", "日本\n", "\xff", "\xe6\x97", "\x00", "\ufeff",
		strings.Repeat("x", 1999), strings.Repeat("y", 2000) + "\n", strings.Repeat("é", 1000) + "\r\n",
		strings.Repeat("🚢", 501) + "\n", strings.Repeat("\xff", 30) + strings.Repeat("z", 2500) + "\n",
		strings.Repeat("wide line\n", 300), strings.Repeat(strings.Repeat("w", 1505)+"\n", 136),
	}
	random := rand.New(rand.NewPCG(1, 2))
	root := t.TempDir()
	for range 400 {
		var file strings.Builder
		for range random.IntN(12) {
			file.WriteString(pieces[random.IntN(len(pieces))])
		}
		offset, limit := random.IntN(30)-6, random.IntN(300)-20
		env := tools.Env{Root: root, Stream: toolstest.View(file.String())}
		got, _, _ := toolstest.Ask(t, Tool, env, fmt.Sprintf(`{"file_path":"f","offset":%d,"limit":%d}`, offset, limit))
		if want := expected(file.String(), offset, limit); got != want {
			t.Fatalf("offset %d, limit %d of %.300q:\n got %.300q\nwant %.300q", offset, limit, file.String(), got, want)
		}
	}
}

// A section that is too long is refused at the line that goes over.
func TestTooLarge(t *testing.T) {
	env := tools.Env{Root: t.TempDir(), Stream: toolstest.View(strings.Repeat(strings.Repeat("w", 1505)+"\n", 500))}
	for limit, want := range map[int]string{
		136: "Content section is too large (204815 bytes). Maximum size is 204800 bytes",
		135: "",
	} {
		got, _, refused := toolstest.Ask(t, Tool, env, fmt.Sprintf(`{"file_path":"f","limit":%d}`, limit))
		if refused != (want != "") || refused && got != want {
			t.Errorf("limit %d: %.100q", limit, got)
		}
	}
}

// Arguments are read by the rules of encoding/json, names in any case among them.
func TestArguments(t *testing.T) {
	env := tools.Env{Root: t.TempDir(), Stream: toolstest.View("a\nb\n")}
	const (
		field = " into Go struct field ViewParams."
		wrong = "invalid parameters: json: cannot unmarshal "
		all   = "<file>\n     1|a\n     2|b\n     3|\n</file>\n"
	)
	for args, want := range map[string]string{
		`{"file_path":"f","OFFSET":1,"Limit":1}`:         "<file>\n     2|b\n</file>\n",
		`{"file_path":"f","offset":null,"limit":null}`:   all,
		`{"File_Path":"f"}`:                              "missing required parameter: file_path",
		`{"file_path":""}`:                               "file_path is required",
		`{"file_path":"f","limit":"3"}`:                  wrong + "string" + field + "limit of type int",
		`{"file_path":"f","limit":99999999999999999999}`: wrong + "number 99999999999999999999" + field + "limit of type int",
		`{"file_path":[1]}`:                              wrong + "array" + field + "file_path of type string",
		`{"file_path":"f"`:                               "invalid JSON input: unexpected end of JSON input",
		`[]`:                                             "invalid JSON input: json: cannot unmarshal array into Go value of type map[string]interface {}",
		`{"file_path":"f","offset":9223372036854775807}`: "<file>\n\n</file>\n",
		`{"file_path":"f","limit":9223372036854775807}`:  all,
		`{"file_path":"f","offset":-1,"limit":1,"no":1}`: "<file>\n     0|a" + more + "0)\n</file>\n",
	} {
		if got, _, _ := toolstest.Ask(t, Tool, env, args); got != want {
			t.Errorf("%s:\n got %q\nwant %q", args, got, want)
		}
	}
}

// more is the notice that more lines follow, up to the number of a line.
const more = "\n\n(File has more lines. Use 'offset' parameter to read beyond line "

// A picture is told by the name of its file, its type by its bytes.
func TestPictures(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{
		"a.PNG": "\xff\xd8\xffphoto", "text.gif": "text\n", "long.webp": strings.Repeat("x", 204801), "p.svg": "<svg/>\n",
	})
	types := map[string]string{"a.PNG": "image/jpeg", "text.gif": "image/gif", "p.svg": "", "long.webp": ""}
	for name, want := range types {
		got, r, refused := toolstest.Ask(t, Tool, tools.Env{Root: dir}, `{"file_path":"`+name+`"}`)
		switch {
		case name == "long.webp":
			if got != "Image file is too large (204801 bytes). Maximum size is 204800 bytes" {
				t.Errorf("%s: %q", name, got)
			}
		case refused || (r.Kind == "image") != (want != "") || !strings.Contains(r.Instead, want):
			t.Errorf("%s: %q, %+v", name, got, r)
		}
	}
}

// Up to three names are proposed for a file that is not there.
func TestNamesThatAreAlike(t *testing.T) {
	systemtest.SkipOnWindows(t, "names in any case are one")
	dir := toolstest.Tree(t, map[string]string{
		"Main.go": "x", "main.go.orig": "x", "amain.go": "x", "xmain.go": "x", "m": "x", "other": "x",
	})
	got, _, _ := toolstest.Ask(t, Tool, tools.Env{Root: dir}, `{"file_path":"main.go"}`)
	want := "File not found: DIR/main.go\n\nDid you mean one of these?\nDIR/Main.go\nDIR/amain.go\nDIR/m"
	if got != strings.ReplaceAll(want, "DIR", dir) {
		t.Errorf("%q", got)
	}
	if _, err := os.Stat(dir + "/main.go"); err == nil {
		t.Skip("names in any case are one here")
	}
}

// A page far into a very large file is found without all of it in memory.
func TestLargeFile(t *testing.T) {
	env := tools.Env{Root: t.TempDir(), Stream: source.View(toolstest.Repeated("0123456789abcd\r\n"), 1<<30)}
	got, r, _ := toolstest.Ask(t, Tool, env, `{"file_path":"f","offset":1000000,"limit":1}`)
	if want := "<file>\n1000001|0123456789abcd" + more + "1000001)\n</file>\n"; got != want {
		t.Errorf("%q", got)
	}
	w := r.Window
	if w.Start != 16_000_000 || w.End != 16_000_016 || !bytes.Contains(r.NextArgs, []byte(`"offset":1000001`)) {
		t.Errorf("window %+v, next %s", r.Window, r.NextArgs)
	}
}
