package transcriptcmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/runstats"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/launch/cmdkit"
)

// findTranscript returns the file of the transcript that an argument names: by a path, the identity of a session, or
// "latest".
func findTranscript(ctx context.Context, name string) (string, error) {
	for _, at := range []string{name, filepath.Dir(name)} { // a session is named as if its store were a folder
		if fi, err := os.Stat(at); err == nil && !fi.IsDir() {
			return name, nil
		}
	}

	if transcript.IsFolder(name) {
		return name, nil
	}
	if filepath.Base(name) != name { // a path: the name of a run contains no folder
		return "", noTranscriptAt(name)
	}

	found, err := transcript.List(ctx, transcript.UserHomes())
	if err != nil {
		return "", err
	}

	if name == "latest" {
		if here := inFolder(ctx, found, 1); len(here) > 0 {
			return here[0].Path, nil
		}
		return "", errors.New("there is no transcript of this folder; " +
			"eyeline transcript --all lists those of all folders")
	}

	for _, f := range found {
		if strings.Contains(filepath.Base(f.Path), name) {
			return f.Path, nil
		}
	}

	for _, f := range found {
		if h, err := f.Peek(ctx); err == nil && h.ID == name {
			return f.Path, nil
		}
	}

	return "", fmt.Errorf("no transcript is called %s; eyeline transcript --all lists them", cells.Sanitize(name))
}

// openRun opens a transcript, whose files are looked for in --root.
func (o *flags) openRun(ctx context.Context, path string) (*transcript.Session, error) {
	s, err := transcript.Open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s.LookIn(o.root)
	return s, nil
}

// coverage computes what a run was sent of its files. An error names the run.
func (o *flags) coverage(ctx context.Context, s *transcript.Session, also ...string) (*coverage.Coverage, error) {
	c, err := coverage.Of(ctx, s, o.root, also...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Path(), err)
	}
	return c, nil
}

// openRuns opens the transcripts that arguments name. The caller closes those that are returned, also with an error.
func (o *flags) openRuns(ctx context.Context, args []string) (runs []*transcript.Session, err error) {
	for _, arg := range args {
		path, err := findTranscript(ctx, arg)
		if err != nil {
			return runs, err
		}

		s, err := o.openRun(ctx, path)
		if err != nil {
			return runs, err
		}

		runs = append(runs, s)
		if o.wire == "" {
			continue
		}
		if err := s.ReadWire(ctx, o.wire); err != nil {
			return runs, err
		}
	}

	return runs, nil
}

func closeRuns(runs []*transcript.Session) {
	for _, s := range runs {
		_ = s.Close()
	}
}

// inFolder returns the transcripts of the working folder: the first most of them, or all if most is 0.
func inFolder(ctx context.Context, found []transcript.Entry, most int) (here []transcript.Entry) {
	dir, err := os.Getwd()
	if err != nil {
		return nil
	}
	folder := transcript.FolderAt(dir)

	for _, f := range found {
		if in, err := f.In(ctx, folder); err == nil && in {
			here = append(here, f)
			if len(here) == most {
				break
			}
		}
	}

	return here
}

// found returns the transcripts of the working folder or, with --all, of all folders. To find nothing is an error.
func (o *flags) found(ctx context.Context) ([]transcript.Entry, error) {
	homes := transcript.UserHomes()
	homes.Below = o.below
	found, err := transcript.List(ctx, homes)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 && o.below != "" {
		return nil, fmt.Errorf("there is no transcript below %s", cells.Sanitize(o.below))
	}
	if !o.all && o.below == "" {
		found = inFolder(ctx, found, 0)
	}
	if len(found) == 0 && o.all {
		return nil, errors.New("there is no transcript in the agents' usual places; name a file")
	}
	if len(found) == 0 {
		return nil, errors.New("there is no transcript of this folder in the agents' usual places; " +
			"--all takes those of all folders, or name a file")
	}

	return found, nil
}

// list prints the transcripts that were found.
func (o *flags) list(ctx context.Context, out io.Writer) error {
	found, err := o.found(ctx)
	if err != nil {
		return err
	}
	if o.json {
		return listJSON(ctx, found, out)
	}

	rows := cmdkit.Heading("when|agent|reads|files|changes|size|session|folder")
	for _, f := range found {
		t, err := runstats.TallyOf(ctx, f.Path)
		if ctx.Err() != nil {
			return ctx.Err()
		}

		counted := dash
		if err != nil {
			t = runstats.Tally{Header: record.Header{Agent: f.Format.Agent}}
			counted = func(int) string { return "?" }
		}

		rows = append(rows, []string{
			f.ModTime.Format("2006-01-02 15:04"), strings.TrimSpace(t.Agent + " " + t.Version),
			counted(t.Reads), counted(t.Files), counted(t.Changes), humanize.Size(f.Size), cmp.Or(t.ID, f.Path), t.Dir,
		})
	}

	return cmdkit.PrintTable(out, rows)
}

// listedRun is a transcript in the list as JSON.
type listedRun struct {
	Path     string    `json:"path"` // as eyeline transcript takes it
	ID       string    `json:"id"`   // of the session, as recorded
	Agent    string    `json:"agent"`
	Version  string    `json:"version"`
	Dir      string    `json:"dir"`      // the working folder that was recorded
	Modified time.Time `json:"modified"` // when the file was written last
	Size     int64     `json:"size"`     // of the file, in bytes
	Calls    int       `json:"calls"`
	Reads    int       `json:"reads"`           // calls that read files
	Files    int       `json:"files"`           // that calls name
	Changes  int       `json:"changes"`         // calls that change files
	Error    string    `json:"error,omitempty"` // why it cannot be read; the counts are 0 then
}

// listJSON prints the transcripts that were found, each as a line of JSON.
func listJSON(ctx context.Context, found []transcript.Entry, out io.Writer) error {
	for _, f := range found {
		one := listedRun{Path: f.Path, Agent: f.Format.Agent, Modified: f.ModTime, Size: f.Size}
		t, err := runstats.TallyOf(ctx, f.Path)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			one.Error = err.Error()
		default:
			one.ID = t.ID
			one.Agent = t.Agent
			one.Version = t.Version
			one.Dir = t.Dir
			one.Calls = t.Calls
			one.Reads = t.Reads
			one.Files = t.Files
			one.Changes = t.Changes
		}

		if err := tools.WriteJSON(out, one); err != nil {
			return err
		}
	}

	return nil
}

// isFolderOfRuns reports whether a path is a folder that is not itself a run, so that runs may be below it.
func isFolderOfRuns(path string) bool {
	fi, err := os.Stat(path)
	return err == nil && fi.IsDir() && !transcript.IsFolder(path)
}

// noTranscriptAt returns the error for a path without a transcript.
func noTranscriptAt(path string) error {
	if fi, err := os.Stat(path); err == nil && fi.IsDir() {
		return fmt.Errorf("the folder %s is no transcript; named alone it has the runs below it listed",
			cells.Sanitize(path))
	}
	return fmt.Errorf("there is no transcript %s", cells.Sanitize(path))
}
