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

// checkID refuses, by errID, an ID that the library would answer as another one. Without an ID, or with null for one,
// there is nothing to answer.
func checkID(id json.RawMessage) error {
	switch {
	case len(id) == 0 || string(id) == "null":
		return nil
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
