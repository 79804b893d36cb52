package transcriptcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/runstats"
	"eyeline/reader/wait"
	"eyeline/tui/kit/cells"
)

const (
	// followPause is the time between two looks at a transcript that is followed.
	followPause = 50 * time.Millisecond
	// besidePause is the time between two looks for files of sub-agents beside it.
	besidePause = 500 * time.Millisecond
)

// followText prints each call of a transcript, one per line, as soon as its result is recorded; with --json in the
// format of --calls. It ends when ctx is cancelled. If the transcript is replaced or truncated, it says so on notice
// and starts again from the beginning.
func (o *flags) followText(ctx context.Context, path string, out, notice io.Writer) error {
	s, err := o.openRun(ctx, path)
	if err != nil {
		return err
	}

	defer func() { _ = s.Close() }()
	told := 0 // number of connections past the tap that were reported
	next := 1
	open := []int(nil) // the first call not looked at yet, and earlier calls without a result
	for {
		for ; next <= s.Len(); next++ {
			open = append(open, next)
		}
		if open, err = printAllAnswered(o, out, s, open); err != nil {
			return err
		}

		bypasses := s.Bypasses()
		_, _ = io.WriteString(notice, notRecorded(bypasses[min(told, len(bypasses)):])) // the calls go on without it
		told = len(bypasses)
		if awaitChange(ctx, s) != nil {
			return nil
		}

		_, err := s.Update(ctx)
		switch {
		case errors.Is(err, source.ErrStale):
			again, openErr := o.openRun(ctx, path)
			if errors.Is(openErr, record.ErrTooLarge) {
				return openErr
			}
			if openErr != nil {
				continue // it is being replaced
			}

			_ = s.Close()
			s, next, open = again, 1, nil
			told = 0
			const replaced = "eyeline: the transcript was replaced; its calls follow from the first"
			if _, err := fmt.Fprintln(notice, replaced); err != nil {
				return err
			}
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return fmt.Errorf("%s: %w", path, err)
		}
	}
}

// printAllAnswered prints those of the open calls that have a result now, and returns the others.
func printAllAnswered(o *flags, out io.Writer, s *transcript.Session, open []int) (waits []int, err error) {
	for _, n := range open {
		if !s.Call(n).Answered() {
			waits = append(waits, n)
		} else if err := o.printAnswered(out, s, n); err != nil {
			return nil, err
		}
	}
	return waits, nil
}

// awaitChange waits until the session's own files may have changed, or for besidePause: those of its sub-agents may
// have. It returns the error of the context.
func awaitChange(ctx context.Context, s *transcript.Session) error {
	for end := time.Now().Add(besidePause); ; {
		if err := wait.For(ctx, followPause); err != nil {
			return err
		}
		if s.MayHaveChanged() || !time.Now().Before(end) {
			return nil
		}
	}
}

// printAnswered prints a call that has its result.
func (o *flags) printAnswered(out io.Writer, s *transcript.Session, n int) error {
	info, err := runstats.Describe(s, s.Call(n))
	if err != nil {
		return err
	}
	if o.json {
		return tools.WriteJSON(out, info)
	}

	row := callRow(info)
	_, err = fmt.Fprintf(out, "%5s  %s  %s  %9s  %s\n",
		row[0], row[1], cells.Pad(cells.Sanitize(row[2]), 12), row[3], cells.Sanitize(row[4]))
	return err
}
