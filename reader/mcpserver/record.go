package mcpserver

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"eyeline/reader/tools"
)

// recorder appends a line of JSON for each call.
type recorder struct {
	mu     sync.Mutex
	to     io.Writer // nil: nothing is recorded
	calls  atomic.Int64
	failed error // the first error of writing
}

// runType is the type of the first line of a run.
const runType = "eyeline-mcp"

// RecordBegins is what each record begins with, and no other file.
const RecordBegins = `{"type":"` + runType + `",`

// recordedRun is the first line of a record.
type recordedRun struct {
	Type    string    `json:"type"` // runType
	Version string    `json:"version"`
	Time    time.Time `json:"time"`
	Root    string    `json:"root"`
}

// recordedCall is a call of a tool with what it gave.
type recordedCall struct {
	Type      string          `json:"type"` // "call"; of what is no read of a tool "outline" or "part"
	ID        string          `json:"id"`
	Time      time.Time       `json:"time"`
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
	By        *recordedRead   `json:"by,omitempty"` // what made it, where that is not Tool itself
	Refused   bool            `json:"refused"`
	Lines     [][2]int64      `json:"lines,omitempty"` // of the file, first and last of each run, 1-based
	SHA256    string          `json:"sha256"`          // of the text
	Text      string          `json:"text"`
}

// recordedRead is a call of a tool of the registry.
type recordedRead struct {
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
}

// recordCall writes a line about a call of a tool, and its answer. The error is that of write.
func (r *recorder) recordCall(name string, args json.RawMessage, a answer) error {
	if r.to == nil {
		return nil
	}

	sum := sha256.Sum256([]byte(a.text))
	c := recordedCall{
		Type: "call", Time: time.Now().UTC(), Tool: name, Arguments: recordable(args), Refused: a.refused,
		SHA256: hex.EncodeToString(sum[:]), Text: a.text,
	}
	if a.made != nil {
		c.madeBy(a.made)
	}

	c.ID = strconv.FormatInt(r.calls.Add(1), 10)
	return r.write(c)
}

// madeBy adds what gave the answer, and the lines that it gave.
func (c *recordedCall) madeBy(m *made) {
	known, registered := tools.Lookup(m.tool.Name)
	switch {
	case !registered:
		c.Type = m.tool.Name
	case known != m.tool: // it has a limit of the server's, so that the tool would not give the same
		c.Type = "part"
	case Name(m.tool) == c.Tool:
		c.Tool = m.tool.Name
	default:
		c.By = &recordedRead{m.tool.Name, recordable(m.args)}
	}

	if m.result == nil {
		return
	}

	for _, s := range m.result.Window.Spans() {
		if s.First > 0 {
			c.Lines = append(c.Lines, [2]int64{s.First, s.Last})
		}
	}
}

// recordable are arguments as JSON: as a string where they are not valid JSON.
func recordable(args json.RawMessage) json.RawMessage {
	if json.Valid(args) {
		return args
	}
	encoded, _ := json.Marshal(string(args)) // a text always can
	return encoded
}

// write appends v as a line of JSON. After an error nothing more is written, and each call has that error.
func (r *recorder) write(v any) error {
	if r.to == nil {
		return nil
	}

	line := append(tools.Encode(v), '\n')
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed != nil {
		return r.failed
	}

	n, err := r.to.Write(line)
	if err == nil && n < len(line) {
		err = io.ErrShortWrite
	}
	if err != nil {
		r.failed = fmt.Errorf("the record cannot be written, and the server ends: %w", err)
	}

	return r.failed
}

// failed is why the record cannot be written any more; nil while it can.
func (s *Server) failed() error {
	s.record.mu.Lock()
	defer s.record.mu.Unlock()
	return s.record.failed
}

// endIfFailed ends the server where a record could not be written. It is called when the client has been told.
func (s *Server) endIfFailed() {
	if s.record.to != nil && s.failed() != nil {
		s.stop()
	}
}
