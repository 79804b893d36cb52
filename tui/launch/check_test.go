package launch

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/tui/settings"
)

// runCheck runs eyeline check with a settings file and returns the exit status.
func runCheck(t *testing.T, config string, args ...string) (code int, out, said string) {
	t.Helper()
	var b strings.Builder
	p := Program{load: func() (*settings.File, error) { return settings.Parse("config.toml", []byte(config)) }}
	cmd := p.checkCommand()
	cmd.SetArgs(args)
	cmd.SetOut(&b)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err := cmd.ExecuteContext(context.Background())
	var s status
	if errors.As(err, &s) {
		return s.code, b.String(), s.text
	}
	if err != nil {
		return exitUsage, b.String(), err.Error()
	}
	return exitOK, b.String(), ""
}

func TestCheckCommand(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f.txt"), []byte("x\u202ey\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	base := filepath.Join(dir, "base.json")
	for _, c := range []struct {
		name, config string
		args         []string
		code         int
		has, not     string // of what is printed, on either output
	}{
		{"findings alone fail nothing", "", []string{dir}, exitOK, "hidden", ""},
		{"a rule that fails", "", []string{"--fail-on", "partial,hidden", dir}, exitFailed, "hidden", ""},
		{"a rule that does not", "", []string{"--fail-on", "refused", dir}, exitOK, "hidden", ""},
		{"one tool", "", []string{"--agents", "codex", "--format", "github", dir}, exitOK, "::codex: U+202E", "claude"},
		{"an agent", "", []string{"--agents", "codex cli", "--format", "github", dir}, exitOK, "codex_exec, codex_exec_bytes", "claude"},
		{"rules", "", []string{"--rules", "partial", "--format", "github", dir}, exitOK, "", "hidden"},
		{"left out", "", []string{"--exclude", "*.txt", dir}, exitOK, "0 files, no findings", ""},
		{"settings", "[check]\nfail-on = [\"hidden\"]\nformat = \"github\"", []string{dir}, exitFailed, "::warning", ""},
		{"flags before settings", "[check]\nfail-on = [\"hidden\"]", []string{"--fail-on", "refused", dir}, exitOK, "", ""},
		{"a wrong setting", "[check]\nlimit = 3", []string{dir}, exitUsage, `config.toml:2:1: check has no setting "limit"`, ""},
		{"a wrong rule", "", []string{"--fail-on", "long", dir}, exitUsage, `no rule is called "long"`, ""},
		{"a wrong agent", "", []string{"--agents", "nobody", dir}, exitUsage, `"nobody"`, ""},
		{"a wrong format", "", []string{"--format", "xml", dir}, exitUsage, `"xml"`, ""},
		{"no such path", "", []string{filepath.Join(dir, "none")}, exitFailed, "no such file", ""},
		{"a revision without git", "", []string{"--diff", "HEAD", dir}, exitUsage, "git knows no commit", ""},
		{"an example", "", []string{"--explain", "cut-line"}, exitOK, "data.json", ""},
		{"an example of nothing", "", []string{"--explain", "x"}, exitUsage, `no rule is called "x"`, ""},
		{"no baseline", "", []string{"--baseline", base, dir}, exitUsage, "base.json", ""},
	} {
		code, out, said := runCheck(t, c.config, c.args...)
		if code != c.code || !strings.Contains(out+said, c.has) || c.not != "" && strings.Contains(out+said, c.not) {
			t.Errorf("%s: status %d, want %d\n%s%s", c.name, code, c.code, out, said)
		}
	}
	_, out, _ := runCheck(t, "", "--format", "json", dir)
	if !json.Valid([]byte(out)) {
		t.Fatalf("no JSON: %s", out)
	}
	if err := os.WriteFile(base, []byte(out), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := runCheck(t, "", "--baseline", base, "--fail-on", "hidden", "--format", "github", filepath.Join(dir, "f.txt")); code != exitOK || out != "" {
		t.Errorf("with a baseline: status %d\n%s", code, out)
	}
}
