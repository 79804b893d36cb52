package mcpserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"unicode/utf8"
)

// maxExact is the largest integer whose neighbors are all different as a number of the library.
const maxExact = 1<<53 - 1

// errID says why a request is refused whose ID could only be answered as another one.
var errID = errors.New("the ID is neither a text in UTF-8 nor an integer of at most 53 bits")

// checkID refuses, by errID, a message with an ID that the library would answer as another one. Without an ID there is
// nothing to answer. Null is the ID of a response to a message that could not be read, and none of a request: the
// library takes a request with it for a notification, and its sender would wait for ever.
func (m *sentMessage) checkID() error {
	id := m.ID
	switch {
	case len(id) == 0:
		return nil
	case string(id) == "null":
		if m.Method == "" {
			return nil
		}
		return errID
	case id[0] == '"':
		if utf8.Valid(id) {
			return nil
		}
		return errID
	}

	n, err := strconv.ParseInt(string(id), 10, 64)
	if err != nil || n < -maxExact || n > maxExact {
		return errID
	}

	return nil
}

// plainID reports whether an ID can be sent back as it is.
func plainID(id json.RawMessage) bool {
	if len(id) > 0 && id[0] == '"' {
		return utf8.Valid(id)
	}
	return len(id) > 0 && bytes.Trim(id, "0123456789") == nil
}
