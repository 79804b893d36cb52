package transcript

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"path"
	"slices"

	"eyeline/reader/source"
	"eyeline/reader/transcript/formats"
	"eyeline/reader/transcript/record"
)

// Of a line, its kind and its identifiers stand near its beginning.
const (
	kindWithin   = 1 << 10
	idsWithin    = 4 << 10
	firstRecords = 16
	shortestID   = 8
	mentionLimit = 32 << 20 // of a line, and of what is kept
)

// idsIn are the identifiers in the beginning of a record: the texts of members whose names end with "id" or "Id".
func idsIn(head []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		for rest := head; ; {
			i := bytes.IndexByte(rest, ':')
			if i < 0 {
				return
			}
			name := rest[:i]
			rest = rest[i+1:]
			if !bytes.HasSuffix(name, []byte(`id"`)) && !bytes.HasSuffix(name, []byte(`Id"`)) {
				continue
			}
			id, _, ended := bytes.Cut(bytes.TrimPrefix(bytes.TrimLeft(rest, " "), []byte(`"`)), []byte(`"`))
			if ended && !yield(string(id)) {
				return
			}
		}
	}
}

// names reports whether a line has a name. It looks for the full stop in it first, which is rarer than letters.
func names(line, name []byte) bool {
	at := max(bytes.LastIndexByte(name, '.'), 0)
	for from := at; from < len(line); from++ {
		i := bytes.IndexByte(line[from:], name[at])
		if i < 0 {
			return false
		}
		if from += i; bytes.HasPrefix(line[from-at:], name) {
			return true
		}
	}
	return false
}

// OpenMentions opens of a transcript that has a record a line those records alone that name a file, with the results of
// their calls and the compactions: a transcript of 50 MB is then read as fast as its bytes. The calls are those of one
// agent: of a sub-agent by its identity, "" for the main agent. What it says of other files is not to be believed. The
// session has nothing to close.
func OpenMentions(ctx context.Context, transcript, file, agent string) (*Session, error) {
	s, err := openMentions(ctx, transcript, file)
	if err != nil {
		return nil, err
	}
	only := func(a record.Agent) bool { return a.ID == agent }
	if agent != "" && !slices.ContainsFunc(s.Agents, only) {
		if s.format.Beside == nil {
			return nil, errNoAgent
		}
		all := s.format.Beside(transcript)
		i := slices.IndexFunc(all, func(f formats.File) bool { return only(f.Agent) })
		if i < 0 {
			return nil, errNoAgent
		}
		if s, err = openMentions(ctx, all[i].Path, file); err != nil {
			return nil, err
		}
	}
	s.Only(slices.IndexFunc(s.Agents, only))
	return s, nil
}

var errNoAgent = errors.New("the transcript has no such sub-agent")

func openMentions(ctx context.Context, transcript, file string) (*Session, error) {
	src, err := source.OpenFile(transcript)
	if err != nil {
		return nil, err
	}
	defer func() { _ = src.Close() }()
	quoted, err := json.Marshal(path.Base(file))
	if err != nil {
		return nil, err
	}
	name := quoted[1 : len(quoted)-1]
	in := bufio.NewScanner(io.NewSectionReader(src, 0, src.Snapshot().Size))
	in.Buffer(make([]byte, 1<<20), mentionLimit)
	var kept bytes.Buffer
	ids := map[string]bool{}
	for n := 0; in.Scan(); n++ {
		line := in.Bytes()
		head := line[:min(len(line), idsWithin)]
		mentions := names(line, name)
		for id := range idsIn(head) {
			if mentions && len(id) >= shortestID {
				ids[id] = true
			}
			mentions = mentions || ids[id]
		}
		begins := n < firstRecords && len(line) < formats.HeadSize/firstRecords // what the format is told by
		if mentions || begins || bytes.Contains(head[:min(len(head), kindWithin)], []byte("compact")) {
			kept.Write(line)
			kept.WriteByte('\n')
		}
		if kept.Len() > mentionLimit || ctx.Err() != nil {
			return nil, cmp.Or(ctx.Err(), bufio.ErrTooLong)
		}
	}
	if in.Err() != nil {
		return nil, in.Err()
	}
	return Decode(ctx, transcript, bytes.NewReader(kept.Bytes()), int64(kept.Len()))
}
