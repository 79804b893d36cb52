// Package runstats, which changes without notice, describes a run: its calls one by one, what they come to, and how the
// agent paged through files.
package runstats

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/rerun"
)

// CallInfo is one call for a list: what was asked for and which lines came, without any text of a file but what the
// arguments hold.
type CallInfo struct {
	Number int       `json:"number"`        // in the order of the calls, from 1
	Time   time.Time `json:"time,omitzero"` // left out where it is not recorded
	Tool   string    `json:"tool"`          // as recorded
	Kind   string    `json:"kind"`          // "read", "search", "change", "shell", "attachment" or "other"
	// as recorded: text where the tool takes a text, null when they are long.
	Arguments json.RawMessage `json:"arguments"`
	Files     []CallFile      `json:"files"`         // that it read or changed
	Bytes     int64           `json:"bytes"`         // of the result's text
	Refused   bool            `json:"refused"`       // the result is an error
	Answered  bool            `json:"answered"`      // there is a result
	Fidelity  string          `json:"fidelity"`      // "sent", "rebuilt" or "recorded"
	Agent     string          `json:"sub_agent"`     // that made the call; "" for the main one
	Now       *rerun.Summary  `json:"now,omitempty"` // what the call gives now; only where that was asked for
	// tokens of the result, as Eyeline counts them; only where that was asked for
	Tokens *int64 `json:"tokens,omitempty"`
	// tokens of lines that were in the context already; only where that was asked for
	Again *int64 `json:"again,omitempty"`
}

// CallFile is a file that a call read or changed.
type CallFile struct {
	Path     string        `json:"path"`               // below the working folder, else absolute
	Revision string        `json:"revision,omitempty"` // of git, of which it was read
	Lines    record.Ranges `json:"lines"`              // in the file's own numbers then
	// how they are known: "record", "text", "arguments", "unknown", "named", "change"
	How      string `json:"how"`
	Disagree string `json:"disagreement,omitempty"` // between two ways of knowing the lines
}

// argumentsLimit is how long arguments are listed, in bytes.
const argumentsLimit = 64 << 10

// Describe describes a call. Paths in the working folder are relative to it.
func Describe(s *transcript.Session, c *record.Call) (CallInfo, error) {
	info := CallInfo{
		Number: c.Number, Time: c.Time, Tool: c.Tool, Kind: c.Kind.String(), Refused: c.Failed, Answered: c.Answered(),
		Fidelity: c.Fidelity.String(), Agent: s.SubAgent(c).ID, Files: []CallFile{},
	}
	var size byteCounter
	if err := s.WriteText(&size, c.Result); err != nil {
		return info, err
	}

	info.Bytes = int64(size)
	var err error
	if info.Arguments, err = arguments(s, c); err != nil {
		return info, err
	}

	reads, edits, err := s.ReadsAndEdits(c)
	if err != nil {
		return info, err
	}

	for _, r := range reads {
		lines := record.Ranges{}
		for _, l := range r.Lines {
			lines.Add(l.Number)
		}

		path := record.Shorten(s.Folder(), r.Path)
		info.Files = append(info.Files, CallFile{
			Path: path, Revision: r.Rev, Lines: lines, How: howOf(r),
			Disagree: r.Disagreement,
		})
	}

	for _, e := range edits {
		info.Files = append(info.Files, CallFile{
			Path:  record.Shorten(s.Folder(), e.Path),
			Lines: removedLines(e.Hunks), How: "change",
		})
	}

	return info, nil
}

// howOf says how the lines of a read are known; "named" of a file that a program names which is not understood, and
// "unrecorded" where the record has no text of them.
func howOf(r record.Read) string {
	switch {
	case r.Named:
		return "named"
	case r.Unrecorded:
		return "unrecorded"
	}
	return r.How.String()
}

// arguments are those of a call as they are listed.
func arguments(s *transcript.Session, c *record.Call) (json.RawMessage, error) {
	args, cut, err := s.Text(c.Args, argumentsLimit)
	if err != nil || cut || len(args) == 0 {
		return json.RawMessage("null"), err
	}
	var compact bytes.Buffer
	if json.Compact(&compact, args) == nil {
		return compact.Bytes(), nil
	}
	return json.Marshal(string(args))
}

// ArgumentsLine is the text of a call's arguments on one line, at most limit bytes of it.
func ArgumentsLine(s *transcript.Session, c *record.Call, limit int) (string, error) {
	text, cut, err := s.Text(c.Args, limit)
	if err != nil {
		return "", err
	}
	line := strings.Join(strings.Fields(string(text)), " ")
	if cut {
		line += "…"
	}
	return line, nil
}

// removedLines are the lines that hunks take out, in the file's numbers before them, as far as it is recorded where.
func removedLines(hunks []record.Hunk) record.Ranges {
	lines := record.Ranges{}
	for _, h := range hunks {
		at := h.Old
		for _, l := range h.Lines {
			if l[0] == '-' && h.Old > 0 {
				lines.Add(at)
			}

			if l[0] != '+' {
				at++
			}
		}
	}

	return lines
}

// byteCounter counts the bytes that are written to it.
type byteCounter int64

func (n *byteCounter) Write(p []byte) (int, error) {
	*n += byteCounter(len(p))
	return len(p), nil
}
