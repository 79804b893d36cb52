package pipelines_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/internal/pipelines"
)

// TestParse: the words of plain pipelines, as bash has them.
func TestParse(t *testing.T) {
	for line, want := range map[string]string{
		"cat a":                           `["cat" "a"]`,
		"cat a | head -n 2|wc -l":         `["cat" "a"] ["head" "-n" "2"] ["wc" "-l"]`,
		"wc -l < a":                       `["wc" "-l"]<"a"`,
		"cat 'a b' \"it's\" c\\ d":        `["cat" "a b" "it's" "c d"]`,
		`sed -n "1p;\$p" 'x'y"z"`:         `["sed" "-n" "1p;$p" "xyz"]`,
		"cat ~ ~/a '~/b' a~ \"~\"":        `["cat" "/home/me" "/home/me/a" "~/b" "a~" "~"]`,
		"cat a\\\n  b":                    `["cat" "a" "b"]`,
		"cat \"a\\\nb\"":                  `["cat" "ab"]`,
		"  cat a  # a comment":            `["cat" "a"]`,
		"cat " + pipelines.Quote("it's"):  `["cat" "it's"]`,
		"cat " + pipelines.Operand("-n"):  `["cat" "./-n"]`,
		"cat " + pipelines.Operand("a b"): `["cat" "a b"]`,
		"cat " + pipelines.Quote(""):      `["cat" ""]`,
	} {
		commands, err := pipelines.Parse(line, "/home/me")
		var got []string
		for _, c := range commands {
			text := fmt.Sprintf("%q", c.Words)
			if c.Redirected {
				text += fmt.Sprintf("<%q", c.Input)
			}
			got = append(got, text)
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %s, %v, want %s", line, got, err, want)
		}
	}
	if commands, err := pipelines.Parse("cat ~/a", ""); err != nil || commands[0].Words[1] != "~/a" {
		t.Errorf("without a home: %v, %v", commands, err)
	}
}

// TestNotPlain: what depends on more than the line, and what is no pipeline.
func TestNotPlain(t *testing.T) {
	for _, line := range []string{
		"", "cat 'a", "cat a; cat b", "cat a && true", "cat a &", "! cat a", "cat a > b", "cat a 2>&1", "cat <<< x", "cat < a < b", "cat 3< a", "cat a |& cat", "A=1 cat a",
		"cat *.txt", "cat a?", "cat [a]b", "cat {a,b}", "cat $HOME/a", "cat \"$a\"", "cat $(ls)", "cat `ls`", "cat $'a'", "cat $\"a\"", "cat <(ls)", "cat ~root/a", "cat ~\"/a\"",
		"if true; then cat a; fi", "(cat a)", "{ cat a; }", "cat " + strings.Repeat("a", 32<<10),
	} {
		if commands, err := pipelines.Parse(line, "/home/me"); !errors.Is(err, pipelines.ErrNotPlain) {
			t.Errorf("%.40s: %v, %v", line, commands, err)
		}
	}
}
