package tui

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"eyeline/reader/tools"
	"eyeline/tui/request"
	"eyeline/tui/settings"
)

// Flags is what the command line says about the viewer.
type Flags struct {
	Files  []string
	Start  []string          // what followed each "+"
	Values map[string]string // the tools' argument flags, as typed

	Tool        string
	Mode        string
	Root        string
	MaxFileSize int64
	Panes       string
	Wrap        bool
	Invisibles  bool
	Why         bool
	Follow      bool
	TabWidth    int
	Theme       string
	Color       string
	Background  string
	Mouse       bool
	Tokenizer   string
	Preset      string
	Plain       bool
	SpoolLimit  string
	Poll        bool
	Secure      bool
	Encoding    string
	Hex         bool

	ANSI            string
	RawColours      bool // -R, or in LESS
	QuitIfOneScreen bool // -F, or in LESS
	chop, numbers   bool // -S and -N: as it is anyway
	noInit          bool // -X: the screen is restored all the same

	set     *pflag.FlagSet    // what Register added the flags to
	own     map[string]bool   // the flags that are settings too
	origins map[string]string // where each flag's value comes from
}

// Register adds the viewer's flags to a set.
func (v *Flags) Register(f *pflag.FlagSet) {
	f.StringVarP(&v.Tool, "tool", "t", "", "the tool to preview")
	f.StringVarP(&v.Mode, "mode", "m", "", "slice, block or bytes")
	f.StringVar(&v.Root, "root", "", "directory that confines the workspace tools (default: the working directory, or the file's)")
	f.Int64Var(&v.MaxFileSize, "max-file-size", 0, "open_file's limit in bytes (default 1048576)")
	f.StringVarP(&v.Panes, "panes", "p", "file", "file, model or both")
	f.BoolVarP(&v.Wrap, "wrap", "w", false, "wrap long lines")
	f.BoolVarP(&v.Invisibles, "invisibles", "i", false, "show tabs, trailing blanks, carriage returns")
	f.BoolVar(&v.Why, "why", false, "show why each line is in a block")
	f.BoolVarP(&v.Follow, "follow", "f", false, "follow the end of the file as it grows")
	f.IntVar(&v.TabWidth, "tab-width", 4, "columns between tab stops")
	f.StringVar(&v.Theme, "theme", "", "a chroma style's name (default: by the background)")
	f.StringVar(&v.Color, "color", "auto", "auto, always or never")
	f.StringVar(&v.Background, "background", "auto", "auto, dark or light")
	f.BoolVar(&v.Mouse, "mouse", true, "wheel scrolls, a click places the cursor")
	f.StringVar(&v.Tokenizer, "tokenizer", tokenizerName, "what counts the tokens: "+tokenizerName+", or none")
	f.BoolVar(&v.Plain, "plain", false, "plain lines and one prompt line, for screen readers (also with TERM=dumb)")
	f.StringVar(&v.SpoolLimit, "spool-limit", "8GiB", "most of a stream, or of what a packed file holds, that is kept on disk (0: no limit)")
	f.StringVar(&v.Encoding, "encoding", "auto", "how the file is read for you: auto, utf-8, latin-1, utf-16le, utf-16be, utf-32le, utf-32be")
	f.BoolVar(&v.Hex, "hex", false, "show the bytes in hex")
	f.BoolVar(&v.Poll, "poll", false, "look at the file now and then instead of waiting for news of it (network file systems)")
	f.BoolVar(&v.Secure, "secure", false, "no editor, no writing, no other files (also with LESSSECURE=1)")
	f.StringVar(&v.ANSI, "ansi", "auto", "show the colours that the text itself sets: auto (what is piped), always or never")
	v.set, v.own = f, map[string]bool{}
	f.VisitAll(func(flag *pflag.Flag) { v.own[flag.Name] = true })
	f.BoolVarP(&v.RawColours, "RAW-CONTROL-CHARS", "R", false, "as less: --ansi always")
	f.BoolVarP(&v.QuitIfOneScreen, "quit-if-one-screen", "F", false, "print and leave when the text fits on the screen")
	f.BoolVarP(&v.chop, "chop-long-lines", "S", false, "as less: long lines are chopped anyway")
	f.BoolVarP(&v.numbers, "LINE-NUMBERS", "N", false, "as less: lines are numbered anyway")
	f.BoolVarP(&v.noInit, "no-init", "X", false, "as less: passed over")
	f.StringVar(&v.Preset, "preset", "", "recall the options saved under a name in the settings")
}

// TakePlus takes the arguments that begin with "+" out of a command line, as less does; what follows "--" stays.
func TakePlus(args []string) (start, rest []string) {
	rest = []string{} // never nil, which would stand for the process's own arguments
	for i, a := range args {
		if a == "--" {
			return start, append(rest, args[i:]...)
		}
		if strings.HasPrefix(a, "+") {
			start = append(start, a[1:])
			continue
		}
		rest = append(rest, a)
	}
	return start, rest
}

// ParseValue reads an argument's value as a person types it: numbers and booleans become JSON's, "null" null. A text
// that is no value of the argument's type is passed on as a string, so that the tool itself refuses it.
func ParseValue(p tools.Param, s string) (any, error) {
	if p.Type == tools.TypeString {
		return s, nil
	}
	if p.Type == tools.TypeChoice {
		if m, ok := request.ParseMode(s); ok && m == tools.ModeBlock && slices.Contains(p.Choices, "indentation") {
			return "indentation", nil
		}
		return s, nil
	}
	var v any
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	if err := d.Decode(&v); err != nil || d.More() {
		return s, nil
	}
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n, nil
		}
		return v, nil
	case bool, nil, string:
		return v, nil
	}
	return s, nil
}

// request is the request that the flags ask for.
func (v *Flags) request(s *settings.Settings) (request.Request, error) {
	r, err := withArguments(request.New(), s.Arguments)
	if err != nil {
		return r, err
	}
	if v.Preset != "" {
		preset, ok := s.Presets[v.Preset]
		if !ok {
			return r, fmt.Errorf("--preset %s: there is no such preset; there are: %s", plain(v.Preset), plain(strings.Join(s.PresetNames(), ", ")))
		}
		if r, err = withPreset(r, preset); err != nil {
			return r, fmt.Errorf("--preset %s: %w", plain(v.Preset), err)
		}
	}
	if v.Mode != "" {
		m, ok := request.ParseMode(v.Mode)
		if !ok {
			return r, fmt.Errorf("--mode %s: the modes are slice, block and bytes", plain(v.Mode))
		}
		r = r.WithMode(m)
	}
	if v.Tool != "" {
		t, ok := tools.Lookup(v.Tool)
		if !ok {
			return r, fmt.Errorf("--tool %s: the tools are %s", plain(v.Tool), strings.Join(toolNames(), ", "))
		}
		if !slices.Contains(t.Modes(), r.Mode()) {
			if v.Mode != "" {
				return r, fmt.Errorf("--tool %s has no %s mode", t.Name, request.ModeName(r.Mode()))
			}
			r = r.WithMode(t.Modes()[0])
		}
		r = r.WithTool(t.Name)
	}
	if v.Mode == "" && v.Preset == "" {
		r = v.impliedMode(r)
	}
	for flag, text := range v.Values {
		i := slices.IndexFunc(r.Tool().Params, func(p tools.Param) bool { return p.Flag == flag })
		if i < 0 {
			return r, fmt.Errorf("%s has no argument --%s", r.ToolName(), flag)
		}
		val, err := ParseValue(r.Tool().Params[i], text)
		if err != nil {
			return r, fmt.Errorf("--%s: %w", flag, err)
		}
		r = r.With(flag, val)
	}
	return r, nil
}

// impliedMode is the mode that the argument flags are for, when no --mode was given: --anchor-line means block.
func (v *Flags) impliedMode(r request.Request) request.Request {
	for _, p := range r.Tool().Params {
		if _, given := v.Values[p.Flag]; !given || p.Modes == nil || slices.Contains(p.Modes, r.Mode()) {
			continue
		}
		return r.WithMode(p.Modes[0]).WithTool(r.ToolName())
	}
	return r
}

func toolNames() []string {
	var names []string
	for _, t := range tools.All() {
		names = append(names, t.Name)
	}
	return names
}
