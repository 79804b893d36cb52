package requests

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/internal/runtime/js"
)

// mark is a member "cache_control" that is put into an object.
type mark struct {
	path  []string // of members and indices, from the value that is written to the object
	value []byte   // as it is written
}

// inside are the marks that lie in a member or an element.
func inside(marks []mark, name string) (found []mark) {
	for _, m := range marks {
		if len(m.path) > 0 && m.path[0] == name {
			found = append(found, mark{m.path[1:], m.value})
		}
	}
	return found
}

// member is a member of an object. Its key is as it is recorded, with its escapes.
type member struct {
	key   string
	value func(dst []byte) []byte // appends the value
}

// index is the name of an element in a path.
func index(i int) string { return strconv.Itoa(i) }

// appendObject appends an object with its members sorted by their keys.
func appendObject(dst []byte, members []member) []byte {
	slices.SortFunc(members, func(a, b member) int { return strings.Compare(a.key, b.key) })
	dst = append(dst, '{')
	for i, m := range members {
		if i > 0 {
			dst = append(dst, ',')
		}

		dst = append(append(append(dst, '"'), m.key...), `":`...)
		dst = m.value(dst)
	}

	return append(dst, '}')
}

// cacheKey is the member that is no part of what is hashed, but for where a mark puts it.
const cacheKey = "cache_control"

// membersOf are the members of an object, without what the cache is told, and with what marks on the object say of it.
func membersOf(v jsonskim.Value, marks []mark) (members []member) {
	_ = v.Each(func(key []byte, one jsonskim.Value) error { // v was checked before
		if name := string(key); name != cacheKey {
			within := inside(marks, name)
			members = append(members, member{name, func(dst []byte) []byte { return appendValue(dst, one, within) }})
		}
		return nil
	})
	return append(members, cacheMembers(marks)...)
}

// cacheMembers are the members that marks put into the object itself.
func cacheMembers(marks []mark) (members []member) {
	for _, m := range marks {
		if len(m.path) == 0 {
			members = append(members, member{cacheKey, func(dst []byte) []byte { return append(dst, m.value...) }})
		}
	}
	return members
}

// appendValue appends a value as it is hashed: without blanks, members sorted by their keys.
func appendValue(dst []byte, v jsonskim.Value, marks []mark) []byte {
	switch v.Kind {
	case jsonskim.Object:
		return appendObject(dst, membersOf(v, marks))
	case jsonskim.Array:
		dst = append(dst, '[')
		i := 0
		for one := range v.Values() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendValue(dst, one, inside(marks, index(i)))
			i++
		}

		return append(dst, ']')
	case jsonskim.String:
		return appendText(dst, v)
	}

	return appendRaw(dst, v)
}

func appendRaw(dst []byte, v jsonskim.Value) []byte {
	b := bytes.NewBuffer(dst)
	_ = v.WriteRaw(b) // a buffer takes all
	return b.Bytes()
}

// maxText bounds how many bytes of a text are looked at: with a longer one a request is not proven.
const maxText = 64 << 20

// appendText appends a text. As a rule it is recorded in the form that is hashed.
func appendText(dst []byte, v jsonskim.Value) []byte {
	before := len(dst)
	dst = appendRaw(dst, v)
	raw := dst[before:]
	if !bytes.Contains(raw, []byte(`\u`)) && !bytes.Contains(raw, []byte(`\/`)) {
		return dst
	}
	return append(dst[:before], js.Quote(v.Text(maxText))...)
}

// appendBlocks appends the blocks of a message's contents, which follow each other in one list. A content that is a
// text is one block.
func appendBlocks(dst []byte, contents []jsonskim.Value, marks []mark) []byte {
	dst = append(dst, '[')
	i := 0
	next := func() []mark {
		if i > 0 {
			dst = append(dst, ',')
		}
		i++
		return inside(marks, index(i-1))
	}

	for _, content := range contents {
		if content.Kind == jsonskim.String {
			within := next()
			block := []member{
				{"type", func(dst []byte) []byte { return append(dst, `"text"`...) }},
				{"text", func(dst []byte) []byte { return appendText(dst, content) }},
			}
			dst = appendObject(dst, append(block, cacheMembers(within)...))
			continue
		}

		for block := range content.Values() {
			within := next()
			dst = appendValue(dst, block, within)
		}
	}

	return append(dst, ']')
}

// appendMessage appends a message of a role, whose contents follow each other.
func appendMessage(dst []byte, role string, contents []jsonskim.Value, marks []mark) []byte {
	return appendObject(dst, []member{
		{"role", func(dst []byte) []byte { return append(dst, js.Quote(role)...) }},
		{"content", func(dst []byte) []byte { return appendBlocks(dst, contents, inside(marks, "content")) }},
	})
}

// appendOwn appends a message that a record of its own has whole.
func appendOwn(dst []byte, message jsonskim.Value, marks []mark) []byte {
	members := membersOf(message, marks)
	for i := range members {
		if members[i].key == "content" {
			contents := []jsonskim.Value{message.Get("content")}
			within := inside(marks, "content")
			members[i].value = func(dst []byte) []byte { return appendBlocks(dst, contents, within) }
		}
	}
	return appendObject(dst, members)
}
