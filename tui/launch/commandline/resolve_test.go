package commandline

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"eyeline/reader/decode"
	"eyeline/reader/search"
	"eyeline/reader/tools"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/options"
	"eyeline/tui/settingsfile"
)

// commandLine is what is typed, as the viewer's command takes it; flags are "--name=value" or "--name".
func commandLine(t *testing.T, args ...string) *Line {
	t.Helper()
	c := &Line{Flags: pflag.NewFlagSet("test", pflag.ContinueOnError)}
	Register(c.Flags)
	start, rest := TakePlus(args)
	if err := c.Flags.Parse(rest); err != nil {
		t.Fatal(err)
	}
	c.Start, c.Paths = start, c.Flags.Args()
	return c
}

// inFile is a settings file with a text.
func inFile(t *testing.T, text string) *settingsfile.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := settingsfile.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// environment are variables, "NAME=value".
func environment(set ...string) func(string) string {
	return func(name string) string {
		for _, s := range set {
			if key, value, _ := strings.Cut(s, "="); key == name {
				return value
			}
		}
		return ""
	}
}

// resolved are the options of a command line with a file of settings.
func resolved(t *testing.T, file string, env func(string) string, args ...string) options.Options {
	t.Helper()
	o, err := commandLine(t, args...).Resolve(inFile(t, file), env)
	if err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return o
}

// TestWhatComesLaterGoesFirst: defaults, then the settings, then $LESS for what is piped, then flags; the environment
// goes before all.
func TestWhatComesLaterGoesFirst(t *testing.T) {
	none := environment()
	for _, c := range []struct {
		file string
		env  func(string) string
		args []string
		tabs int
	}{
		{"", none, []string{"f"}, 4},
		{"", none, nil, pagerTabs},
		{"tab-width = 3", none, []string{"f"}, 3},
		{"tab-width = 3", none, nil, 3},
		{"tab-width = 3", environment("LESS=-x5"), []string{"f"}, 3},
		{"tab-width = 3", environment("LESS=-x5"), nil, 5},
		{"tab-width = 3", environment("LESS=-x5"), []string{"--tab-width=6"}, 6},
	} {
		if o := resolved(t, c.file, c.env, c.args...); o.TabWidth != c.tabs {
			t.Errorf("%q with %q: %d, not %d", c.args, c.file, o.TabWidth, c.tabs)
		}
	}
	if o := resolved(t, "", environment("LESSSECURE=1"), "--secure=false"); !o.Secure {
		t.Error("a flag takes back what the environment forbids")
	}
	if o := resolved(t, "", environment("TERM=dumb", "LC_ALL=C"), "f"); !o.Terminal.Plain || !o.ASCII {
		t.Errorf("on a dumb terminal of the locale C: plain %v, ASCII %v", o.Terminal.Plain, o.ASCII)
	}
}

// TestValuesOfFlags are put where they belong.
func TestValuesOfFlags(t *testing.T) {
	o := resolved(t, "", environment(), "--encoding=utf16le", "--case=ignore", "--spool-limit=1.5MiB", "--hex", "-S", "--wrap",
		"--favourites=codex,sage codex", "--header=2,3", "--language=go", "--tokenizer=none", "--mode=indentation", "f")
	if e := o.Input.Encoding; e == nil || *e != decode.UTF16LE {
		t.Errorf("encoding %v", e)
	}
	if o.Case != search.IgnoreCase || o.Input.SpoolLimit != 3<<19 || !o.Hex || o.Input.Language != "go" || !o.NoTokens {
		t.Errorf("%+v", o)
	}
	if o.Long.Wrap || !o.Long.Chop {
		t.Errorf("-S with --wrap: wrap %v, chop %v", o.Long.Wrap, o.Long.Chop)
	}
	if !slices.Equal(o.Favourites, []string{"codex", "sage"}) || o.Header.Lines != 2 || o.Header.Columns != 3 {
		t.Errorf("%q, %+v", o.Favourites, o.Header)
	}
	if o.Request.Mode() != tools.ModeBlock {
		t.Errorf("the mode is %s", o.Request.Mode())
	}
}

// TestBadValues are refused with what is taken.
func TestBadValues(t *testing.T) {
	f := pflag.NewFlagSet("test", pflag.ContinueOnError)
	Register(f)
	for flag, part := range map[string]string{
		"tab-width=0": "from 1 to 64", "tab-width=65": "from 1 to 64", "tab-width=x": "from 1 to 64",
		"tool=codx": "the name of a tool", "favourites=codex,nothing": "names of tools", "mode=x": "slice",
		"hex=maybe": "true or false", "spool-limit=-1": "a number of bytes", "encoding=ebcdic": "utf-8",
		"header=1,2,3": "lines or lines,columns", "header=1001": "each up to 1000", "header=-1": "each up to 1000",
		"theme=": "the name of a theme", "base=": "a git revision", "base=--output=x": "a git revision",
		"language=nothing": "the name of a language", "case=x": "smart", "panes=x": "file",
	} {
		name, value, _ := strings.Cut(flag, "=")
		if err := f.Set(name, value); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("--%s: %v", flag, err)
		}
	}
}

// TestPlus: a line, the end, a part, a byte, a pattern, and following; the last place counts, and any pattern.
func TestPlus(t *testing.T) {
	for _, c := range []struct {
		args []string
		want options.Start
	}{
		{[]string{"+12"}, options.Start{Line: 12}},
		{[]string{"+12g"}, options.Start{Line: 12}},
		{[]string{"+"}, options.Start{End: true}},
		{[]string{"+G"}, options.Start{End: true}},
		{[]string{"+50%"}, options.Start{Part: 0.5}},
		{[]string{"+@0x10"}, options.Start{Byte: 16}},
		{[]string{"+/a b"}, options.Start{Pattern: "a b"}},
		{[]string{"+/a", "+3", "+9"}, options.Start{Pattern: "a", Line: 9}},
		{[]string{"+3", "+/a", "+/b"}, options.Start{Pattern: "b", Line: 3}},
	} {
		o := resolved(t, "", environment(), append([]string{"f"}, c.args...)...)
		if o.Start != c.want {
			t.Errorf("%q: %+v, not %+v", c.args, o.Start, c.want)
		}
	}
	if o := resolved(t, "", environment(), "+F", "f"); !o.Input.Follow || o.Start != (options.Start{}) {
		t.Errorf("+F: %+v", o.Start)
	}
	start, rest := TakePlus([]string{"+3", "a", "--", "+4"})
	if !slices.Equal(start, []string{"3"}) || !slices.Equal(rest, []string{"a", "--", "+4"}) {
		t.Errorf("%q, %q", start, rest)
	}
	if _, rest := TakePlus(nil); rest == nil {
		t.Error("no arguments are nil, which stands for those of the process")
	}
	if _, err := commandLine(t, "f", "+x\x1b").Resolve(inFile(t, ""), environment()); err == nil || strings.ContainsRune(err.Error(), 0x1B) {
		t.Errorf("%v", err)
	}
}

// TestWhichToolIsOn: none for what is piped unless something that is typed asks for one; the arguments say the mode.
func TestWhichToolIsOn(t *testing.T) {
	usual := toolrequest.New().ToolName()
	for _, c := range []struct {
		file string
		args []string
		off  bool
		tool string
	}{
		{"", []string{"f"}, false, usual},
		{"", nil, true, usual},
		{"", []string{"-"}, true, usual},
		{"", []string{"--mode=slice"}, false, usual},
		{"", []string{"--tool=sage"}, false, "sage"},
		{"", []string{"--tool=none", "f"}, true, usual},
		{`tool = "none"`, []string{"f"}, true, usual},
		{`tool = "sage"`, []string{"f"}, false, "sage"},
		{`tool = "sage"`, nil, true, "sage"},
		{`tool = "none"`, []string{"--tool=sage", "f"}, false, "sage"},
		{"[presets.mine]\ntool = \"sage\"\nmode = \"slice\"", []string{"--preset=mine", "f"}, false, "sage"},
	} {
		o := resolved(t, c.file, environment(), c.args...)
		if o.NoTool != c.off || o.Request.ToolName() != c.tool {
			t.Errorf("%q with %q: no tool %v, %s", c.args, c.file, o.NoTool, o.Request.ToolName())
		}
	}
	for _, args := range [][]string{{"--preset=gone", "f"}, {"--tool=open_file", "--mode=block", "f"}, {"--name=a.go", "f"}, {"--root=resolve_test.go", "f"}} {
		if _, err := commandLine(t, args...).Resolve(inFile(t, ""), environment()); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
}

// TestSettingsThatAreWrong are not used at all, and the options say what is wrong; unless a preset of them is asked for.
func TestSettingsThatAreWrong(t *testing.T) {
	for _, bad := range []string{
		"no-such = 1", "tab-width = 0", `tab-width = "4"`, `hex = "yes"`, `name = "a"`, `tool = "gone"`,
		"[arguments.gone]\nx = 1", "[arguments.codex]\ngone = 1", "[colors]\ngone = \"red\"", "[keys]\ngone = \"x\"",
		"[colors]\ntext = \"no colour\"", "theme = \"gone\"",
	} {
		file := inFile(t, bad+"\n")
		c := commandLine(t, "f")
		_, err := c.Resolve(file, environment())
		if is := (*settingsfile.Error)(nil); !errors.As(err, &is) {
			t.Errorf("%s: %v", bad, err)
			continue
		}
		load := func() (*settingsfile.File, error) { return file, nil }
		o, err := c.Options(load, environment())
		if err != nil || !strings.HasPrefix(o.Warning, "settings not read: ") || strings.Contains(o.Warning, "/") || o.TabWidth != 4 {
			t.Errorf("%s: %q, %v", bad, o.Warning, err)
		}
		if _, err := commandLine(t, "--preset=x", "f").Options(load, environment()); err == nil {
			t.Errorf("%s: a preset of a file that cannot be read is recalled", bad)
		}
	}
	if o := resolved(t, "poll = 3\n", environment(), "f"); o.Warning != "" {
		t.Errorf("a setting that was one: %q", o.Warning)
	}
}

// TestLess takes the options of less that mean something here, and skips the others with what they take.
func TestLess(t *testing.T) {
	for text, want := range map[string]string{
		"":                    "",
		"FRX":                 "ansi=always no-init=true quit-if-one-screen=true",
		"-N -S":               "chop-long-lines=true line-numbers=true",
		"-+N":                 "line-numbers=false",
		"-i":                  "case=smart",
		"-I":                  "case=ignore",
		"-x4":                 "tab-width=4",
		"-x4,8":               "tab-width=4",
		"-x0":                 "",
		"-j5N":                "line-numbers=true",
		"-PFRX$N":             "line-numbers=true",
		"-P FRX":              "",
		"--prompt=N$-S":       "chop-long-lines=true",
		"--no-init -N":        "line-numbers=true",
		"-kfile$F":            "quit-if-one-screen=true",
		"+/F$N":               "line-numbers=true",
		"日本 N\x00":            "line-numbers=true",
		"-D" + "\x00" + "x$F": "quit-if-one-screen=true",
	} {
		values := map[string]Value{}
		less(values, text)
		var got []string
		for name, v := range values {
			got = append(got, name+"="+v.Text)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("LESS=%q: %q, not %q", text, got, want)
		}
	}
	values := map[string]Value{"line-numbers": {"false", fromFlag}}
	if less(values, "N"); values["line-numbers"].Text != "false" {
		t.Error("LESS goes before a flag")
	}
}

// FuzzLess: no text of the environment makes it panic or go on for ever.
func FuzzLess(f *testing.F) {
	for _, text := range []string{"-FRX", "-x4,8$", "--a$b", "-P%f$ -+N", "+G"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		values := map[string]Value{}
		less(values, text)
		for name, v := range values {
			i := slices.IndexFunc(table, func(s setting) bool { return s.Name == name })
			if i < 0 || table[i].put(&resolving{}, v.Text) != nil {
				t.Fatalf("LESS=%q sets %s to %q", text, name, v.Text)
			}
		}
	})
}

// TestValuesInTheFile are written as the file is read.
func TestValuesInTheFile(t *testing.T) {
	for _, s := range Settings() {
		for _, value := range []string{"true", "4", "4096", "1.5MiB", "codex", "never", "match", "file"} {
			if s.FlagOnly || s.put(&resolving{}, s.normal(value)) != nil {
				continue
			}
			file := inFile(t, s.Name+" = "+s.InFile(value)+"\n")
			if got, err := s.fromFile(file.Values[s.Name]); err != nil || got != s.normal(value) {
				t.Errorf("%s = %s: %q, %v", s.Name, s.InFile(value), got, err)
			}
		}
	}
}
