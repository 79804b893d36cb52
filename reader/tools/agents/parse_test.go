package agents

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/anthropiceditor"
	"eyeline/reader/tools/agents/claudecode"
)

// TestShortLinesAreNotCut: a tool's own parser finds none of the lines of a plain file cut, also where they are empty
// or one odd character.
func TestShortLinesAreNotCut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := "one\n\n\u0001\n\ntwo\n \n" + strings.Repeat("a line\n", 20)
	path := filepath.Join(dir, "file.txt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	parsed := 0
	for _, tool := range tools.AllVersions() {
		args := tools.BuildArgs(tool, path, nil)
		r, err := tool.Read(t.Context(), tools.Env{Root: dir}, args)
		if err != nil {
			continue // it takes no control characters, or wants more arguments
		}
		var out strings.Builder
		_, err = r.Render(t.Context(), &out)
		_ = r.Close()
		if err != nil {
			t.Fatal(err)
		}
		p, ok := tool.ParseContent(args, out.String())
		if !ok {
			continue
		}
		parsed++
		for _, l := range p.Lines {
			if l.Cut {
				t.Errorf("%s: line %d, %q, is said to be cut", tool.Name, l.Number, out.String()[l.Start:l.End])
			}
		}
	}
	if parsed < 15 {
		t.Errorf("only %d tools can be read back", parsed)
	}
}

// A content may be any text: that of another tool, of another version, or cut anywhere. Reading its lines never panics,
// and what is found lies inside it.
func TestParsedTakesAnyText(t *testing.T) {
	t.Parallel()
	whole := []string{
		"1\tone\n2\ttwo\n", "     1→one\n     2→two", "1: one\n2: two", "L1: one\nL2: two", "1|one\n2|two\n", "00001| one\n",
		"<file>\n00001| one\n</file>", "<content>\n1: one\n</content>", "12345", "12345\n", "-1", "99999999999999999999\tx", "\n", " ", "\xff\xfe",
		`{"content":"one"}`, "[File content truncated: showing lines 1-2 of 3]\none\ntwo", claudecode.BannerHead + "]</system-reminder>\n\n12345",
		"data:image/png;base64,AAAA", "one\r\ntwo\r\n", "Chunk ID: abc\nWall time: 1 seconds\nProcess exited with code 0\nOutput:\none\n",
	}
	for _, tool := range tools.AllVersions() {
		for _, text := range whole {
			for n := range len(text) + 1 {
				for _, args := range []string{"{}", "null", `{"offset":3,"limit":1,"cmd":"sed -n 3,5p f"}`} {
					p, _ := tool.ParseContent([]byte(args), text[:n])
					for _, l := range p.Lines {
						if l.Start < 0 || l.Start > l.End || l.End > n {
							t.Errorf("%s: a line of %q at [%d, %d)", tool.Name, text[:n], l.Start, l.End)
						}
					}
				}
			}
		}
	}
}

// To read a content takes memory in proportion to its size, however many lines it has.
func TestParsingGrowsWithTheContent(t *testing.T) {
	longtest.SkipUnlessLong(t)
	contents := map[string]func(lines int) string{}
	for name, form := range map[string]string{"numbered": "%6d\tx\n", "barred": "%5d | x\n", "arrow": "%6d→x\n", "bare": "line %d\n"} {
		contents[name] = func(lines int) string {
			var b strings.Builder
			for i := range lines {
				fmt.Fprintf(&b, form, i+1)
			}
			return b.String()
		}
	}
	heads := []string{"", "File: a\n", anthropiceditor.Heading + "a:\n", "<file>\n", "<path>a</path>\n<type>file</type>\n<content>\n"}
	allocated := func(parse func()) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		parse()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for _, tool := range tools.AllVersions() {
		for name, of := range contents {
			for _, head := range heads {
				few, many := head+of(1000), head+of(8000)
				args := []byte(`{"path":"a","file_path":"a"}`)
				small := allocated(func() { tool.ParseContent(args, few) })
				large := allocated(func() { tool.ParseContent(args, many) })
				if large > 20*small+1<<20 {
					t.Errorf("%s: 1,000 lines (%s, behind %q) take %d bytes, 8,000 take %d", tool.Name, name, head, small, large)
				}
			}
		}
	}
}
