package transcript

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path"
	"slices"
	"strings"

	"eyeline/reader/transcript/formats"
	"eyeline/reader/transcript/giventext"
	"eyeline/reader/transcript/mentions"
	"eyeline/reader/transcript/record"
)

// Mentions finds records in a running transcript that has one record a line: those that name a file, those that contain
// some of its lines, with the results of their calls, and some other calls. One pass finds them all, and what is added
// to the transcript later is read once. The calls are those of one agent: a sub-agent by its ID, or "" for the main
// agent.
type Mentions struct {
	main        string // path of the transcript
	path, agent string
	name        []byte
	parts       [][]byte // parts of the lines that are searched for
	also        AlsoFound
	scan        *mentions.Scan
	named       *Session                         // the records that name the file
	beside      func(path string) []formats.File // other files of the run, once its format is known
}

// AlsoFound has the groups that find other calls.
type AlsoFound struct {
	Calls mentions.Group // that may have changed files
	Open  mentions.Group // that are checked for a missing result
	Late  mentions.Group // that give more of what a command prints
}

// The indices of the groups of texts in Mentions.
const (
	ofFile = iota
	ofLines
	ofCalls
	ofOpen
	ofLate
)

// NewMentions returns Mentions for a file, some of its lines, and other calls. Nothing is read yet.
func NewMentions(transcript, file, agent string, lines []string, also AlsoFound) *Mentions {
	m := &Mentions{main: transcript, path: transcript, agent: agent, name: quotedName(file), also: also}
	for _, line := range lines {
		if part := plainPart(line); part != "" {
			m.parts = append(m.parts, []byte(part))
		}
	}
	m.scan = m.in(transcript)
	return m
}

// ErrNoAgent is the error if no file of a transcript has the sub-agent yet. Its own file may be written later.
var ErrNoAgent = errors.New("the transcript has no such sub-agent")

// quotedName returns the base name of a file as a JSON string has it, without the quotes.
func quotedName(file string) []byte {
	quoted, _ := json.Marshal(path.Base(file)) // a string can always be marshalled
	return quoted[1 : len(quoted)-1]
}

func (m *Mentions) in(path string) *mentions.Scan {
	file, lines := mentions.TextGroup([][]byte{m.name}), mentions.TextGroup(m.parts)
	return mentions.New(path, file, lines, m.also.Calls, m.also.Open, m.also.Late)
}

// End returns how many bytes of the file with the calls of the agent have been read.
func (m *Mentions) End() int64 { return m.scan.End() }

// Advance reads what has been added, and reports whether there was anything.
func (m *Mentions) Advance(ctx context.Context) (grown bool, err error) { return m.scan.Advance(ctx) }

// OfFile opens the records that name the file as a session. What it says about other files is incomplete. It need not
// be closed.
func (m *Mentions) OfFile(ctx context.Context) (*Session, error) {
	s, err := m.openOfFile(ctx)
	if err == nil && m.path == m.main {
		m.beside = s.format.Beside
	}
	if err != nil || m.agent == "" || s.hasAgent(m.agent) {
		return s, err
	}

	var all []formats.File // its own file may be beside that of its parent
	if m.beside != nil {
		all = m.beside(m.path)
	}

	i := slices.IndexFunc(all, func(f formats.File) bool { return f.Agent.ID == m.agent })
	if i < 0 {
		return nil, ErrNoAgent
	}

	m.path = all[i].Path
	m.scan = m.in(m.path)
	if _, err := m.scan.Advance(ctx); err != nil {
		return nil, err
	}

	return m.openOfFile(ctx)
}

// openOfFile decodes the records that name the file.
func (m *Mentions) openOfFile(ctx context.Context) (s *Session, err error) {
	m.named, err = m.decode(ctx, ofFile)
	return m.named, err
}

// OfLine opens the records that contain a line; call it after OfFile. ok is false if the line has no part that JSON can
// write in only one way, so that it cannot be searched for.
func (m *Mentions) OfLine(ctx context.Context, line string) (s *Session, isKnown bool, err error) {
	part := []byte(plainPart(line))
	if len(part) == 0 {
		return nil, false, nil
	}

	if !slices.ContainsFunc(m.parts, func(known []byte) bool { return bytes.Equal(known, part) }) {
		m.parts = append(m.parts, part)
		m.scan = m.in(m.path)
		if _, err := m.scan.Advance(ctx); err != nil {
			return nil, false, err
		}
	}

	s, err = m.decode(ctx, ofLines)
	return s, err == nil, err
}

// MayEnd reports whether a call that gave more of a command's output may have given the end of a line whose beginning
// an earlier call had given, after OfFile; also where that cannot be told.
func (m *Mentions) MayEnd(ctx context.Context, line string) bool {
	kept, err := m.scan.Kept(ofLate)
	if err != nil || len(kept) == 0 {
		return err != nil
	}

	s, err := m.decode(ctx, ofLate)
	if err != nil {
		return true
	}

	for c := range s.Calls() {
		if !record.GivesLater(c.Tool) {
			continue
		}

		text, _, err := s.Text(c.Result, record.TextLimit)
		if err != nil || endsWithFirst(line, string(text)) {
			return true
		}
	}

	return false
}

// maxHeads is how many first lines of a result may be the first one of an output: others say what it is of.
const maxHeads = 16

// endsWithFirst reports whether a line ends with one of the first lines of a text.
func endsWithFirst(line, text string) bool {
	line = strings.TrimSpace(line)
	n := 0
	for first := range strings.SplitSeq(text, "\n") {
		first = strings.TrimRight(first, " \t\r")
		if first != "" && strings.HasSuffix(line, first) {
			return true
		}
		if n++; n == maxHeads {
			break
		}
	}

	return false
}

// decode decodes the records that are kept for a group of texts.
func (m *Mentions) decode(ctx context.Context, group int) (*Session, error) {
	kept, err := m.scan.Kept(group)
	if err != nil {
		return nil, err
	}
	return decodeSome(ctx, m.path, m.agent, kept)
}

// decodeSome decodes some records of a transcript, and keeps the calls of one agent.
func decodeSome(ctx context.Context, path, agent string, kept []byte) (*Session, error) {
	s, err := Decode(ctx, path, bytes.NewReader(kept), int64(len(kept)))
	if err != nil {
		return nil, err
	}
	s.part = true
	isAgent := func(a record.Agent) bool { return agent != "" && a.ID == agent } // an identity may be unknown
	s.KeepAgent(slices.IndexFunc(s.Agents, isAgent))                             // -1 is the main agent
	return s, nil
}

// hasAgent reports whether the sub-agent with an ID made calls.
func (s *Session) hasAgent(id string) bool {
	return slices.ContainsFunc(s.Agents, func(a record.Agent) bool { return a.ID == id })
}

// maxRecent is how many bytes at the end of a transcript OpenRecent reads.
const maxRecent = 512 << 10

// OpenRecent opens those of the last records of a transcript that name a file. What they gave was certainly given. ok
// is false if they are not of the agent with the given ID, or cannot be read.
func OpenRecent(ctx context.Context, transcript, file, agent string) (s *Session, ok bool) {
	kept, err := mentions.Recent(transcript, maxRecent, quotedName(file))
	if err != nil {
		return nil, false
	}
	s, err = decodeSome(ctx, transcript, agent, kept)
	return s, err == nil && (agent == "" || s.hasAgent(agent))
}

// plainPart returns the longest part of a line that every JSON encoder writes in the same way.
func plainPart(line string) (longest string) {
	isPlain := func(r rune) bool { return r > ' ' && r < 0x7f && !strings.ContainsRune("\"\\/<>&'+=", r) || r == ' ' }
	for _, part := range strings.FieldsFunc(line, func(r rune) bool { return !isPlain(r) }) {
		part = strings.TrimSpace(part)
		if len(part) > len(longest) {
			longest = part
		}
	}
	return longest
}

// FirstCallWithLine returns the first call that gave or wrote a line, as far as its text tells; ok is false without
// one. The line may be as it is, or as a literal of a program, of JSON or of HTML has it. A failed call wrote nothing.
// Call 0 is a text of no call, or a result whose call is not among the records of a part of a run.
func (s *Session) FirstCallWithLine(line string) (call int, ok bool) {
	line = strings.TrimSpace(line)
	for c := range s.Calls() {
		places := []record.Place{c.Result}
		if !c.Failed && c.Answered() {
			places = append(places, c.Args)
		}

		for _, place := range places {
			if s.hasLine(place, line) {
				return c.Number, true
			}
		}
	}

	for _, one := range slices.Concat(s.Said, s.Uncalled) {
		if s.hasLine(one.Text, line) {
			return 0, true
		}
	}

	return 0, false
}

// hasLine reports whether the text at a place contains a line, possibly within another line or in a literal.
func (s *Session) hasLine(place record.Place, line string) bool {
	text, _, _ := s.Text(place, record.TextLimit)
	if bytes.Contains(text, []byte(line)) {
		return true
	}
	if !bytes.Contains(text, []byte(plainPart(line))) {
		return false
	}
	return strings.Contains(giventext.Escaped(string(text)), line)
}
