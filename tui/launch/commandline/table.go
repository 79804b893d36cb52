package commandline

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/decode"
	"eyeline/reader/lists"
	"eyeline/reader/ospath"
	"eyeline/reader/search"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/highlight"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/options"
	"eyeline/tui/settingsfile"
)

// table has every setting of the viewer, in the order in which they are listed.
var table = []setting{
	{
		Name: "tool", Short: "t", kind: text, Choices: toolNames, standard: toolrequest.New().ToolName(), set: setTool,
		Help: "the tool to preview, as eyeline tools lists them, or none, which pages the text; " +
			"what is piped opens with none",
	},
	{
		Name: "favourites", kind: text, Unset: "every tool", Choices: tools.Names, set: setFavourites,
		Help: "the tools that the key of the next tool steps through, by name with blanks between; " +
			"the list of all tools changes them",
	},
	{
		Name: "mode", Short: "m", kind: choice, Help: "how the window is chosen", Choices: modeNames,
		canonical: canonicalMode, standard: toolrequest.New().Mode().String(),
		to: func(o *resolving) any { return &o.wanted.mode },
	},
	{
		Name: "root", kind: text, Help: "directory that confines the workspace tools",
		Unset: "the working directory, or the file's", complete: cmdkit.CompleteFolders,
		to: func(o *resolving) any { return &o.Root },
	},
	{
		Name: "confine", kind: onOff,
		Help: "keep every tool inside the root, also those that read anything on the machine",
		to:   func(o *resolving) any { return &o.Confine },
	},
	{
		Name: "system", kind: text, Unset: "this one", Choices: ospath.SystemNames, set: setSystem,
		Help: "the system that the agent runs on, whose paths it gets: posix or windows; on another the top of this " +
			"machine's files is C:\\, or the working directory's drive is /",
	},
	{
		Name: "panes", Short: "p", kind: choice, standard: "file", Choices: words("file", "model", "both"),
		Help: "what to show", to: func(o *resolving) any { return &o.Panes },
	},
	{
		Name: "wrap", Short: "w", kind: onOff, Help: "wrap long lines",
		to: func(o *resolving) any { return &o.Long.Wrap },
	},
	{
		Name: "invisibles", Short: "i", kind: onOff, Help: "show tabs, trailing blanks, carriage returns",
		to: func(o *resolving) any { return &o.Invisibles },
	},
	{
		Name: "why", kind: onOff, Help: "show why each line is in a block",
		to: func(o *resolving) any { return &o.Gutter.Why },
	},
	{
		Name: "follow", Short: "f", kind: onOff, Help: "follow the end of the file as it grows",
		to: func(o *resolving) any { return &o.Input.Follow },
	},
	{Name: "tab-width", kind: number, standard: "4", Help: "columns between tab stops, 1 to 64", set: setTabWidth},
	{
		Name: "header", kind: text, Choices: words("1", "2", "1,20"), Unset: "nothing does", set: setHeader,
		Help: "what stays in place when the text is scrolled: the first N lines and, with N,M, the first M columns",
	},
	{
		Name: "theme", kind: text, standard: "auto", Choices: themeNames, set: setTheme,
		Help: "a chroma style's name; auto is " + themes.DefaultDark + " or " + themes.DefaultLight +
			", by the background",
	},
	{
		Name: "marks", kind: choice, standard: "auto", Choices: words("auto", "never"),
		Help: "mark the lines that differ from a git revision, in a work tree and up to 64 MiB",
		to:   func(o *resolving) any { return &o.Changes.Marks },
	},
	{
		Name: "base", kind: text, standard: "HEAD", Help: "the git revision that the marks of changes are against",
		complete: cmdkit.CompleteRevisions, set: setBase,
	},
	{
		Name: "color", kind: choice, standard: "auto", Choices: words("auto", "always", "never"),
		Help: "colours; auto goes by the terminal and NO_COLOR", to: func(o *resolving) any { return &o.wanted.color },
	},
	{
		Name: "ascii", kind: onOff, to: func(o *resolving) any { return &o.ASCII },
		Help: "draw everything in ASCII, other characters as their numbers (also where the locale is not UTF-8)",
		env:  func(env func(string) string) (bool, string) { return !utf8Locale(env), "the locale" },
	},
	{
		Name: "background", kind: choice, standard: "auto", Choices: words("auto", "dark", "light"),
		Help: "the terminal's background; auto asks the terminal",
		to:   func(o *resolving) any { return &o.wanted.background },
	},
	{
		Name: "clipboard", kind: text, standard: "auto", to: func(o *resolving) any { return &o.Copying.With },
		Help: "what copies: a command that reads the text, or terminal (OSC 52); auto is the program of the desktop " +
			"or of tmux, else the terminal",
	},
	{
		Name: "mouse", kind: onOff, standard: "true", Help: "the wheel scrolls, a click places the cursor",
		to: func(o *resolving) any { return &o.Terminal.Mouse },
	},
	{
		Name: "tokenizer", kind: choice, standard: tokens.Vocabulary, Choices: words(tokens.Vocabulary, "none"),
		Help: "what counts the tokens",
		set: func(o *resolving, v string) error {
			o.NoTokens = v == "none"
			return nil
		},
	},
	{
		Name: "plain", kind: onOff, to: func(o *resolving) any { return &o.Terminal.Plain },
		Help: "plain lines and one prompt line, for screen readers (also with TERM=dumb)",
		env:  func(env func(string) string) (bool, string) { return env("TERM") == "dumb", "TERM is dumb" },
	},
	{
		Name: "spool-limit", kind: bytes, standard: "8GiB", to: func(o *resolving) any { return &o.Input.SpoolLimit },
		Help: "most of a stream, or of the content of a packed file, that is kept on disk; 0: no limit",
	},
	{
		Name: "read-ahead", kind: bytes, standard: "64MiB", to: func(o *resolving) any { return &o.Input.ReadAhead },
		Help: "how much of a stream is read beyond what is looked at, while no tool is on; 0: all of it",
	},
	{
		Name: "encoding", kind: choice, standard: "auto", Choices: encodingNames, canonical: canonicalEncoding,
		Help: "how the file is read for you", set: setEncoding,
	},
	{
		Name: "language", kind: text, FlagOnly: true, Choices: highlight.Languages, standard: "auto", set: setLanguage,
		Help: "the language to colour the text in, by name or extension; auto goes by the file's name, text is none",
	},
	{Name: "hex", kind: onOff, Help: "show the bytes in hex", to: func(o *resolving) any { return &o.Hex }},
	{
		Name: "secure", kind: onOff, Help: "no editor, no writing, no other files (also with LESSSECURE=1)",
		to:  func(o *resolving) any { return &o.Secure },
		env: func(env func(string) string) (bool, string) { return env("LESSSECURE") == "1", "LESSSECURE" },
	},
	{
		Name: "case", kind: choice, standard: "smart", Choices: words("smart", "match", "ignore"), set: setCase,
		Help: "how searches compare letters; smart ignores case unless the pattern has an upper-case letter",
	},
	{
		Name: "ansi", kind: choice, standard: "auto", Choices: words("auto", "always", "never"),
		Help: "show the colours that the text itself sets; auto does for what is piped",
		to:   func(o *resolving) any { return &o.ANSI },
	},
	{
		Name: "RAW-CONTROL-CHARS", Short: "R", kind: onOff, FlagOnly: true,
		Help: "as --ansi always, for compatibility with less", when: func(o *resolving) { o.ANSI = "always" },
	},
	{
		Name: "quit-if-one-screen", Short: "F", kind: onOff, FlagOnly: true,
		Help: "print and leave when the text fits on the screen",
		to:   func(o *resolving) any { return &o.Leaving.IfOneScreen },
	},
	{
		Name: "chop-long-lines", Short: "S", kind: onOff, FlagOnly: true,
		Help: "chop long lines, also while no tool is on; undoes --wrap",
		when: func(o *resolving) { o.Long.Wrap, o.Long.Chop = false, true },
	},
	{
		Name: "line-numbers", Short: "N", kind: onOff, to: func(o *resolving) any { return &o.Gutter.Numbers },
		Help: "number the lines while no tool is on; otherwise they always are",
	},
	{
		Name: "LINE-NUMBERS", kind: onOff, FlagOnly: true, Help: "as --line-numbers, for compatibility with less",
		when: func(o *resolving) { o.Gutter.Numbers = true },
	},
	{
		Name: "no-init", Short: "X", kind: onOff, FlagOnly: true, Help: "leave the last screen on the terminal",
		to: func(o *resolving) any { return &o.Leaving.KeepScreen },
	},
	{
		Name: "name", kind: text, FlagOnly: true, Unset: "stdin, or the path in the work tree",
		Help: "the path that the tool and the colours see for standard input or a file of a git revision",
		to:   func(o *resolving) any { return &o.Name },
	},
	{
		Name: "preset", kind: text, FlagOnly: true, Help: "recall the options saved under a name in the settings",
		Choices: presetNames, to: func(o *resolving) any { return &o.wanted.preset },
	},
}

func words(w ...string) func() []string { return func() []string { return w } }

// noTool is the value of --tool that turns the tool off. A test checks that no tool has this name.
const noTool = "none"

func toolNames() []string { return append([]string{noTool}, tools.Names()...) }

func setTool(o *resolving, v string) error {
	if _, ok := tools.Lookup(v); !ok && v != noTool {
		return fmt.Errorf("takes the name of a tool, not %q%s", v, cmdkit.SuggestTool(v))
	}
	o.wanted.tool = v
	return nil
}

// setFavourites takes names of tools. An unknown name is an error here: later it would be left out without a message.
func setFavourites(o *resolving, v string) error {
	for _, name := range options.FavouriteNames(v) {
		if _, ok := tools.Lookup(name); !ok {
			return fmt.Errorf("takes names of tools, not %q%s", name, cmdkit.SuggestTool(name))
		}
		if !slices.Contains(o.Favourites, name) {
			o.Favourites = append(o.Favourites, name)
		}
	}
	return nil
}

func modeNames() []string { return lists.Map(tools.Modes(), tools.Mode.String) }

// canonicalMode takes the names that tools have for modes, too, such as indentation.
func canonicalMode(v string) string {
	if m, ok := toolrequest.ParseMode(v); ok {
		return m.String()
	}
	return v
}

func presetNames() []string {
	file, _ := settingsfile.Load(settingsfile.Path())
	return file.PresetNames()
}

// maxTabWidth is the largest distance between tab stops, in columns.
const maxTabWidth = 64

func setTabWidth(o *resolving, v string) error {
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > maxTabWidth {
		return fmt.Errorf("takes a number from 1 to %d, not %q", maxTabWidth, v)
	}
	o.TabWidth = n
	return nil
}

func setHeader(o *resolving, v string) (err error) {
	o.Header, err = options.ParseHeader(v)
	return err
}

func themeNames() []string { return append([]string{"auto"}, themes.Names()...) }

func setSystem(o *resolving, v string) (err error) {
	o.Input.System, err = ospath.ParseSystem(v)
	return err
}

func setTheme(o *resolving, v string) error {
	if v == "" {
		return errors.New("takes the name of a theme, or auto")
	}
	o.wanted.theme = v
	return nil
}

func setBase(o *resolving, v string) error {
	if v == "" || v[0] == '-' {
		return fmt.Errorf("takes a git revision, such as main or HEAD~3, not %q", v)
	}
	o.Changes.Base = v
	return nil
}

func encodingNames() []string {
	names := lists.Map(decode.Encodings(), func(e decode.Encoding) string { return strings.ToLower(e.String()) })
	return append([]string{"auto"}, names...)
}

// canonicalEncoding takes other names of encodings, such as utf8.
func canonicalEncoding(v string) string {
	if e, ok := decode.ParseEncoding(v); ok {
		return strings.ToLower(e.String())
	}
	return v
}

func setEncoding(o *resolving, v string) error {
	if e, ok := decode.ParseEncoding(v); ok {
		o.Input.Encoding = &e
	}
	return nil
}

func setLanguage(o *resolving, v string) error {
	if v == "auto" {
		return nil
	}
	if _, ok := highlight.Named(v); !ok {
		return fmt.Errorf("takes the name of a language, such as go or python, not %q", v)
	}
	o.Input.Language = v
	return nil
}

func setCase(o *resolving, v string) error {
	o.Case = map[string]search.Case{"match": search.MatchCase, "ignore": search.IgnoreCase}[v]
	return nil
}

// utf8Locale reports whether the terminal shows UTF-8, judging by the locale's variables. If none is set, it is true:
// nearly all terminals do, and containers often set no locale.
func utf8Locale(env func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(env(name)); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return true
}
