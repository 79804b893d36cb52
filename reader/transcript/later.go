package transcript

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"eyeline/reader/decode"
	"eyeline/reader/source"
	"eyeline/reader/transcript/mentions"
	"eyeline/reader/transcript/record"
)

// LaterCalls are calls in one file of a run, made after another call.
type LaterCalls struct {
	*Session
	Calls []*record.Call
}

// Later returns the calls of all agents of the run that belong to the group of calls it looks for, made at the time of
// a call of OfFile or later; if c is nil, since the start. ok is false if they cannot all be told.
func (m *Mentions) Later(ctx context.Context, c *record.Call) (all []LaterCalls, ok bool) {
	from := int64(0)
	since := time.Time{}
	if c != nil {
		since = c.Time
	}
	if c != nil && c.Args.As != record.Nothing {
		from = m.scan.At(ofFile, int(c.Args.Off))
	}

	own, ok := later(ctx, m.path, m.scan, ofCalls, from)
	all = append(all, own)
	for _, path := range m.others() {
		if !ok || ctx.Err() != nil {
			return nil, false
		}
		if isBefore(path, since) {
			continue
		}

		var other LaterCalls
		other, ok = m.laterIn(ctx, path)
		other.Calls = slices.DeleteFunc(other.Calls, func(c *record.Call) bool {
			return !c.Time.IsZero() && c.Time.Before(since)
		})
		all = append(all, other)
	}

	if !ok {
		return nil, false
	}

	for _, one := range all {
		one.Agents = append(one.Agents, m.agentsBeside()...)
	}

	return all, ok
}

// Open returns the calls of the agent after OfFile that may have no result: those that name the file, and those of the
// group for such calls. ok is false if they cannot be told.
func (m *Mentions) Open(ctx context.Context) (all []LaterCalls, ok bool) {
	all = append(all, m.namedCalls())
	records, isOpen, err := m.scan.Open(ofOpen)
	if err != nil || len(records) == 0 {
		return all, err == nil
	}

	s, err := Decode(ctx, m.path, bytes.NewReader(records), int64(len(records)))
	if err != nil {
		return nil, false
	}

	s.part = true
	of := LaterCalls{Session: s}
	for c := range s.Calls() {
		isIn := c.Args.As == record.Nothing || isOpen(int(c.Args.Off))
		if isIn && s.SubAgent(c).ID == m.agent {
			of.Calls = append(of.Calls, c)
		}
	}

	return append(all, of), true
}

// namedCalls returns the calls of the agent whose arguments name the file. Of the first records of the transcript,
// which are always kept, the results may be missing.
func (m *Mentions) namedCalls() LaterCalls {
	of := LaterCalls{Session: m.named}
	for c := range m.named.Calls() {
		args, _, err := m.named.Text(c.Args, record.TextLimit)
		if err != nil || bytes.Contains(args, m.name) {
			of.Calls = append(of.Calls, c)
		}
	}
	return of
}

// others returns the paths of the files of the run that contain calls, without the agent's own file.
func (m *Mentions) others() (paths []string) {
	paths = append(paths, m.main)
	if m.beside != nil {
		for _, f := range m.beside(m.main) {
			if !f.Extra {
				paths = append(paths, f.Path)
			}
		}
	}
	return slices.DeleteFunc(paths, func(path string) bool { return path == m.path })
}

// agentsBeside returns the sub-agents of the run that have files of their own.
func (m *Mentions) agentsBeside() (agents []record.Agent) {
	if m.beside != nil {
		for _, f := range m.beside(m.main) {
			if !f.Extra {
				agents = append(agents, f.Agent)
			}
		}
	}
	return agents
}

// isBefore reports whether a file was last written before a time.
func isBefore(path string, since time.Time) bool {
	src, info, err := source.OpenRegular(path)
	if err != nil {
		return false
	}
	defer src.Close()
	return info.ModTime().Before(since)
}

// laterIn returns the part of Later that lies in another file.
func (m *Mentions) laterIn(ctx context.Context, path string) (LaterCalls, bool) {
	if decode.TrimPacked(path) != path {
		return allIn(ctx, path)
	}
	scan := mentions.New(path, m.also.Calls)
	if _, err := scan.Advance(ctx); err != nil {
		return LaterCalls{}, false
	}
	return later(ctx, path, scan, 0, 0)
}

// allIn returns all calls in a packed file.
func allIn(ctx context.Context, path string) (LaterCalls, bool) {
	src, size, err := openBeside(ctx, path)
	if err != nil {
		return LaterCalls{}, false
	}

	defer func() { _ = src.Close() }() // only read: an error loses nothing
	text := make([]byte, size)
	if _, err := src.ReadAt(text, 0); err != nil && !errors.Is(err, io.EOF) {
		return LaterCalls{}, false
	}

	s, err := Decode(ctx, path, bytes.NewReader(text), size)
	if err != nil || s.Damage.BadCount > 0 || !bytes.HasSuffix(text, []byte("\n")) {
		return LaterCalls{}, false
	}

	s.part = true
	return LaterCalls{s, slices.Collect(s.Calls())}, true
}

// later returns the calls that a group of a scan found in a transcript, from a byte offset on.
func later(ctx context.Context, path string, scan *mentions.Scan, group int, from int64) (LaterCalls, bool) {
	head, since, ok := scan.Since(group, from)
	if !ok {
		return LaterCalls{}, false
	}
	return behind(ctx, path, head, since)
}

// behind returns the calls in some records (since) of a transcript. head has its first records; their calls are left
// out.
func behind(ctx context.Context, path string, head, since []byte) (LaterCalls, bool) {
	before := int32(0) // number of the last call in the head
	if s, err := Decode(ctx, path, bytes.NewReader(head), int64(len(head))); err == nil {
		before = int32(s.Len())
	}

	kept := slices.Concat(head, since)
	s, err := Decode(ctx, path, bytes.NewReader(kept), int64(len(kept)))
	if err != nil {
		return LaterCalls{}, false
	}

	s.part = true
	calls := slices.Collect(s.Calls())
	return LaterCalls{s, slices.DeleteFunc(calls, func(c *record.Call) bool { return c.Order <= before })}, true
}
