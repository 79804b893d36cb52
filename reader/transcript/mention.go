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

const (
	idsWithin    = 4 << 10   // of a record that names the file, where its calls' identifiers are
	answerWithin = 512       // of another one, likewise: its kind and whose answer it is stand first
	answerAfter  = 128       // how many records after one that belongs to a call its next one may be
	firstRecords = 16        // that the format is told by
	mentionBlock = 256 << 10 // what is read at a time: it stays in the processor's cache
	mentionLimit = 32 << 20
)

// callIDs are the identifiers in the beginning of a record under the names that agents have for those of calls.
func callIDs(head []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := 0; ; i++ {
			next := bytes.IndexByte(head[i:], ':')
			if next < 0 {
				return
			}
			if i += next; i < 2 || head[i-1] != '"' || head[i-2]|' ' != 'd' {
				continue
			}
			name, rest := head[:i], head[i+1:]
			switch name = name[bytes.LastIndexByte(name[:i-1], '"')+1:]; string(name) {
			case `id"`, `tool_use_id"`, `call_id"`, `tool_call_id"`, `callId"`, `toolCallId"`,
				`toolUseID"`, `parentToolUseID"`: // of what is said while a call runs
				rest, quoted := bytes.CutPrefix(bytes.TrimLeft(rest, " "), []byte(`"`))
				id, _, ended := bytes.Cut(rest, []byte(`"`))
				if quoted && ended && len(id) > 0 && !yield(id) {
					return
				}
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
	often := func(b byte) int { return bytes.Count(sample, []byte{b}) }
	rarest := slices.MinFunc(text, func(a, b byte) int { return often(a) - often(b) })
	return needle{text, bytes.IndexByte(text, rarest)}
}

// index is where the text is first, the line's length for nowhere.
func (n needle) index(line []byte) int {
	for from := n.at; from < len(line); from++ {
		i := bytes.IndexByte(line[from:], n.text[n.at])
		if i < 0 {
			break
		}
		from += i
		if rest := line[from-n.at:]; rest[0] == n.text[0] && bytes.HasPrefix(rest, n.text) {
			return from - n.at
		}
	}
	return len(line)
}

// OpenMentions opens of a transcript that has a record a line those records alone that name a file, with the results of
// their calls: most of a transcript of 50 MB is then only searched for the name. The calls are those of one agent: of a
// sub-agent by its identity, "" for the main agent. What it says of other files is not to be believed. The session has
// nothing to close.
func OpenMentions(ctx context.Context, transcript, file, agent string) (*Session, error) {
	s, err := openMentions(ctx, transcript, file)
	if err != nil {
		return nil, err
	}
	only := func(a record.Agent) bool { return agent != "" && a.ID == agent } // an identity may be unknown
	if agent != "" && !slices.ContainsFunc(s.Agents, only) {
		var all []formats.File
		if s.format.Beside != nil {
			all = s.format.Beside(transcript)
		}
		i := slices.IndexFunc(all, func(f formats.File) bool { return only(f.Agent) })
		if i < 0 {
			return nil, errors.New("the transcript has no such sub-agent")
		}
		if s, err = openMentions(ctx, all[i].Path, file); err != nil {
			return nil, err
		}
	}
	s.Only(slices.IndexFunc(s.Agents, only)) // -1 is the main agent
	return s, nil
}

func openMentions(ctx context.Context, transcript, file string) (*Session, error) {
	src, info, err := source.OpenRegular(transcript)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	quoted, err := json.Marshal(path.Base(file))
	if err != nil {
		return nil, err
	}
	size := info.Size()
	sample := make([]byte, min(size, idsWithin))
	n, _ := src.ReadAt(sample, (size-int64(len(sample)))/2) // what cannot be read is found below
	name, ids := needleIn(sample[:n], quoted[1:len(quoted)-1]), map[string]bool{}
	in := bufio.NewScanner(io.NewSectionReader(src, 0, size))
	in.Buffer(make([]byte, mentionBlock), mentionLimit)
	left := firstRecords // how many records are looked at before those are skipped that do not name the file
	in.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		skipped := 0
		if left <= 0 {
			skipped = bytes.LastIndexByte(data[:name.index(data)], '\n') + 1
		}
		n, line, err := bufio.ScanLines(data[skipped:], atEOF)
		return skipped + n, line, err
	})
	var kept bytes.Buffer
	for n := 0; in.Scan(); n++ {
		line := in.Bytes()
		named, within := name.index(line) < len(line), answerWithin
		if named {
			within = idsWithin
		}
		keep := named
		for id := range callIDs(line[:min(len(line), within)]) {
			if named {
				ids[string(id)] = true
			}
			keep = keep || ids[string(id)]
		}
		if left--; keep {
			left = max(left, answerAfter)
		}
		if keep || n < firstRecords && len(line) < formats.HeadSize/firstRecords {
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
