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

// Mentions are the records of a running transcript, which has a record a line, that name a file, and those that have
// some lines of it, with the results of their calls, and some other calls: all of them are found in one pass, and what
// is added to the transcript is read once. The calls are those of one agent: of a sub-agent by its identity, "" for the
// main agent.
type Mentions struct {
	main        string // path of the transcript
	path, agent string
	name        []byte
	parts       [][]byte // of the lines that are looked for
	also        AlsoFound
	scan        *mentions.Scan
	named       *Session                         // the records that name the file
	beside      func(path string) []formats.File // other files of the run, once its format is known
}

// AlsoFound are what other calls are found by.
type AlsoFound struct {
	Calls mentions.Group // that may have changed files
	Open  mentions.Group // of which it is looked whether they have a result
	Late  mentions.Group // that give more of what a command prints
}

// The groups of texts of Mentions.
const (
	ofFile = iota
	ofLines
	ofCalls
	ofOpen
	ofLate
)

// NewMentions is for a file, some of its lines, and other calls. Nothing is read yet.
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

// ErrNoAgent is the error where no file of a transcript has the sub-agent, yet: its own file may come later.
var ErrNoAgent = errors.New("the transcript has no such sub-agent")

// quotedName is the name of a file as JSON has it.
func quotedName(file string) []byte {
	quoted, _ := json.Marshal(path.Base(file)) // a text always can be
	return quoted[1 : len(quoted)-1]
}

func (m *Mentions) in(path string) *mentions.Scan {
	file, lines := mentions.Plain([][]byte{m.name}), mentions.Plain(m.parts)
	return mentions.New(path, file, lines, m.also.Calls, m.also.Open, m.also.Late)
}

// End is how far the file with the calls of the agent was read, in bytes.
func (m *Mentions) End() int64 { return m.scan.End() }

// Advance reads what was added since, and reports whether there was anything.
func (m *Mentions) Advance(ctx context.Context) (grown bool, err error) { return m.scan.Advance(ctx) }

// OfFile opens the records that name the file. What they say of other files is not to be believed. The session has
// nothing to close.
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

// OfLine opens the records that have a line, after OfFile. false says that the line has no part that JSON writes in one
// way only, so that nothing can be said of it.
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

// MayEnd reports whether a call that gave more of what a command prints may have given the end of a line, of which an
// earlier one had given the beginning, after OfFile; also where that cannot be told.
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

// mostHeads is how many first lines of a result may be the first one of an output: others say what it is of.
const mostHeads = 16

// endsWithFirst reports whether a line ends with one of the first lines of a text.
func endsWithFirst(line, text string) bool {
	line = strings.TrimSpace(line)
	n := 0
	for first := range strings.SplitSeq(text, "\n") {
		first = strings.TrimRight(first, " \t\r")
		if first != "" && strings.HasSuffix(line, first) {
			return true
		}
		if n++; n == mostHeads {
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

// decodeSome decodes some records of a transcript, with the calls of one agent.
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

// hasAgent reports whether a sub-agent of an identity made calls.
func (s *Session) hasAgent(id string) bool {
	return slices.ContainsFunc(s.Agents, func(a record.Agent) bool { return a.ID == id })
}

// mostRecent is how much of the end of a transcript OpenRecent reads.
const mostRecent = 512 << 10

// OpenRecent opens those of the last records of a transcript alone that name a file: what they gave was given. false
// where they are not of the agent, by its identity, or cannot be read.
func OpenRecent(ctx context.Context, transcript, file, agent string) (s *Session, ok bool) {
	kept, err := mentions.Recent(transcript, mostRecent, quotedName(file))
	if err != nil {
		return nil, false
	}
	s, err = decodeSome(ctx, transcript, agent, kept)
	return s, err == nil && (agent == "" || s.hasAgent(agent))
}

// plainPart is the longest part of a line that is the same however JSON has it written.
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

// FirstCallWithLine reports whether a call gave or wrote a line, as far as its text tells, and which was the first: as
// it is, or as the literals of a program, JSON or HTML have it. Calls that failed wrote nothing.
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

	for _, one := range s.Said {
		if s.hasLine(one.Text, line) {
			return 0, true
		}
	}

	return 0, false
}

// hasLine reports whether the text at a place has a line, be it within another one or in a literal.
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
