package mentions

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"math"
	"slices"

	"eyeline/reader/source"
)

// What Calls keeps at most: the records of a thousand calls are decoded in some hundredths of a second.
const (
	mostOfCalls   = 8 << 20
	mostCallLines = 4000
)

// nameEnd is how a member ends that has the name of a tool, in all formats.
const nameEnd = `ame":`

// callKinds are the kinds of records that belong to calls and name no tool.
var callKinds = [][]byte{[]byte(`"local_shell_call"`), []byte(`"CommandExecution"`)}

// Calls finds the calls of some tools from an offset of a transcript on, at which a record begins: later are their
// records, with those of their results, and head some of the first records before them, which tell the format.
func Calls(
	ctx context.Context, path string, from int64, isMeant func(tool string) bool,
) (head, later []byte, err error) {
	src, info, err := source.OpenRegular(path)
	if err != nil {
		return nil, nil, err
	}
	defer src.Close()
	if head, err = firstLines(src, min(from, block)); err != nil {
		return nil, nil, err
	}
	k := newKeeper()
	k.seen = bytes.Count(head, []byte("\n"))
	k.left -= k.seen
	k.most, k.mostRecords = mostOfCalls, mostCallLines
	k.isMeant = func(record []byte) bool { return hasCall(record, isMeant) }
	sample := sampleOf(src, info.Size())
	needles := []needle{needleIn(sample, []byte(nameEnd))}
	for _, kind := range callKinds {
		needles = append(needles, needleIn(sample, kind))
	}
	err = search(ctx, needles, io.NewSectionReader(src, from, info.Size()-from), func(f found) error {
		at := slices.Concat(f.at...)
		slices.Sort(at)
		return k.piece(0, f.piece, append(at, math.MaxInt))
	})
	err = cmp.Or(err, k.end())
	return head, k.kept, err
}

// firstLines are the first records of a transcript, within its first bytes.
func firstLines(src io.ReaderAt, most int64) ([]byte, error) {
	piece := make([]byte, most)
	if _, err := src.ReadAt(piece, 0); err != nil && most > 0 {
		return nil, err
	}
	end := 0
	for range firstRecords {
		end += bytes.IndexByte(piece[end:], '\n') + 1
	}
	return piece[:end], nil
}

// hasCall reports whether a record may have a call of a tool that is meant.
func hasCall(record []byte, isMeant func(tool string) bool) bool {
	for rest := record; ; {
		_, after, found := bytes.Cut(rest, []byte(nameEnd))
		if !found {
			break
		}
		rest = after
		name, quoted := bytes.CutPrefix(bytes.TrimLeft(after, " "), []byte(`"`))
		name, _, ended := bytes.Cut(name[:min(len(name), longestText)], []byte(`"`))
		if quoted && ended && isMeant(string(name)) {
			return true
		}
	}
	return slices.ContainsFunc(callKinds, func(kind []byte) bool { return bytes.Contains(record, kind) })
}
