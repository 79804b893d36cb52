package launch

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/transcript/transcripttest"
)

// askDuckDB is a program for Node.js that prints what a question gives, for where DuckDB is installed by npm.
const askDuckDB = `
const {DuckDBInstance} = require('@duckdb/node-api');
(async () => {
	const connection = await (await DuckDBInstance.create(':memory:')).connect();
	const rows = (await connection.runAndReadAll(process.argv[1])).getRowObjectsJson();
	console.log(JSON.stringify(rows));
})().catch(error => { console.error(String(error)); process.exit(1); });
`

// duckDB has DuckDB answer a question in a folder; nil where it is not installed, as a program or, with its package in
// NODE_PATH, for Node.js.
func duckDB() func(dir, question string) *exec.Cmd {
	if path, err := exec.LookPath("duckdb"); err == nil {
		return func(dir, question string) *exec.Cmd {
			cmd := exec.Command(path, "-json", "-c", question)
			cmd.Dir = dir
			return cmd
		}
	}
	if exec.Command("node", "-e", "require('@duckdb/node-api')").Run() != nil {
		return nil
	}
	return func(dir, question string) *exec.Cmd {
		cmd := exec.Command("node", "-e", askDuckDB, question)
		cmd.Dir = dir
		return cmd
	}
}

// sqlBlock finds the questions of a page.
var sqlBlock = regexp.MustCompile("(?s)\n```sql\n(.*?)\n```\n")

// TestFleets asks what the page on fleets asks, of a thousand made-up runs.
func TestFleets(t *testing.T) {
	longtest.SkipUnlessLong(t)
	ask := duckDB()
	if ask == nil {
		t.Skip("DuckDB is needed: as a program, or as @duckdb/node-api in NODE_PATH")
	}
	page, err := os.ReadFile("../help/fleets.md")
	if err != nil {
		t.Fatal(err)
	}
	withSettings(t, "")
	dir, runs := t.TempDir(), t.TempDir()
	for run := range 1000 {
		var text strings.Builder
		read := func(n int, file string) {
			text.WriteString(transcripttest.ClaudeRead(n, "/w", "/w/"+file, 1, "alpha beta "+file, fmt.Sprint("gamma ", run)))
		}
		read(1, "main.go")
		read(2, fmt.Sprintf("part%d.go", run%7))
		read(3, "main.go") // the same again
		text.WriteString(transcripttest.ClaudeStep(4, "/w", "Edit", transcripttest.Object{
			"file_path": fmt.Sprintf("/w/other%d.go", run%2), "old_string": "what no call gave before\nnor this", "new_string": "x",
		}, "ok", nil))
		transcripttest.Write(t, filepath.Join(runs, fmt.Sprintf("run%04d.jsonl", run)), []byte(text.String()))
	}
	write := func(name string, args ...string) {
		r := run(t, args...)
		if r.err != nil || os.WriteFile(filepath.Join(dir, name), []byte(r.out), 0o600) != nil {
			t.Fatal(r.err)
		}
	}
	write("reads.ndjson", "transcript", runs, "--reads", "--format", "ndjson")
	transcripttest.Write(t, filepath.Join(runs, "w", "main.go"), []byte(strings.Repeat("many words ", 9000)+"\n"))
	t.Chdir(filepath.Join(runs, "w"))
	write("findings.ndjson", "check", "--format", "ndjson", ".")
	wants := []string{ // parts of the first row of each answer
		`"path":"main.go","tool":"Read","reads":2000,"runs":1000`,
		`"agent":"Claude Code","version":"2.1.330","model":"","tokens":`,
		`"changes":1000,"blind":1000,"not_known":0`,
		`"tool":"Read","version":"2.1.330","reads":3000,"refused":0,"cut":0`,
		`"path":"main.go","rule":`,
	}
	questions := sqlBlock.FindAllStringSubmatch(string(page), -1)
	if len(questions) != len(wants) {
		t.Fatalf("%d questions", len(questions))
	}
	for i, question := range questions {
		out, err := ask(dir, question[1]).CombinedOutput()
		var rows []json.RawMessage
		if err == nil {
			err = json.Unmarshal(out, &rows)
		}
		plain := strings.NewReplacer(`"`, "", " ", "") // numbers of 64 bits are texts in JavaScript
		if err != nil || len(rows) == 0 || !strings.Contains(plain.Replace(string(rows[0])), plain.Replace(wants[i])) {
			t.Errorf("%v\n%s\n%.600s\nwants %s", err, question[1], out, wants[i])
		}
	}
}
