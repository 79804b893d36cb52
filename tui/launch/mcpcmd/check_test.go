package mcpcmd

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/mcpserver/clients"
	"eyeline/tui/kit/cells"
)

// TestServersStandardError: nothing of it controls a terminal, wherever it is cut between two writes, and only its
// beginning is shown, which is said once.
func TestServersStandardError(t *testing.T) {
	const said = "started\n\x1b[31mred\x1b[0m \x07\u009b2J \u202eright\x7f \x1b]0;title\x07\xff\rover\r\nend\n"
	for size := 1; size <= len(said); size++ {
		var shown bytes.Buffer
		e := &serverErrors{to: cells.NewPrinter(&shown), left: maxServerErrors}
		for rest := said; rest != ""; {
			n := min(size, len(rest))
			if got, err := fmt.Fprint(e, rest[:n]); got != n || err != nil {
				t.Fatal(got, err)
			}
			rest = rest[n:]
		}
		text := strings.ReplaceAll(shown.String(), "\r\n", "\n") // a line end
		if strings.ContainsAny(text, "\x1b\x07\x7f\u009b\u202e\r") || strings.Contains(text, "\x9b") {
			t.Errorf("in parts of %d bytes: %q", size, text)
		}
		for _, part := range []string{"started\n", "red", "right", "end\n"} {
			if !strings.Contains(text, part) {
				t.Errorf("in parts of %d bytes %q is not in %q", size, part, text)
			}
		}
	}
	var shown bytes.Buffer
	e := &serverErrors{to: cells.NewPrinter(&shown), left: maxServerErrors}
	for range 1000 {
		if n, err := e.Write(bytes.Repeat([]byte("x"), 1000)); n != 1000 || err != nil {
			t.Fatal(n, err)
		}
	}
	if text := shown.String(); strings.Count(text, "x") != maxServerErrors || strings.Count(text, "is left out") != 1 {
		t.Errorf("%d bytes are shown, %q", len(text), text[maxServerErrors-10:])
	}
}

// TestTable: a text has a line for each client that cuts it or never gives it, in 80 columns. What a client never gives
// is not cut, and neither is what it gives as JSON.
func TestTable(t *testing.T) {
	long := strings.Repeat("é\n\"", 10_000)
	rows := []sentText{
		{"instructions", []string{"short"}, func(c clients.Client) (string, bool) {
			if c.Instructions == nil {
				return "", false
			}
			return c.Instructions("short"), true
		}},
		{"a call with a name\nthat is longer than its column", []string{long}, func(c clients.Client) (string, bool) {
			return c.Result(clients.Result{Texts: []string{long}}), true
		}},
		{"quoted", []string{"\"\n<\u2028>"}, func(c clients.Client) (string, bool) {
			return c.Result(clients.Result{Texts: []string{"\"\n<\u2028>"}}), true
		}},
		{"empty", []string{""}, func(clients.Client) (string, bool) { return "", true }},
	}
	var out bytes.Buffer
	table(&out, rows, clients.All())
	got, _, _ := strings.Cut(out.String(), "\n\n")
	const want = `characters                                 sent  the models get
instructions                                  5  Qwen Code: nothing
                                                 Copilot CLI: nothing
                                                 Continue CLI: nothing
                                                 Cline CLI: nothing
                                                 the others: all
a call with a name^Jthat is longer …     30,000  OpenCode: 6,108
                                                 Qwen Code: 3,392
                                                 Copilot CLI: 768
                                                 Cline CLI: 7,999
                                                 the others: all
quoted                                        5  all
empty                                         0  no text was sent`
	if got != want {
		t.Error(got)
	}
	for _, c := range clients.All() {
		if rows[0].cut(c) || rows[2].cut(c) {
			t.Errorf("%s: what is never given, or given as JSON, is said to be cut", c.Name)
		}
	}
}
