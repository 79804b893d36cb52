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

// needle is a text that is looked for by the one of its bytes that is the rarest.
type needle struct {
	text []byte
	at   int // index of that byte
}

// needleIn takes how often bytes occur from a sample.
func needleIn(sample, text []byte) needle {
	n := needle{text: text}
	for i := range text {
		if bytes.Count(sample, text[i:i+1]) < bytes.Count(sample, text[n.at:n.at+1]) {
			n.at = i
		}
	}
	return n
}

func (n needle) in(line []byte) bool {
	for from := n.at; from < len(line); from++ {
		i := bytes.IndexByte(line[from:], n.text[n.at])
		if i < 0 {
			return false
		}
		from += i
		if rest := line[from-n.at:]; rest[0] == n.text[0] && bytes.HasPrefix(rest, n.text) {
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
	index := -1 // the main agent; a sub-agent's identity may be unknown
	if agent != "" {
		index = slices.IndexFunc(s.Agents, only)
	}
	s.Only(index)
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
	size := src.Snapshot().Size
	sample := make([]byte, min(size, idsWithin))
	n, _ := src.ReadAt(sample, (size-int64(len(sample)))/2) // what cannot be read is found below
	name, compact := needleIn(sample[:n], quoted[1:len(quoted)-1]), needleIn(sample[:n], []byte("compact"))
	in := bufio.NewScanner(io.NewSectionReader(src, 0, src.Snapshot().Size))
	in.Buffer(make([]byte, 1<<20), mentionLimit)
	var kept bytes.Buffer
	ids := map[string]bool{}
	for n := 0; in.Scan(); n++ {
		line := in.Bytes()
		head := line[:min(len(line), idsWithin)]
		mentions := name.in(line)
		for id := range idsIn(head) {
			if mentions && len(id) >= shortestID {
				ids[id] = true
			}
			mentions = mentions || ids[id]
		}
		begins := n < firstRecords && len(line) < formats.HeadSize/firstRecords // what the format is told by
		if mentions || begins || compact.in(head[:min(len(head), kindWithin)]) {
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
