// Command measure compares eyeline with sed and wc on one log, in one run, and prints the ratios.
//
//	go run ./reader/internal/dev/measure -size 1GiB
//
// It writes a log (or takes one with -file), builds eyeline (or takes one with -eyeline), and times whole processes in
// turns, median of -n rounds, with the log in the page cache: a slice and an indentation block deep in the file against
// sed, a byte window, the newline index in this process against wc -l, batch calls per second, and the memory of
// eyeline emit. Peers that are not installed are left out. The exit status is 1 when a figure misses its bound.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"

	"eyeline/reader/internal/program"
	"eyeline/reader/lineindex"
	"eyeline/reader/source"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := start(ctx, os.Args[1:], os.Stdout)
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

// setup is what is measured with.
type setup struct {
	eyeline string // the program
	log     string // the file, absolute
	size    int64  // its bytes
	lines   int64
	rounds  int
}

// start reads the flags, prepares what they ask for, measures, and removes what it made.
func start(ctx context.Context, args []string, out io.Writer) (err error) {
	size := int64(1 << 30)
	var s setup
	flags := flag.NewFlagSet("measure", flag.ContinueOnError)
	flags.Func("size", "`size` of the log to make, such as 256MiB (default 1GiB)", func(text string) (err error) {
		size, err = parseSize(text)
		return err
	})
	flags.StringVar(&s.log, "file", "", "measure on this `file` instead")
	flags.IntVar(&s.rounds, "n", 9, "`rounds` of each comparison; the median counts")
	flags.StringVar(&s.eyeline, "eyeline", "", "the `program` to measure (default: the one built from this module)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if s.rounds < 1 || flags.NArg() > 0 {
		return errors.New("-n takes a number from 1 on, and there are no arguments beside the flags")
	}
	dir, err := os.MkdirTemp("", "eyeline-measure-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if s.eyeline == "" {
		if s.eyeline, err = program.Build(ctx, dir); err != nil {
			return err
		}
	}
	if s.log == "" {
		s.log = filepath.Join(dir, "service.log")
		if err := writeLog(s.log, size); err != nil {
			return err
		}
	} else if s.log, err = filepath.Abs(s.log); err != nil {
		return err
	}
	if s.size, s.lines, err = count(ctx, s.log); err != nil {
		return err
	}
	return measure(ctx, out, s)
}

func writeLog(path string, size int64) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(generateLog(f, size), f.Close())
}

// count returns a file's bytes and lines, and has it in the page cache afterwards if it fits.
func count(ctx context.Context, path string) (size, lines int64, err error) {
	src, err := source.OpenFile(path)
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = src.Close() }()
	size = src.Snapshot().Size
	lines, err = lineindex.CountLines(ctx, source.View(src, size))
	return size, lines, err
}
