// Package tui is the interactive viewer: one Bubble Tea model over the reader.
package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"syscall"

	"golang.org/x/term"

	"eyeline/keymap"
	"eyeline/reader/decode"
	"eyeline/reader/source"
	"eyeline/themes"
	"eyeline/tui/request"
	"eyeline/tui/settings"
	"eyeline/tui/terminal"
)

// pickerLeft is the exit status of a viewer whose output is redirected and that is left without giving any.
const pickerLeft = 130

// Options are what a viewer starts with, all flags read.
type Options struct {
	Paths      []string
	Root       string
	Start      Start
	Request    request.Request
	Panes      string
	Settings   map[string]int64 // of the tools, by flag
	Wrap       bool
	Invisibles bool
	Why        bool
	TabWidth   int
	Mouse      bool
	Keys       *keymap.Map
	Theme      *themes.Theme
	// Clipboard puts a text into the terminal's clipboard; nil when there is none.
	Clipboard func(text string) error
	// Presets are the named requests of the settings, which stand at SettingsPath.
	Presets      map[string]map[string]any
	SettingsPath string
	// Warning is shown until the first key.
	Warning string
	// SpoolLimit bounds what is kept of a stream or of what a packed file holds, in bytes; 0: no limit.
	SpoolLimit int64
	// Poll looks at the file now and then and does not ask the system for news of it.
	Poll bool
	// Encoding is how files are read for the person; nil: as their first bytes tell.
	Encoding *decode.Encoding
	// ANSI says whether colours that the text sets are shown: always, never, or auto, for what is piped.
	ANSI string
	// Hex shows the bytes from the start.
	Hex bool
	// Secure switches off the editor, writing, and opening files that the command line does not name.
	Secure bool
	// Follow follows the end of the file from the start.
	Follow bool
	// NoTokens leaves the tokens uncounted.
	NoTokens bool
	// AskBackground asks the terminal for its background, once the first screen stands, and follows its answer.
	AskBackground bool
	// QuitCode is the exit status of leaving without output.
	QuitCode int
}

func (o *Options) shows() layout {
	switch o.Panes {
	case "model":
		return layoutModel
	case "both":
		return layoutBoth
	}
	return layoutFile
}

// Run runs the viewer as the command line asks and returns the exit status; the error's text is for standard error.
func Run(ctx context.Context, flags Flags) (int, error) {
	noSignalForFullFiles()
	saved, bad := settings.Load(settings.Path())
	if bad != nil {
		saved = &settings.Settings{} // the defaults stand, and the screen says why
	}
	if err := flags.takeSettings(saved); err != nil {
		return 2, fmt.Errorf("eyeline: %w", err)
	}
	opts, err := flags.options(os.Getenv, saved)
	if err != nil {
		return 2, fmt.Errorf("eyeline: %w", err)
	}
	if bad != nil {
		opts.Warning = "settings not read: " + plain(bad.Error())
	}
	in, out := os.Stdin, os.Stdout
	piped := !term.IsTerminal(int(in.Fd()))
	picker := !term.IsTerminal(int(out.Fd()))
	if len(flags.Files) == 0 && !piped {
		fmt.Fprint(os.Stdout, firstRun(newModel(opts, nil)))
		return 0, nil
	}
	if piped || picker {
		ttyIn, ttyOut, err := terminal.OpenTTY()
		if err != nil {
			return copyThrough(ctx, flags.Files, out)
		}
		in, out = ttyIn, ttyOut
	}
	if picker {
		opts.QuitCode = pickerLeft
	}
	doc, err := firstDocument(&opts)
	if err != nil {
		return 1, fmt.Errorf("eyeline: %w", err)
	}
	if flags.QuitIfOneScreen && !picker {
		if rows, fits := fitsOneScreen(doc, &opts, out); fits {
			doc.close()
			return 0, printRows(os.Stdout, rows)
		}
	}
	m := newModel(opts, doc)
	defer m.closeSoon()
	show := m.show
	if flags.Plain || terminal.IsDumb(os.Getenv) {
		show = func(ctx context.Context, in, out *os.File) (Outcome, error) {
			m.tty = [2]*os.File{in, out}
			return m.runPlain(ctx, in, out)
		}
	}
	outcome, err := show(ctx, in, out)
	if err != nil {
		return max(outcome.Code, 1), fmt.Errorf("eyeline: %w", err)
	}
	if outcome.Print != nil {
		if err := outcome.Print(ctx, os.Stdout); err != nil && !errors.Is(err, syscall.EPIPE) {
			return 1, fmt.Errorf("eyeline: %w", err)
		}
	}
	return outcome.Code, nil
}

// options reads the flags.
func (v *Flags) options(env terminal.Env, saved *settings.Settings) (Options, error) {
	o := Options{
		Paths: v.Files, Root: v.Root, Panes: v.Panes, Settings: map[string]int64{"max-file-size": v.MaxFileSize}, Wrap: v.Wrap, Follow: v.Follow,
		Invisibles: v.Invisibles, Why: v.Why, NoTokens: v.Tokenizer == "none", TabWidth: v.TabWidth, Mouse: v.Mouse,
	}
	var err error
	if o.Request, err = v.request(saved); err != nil {
		return o, err
	}
	if !slices.Contains([]string{"file", "model", "both"}, v.Panes) {
		return o, fmt.Errorf("--panes takes file, model or both, not %q", v.Panes)
	}
	if v.Tokenizer != tokenizerName && v.Tokenizer != "none" {
		return o, fmt.Errorf("--tokenizer takes %s or none, not %q", tokenizerName, v.Tokenizer)
	}
	if o.SpoolLimit, err = parseBytes(v.SpoolLimit); err != nil {
		return o, fmt.Errorf("--spool-limit: %w", err)
	}
	o.Poll, o.Hex, o.Secure = v.Poll, v.Hex, v.Secure || env("LESSSECURE") == "1"
	if len(v.Files) == 0 || len(v.Files) == 1 && v.Files[0] == "-" {
		v.lessOptions(env("LESS")) // a file that is named is to be looked at, however small
	}
	if o.ANSI = v.ANSI; v.RawColours {
		o.ANSI = "always"
	}
	if !slices.Contains([]string{"auto", "always", "never"}, o.ANSI) {
		return o, fmt.Errorf("--ansi takes auto, always or never, not %q", o.ANSI)
	}
	if v.chop {
		o.Wrap = false
	}
	if v.Encoding != "auto" {
		e, err := parseForm(v.Encoding)
		if err != nil {
			return o, fmt.Errorf("--encoding: %w", err)
		}
		o.Encoding = &e
	}
	if v.TabWidth < 1 || v.TabWidth > 64 {
		return o, errors.New("--tab-width takes a number from 1 to 64")
	}
	for _, s := range v.Start {
		at, err := ParseStart(s)
		if err != nil {
			return o, err
		}
		if at.Pattern != "" {
			o.Start.Pattern = at.Pattern
			continue
		}
		at.Pattern = o.Start.Pattern
		o.Start = at
	}
	profile, err := terminal.Profile(v.Color, env)
	if err != nil {
		return o, err
	}
	dark := true
	switch v.Background {
	case "light":
		dark = false
	case "dark":
	case "auto", "":
		d, ok := terminal.Background(env)
		if ok {
			dark = d
		}
		o.AskBackground = !ok && v.Theme == "" && profile != themes.None
	default:
		return o, fmt.Errorf("--background takes auto, dark or light, not %q", v.Background)
	}
	name := v.Theme
	if name == "" {
		name = themes.DefaultLight
		if dark {
			name = themes.DefaultDark
		}
	}
	if o.Theme, err = themes.New(name, profile); err != nil {
		return o, err
	}
	o.SettingsPath = settings.Path()
	if err := o.withSettings(saved); err != nil {
		o.Warning = plain(o.SettingsPath + ": " + err.Error())
	}
	return o, nil
}

// firstDocument opens the first file, before the screen is touched.
func firstDocument(o *Options) (*document, error) {
	if len(o.Paths) == 0 || len(o.Paths) == 1 && o.Paths[0] == "-" {
		o.Paths = nil
		src, err := source.Spool("-", os.Stdin, source.SpoolOptions{Limit: o.SpoolLimit})
		if err != nil {
			return nil, err
		}
		return streamDocument(src, o.SpoolLimit), nil
	}
	for _, p := range o.Paths {
		if p == "-" {
			return nil, errors.New("standard input cannot be one of several files")
		}
	}
	doc, err := openDocument(o.Paths[0], o.Root, o.SpoolLimit)
	if err != nil {
		return nil, errors.New(OpenError(o.Paths[0], err))
	}
	return doc, nil
}

// copyThrough copies the files to standard output, as pagers do without a terminal.
func copyThrough(ctx context.Context, paths []string, out io.Writer) (int, error) {
	if len(paths) == 0 {
		paths = []string{"-"}
	}
	for _, p := range paths {
		if err := ctx.Err(); err != nil {
			return 1, err
		}
		if err := copyFile(p, out); err != nil {
			if errors.Is(err, syscall.EPIPE) {
				return 0, nil
			}
			return 1, errors.New("eyeline: " + OpenError(p, err))
		}
	}
	return 0, nil
}

func copyFile(path string, out io.Writer) error {
	if path == "-" {
		_, err := io.Copy(out, os.Stdin)
		return err
	}
	src, err := source.OpenFile(path)
	if err != nil {
		return err
	}
	defer func() { _ = src.Close() }()
	if s, ok := src.(*source.Stream); ok {
		if err := s.Wait(context.Background()); err != nil {
			return err
		}
	}
	_, err = io.Copy(out, io.NewSectionReader(src, 0, src.Snapshot().Size))
	return err
}
