package launch

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"eyeline/keymap"
	"eyeline/reader/longtest"
	"eyeline/reader/tools"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/commandline"
	"eyeline/tui/launch/toolflags"
	"eyeline/tui/settingsfile"
)

// parsed is a text as a settings file.
func parsed(t *testing.T, text string) *settingsfile.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	file, err := settingsfile.Load(path)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return file
}

// asSettings checks that what eyeline config printed is a settings file that says the same, and returns it as one.
func asSettings(t *testing.T, printed string) *settingsfile.File {
	t.Helper()
	file := parsed(t, printed)
	for line := range strings.Lines(printed) {
		setting, _, _ := strings.Cut(line, " # ")
		if value := strings.TrimSpace(setting); strings.HasSuffix(value, "=") || strings.HasSuffix(value, `= ""`) || strings.Contains(value, "%!") {
			t.Errorf("this is no effective value: %s", line)
		}
	}
	withSettings(t, printed)
	again := run(t, "config")
	if again.err != nil {
		t.Fatalf("config refuses what config printed: %v\n%s", again.err, printed)
	}
	if got, want := bare(again.out), bare(printed); got != want {
		t.Fatalf("config printed\n%s\nand with that as the settings\n%s", want, got)
	}
	if r := run(t, sample); r.opts == nil || r.opts.Warning != "" {
		t.Fatalf("the viewer: %v, %+v", r.err, r.opts)
	}
	return file
}

// bare is a settings file without its comments.
func bare(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, " # ")
		if !strings.HasPrefix(line, "#") {
			b.WriteString(strings.TrimSpace(line) + "\n")
		}
	}
	return b.String()
}

func TestConfigOfDefaults(t *testing.T) {
	withSettings(t, "")
	r := run(t, "config")
	if r.err != nil {
		t.Fatal(r.err)
	}
	for _, want := range []string{
		"tool = \"claude_code\"           # default\n", "tab-width = 4 ", "mouse = true", "secure = false",
		"# root is not set              # the working directory, or the file's\n",
	} {
		if !strings.Contains(r.out, want) {
			t.Errorf("config lacks %q:\n%s", want, r.out)
		}
	}
	file := asSettings(t, r.out)
	for _, s := range commandline.Settings() {
		if _, has := file.Values[s.Name]; has == (s.FlagOnly || s.Unset != "") {
			t.Errorf("%s is printed: %v", s.Name, has)
		}
	}
	if want := len(keymap.Default().Bindings()); len(file.Keys) != want {
		t.Errorf("%d keys of %d", len(file.Keys), want)
	}
}

func TestConfigSaysWhereFrom(t *testing.T) {
	withSettings(t, "wrap = true\ntab-width = 8\n[keys]\nquit = 'q'\n")
	t.Setenv("LESSSECURE", "1")
	out := run(t, "config", "--tab-width", "2", "--encoding", "UTF16").out
	for _, want := range []string{
		"wrap = true                    # settings\n", "tab-width = 2                  # flag\n", "secure = true                  # LESSSECURE\n",
		"encoding = \"utf-16le\"          # flag\n", "panes = \"file\"                 # default\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("config lacks %q:\n%s", want, out)
		}
	}
}

// TestConfigRefusesWhatIsUsedLater: a preset and the table of check are looked at, too.
func TestConfigRefusesWhatIsUsedLater(t *testing.T) {
	for text, want := range map[string]string{
		"[presets.a]\ntool = 'codex'\nnonsense = 1\n": "codex has no argument \"nonsense\"",
		"[presets.a]\ntool = 'nope'\n":                "no tool is called \"nope\"",
		"[check]\nbaseline = 3\n":                     "check has no setting \"baseline\"",
		"[check]\nmin-lost = 'x'\n":                   "check: min-lost: ",

		"[check]\nmin-lost = -5\n":     ":2:1: check: min-lost: must be a number of bytes that is not below 0",
		"[check]\nformat = 'nope'\n":   ":2:1: check: format: must be one of table, json",
		"[check]\nagents = ['nope']\n": ":2:1: check: agents: no tool or agent is called \"nope\"",
		"[check]\nrules = ['hiden']\n": ":2:1: check: rules: no rule is called \"hiden\"; did you mean hidden?",
		"[check]\nfail-on = ['x']\n":   ":2:1: check: fail-on: no rule is called \"x\"",

		"[presets.a]\ntool = 'codex'\noffset = 'x'\n":    ":3:1: offset of codex takes a whole number, not \"x\"",
		"[presets.a]\ntool = 'codex'\nmode = 'x'\n":      ":3:1: codex has no mode \"x\"; it has ",
		"[presets.a]\ntool = 3\n":                        ":2:1: tool takes the name of a tool, not 3",
		"[presets.a]\nlimit = 3\n":                       ":1:2: the preset names no tool",
		"[presets.a]\ntool = 'codexx'\n":                 "no tool is called \"codexx\"",
		"[arguments.codex]\noffset = 'x'\n":              ":2:1: offset of codex takes a whole number, not \"x\"",
		"[arguments.claude_code]\nlimit = 1.5\n":         ":2:1: limit of claude_code takes a whole number, not 1.5",
		"[arguments.codex]\nmode = 'x'\n":                ":2:1: mode of codex takes slice or indentation, not \"x\"",
		"[arguments.codex]\ninclude-siblings = 'true'\n": ":2:1: include-siblings of codex takes true or false, not \"true\"",
		"[arguments.claude_cod]\nlimit = 1\n":            ":1:2: no tool is called \"claude_cod\"; did you mean claude_code or ",
	} {
		withSettings(t, text)
		if r := run(t, "config"); r.status != cmdkit.ExitFailed || r.out != "" || !strings.Contains(r.err.Error(), want) {
			t.Errorf("%q: status %d, %v", text, r.status, r.err)
		}
	}
}

// TestConfigOfAnySettings makes settings at random: config prints the same settings, and as a file they are accepted.
func TestConfigOfAnySettings(t *testing.T) {
	seeds := uint64(60)
	if !longtest.IsRequested() {
		seeds = 12
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 1))
		text, want := randomSettings(r)
		withSettings(t, text)
		got := run(t, "config")
		if got.err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, got.err, text)
		}
		file := asSettings(t, got.out)
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		commandline.Register(flags)
		values, err := commandline.Effective(flags, file, func(string) string { return "" })
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for name, v := range want {
			if have := values[name]; have != (commandline.Value{Text: v, From: commandline.FromSettings}) {
				t.Fatalf("seed %d: %s is %+v; want %q", seed, name, have, v)
			}
		}
		before := parsed(t, text)
		if !reflect.DeepEqual(file.Presets, before.Presets) || !reflect.DeepEqual(file.Arguments, before.Arguments) || !reflect.DeepEqual(file.Colors, before.Colors) {
			t.Fatalf("seed %d: config printed\n%s\nfor\n%s", seed, got.out, text)
		}
		for action, keys := range before.Keys {
			if fmt.Sprint(keyNames(file.Keys[action])) != fmt.Sprint(keyNames(keys)) {
				t.Fatalf("seed %d: %s is %q, want %q", seed, action, file.Keys[action], keys)
			}
		}
	}
}

func keyNames(keys []string) []string {
	out := []string{}
	for _, k := range keys {
		out = append(out, keymap.Parse(k))
	}
	return out
}

// randomSettings is a settings file and the values that it sets, as a flag takes them.
func randomSettings(r *rand.Rand) (text string, values map[string]string) {
	var b strings.Builder
	values = map[string]string{}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	commandline.Register(flags)
	for _, s := range commandline.Settings() {
		if s.FlagOnly || s.Name == "mode" || r.IntN(2) == 0 {
			continue
		}
		v := ""
		switch flags.Lookup(s.Name).Value.Type() {
		case "bool":
			v = strconv.FormatBool(r.IntN(2) == 0)
		case "N":
			v = strconv.Itoa(1 + r.IntN(64))
		case "BYTES":
			v = []string{"0", "1", "4096", "1.5MiB", "0x20", "8 GiB", "007"}[r.IntN(7)]
		default:
			v = randomText(r)
			if s.Choices != nil {
				v = s.Choices()[r.IntN(len(s.Choices()))]
			}
		}
		values[s.Name] = v
		fmt.Fprintf(&b, "%s = %s\n", s.Name, s.InFile(v))
	}
	b.WriteString("[keys]\n")
	for i, row := range keymap.Default().Bindings() {
		if row.Action == keymap.Interrupt {
			continue // a key to leave with is kept
		}
		switch r.IntN(6) {
		case 0: // keys that no other action has
			fmt.Fprintf(&b, "%s = %s\n", row.Action, settingsfile.Text(fmt.Sprintf("alt+%c %c", 0x3041+i, 0x3041+i)))
		case 1:
			fmt.Fprintf(&b, "%s = []\n", row.Action)
		case 2:
			fmt.Fprintf(&b, "%s = [%s]\n", row.Action, settingsfile.Text(string(rune(0x5000+i))))
		}
	}
	if r.IntN(2) == 0 {
		b.WriteString("[colors]\ncursor = \"bold #ff8800\"\nline-number = 'none'\n")
	}
	for _, t := range tools.All() {
		if r.IntN(2) == 0 {
			fmt.Fprintf(&b, "[arguments.%s]\n%s", settingsfile.Key(t.Name), randomArguments(r, t))
		}
		if r.IntN(2) == 0 {
			fmt.Fprintf(&b, "[presets.%s]\ntool = %s\n%s", settingsfile.Key(t.Name+randomText(r)), settingsfile.Text(t.Name), randomArguments(r, t))
		}
	}
	return b.String(), values
}

func randomArguments(r *rand.Rand, t *tools.Tool) string {
	args := map[string]string{}
	for _, p := range t.Params {
		if p.IsFile || p.Flag == "mode" || r.IntN(2) == 0 {
			continue
		}
		switch p.Type {
		case tools.TypeInteger:
			args[p.Flag] = []string{"3", "-1", "0x20"}[r.IntN(3)]
		case tools.TypeBoolean:
			args[p.Flag] = strconv.FormatBool(r.IntN(2) == 0)
		case tools.TypeChoice:
			args[p.Flag] = settingsfile.Text(p.Choices[r.IntN(len(p.Choices))])
		default:
			args[p.Flag] = settingsfile.Text(randomText(r))
		}
	}
	var b strings.Builder
	for _, flag := range slices.Sorted(maps.Keys(args)) {
		fmt.Fprintf(&b, "%s = %s\n", settingsfile.Key(flag), args[flag])
	}
	return b.String()
}

func randomText(r *rand.Rand) string {
	letters := []rune("ab \"'\\#\t\n\a\x1b\u202eé→😀=[].")
	out := make([]rune, 1+r.IntN(6))
	for i := range out {
		out[i] = letters[r.IntN(len(letters))]
	}
	return string(out)
}

// TestManual: the manual has every setting, every tool with its arguments, and every command.
func TestManual(t *testing.T) {
	withSettings(t, "")
	page := run(t, "man").out
	for _, s := range commandline.Settings() {
		if !strings.Contains(page, roff("--"+s.Name)) {
			t.Errorf("the manual lacks --%s", s.Name)
		}
	}
	for _, tool := range tools.All() {
		_, section, found := strings.Cut(page, ".SS "+roff(tool.Name)+"\n")
		section, _, _ = strings.Cut(section, "\n.S")
		f := pflag.NewFlagSet("", pflag.ContinueOnError)
		if err := toolflags.Add(f, tool); err != nil {
			t.Fatal(err)
		}
		f.VisitAll(func(flag *pflag.Flag) {
			if !found || !strings.Contains(section, roff("--"+flag.Name)) {
				t.Errorf("the manual's section of %s lacks --%s", tool.Name, flag.Name)
			}
		})
	}
	for _, command := range []string{"emit", "tools", "config", "version", "man"} {
		if !strings.Contains(page, "eyeline "+command) {
			t.Errorf("the manual lacks %s", command)
		}
	}
}

// settingsTable is the table of settings, with a line for each.
func settingsTable(*testing.T) string {
	var b strings.Builder
	b.WriteString("| option | default | what it does |\n|---|---|---|\n")
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	commandline.Register(f)
	for _, s := range commandline.Settings() {
		names := "`--" + s.Name + "`"
		if s.Short != "" {
			names = "`-" + s.Short + "` " + names
		}
		if s.FlagOnly {
			names += " \\*"
		}
		flag := f.Lookup(s.Name)
		text := flag.DefValue
		if text == "" {
			text = s.Unset
		} else {
			text = "`" + text + "`"
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", names, text, strings.TrimSuffix(flag.Usage, " (default: "+s.Unset+")"))
	}
	return b.String()
}
