package formats

import (
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"eyeline/reader/decode"
	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/source"
	"eyeline/reader/transcript/record"
)

// smallSize is how many bytes are read of a small file beside a transcript.
const smallSize = 1 << 20

// smallFile returns the beginning of a regular file, nil when it cannot be read.
func smallFile(path string) []byte {
	src, err := source.OpenFile(path)
	if err != nil {
		return nil
	}

	defer func() { _ = src.Close() }()
	p, err := io.ReadAll(io.NewSectionReader(src, 0, min(src.Snapshot().Size, smallSize)))
	if err != nil {
		return nil
	}

	return p
}

// smallJSON returns the value of a small JSON file, or a missing value.
func smallJSON(path string) jsonskim.Value { return jsonskim.Parse(smallFile(path)) }

// firstRecord is the first line of a file, packed or not, as far as it is within the first bytes; missing where it is
// no JSON.
func firstRecord(path string) jsonskim.Value {
	src, err := source.OpenFile(path)
	if err != nil {
		return jsonskim.Value{}
	}
	defer func() { _ = src.Close() }()
	s := jsonskim.FromBytes(decode.Head(src, src.Snapshot().Size, HeadSize))
	return s.First(0, s.Size())
}

// packedOrNot are the files in a folder whose names fit a pattern, also with the ending of a compressor behind it; of
// a file that is there in both ways the one that is not packed. In the order of their names. A folder that cannot be
// read has none.
func packedOrNot(dir, pattern string) (names []string) {
	all, _ := fs.Glob(os.DirFS(dir), pattern+"*")
	for _, name := range all {
		plain := decode.TrimPacked(name)
		fits, _ := path.Match(pattern, plain)
		if fits && (plain == name || !slices.Contains(all, plain)) {
			names = append(names, name)
		}
	}
	return names
}

// agentFiles are the files of sub-agents in a folder by a pattern, without their names.
func agentFiles(dir, pattern string) (found []File) {
	for _, name := range packedOrNot(dir, pattern) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		found = append(found, File{Path: file, Agent: record.Agent{File: file}})
	}
	return found
}

// decodeAll decodes the records of a list, as far as the run is not too large.
func decodeAll(b *record.Builder, list jsonskim.Value, take Decoder) {
	for one := range list.Values() {
		if b.Run.LimitError() != nil {
			return
		}
		if !take(one) {
			b.Unknown(one)
		}
	}
}

// decodeListed decodes the records that are the list of one value, under a name.
func decodeListed(b *record.Builder, v jsonskim.Value, name string, take Decoder) (found bool) {
	list, found := v.Enter(name)
	decodeAll(b, list, take)
	return found
}

// say keeps the texts of a message.
func say(b *record.Builder, content jsonskim.Value, own bool) {
	for text := range record.TextsIn(content) {
		b.Say(b.Place(text, record.AsText), own)
	}
}

// instruct keeps the texts that an agent itself says to its model, such as its system prompt.
func instruct(b *record.Builder, content jsonskim.Value) {
	for text := range record.TextsIn(content) {
		b.Instruct(b.Place(text, record.AsText))
	}
}

// among reports whether word is one of a list of words with one space between them.
func among(list, word string) bool {
	return word != "" && strings.Contains(" "+list+" ", " "+word+" ")
}

// setHeader takes the session's identifier, its working folder and the version of the agent from the members of these
// names; "" is no name.
func setHeader(b *record.Builder, v jsonskim.Value, id, dir, version string) {
	if b.Run.ID == "" && id != "" {
		b.SeenID(v.Get(id))
	}
	if b.Run.Dir == "" && dir != "" {
		b.SeenDir(v.Get(dir))
	}
	if b.Run.Version == "" && version != "" {
		b.SeenVersion(v.Get(version))
	}
}

// callBlocks adds the calls among the blocks of a message: those of a type, with their arguments under a name.
func callBlocks(b *record.Builder, content jsonskim.Value, at time.Time, kind, args string) {
	for block := range content.Values() {
		if block.Get("type").Is(kind) {
			b.Call(block.Get("id"), at, block.Get("name"), block.Get(args))
		}
	}
}

// when reads a time: RFC 3339 text, or a number of seconds or milliseconds since 1970. Anything else is the zero time.
func when(v jsonskim.Value) time.Time {
	switch v.Kind {
	case jsonskim.String:
		if t, err := time.Parse(time.RFC3339Nano, v.Text(64)); err == nil {
			return t.UTC()
		}
	case jsonskim.Number:
		n, _ := v.Float()
		if n <= 1e11 { // the year 5138 in seconds, 1973 in milliseconds
			n *= 1000
		}
		if n > 0 && n <= 1e15 {
			return time.UnixMilli(int64(n)).UTC()
		}
	}

	return time.Time{}
}
