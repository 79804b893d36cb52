package codexexec

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/shell"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// sampleTree is the files that the commands of these tests read.
func sampleTree(t *testing.T) string {
	dir := toolstest.Tree(t, map[string]string{
		"sec.txt": "a\n\nb\n\\:\\:\\:\nh\n\\:\\:\nbody\n\\:\nf\n", "nof.txt": "x\ny", "ctl.txt": "a\tb\x01\x7f\xc3\xa9\xff\r\nz\n", "cr.txt": "a\r\nb\r",
		"two.txt": "one\n\ntwo words here\n",
	})
	if err := os.Mkdir(dir+"/src", 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestWhatIsNoPlainReadIsRefused: nothing is run, and the refusal is this program's own.
func TestWhatIsNoPlainReadIsRefused(t *testing.T) {
	dir := sampleTree(t)
	for _, command := range []string{
		"rm two.txt", "cat two.txt > out", "sed -i 2d two.txt", "sed -n '1w out' two.txt", "tail -f two.txt", "cat two.txt &", "cat 'two.txt",
		"head -n x two.txt", "nl -b pone two.txt", "sed -n '1p' -s two.txt", "sed", "cat ~root/x", "python3 -c 1", "cat two.txt | sh",
	} {
		_, err := Exec.Read(t.Context(), tools.Env{Root: dir}, tools.BuildArgs(Exec, "", tools.Values{"cmd": command}))
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
		_, err := CodeMode.Read(t.Context(), tools.Env{Root: dir}, tools.BuildArgs(CodeMode, "", tools.Values{"input": input}))
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
		if a, err := parseArgs(c.args); err != nil || a.cmd != "sed -n '1,2p' two.txt" {
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
		raw := tools.BuildArgs(Exec, c.file, c.values)
		if err := json.Unmarshal(raw, &args); err != nil || args.Cmd != c.want {
			t.Errorf("%s %v: %s, want %s", c.file, c.values, raw, c.want)
		}
		programs, _ := shell.Plain(c.want, "")
		_, file, ok := coreutils.ReadRange(programs)
		if c.values["cmd"] == nil && (!ok || strings.TrimPrefix(file, "./") != c.file) {
			t.Errorf("%s names the file %q", c.want, file)
		}
	}
}

// TestParseReadsExecAnswersBack: the numbers of the lines that answers show.
func TestParseReadsExecAnswersBack(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	var text strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&text, "line %d of the file\n", i+1)
	}
	dir := toolstest.Tree(t, map[string]string{"f": text.String()})
	for _, tool := range []*tools.Tool{Exec, ExecBytes, CodeMode} {
		for _, command := range []string{"cat f", "sed -n '100,2900p' f", "nl -ba f", "cat -n f | head -n 2500", "tail -n +7 f", "sed -n '5,6p' f", "nl -ba f | sed -n '8,9p'"} {
			flag, value := "cmd", command
			if tool == CodeMode {
				flag, value = "input", codeModeScript(command)
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

// TestWindowsOfCommands: the lines of one file that a command shows, in the file's order, wherever the answer has them.
func TestWindowsOfCommands(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := toolstest.Tree(t, map[string]string{"f": "1\n2\n3\n4\n5\n", "g": "a\nb\n", "sub/h": "x\n"})
	for command, want := range map[string]string{
		"tac f":                      "1-1@4 2-2@3 3-3@2 4-4@1 5-5@0",
		"grep -n '[24]' f":           "2-2@0 4-4@1",
		"cat g; sed -n '2,3p' f":     "1-2@0",
		"sed -n '4p' f; head -n 2 f": "1-2@1 4-4@0",
		"cat f f":                    "1-5@0",
		"cd sub && cat h":            "1-1@0",
		"awk 'NR>=2&&NR<=3' f":       "2-3@0",
		"sed 's/2/two/' f":           "1-5@0",
		"ls":                         "",
		"wc -l f":                    "",
	} {
		args := tools.BuildArgs(Exec, "", tools.Values{"cmd": command})
		r, err := Exec.Read(t.Context(), tools.Env{Root: dir}, args)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		stats, err := r.Render(t.Context(), &b)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i, span := range r.Window.Spans() {
			const header = 5
			got = append(got, fmt.Sprintf("%d-%d@%d", span.First, span.Last, stats.Runs[i].Content-header))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s\n%s", command, got, want, b.String())
		}
	}
}
