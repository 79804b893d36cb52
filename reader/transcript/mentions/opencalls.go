package mentions

import (
	"bytes"
	"errors"
	"slices"

	"eyeline/reader/transcript/formats"
)

// Answers are how a record is told that has the answers of calls.
type Answers struct {
	Types  []string // values of its members "type" and "role"
	Within string   // a text in a record of calls that has their answers, too
}

// openCall is a record with calls that are not all known to be answered.
type openCall struct {
	at   int64    // where it begins in the transcript
	text []byte   // with some of the answers, a line each; the record itself is not in it where it is one of the first
	ids  [][]byte // of its calls, and others
	left int      // how many of its calls have no answer
}

// openCalls are the records whose calls are not all known to be answered.
type openCalls struct {
	all   []openCall
	size  int      // of their texts
	spare openCall // has room for the next one
	ids   [][]byte // has room for those of a record
}

// clone is a copy that changes by itself.
func (o *openCalls) clone() openCalls {
	own := openCalls{size: o.size}
	for _, one := range o.all {
		one.ids = cloneAll(one.ids)
		one.text = bytes.Clone(one.text)
		own.all = append(own.all, one)
	}
	return own
}

func cloneAll(all [][]byte) (own [][]byte) {
	for _, one := range all {
		own = append(own, bytes.Clone(one))
	}
	return own
}

// toolName is how a member ends that has the name of a tool.
var toolName = []byte(`ame":`)

// add takes a record with calls, which begins at an offset. One that names nothing by an identifier has none.
func (o *openCalls) add(line []byte, at int64, isFirst bool) {
	one := o.spare
	o.spare = openCall{}
	one.at = at
	one.text = append(append(one.text[:0], line...), '\n')
	one.ids, _ = idsAtEnds(one.ids[:0], one.text, idsWithin, nil)
	one.left = max(bytes.Count(line, toolName), 1)
	switch {
	case len(one.ids) == 0:
		o.spare = one
		return
	case isFirst:
		one.ids = cloneAll(one.ids)
		one.text = nil
	}

	o.size += len(one.text)
	o.all = append(o.all, one)
}

// take takes the identifiers of a record, and whether it is an answer, and reports whether it is of one of the calls.
func (o *openCalls) take(line []byte, ids [][]byte, isAnswer bool) (isOf bool) {
	for i := range o.all {
		one := &o.all[i]
		if !slices.ContainsFunc(ids, one.has) {
			continue
		}

		isOf = true
		if isAnswer {
			one.answered(ids)
		}
		if isAnswer && one.left > 0 {
			o.keep(one, line)
		}
	}

	o.all = slices.DeleteFunc(o.all, func(one openCall) bool {
		isDone := one.left <= 0
		if isDone {
			o.size -= len(one.text)
			o.spare = one
		}
		return isDone
	})
	return isOf
}

func (c *openCall) has(id []byte) bool {
	return slices.ContainsFunc(c.ids, func(own []byte) bool { return bytes.Equal(own, id) })
}

// answered counts the calls of some identifiers as answered.
func (c *openCall) answered(ids [][]byte) {
	c.ids = slices.DeleteFunc(c.ids, func(own []byte) bool {
		is := slices.ContainsFunc(ids, func(id []byte) bool { return bytes.Equal(own, id) })
		if is {
			c.left--
		}
		return is
	})
}

// keep keeps an answer with its record, as other calls of that may have none.
func (o *openCalls) keep(one *openCall, line []byte) {
	one.ids = cloneAll(one.ids) // they were parts of the text, which grows
	one.text = append(append(one.text, line...), '\n')
	o.size += len(line) + 1
}

// idsAtEnds adds the identifiers that stand in the first bytes of a record, or in its last ones, to some, and reports
// whether a member there says that it is an answer.
func idsAtEnds(ids [][]byte, line []byte, first int, answers []string) (all [][]byte, isAnswer bool) {
	parts := [][]byte{line}
	if last := len(line) - answerWithin; last > first {
		parts = [][]byte{line[:first], line[last:]}
	}

	for _, part := range parts {
		members := textMembers{left: part, types: answers != nil}
		for name, value, ok := members.next(); ok; name, value, ok = members.next() {
			switch string(name) {
			case "toolUseID", "parentToolUseID":
				if answers != nil { // a record that has no other one is no call
					ids = append(ids, value)
				}
			case "type", "role":
				isAnswer = isAnswer || slices.Contains(answers, string(value))
			default:
				if isID(name) {
					ids = append(ids, value)
				}
			}
		}
	}

	return ids, isAnswer
}

// errOpen is said where too many calls may have no answer.
var errOpen = errors.New("too many calls of the transcript may have no answer")

// openRecord takes a record, which begins at an offset of the transcript, for a group with Answers.
func (k *keeper) openRecord(line []byte, at int64) error {
	k.seen++
	k.left--
	isFirst := k.seen <= firstRecords && len(line) < formats.HeadSize/firstRecords
	if isFirst {
		k.starts = append(k.starts, start{len(k.kept), at})
		k.kept = append(append(k.kept, line...), '\n')
	}

	if !k.named && len(k.open.all) == 0 {
		return nil
	}

	ids, isAnswer := idsAtEnds(k.open.ids[:0], line, answerWithin, k.Answers.Types)
	k.open.ids = ids
	isAnswer = isAnswer || k.named && bytes.Contains(line, []byte(k.Answers.Within))
	isOf := k.open.take(line, ids, isAnswer)
	if k.named && !isAnswer {
		k.open.add(line, at, isFirst)
	}
	if k.named || isOf {
		k.left = answerAfter
	}
	if len(k.open.all) == 0 {
		k.left = firstRecords - k.seen
	}

	if k.open.size > k.Most {
		return errOpen
	}

	return nil
}

// Open are the records of calls without an answer, of a group that has Answers, behind some of the first records of the
// transcript. isOpen reports whether an offset in them is in one of those. Both are nil where all calls have an answer.
func (s *Scan) Open(group int) (records []byte, isOpen func(off int) bool, err error) {
	if len(s.kept) == 0 {
		return nil, nil, nil
	}

	last := *s.kept[group]
	last.open = last.open.clone()
	if last.err == nil {
		last.err = last.end(s.rest, s.restAt)
	}
	if last.err != nil || len(last.open.all) == 0 {
		return nil, nil, last.err
	}

	records = slices.Clone(last.kept)
	openAt := map[int64]struct{}{}
	for _, one := range last.open.all {
		records = append(records, one.text...)
		openAt[one.at] = struct{}{}
	}

	isOpen = func(off int) bool {
		_, ok := openAt[last.at(off)]
		return ok || off >= len(last.kept)
	}
	return records, isOpen, nil
}
