package hermesagent

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// expected are the numbered lines of a short file, by the tool's rules and with all of the file at once.
func expected(file string, offset, limit int) string {
	total := strings.Count(file, "\n")
	if file == "" || total > 0 && offset > total {
		return ""
	}
	lines := strings.SplitAfter(file, "\n")
	from := min(offset-1, len(lines))
	text := strings.Join(lines[from:min(from+limit, len(lines))], "")
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if offset == 1 {
		text = strings.TrimPrefix(text, "\uFEFF")
	}
	if total <= offset+limit-1 && !strings.HasSuffix(file, "\n") {
		text = strings.TrimSuffix(text, "\n")
	}
	parts := strings.Split(text, "\n")
	for i := range parts {
		parts[i] = fmt.Sprintf("%d|%s", offset+i, strings.ToValidUTF8(parts[i], "\uFFFD"))
	}
	return strings.Join(parts, "\n")
}

// The content in the JSON is the lines of the file, with their numbers.
func TestRandomFiles(t *testing.T) {
	longtest.SkipUnlessLong(t)
	pieces := []string{"a line\n", "\n", "\r\n", "\r", "no end", "日本\n", "\u2028", "\ufeff", "\"\\\t\v\n", "\x7f"}
	random := rand.New(rand.NewPCG(5, 7))
	root := t.TempDir()
	for range 2000 {
		var file strings.Builder
		for range random.IntN(9) {
			file.WriteString(pieces[random.IntN(len(pieces))])
		}
		offset, limit := random.IntN(6)+1, random.IntN(6)+1
		env := tools.Env{Root: root, Stream: toolstest.View(file.String())}
		args := fmt.Sprintf(`{"path":"f","offset":%d,"limit":%d}`, offset, limit)
		got, r, refused := toolstest.Ask(t, Tool, env, args)
		var answer struct {
			Content string
			Total   int `json:"total_lines"`
		}
		if err := json.Unmarshal([]byte(got), &answer); err != nil || refused {
			t.Fatalf("%s of %q: %q %v", args, file.String(), got, err)
		}
		if want := expected(file.String(), offset, limit); answer.Content != want {
			t.Fatalf("%s of %q:\n got %q\nwant %q", args, file.String(), answer.Content, want)
		}
		if answer.Total != strings.Count(file.String(), "\n") || r.Window.End > int64(file.Len()) {
			t.Fatalf("%s of %q: %d lines, window %+v", args, file.String(), answer.Total, r.Window)
		}
	}
}

// The agent says nothing of a last line without an end that follows the lines asked for.
func TestLastLineIsLostSilently(t *testing.T) {
	env := tools.Env{Root: t.TempDir(), Stream: toolstest.View("a\nb\nc")}
	got, r, _ := toolstest.Ask(t, Tool, env, `{"path":"f","limit":2}`)
	if !strings.Contains(got, `"1|a\n2|b", "total_lines": 2, "file_size": 5, "truncated": false, "is_b`) || !r.Silent {
		t.Errorf("%s, silent: %t", got, r.Silent)
	}
	if r.Window.End != 4 || r.NextArgs == nil {
		t.Errorf("window %+v, next %s", r.Window, r.NextArgs)
	}
}

// What the agent may mask is not given, and what only looks so is.
func TestSecrets(t *testing.T) {
	ten, thirty := strings.Repeat("a1", 5), strings.Repeat("a1", 15)
	for _, text := range []string{
		"sk-" + ten, "x(ghp_" + ten, "\u200bghs_" + ten,
		"gl" + "pat-" + ten, "SG." + ten, "sk_" + ten, "AIza" + thirty,
		"AKIA" + strings.Repeat("A", 16), "gAAAA" + thirty, "xoxb-" + ten, "xapp-1-" + ten, "pk-lf-" + ten, "am_" + ten,
		"sk-" + "a1\u200ba1\x1b" + ten[4:], "xai-" + thirty, "Authorization: x", "AUTHORIZATION:\nx", "x-api-key : y",
		"12345678:" + thirty, "-----BEGIN RSA PRIVATE KEY-----", "redis://u:p@h", "https://" + ten + "@h", "eyJ" + ten,
		"+1234567",
	} {
		if !mayHide([]byte("1|" + text)) {
			t.Errorf("%q may not hide anything", text)
		}
	}
	for _, text := range []string{
		"task-" + ten, "param_" + ten, "sk-short", "key: x", "author: x", "1234567:" + thirty, "https://u@h", "+12",
		"https://h/a@b",
	} {
		if mayHide([]byte("1|" + text)) {
			t.Errorf("%q may hide something", text)
		}
	}
}

// What is not imitated is said in this program's own words.
func TestNotImitated(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.ipynb": "{}", "zeros": "a\x00", "latin": "\xe9tat\n", "bell": "\a\n",
		"secret": "sk-" + strings.Repeat("a", 20), "names.go": "", "a.txt": "x",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range []string{
		`{"path":"a.ipynb"}`, `{"path":"zeros"}`, `{"path":"latin"}`, `{"path":"bell"}`, `{"path":"secret"}`,
		`{"path":"name.go"}`, `{"path":"/dev/zero"}`, `{"path":"~nobody/x"}`, `{"path":""}`, `{"path":3}`, `{}`, `[]`,
		`{"path":"a.txt","offset":1.5}`, `{"path":"a.txt","limit":"x"}`, `{"path":"a.txt","limit":true,"offset":[1]}`,
	} {
		_, err := Tool.Read(t.Context(), tools.Env{Root: dir}, []byte(args))
		if refusal, ok := errors.AsType[*tools.Error](err); !ok || !refusal.Own {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// What begins in the last three of the first bytes may be no character.
func TestIsText(t *testing.T) {
	cut := strings.Repeat("x", sampled-1) + "é"
	for text, want := range map[string]bool{
		cut[:sampled]: true, "x\xff": true, "\xffxy": true, "\xffxyz": false, "é": true, "x\x00": false, "": true,
	} {
		if isText([]byte(text)) != want {
			t.Errorf("%.5q…: %t", text, !want)
		}
	}
}
