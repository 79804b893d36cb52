package transcript

import (
	"bytes"
	"encoding/json"
	"time"
)

// CallInfo is one call for a list: what was asked for and which lines came, without any text of a file but what the
// arguments hold.
type CallInfo struct {
	Number    int             `json:"number"`
	Time      time.Time       `json:"time"`
	Tool      string          `json:"tool"`
	Kind      string          `json:"kind"`
	Arguments json.RawMessage `json:"arguments"` // as recorded; text where the tool takes a text, null when it is long
	Files     []CallFile      `json:"files"`
	Bytes     int64           `json:"bytes"` // of the result's text
	Refused   bool            `json:"refused"`
	Answered  bool            `json:"answered"`
	Fidelity  string          `json:"fidelity"` // "sent", "rebuilt" or "recorded"
	Agent     string          `json:"sub_agent"`
	Now       *CallNow        `json:"now,omitempty"` // what the call gives now; only where that was asked for
}

// CallFile is a file that a call read or changed.
type CallFile struct {
	Path     string  `json:"path"`
	Revision string  `json:"revision,omitempty"`
	Lines    []Range `json:"lines"` // in the file's own numbers then
	How      string  `json:"how"`   // "record", "text", "arguments", "unknown", or "change"
	Disagree string  `json:"disagreement,omitempty"`
}

// argumentsLimit is how long arguments are listed, in bytes.
const argumentsLimit = 64 << 10

// Info describes a call. Paths in the working folder are relative to it.
func (s *Session) Info(c *Call) (CallInfo, error) {
	info := CallInfo{
		Number: c.Number, Time: c.Time, Tool: c.Tool, Kind: c.Kind.String(), Refused: c.Failed, Answered: c.Answered(),
		Fidelity: c.Fidelity.String(), Arguments: json.RawMessage("null"), Files: []CallFile{},
	}
	if c.Agent >= 0 && c.Agent < len(s.Agents) {
		info.Agent = s.Agents[c.Agent].ID
	}
	var size counting
	if err := s.WriteText(&size, c.Result); err != nil {
		return info, err
	}
	info.Bytes = int64(size)
	args, cut, err := s.Text(c.Args, argumentsLimit)
	if err != nil {
		return info, err
	}
	var compact bytes.Buffer
	switch {
	case cut || len(args) == 0:
	case json.Compact(&compact, args) == nil:
		info.Arguments = compact.Bytes()
	default:
		if text, err := json.Marshal(string(args)); err == nil {
			info.Arguments = text
		}
	}
	reads, err := s.Reads(c)
	if err != nil {
		return info, err
	}
	for _, r := range reads {
		file := CallFile{Path: shorten(s.dir(), r.Path), Revision: r.Rev, How: r.How.String(), Disagree: r.Disagreement}
		var lines ranges
		for _, l := range r.Lines {
			lines.add(l.Number)
		}
		file.Lines = lines.list()
		info.Files = append(info.Files, file)
	}
	edits, err := s.Edits(c)
	if err != nil {
		return info, err
	}
	for _, e := range edits {
		file := CallFile{Path: shorten(s.dir(), e.Path), How: "change"}
		var lines ranges
		for _, h := range e.Hunks {
			at := h.Old
			for _, l := range h.Lines {
				if l[0] == '-' {
					lines.add(at)
				}
				if l[0] != '+' {
					at++
				}
			}
		}
		file.Lines = lines.list()
		info.Files = append(info.Files, file)
	}
	return info, nil
}

// counting counts the bytes that are written to it.
type counting int64

func (n *counting) Write(p []byte) (int, error) {
	*n += counting(len(p))
	return len(p), nil
}
