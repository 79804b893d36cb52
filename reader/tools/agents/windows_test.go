package agents

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

// spellings are ways to name the file w\b.txt of the root, by the letters of the table below.
var spellings = []struct {
	letter string
	path   string // {full} is the file's path on Windows, {rooted} the same without its drive, {folder} its folder's
}{
	{"full", `{full}`},
	{"slashes", `{slashes}`},
	{"case", `{upper}`},
	{"verbatim", `\\?\{full}`},
	{"rooted", `{rooted}`},
	{"drive", `C:w\b.txt`},
	{"relative", `w\b.txt`},
	{"dots", `.\w\..\w/b.txt`},
	{"stream", `{full}::$DATA`},
	{"other stream", `{full}:s`},
	{"dot at the end", `{full}.`},
	{"NUL", `NUL`},
	{"CON", `\\.\CON`},
	{"share", `\\host\share\b.txt`},
	{"other drive", `D:\w\b.txt`},
	{"other drive's folder", `D:b.txt`},
	{"blank at the end", `{full} `},
	{"device with an extension", `{folder}\NUL.txt`},
	{"port", `{folder}\COM1`},
	{"verbatim share", `\\?\UNC\host\share\b.txt`},
}

// onWindows says for each tool and each of the spellings whether the file is read (r), refused in the words of the tool
// (x), or what happens is said not to be known (?).
var onWindows = map[string]string{
	"claude_code":         "rrrrrrrrr?xx??xxrxx?",
	"codex_exec":          "????????????????????",
	"codex_exec_bytes":    "????????????????????",
	"codex_code_mode":     "????????????????????",
	"gemini_cli_shell":    "????????????????????",
	"qwen_code_shell":     "????????????????????",
	"gemini_cli":          "rrrrrrrrr?xxx?xxxxxx",
	"opencode":            "rrrrrrrrr?xx??xxxxx?",
	"copilot_chat":        "rrrrrxxxr?xx??xxxxx?",
	"copilot_cli":         "rrrrrrrrr?xx??xxxxx?",
	"grok_build":          "rrrrrrrrr?r0??xxr???",
	"codex_grok":          "rrrrxxxxr?rx??xxr???",
	"cline":               "rrrrrrrrr?xx??xxxxx?",
	"qwen_code":           "rrrxrxxxr?xx??xxrxxx",
	"kilo":                "rrrrrrrrr?xx??xxxxx?",
	"pi":                  "rrrrrrrrr?xx??xxxxx?",
	"kimi_code":           "rrrrrxrrr?xx??xxxxx?",
	"anthropic_editor":    "rrrrxxxxr?rx??xxr???",
	"mcp_filesystem":      "rrrxrrrrr?xxxxxxxxxx",
	"roo_code":            "rrrrrrrrr?xx??xxxxx?",
	"grok_hashline":       "rrrrrrrrr?r0??xxr???",
	"openhands":           "rrrrrxxxr?rx??x?r???",
	"kimi_cli":            "rrrrrrrrr?rx??xxr???",
	"mistral_vibe":        "rrrrrrrrr?r0??xxr???",
	"openclaw":            "rrrrrrrrr?xx??xxxxx?",
	"crush":               "rrrrx?rrr?r0??x?r???",
	"desktop_commander":   "rrrrrrrrr?xx??xxxxx?",
	"deepagents":          "rrrrrrrrr?xx??xxxxx?",
	"serena":              "rrrxrrrrr?r0xxxxr??x",
	"amazon_q":            "rrrrrrrrr?rx??xxr???",
	"hermes_agent":        "????????????????????",
	"continue_cli":        "rrrrrrrxr?xx??xxxxx?",
	"nanocoder":           "xxxxxrrxxxxxxxxxxxxx",
	"grok_cli":            "rrrrrrrrr?xx??xxxxx?",
	"claude_code_bash":    "rrr?????????????????",
	"opencode_bash":       "????????????????????",
	"copilot_cli_bash":    "????????????????????",
	"kimi_code_bash":      "rrr?????????????????",
	"grok_build_terminal": "????????????????????",
	"zed":                 "rrrxxrrxr?r0xxxxr??x",
	"swe_agent":           "rrrrrrrrr?r0??xxr???",
	"codex":               "rrrrxxxxr?rx??xxr???",
	"sage":                "rrrrrrrrr?xx??xxxxx?",
	"open_file":           "rrrrrrrrr?rx??xxr???",
	"byte_window":         "rrrrrrrrr?rx??xxr???",
}

// TestPathsOfWindows reads a file by the paths that agents have on Windows, on any system, and each answer says that it is
// modelled. What is on another machine, and what differs from one Windows to another, is asked on Windows alone.
func TestPathsOfWindows(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "w", "b.txt")
	if err := errors.Join(os.Mkdir(filepath.Dir(file), 0o755), os.WriteFile(file, []byte("marked\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	full, err := ospath.Machine{System: ospath.Windows}.Agent(file)
	if err != nil {
		t.Skip(err)
	}
	put := strings.NewReplacer(
		"{full}", full, "{slashes}", strings.ReplaceAll(full, `\`, "/"), "{upper}", strings.ToUpper(full),
		"{rooted}", full[2:], "{folder}", strings.TrimSuffix(full, `\b.txt`),
	)
	here := runtime.GOOS == "windows"
	asked := map[string]bool{"share": here, "verbatim share": here, "device with an extension": here}
	for _, name := range tools.Names() {
		tool, _ := tools.Lookup(name)
		for i, s := range spellings {
			got := outcome(t, tool, tools.Env{Root: dir, Home: dir, System: ospath.Windows}, put.Replace(s.path))
			want := onWindows[name][i : i+1]
			if got != want && !(asked[s.letter] && want == "?" && strings.Contains("x0", got)) {
				t.Errorf("%s, %s: %q, want %q", name, s.letter, got, want)
			}
		}
	}
}

// readsHere reports whether a tool reads a file by its absolute path on this system.
func readsHere(tool *tools.Tool) bool {
	return runtime.GOOS != "windows" || strings.HasPrefix(onWindows[tool.Name], "r")
}

// saysModelled checks that a remark beside an answer says that it was not run on Windows, but for what a contract fixes.
func saysModelled(t *testing.T, tool *tools.Tool, path, aside string) {
	t.Helper()
	if says := strings.Contains(aside, "modelled"); says == (tool.Origin.How == tools.ByContract) {
		t.Errorf("%s of %s says that it was not run on Windows: %v", tool.Name, path, says)
	}
}

func outcome(t *testing.T, tool *tools.Tool, env tools.Env, path string) string {
	t.Helper()
	r, err := tool.Read(t.Context(), env, tools.BuildArgs(tool, path, nil))
	if refusal, ok := errors.AsType[*tools.Error](err); ok {
		if refusal.Own {
			return "?"
		}
		saysModelled(t, tool, path, refusal.Aside)
		return "x"
	}
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	saysModelled(t, tool, path, r.Aside)
	var content bytes.Buffer
	if _, err := r.Render(t.Context(), &content); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(content.String(), "marked") {
		return "r"
	}
	return "0"
}

// TestWhatIsMadeOfPathsOfWindows: an agent's own rules for paths go by the separators of its system, too.
func TestWhatIsMadeOfPathsOfWindows(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	sub := filepath.Join(dir, "w")
	if err := os.Mkdir(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"b.txt", "b.aac"} {
		if err := os.WriteFile(filepath.Join(sub, name), []byte("marked\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	full, err := ospath.Machine{System: ospath.Windows}.Agent(dir)
	if err != nil {
		t.Skip(err)
	}
	below := strings.ReplaceAll(full[len("C:"):], `\`, "/")
	for _, c := range []struct{ tool, path, want string }{
		{"kimi_code", "/" + strings.ToLower(full[:1]) + below + "/w/b.txt", "marked"},
		{"kimi_code", "/cygdrive/" + full[:1] + below + "/w/b.txt", "marked"},
		{"gemini_cli", full + `\GIT~1\config`, "Path not in workspace"},
		{"gemini_cli", full + `\git~2.txt`, "File not found"},
		{"qwen_code", full + `\w\b.aac`, `[Unsupported audio file: "b.aac".`},
		{"qwen_code", strings.ReplaceAll(full, `\`, "/") + "/w/b.aac", `[Unsupported audio file: "b.aac".`},
		{"qwen_code", full + `\gone\b.txt`, "File not found: "},
		{"amazon_q", "~/w/b.txt", "marked"},
		{"amazon_q", `~\w\b.txt`, "marked"},
		{"amazon_q", `w\b.txt\`, "marked"},
		{"amazon_q", `w/./b.txt/.`, "marked"},
		{"amazon_q", `w\~\b.txt`, "does not exist"},
		{"amazon_q", `~x\b.txt`, "does not exist"},
	} {
		tool, _ := tools.Lookup(c.tool)
		got := ""
		env := tools.Env{Root: dir, Home: dir, System: ospath.Windows}
		r, err := tool.Read(t.Context(), env, tools.BuildArgs(tool, c.path, nil))
		if err != nil {
			got = err.Error()
		} else {
			var content bytes.Buffer
			if _, err := r.Render(t.Context(), &content); err != nil {
				t.Fatal(err)
			}
			got = content.String()
			_ = r.Close()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s of %s gives %.200q, want %q", c.tool, c.path, got, c.want)
		}
	}
}

// TestErrorsInTheWordsOfWindows: what is not there, and a folder, are refused in the words that the agent's language has
// for the errors of Windows, on any system.
func TestErrorsInTheWordsOfWindows(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "w"), 0o755); err != nil {
		t.Fatal(err)
	}
	full, err := ospath.Machine{System: ospath.Windows}.Agent(dir)
	if err != nil {
		t.Skip(err)
	}
	const noFile, noFolder, folder, noName = `\gone.txt`, `\gone\b.txt`, `\w`, `\a|b`
	for _, c := range []struct{ tool, path, want string }{
		{"codex", noFile, "failed to read file: The system cannot find the file specified. (os error 2)"},
		{"codex", noFolder, "failed to read file: The system cannot find the path specified. (os error 3)"},
		{"codex", folder, "failed to read file: Access is denied. (os error 5)"},
		{
			"codex", noName, "failed to read file: The filename, directory name, or volume label syntax is incorrect. " +
				"(os error 123)",
		},
		{"pi", noFile, "ENOENT: no such file or directory, access '{path}'"},
		{"pi", noFolder, "ENOENT: no such file or directory, access '{path}'"},
		{"pi", folder, "EISDIR: illegal operation on a directory, read"},
		{"pi", noName, "ENOENT: no such file or directory, access '{path}'"},
		{"serena", noFile, "FileNotFoundError: [Errno 2] No such file or directory: '{escaped}'"},
		{"serena", noFolder, "FileNotFoundError: [Errno 2] No such file or directory: '{escaped}'"},
		{"serena", folder, "PermissionError: [Errno 13] Permission denied: '{escaped}'"},
		{"serena", noName, "OSError: [Errno 22] Invalid argument: '{escaped}'"},
		{"mistral_vibe", noName, "[Errno 22] Invalid argument: '{escaped}'"},
		{"crush", noFile, "File not found: {path}"},
		{"sage", noFile, "Error: File not found: {path}"},
		{"sage", noFolder, "Error: File not found: {path}"},
		{"open_file", noFile, "file not found: {path}"},
		{"open_file", noFolder, "file not found: {path}"},
		{"open_file", folder, "file not found: {path} is a directory, not a file"},
		{"byte_window", noFile, "file not found: {path}"},
	} {
		tool, _ := tools.Lookup(c.tool)
		path := full + c.path
		want := strings.NewReplacer("{path}", path, "{escaped}", strings.ReplaceAll(path, `\`, `\\`)).Replace(c.want)
		if at := strings.Index(want, "(os error"); at >= 0 && runtime.GOOS == "windows" {
			want = want[at:] // what stands before the number are the system's own words, and Wine's are others
		}
		env := tools.Env{Root: dir, Home: dir, System: ospath.Windows}
		_, err := tool.Read(t.Context(), env, tools.BuildArgs(tool, path, nil))
		if refusal, ok := errors.AsType[*tools.Error](err); !ok || refusal.Own || !strings.Contains(refusal.Text, want) {
			t.Errorf("%s of %s says %q, want %q", c.tool, path, err, want)
		}
	}
}
