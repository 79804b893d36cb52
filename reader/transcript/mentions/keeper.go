package mentions

import (
	"bytes"
	"cmp"
	"slices"
	"sort"

	"eyeline/reader/transcript/formats"
)

const (
	idsWithin    = 4 << 10 // of a record that has the text, where its calls' identifiers are
	answerWithin = 512     // of another one, likewise: its kind and whose answer it is stand first
	answerAfter  = 128     // how many records after one that belongs to a call its next one may be
)

// isID reports whether a member of a name has the identifier of a call.
func isID(name []byte) bool {
	switch string(name) {
	case "id", "tool_use_id", "call_id", "tool_call_id", "callId", "toolCallId",
		"toolUseID", "parentToolUseID": // of what is said while a call runs
		return true
	}
	return false
}

// textMembers reads the members of a part of a record whose values are texts and not empty, of those whose names end as
// that of an identifier does or, with types, that of a type or a role.
type textMembers struct {
	left  []byte
	types bool
}

// next is the name and the value of the next member; false at the end.
func (m *textMembers) next() (name, value []byte, ok bool) {
	for {
		i := bytes.IndexByte(m.left, ':')
		if i < 0 {
			return nil, nil, false
		}

		before := m.left[:i]
		m.left = m.left[i+1:]
		if i < 2 || before[i-1] != '"' || before[i-2]|' ' != 'd' && (!m.types || before[i-2] != 'e') {
			continue
		}

		name = before[:i-1]
		name = name[bytes.LastIndexByte(name, '"')+1:]
		rest, quoted := bytes.CutPrefix(bytes.TrimLeft(m.left, " "), []byte(`"`))
		end := bytes.IndexByte(rest, '"')
		if quoted && end > 0 {
			return name, rest[:end], true
		}
	}
}

// keeper keeps the records of a group, and those that belong to their calls.
type keeper struct {
	Group
	kept   []byte
	ids    map[string]struct{} // of the calls whose further records may come now
	seen   int                 // how many records were looked at
	first  int                 // how many of those that are kept are among the first records of the transcript
	left   int                 // how many more are looked at, before those are skipped that do not have a text
	named  bool                // the record that is taken, or goes on in the next piece, has a text
	starts []start
	// forgotten is the offset before which records may be left out.
	forgotten int64
	open      openCalls // of a group with Answers
	err       error     // why not all of them are kept
}

// start is where a record begins among those that are kept, and in the transcript.
type start struct {
	kept int
	at   int64
}

func newKeeper(g Group) *keeper {
	g.Most = cmp.Or(g.Most, limit)
	return &keeper{Group: g, ids: map[string]struct{}{}, left: firstRecords}
}

// end takes what was written of the last record, which begins at an offset of the transcript.
func (k *keeper) end(rest []byte, at int64) error {
	if len(rest) == 0 {
		return nil
	}
	return k.take(rest, at)
}

// piece takes the records that begin at an index of a piece or after it, and end in that. The piece begins at an offset
// of the transcript. Given are the places of these line ends, and those where a text begins, which math.MaxInt follows.
func (k *keeper) piece(off int64, piece []byte, at int, ends, found []int) error {
	for len(ends) > 0 {
		if k.left <= 0 {
			clear(k.ids)
			skipped, _ := slices.BinarySearch(ends, found[0])
			if skipped > 0 {
				at = ends[skipped-1] + 1
				ends = ends[skipped:]
				continue
			}
		}

		line := piece[at:ends[0]]
		k.named = found[0] < ends[0]
		if err := k.take(line, off+int64(at)); err != nil {
			return err
		}

		at = ends[0] + 1
		ends = ends[1:]
		for found[0] < at {
			found = found[1:]
		}
	}

	if k.left <= 0 {
		clear(k.ids)
	}
	k.named = found[0] < len(piece)
	return nil
}

// take takes a record, which begins at an offset of the transcript.
func (k *keeper) take(line []byte, at int64) error {
	if k.Answers != nil {
		return k.openRecord(line, at)
	}
	return k.record(line, at)
}

// record takes a record, which begins at an offset of the transcript, for a group without Answers.
func (k *keeper) record(line []byte, at int64) error {
	if k.named {
		k.note(line[:min(len(line), idsWithin)])
	}

	keep := k.named || k.isOfCall(line[:min(len(line), answerWithin)])
	k.left--
	if keep {
		k.left = max(k.left, answerAfter)
	}
	k.seen++
	if !keep && (k.seen > firstRecords || len(line) >= formats.HeadSize/firstRecords) {
		return nil
	}

	if len(k.kept)+len(line) >= k.Most {
		if !k.Forgets {
			return errTooMuch
		}

		if !k.forget(len(line)) {
			k.forgotten = at + 1
			return nil
		}
	}

	k.starts = append(k.starts, start{len(k.kept), at})
	k.kept = withLine(k.kept, line)
	if k.seen <= firstRecords {
		k.first = len(k.starts)
	}

	return nil
}

// withLine adds a line to others. Where there is no room for it, it makes room for as much again: append would fill all
// of that with zeros, and more often.
func withLine(lines, line []byte) []byte {
	if size := len(lines) + len(line) + 1; size > cap(lines) {
		lines = append(make([]byte, 0, 2*size), lines...)
	}
	return append(append(lines, line...), '\n')
}

// note keeps the identifiers of the calls of a record by its beginning.
func (k *keeper) note(head []byte) {
	members := textMembers{left: head}
	for name, id, ok := members.next(); ok; name, id, ok = members.next() {
		if !isID(name) {
			continue
		}

		k.ids[string(id)] = struct{}{}
	}
}

// isOfCall reports whether a record is of one of the calls by its beginning.
func (k *keeper) isOfCall(head []byte) bool {
	if len(k.ids) == 0 {
		return false
	}

	members := textMembers{left: head}
	for name, id, ok := members.next(); ok; name, id, ok = members.next() {
		if !isID(name) {
			continue
		}
		if _, ok := k.ids[string(id)]; ok {
			return true
		}
	}
	return false
}

// forget leaves out the earlier half of the records but for the first ones, or all of them where a record of a length
// needs their room; false where that is not enough.
func (k *keeper) forget(length int) bool {
	for len(k.starts) > k.first && len(k.kept)+length >= k.Most {
		half := k.first + (len(k.starts)-k.first+1)/2
		from := k.starts[k.first].kept
		to := len(k.kept)
		k.forgotten = k.starts[half-1].at + 1
		if half < len(k.starts) {
			to = k.starts[half].kept
		}

		k.kept = slices.Delete(k.kept, from, to)
		k.starts = slices.Delete(k.starts, k.first, half)
		for i := range k.starts[k.first:] {
			k.starts[k.first+i].kept -= to - from
		}
	}

	return len(k.kept)+length < k.Most
}

// at returns the transcript offset of the record that holds byte kept, 0-based, of the kept bytes.
func (k *keeper) at(kept int) int64 {
	if i := sort.Search(len(k.starts), func(i int) bool { return k.starts[i].kept > kept }); i > 0 {
		return k.starts[i-1].at
	}
	return 0
}

// cut divides records that are kept at an offset of the transcript: since are those from there on, and head those of
// the first ones before it.
func (k *keeper) cut(kept []byte, at int64) (head, since []byte) {
	startOf := func(i int) int {
		if i < len(k.starts) {
			return k.starts[i].kept
		}
		return len(k.kept) // of the one that is not whole
	}
	from := sort.Search(len(k.starts), func(i int) bool { return k.starts[i].at >= at })
	return kept[:startOf(min(k.first, from))], kept[startOf(from):]
}
