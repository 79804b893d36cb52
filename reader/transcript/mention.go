package transcript

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"math"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

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
	mostReaders  = 8 // that read at a time, each with two buffers
	longestName  = 4 << 10
)

// errTooMuch is said where mentionLimit is reached.
var errTooMuch = errors.New("more than 32 MiB of the transcript may belong to the file")

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
// nothing to close. end is how far the file with that agent's calls was read, in bytes, also with an error.
func OpenMentions(ctx context.Context, transcript, file, agent string) (s *Session, end int64, err error) {
	quoted, err := json.Marshal(path.Base(file))
	if err != nil {
		return nil, 0, err
	}
	return openText(ctx, transcript, quoted[1:len(quoted)-1], agent)
}

// OpenText is OpenMentions for the records that have a part of a line in them. false says that the line has no part
// that JSON writes in one way only, so that nothing can be said of it.
func OpenText(ctx context.Context, transcript, line, agent string) (s *Session, ok bool, err error) {
	part := plainPart(line)
	if part == "" {
		return nil, false, nil
	}
	s, _, err = openText(ctx, transcript, []byte(part), agent)
	return s, err == nil, err
}

// plainPart is the longest part of a line that is the same however JSON has it written.
func plainPart(line string) (longest string) {
	isPlain := func(r rune) bool { return r > ' ' && r < 0x7f && !strings.ContainsRune("\"\\/<>&'+=", r) || r == ' ' }
	for _, part := range strings.FieldsFunc(line, func(r rune) bool { return !isPlain(r) }) {
		if part = strings.TrimSpace(part); len(part) > len(longest) {
			longest = part
		}
	}
	return longest
}

// Gave reports whether a call gave or wrote a line, as far as its text tells, and which was the first. Calls that
// failed wrote nothing.
func (s *Session) Gave(line string) (call int, ok bool) {
	line = strings.TrimSpace(line)
	for c := range s.Calls() {
		places := []record.Place{c.Result}
		if !c.Failed && c.Answered() {
			places = append(places, c.Args)
		}
		for _, place := range places {
			text, _, _ := s.Text(place, record.TextLimit)
			if place.As == record.AsJSON { // as it is written there
				quoted, _ := json.Marshal(line)
				ok = bytes.Contains(text, quoted[1:len(quoted)-1])
			}
			if ok = ok || bytes.Contains(text, []byte(line)); ok {
				return c.Number, true
			}
		}
	}
	for _, one := range s.Said {
		text, _, _ := s.Text(one.Text, record.TextLimit)
		if bytes.Contains(text, []byte(line)) {
			return 0, true
		}
	}
	return 0, false
}

func openText(ctx context.Context, transcript string, part []byte, agent string) (s *Session, end int64, err error) {
	if s, end, err = openMentions(ctx, transcript, part); err != nil {
		return nil, end, err
	}
	only := func(a record.Agent) bool { return agent != "" && a.ID == agent } // an identity may be unknown
	if agent != "" && !slices.ContainsFunc(s.Agents, only) {
		var all []formats.File
		if s.format.Beside != nil {
			all = s.format.Beside(transcript)
		}
		i := slices.IndexFunc(all, func(f formats.File) bool { return only(f.Agent) })
		if i < 0 {
			return nil, 0, errors.New("the transcript has no such sub-agent")
		}
		if s, end, err = openMentions(ctx, all[i].Path, part); err != nil {
			return nil, 0, err
		}
	}
	s.Only(slices.IndexFunc(s.Agents, only)) // -1 is the main agent
	return s, end, nil
}

func openMentions(ctx context.Context, transcript string, part []byte) (*Session, int64, error) {
	src, info, err := source.OpenRegular(transcript)
	if err != nil {
		return nil, 0, err
	}
	defer src.Close()
	size := info.Size()
	sample := make([]byte, min(size, idsWithin))
	n, _ := src.ReadAt(sample, (size-int64(len(sample)))/2) // what cannot be read is found below
	name := needleIn(sample[:n], part)
	m := mentions{ids: map[string]bool{}, left: firstRecords}
	err = name.search(ctx, io.NewSectionReader(src, 0, size), m.piece)
	if err == nil && len(m.rest) > 0 {
		err = m.record(m.rest)
	}
	if err != nil {
		return nil, size, err
	}
	s, err := Decode(ctx, transcript, bytes.NewReader(m.kept), int64(len(m.kept)))
	if err == nil {
		s.part = true
	}
	return s, size, err
}

// found is a piece of a file, and the offsets in it where a text begins, followed by math.MaxInt.
type found struct {
	piece []byte
	at    []int
	err   error
}

// search has a file read in pieces, side by side, and gives take each in its turn, which keeps none of them.
func (n needle) search(ctx context.Context, in *io.SectionReader, take func(found) error) error {
	ctx, stop := context.WithCancel(ctx)
	results := make([]chan found, min(runtime.GOMAXPROCS(0), mostReaders, int(in.Size()/mentionBlock)+1))
	var readers sync.WaitGroup
	defer readers.Wait()
	defer stop()
	every := int64(len(results))
	for i := range results {
		results[i] = make(chan found)
		readers.Go(func() {
			defer close(results[i])
			var buffers [2][mentionBlock + longestName]byte // what is in one is taken before the next piece is
			for k := int64(i); k*mentionBlock < in.Size() && ctx.Err() == nil; k += every {
				select {
				case results[i] <- n.find(in, k*mentionBlock, buffers[k/every%2][:]):
				case <-ctx.Done():
				}
			}
		})
	}
	for k := int64(0); k*mentionBlock < in.Size(); k++ {
		one := <-results[k%every]
		if err := cmp.Or(ctx.Err(), one.err, take(one)); err != nil {
			return err
		}
	}
	return nil
}

// find reads a piece and, as a text in it may end behind it, some more.
func (n needle) find(in io.ReaderAt, off int64, buffer []byte) (f found) {
	size, err := in.ReadAt(buffer, off)
	if !errors.Is(err, io.EOF) {
		f.err = err
	}
	f.piece = buffer[:min(size, mentionBlock)]
	for at := n.index(buffer[:size]); at < len(f.piece); at += 1 + n.index(buffer[at+1:size]) {
		f.at = append(f.at, at)
	}
	f.at = append(f.at, math.MaxInt)
	return f
}

// mentions are the records that name a file, and those that belong to their calls.
type mentions struct {
	kept  []byte
	ids   map[string]bool // of those calls
	seen  int             // how many records were looked at
	left  int             // how many more are, before those are skipped that do not name the file
	rest  []byte          // of a record that goes on in the next piece
	named bool            // that names the file
}

// piece takes the records of a piece of the transcript.
func (m *mentions) piece(f found) error {
	for at := 0; at < len(f.piece); {
		if m.left <= 0 && len(m.rest) == 0 {
			at += bytes.LastIndexByte(f.piece[at:min(f.at[0], len(f.piece))], '\n') + 1
		}
		line, _, ended := bytes.Cut(f.piece[at:], []byte("\n"))
		for at += len(line) + 1; f.at[0] < at; f.at = f.at[1:] {
			m.named = true
		}
		if len(m.rest) > 0 || !ended {
			m.rest = append(m.rest, line...)
			line = m.rest
		}
		if ended {
			if err := m.record(line); err != nil {
				return err
			}
			m.rest, m.named = m.rest[:0], false
		}
	}
	if len(m.rest) > mentionLimit {
		return errTooMuch
	}
	return nil
}

func (m *mentions) record(line []byte) error {
	keep, within := m.named, answerWithin
	if m.named {
		within = idsWithin
	}
	for id := range callIDs(line[:min(len(line), within)]) {
		if m.named {
			m.ids[string(id)] = true
		}
		keep = keep || m.ids[string(id)]
	}
	if m.left--; keep {
		m.left = max(m.left, answerAfter)
	}
	if m.seen++; !keep && (m.seen > firstRecords || len(line) >= formats.HeadSize/firstRecords) {
		return nil
	}
	if len(m.kept)+len(line) >= mentionLimit {
		return errTooMuch
	}
	m.kept = append(append(m.kept, line...), '\n')
	return nil
}
