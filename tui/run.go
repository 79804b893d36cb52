package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"syscall"

	"eyeline/tui/kit/highlight"
	"eyeline/tui/kit/highlight/lazylexers"

	"eyeline/reader/source"
	"eyeline/reader/source/revision"
	"eyeline/themes"
	"eyeline/tui/file/document"
	"eyeline/tui/file/layout"
	"eyeline/tui/file/textview"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/screens"
	"eyeline/tui/options"
	"eyeline/tui/terminal"
	"eyeline/tui/terminal/program"
	"eyeline/tui/terminal/signals"

	"golang.org/x/term"
)

// In a program with this package Go does not initialise chroma's lexers at start.
func init() { highlight.BeforeLexers = lazylexers.Init }

// pickerLeft is the exit status of a viewer whose output is redirected and that is left without giving any.
const pickerLeft = 130

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
func Run(ctx context.Context, opts options.Options) (int, error) {
	signals.IgnoreFileLimit()
	status, err := run(ctx, opts)
	if err != nil {
		return max(status, 1), fmt.Errorf("eyeline: %w", err)
	}
	return status, nil
}

func run(ctx context.Context, opts options.Options) (int, error) {
	in := os.Stdin
	out := os.Stdout
	piped := !term.IsTerminal(int(in.Fd()))
	picker := !term.IsTerminal(int(out.Fd()))
	if piped || picker {
		var err error
		if in, out, err = terminal.OpenTTY(); err != nil {
			return 0, copyThrough(ctx, opts.Paths, os.Stdout)
		}
	}

	if picker {
		opts.Leaving.Status = pickerLeft
	}

	doc, err := firstDocument(&opts)
	var folder *document.FolderError
	switch {
	case errors.As(err, &folder) && opts.Terminal.Plain:
		return 0, printFolder(folder, os.Stdout)
	case folder == nil && err != nil:
		return 1, err
	}

	if opts.Leaving.IfOneScreen && !picker && doc != nil {
		if rows, fits := oneScreen(&opts, doc, out); fits {
			return 0, draw.Print(os.Stdout, rows)
		}
	}

	m := newModel(opts, doc)
	m.file.Files.Choose(folder)
	defer m.closeSoon()
	var left leftBehind
	if opts.Terminal.Plain {
		m.terminal = program.OnFiles(in, out)
		left, err = m.runPlain(ctx, in, out)
	} else {
		left, err = m.runOnTerminal(ctx, in, out)
	}

	m.file.Export.Finish(err != nil || left.Code != m.leave.Code) // another code is that of a signal
	if err != nil {
		return left.Code, err
	}
	if err := left.give(ctx, out); err != nil {
		return 1, err
	}

	return left.Code, nil
}

// oneScreen are the rows of a document that fits on the screen of a terminal, which is closed then.
func oneScreen(o *options.Options, doc *document.Document, out *os.File) (rows []string, fits bool) {
	st := cells.Style{Colours: o.Theme.Profile != themes.None, Reset: themes.Reset}
	rows, fits = program.OneScreen(doc, st, textview.OwnColours(o, doc), out)
	if fits {
		doc.Close()
	}
	return rows, fits
}

// give prints what the viewer leaves behind; terminal is where it was.
func (o *leftBehind) give(ctx context.Context, terminal *os.File) error {
	if o.Keep != nil || o.Print != nil {
		signals.EndOnInterrupt()
	}
	if o.Keep != nil {
		_ = o.Keep(ctx, terminal) // a terminal that is gone shows nothing
	}
	if o.Note != "" {
		fmt.Fprintln(os.Stderr, o.Note)
	}
	if o.Print == nil {
		return nil
	}

	err := printTo(ctx, os.Stdout, o.Print)
	if errors.Is(err, syscall.EPIPE) {
		return nil
	}

	return err
}

// runOnTerminal runs the viewer on a terminal.
func (m *model) runOnTerminal(ctx context.Context, in, out *os.File) (leftBehind, error) {
	m.terminal = program.OnFiles(in, out)
	m.opts.Copying.By(m.terminal.Copy)
	use := m.opts.Terminal
	status, err := m.terminal.Run(ctx, m, program.Options{Mouse: use.Mouse, AskBackground: use.AskBackground})
	if status != 0 || err != nil {
		return leftBehind{Code: status}, err
	}
	return m.leave, nil
}

// printTo prints on standard output what write writes: exactly, but to a terminal, which gets marks for what would
// control it.
func printTo(ctx context.Context, out *os.File, write func(context.Context, io.Writer) error) error {
	if !term.IsTerminal(int(out.Fd())) {
		return write(ctx, out)
	}
	p := cells.NewPrinter(out)
	return errors.Join(write(ctx, p), p.Close())
}

// firstDocument opens the first file, before the screen is touched; nil for transcripts.
func firstDocument(o *options.Options) (*document.Document, error) {
	if o.Instead.Any() {
		return nil, nil
	}

	if len(o.Paths) == 0 || len(o.Paths) == 1 && o.Paths[0] == "-" {
		o.ReadInput()
		src, err := source.Spool(
			"-", os.Stdin, source.SpoolOptions{Limit: o.Input.SpoolLimit, Ahead: o.Input.ReadAhead},
		)
		if err != nil {
			return nil, err
		}

		d := document.FromInput(src, document.Options{
			System: o.Input.System, Limit: o.Input.SpoolLimit, Ahead: o.Input.ReadAhead,
		})
		if page := os.Getenv("MAN_PN"); page != "" { // man says which page it pipes
			d.SetName(page)
		}

		d.SetPath(o.Name, o.Root)
		return d, nil
	}

	if slices.Contains(o.Paths, "-") {
		return nil, errors.New("standard input cannot be one of several files")
	}

	doc, err := document.Open(o.Paths[0], document.Options{
		Root: o.Root, System: o.Input.System, Limit: o.Input.SpoolLimit,
	})
	if folder, ok := errors.AsType[*document.FolderError](err); ok {
		return nil, folder
	}
	if err != nil {
		return nil, errors.New(screens.OpenError(o.Paths[0], err))
	}

	doc.SetPath(o.Name, o.Root)
	return doc, nil
}

// copyThrough copies the files to standard output, as pagers do without a terminal.
func copyThrough(ctx context.Context, paths []string, out *os.File) error {
	if len(paths) == 0 {
		paths = []string{"-"}
	}

	for _, p := range paths {
		err := printTo(ctx, out, func(ctx context.Context, w io.Writer) error { return copyFile(ctx, p, w) })
		switch {
		case errors.Is(err, syscall.EPIPE):
			return nil
		case err != nil:
			return errors.New(screens.OpenError(p, err))
		}
	}

	return nil
}

func copyFile(ctx context.Context, path string, out io.Writer) error {
	if path == "-" {
		_, err := io.Copy(out, os.Stdin)
		return err
	}
	if _, ok := revision.Named(path); ok {
		return copyRevision(ctx, path, 0, out)
	}

	src, err := source.OpenFile(path)
	if err != nil {
		return err
	}

	defer func() { _ = src.Close() }()
	return copySource(ctx, src, out)
}
