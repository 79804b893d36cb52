package claudecode

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"eyeline/reader/internal/conformance"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// The contract says that 2.1.197 answers the cases of the newest version as that does, but for what it lists. These are
// the listed differences as rules that make its answer of the newest version's.
var (
	older197Notice = regexp.MustCompile(`(?s)\n\n\[This file (?:is UTF-16 big-endian|has NUL bytes|is not valid UTF-8)[^\]]*\]\z`)
	older197Path   = regexp.MustCompile(`\A\[Truncated: PARTIAL view — .*?: showing`)
	older197Skill  = "Use a skill for this file type if one is available, or a shell command or script that can read the format."
	older197Hint   = " To read it anyway, up to what still fits in your context, call Read again with allow_large: true — only if you genuinely need all of it or the user asked for the whole file."
	older197More   = regexp.MustCompile(` Even with allow_large, this is more than fits in the context you have left this turn \(other large reads in the same turn share that room\)\.`)
	older197Empty  = regexp.MustCompile(`\A(\d+)\t\z`)
	older197Device = regexp.MustCompile(`(Cannot read '[^']*': this )path names a device or process file that this tool does not read\.`)
	older197Loop   = regexp.MustCompile(`\ARefusing to read (\S+): where it leads on disk could not be determined .*\z`)
	older197Pages  = regexp.MustCompile(`(Invalid pages parameter: "[^"]*"\. ).*?( Pages are 1-indexed\.)`)
)

// older197 is the text of 2.1.197 where the newest version gives a text and notes.
func older197(text string, notes []string) string {
	text = older197Notice.ReplaceAllString(text, "")
	text = strings.ReplaceAll(older197More.ReplaceAllString(text, ""), older197Hint, "")
	text = strings.ReplaceAll(text, older197Skill, "Please use appropriate tools for binary file analysis.")
	text = older197Device.ReplaceAllString(text, "${1}device file would block or produce infinite output.")
	text = older197Pages.ReplaceAllString(text, `${1}Use formats like "1-5", "3", or "10-20".${2}`)
	text = older197Loop.ReplaceAllString(text, "ELOOP: too many symbolic links encountered, statx '$1'")
	text = strings.Replace(text, "    \"inclusive\": true,\n", "", 1)
	text = strings.Replace(text, ", each with a string or string-array \"source\"", "", 1)
	text = strings.Replace(text, "expected int to be <=", "expected int to be <", 1) // the contract does not say it, 2.1.197 does
	if strings.HasPrefix(text, "E") && !strings.HasPrefix(text, "EISDIR") {
		text = strings.Replace(text, ", open '", ", statx '", 1)
	}
	if text == "<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>" {
		text = "<system-reminder>Warning: the file exists but is shorter than the provided offset (1). The file has 1 lines.</system-reminder>"
	}
	for _, note := range notes {
		note = older197Path.ReplaceAllString(strings.ReplaceAll(note, older197Hint, ""), "[Truncated: PARTIAL view — showing")
		text = "<system-reminder>" + note + "</system-reminder>\n\n" + text
	}
	return text
}

func TestClaudeCode197IsTheNewestButForWhatIsListed(t *testing.T) {
	s := conformance.Load(t, "agents-1", t.TempDir())
	equal, ruled := 0, 0
	for _, c := range s.Cases {
		if c.Tool != "claude_code" || c.Session != "" {
			continue
		}
		env := tools.Env{Root: c.Root, Home: s.Home}
		text, r, refused := toolstest.Ask(t, Tool, env, string(c.Args))
		old, oldResult, oldRefused := toolstest.Ask(t, Tool197, env, string(c.Args))
		var notes []string
		if r != nil {
			notes = r.Notes
		}
		if oldResult != nil && oldResult.Notes != nil {
			t.Errorf("%s: it has notes of their own: %q", c.Name, oldResult.Notes)
		}
		args := string(c.Args)
		switch want := older197(text, notes); {
		case old == text && oldRefused == refused && notes == nil:
			equal++
		case old == want && oldRefused == refused:
			ruled++
		case strings.HasSuffix(text, "character(s)") || strings.Contains(args, "allow_large"):
			if !oldRefused || !strings.Contains(old, "An unexpected parameter `allow_large` was provided") {
				t.Errorf("%s: allow_large gives %.300q", c.Name, old)
			}
		case !strings.HasPrefix(strings.TrimSpace(args), "{"):
			if !oldRefused || !strings.Contains(old, "The parameter `` type is expected as `object` but provided as `") {
				t.Errorf("%s: %s gives %.300q", c.Name, args, old)
			}
		case strings.Contains(text, "appears to be a binary .") && !oldRefused: // those that are not in its list
			if !regexp.MustCompile(`\.(dmg|epub|numbers)"`).MatchString(args) {
				t.Errorf("%s: %s is no binary file: %.300q", c.Name, args, old)
			}
		case older197Empty.MatchString(text):
			offset := older197Empty.FindStringSubmatch(text)[1]
			if !strings.Contains(old, "shorter than the provided offset ("+offset+"). The file has ") && !wide(t, s.Dir, args) {
				t.Errorf("%s: the empty slice is %.300q", c.Name, old)
			}
		case wide(t, s.Dir, args):
			if !strings.Contains(old, "\x00") && !strings.Contains(old, "\uFFFD\uFFFD") {
				t.Errorf("%s: UTF-16 is decoded: %.300q", c.Name, old)
			}
		case strings.Contains(args, `.txt/"`):
			if !strings.HasPrefix(old, "ENOTDIR: not a directory, statx '") {
				t.Errorf("%s: a slash after a file: %.300q", c.Name, old)
			}
		case strings.Contains(args, `"pages": ""`):
			if !strings.HasPrefix(old, "<tool_use_error>Invalid pages parameter: \"\".") {
				t.Errorf("%s: empty pages: %.300q", c.Name, old)
			}
		case strings.Contains(text, "Read takes at most 4096."):
			if old != "ENAMETOOLONG: name too long, open" {
				t.Errorf("%s: a long path: %.300q", c.Name, old)
			}
		default:
			t.Errorf("%s: %.200s\n got %v %.500q\nwant %v %.500q", c.Name, args, oldRefused, old, refused, want)
		}
	}
	if equal < 200 || ruled < 50 {
		t.Errorf("%d cases are equal, %d differ as listed", equal, ruled)
	}
}

var anyPath = regexp.MustCompile(`"file_path":\s*"([^"]*)"`)

// wide reports whether the file that arguments name begins with the mark of UTF-16LE.
func wide(t *testing.T, dir, args string) bool {
	t.Helper()
	m := anyPath.FindStringSubmatch(args)
	if m == nil {
		return false
	}
	path := m[1]
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	data, err := os.ReadFile(path)
	return err == nil && bytes.HasPrefix(data, []byte("\xFF\xFE"))
}

// What the contract lists and no case of the newest version shows.
func TestClaudeCode197Listed(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{
		"a.txt": "one\n", "blank": "\nx\n", "nul": "a\x00b", "be": "\xFE\xFFa", "f.epub": "text", "f.numbers": "text",
		"huge": strings.Repeat("0123456789abcde\n", 20000), "long": strings.Repeat("x", 110000),
	})
	if err := os.Symlink("loop", filepath.Join(dir, "loop")); err != nil {
		t.Fatal(err)
	}
	name := strings.Repeat("n", 300)
	for _, c := range []struct{ args, want string }{
		{`{"file_path":"huge"}`, "File content (312.5KB) exceeds maximum allowed size (256KB). " + advice},
		{`{"file_path":"blank","limit":1}`, "<system-reminder>Warning: the file exists but is shorter than the provided offset (1). The file has 3 lines.</system-reminder>"},
		{`{"file_path":"nul"}`, "1\ta\x00b"},
		{`{"file_path":"be"}`, "1\t\uFFFD\uFFFDa"},
		{`{"file_path":"f.epub"}`, "1\ttext"},
		{`{"file_path":"f.numbers"}`, "1\ttext"},
		{`{"file_path":"loop"}`, "ELOOP: too many symbolic links encountered, statx '" + dir + "/loop'"},
		{`{"file_path":"` + name + `"}`, "ENAMETOOLONG: name too long, statx"},
		{`{"file_path":"` + strings.Repeat("./", 2100) + `a.txt"}`, "1\tone\n2\t"}, // no check of 4096 characters
		{`{"file_path":"a.txt","pages":"abc"}`, "<tool_use_error>Invalid pages parameter: \"abc\". Use formats like \"1-5\", \"3\", or \"10-20\". Pages are 1-indexed.</tool_use_error>"},
	} {
		if got, _, _ := toolstest.Ask(t, Tool197, tools.Env{Root: dir}, c.args); got != c.want {
			t.Errorf("%.200s\n got %.400s\nwant %s", c.args, got, c.want)
		}
	}
	page, _, _ := toolstest.Ask(t, Tool197, tools.Env{Root: dir}, `{"file_path":"long"}`)
	banner := "<system-reminder>[Truncated: PARTIAL view — showing the first 85000 of 110000 characters (27500 tokens, cap 25000); this file has very long lines and cannot be paginated by line. " +
		"Use Grep to find a specific section, or Read with offset/limit to page through it. Do NOT answer from this excerpt alone if the answer may be elsewhere in the file.]</system-reminder>\n\n1\txxx"
	if !strings.HasPrefix(page, banner) {
		t.Errorf("a long line:\n got %.500s\nwant %s", page, banner)
	}
	env := tools.Env{Root: dir, Session: &tools.Session{}}
	toolstest.Ask(t, Tool197, env, `{"file_path":"a.txt"}`)
	if stub, r, _ := toolstest.Ask(t, Tool197, env, `{"file_path":"a.txt"}`); stub != "Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead." || r == nil {
		t.Errorf("the second read is %q", stub)
	}
	var refusal *tools.Error
	if _, err := Tool197.Read(t.Context(), tools.Env{Root: dir}, []byte(`{"file_path":"none"}`)); !errors.As(err, &refusal) || !strings.HasPrefix(refusal.Text, "File does not exist. Note: your current working directory is "+dir) {
		t.Errorf("a missing file: %v", err)
	}
}
