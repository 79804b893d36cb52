package help

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"eyeline/tui/kit/cells"
)

// TestTopics holds each topic to the form that package help describes: a heading, a sentence that stands for it in a
// list, and only the Markdown that is understood. Its text fits a terminal, but for code and words that are longer than
// a row.
func TestTopics(t *testing.T) {
	all := Topics()
	if len(all) < 20 {
		t.Fatalf("only %d topics", len(all))
	}
	for _, topic := range all {
		source, err := os.ReadFile(topic.Name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		if blocks := parse(string(source)); blocks[0].kind != heading || blocks[1].kind != paragraph {
			t.Errorf("%s does not begin with a heading and a sentence", topic.Name)
		}
		for _, b := range topic.body {
			for _, row := range b.rows {
				if len(row) != len(b.rows[0]) {
					t.Errorf("%s: a row of %d cells below %d headings: %q", topic.Name, len(row), len(b.rows[0]), row)
				}
			}
		}
		if n := cells.Width(topic.About); n < 20 || n > 82 || strings.Contains(topic.About, ". ") || topic.About == "" {
			t.Errorf("%s: the sentence %q has %d columns", topic.Name, topic.About, n)
		}
		if len(topic.SeeAlso) == 0 {
			t.Errorf("%s names no other topic", topic.Name)
		}
		for _, name := range topic.SeeAlso {
			if _, ok := Find(name); !ok || name == topic.Name {
				t.Errorf("%s names the topic %q", topic.Name, name)
			}
		}
		for _, width := range []int{40, 80, 120} {
			for line := range strings.Lines(topic.Text(width, true)) {
				line = strings.TrimSuffix(line, "\n")
				if cells.Width(line) > width && !strings.HasPrefix(line, "    ") {
					t.Errorf("%s at %d columns: %q", topic.Name, width, line)
				}
			}
		}
		if left := regexp.MustCompile(`(?m)^ {0,3}(\||#|<).*$|\]\(`).FindString(topic.Text(80, false)); left != "" && topic.Name != "keys" {
			t.Errorf("%s has Markdown that is not understood: %q", topic.Name, left)
		}
	}
	if _, ok := Find("../help"); ok {
		t.Error("a path is a topic")
	}
}
