package agents

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eyeline/reader/agentsearch"
	"eyeline/reader/tools"
)

// saidBy is the answer of an agent's search for a word in some files, the later ones of which are newer. The folder is
// written as DIR.
func saidBy(t *testing.T, agent string, noRg bool, word string, files ...string) (text, note string, err error) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(files); i += 2 {
		file := filepath.Join(dir, filepath.FromSlash(files[i]))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(files[i+1]), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Unix(1_700_000_000+int64(i), 0)
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	profile, _ := agentsearch.Lookup(agent)
	result, err := agentsearch.Search(t.Context(), agentsearch.Request{
		Env: tools.Env{Root: dir, Home: dir + "/no"}, Query: agentsearch.Query{Pattern: word}, NoRg: noRg, Count: true,
		Profiles: []*agentsearch.Profile{profile},
	})
	if err != nil {
		t.Fatal(err)
	}
	text, note, err = result.Emit(t.Context(), result.Agents[0])
	return strings.ReplaceAll(text, filepath.ToSlash(dir), "DIR"), note, err
}

// TestSaidSearches: the texts of answers. Those marked as recorded stand in recorded answers, but for the paths.
func TestSaidSearches(t *testing.T) {
	t.Parallel()
	here := []string{"sub/only.txt", "x\nzqign here\n"}
	three := []string{
		"anyw.txt", "x\nzqign here\n", "back.tmp", "x\nzqign here\n", "sub/only.txt", "x\nzqign here\n",
	}
	huge := []string{"h.js", strings.Repeat("-", 70_000) + "zqign\n"}
	latin := []string{"bad.txt", "gr\xfcn zqign\n"}
	none := []string{"a.txt", "-\n"}
	for _, c := range []struct {
		name, agent string
		noRg        bool
		files       []string
		want        string
	}{
		{"crush, recorded", "crush", false, three, "Found 3 matches\nDIR/sub/only.txt:\n  Line 2, Char 1: zqign here\n\n" +
			"DIR/back.tmp:\n  Line 2, Char 1: zqign here\n\nDIR/anyw.txt:\n  Line 2, Char 1: zqign here\n"},
		{"crush, nothing, recorded", "crush", false, none, "No files found"},
		{"crush, without rg, recorded", "crush", true, here, "Found 1 matches\nDIR/sub/only.txt:\n  Line 2, Char 1: zqign here\n"},
		{"crush, a bad line", "crush", false, latin, "Found 1 matches\nDIR/bad.txt:\n  Line 1, Char 6: \n"},
		{"gemini, nothing, recorded", "gemini_cli", false, none, `No matches found for pattern "zqign" in path ".".`},
		{"gemini", "gemini_cli", false, here, "Found 1 match for pattern \"zqign\" in path \".\":\n---\n" +
			"File: sub/only.txt\nL1- x\nL2: zqign here\n---"},
		{"gemini, without rg", "gemini_cli", true, here, "Found 1 match for pattern \"zqign\" in the workspace directory:\n---\n" +
			"File: sub/only.txt\nL1- x\nL2: zqign here\nL3- \n---"},
		{"opencode, a bad line, recorded", "opencode", false, latin, "Invalid ripgrep match output"},
		{"opencode, a long line, recorded", "opencode", false, huge, "Ripgrep JSON record exceeded 65536 bytes"},
		{"opencode, without rg, recorded", "opencode", true, here, "ripgrep execution failed"},
		{"opencode", "opencode", false, here, "Found 1 matches\nDIR/sub/only.txt:\n  Line 2: zqign here\n"},
		{"kilo, a bad line, recorded", "kilo", false, latin, "Invalid ripgrep match output"},
		{"kilo, a long line, recorded", "kilo", false, huge, "Ripgrep JSON record exceeded 65536 bytes"},
		{"kilo", "kilo", false, []string{"a", "zqign" + strings.Repeat("-", 3000)}, "Found 1 matches\nDIR/a:\n  Line 1: zqign" +
			strings.Repeat("-", 1995) + "...\n\nSome matching or context lines were truncated. Use read for full lines."},
		{"copilot, recorded", "copilot_cli", false, here, "./sub/only.txt"},
		{"qwen, nothing, recorded", "qwen_code", false, none, `No matches found for pattern "zqign" in the workspace directory.`},
		{"qwen", "qwen_code", false, here, "Found 1 match for pattern \"zqign\" in the workspace directory:\n---\n" +
			"DIR/sub/only.txt:2:zqign here"},
		{"qwen, without rg", "qwen_code", true, here, "Found 1 match for pattern \"zqign\" in the workspace directory:\n---\n" +
			"File: sub/only.txt\nL2: zqign here\n---"},
		{"kimi", "kimi_code", false, append(three, "credentials", "zqign\n"), "Wall time: 0.000 seconds\nsub/only.txt\nback.tmp\n" +
			"anyw.txt\nFiltered 1 sensitive file(s): credentials"},
		{"kimi, nothing", "kimi_code", false, none, "Wall time: 0.000 seconds\nNo non-sensitive matches found"},
		{"cline", "cline", false, []string{"a.txt", "1\n2\nzqign\nzqign\n5\n6\n"}, `[{"query":"zqign","result":"Found 2 results for ` +
			`pattern: zqign\n\na.txt:3:1\n\na.txt:4:1\n  5: 5\n\n","success":true}]`},
		{"cline, nothing", "cline", false, none, `[{"query":"zqign","result":"No results found for pattern: zqign\n` +
			`Searched 1 files.","success":true}]`},
		{"cline, without rg", "cline", true, []string{"a.txt", "é zqign zqign\n"}, `[{"query":"zqign","result":"Found 2 results for ` +
			`pattern: zqign\nSearched 1 files.\n\na.txt:1:3\n> 1: é zqign zqign\n  2: \n\na.txt:1:9\n> 1: é zqign zqign\n  2: \n",` +
			`"success":true}]`},
		{"claude", "claude_code", false, here, "sub/only.txt:2:zqign here"},
		{"claude, nothing", "claude_code", false, none, "(Bash completed with no output)"},
		{"codex", "codex_exec", false, here, "Chunk ID: 000000\nWall time: 0.0000 seconds\nProcess exited with code 0\n" +
			"Original token count: 7\nOutput:\nsub/only.txt:2:zqign here\n"},
		{"codex, nothing", "codex_exec", false, none, "Chunk ID: 000000\nWall time: 0.0000 seconds\nProcess exited with code 1\n" +
			"Original token count: 0\nOutput:\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, note, err := saidBy(t, c.agent, c.noRg, "zqign", c.files...)
			if text != c.want || note != "" || err != nil {
				t.Errorf("%q, %q, %v; want %q", text, note, err, c.want)
			}
		})
	}
}

// TestNotSaid: what has no one text is not made up.
func TestNotSaid(t *testing.T) {
	t.Parallel()
	many := func(n int) (files []string) {
		for i := range n {
			files = append(files, string(rune('a'+i%26))+strings.Repeat("x", i/26)+".go", "zqign\nzqign\n")
		}
		return files
	}
	long := []string{"a.go", "zqign\nzqign" + strings.Repeat("-", 30_000)}
	for _, c := range []struct {
		name, agent string
		noRg        bool
		files       []string
		says        string
	}{
		{"gemini", "gemini_cli", false, many(60), "100 of 120 matches, any"},
		{"opencode", "opencode", false, many(60), "100 of 120 matches, any"},
		{"cline, without rg", "cline", true, many(60), "100 of 120 matches, any"},
		{"copilot", "copilot_cli", false, many(60), "is put together in groups"},
		{"copilot, nothing", "copilot_cli", false, nil, "the words for that are not known"},
		{"qwen", "qwen_code", false, long, "is cut in its middle"},
		{"claude", "claude_code", false, long, "becomes a file and a preview"},
		{"kimi, without rg", "kimi_code", true, many(1), "are not known"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if text, _, err := saidBy(t, c.agent, c.noRg, "zqign", c.files...); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%q, %v", text, err)
			}
		})
	}
	text, note, err := saidBy(t, "crush", false, "zqign", many(60)...)
	if err != nil || note != "" || !strings.HasSuffix(text, "\n\n(Results are truncated. Consider using a more specific path or pattern.)") {
		t.Errorf("Crush sorts: %q, %v", note, err)
	}
}
