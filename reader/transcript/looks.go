package transcript

import (
	"bytes"
	"fmt"
	"strings"

	"eyeline/reader/internal/jsonskim"
)

// looksLike describes what the beginning of a file of an unknown format looks like, for an error message.
func looksLike(first []byte) string {
	first = bytes.TrimPrefix(first, []byte("\ufeff"))
	if len(bytes.TrimSpace(first)) == 0 {
		return "an empty file"
	}

	s := jsonskim.FromBytes(first)
	end, terminated := s.Line(0)
	if v, err := s.Value(0, end); err == nil && terminated && v.Kind == jsonskim.Object {
		return "records, one a line, " + membersIn(v)
	}

	switch v := s.First(0, s.Size()); v.Kind {
	case jsonskim.Object:
		return "one JSON object " + membersIn(v)
	case jsonskim.Array:
		return "a JSON list " + ofElement(v.Elem(0))
	}

	if bytes.IndexByte(first, 0) >= 0 {
		return "a binary file"
	}

	return "plain text"
}

// ofElement describes the first element of a list.
func ofElement(v jsonskim.Value) string {
	switch v.Kind {
	case jsonskim.Object:
		return "whose first element is an object " + membersIn(v)
	case jsonskim.Array:
		return "of lists"
	case jsonskim.Missing:
		return "without an element"
	}
	return "whose first element is no object"
}

// membersIn lists the names of some members of an object.
func membersIn(v jsonskim.Value) string {
	var names []string
	_ = v.Each(func(key []byte, _ jsonskim.Value) error { // the end may be missing
		if len(names) < 8 && key != nil {
			names = append(names, fmt.Sprintf("%.40q", key))
		}
		return nil
	})
	if names == nil {
		return "without a member that can be read"
	}
	if kind := v.Get("type").Text(40); kind != "" {
		return fmt.Sprintf("with %s, of type %q", strings.Join(names, ", "), kind)
	}

	return "with " + strings.Join(names, ", ")
}
