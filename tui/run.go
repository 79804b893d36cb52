package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"eyeline/tui/highlight"
	"eyeline/tui/internal/lazylexers"

	"eyeline/reader/source"
	"eyeline/reader/source/revision"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/document"
	"eyeline/tui/draw"
	"eyeline/tui/file"
	"eyeline/tui/launch/options"
	"eyeline/tui/layout"
	"eyeline/tui/program"
	"eyeline/tui/signals"
	"eyeline/tui/terminal"
	"eyeline/tui/text"

	"golang.org/x/term"
)

// In a program with this package Go does not initialise chroma's lexers at start.
func init() { highlight.BeforeLexers = lazylexers.Init }

// pickerLeft is the exit status of a viewer whose output is redirected and that is left without giving any.
const pickerLeft = 130

// Options are what a viewer starts with.
type Options = options.Options

// Start is where the viewer opens a file.
type Start = options.Start

// Transcript says which transcript the viewer shows.
type Transcript = options.Transcript

// shownPanes is the layout of --panes.
func shownPanes(panes string) layout.Panes {
	switch panes {
	case "model":
		return layout.Model
	case "both":
		return layout.Both
	}
	return layout.File
}

// Run runs the viewer and returns the exit status; the error's text is for standard error.
func Run(ctx context.Context, opts Options) (int, error) {
	signals.IgnoreFileLimit()
	in, out := os.Stdin, os.Stdout
	piped := !term.IsTerminal(int(in.Fd()))
	picker := !term.IsTerminal(int(out.Fd()))
	if len(opts.Paths) == 0 && !piped && opts.Transcript == nil {
		if _, err := fmt.Fprint(os.Stdout, firstRun(newModel(opts, nil))); err != nil {
			return 1, fmt.Errorf("eyeline: %w", err)
		}
		return 0, nil
	}
	if piped || picker {
		ttyIn, ttyOut, err := terminal.OpenTTY()
		if err != nil {
			return copyThrough(ctx, opts.Paths, os.Stdout)
		}
		in, out = ttyIn, ttyOut
	}
	if picker {
		opts.QuitCode = pickerLeft
	}
	var doc *document.Document
	var err error
	if opts.Transcript == nil {
		doc, err = firstDocument(&opts)
	}
	var folder *document.FolderError
	switch {
	case errors.As(err, &folder) && opts.Plain:
		return 0, file.PrintFolder(folder, os.Stdout)
	case folder == nil && err != nil:
		return 1, fmt.Errorf("eyeline: %w", err)
	}
	if opts.QuitIfOneScreen && !picker && doc != nil {
		st := cells.Style{Colours: opts.Theme.Profile != themes.None, Reset: themes.Reset}
		if rows, fits := program.OneScreen(doc, st, text.OwnColours(&opts, doc), out); fits {
			doc.Close()
			return 0, draw.Print(os.Stdout, rows)
		}
	}
	m := newModel(opts, doc)
	m.file.Files().Choose(folder)
	defer m.closeSoon()
	show := m.runOnTerminal
	if opts.Plain {
		show = func(ctx context.Context, in, out *os.File) (Outcome, error) {
			m.terminal = program.On(in, out)
			return m.runPlain(ctx, in, out)
		}
	}
	outcome, err := show(ctx, in, out)
	if err != nil {
		return max(outcome.Code, 1), fmt.Errorf("eyeline: %w", err)
	}
	if outcome.Keep != nil || outcome.Print != nil {
		signals.Usual()
	}
	if outcome.Keep != nil {
		_ = outcome.Keep(ctx, out) // a terminal that is gone shows nothing
	}
	if outcome.Note != "" {
		fmt.Fprintln(os.Stderr, outcome.Note)
	}
	if outcome.Print != nil {
		if err := printTo(ctx, os.Stdout, outcome.Print); err != nil && !errors.Is(err, syscall.EPIPE) {
			return 1, fmt.Errorf("eyeline: %w", err)
		}
	}
	return outcome.Code, nil
}

// runOnTerminal runs the viewer on a terminal.
func (m *Model) runOnTerminal(ctx context.Context, in, out *os.File) (Outcome, error) {
	m.terminal = program.On(in, out)
	m.opts.Clipboard = m.terminal.Copy
	status, err := m.terminal.Run(ctx, m, program.Options{Mouse: m.opts.Mouse, AskBackground: m.opts.AskBackground})
	if status != 0 || err != nil {
		return Outcome{Code: status}, err
	}
	return m.leave, nil
}

// printTo prints on standard output what print writes: exactly, but to a terminal, which gets marks for what would
// control it.
func printTo(ctx context.Context, out *os.File, print func(context.Context, io.Writer) error) error {
	if !term.IsTerminal(int(out.Fd())) {
		return print(ctx, out)
	}
	p := cells.NewPrinter(out)
	return errors.Join(print(ctx, p), p.Close())
}

// firstDocument opens the first file, before the screen is touched.
func firstDocument(o *Options) (*document.Document, error) {
	if len(o.Paths) == 0 || len(o.Paths) == 1 && o.Paths[0] == "-" {
		o.Paths = nil
		src, err := source.Spool("-", os.Stdin, source.SpoolOptions{Limit: o.SpoolLimit, Ahead: o.ReadAhead})
		if err != nil {
			return nil, err
		}
		d := document.FromInput(src, document.Options{Limit: o.SpoolLimit, Ahead: o.ReadAhead})
		if page := os.Getenv("MAN_PN"); page != "" { // man says which page it pipes
			d.SetName(page)
		}
		d.SetPath(o.Name, o.Root)
		return d, nil
	}
	for _, p := range o.Paths {
		if p == "-" {
			return nil, errors.New("standard input cannot be one of several files")
		}
	}
	doc, err := document.Open(o.Paths[0], document.Options{Root: o.Root, Limit: o.SpoolLimit})
	var folder *document.FolderError
	if errors.As(err, &folder) {
		return nil, folder
	}
	if err != nil {
		return nil, errors.New(file.OpenError(o.Paths[0], err))
	}
	doc.SetPath(o.Name, o.Root)
	return doc, nil
}

// copyThrough copies the files to standard output, as pagers do without a terminal.
func copyThrough(ctx context.Context, paths []string, out *os.File) (int, error) {
	if len(paths) == 0 {
		paths = []string{"-"}
	}
	for _, p := range paths {
		err := printTo(ctx, out, func(ctx context.Context, w io.Writer) error { return copyFile(ctx, p, w) })
		switch {
		case errors.Is(err, syscall.EPIPE):
			return 0, nil
		case err != nil:
			return 1, errors.New("eyeline: " + file.OpenError(p, err))
		}
	}
	return 0, nil
}

func copyFile(ctx context.Context, path string, out io.Writer) error {
	if path == "-" {
		_, err := io.Copy(out, os.Stdin)
		return err
	}
	if _, is := revision.Named(path); is {
		return file.CopyRevision(ctx, path, 0, out)
	}
	src, err := source.OpenFile(path)
	if err != nil {
		return err
	}
	defer func() { _ = src.Close() }()
	if s, ok := src.(*source.Stream); ok {
		if err := s.Wait(ctx); err != nil {
			return err
		}
	}
	_, err = io.Copy(out, io.NewSectionReader(src, 0, src.Snapshot().Size))
	return err
}
