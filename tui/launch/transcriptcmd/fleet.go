package transcriptcmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"time"
	"unsafe"

	"github.com/spf13/cobra"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/fleet"
	"eyeline/reader/transcript/stores"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/launch/cmdkit"
)

// fleetRows are the flags that are about many runs.
func (o *flags) fleetRows() []cmdkit.Flag {
	return append([]cmdkit.Flag{
		{
			Name: "reads", To: &o.reads,
			Help: "print a line of JSON for each read, change and search of a file, of all runs of the folder, with " +
				"--all of all folders, or of those that are named; a folder stands for all below it",
		},
		{
			Name: "since", To: &o.since,
			Help: "with --reads: only calls made after `WHEN`: 2026-11-01, a time of RFC 3339, or how long ago, such " +
				"as 36h, 7d, 2w; runs without times are told whole if their file was changed after it",
		},
	}, o.listed.Rows()...)
}

// checkFleet returns an error for flags that do not go with --reads.
func (o *flags) checkFleet() error {
	switch {
	case o.format != "" && o.format != "ndjson":
		return cmdkit.Usage("--format is ndjson, not %q", o.format)
	case o.contents || o.tokens:
		return cmdkit.Usage("--reads goes without --contents and --tokens")
	case o.json || o.calls || o.report || o.now || o.file != "" || o.wire != "":
		return cmdkit.Usage("--reads goes without --json, --calls, --report, --now, --file and --wire")
	}

	if _, err := sinceTime(o.since, time.Now()); err != nil {
		return err
	}

	return o.listed.Check()
}

// fleetHeap is the size of the heap, in bytes, up to which garbage is not collected while many runs are read, without
// their paths: a limit below what is kept would have it collected all the time.
const fleetHeap = 56 << 20

// sizeOf returns about how many bytes of memory a list of paths takes.
func sizeOf(paths []string) (size int64) {
	size = int64(cap(paths)) * int64(unsafe.Sizeof(""))
	for _, path := range paths {
		size += int64(len(path))
	}
	return size
}

// printFleet prints what many runs read and changed.
func (o *flags) printFleet(cmd *cobra.Command, args []string, out io.Writer) error {
	ctx := cmd.Context()
	since, err := sinceTime(o.since, time.Now())
	if err != nil {
		return err
	}

	failed := 0
	fail := func(path string, err error) {
		// A database beside runs may belong to something else than an agent.
		isBeside := !slices.Contains(args, path)
		if !isBeside || !errors.Is(err, stores.ErrForeign) {
			failed++
		}
		fmt.Fprintln(cmd.ErrOrStderr(), cells.Sanitize(fmt.Sprintf("eyeline: %s: %v", path, err)))
	}

	skipped := func(path, words string) {
		fmt.Fprintln(cmd.ErrOrStderr(), cells.Sanitize("eyeline: "+path+": "+words))
	}

	gone := 0 // number of names without a run
	paths, err := o.fleetPaths(cmd, args, since, func(name string, err error) {
		gone++
		fail(name, err)
	})
	if err != nil {
		return err
	}

	defer debug.SetGCPercent(debug.SetGCPercent(400))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(fleetHeap + sizeOf(paths)))
	w := bufio.NewWriterSize(out, 64<<10)
	err = fleet.Write(ctx, w, paths, fleet.Options{
		Root: o.root, Since: since, Failed: fail, Skipped: skipped,
	})
	if err = errors.Join(err, w.Flush()); err != nil {
		return err
	}
	if failed > 0 {
		return cmdkit.Fail("eyeline: %s of %s not read", humanize.Count(int64(failed), "transcript"),
			humanize.Group(int64(len(paths)+gone)))
	}

	return nil
}

// fleetPaths returns the paths of the runs that the arguments ask for.
func (o *flags) fleetPaths(
	cmd *cobra.Command, args []string, since time.Time, fail func(string, error),
) (paths []string, err error) {
	ctx := cmd.Context()
	if len(args) == 0 && !o.listed.IsAsked() {
		found, err := o.found(ctx)
		if err != nil {
			return nil, err
		}
		found = slices.DeleteFunc(found, func(e transcript.Entry) bool { return e.ModTime.Before(since) })
		return transcript.Runs(ctx, found)
	}

	for name, err := range o.listed.Names(args, cmd.InOrStdin()) {
		if err != nil {
			return nil, err
		}
		found, err := o.runsAt(ctx, name)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil && len(args) == 1 && !o.listed.IsAsked():
			return nil, err // there is nothing else to print
		case err != nil:
			fail(name, err) // it may have been deleted since it was named
		}

		paths = append(paths, slices.DeleteFunc(found, func(path string) bool {
			info, err := os.Stat(path)
			return err == nil && !info.IsDir() && info.ModTime().Before(since)
		})...)
	}

	return paths, nil
}

// runsAt returns the runs that a name stands for: those below a folder, or the run in a file.
func (o *flags) runsAt(ctx context.Context, name string) ([]string, error) {
	if info, err := os.Stat(name); err == nil && info.IsDir() && !transcript.IsFolder(name) {
		found, err := transcript.FindBelow(ctx, name)
		if err == nil && len(found) == 0 {
			err = fmt.Errorf("there is no transcript below %s", cells.Sanitize(name))
		}

		return found, err
	}

	path, err := findTranscript(ctx, name)
	if err != nil {
		return nil, err
	}

	return []string{path}, nil
}

// units are the units of durations in --since.
var units = map[string]time.Duration{"h": time.Hour, "d": 24 * time.Hour, "w": 7 * 24 * time.Hour}

// sinceTime returns the time that --since stands for; the zero time for "".
func sinceTime(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}

	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			return t, nil
		}
	}

	number := text[:len(text)-1]
	unit, known := units[text[len(number):]]
	n, err := strconv.ParseUint(number, 10, 16)
	if !known || err != nil {
		const want = "--since wants a date such as 2026-11-01, a time of RFC 3339, or how long ago, " +
			"such as 36h, 7d or 2w, and is %s"
		return time.Time{}, cmdkit.Usage(want, cells.Sanitize(text))
	}

	return now.Add(-time.Duration(n) * unit), nil
}
