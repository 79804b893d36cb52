package coverage

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/patch"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// short is a file's coverage in one line.
func (f *File) short() string {
	out := fmt.Sprintf("%s %t %d", f.Path, f.Exists, f.Lines)
	for _, part := range []struct {
		name string
		r    record.Ranges
	}{{"sent", f.Sent}, {"cut", f.Cut}, {"written", f.Written}, {"changed", f.Changed}, {"never", f.Never}, {"unsure", f.Unsure}} {
		if len(part.r) > 0 {
			out += " " + part.name
			for _, r := range part.r {
				out += fmt.Sprintf(" %d-%d", r[0], r[1])
			}
		}
	}
	out += fmt.Sprintf(" reads %d", f.Reads)
	for _, n := range []struct {
		name string
		n    int
	}{{"gone", f.Gone}, {"refused", f.Refused}, {"unknown", f.Unknown}} {
		if n.n > 0 {
			out += fmt.Sprintf(" %s %d", n.name, n.n)
		}
	}
	for _, c := range f.Changes {
		out += fmt.Sprintf(" change %d failed %t %v blind %v", c.Call, c.Failed, c.Lines, c.Blind)
	}
	return out
}

func TestCoverageOfSamples(t *testing.T) {
	all := transcripttest.Samples(t)
	for _, c := range []struct {
		name, root string
		want       []string
	}{
		{"claude_code/session-default.jsonl", "workspace-after", []string{
			"crlf.txt true 3 sent 1-3 reads 2 change 15 failed false [[3 3]] blind []",
			"dot.png true 3 unsure 1-3 reads 1",
			"empty.txt true 0 reads 1",
			"latin1.txt true 1 sent 1-1 reads 1",
			"log.txt true 3600 sent 1-2197 3590-3600 never 2198-3589 reads 2",
			"src false 0 reads 0 refused 1",
			"src/README.md true 28 sent 1-6 never 7-28 reads 3 change 13 failed false [[3 3]] blind [[3 3]]",
			"src/inventory.py true 75 sent 1-75 reads 2",
			"src/missing.go false 0 reads 0 refused 1",
			"src/ring.go true 52 sent 1-52 reads 1",
			"src/slider.ts true 31 sent 1-5 never 6-31 reads 1",
		}},
		{"claude_code/session-default.jsonl", "workspace-before", []string{
			"crlf.txt true 2 sent 1-2 reads 2 gone 1 change 15 failed false [] blind []",
			"dot.png true 3 unsure 1-3 reads 1",
			"empty.txt true 0 reads 1",
			"latin1.txt true 1 sent 1-1 reads 1",
			"log.txt true 3600 sent 1-2197 3590-3600 never 2198-3589 reads 2",
			"src false 0 reads 0 refused 1",
			"src/README.md true 28 sent 1-2 4-6 changed 3-3 never 7-28 reads 3 change 13 failed false [] blind []",
			"src/inventory.py true 75 sent 1-75 reads 2",
			"src/missing.go false 0 reads 0 refused 1",
			"src/ring.go true 52 sent 1-52 reads 1",
			"src/slider.ts true 31 sent 1-5 never 6-31 reads 1",
		}},
		{"opencode/export.json", "workspace-after", []string{
			"crlf.txt true 3 sent 1-3 reads 2 change 15 failed false [[3 3]] blind []",
			"dot.png true 3 unsure 1-3 reads 1",
			"empty.txt true 0 reads 1",
			"latin1.txt true 1 sent 1-1 reads 1",
			"log.txt true 3600 sent 1-1341 3590-3600 never 1342-3589 reads 2",
			"src false 0 reads 1 unknown 1",
			"src/README.md true 28 sent 1-6 never 7-28 reads 1 refused 2 change 13 failed false [[3 3]] blind [[3 3]]",
			"src/inventory.py true 75 sent 1-75 reads 2",
			"src/missing.go false 0 reads 0 refused 1",
			"src/ring.go true 52 sent 1-52 reads 1",
			"src/slider.ts true 31 sent 1-5 never 6-31 reads 1",
		}},
	} {
		p := all[c.name]
		s, err := transcript.Decode(context.Background(), c.name, bytes.NewReader(p), int64(len(p)))
		if err != nil {
			t.Fatal(err)
		}
		cov, err := Of(context.Background(), s, transcripttest.Workspace(t, c.root))
		if err != nil {
			t.Fatal(err)
		}
		for i := range max(len(cov.Files), len(c.want)) {
			got, want := "", ""
			if i < len(cov.Files) {
				got = cov.Files[i].short()
			}
			if i < len(c.want) {
				want = c.want[i]
			}
			if got != want {
				t.Errorf("%s beside %s:\n got %s\nwant %s", c.name, c.root, got, want)
			}
		}
	}
}

// change is an edit by Claude Code with a structured patch.
func claudeEdit(id string, minute int, patch string) string {
	call := strings.Replace(transcripttest.ClaudeCall(id, minute, "ok"), `"name":"Read"`, `"name":"Edit"`, 1)
	return strings.Replace(call, `"}]}}`+"\n", `"}]},"toolUseResult":{"structuredPatch":`+patch+`}}`+"\n", 1)
}

func TestCoverageOfChanges(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name, run, now, want string
	}{
		{
			"an edit of a sent line", transcripttest.ClaudeCall("a", 1, "1\tone\n2\ttwo\n3\tthree") + claudeEdit("b", 2, `[{"oldStart":2,"oldLines":1,"newStart":2,"newLines":2,"lines":["-two","+TWO","+more"]}]`),
			"one\nTWO\nmore\nthree\nfour\n", "true 5 sent 1-1 4-4 written 2-3 never 5-5 reads 1 change 2 failed false [[2 3]] blind []",
		},
		{
			"an edit of a line never sent", transcripttest.ClaudeCall("a", 1, "1\tone") + claudeEdit("b", 2, `[{"oldStart":1,"oldLines":3,"newStart":1,"newLines":3,"lines":[" one"," two","-three","+THREE"]}]`),
			"one\ntwo\nTHREE\n", "true 3 sent 1-1 written 3-3 never 2-2 reads 1 change 2 failed false [[3 3]] blind [[3 3]]",
		},
		{
			"sent again after the edit", claudeEdit("b", 1, `[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-one","+ONE"]}]`) + transcripttest.ClaudeCall("a", 2, "1\tONE"),
			"ONE\n", "true 1 sent 1-1 reads 1 change 1 failed false [[1 1]] blind [[1 1]]",
		},
		{
			"changed by somebody else", transcripttest.ClaudeCall("a", 1, "1\tone\n2\ttwo\n3\tthree"),
			"one\n2\nthree\nfour\n", "true 4 sent 1-1 3-3 changed 2-2 never 4-4 reads 1",
		},
		{
			"moved down", transcripttest.ClaudeCall("a", 1, "1\tone\n2\t\n3\tthree\n4\t"),
			"new\n\none\n\nthree\n\n", "true 6 sent 3-6 never 1-2 reads 1",
		},
		{
			"lines that are gone", transcripttest.ClaudeCall("a", 1, "1\tone\n2\ttwo\n3\tthree\n4\tfour"),
			"one\nfour\n", "true 2 sent 1-2 reads 1 gone 2",
		},
		{
			"read in two parts with a hole", transcripttest.ClaudeCall("a", 1, "2\ttwo\n3\t}") + transcripttest.ClaudeCall("b", 2, "6\tsix\n7\t}"),
			"x\ny\ntwo\n}\n4\n5\n5a\nsix\n}\n", "true 9 sent 3-4 8-9 never 1-2 5-7 reads 2",
		},
		{
			"a failed edit", transcripttest.ClaudeCall("a", 1, "1\tone") + strings.Replace(claudeEdit("b", 2, `[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-one","+ONE"]}]`), `"type":"tool_result"`, `"type":"tool_result","is_error":true`, 1),
			"one\n", "true 1 sent 1-1 reads 1 change 2 failed true [] blind []",
		},
		{
			"an edit that does not say where", transcripttest.ClaudeCall("a", 1, "1\tone\n2\ttwo") + strings.Replace(strings.Replace(transcripttest.ClaudeCall("b", 2, "ok"), `"name":"Read"`, `"name":"Edit"`, 1), `{"file_path":"/a"}`, `{"file_path":"/a","old_string":"w","new_string":"WO"}`, 1),
			"one\ntWOo\n", "true 2 sent 1-1 written 2-2 reads 1 change 2 failed false [[2 2]] blind []",
		},
		{
			"a write", strings.Replace(strings.Replace(transcripttest.ClaudeCall("b", 1, "ok"), `"name":"Read"`, `"name":"Write"`, 1), `{"file_path":"/a"}`, `{"file_path":"/a","content":"one\ntwo\n"}`, 1),
			"one\ntwo\nthree\n", "true 3 written 1-2 never 3-3 reads 0 change 1 failed false [[1 2]] blind []",
		},
	} {
		run := strings.ReplaceAll(c.run, `"/a"`, `"/w/a"`)
		run = strings.ReplaceAll(run, `"sessionId":"s"`, `"sessionId":"s","cwd":"/w"`)
		s := transcripttest.Decode(t, "s.jsonl", run)
		if err := os.WriteFile(filepath.Join(dir, "a"), []byte(c.now), 0o600); err != nil {
			t.Fatal(err)
		}
		cov, err := Of(context.Background(), s, dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(cov.Files) != 1 || cov.Files[0].short() != "a "+c.want {
			t.Errorf("%s:\n got %s\nwant a %s", c.name, cov.Files[0].short(), c.want)
		}
	}
}

// TestGivenAtTheStart: lines of a file of instructions that no read gave count as sent, as long as the file is that of
// the start; other files', and those of a file that was changed since, do not.
func TestGivenAtTheStart(t *testing.T) {
	dir := t.TempDir()
	run := transcripttest.ClaudeCall("a", 1, "1\tone") + transcripttest.ClaudeCall("b", 2, "1\tone")
	i := strings.LastIndex(run, `"/a"`)
	run = strings.ReplaceAll(run[:i], `"/a"`, `"/w/CLAUDE.md"`) + `"/w/OTHER.md"` + run[i+len(`"/a"`):]
	run = strings.ReplaceAll(run, `"sessionId":"s"`, `"sessionId":"s","cwd":"/w"`)
	before := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for name, text := range map[string]string{"CLAUDE.md": "one\n<!-- for people -->\nthree\nfour\n", "OTHER.md": "one\ntwo\n"} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chtimes(path, before, before)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		touched        time.Time
		given, instead string
	}{
		{before, "CLAUDE.md true 4 sent 1-1 3-4 never 2-2 reads 1", "[[3 4]]"},
		{time.Now(), "CLAUDE.md true 4 sent 1-1 never 2-4 reads 1", "[]"},
	} {
		if err := os.Chtimes(filepath.Join(dir, "CLAUDE.md"), c.touched, c.touched); err != nil {
			t.Fatal(err)
		}
		cov, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), dir)
		if err != nil || len(cov.Files) != 2 {
			t.Fatalf("%+v, %v", cov, err)
		}
		got := []string{cov.Files[0].short(), fmt.Sprint(cov.Files[0].InContext), cov.Files[1].short()}
		if want := []string{c.given, c.instead, "OTHER.md true 2 sent 1-1 never 2-2 reads 1"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestGivenByImports: an imported file counts as sent as long as those that lead to it are those of the start, also
// where it was laid before.
func TestGivenByImports(t *testing.T) {
	dir := t.TempDir()
	run := strings.ReplaceAll(transcripttest.ClaudeCall("a", 1, "1\tone"), `"/a"`, `"/w/docs/x.md"`)
	r := NewReplay(transcripttest.Decode(t, "s.jsonl", strings.ReplaceAll(run, `"sessionId":"s"`, `"sessionId":"s","cwd":"/w"`)))
	if err := r.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	put := func(name, text string, at time.Time) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		transcripttest.Write(t, path, []byte(text))
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	put("CLAUDE.md", "@docs/mid.md\n", before)
	put("docs/mid.md", "@x.md\n", before)
	put("docs/x.md", "one\ntwo\n", before)
	for _, c := range []struct {
		name, text string
		at         time.Time
		want       string
	}{
		{"CLAUDE.md", "@docs/mid.md\n", before, "docs/x.md true 2 sent 1-2 reads 1"},
		{"CLAUDE.md", "@docs/mid.md\n", time.Now(), "docs/x.md true 2 sent 1-1 never 2-2 reads 1"},
		{"CLAUDE.md", "@docs/mid.md\n", before, "docs/x.md true 2 sent 1-2 reads 1"},
		{"docs/mid.md", "@x.md\n", time.Now(), "docs/x.md true 2 sent 1-1 never 2-2 reads 1"},
		{"docs/mid.md", "none", before, "docs/x.md true 2 sent 1-1 never 2-2 reads 1"},
	} {
		put(c.name, c.text, c.at)
		if all, err := r.Coverage(t.Context(), dir); err != nil || all.Files[0].short() != c.want {
			t.Errorf("%s: %+v, %v, want %s", c.name, all.Files[0].short(), err, c.want)
		}
	}
}

// TestCoverageJSON checks the form of the object: every list is there, and no text of a file.
func TestCoverageJSON(t *testing.T) {
	s := transcripttest.Decode(t, "s.jsonl", strings.ReplaceAll(transcripttest.ClaudeCall("a", 1, "1\tsecret"), `"sessionId":"s"`, `"sessionId":"s","cwd":"/w","version":"2.1.330"`))
	cov, err := Of(context.Background(), s, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p, err := json.Marshal(cov)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"version":1,"agent":"Claude Code","agent_version":"2.1.330","id":"s","dir":"/w","started":"2026-01-02T03:01:04Z","ended":"2026-01-02T03:01:05Z","calls":1,` +
		`"unknown_records":0,"bad_lines":[],"compactions":[],"reads":1,"unknown_reads":0,"files":[{"path":"/a","exists":false,"lines":0,"reads":1,"sent":[[1,1]],"cut":[],"written":[],"changed":[],"never":[],"unsure":[],"in_diff":[],"in_search":[],"by_sub_agents":[],"in_context":[],"found":[],"context_now":[[1,1]],"gone":0,"refused":0,"unknown":0,"named":0,"media":0,"changes":[]}],"not_known_lines":0,"lines":0}`
	if string(p) != want {
		t.Errorf("\n got %s\nwant %s", p, want)
	}
}

// TestOfAnotherSystem reads a run on Windows, with the files in another folder.
func TestOfAnotherSystem(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "a.txt"), []byte("one\r\ntwo\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run := strings.ReplaceAll(transcripttest.ClaudeCall("a", 1, "1\tone")+transcripttest.ClaudeCall("b", 2, "1\tone"), `"/a"`, `"C:\\w\\a.txt"`)
	s := transcripttest.Decode(t, "s.jsonl", strings.ReplaceAll(run, `"sessionId":"s"`, `"sessionId":"s","cwd":"C:\\w"`))
	cov, err := Of(context.Background(), s, root)
	if err != nil {
		t.Fatal(err)
	}
	if len(cov.Files) != 1 || cov.Files[0].short() != "a.txt true 2 sent 1-1 never 2-2 reads 2" || cov.Files[0].Again != 1 || cov.Files[0].Outside {
		t.Errorf("%+v", cov.Files)
	}
}

// TestWithoutWorkingFolder reads a run that does not say where it ran: the root is taken for the folder.
func TestWithoutWorkingFolder(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "a"), []byte("one\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run := strings.ReplaceAll(transcripttest.ClaudeCall("a", 1, "1\tone"), `"/a"`, fmt.Sprintf("%q", filepath.ToSlash(filepath.Join(root, "a")))) +
		strings.ReplaceAll(transcripttest.ClaudeCall("b", 2, "1\tone"), `"/a"`, `"a"`)
	s := transcripttest.Decode(t, "s.jsonl", run)
	for want, root := range map[bool]string{true: root, false: ""} {
		cov, err := Of(context.Background(), s, root)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range cov.Files {
			if f.Exists != want {
				t.Errorf("root %q: %s", root, f.short())
			}
		}
	}
}

// TestOutside asks that nothing outside of the root is opened, and no link out of it followed.
func TestOutside(t *testing.T) {
	dir := t.TempDir()
	root := filepath.Join(dir, "root")
	if err := os.Mkdir(root, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "secret"), []byte("x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "secret"), filepath.Join(root, "link")); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{"/w/link", "/w/../secret", "/secret", filepath.Join(dir, "secret"), "/w/", "/w"} {
		run := strings.ReplaceAll(transcripttest.ClaudeCall("a", 1, "1\tx"), `"/a"`, fmt.Sprintf("%q", path))
		s := transcripttest.Decode(t, "s.jsonl", strings.ReplaceAll(run, `"sessionId":"s"`, `"sessionId":"s","cwd":"/w"`))
		cov, err := Of(context.Background(), s, root)
		if err != nil {
			t.Fatal(err)
		}
		if len(cov.Files) != 1 || cov.Files[0].Exists {
			t.Errorf("%s: %+v", path, cov.Files)
		}
	}
}

// TestCompactedLines says of lines sent before a compaction that they were, until they are sent again.
func TestCompactedLines(t *testing.T) {
	var b strings.Builder
	write := func(format string, args ...any) {
		fmt.Fprintf(&b, `{"cwd":"/w","sessionId":"s","version":"2.1.330","timestamp":"2026-11-21T14:34:57.338Z","uuid":"u",`+format+"}\n", args...)
	}
	read := func(id, result string) {
		write(`"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":%q,"name":"Read","input":{"file_path":"/w/a.txt"}}]}`, id)
		write(`"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":%q,"content":%q}]}`, id, result)
	}
	read("1", "1\tone\n2\ttwo\n3\tthree")
	write(`"type":"system","subtype":"compact_boundary"`)
	read("2", "2\ttwo")
	s, err := transcript.Decode(context.Background(), "run.jsonl", bytes.NewReader([]byte(b.String())), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Of(context.Background(), s, t.TempDir())
	if err != nil || len(c.Files) != 1 || len(c.Compactions) != 1 {
		t.Fatalf("%+v, %v", c, err)
	}
	if f := c.Files[0]; !reflect.DeepEqual(f.Compacted, record.Ranges{{1, 1}, {3, 3}}) || !reflect.DeepEqual(f.Sent, record.Ranges{{1, 3}}) {
		t.Errorf("compacted %v of %v", f.Compacted, f.Sent)
	}
}

// TestCoverageOfWideText: of a file in UTF-16 the lines are compared as the tool gives them, decoded or as bytes.
func TestCoverageOfWideText(t *testing.T) {
	root := t.TempDir()
	wide := []byte("\xff\xfe")
	for _, r := range "one\ntwö\n" {
		wide = append(wide, byte(r), byte(r>>8))
	}
	transcripttest.Write(t, filepath.Join(root, "a.txt"), wide)
	for _, c := range []struct {
		text string
		sent record.Ranges
	}{
		{"one\ntwö\n", record.Ranges{{1, 2}}},
		{"one\nother\n", record.Ranges{{1, 1}}},
		{strings.ToValidUTF8(string(wide[:bytes.IndexByte(wide, '\n')]), "\ufffd\ufffd"), record.Ranges{{1, 1}}}, // its bytes
	} {
		s := transcripttest.ClaudeRun(t, "/home/ada/x", "/home/ada/x/a.txt", c.text)
		r := NewReplay(s)
		if err := r.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		got, err := r.Coverage(t.Context(), root)
		if err != nil || len(got.Files) != 1 || !slices.Equal(got.Files[0].Sent, c.sent) {
			t.Errorf("%q: %+v, %v", c.text, got.Files, err)
		}
		lines, err := r.Lines(t.Context(), root, "a.txt")
		if err != nil || int64(len(lines)) != got.Files[0].Lines || lines[0].Call != 1 {
			t.Errorf("%q: %+v, %v", c.text, lines, err)
		}
		placed, err := Place(t.Context(), s, root, s.Call(1), "a.txt")
		if err != nil || !slices.Equal(placed.Now, c.sent) {
			t.Errorf("%q: %+v, %v", c.text, placed.Now, err)
		}
	}
}

func TestReview(t *testing.T) {
	diff, err := patch.Parse(strings.NewReader(transcripttest.Diff))
	if err != nil {
		t.Fatal(err)
	}
	c := &Coverage{Files: []File{{Path: "src/a.go", Exists: true, Sets: heldlines.Sets{Sent: record.Ranges{{1, 2}, {5, 20}}, Written: record.Ranges{{3, 3}}}}}}
	got := Review([]*Coverage{c}, diff.Files)
	want := []FileReview{
		{Path: "src/a.go", Added: 3, Sent: 2, Unsent: record.Ranges{{3, 3}}, NotKnown: record.Ranges{}, Deleted: 1, Named: true},
		{Deleted: 1, Unsent: record.Ranges{}, NotKnown: record.Ranges{}},
		{Path: "néw", Added: 2, Unsent: record.Ranges{{1, 2}}, NotKnown: record.Ranges{}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
	if p := Percent(got, 0); p != 40 {
		t.Errorf("%d%%", p)
	}
	if Percent(nil, 0) != 100 {
		t.Error("nothing added is not all sent")
	}
}

// TestNumberedEditsOfLinesSentBefore: an edit by numbers alone is of lines that were sent, or of others.
func TestNumberedEditsOfLinesSentBefore(t *testing.T) {
	step := func(action, observation string) object {
		state := object{"working_dir": "/w", "open_file": "/w/a"}
		return object{"action": action, "observation": observation, "state": state}
	}
	s := transcripttest.Decode(t, "x.traj", transcripttest.JSON(object{"trajectory": []object{
		step("open a", "[File: /w/a (9 lines total)]\n1:one\n2:two\n"),
		step("edit 2:3\n2\nend_of_edit", "[File: /w/a (8 lines total)]\n2:2\n3:four\nFile updated."),
		step("edit 3:3\n4\nend_of_edit", "[File: /w/a (8 lines total)]\n3:4\nFile updated."),
	}}))
	root := t.TempDir()
	transcripttest.Write(t, filepath.Join(root, "a"), []byte("one\n2\n4\nfive\nsix\nseven\neight\nnine\n"))
	all, err := Of(t.Context(), s, root)
	if err != nil || len(all.Files) != 1 || len(all.Files[0].Changes) != 2 {
		t.Fatalf("%+v, %v", all, err)
	}
	// The form keeps nothing of what a person said, so that it is not known of line 3.
	for i, want := range []string{"[[2 3]] [] [[3 3]]", "[[3 3]] [] []"} {
		if c := all.Files[0].Changes[i]; fmt.Sprint(c.LinesThen, c.BlindThen, c.UnknownThen) != want {
			t.Errorf("change %d: %+v, want %s", i, c, want)
		}
	}
}
