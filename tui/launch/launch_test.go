package launch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/adrg/xdg"
	"github.com/spf13/pflag"

	"eyeline/reader/tools"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/shellword"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/commandline"
	"eyeline/tui/launch/toolflags"
	"eyeline/tui/options"
	"eyeline/tui/settingsfile"
)

// Exit statuses that only package cmdkit itself names.
const exitOK, exitNotText = 0, 3

// withSettings makes a folder for settings with a file in it; "" makes none.
func withSettings(t testing.TB, text string) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	for _, name := range []string{"LESS", "LESSSECURE", "NO_COLOR", "COLORFGBG", "TERM", "LC_ALL", "LC_CTYPE", "LANG"} {
		t.Setenv(name, "")
	}
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	if text == "" {
		return
	}
	path := settingsfile.Path()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// ran is what came of a command line.
type ran struct {
	opts   *options.Options // nil when the viewer was not started
	out    string
	err    error
	status int
}

// run runs a command line without a terminal.
func run(t testing.TB, args ...string) ran {
	t.Helper()
	return runOn(t, func(out *strings.Builder) io.Writer { return out }, args...)
}

// runOn is run with another standard output in front of the text that it returns.
func runOn[W io.Writer](t testing.TB, on func(*strings.Builder) W, args ...string) ran {
	t.Helper()
	var r ran
	var out strings.Builder
	p := Program{began: time.Now(), View: func(_ context.Context, o options.Options) (int, error) {
		r.opts = &o
		return 0, nil
	}}
	r.err = p.run(t.Context(), args, on(&out))
	r.out = out.String()
	var s cmdkit.Status
	switch {
	case errors.As(r.err, &s):
		r.status = s.Code
	case r.err != nil:
		r.status = cmdkit.ExitUsage
	}
	return r
}

// onStandardError returns what a function writes to standard error.
func onStandardError(t *testing.T, do func()) string {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "errors"))
	if err != nil {
		t.Fatal(err)
	}
	old := os.Stderr
	os.Stderr = f
	do()
	os.Stderr = old
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const sample = "../../testdata/samples/server.go"

// TestPrecedence: the command line goes before the settings, those before the defaults; the environment before all.
func TestPrecedence(t *testing.T) {
	withSettings(t, "tab-width = 2\nwrap = true\npanes = \"both\"\nspool-limit = 1024\ntheme = \"nord\"\n")
	t.Setenv("LESSSECURE", "1")
	o := run(t, "--tab-width", "8", "--secure=false", sample).opts
	if o == nil {
		t.Fatal("not started")
	}
	if o.TabWidth != 8 || !o.Long.Wrap || o.Panes != "both" || o.Input.SpoolLimit != 1024 || !o.Terminal.Mouse || !o.Secure || o.Theme.Name != "nord" || o.Warning != "" {
		t.Errorf("%+v", *o)
	}
	if o := run(t, "-S", sample).opts; o.Long.Wrap {
		t.Error("-S does not undo wrap")
	}
	t.Setenv("TERM", "dumb")
	if o := run(t, sample).opts; !o.Terminal.Plain {
		t.Error("TERM=dumb is not plain")
	}
}

// TestASettingThatIsGone: poll asked for what is always so now, and does not keep a file from being used.
func TestASettingThatIsGone(t *testing.T) {
	withSettings(t, "poll = true\ntab-width = 2\n")
	if o := run(t, sample).opts; o == nil || o.TabWidth != 2 || o.Warning != "" {
		t.Errorf("%+v", o)
	}
}

// TestBadSettings: a file with one mistake is not used at all, and the screen says where the mistake is.
func TestBadSettings(t *testing.T) {
	for text, want := range map[string]string{
		"tab-width = 8\nwrap = 3\n":                     "config.toml:2:1: wrap takes true or false, not 3",
		"tab-width = \"8\"\n":                           `config.toml:1:1: tab-width takes a number, not "8"`,
		"tab-width = 65\n":                              `config.toml:1:1: tab-width takes a number from 1 to 64, not "65"`,
		"panes = 'x'\n":                                 `config.toml:1:1: panes takes file, model or both, not "x"`,
		"theme = 1\n":                                   "config.toml:1:1: theme takes a text in quotes, not 1",
		"theme = 'none such'\n":                         `config.toml:1:1: unknown theme "none such"`,
		"spool-limit = true\n":                          "config.toml:1:1: spool-limit takes a number of bytes, such as 4096 or \"1.5MiB\", not true",
		"nonsense = 1\n":                                `config.toml:1:1: no setting is called "nonsense"`,
		"[nonsense]\na = 1\n":                           `config.toml:1:2: no setting is called "nonsense"`,
		"preset = 'x'\n":                                "config.toml:1:1: preset is for the command line only",
		"tool = 'nix'\n":                                "config.toml:1:1: tool takes the name of a tool",
		"tool = 'sage'\nmode = 'block'\n":               "config.toml:2:1: sage has no block mode",
		"[keys]\nquit = 'x'\nundo = 'x'\n":              "config.toml:3:1: key \"x\" is bound to both",
		"[keys]\nnonsense = 'x'\n":                      "config.toml:2:1: no action is called \"nonsense\"",
		"[colors]\nnonsense = 'bold'\n":                 "config.toml:2:1: no role is called \"nonsense\"",
		"[colors]\ncursor = 'red'\n":                    "config.toml:2:1: ",
		"[arguments.nix]\nlimit = 1\n":                  "config.toml:1:2: no tool is called \"nix\"",
		"[arguments.codex]\nfile = 1\n":                 "config.toml:2:1: codex has no argument \"file\"",
		"[arguments.open_file]\nmax-file-size = 0\n":    "config.toml:2:1: max-file-size takes a number above 0, not 0",
		"tab-width = 8\n[arguments.codex\n":             "config.toml:2:",
		"root = \"\\u202e\"\nwrap = \"\\u202e\\u0007\"": `wrap takes true or false, not "\u202e\u0007"`,
	} {
		withSettings(t, text)
		r := run(t, sample)
		if r.opts == nil {
			t.Errorf("%q: %v", text, r.err)
			continue
		}
		place, reason, _ := strings.Cut(want, ": ")
		says := strings.Contains(r.opts.Warning, place) && strings.Contains(r.opts.Warning, reason)
		if r.opts.TabWidth != 4 || !says {
			t.Errorf("%q: tabs of %d, warning %q, want %q", text, r.opts.TabWidth, r.opts.Warning, want)
		}
		if c := run(t, "config"); c.status != cmdkit.ExitFailed || !strings.Contains(c.err.Error(), want) {
			t.Errorf("%q: config says %v", text, c.err)
		}
	}
}

// TestArguments: the flags of the one tool that is meant, and the mode that they are for.
func TestArguments(t *testing.T) {
	const file = "tool = 'sage'\n[arguments.codex]\nlimit = 500\n[presets.tight]\ntool = 'codex'\nmode = 'block'\nmax-levels = 1\n"
	for _, c := range []struct {
		settings   string
		args       []string
		tool, mode string
		values     string
	}{
		{"", nil, "claude_code", "slice", "map[]"},
		{"", []string{"--limit", "5"}, "claude_code", "slice", "map[limit:5]"},
		{"", []string{"--anchor-line=9", "--include-header=false"}, "codex_grok", "block", "map[anchor-line:9 include-header:false]"},
		{"", []string{"--tool", "byte_window", "--start-byte", "7"}, "byte_window", "bytes", "map[start-byte:7]"},
		{"", []string{"--start-byte", "7", "-m", "bytes"}, "byte_window", "bytes", "map[start-byte:7]"},
		{"", []string{"--tool=open_file", "--start", "3", "--end", "x"}, "open_file", "slice", "map[end:x start:3]"},
		{"", []string{"--mode", "indentation"}, "codex_grok", "block", "map[]"},
		{file, nil, "sage", "slice", "map[]"},
		{file, []string{"--offset", "3"}, "sage", "slice", "map[offset:3]"},
		{file, []string{"--tool", "codex"}, "codex", "slice", "map[limit:500]"},
		{file, []string{"--mode", "block", "--max-levels", "2"}, "codex_grok", "block", "map[max-levels:2]"},
		{file, []string{"--preset", "tight"}, "codex", "block", "map[max-levels:1]"},
		{file, []string{"--preset=tight", "--include-siblings"}, "codex", "block", "map[include-siblings:true max-levels:1]"},
		{"mode = 'block'\n", nil, "codex_grok", "block", "map[]"},
		{"mode = 'block'\n", []string{"--tool", "sage"}, "sage", "slice", "map[]"},
		{"mode = 'slice'\n", []string{"--anchor-line", "4"}, "codex_grok", "block", "map[anchor-line:4]"},
		{"tool = 'byte_window'\n", []string{"--max-bytes", "4"}, "byte_window", "bytes", "map[max-bytes:4]"},
	} {
		withSettings(t, c.settings)
		r := run(t, append(slices.Clone(c.args), sample)...)
		if r.opts == nil {
			t.Errorf("%q %v: %v", c.settings, c.args, r.err)
			continue
		}
		q := r.opts.Request
		if q.ToolName() != c.tool || q.Mode().String() != c.mode || fmt.Sprint(q.Values()) != c.values || r.opts.Warning != "" {
			t.Errorf("%q %v: %s %s %v %q; want %s %s %s", c.settings, c.args, q.ToolName(), q.Mode().String(), q.Values(), r.opts.Warning,
				c.tool, c.mode, c.values)
		}
		if !slices.Equal(r.opts.Paths, []string{sample}) {
			t.Errorf("%v: files %q", c.args, r.opts.Paths)
		}
	}
}

// TestWrongUsage: one sentence, exit status 2, and nothing else happens.
func TestWrongUsage(t *testing.T) {
	withSettings(t, "")
	for _, c := range []struct{ args, want string }{
		{"--nonsense f", "unknown flag: --nonsense; see eyeline --help"},
		{"emti", "emti: no such file, and no command; did you mean emit?"},
		{"emti go.mod", "emti: no such file, and no command; did you mean emit?"},
		{"mcp chek", "mcp takes nothing but flags or check, not \"chek\"; did you mean check?"},
		{"mcp nothing", "mcp takes nothing but flags or check, not \"nothing\""},
		{"chek", "chek: no such file, and no command; did you mean check?"},
		{"Transcirpt latest", "did you mean transcript?"},
		{"emit --tol codex f", "unknown flag: --tol; did you mean --tool?; see eyeline emit --help"},
		{"check --rules partail", "no rule is called \"partail\"; did you mean partial?"},
		{"check --fail-on hiden", "no rule is called \"hiden\"; did you mean hidden?"},
		{"check --format jsn", "not \"jsn\"; did you mean json?"},
		{"schema chek", "no schema is called \"chek\"; did you mean check?"},
		{"check --formt json", "unknown flag: --formt; did you mean --format?; see eyeline check --help"},
		{"-Z f", "unknown shorthand flag: 'Z' in -Z; see eyeline --help"},
		{"--tool codex --start-byte 5 f", "codex has no argument --start-byte (byte_window has it); see eyeline --help"},
		{"--tool sage --max-levels 3 f", "sage has no argument --max-levels (codex"},
		{"--tool codex --mode slice --max-levels 3 f", "--max-levels has no effect in slice mode; it is for --mode block"},
		{"--start-byte 5 --anchor-line 3 f", "claude_code has no argument --"},
		{"--tool", "--tool wants a value, such as --tool claude_code; see eyeline --help"},
		{"check --block", "--block wants a value, such as --block codex_grok"},
		{"check --rules", "--rules wants a value, such as --rules partial; see eyeline check --help"},
		{"check --baseline", "--baseline wants a value; see eyeline check --help"},
		{"--tool nix f", "--tool takes the name of a tool, not \"nix\"; the tools are "},
		{"--tool sage --mode block f", "--tool sage has no block mode; it has slice"},
		{"--tab-width 0 f", "--tab-width takes a number from 1 to 64, not \"0\""},
		{"--wrap=maybe f", "--wrap takes true or false, not \"maybe\""},
		{"--encoding ebcdic f", "--encoding takes auto, utf-8,"},
		{"--spool-limit much f", "--spool-limit takes a number of bytes, such as 4096 or 1.5MiB, not \"much\""},
		{"--preset none f", "--preset none: there is no preset yet"},
		{"--theme nix f", "--theme: unknown theme \"nix\""},
		{"+x f", "+x: after + comes a line, G, N%, @BYTE, /pattern or F"},
		{"emit --cover 1-2 a b", "several files go without --args, --name and --cover"},
		{"emit --batch --files-from x", "--batch takes its requests from standard input"},
		{"emit -0 a", "-0 goes with --files-from"},
		{"check -0", "-0 goes with --files-from"},
		{"emit", "which file?"},
		{"emit --mode block +G f", "emit takes +LINE or +@BYTE, not +G (a file of that name is ./+G)"},
		{"emit --anchor-line 3 +47 f", "+47 and --anchor-line both say where to read; give one of them"},
		{"emit +@47 f", "claude_code has no argument for the place +@47"},
		{"emit --batch +47", "--batch takes its requests from standard input"},
		{"emit --tool sage --mode bytes f", "sage has no bytes mode; byte_window has it"},
		{"emit --tool sage --mode sideways f", "--mode takes slice, block or bytes, not \"sideways\""},
		{"emit --mode bytes --cover 1-2 f", "--cover finds the arguments"},
		{"emit --mode slice --max-levels 1 f", "--max-levels has no effect in slice mode"},
		{"emit --tool sage --max-levels 1 f", "sage has no argument --max-levels (codex"},
		{"emit --tool nix f", "no tool is called \"nix\"; the tools are "},
		{"emit --tool claude-code f", "no tool is called \"claude-code\"; did you mean claude_code?"},
		{"--tool claude-code f", "not \"claude-code\"; did you mean claude_code?"},
		{"check --agents claude-code", "; did you mean claude_code?"},
		{"emit --limit .", "which file? --limit took \".\" for its value"},
		{"help emit nope", "no topic is called \"emit nope\""},
		{"check --min-lost -5", "--min-lost: must be a number of bytes that is not below 0"},
		{"completion nope", "unknown command \"nope\" for \"eyeline completion\""},
		{"emit --args {} --limit 5", "with --args or with flags and FILE, not both"},
		{"emit --cover 5-3 f", "--cover takes lines as FIRST-LAST, such as 120-160, not \"5-3\""},
		{"emit --cover x f", "--cover takes lines as FIRST-LAST"},
		{"emit --cover 1-3", "which file? --cover takes FILE"},
		{"emit --cover 1-3 --limit 4 f", "--cover finds the arguments"},
		{"emit --cover 1-3 --tool codex --limit 4 f", "--cover finds the arguments"},
		{"emit --cover 1-3 +7 f", "--cover finds the arguments"},
		{"emit --batch --cover 1-3", "--batch takes its requests from standard input"},
		{"emit --batch --limit 5", "unknown flag: --limit; see eyeline emit --help"},
		{"emit --tool open_file --max-file-size x f", "--max-file-size takes a number above 0, not \"x\""},
		{"--tool codex --max-file-size 5 f", "codex has no argument --max-file-size (open_file has it)"},
		{"tools a b", "tools takes one NAME at most"},
		{"tools nix", "no tool is called \"nix\""},
		{"version now", "version takes nothing but flags, not \"now\""},
		{"config +3", "config does not take +3"},
	} {
		r := run(t, strings.Fields(c.args)...)
		if r.opts != nil || r.out != "" || r.status != cmdkit.ExitUsage || !strings.Contains(fmt.Sprint(r.err), c.want) || strings.Contains(fmt.Sprint(r.err), "\n") {
			t.Errorf("%s: %v, status %d, printed %q", c.args, r.err, r.status, r.out)
		}
	}
}

// TestEmit: the arguments of the tool that is named, and the mode that they are for.
func TestEmit(t *testing.T) {
	withSettings(t, "tool = 'sage'\n") // which is for the viewer
	t.Chdir("../..")
	const file = "testdata/samples/server.go"
	emit := func(args string) ran { return run(t, append(strings.Fields("emit "+args), file)...) }
	block := emit("--mode indentation --anchor-line 57").out
	for _, args := range []string{"--mode block --anchor-line 57", "--anchor-line 57", "--tool codex --anchor-line=57", "--mode block +57"} {
		if r := emit(args); r.err != nil || r.out != block || !strings.HasPrefix(block, "L56: ") {
			t.Errorf("%s: %v\n%s", args, r.err, r.out)
		}
	}
	// A mode without a tool takes the mode's usual one and says which.
	for args, want := range map[string]string{
		"--mode bytes":                  "[start_byte=0 ",
		"--mode bytes --max-bytes 9":    "[start_byte=0 ",
		"--mode slice --limit 1 +20":    "20\t\tRun(ctx",
		"--mode block --anchor-line 57": "L56: ",
	} {
		var r ran
		errs := onStandardError(t, func() { r = emit(args) })
		mode, _ := toolrequest.ParseMode(strings.Fields(args)[1])
		said := "eyeline: the tool is " + tools.Default(mode).Name + "; --tool chooses another\n"
		if r.err != nil || !strings.HasPrefix(strings.TrimLeft(r.out, " "), want) || errs != said {
			t.Errorf("%s: %v, said %q\n%.80s", args, r.err, errs, r.out)
		}
	}
	// So do arguments that only another tool has.
	if errs := onStandardError(t, func() { emit("--anchor-line 57") }); errs != "eyeline: the tool is codex_grok; --tool chooses another\n" {
		t.Errorf("said %q", errs)
	}
	if errs := onStandardError(t, func() {
		if r := emit("--tool byte_window --mode bytes --max-bytes 9"); r.err != nil || !strings.HasPrefix(r.out, "[start_byte=0 ") {
			t.Errorf("%v\n%.80s", r.err, r.out)
		}
	}); errs != "" {
		t.Errorf("said %q", errs)
	}
	for args, want := range map[string]string{
		"--tool codex --limit 1 +20":                      "L20: \tRun(ctx context.Context) error",
		"--tool sage --limit 1 +20":                       "    20→\tRun(ctx context.Context) error\n",
		"--tool open_file --end 20 +20":                   "\tRun(ctx context.Context) error\n",
		"--tool byte_window --end-line 20 +20":            "\tRun(ctx context.Context) error\n",
		"--tool byte_window --max-bytes 9 +@1300":         "[start_byte=1253 ",
		"--tool byte_window --start-byte 0 --max-bytes 9": "[start_byte=0 ",
	} {
		if r := emit(args); r.err != nil || !strings.HasPrefix(r.out, want) {
			t.Errorf("%s: %v\n%s", args, r.err, r.out)
		}
	}
	for args, want := range map[string]string{
		"--tool open_file --max-file-size 100":    "exceeds",
		"--tool open_file --max-file-size 0.1KiB": "exceeds",
		"--tool codex --limit x":                  "invalid type: string", // the tool itself refuses a bad value
	} {
		if r := emit(args); r.status != cmdkit.ExitFailed || !strings.Contains(fmt.Sprint(r.err), want) {
			t.Errorf("%s: %v", args, r.err)
		}
	}
}

// TestEmitCover prints the calls that give lines, each of which gives them, or what the one tool gives that is named.
func TestEmitCover(t *testing.T) {
	t.Chdir("../..")
	const file = "testdata/samples/server.go"
	r := run(t, "emit", "--cover", "38-54", file)
	call := "eyeline emit --tool codex --args " + strings.TrimRight(shellword.Quote(`{"file_path":`), `'"`)
	if r.err != nil || !strings.Contains(r.out, call) ||
		!strings.Contains(r.out, shellword.Commented("", "block: exactly L38–L54")+"\n") {
		t.Fatalf("%v\n%s", r.err, r.out)
	}
	calls := run(t, "emit", "--cover", "38-54", "--json", file)
	exact := map[string]bool{}
	for line := range strings.Lines(calls.out) {
		var c struct {
			Tool      string
			Exact     bool
			Lines     [2]int64
			Arguments json.RawMessage
		}
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if !c.Exact {
			continue
		}
		exact[c.Tool] = true
		if e := run(t, "emit", "--tool", c.Tool, "--args", string(c.Arguments)); c.Lines != [2]int64{38, 54} ||
			e.err != nil || !strings.Contains(e.out, "func (s *Server) Handle") || strings.Contains(e.out, "answers.") || strings.Contains(e.out, "Stop makes") {
			t.Errorf("%s: %v\n%s", line, e.err, e.out)
		}
	}
	if calls.err != nil || len(exact) < 10 {
		t.Errorf("%v: only %v are exact", calls.err, exact)
	}

	for args, want := range map[string]string{
		"--tool sage --cover 57":      "    57→func (s *Server) Stop() {\n",
		"--tool open_file --cover 58": "\ts.stopped = true\n",
		"--tool codex --cover 1-59":   "L1: // Package server",
	} {
		if r := run(t, append(strings.Fields("emit "+args), file)...); r.err != nil || !strings.HasPrefix(r.out, want) {
			t.Errorf("%s: %v\n%s", args, r.err, r.out)
		}
	}
	for args, want := range map[string]string{
		"--cover 60-61": file + " has no line 60",
		"--tool open_file --max-file-size 100 --cover 5-6": "no call of open_file gives exactly L5–L6: file exceeds maximum allowed size",
	} {
		if r := run(t, append(strings.Fields("emit "+args), file)...); r.status != cmdkit.ExitFailed || r.out != "" || !strings.Contains(fmt.Sprint(r.err), want) {
			t.Errorf("%s: %v, status %d\n%s", args, r.err, r.status, r.out)
		}
	}
	if r := run(t, "emit", "--cover", "1-2", "nothing-here"); r.status != cmdkit.ExitFailed {
		t.Errorf("a missing file: %v, status %d", r.err, r.status)
	}
}

// A file that is not below the working directory is read in its own folder, as the viewer does.
func TestEmitOfAFileElsewhere(t *testing.T) {
	elsewhere := t.TempDir()
	file := filepath.Join(elsewhere, "f.txt")
	if err := os.WriteFile(file, []byte("first\nsecond\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, tool := range []string{"sage", "gemini_cli", "claude_code", "open_file"} {
		if r := run(t, "emit", "--tool", tool, file); r.err != nil || !strings.Contains(r.out, "second") {
			t.Errorf("%s: %v\n%s", tool, r.err, r.out)
		}
		if r := run(t, "emit", "--tool", tool, "--cover", "2-2", file); r.err != nil && tool != "gemini_cli" || r.err == nil && !strings.Contains(r.out, "second") {
			t.Errorf("%s, covering: %v\n%s", tool, r.err, r.out)
		}
	}
	if r := run(t, "emit", "--tool", "claude_code", "--confine", file); r.err == nil || strings.Contains(r.out, "second") {
		t.Errorf("confined: %v\n%s", r.err, r.out)
	}
	if r := run(t, "emit", "--cover", "2-2", file); !strings.Contains(r.out, "eyeline emit --tool sage --root "+elsewhere) {
		t.Errorf("%v\n%s", r.err, r.out)
	}
}

// TestConfine: a tool that reads anything on the machine is kept inside the root when that is asked for.
func TestConfine(t *testing.T) {
	withSettings(t, "confine = true\n")
	if o := run(t, sample).opts; !o.Confine {
		t.Error("the viewer is not confined")
	}
	abs, err := filepath.Abs(sample)
	if err != nil {
		t.Fatal(err)
	}
	for root, ok := range map[string]bool{filepath.Dir(abs): true, t.TempDir(): false} {
		r := run(t, "emit", "--tool", "codex", "--confine", "--root", root, "--limit", "1", abs)
		if (r.err == nil) != ok {
			t.Errorf("with the root %s: %v %q", root, r.err, r.out)
		}
	}
}

// TestToolSettings: what is configured for a tool is among its arguments in the file, and a flag of its own.
func TestToolSettings(t *testing.T) {
	withSettings(t, "[arguments.open_file]\nmax-file-size = 100\n")
	if o := run(t, sample).opts; o.Settings["open_file"]["max-file-size"] != 100 || o.Warning != "" {
		t.Errorf("%v %s", o.Settings, o.Warning)
	}
	if o := run(t, "--tool", "open_file", "--max-file-size", "5KiB", sample).opts; o.Settings["open_file"]["max-file-size"] != 5120 {
		t.Errorf("%v", o.Settings)
	}
}

// TestFlagsDoNotClash: no tool has an argument that is a flag of the viewer or of emit already.
func TestFlagsDoNotClash(t *testing.T) {
	var e emitFlags
	for what, add := range map[string]func(*pflag.FlagSet){"the viewer": commandline.Register, "emit": e.register} {
		for _, tool := range tools.All() {
			f := pflag.NewFlagSet("", pflag.ContinueOnError)
			add(f)
			f.Bool("help", false, "")
			f.Bool("version", false, "")
			if err := toolflags.Add(f, tool); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	commandline.Register(f)
	for _, tool := range tools.All() {
		if _, has := toolflags.Param(tool, "limit"); !has {
			continue
		}
		f.String("limit", "", "")
		if err := toolflags.Add(f, tool); err == nil {
			t.Error("a clash is not noticed")
		}
		break
	}
}

func TestHelp(t *testing.T) {
	withSettings(t, "")
	for _, tool := range tools.All() {
		for _, command := range [][]string{{"--tool", tool.Name, "--help"}, {"emit", "--help", "--tool", tool.Name}} {
			_, text, _ := strings.Cut(run(t, command...).out, "Arguments of ")
			text, _, _ = strings.Cut(text, "\n\n")
			for _, other := range tools.All() {
				for _, p := range other.Params {
					if p.IsFile || p.Flag == "mode" {
						continue
					}
					_, has := toolflags.Param(tool, p.Flag)
					has = has || toolflags.IsSetting(tool, p.Flag)
					if strings.Contains(text, " --"+p.Flag+" ") != has {
						t.Errorf("%v: --%s is listed: %v", command, p.Flag, !has)
					}
				}
			}
			if !strings.HasPrefix(text, tool.Name+" ") {
				t.Errorf("%v:\n%s", command, text)
			}
		}
	}
	text := run(t, "--help").out
	for _, s := range commandline.Settings() {
		if !strings.Contains(text, "--"+s.Name) {
			t.Errorf("--help lacks --%s", s.Name)
		}
	}
}

// TestARootThatIsNoFolder is refused as that, before a tool says that every file below it is missing.
func TestARootThatIsNoFolder(t *testing.T) {
	withSettings(t, "")
	for _, args := range []string{"emit --tool sage --root " + sample + " f", "--root " + sample + " f", "emit --root " + sample + " --batch"} {
		if r := run(t, strings.Fields(args)...); r.status != cmdkit.ExitUsage || !strings.Contains(fmt.Sprint(r.err), "--root "+sample+" is not a directory") {
			t.Errorf("%s: %v, status %d", args, r.err, r.status)
		}
	}
}

// TestFullDevice: what cannot be printed is said, with exit status 1.
func TestFullDevice(t *testing.T) {
	withSettings(t, "")
	for _, args := range []string{"--help", "--version", "emit --help", "version", "tools", "tools codex", "man", "completion bash", "config", "emit " + sample, "emit --json " + sample, "emit --walk " + sample, "check " + filepath.Dir(sample)} {
		for _, werr := range []error{syscall.ENOSPC, syscall.EPIPE} {
			out := &cmdkit.Output{W: failing{werr}}
			err := Program{}.run(t.Context(), strings.Fields(args), out)
			code := exitCode(err, out)
			if want := map[error]int{syscall.ENOSPC: cmdkit.ExitFailed, syscall.EPIPE: exitOK}[werr]; code.Code != want || want == cmdkit.ExitFailed && code.Text != "eyeline: no space left on device" {
				t.Errorf("%s, %v: %+v", args, werr, code)
			}
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

var _ io.Writer = failing{}

func TestPlus(t *testing.T) {
	withSettings(t, "")
	for _, c := range []struct {
		args   string
		want   options.Start
		follow bool
		paths  string
	}{
		{"+120 f", options.Start{Line: 120}, false, "f"},
		{"f +120g", options.Start{Line: 120}, false, "f"},
		{"+G f", options.Start{End: true}, false, "f"},
		{"+ f", options.Start{End: true}, false, "f"},
		{"+50% f", options.Start{Part: 0.5}, false, "f"},
		{"+@0x10 f", options.Start{Byte: 16}, false, "f"},
		{"+/func f", options.Start{Pattern: "func"}, false, "f"},
		{"+/func +9 f", options.Start{Line: 9, Pattern: "func"}, false, "f"},
		{"+F f", options.Start{}, true, "f"},
		{"-- +F f", options.Start{}, false, "+F f"},
	} {
		o := run(t, strings.Fields(c.args)...).opts
		if o == nil || o.Start != c.want || o.Input.Follow != c.follow || strings.Join(o.Paths, " ") != c.paths {
			t.Errorf("%s: %+v", c.args, o)
		}
	}
}

// TestLess: the letters of LESS count for what is piped, and less than what is typed.
func TestLess(t *testing.T) {
	for _, c := range []struct {
		less, args string
		quit       bool
		ansi       string
	}{
		{"FRX", "", true, "always"},
		{"-F -r --mouse +G", "-", true, "always"},
		{"--RAW", "", false, "auto"},
		{"FRX", "f", false, "auto"},
		{"FRX", "--ansi never", true, "never"},
		{"FRX", "--quit-if-one-screen=false", false, "always"},
		{"", "-R -F f", true, "always"},
	} {
		withSettings(t, "")
		t.Setenv("LESS", c.less)
		o := run(t, strings.Fields(c.args)...).opts
		if o == nil || o.Leaving.IfOneScreen != c.quit || o.ANSI != c.ansi {
			t.Errorf("LESS=%s %s: %+v", c.less, c.args, o)
		}
	}
}

// TestCompletion: a shell completes files, and the values of flags that have a list of them.
func TestCompletion(t *testing.T) {
	withSettings(t, "[presets.tight]\ntool = 'codex'\n")
	for args, want := range map[string]string{
		"--mode|":                 "block",
		"--tool|":                 "byte_window",
		"--theme|":                "github-dark",
		"--encoding|":             "utf-16le",
		"--preset|":               "tight",
		"emit|--tool|":            "sage",
		"emit|--mode|":            "indentation",
		"--tool|byte_window|--st": "--start-byte",
		"tools|":                  "open_file",
		"argp":                    ":0", // the shell's own files
		"emit|argp":               ":0",
	} {
		r := run(t, append([]string{"__complete"}, strings.Split(args, "|")...)...)
		if !slices.ContainsFunc(strings.Split(r.out, "\n"), func(line string) bool { return strings.Split(line, "\t")[0] == want }) {
			t.Errorf("%s: %q lacks %q", args, r.out, want)
		}
	}
}

// put writes a file.
func put(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}
