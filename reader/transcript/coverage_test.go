package transcript

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// short is a file's coverage in one line.
func (f *FileCoverage) short() string {
	out := fmt.Sprintf("%s %t %d", f.Path, f.Exists, f.Lines)
	for _, part := range []struct {
		name string
		r    []Range
	}{{"sent", f.Sent}, {"cut", f.Cut}, {"written", f.Written}, {"changed", f.Changed}, {"never", f.Never}} {
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
			"crlf.txt true 3 sent 1-3 reads 2",
			"dot.png true 3 never 1-3 reads 1 unknown 1",
			"empty.txt true 0 reads 1 unknown 1",
			"latin1.txt true 1 sent 1-1 reads 1",
			"log.txt true 3600 sent 1-2197 3590-3600 never 2198-3589 reads 2",
			"src false 0 reads 0 refused 1",
			"src/README.md true 28 sent 1-6 never 7-28 reads 3 unknown 1 change 13 failed false [] blind []",
			"src/inventory.py true 75 sent 1-75 reads 2",
			"src/missing.go false 0 reads 0 refused 1",
			"src/ring.go true 52 sent 1-52 reads 1",
			"src/slider.ts true 31 sent 1-5 never 6-31 reads 1",
		}},
		{"claude_code/session-default.jsonl", "workspace-before", []string{
			"crlf.txt true 2 sent 1-2 reads 2 gone 1",
			"dot.png true 3 never 1-3 reads 1 unknown 1",
			"empty.txt true 0 reads 1 unknown 1",
			"latin1.txt true 1 sent 1-1 reads 1",
			"log.txt true 3600 sent 1-2197 3590-3600 never 2198-3589 reads 2",
			"src false 0 reads 0 refused 1",
			"src/README.md true 28 sent 1-2 4-6 changed 3-3 never 7-28 reads 3 unknown 1 change 13 failed false [] blind []",
			"src/inventory.py true 75 sent 1-75 reads 2",
			"src/missing.go false 0 reads 0 refused 1",
			"src/ring.go true 52 sent 1-52 reads 1",
			"src/slider.ts true 31 sent 1-5 never 6-31 reads 1",
		}},
		{"opencode/export.json", "workspace-after", []string{
			"crlf.txt true 3 sent 1-3 reads 2",
			"dot.png true 3 never 1-3 reads 1 unknown 1",
			"empty.txt true 0 reads 1 unknown 1",
			"latin1.txt true 1 sent 1-1 reads 1",
			"log.txt true 3600 sent 1-1341 3590-3600 never 1342-3589 reads 2",
			"src false 0 reads 1 unknown 1",
			"src/README.md true 28 sent 1-6 never 7-28 reads 1 refused 2 change 13 failed false [] blind []",
			"src/inventory.py true 75 sent 1-75 reads 2",
			"src/missing.go false 0 reads 0 refused 1",
			"src/ring.go true 52 sent 1-52 reads 1",
			"src/slider.ts true 31 sent 1-5 never 6-31 reads 1",
		}},
	} {
		p := all[c.name]
		s, err := Decode(context.Background(), c.name, bytes.NewReader(p), int64(len(p)))
		if err != nil {
			t.Fatal(err)
		}
		cov, err := s.Coverage(context.Background(), transcripttest.Workspace(t, c.root))
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
	call := strings.Replace(claudeCall(id, minute, "ok"), `"name":"Read"`, `"name":"Edit"`, 1)
	return strings.Replace(call, `"}]}}`+"\n", `"}]},"toolUseResult":{"structuredPatch":`+patch+`}}`+"\n", 1)
}

func TestCoverageOfChanges(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name, run, now, want string
	}{
		{
			"an edit of a sent line", claudeCall("a", 1, "1\tone\n2\ttwo\n3\tthree") + claudeEdit("b", 2, `[{"oldStart":2,"oldLines":1,"newStart":2,"newLines":2,"lines":["-two","+TWO","+more"]}]`),
			"one\nTWO\nmore\nthree\nfour\n", "true 5 sent 1-1 4-4 written 2-3 never 5-5 reads 1 change 2 failed false [[2 3]] blind []",
		},
		{
			"an edit of a line never sent", claudeCall("a", 1, "1\tone") + claudeEdit("b", 2, `[{"oldStart":1,"oldLines":3,"newStart":1,"newLines":3,"lines":[" one"," two","-three","+THREE"]}]`),
			"one\ntwo\nTHREE\n", "true 3 sent 1-1 written 3-3 never 2-2 reads 1 change 2 failed false [[3 3]] blind [[3 3]]",
		},
		{
			"sent again after the edit", claudeEdit("b", 1, `[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-one","+ONE"]}]`) + claudeCall("a", 2, "1\tONE"),
			"ONE\n", "true 1 sent 1-1 reads 1 change 1 failed false [] blind []",
		},
		{
			"changed by somebody else", claudeCall("a", 1, "1\tone\n2\ttwo\n3\tthree"),
			"one\n2\nthree\nfour\n", "true 4 sent 1-1 3-3 changed 2-2 never 4-4 reads 1",
		},
		{
			"moved down", claudeCall("a", 1, "1\tone\n2\t\n3\tthree\n4\t"),
			"new\n\none\n\nthree\n\n", "true 6 sent 3-6 never 1-2 reads 1",
		},
		{
			"lines that are gone", claudeCall("a", 1, "1\tone\n2\ttwo\n3\tthree\n4\tfour"),
			"one\nfour\n", "true 2 sent 1-2 reads 1 gone 2",
		},
		{
			"read in two parts with a hole", claudeCall("a", 1, "2\ttwo\n3\t}") + claudeCall("b", 2, "6\tsix\n7\t}"),
			"x\ny\ntwo\n}\n4\n5\n5a\nsix\n}\n", "true 9 sent 3-4 8-9 never 1-2 5-7 reads 2",
		},
		{
			"a failed edit", claudeCall("a", 1, "1\tone") + strings.Replace(claudeEdit("b", 2, `[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-one","+ONE"]}]`), `"type":"tool_result"`, `"type":"tool_result","is_error":true`, 1),
			"one\n", "true 1 sent 1-1 reads 1 change 2 failed true [] blind []",
		},
		{
			"an edit that does not say where", claudeCall("a", 1, "1\tone\n2\ttwo") + strings.Replace(strings.Replace(claudeCall("b", 2, "ok"), `"name":"Read"`, `"name":"Edit"`, 1), `{"file_path":"/a"}`, `{"file_path":"/a","old_string":"w","new_string":"WO"}`, 1),
			"one\ntWOo\n", "true 2 sent 1-1 written 2-2 reads 1 change 2 failed false [[2 2]] blind []",
		},
		{
			"a write", strings.Replace(strings.Replace(claudeCall("b", 1, "ok"), `"name":"Read"`, `"name":"Write"`, 1), `{"file_path":"/a"}`, `{"file_path":"/a","content":"one\ntwo\n"}`, 1),
			"one\ntwo\nthree\n", "true 3 written 1-2 never 3-3 reads 0 change 1 failed false [[1 2]] blind []",
		},
	} {
		run := strings.ReplaceAll(c.run, `"/a"`, `"/w/a"`)
		run = strings.ReplaceAll(run, `"sessionId":"s"`, `"sessionId":"s","cwd":"/w"`)
		s := decode(t, "s.jsonl", run)
		if err := os.WriteFile(filepath.Join(dir, "a"), []byte(c.now), 0o600); err != nil {
			t.Fatal(err)
		}
		cov, err := s.Coverage(context.Background(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(cov.Files) != 1 || cov.Files[0].short() != "a "+c.want {
			t.Errorf("%s:\n got %s\nwant a %s", c.name, cov.Files[0].short(), c.want)
		}
	}
}

// TestCoverageJSON checks the form of the object: every list is there, and no text of a file.
func TestCoverageJSON(t *testing.T) {
	s := decode(t, "s.jsonl", strings.ReplaceAll(claudeCall("a", 1, "1\tsecret"), `"sessionId":"s"`, `"sessionId":"s","cwd":"/w","version":"2.1.330"`))
	cov, err := s.Coverage(context.Background(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p, err := json.Marshal(cov)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"version":1,"agent":"Claude Code","agent_version":"2.1.330","id":"s","dir":"/w","started":"2026-01-02T03:01:04Z","ended":"2026-01-02T03:01:05Z","calls":1,` +
		`"unknown_records":0,"bad_lines":[],"compactions":[],"files":[{"path":"/a","exists":false,"lines":0,"reads":1,"sent":[[1,1]],"cut":[],"written":[],"changed":[],"never":[],"gone":0,"refused":0,"unknown":0,"changes":[]}]}`
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
	run := strings.ReplaceAll(claudeCall("a", 1, "1\tone")+claudeCall("b", 2, "1\tone"), `"/a"`, `"C:\\w\\a.txt"`)
	s := decode(t, "s.jsonl", strings.ReplaceAll(run, `"sessionId":"s"`, `"sessionId":"s","cwd":"C:\\w"`))
	cov, err := s.Coverage(context.Background(), root)
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
	run := strings.ReplaceAll(claudeCall("a", 1, "1\tone"), `"/a"`, fmt.Sprintf("%q", filepath.ToSlash(filepath.Join(root, "a")))) +
		strings.ReplaceAll(claudeCall("b", 2, "1\tone"), `"/a"`, `"a"`)
	s := decode(t, "s.jsonl", run)
	for want, root := range map[bool]string{true: root, false: ""} {
		cov, err := s.Coverage(context.Background(), root)
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

// TestNotices asks that an answer without lines is not taken for a file's first line.
func TestNotices(t *testing.T) {
	for format, notice := range map[*Format]string{
		pi:        "[Line 1 is 60.0KB, exceeds 50.0KB limit. Use bash: sed -n '1p' a | head -c 51200]",
		geminiCLI: "Cannot display content of binary file: a", qwenCode: "(read_file completed with no output)",
		copilotCLI: "File too large to read at once (30.1KB). Consider using the grep tool to search within the file, or view with view_range to read specific sections.",
	} {
		if f := format.reads; !f.isNotice(notice) || f.isNotice(notice+"\nmore") || f.isNotice("text") {
			t.Errorf("%s: %q", format.Name, notice)
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
		run := strings.ReplaceAll(claudeCall("a", 1, "1\tx"), `"/a"`, fmt.Sprintf("%q", path))
		s := decode(t, "s.jsonl", strings.ReplaceAll(run, `"sessionId":"s"`, `"sessionId":"s","cwd":"/w"`))
		cov, err := s.Coverage(context.Background(), root)
		if err != nil {
			t.Fatal(err)
		}
		if len(cov.Files) != 1 || cov.Files[0].Exists {
			t.Errorf("%s: %+v", path, cov.Files)
		}
	}
}

// TestLay compares with the truth: a file of different lines is sent in part, and lines of it are then dropped, put in and
// replaced.
func TestLay(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for round := range 3000 {
		n := 1 + rng.IntN(60)
		var p picture
		for i := range n {
			if rng.IntN(3) > 0 {
				p.lines = append(p.lines, held{number: int64(i) + 1, hash: uint64(i) + 1, state: Whole})
			}
		}
		var now []uint64
		truth := map[uint64]int{} // where a line is now
		fresh := uint64(1 << 20)
		for i := range n {
			switch k := rng.IntN(12); {
			case k == 0: // dropped
				continue
			case k == 1: // something before it
				fresh++
				now = append(now, fresh)
			case k == 2: // replaced
				fresh++
				now = append(now, fresh)
				continue
			}
			truth[uint64(i)+1] = len(now)
			now = append(now, uint64(i)+1)
		}
		l := p.lay(now)
		lost := 0
		for i, h := range p.lines {
			at, there := truth[h.hash]
			if there && int(l.lines[i]) != at || !there && l.lines[i] >= 0 {
				t.Fatalf("round %d: line %d is said to be at %d, and is at %d, %t", round, h.number, l.lines[i], at, there)
			}
			if !there {
				lost++
			}
		}
		changed := 0
		found := map[int32]bool{}
		for _, at := range l.lines {
			found[at] = true
		}
		for i, s := range l.states {
			if s == Changed {
				changed++
			}
			// A line that was never sent may be where one that was sent was: that cannot be distinguished from a change.
			if (s == Whole) != found[int32(i)] {
				t.Fatalf("round %d: line %d is in state %d, found: %t", round, i+1, s, found[int32(i)])
			}
		}
		if changed+l.gone != lost {
			t.Fatalf("round %d: %d lines lost, but %d changed and %d gone", round, lost, changed, l.gone)
		}
	}
}

// TestLayKeepsOrder lays files of few different lines: what is found is equal, and in order.
func TestLayKeepsOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		var p picture
		number := int64(0)
		for range rng.IntN(40) {
			number += 1 + int64(rng.IntN(3))
			p.lines = append(p.lines, held{number: number, hash: uint64(rng.IntN(5)), state: Whole})
		}
		now := make([]uint64, rng.IntN(60))
		for i := range now {
			now[i] = uint64(rng.IntN(6))
		}
		l := p.lay(now)
		last := int32(-1)
		for i, at := range l.lines {
			if at < 0 {
				continue
			}
			if at <= last || now[at] != p.lines[i].hash {
				t.Fatalf("line %d at %d, after one at %d", i, at, last)
			}
			last = at
		}
	}
}

// TestPictureOfChanges makes random changes in a file that was sent as a whole: the picture stays the file.
func TestPictureOfChanges(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	h := hasher{}
	for range 500 {
		var file []string
		var lines []Line
		text := ""
		for i := range 1 + rng.IntN(30) {
			file = append(file, fmt.Sprint("line ", i))
			lines = append(lines, Line{Number: int64(i) + 1, Start: len(text), End: len(text) + len(file[i])})
			text += file[i] + "\n"
		}
		var p picture
		p.sent(h.held(1, lines, text))
		for step := range 4 {
			var hunks []Hunk
			var next []string
			at := 0
			for at < len(file) {
				keep := min(rng.IntN(6), len(file)-at)
				next = append(next, file[at:at+keep]...)
				at += keep
				hunk := Hunk{Old: int64(at) + 1}
				if at > 0 && keep > 0 {
					hunk.Old--
					hunk.Lines = append(hunk.Lines, " "+file[at-1])
				}
				for range rng.IntN(3) {
					if at < len(file) {
						hunk.Lines = append(hunk.Lines, "-"+file[at])
						at++
					}
				}
				for range rng.IntN(3) {
					line := fmt.Sprint("new ", step, rng.Uint32())
					hunk.Lines = append(hunk.Lines, "+"+line)
					next = append(next, line)
				}
				if len(hunk.Lines) > 0 {
					hunks = append(hunks, hunk)
				}
				if at < len(file) {
					next = append(next, file[at])
					at++
				}
			}
			if blind := p.change(hunks, 0, h); blind != 0 {
				t.Fatalf("%d blind lines of a file that was sent as a whole", blind)
			}
			file = next
		}
		if len(p.lines) != len(file) {
			t.Fatalf("%d lines, not %d", len(p.lines), len(file))
		}
		for i, l := range p.lines {
			if l.number != int64(i)+1 || l.hash != h.line([]byte(file[i])) || l.blind {
				t.Fatalf("line %d: %+v, not %q", i+1, l, file[i])
			}
		}
	}
}
