package requests

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"slices"

	"eyeline/reader/internal/jsonskim"
)

// proof is the hash over the beginning of a request. The next one begins alike as a rule, so that what both have is
// hashed once.
type proof struct {
	head   []byte      // what comes before the messages
	done   []*message  // those that were hashed, without marks
	hashed hash.Cloner // of both
}

// whyDigest is said of a request that was put together and has another digest.
const whyDigest = "its digest does not fit"

// prove hashes a request that has the messages of a list, and compares it with the digest of its record. It returns why
// the request is not proven, "" where it is.
func (r *Reader) prove(v jsonskim.Value, list []*message) string {
	at, ok := r.shapes[v.Get("shapeHash").Text(100)]
	if !ok {
		return "what else it has is not recorded"
	}

	shape := r.Source.First(at.off, at.end)
	marks := marksOf(v.Get("cacheControl"))
	members := membersOf(v.Get("params"), nil)
	for _, m := range membersOf(shape, marks) {
		members = slices.DeleteFunc(members, func(one member) bool { return one.key == m.key })
		members = append(members, m)
	}

	const messages = "messages"
	members = append(members, member{messages, func(dst []byte) []byte { return append(dst, 0) }})
	head, rest, _ := bytes.Cut(appendObject(nil, members), []byte{0}) // no other byte of JSON is 0
	h := r.hashMessages(head, list, inside(marks, messages))
	_, _ = h.Write([]byte("]"))
	_, _ = h.Write(rest)
	if want := v.Get("requestDigest").Text(100); hex.EncodeToString(h.Sum(nil)) != want {
		return whyDigest
	}

	return ""
}

// marksOf reads where the cache is told something.
func marksOf(list jsonskim.Value) (marks []mark) {
	for one := range list.Values() {
		m := mark{value: appendValue(nil, one.Get("value"), nil)}
		for step := range one.Get("path").Values() {
			name := step.Text(100)
			if n, ok := step.Int(); ok {
				name = index(int(n))
			}

			m.path = append(m.path, name)
		}

		marks = append(marks, m)
	}

	return marks
}

// hashMessages hashes the head of a request and its messages. What comes before the first mark is kept for the next
// request.
func (r *Reader) hashMessages(head []byte, list []*message, marks []mark) hash.Hash {
	first := len(list)
	for i := range list {
		if len(inside(marks, index(i))) > 0 {
			first = i
			break
		}
	}

	p := &r.proof
	if p.hashed == nil || !bytes.Equal(p.head, head) || len(p.done) > first ||
		!slices.Equal(p.done, list[:len(p.done)]) {
		start := sha256.New()
		_, _ = start.Write(head)
		_, _ = start.Write([]byte("["))
		*p = proof{head: head, hashed: start.(hash.Cloner)}
	}

	var text []byte
	write := func(h hash.Hash, i int, marks []mark) {
		text = text[:0]
		if i > 0 {
			text = append(text, ',')
		}
		text = r.appendOf(text, list[i], marks)
		_, _ = h.Write(text)
	}

	for i := len(p.done); i < first; i++ {
		write(p.hashed, i, nil)
		p.done = append(p.done, list[i])
	}

	all, err := p.hashed.Clone()
	if err != nil {
		return sha256.New() // that of the standard library can be cloned
	}

	for i := first; i < len(list); i++ {
		write(all, i, inside(marks, index(i)))
	}

	return all
}
