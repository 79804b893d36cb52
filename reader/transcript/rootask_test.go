package transcript_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents" // the tool of the agent
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// rooTask is a task of Roo Code with one call and its result, and what may come after them.
func rooTask(t *testing.T, dir, tool string, input object, result string, more ...object) *transcript.Session {
	t.Helper()
	return transcripttest.Decode(t, "tasks/1/api_conversation_history.json", rooJSON(dir, tool, input, result, more...))
}

func rooJSON(dir, tool string, input object, result string, more ...object) string {
	text := func(s string) object { return object{"type": "text", "text": s} }
	details := text("<environment_details>\n# Current Mode\n<slug>code</slug>\n\n# Current Workspace Directory (" +
		filepath.ToSlash(dir) + ") Files\na\n</environment_details>")
	all := []object{
		{"role": "user", "ts": 1795273200000, "content": []object{text("<user_message>\nLook.\n</user_message>"), details}},
		{"role": "assistant", "ts": 1795273201000, "content": []object{
			{"type": "tool_use", "id": "call_1", "name": tool, "input": input},
		}},
		{"role": "user", "ts": 1795273202000, "content": []object{
			{"type": "tool_result", "tool_use_id": "call_1", "content": result},
		}},
	}
	return transcripttest.JSON(append(all, more...))
}

// TestRooReadsBack: each answer of the tool, as it would be recorded, is read back line for line: whole, cut, from some
// line on, a block, several files, some of their lines.
func TestRooReadsBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	long := "head\n" + strings.Repeat("x", 2500) + "\n" + strings.Repeat("ü", 1999) + "\nend..."
	files := map[string]string{
		"whole": "one\ntwo\n\n3 | four\n", "bare": "one\n\ttwo", "empty": "", "blank": "\n\n", "crlf": "a\r\nb\r\n",
		"long": long, "words": "File: words\n\n---\n\nFile: other\n1 | no\n</content>\nIMPORTANT: File content truncated.\n",
		"many":  strings.Repeat("a line\n", 2500),
		"block": "func a() {\n    if b {\n        c()\n\n        d()\n    }\n}\n\nfunc e() {\n}\n",
	}
	for name, text := range files {
		transcripttest.Write(t, filepath.Join(dir, name), []byte(text))
	}
	tool := rooTask(t, dir, "read_file", object{"path": "a"}, "").Profile(&record.Call{Tool: "read_file"})
	if tool == nil {
		t.Fatal("no tool is imitated")
	}
	type file = object
	anchor := func(n int) object { return object{"anchor_line": n} }
	for _, c := range []struct {
		args object
		want string // the lines by file; those that are cut have a mark
	}{
		{object{"path": "whole"}, "whole 1-4"},
		{object{"path": "whole", "offset": 2, "limit": 2}, "whole 2-3 of 5"},
		{object{"path": "whole", "offset": 4, "limit": 1}, "whole 4-4 of 5"},
		{object{"path": "whole", "offset": 1, "limit": 1}, "whole 1-1 of 5"},
		{object{"path": "whole", "offset": 3}, "whole 3-4"},
		{object{"path": "whole", "offset": 9}, "whole none"},
		{object{"path": "bare"}, "bare 1-2"},
		{object{"path": "empty"}, "empty 1-1"},
		{object{"path": "blank"}, "blank 1-2"},
		{object{"path": "crlf"}, "crlf 1-2"},
		{object{"path": "long"}, "long 1-4, 2 is cut"},
		{object{"path": "words"}, "words 1-8"},
		{object{"path": "many"}, "many 1-2000 of 2501"},
		{object{"path": "many", "offset": 2001}, "many 2001-2500"},
		{object{"path": "block", "mode": "indentation", "indentation": anchor(3)}, "block 1-7"},
		{object{"path": "block", "mode": "indentation", "limit": 3, "indentation": anchor(3)}, "block 2-3 of 11"},
		{object{"path": "gone"}, "gone none"},
		{object{"files": []file{{"path": "whole"}, {"path": "gone"}, {"path": "words"}}}, "whole 1-4; gone none; words 1-8"},
		{object{"files": []file{{"path": "many"}}}, "many 1-2000"},
		{object{"files": []file{{"path": "many", "line_ranges": []string{"9-11", "2-3"}}, {"path": "bare"}}}, "many 9-3; bare 1-2"},
	} {
		text := answerOf(t, tool, dir, c.args)
		s := rooTask(t, dir, "read_file", c.args, text)
		reads, err := s.Reads(s.Call(1))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range reads {
			got = append(got, toldOfRead(t, dir, files, r))
		}
		if told := strings.Join(got, "; "); told != c.want {
			t.Errorf("%v: %s, want %s\n%.300q", c.args, told, c.want, text)
		}
	}
}

// answerOf is what the tool gives; of a refusal its words.
func answerOf(t *testing.T, tool *tools.Tool, dir string, args object) string {
	t.Helper()
	var text bytes.Buffer
	r, err := tool.Read(t.Context(), tools.Env{Root: dir}, []byte(transcripttest.JSON(args)))
	if err != nil {
		return err.Error()
	}
	defer r.Close()
	if _, err := r.Render(t.Context(), &text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// toldOfRead says which lines a read has, each of which must be the file's own line, or its beginning where it is cut.
func toldOfRead(t *testing.T, dir string, files map[string]string, r record.Read) string {
	t.Helper()
	name := strings.TrimPrefix(r.Path, filepath.ToSlash(dir)+"/")
	lines, told, cuts := strings.Split(files[name], "\n"), name+" none", ""
	for i, l := range r.Lines {
		own, want := r.Text[l.Start:l.End], lines[min(int(l.Number), len(lines))-1]
		if own != want && !(l.Cut && own != "" && strings.HasPrefix(want, own)) {
			t.Errorf("%s: line %d is %.80q, want %.80q", name, l.Number, own, want)
		}
		if l.Cut {
			cuts += fmt.Sprintf(", %d is cut", l.Number)
		}
		if i > 0 && l.Number == r.Lines[i-1].Number {
			t.Errorf("%s: line %d twice", name, l.Number)
		}
	}
	if n := len(r.Lines); n > 0 {
		told = fmt.Sprintf("%s %d-%d", name, r.Lines[0].Number, r.Lines[n-1].Number)
	}
	if strings.Contains(r.Text, "truncated.\n\tStatus") && r.Total > 0 && !strings.Contains(files[name], "IMPORTANT") {
		told += fmt.Sprintf(" of %d", r.Total)
	}
	return told + cuts
}

// rooCovered is what a task comes to for the file a.
func rooCovered(t *testing.T, s *transcript.Session, dir string) string {
	t.Helper()
	c, err := coverage.Of(t.Context(), s, dir)
	if err != nil {
		t.Fatal(err)
	}
	f := c.File("a")
	if f == nil {
		return "no file"
	}
	return fmt.Sprint("sent ", f.Sent, " cut ", f.Cut, " written ", f.Written, " never ", f.Never, " unsure ", f.Unsure)
}

// TestRooAnswers: what the versions of Roo Code wrote of reads, and of what they left out.
func TestRooAnswers(t *testing.T) {
	t.Parallel()
	const xml = "<files>\n<file><path>a</path>\n"
	dir, read := t.TempDir(), object{"path": "a"}
	transcripttest.Write(t, filepath.Join(dir, "a"), []byte("one\ntwo\nthree\nfour\nfive\n"))
	for _, c := range []struct{ result, want string }{
		{"File: a\n1 | one\n2 | two\n3 | three\n4 | four\n5 | five\n6 | ", "sent [[1 5]] cut [] written [] never [] unsure []"},
		{"File: a\nLines 1-2:\n1 | one\n2 | two\n", "sent [[1 2]] cut [] written [] never [[3 5]] unsure []"},
		{"File: a\nLines 1-1:\n1 | one\n\n\nLines 4-5:\n4 | four\n5 | five\n", "sent [[1 1] [4 5]] cut [] written [] never [[2 3]] unsure []"},
		{"File: a\nLines 1-1:\n1 | one\n\n\nCode Definitions:\n# a\n4--5 | four\n\nNote: Showing only 1 of 5 total lines.", "sent [[1 1] [4 4]] cut [] written [] never [[2 3] [5 5]] unsure []"},
		{xml + "<content lines=\"1-1\">\n1 | one\n</content>\n<content lines=\"3-4\">\n3 | three\n4 | four\n</content>\n</file>\n</files>", "sent [[1 1] [3 4]] cut [] written [] never [[2 2] [5 5]] unsure []"},
		{xml + "<content lines=\"1-2\">\n1 | one\n2 | tw</content>\n<notice>Preview: 10 of 30 characters.</notice>\n</file>\n</files>", "sent [[1 1]] cut [[2 2]] written [] never [[3 5]] unsure []"},
		{"<file>\n  <path>a</path>\n  <content>\n1 | one\n2 | two\n\n  </content>\n</file>", "sent [[1 2]] cut [] written [] never [[3 5]] unsure []"},
		{`{"status":"approved","feedback":"go on"}` + "\nFile: a\n1 | one\n2 | two\n3 | three\n4 | four\n5 | five", "sent [[1 5]] cut [] written [] never [] unsure []"},
		{"File: a\nBinary file (bin) - content not displayed", "sent [] cut [] written [] never [[1 5]] unsure []"},
		{"File: a\nsomething new", "sent [] cut [] written [] never [] unsure [[1 5]]"},
		{"File: a\nStatus: Denied by user", "sent [] cut [] written [] never [[1 5]] unsure []"},
		{`{"status":"denied","message":"The user denied this operation."}`, "sent [] cut [] written [] never [[1 5]] unsure []"},
		{"File: a\nError: ENOENT: no such file or directory, stat 'a'", "sent [] cut [] written [] never [[1 5]] unsure []"},
	} {
		if got := rooCovered(t, rooTask(t, dir, "read_file", read, c.result), dir); got != c.want {
			t.Errorf("%.80q: %s, want %s", c.result, got, c.want)
		}
	}
}

// TestRooChanges: what the tools of Roo Code that change files did to them.
func TestRooChanges(t *testing.T) {
	t.Parallel()
	const saved = `{"path":"a","operation":"modified","notice":"You do not need to re-read the file"}`
	const unknown = "lost a"
	for _, c := range []struct {
		tool  string
		input object
		want  string
	}{
		{"insert_content", object{"path": "a", "line": 2, "content": "x\ny"}, "a @2 +x/+y"},
		{"insert_content", object{"path": "a", "line": "2", "content": "x"}, "a @2 +x"},
		{"insert_content", object{"path": "a", "line": 0, "content": "x"}, unknown},
		{"search_and_replace", object{"path": "a", "search": "x", "replace": "y", "use_regex": nil, "ignore_case": nil, "start_line": nil, "end_line": nil}, "a everywhere -x/+y"},
		{"search_and_replace", object{"path": "a", "search": "x.*", "replace": "y", "use_regex": true}, unknown},
		{"search_and_replace", object{"path": "a", "search": "x", "replace": "y", "start_line": 3}, unknown},
		{"search_and_replace", object{"path": "a", "operations": []object{{"search": "x", "replace": "y"}}}, "a -x/+y"},
		{"edit_file", object{"file_path": "a", "old_string": "x", "new_string": "y", "expected_replacements": 2}, "a everywhere -x/+y"},
		{"search_replace", object{"file_path": "a", "old_string": "x", "new_string": "y"}, "a -x/+y"},
		{"apply_patch", object{"patch": "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch"}, "a -x/+y"},
		{"write_to_file", object{"path": "a", "content": "x\n"}, "a =x\n"},
	} {
		s := rooTask(t, "/w", c.tool, c.input, saved)
		edits, err := s.Edits(s.Call(1))
		if err != nil || len(edits) != 1 || edits[0].Path != "/w/a" || s.Call(1).Failed {
			t.Errorf("%s: %+v, %v", c.tool, edits, err)
			continue
		}
		e := edits[0]
		got := "a"
		if e.Lost {
			got = "lost a"
		}
		for _, h := range e.Hunks {
			if h.Old > 0 {
				got += fmt.Sprint(" @", h.Old)
			}
			if h.Everywhere {
				got += " everywhere"
			}
			got += " " + strings.Join(h.Lines, "/")
		}
		if e.IsWhole {
			got += " =" + e.Whole
		}
		if got != c.want {
			t.Errorf("%s %v: %q, want %q", c.tool, c.input, got, c.want)
		}
	}
	failed := rooTask(t, "/w", "apply_diff", object{"path": "a", "diff": ""}, "Unable to apply diff to file: /w/a\n\n<error_details>\nx\n</error_details>")
	if !failed.Call(1).Failed {
		t.Error("a diff that could not be applied did not fail")
	}
}

// TestRooForgets: what a summary replaced is out of the context, and so is what a window that moves on hides; a task
// of a version that took messages out of its record has lines of which nothing is known.
func TestRooForgets(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "a"), []byte("one\ntwo\n"))
	summary := object{"role": "user", "isSummary": true, "condenseId": "c", "content": []object{
		{"type": "text", "text": "## Conversation Summary\nDone."},
		{"type": "text", "text": "<system-reminder>\n## File Context: a\n2--2 | two\n</system-reminder>"},
	}}
	s := rooTask(t, dir, "read_file", object{"path": "a"}, "File: a\n1 | one", summary)
	if len(s.Compactions) != 1 || s.InContext(s.Call(1)) || !s.InContext(s.Call(2)) {
		t.Errorf("summaries %v", s.Compactions)
	}
	if got := rooCovered(t, s, dir); got != "sent [[1 2]] cut [] written [] never [] unsure []" {
		t.Error(got)
	}
	marker := object{"role": "user", "isTruncationMarker": true, "truncationId": "w", "content": "[Sliding window truncation]"}
	call := func(id, parent string) object {
		return object{"role": "assistant", "truncationParent": parent, "content": []object{
			{"type": "tool_use", "id": id, "name": "list_files", "input": object{"path": "."}},
		}}
	}
	s = rooTask(t, dir, "read_file", object{"path": "a"}, "File: a\n1 | one", call("call_2", "w"), marker, call("call_3", ""))
	if s.InContext(s.Call(1)) || s.InContext(s.Call(2)) || !s.InContext(s.Call(3)) {
		t.Errorf("a window that moved: %v", s.Compactions)
	}
	older := strings.Replace(rooJSON(dir, "read_file", object{"path": "a"}, "File: a\n1 | one\n"), "user_message", "task", 1)
	s = transcripttest.Decode(t, "tasks/2/api_conversation_history.json", older)
	if got := rooCovered(t, s, dir); got != "sent [[1 1]] cut [] written [] never [] unsure [[2 2]]" {
		t.Errorf("a task of an older version: %s", got)
	}
}
