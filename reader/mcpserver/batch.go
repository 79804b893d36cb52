package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// mostBatch is how many messages a batch has at most. The library holds each of them, some ten times its bytes, until
// the last one is answered.
const mostBatch = 100

// mostBatches is how many batches over HTTP are taken at once.
const mostBatches = 8

// withBatches are the versions of the protocol in which a client may send several messages as one.
var withBatches = []string{"2024-11-05", "2025-03-26"}

// errBatch says why a batch is refused.
var errBatch = fmt.Errorf("a batch has %d messages at most", mostBatch)

// batchOf are the messages of a text that is a batch, and nil where it is something else. The error is errBatch; no
// more than mostBatch messages are decoded.
func batchOf(text []byte) (messages []json.RawMessage, err error) {
	in := json.NewDecoder(bytes.NewReader(text))
	if first, err := in.Token(); err != nil || first != json.Delim('[') {
		return nil, nil
	}

	for in.More() {
		if len(messages) == mostBatch {
			return nil, errBatch
		}

		var m json.RawMessage
		if in.Decode(&m) != nil {
			return nil, nil
		}

		messages = append(messages, m)
	}

	if _, err := in.Token(); err != nil {
		return nil, nil
	}

	return messages, nil
}

// takesBatches reports whether the client has shaken hands in a version of the protocol that has batches.
func (d *direct) takesBatches() bool { return slices.Contains(withBatches, d.version) }
