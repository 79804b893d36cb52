// Package corpus opens transcripts that are not ours, and says how much of them is understood: the share of reads of
// which no line is known, by agent and version. Reads of which the record has no text, as Cursor's and aider's, are counted
// by themselves: there is nothing to understand. What a program names that is not understood is no read: python test.py.
// There is no transcript in the repository:
//
//	go test ./reader/internal/dev/corpus -v -dir DIR
package corpus

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

var dir = flag.String("dir", "", "open the transcripts below this folder")

// share is what is understood of the transcripts of one version of an agent.
type share struct{ files, calls, reads, unknown, noText, named, changes, records, bad int }

// add adds another share.
func (s *share) add(of *share) {
	s.files += of.files
	s.calls += of.calls
	s.reads += of.reads
	s.unknown += of.unknown
	s.noText += of.noText
	s.named += of.named
	s.changes += of.changes
	s.records += of.records
	s.bad += of.bad
}

// sums are the shares by agent and version.
type sums struct {
	by     map[string]*share
	failed map[string]string // what could not be opened, and why
}

func (s *sums) add(ctx context.Context, path string) error {
	run, err := transcript.Open(ctx, path)
	if err != nil {
		s.failed[path] = err.Error()
		return ctx.Err()
	}
	defer func() { _ = run.Close() }()
	version := run.Version
	if parts := strings.SplitN(version, ".", 3); len(parts) == 3 {
		version = parts[0] + "." + parts[1]
	}
	name := run.Agent + " " + cmp.Or(version, "?")
	if s.by[name] == nil {
		s.by[name] = &share{}
	}
	one := s.by[name]
	one.files, one.calls, one.records, one.bad = one.files+1, one.calls+run.Len(), one.records+run.Unknown, one.bad+run.Damage.BadCount
	for c := range run.Calls() {
		reads, err := run.Reads(c)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for _, r := range reads {
			switch {
			case c.Failed || !c.Answered() || r.Rev != "":
			case r.Named:
				one.named++
			case r.Unrecorded:
				one.noText++
			case r.How == record.Unknown:
				one.unknown++
				fallthrough
			default:
				one.reads++
			}
		}
		edits, err := run.Edits(c)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		one.changes += len(edits)
	}
	return nil
}

func (s *sums) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-28s %6s %7s %7s %9s %7s %7s %8s %8s %5s\n",
		"agent", "runs", "calls", "reads", "unknown", "no text", "named", "changes", "records", "bad")
	all := map[string]*share{}
	for name, one := range s.by {
		agent := name[:strings.LastIndexByte(name, ' ')]
		if all[agent] == nil {
			all[agent] = &share{}
		}
		all[agent].add(one)
	}

	for _, rows := range []map[string]*share{s.by, all} {
		for _, name := range slices.Sorted(maps.Keys(rows)) {
			one := rows[name]
			percent := 100 * float64(one.unknown) / float64(max(one.reads, 1))
			fmt.Fprintf(&b, "%-28s %6d %7d %7d %8.1f%% %7d %7d %8d %8d %5d\n",
				name, one.files, one.calls, one.reads, percent, one.noText, one.named, one.changes, one.records, one.bad)
		}
		b.WriteByte('\n')
	}

	fmt.Fprintf(&b, "%d could not be opened\n", len(s.failed))
	for _, path := range slices.Sorted(maps.Keys(s.failed)) {
		fmt.Fprintf(&b, "%s: %s\n", path, s.failed[path])
	}
	return b.String()
}

// of opens all runs below a folder.
func of(ctx context.Context, dir string) (*sums, error) {
	s := &sums{by: map[string]*share{}, failed: map[string]string{}}
	runs, err := transcript.FindBelow(ctx, dir)
	if err != nil {
		return nil, err
	}
	for _, path := range runs {
		if err := s.add(ctx, path); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// maxUnknown is how many reads and records of this project's transcripts are not understood: their results have no text
// that tells its lines, or lack one.
const maxUnknown = 12

// TestCorpus opens the transcripts of a folder; without one, those of this project, of which no more may be unknown.
func TestCorpus(t *testing.T) {
	folder := *dir
	if folder == "" {
		folder = transcripttest.Unpack(t, ".")
	}
	s, err := of(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + s.table())
	if len(s.by) == 0 {
		t.Error("there is no transcript")
	}
	unknown := 0
	for _, one := range s.by {
		unknown += one.unknown + one.records + one.bad
	}
	if *dir == "" && (len(s.failed) > 0 || unknown > maxUnknown) {
		t.Errorf("%d samples cannot be opened, %d reads and records are not understood", len(s.failed), unknown)
	}
}
