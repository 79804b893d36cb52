package keymap

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the key table of the README")

const (
	readme = "../README.md"
	begin  = "<!-- keys: made from keymap/table.go by go test ./keymap -update -->\n"
	end    = "<!-- end of keys -->\n"
)

// TestREADME fails when the README's key table is not made from the table.
func TestREADME(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(strings.ReplaceAll(string(text), "\r\n", "\n"), begin)
	section, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s lacks the lines\n%s%s", readme, begin, end)
	}
	want := "\n" + Default().Markdown(3) + "\n"
	if section == want {
		return
	}
	if !*update {
		t.Fatalf("the key table of %s is not that of keymap/table.go; run: go test ./keymap -update", readme)
	}
	if err := os.WriteFile(readme, []byte(before+begin+want+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestMarkdown: a row for each action that has a key, under its group, in order; nothing that breaks a table.
func TestMarkdown(t *testing.T) {
	m, err := New(map[Action][]string{Quit: {"|", "`"}, Mouse: nil})
	if err != nil {
		t.Fatal(err)
	}
	text := m.Markdown(2)
	var headings, names []string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if h, ok := strings.CutPrefix(line, "## "); ok {
			headings = append(headings, h)
		}
		if !strings.HasPrefix(line, "| `") {
			continue
		}
		cells := strings.Split(strings.ReplaceAll(line, `\|`, ""), "|")
		if len(cells) != 5 {
			t.Errorf("%d cells in %q", len(cells)-2, line)
			continue
		}
		names = append(names, strings.Trim(cells[3], " `"))
	}
	var wantHeadings, want []string
	for _, g := range Groups() {
		wantHeadings = append(wantHeadings, string(g))
		for _, b := range m.InGroup(g) {
			if len(b.Keys) > 0 { // not Mouse, nor the one that had the bar
				want = append(want, string(b.Action))
			}
		}
	}
	if got, want := strings.Join(headings, "\n"), strings.Join(wantHeadings, "\n"); got != want {
		t.Errorf("headings\n%s\nwant\n%s", got, want)
	}
	if got, want := strings.Join(names, "\n"), strings.Join(want, "\n"); got != want {
		t.Errorf("actions\n%s\nwant\n%s", got, want)
	}
	for _, row := range []string{
		"| `\\|` `` ` `` | quit | `quit` |\n",
		"| `m` *letter* | set a mark | `set-mark` |\n",
		"| `t` | next tool that has this mode, of the favourites if there are any, or none | `next-tool` |\n",
		"| `]` | next window, or next block at this level (*N*) | `next-window` |\n",
	} {
		if !strings.Contains(text, row) {
			t.Errorf("the table lacks %q in\n%s", row, text)
		}
	}
}
