package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// maxBatch is how many messages a batch has at most. The library holds each of them, some ten times its bytes, until
// the last one is answered.
const maxBatch = 100

// maxBatches is how many batches over HTTP are taken at once.
const maxBatches = 8

// withBatches are the versions of the protocol in which a client may send several messages as one.
var withBatches = []string{"2024-11-05", "2025-03-26"}

// errBatch says why a batch is refused.
var errBatch = fmt.Errorf("a batch has %d messages at most", maxBatch)

// batchOf are the messages of a text that is a batch, and nil where it is something else. The error is errBatch; no
// more than maxBatch messages are decoded.
func batchOf(text []byte) (messages []json.RawMessage, err error) {
	in := json.NewDecoder(bytes.NewReader(text))
	if first, err := in.Token(); err != nil || first != json.Delim('[') {
		return nil, nil
	}

	for in.More() {
		if len(messages) == maxBatch {
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
