package launch

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/decode"
	"eyeline/reader/search"
	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/address"
	"eyeline/tui/highlight"
	"eyeline/tui/request"
)

// Kind is what a setting takes.
type Kind uint8

const (
	Switch Kind = iota // true or false; as a flag alone it is true
	Number             // a whole number
	Text               // any text
	Choice             // one of Choices
	Bytes              // a number of bytes: 4096, 0x1000, 1.5MiB
)

// Setting is a row of the table: a flag of the viewer and, unless it is of the command line only, a setting of the file.
type Setting struct {
	Name  string // of the flag, without dashes, and of the setting
	Short string // one letter; "" for none
	Kind  Kind
	// Default is the value when none is given, as it is typed; "" where there is none, and Unset says what happens then.
	Default string
	Unset   string
	Help    string
	// Choices are the values of a Choice; for a Text, those that a shell completes.
	Choices func() []string
	// Canonical turns another way to write one of the choices into that choice, and leaves other values alone.
	Canonical func(value string) string
	// FlagOnly keeps it out of the settings file.
	FlagOnly bool
	// Env makes a value of the environment, which the command line and the file cannot undo; "" for none.
	Env func(env func(string) string) (value, because string)

	// set checks a value and puts it into the options. The error is a sentence that begins after the name.
	set func(o *Options, value string) error
}

func words(w ...string) func() []string { return func() []string { return w } }

// settingsTable has every flag of the viewer. The flags of the command line, the names in the settings file, what
// eyeline config prints, the manual, --help, the completions and the lists in the README are all made from it.
var settingsTable = []Setting{
	{
		Name: "tool", Short: "t", Kind: Text, Help: "the tool to preview, as eyeline tools lists them, or none, which pages the text; what is piped opens with none",
		Choices: toolNames, Default: request.New().ToolName(), set: setTool,
	},
	{
		Name: "favourites", Kind: Text, Unset: "every tool", Choices: tools.Names, set: setFavourites,
		Help: "the tools that the key of the next tool steps through, by name with blanks between; the list of all tools changes them",
	},
	{
		Name: "mode", Short: "m", Kind: Choice, Help: "how the window is chosen", Choices: modeNames,
		Canonical: canonicalMode, Default: request.ModeName(request.New().Mode()), set: text(func(o *Options) *string { return &o.mode }),
	},
	{
		Name: "root", Kind: Text, Help: "directory that confines the workspace tools",
		Unset: "the working directory, or the file's", set: text(func(o *Options) *string { return &o.Root }),
	},
	{
		Name: "confine", Kind: Switch, Help: "keep every tool inside the root, also those that read anything on the machine",
		set: on(func(o *Options) *bool { return &o.Confine }),
	},
	{
		Name: "panes", Short: "p", Kind: Choice, Default: "file", Choices: words("file", "model", "both"),
		Help: "what to show", set: text(func(o *Options) *string { return &o.Panes }),
	},
	{
		Name: "wrap", Short: "w", Kind: Switch, Help: "wrap long lines",
		set: on(func(o *Options) *bool { return &o.Wrap }),
	},
	{
		Name: "invisibles", Short: "i", Kind: Switch, Help: "show tabs, trailing blanks, carriage returns",
		set: on(func(o *Options) *bool { return &o.Invisibles }),
	},
	{
		Name: "why", Kind: Switch, Help: "show why each line is in a block",
		set: on(func(o *Options) *bool { return &o.Why }),
	},
	{
		Name: "follow", Short: "f", Kind: Switch, Help: "follow the end of the file as it grows",
		set: on(func(o *Options) *bool { return &o.Follow }),
	},
	{
		Name: "tab-width", Kind: Number, Default: "4", Help: "columns between tab stops, 1 to 64",
		set: number(1, 64, func(o *Options) *int { return &o.TabWidth }),
	},
	{
		Name: "theme", Kind: Text, Default: "auto", Choices: themeNames,
		Help: "a chroma style's name; auto is " + themes.DefaultDark + " or " + themes.DefaultLight + ", by the background", set: setTheme,
	},
	{
		Name: "marks", Kind: Choice, Default: "auto", Choices: words("auto", "never"),
		Help: "mark the lines that differ from a git revision, in a work tree and up to 64 MiB", set: text(func(o *Options) *string { return &o.Marks }),
	},
	{
		Name: "base", Kind: Text, Default: "HEAD", Help: "the git revision that the marks of changes are against",
		set: setBase,
	},
	{
		Name: "color", Kind: Choice, Default: "auto", Choices: words("auto", "always", "never"),
		Help: "colours; auto goes by the terminal and NO_COLOR", set: text(func(o *Options) *string { return &o.color }),
	},
	{
		Name: "ascii", Kind: Switch, Help: "draw everything in ASCII, other characters as their numbers (also where the locale is not UTF-8)",
		set: on(func(o *Options) *bool { return &o.ASCII }),
		Env: func(env func(string) string) (string, string) { return ifTrue(!utf8Locale(env), "the locale") },
	},
	{
		Name: "background", Kind: Choice, Default: "auto", Choices: words("auto", "dark", "light"),
		Help: "the terminal's background; auto asks the terminal", set: text(func(o *Options) *string { return &o.background }),
	},
	{
		Name: "mouse", Kind: Switch, Default: "true", Help: "the wheel scrolls, a click places the cursor",
		set: on(func(o *Options) *bool { return &o.Mouse }),
	},
	{
		Name: "tokenizer", Kind: Choice, Default: Tokenizer, Choices: words(Tokenizer, "none"), Help: "what counts the tokens",
		set: func(o *Options, v string) error { o.NoTokens = v == "none"; return nil },
	},
	{
		Name: "plain", Kind: Switch, Help: "plain lines and one prompt line, for screen readers (also with TERM=dumb)",
		set: on(func(o *Options) *bool { return &o.Plain }),
		Env: func(env func(string) string) (string, string) { return ifTrue(env("TERM") == "dumb", "TERM is dumb") },
	},
	{
		Name: "spool-limit", Kind: Bytes, Default: "8GiB",
		Help: "most of a stream, or of the content of a packed file, that is kept on disk; 0: no limit",
		set:  bytes(func(o *Options) *int64 { return &o.SpoolLimit }),
	},
	{
		Name: "read-ahead", Kind: Bytes, Default: "64MiB",
		Help: "how much of a stream is read beyond what is looked at, while no tool is on; 0: all of it",
		set:  bytes(func(o *Options) *int64 { return &o.ReadAhead }),
	},
	{
		Name: "encoding", Kind: Choice, Default: "auto", Choices: encodingNames, Canonical: canonicalEncoding,
		Help: "how the file is read for you", set: setEncoding,
	},
	{
		Name: "language", Kind: Text, FlagOnly: true, Choices: highlight.Languages, Default: "auto",
		Help: "the language to colour the text in, by name or extension; auto goes by the file's name, text is none", set: setLanguage,
	},
	{
		Name: "hex", Kind: Switch, Help: "show the bytes in hex",
		set: on(func(o *Options) *bool { return &o.Hex }),
	},
	{
		Name: "poll", Kind: Switch, Help: "look at the file now and then instead of waiting to be notified of changes (network file systems)",
		set: on(func(o *Options) *bool { return &o.Poll }),
	},
	{
		Name: "secure", Kind: Switch, Help: "no editor, no writing, no other files (also with LESSSECURE=1)",
		set: on(func(o *Options) *bool { return &o.Secure }),
		Env: func(env func(string) string) (string, string) { return ifTrue(env("LESSSECURE") == "1", "LESSSECURE") },
	},
	{
		Name: "case", Kind: Choice, Default: "smart", Choices: words("smart", "match", "ignore"),
		Help: "how searches compare letters; smart ignores case unless the pattern has an upper-case letter",
		set: func(o *Options, v string) error {
			o.Case = map[string]search.Case{"match": search.MatchCase, "ignore": search.IgnoreCase}[v]
			return nil
		},
	},
	{
		Name: "ansi", Kind: Choice, Default: "auto", Choices: words("auto", "always", "never"),
		Help: "show the colours that the text itself sets; auto does for what is piped", set: text(func(o *Options) *string { return &o.ANSI }),
	},
	{
		Name: "RAW-CONTROL-CHARS", Short: "R", Kind: Switch, FlagOnly: true, Help: "as --ansi always, for compatibility with less",
		set: when(func(o *Options) { o.ANSI = "always" }),
	},
	{
		Name: "quit-if-one-screen", Short: "F", Kind: Switch, FlagOnly: true, Help: "print and leave when the text fits on the screen",
		set: on(func(o *Options) *bool { return &o.QuitIfOneScreen }),
	},
	{
		Name: "chop-long-lines", Short: "S", Kind: Switch, FlagOnly: true, Help: "chop long lines, also while no tool is on; undoes --wrap",
		set: when(func(o *Options) { o.Wrap, o.Chop = false, true }),
	},
	{
		Name: "line-numbers", Short: "N", Kind: Switch, Help: "number the lines while no tool is on; otherwise they always are",
		set: on(func(o *Options) *bool { return &o.Numbers }),
	},
	{
		Name: "LINE-NUMBERS", Kind: Switch, FlagOnly: true, Help: "as --line-numbers, for compatibility with less",
		set: when(func(o *Options) { o.Numbers = true }),
	},
	{
		Name: "no-init", Short: "X", Kind: Switch, FlagOnly: true, Help: "leave the last screen on the terminal",
		set: on(func(o *Options) *bool { return &o.KeepScreen }),
	},
	{
		Name: "name", Kind: Text, FlagOnly: true, Help: "the path that the tool and the colours see for standard input or a file of a git revision",
		Unset: "stdin, or the path in the work tree", set: text(func(o *Options) *string { return &o.Name }),
	},
	{
		Name: "preset", Kind: Text, FlagOnly: true, Help: "recall the options saved under a name in the settings",
		set: text(func(o *Options) *string { return &o.preset }),
	},
}

// Settings returns the table of settings, in the order in which they are listed.
func Settings() []Setting { return slices.Clone(settingsTable) }

// lookup finds a row by its name.
func lookup(name string) (Setting, bool) {
	i := slices.IndexFunc(settingsTable, func(s Setting) bool { return s.Name == name })
	if i < 0 {
		return Setting{}, false
	}
	return settingsTable[i], true
}

// check says in a sentence that begins after the name why a value cannot be had.
func (s Setting) check(value string) error { return s.put(&Options{}, value) }

// put checks a value and puts it into the options.
func (s Setting) put(o *Options, value string) error {
	switch {
	case s.Kind == Switch && value != "true" && value != "false":
		return fmt.Errorf("takes true or false, not %q", value)
	case s.Kind == Choice && !slices.Contains(s.Choices(), value):
		return fmt.Errorf("takes %s, not %q", alternatives(s.Choices()), value)
	}
	return s.set(o, value)
}

// normal is a value as it is kept: switches are true or false and choices have their own names, however they are typed.
func (s Setting) normal(value string) string {
	if s.Kind == Switch {
		if b, err := strconv.ParseBool(value); err == nil {
			return strconv.FormatBool(b)
		}
	}
	if s.Canonical != nil {
		return s.Canonical(value)
	}
	return value
}

// alternatives is a list in words: "a, b or c".
func alternatives(names []string) string {
	n := len(names)
	if n < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:n-1], ", ") + " or " + names[n-1]
}

func ifTrue(b bool, because string) (string, string) {
	if b {
		return "true", because
	}
	return "", ""
}

func on(field func(*Options) *bool) func(*Options, string) error {
	return func(o *Options, v string) error { *field(o) = v == "true"; return nil }
}

// when does something where the switch is on, and nothing where it is off.
func when(do func(*Options)) func(*Options, string) error {
	return func(o *Options, v string) error {
		if v == "true" {
			do(o)
		}
		return nil
	}
}

func text(field func(*Options) *string) func(*Options, string) error {
	return func(o *Options, v string) error { *field(o) = v; return nil }
}

func bytes(field func(*Options) *int64) func(*Options, string) error {
	return func(o *Options, v string) error {
		n, err := address.Bytes(v)
		if err != nil {
			return fmt.Errorf("takes a number of bytes, such as 4096 or 1.5MiB, not %q", v)
		}
		*field(o) = n
		return nil
	}
}

func number(least, most int, field func(*Options) *int) func(*Options, string) error {
	return func(o *Options, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil || n < least || n > most {
			return fmt.Errorf("takes a number from %d to %d, not %q", least, most, v)
		}
		*field(o) = n
		return nil
	}
}

func modeNames() []string {
	var names []string
	for _, m := range request.Modes() {
		names = append(names, request.ModeName(m))
	}
	return names
}

// canonicalMode takes the names that tools have for modes too, such as indentation.
func canonicalMode(v string) string {
	if m, ok := request.ParseMode(v); ok {
		return request.ModeName(m)
	}
	return v
}

func setTool(o *Options, v string) error {
	if _, ok := tools.Lookup(v); !ok && v != noTool {
		return fmt.Errorf("takes the name of a tool, not %q; the tools are %s", v, strings.Join(tools.Names(), ", "))
	}
	o.tool = v
	return nil
}

// FavouriteNames are the names in a value of the setting of favourites: they have blanks or commas between.
func FavouriteNames(v string) []string {
	return strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == ' ' })
}

// setFavourites takes names of tools with blanks or commas between. A name that is no tool's is an error where the settings are
// read: it would be left out in silence otherwise.
func setFavourites(o *Options, v string) error {
	o.Favourites = nil
	for _, name := range FavouriteNames(v) {
		if _, ok := tools.Lookup(name); !ok {
			return fmt.Errorf("takes names of tools, not %q; the tools are %s", name, strings.Join(tools.Names(), ", "))
		}
		if !slices.Contains(o.Favourites, name) {
			o.Favourites = append(o.Favourites, name)
		}
	}
	return nil
}

func setLanguage(o *Options, v string) error {
	o.Language = ""
	if v == "auto" {
		return nil
	}
	if _, ok := highlight.Named(v); !ok {
		return fmt.Errorf("takes the name of a language, such as go or python, not %q", v)
	}
	o.Language = v
	return nil
}

func setBase(o *Options, v string) error {
	if v == "" || v[0] == '-' {
		return fmt.Errorf("takes a git revision, such as main or HEAD~3, not %q", v)
	}
	o.Base = v
	return nil
}

func themeNames() []string { return append([]string{"auto"}, themes.Names()...) }

func setTheme(o *Options, v string) error {
	if v == "" {
		return errors.New("takes the name of a theme, or auto")
	}
	o.theme = v
	return nil
}

func encodingNames() []string {
	names := []string{"auto"}
	for _, e := range decode.Encodings() {
		names = append(names, strings.ToLower(e.String()))
	}
	return names
}

// canonicalEncoding takes the other names of encodings, such as utf8.
func canonicalEncoding(v string) string {
	if e, ok := decode.ParseEncoding(v); ok {
		return strings.ToLower(e.String())
	}
	return v
}

func setEncoding(o *Options, v string) error {
	o.Encoding = nil
	if e, ok := decode.ParseEncoding(v); ok {
		o.Encoding = &e
	}
	return nil
}
