package agents

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"eyeline/reader/tools"
)

// execTree is the files that the commands of these tests read.
func execTree(t *testing.T) string {
	dir := tree(t, map[string]string{
		"sec.txt": "a\n\nb\n\\:\\:\\:\nh\n\\:\\:\nbody\n\\:\nf\n", "nof.txt": "x\ny", "ctl.txt": "a\tb\x01\x7f\xc3\xa9\xff\r\nz\n", "cr.txt": "a\r\nb\r",
		"two.txt": "one\n\ntwo words here\n",
	})
	if err := os.Mkdir(dir+"/src", 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestCommandsWriteWhatGNUsDo: what GNU coreutils 9.1 and sed 4.9 wrote, with their exit status.
func TestCommandsWriteWhatGNUsDo(t *testing.T) {
	dir := execTree(t)
	for _, c := range []struct {
		command, output string
		status          int
	}{
		{"cat nof.txt gone nof.txt", "x\nycat: gone: No such file or directory\nx\ny", 1},
		{"cat -n nof.txt nof.txt", "     1\tx\n     2\tyx\n     3\ty", 0},
		{"cat -b sec.txt", "     1\ta\n\n     2\tb\n     3\t\\:\\:\\:\n     4\th\n     5\t\\:\\:\n     6\tbody\n     7\t\\:\n     8\tf\n", 0},
		{"cat -A ctl.txt", "a^Ib^A^?M-CM-)M-^?^M$\nz$\n", 0},
		{"cat -nE cr.txt", "     1\ta^M$\n     2\tb\r", 0},
		{"cat - nof.txt < two.txt", "one\n\ntwo words here\nx\ny", 0},
		{"cat < gone", "/bin/bash: line 1: gone: No such file or directory\n", 1},
		{"cat nof.txt/x", "cat: nof.txt/x: Not a directory\n", 1},
		{"cat 'a b' \"it's\"", "cat: 'a b': No such file or directory\ncat: \"it's\": No such file or directory\n", 1},
		{"head -n 1 nof.txt two.txt", "==> nof.txt <==\nx\n\n==> two.txt <==\none\n", 0},
		{"head -n -1 two.txt", "one\n\n", 0},
		{"head -c 3 two.txt", "one", 0},
		{"head -2 two.txt", "one\n\n", 0},
		{"head src nof.txt", "==> src <==\nhead: error reading 'src': Is a directory\n\n==> nof.txt <==\nx\ny", 1},
		{"tail -n 1 nof.txt two.txt", "==> nof.txt <==\ny\n==> two.txt <==\ntwo words here\n", 0},
		{"tail -n +2 two.txt", "\ntwo words here\n", 0},
		{"tail -c +14 two.txt", "s here\n", 0},
		{"tail -c 3 nof.txt", "x\ny", 0},
		{"tail -n 0 gone", "", 0},
		{"tail 'go ne'", "tail: cannot open 'go ne' for reading: No such file or directory\n", 1},
		{"sed -n '2,3p' two.txt", "\ntwo words here\n", 0},
		{"sed -n '1p;$p' two.txt", "one\ntwo words here\n", 0},
		{"sed -n '$p' nof.txt two.txt", "two words here\n", 0},
		{"sed -n '3,$p' nof.txt nof.txt", "x\ny", 0},
		{"sed -n 'p;p' nof.txt", "x\nx\ny\ny", 0},
		{"sed -n '2p;1,2p' two.txt", "one\n\n\n", 0},
		{"sed -n '2,+1p' two.txt", "\ntwo words here\n", 0},
		{"sed -n '5,3p' sec.txt", "h\n", 0},
		{"sed -n '2!p' two.txt", "one\ntwo words here\n", 0},
		{"sed 2q two.txt", "one\n\n", 0},
		{"sed -n '$q;p' nof.txt", "x\n", 0},
		{"sed '1,2d' two.txt", "two words here\n", 0},
		{"sed -n 1p gone two.txt", "sed: can't read gone: No such file or directory\none\n", 2},
		{"sed -n 1p src two.txt", "sed: read error on src: Is a directory\n", 4},
		{"sed -n '9,12p' two.txt", "", 0},
		{"nl sec.txt", "     1\ta\n       \n     2\tb\n\n       h\n\n     1\tbody\n\n       f\n", 0},
		{"nl -ba -w2 -s': ' two.txt", " 1: one\n 2: \n 3: two words here\n", 0},
		{"nl -v5 -i2 -nrz two.txt", "000005\tone\n       \n000007\ttwo words here\n", 0},
		{"nl -n ln two.txt", "1     \tone\n       \n2     \ttwo words here\n", 0},
		{"nl nof.txt gone nof.txt", "     1\tx\n     2\ty\nnl: gone: No such file or directory\n     3\tx\n     4\ty\n", 1},
		{"nl -ba two.txt | sed -n '2,3p'", "     2\t\n     3\ttwo words here\n", 0},
		{"nl -ba sec.txt | tail -n 2", "\n       f\n", 0},
		{"cat two.txt | head -n 2 | wc -l", "2\n", 0},
		{"cat nof.txt two.txt | tail -n 3", "yone\n\ntwo words here\n", 0},
		{"wc two.txt nof.txt", " 3  4 20 two.txt\n 1  2  3 nof.txt\n 4  6 23 total\n", 0},
		{"wc -l two.txt", "3 two.txt\n", 0},
		{"wc -lc nof.txt", "1 3 nof.txt\n", 0},
		{"wc -w two.txt", "4 two.txt\n", 0},
		{"wc src two.txt gone", "wc: src: Is a directory\n      0       0       0 src\n      3       4      20 two.txt\nwc: gone: No such file or directory\n      3       4      20 total\n", 1},
		{"wc -l < two.txt", "3\n", 0},
		{"cat two.txt | wc", "      3       4      20\n", 0},
		{"nl gone | sed -n '1,5p'", "nl: gone: No such file or directory\n", 0},
		{"cat gone | cat -n", "cat: gone: No such file or directory\n", 0},
		{"tail -n 2 two.txt | cat -A", "$\ntwo words here$\n", 0},
	} {
		got := execOutputOf(t, tools.Env{Root: dir}, c.command)
		status := fmt.Sprintf("Process exited with code %d\n", c.status)
		if _, after, _ := strings.Cut(got, "Output:\n"); after != c.output || !strings.Contains(got, status) {
			t.Errorf("%s\n got %q\nwant %q, status %d", c.command, got, c.output, c.status)
		}
	}
}

func execOutputOf(t *testing.T, env tools.Env, command string) string {
	t.Helper()
	r, err := codexExec.Read(t.Context(), env, tools.BuildArgs(codexExec, "", tools.Values{"cmd": command}))
	if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	defer r.Close()
	var b bytes.Buffer
	if _, err := r.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestWhatIsNoPlainReadIsRefused: nothing is run, and the refusal is this program's own.
func TestWhatIsNoPlainReadIsRefused(t *testing.T) {
	dir := execTree(t)
	for _, command := range []string{
		"rm two.txt", "cat two.txt; cat nof.txt", "cat two.txt && true", "cat two.txt > out", "cat *.txt", "cat $HOME/x", "cat $(echo two.txt)",
		"cat {two,nof}.txt", "sed -i 2d two.txt", "sed -n '/one/p' two.txt", "sed -n '1w out' two.txt", "tail -f two.txt", "cat two.txt &", "! cat two.txt",
		"A=1 cat two.txt", "cat <<< x", "cat two.txt | grep one", "cat two.txt 2>&1", "", "cat 'two.txt", "head -n x two.txt", "nl -b pone two.txt", "cat [t]wo.txt",
		"awk 1 two.txt", "if true; then cat two.txt; fi", "(cat two.txt)", "cat two.txt |& cat", "sed -n '1p' -s two.txt", "sed", "cat ~root/x",
	} {
		_, err := codexExec.Read(t.Context(), tools.Env{Root: dir}, tools.BuildArgs(codexExec, "", tools.Values{"cmd": command}))
		refusal, ok := err.(*tools.Error)
		if !ok || !refusal.Own {
			t.Errorf("%s: %v", command, err)
		}
	}
	for _, input := range []string{
		"text(1)", "const r = await tools.exec_command({cmd: x}); text(r.output);", "const r = await tools.exec_command({cmd: \"cat two.txt\"}); text(q.output);",
		"const r = await tools.exec_command({cmd: `cat ${f}`}); text(r.output);", "const r = await tools.exec_command({cmd: \"cat two.txt\"}); text(r.output); more()",
		"const r = await tools.exec_command({cmd: \"rm two.txt\"}); text(r.output);",
	} {
		_, err := codexCodeMode.Read(t.Context(), tools.Env{Root: dir}, tools.BuildArgs(codexCodeMode, "", tools.Values{"input": input}))
		refusal, ok := err.(*tools.Error)
		if !ok || !refusal.Own {
			t.Errorf("%s: %v", input, err)
		}
	}
	if _, err := os.Stat(dir + "/out"); err == nil {
		t.Error("a file was written")
	}
}

// TestScripts: forms of one script that mean the same.
func TestScripts(t *testing.T) {
	for _, input := range []string{
		`const r = await tools.exec_command({cmd: "sed -n '1,2p' two.txt"}); text(r.output);`,
		"let out=await tools.exec_command({ 'cmd' : 'sed -n \\'1,2p\\' two.txt', \"workdir\": null, max_output_tokens: 1e4, }) \n text( out.output )",
		"// @exec: {\"max_output_tokens\": 100}\nvar x = await tools.exec_command({cmd: `sed -n '1,2p' \\u0074wo.txt`});text(x.output)",
	} {
		c, ok := parseScript(input)
		if !ok {
			t.Errorf("%s is not understood", input)
			continue
		}
		if a, err := parseExecArgs(c.args); err != nil || a.cmd != "sed -n '1,2p' two.txt" {
			t.Errorf("%s gives %s, %v", input, c.args, err)
		}
	}
}

// TestPlacesMakeCommands: what the keys of the viewer write, for files of any name.
func TestPlacesMakeCommands(t *testing.T) {
	for _, c := range []struct {
		file   string
		values tools.Values
		want   string
	}{
		{"/a/b.txt", nil, "cat /a/b.txt"},
		{"/a b/it's", nil, `cat '/a b/it'\''s'`},
		{"-n", nil, "cat ./-n"},
		{"f", tools.Values{"first": int64(3), "last": int64(9)}, "sed -n '3,9p' f"},
		{"f", tools.Values{"first": int64(3)}, "sed -n '3,$p' f"},
		{"f", tools.Values{"last": int64(9)}, "sed -n '1,9p' f"},
		{"f", tools.Values{"cmd": "wc -l f"}, "wc -l f"},
	} {
		var args struct{ Cmd string }
		raw := tools.BuildArgs(codexExec, c.file, c.values)
		if err := json.Unmarshal(raw, &args); err != nil || args.Cmd != c.want {
			t.Errorf("%s %v: %s, want %s", c.file, c.values, raw, c.want)
		}
		_, _, file, ok := execRange(c.want)
		if c.values["cmd"] == nil && (!ok || strings.TrimPrefix(file, "./") != c.file) {
			t.Errorf("%s names the file %q", c.want, file)
		}
	}
}

// TestParseReadsExecAnswersBack: the numbers of the lines that answers show.
func TestParseReadsExecAnswersBack(t *testing.T) {
	var text strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&text, "line %d of the file\n", i+1)
	}
	dir := tree(t, map[string]string{"f": text.String()})
	for _, tool := range []*tools.Tool{codexExec, codexExecBytes, codexCodeMode} {
		for _, command := range []string{"cat f", "sed -n '100,2900p' f", "nl -ba f", "cat -n f | head -n 2500", "tail -n +7 f", "sed -n '5,6p' f", "nl -ba f | sed -n '8,9p'"} {
			flag, value := "cmd", command
			if tool == codexCodeMode {
				flag, value = "input", codeScript(command)
			}
			args := tools.BuildArgs(tool, "", tools.Values{flag: value})
			r, err := tool.Read(t.Context(), tools.Env{Root: dir}, args)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			stats, err := r.Render(context.Background(), &b)
			if err != nil {
				t.Fatal(err)
			}
			content := b.String()
			p, ok := tool.ParseContent(args, content)
			if !ok || int64(len(p.Lines)) != stats.Lines {
				t.Errorf("%s %s: %d lines, want %d", tool.Name, command, len(p.Lines), stats.Lines)
			}
			for _, l := range p.Lines {
				if got := content[l.Start:l.End]; !l.Cut && got != fmt.Sprintf("line %d of the file", l.Number) {
					t.Errorf("%s %s: line %d is %q", tool.Name, command, l.Number, got)
					break
				}
			}
			if first, last := p.Lines[0].Number, p.Lines[len(p.Lines)-1].Number; first != r.Window.First || last != r.Window.Last {
				t.Errorf("%s %s: lines %d to %d, the window has %d to %d", tool.Name, command, first, last, r.Window.First, r.Window.Last)
			}
		}
	}
}
