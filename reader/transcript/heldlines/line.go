// Package heldlines, which changes without notice, keeps what a model could hold of a file: the lines that it was sent,
// with its own changes made in them.
package heldlines

import (
	"bytes"
	"hash/maphash"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/transcript/record"
)

// State is what is known of a line of a file.
type State uint8

const (
	Never   State = iota // not in any result
	Whole                // sent whole
	CutLine              // a part of it was sent
	Written              // made by the model's own change, and not sent since
	Changed              // sent or written, and another one by now
	States               // how many there are
)

// Line is a line that the model could hold: of it something was sent, or the model wrote it.
type Line struct {
	Number int64 // 1-based, in the file after the last event
	Hash   uint64
	Bare   uint64 // of the text without the white space at its ends
	Ref    int32  // the number of the call that sent the line last; 0 where none did
	Main   int32  // likewise, of the calls of the main agent that sent it as it is
	Change int32  // 1 + the index of the change that made the line as it is; 0 where none did
	Times  uint16 // how often it was sent since it is as it is
	State  State
	Via    record.Channel // in what it was sent last
	Blind  bool           // it was written over lines, or between lines, that had never been sent
	Unsure bool           // the line may have another number, and a longer text
	// Trimmed: white space at its ends may not have been sent; Hash is Bare.
	Trimmed bool
	Who     agents // that were sent it as it is, or wrote it
}

// Changer says who changes a file: the index of the change, and the agent that makes it.
type Changer struct {
	Change int32
	Who    agents
	// Had reports whether what sent or wrote a line last was before the change in the same conversation; nil where all
	// was.
	Had func(Line) bool
	// Unclear reports whether a command that may have changed the file came after what is known of a line: then the
	// agent may know what the line became. nil where none did.
	Unclear func(Line) bool
	// Elsewhere says of lines that a change touches together whether the agent was given their texts otherwise; nil
	// where nothing is known of that.
	Elsewhere func(lines []string) []OtherSource
	// Unsaid says of lines whose texts the record does not have, and which no read gave to the agent, whether it was
	// given them otherwise; nil where nothing is known of that.
	Unsaid func() Knowledge
}

// IsOf reports whether an agent, by its index as in [record.Call], was sent the line as it is, or wrote it.
func (l *Line) IsOf(agent int) bool { return l.Who.has(AgentSet(agent)) }

// IsSame reports whether two lines have the same text, as far as it was sent: where white space may have been cut off
// the ends of one of them, it does not count.
func (l *Line) IsSame(other *Line) bool {
	if l.Trimmed || other.Trimmed {
		return l.Bare == other.Bare
	}
	return l.Hash == other.Hash
}

// resent merges a repeated send of an unchanged line into what is known of it from before: it increments Times and
// keeps the fields that say who changed the line, and how. A line that has another text is returned as it is.
func (l Line) resent(before Line) Line {
	if !l.IsSame(&before) {
		return l
	}
	l.Unsure = l.Unsure && before.Unsure
	if l.Trimmed && !before.Trimmed {
		l.Hash = before.Hash
		l.Trimmed = false
	}
	if before.Times < math.MaxUint16 {
		l.Times = before.Times + 1
	}

	l.Change = before.Change
	l.Blind = before.Blind
	l.Who = before.Who.with(l.Who)

	if l.Main == 0 {
		l.Main = before.Main
	}

	return l
}

var seed = maphash.MakeSeed()

// Hasher makes hashes of lines. Some tools cut white space off the ends of lines.
type Hasher struct{ Trim bool }

// Text is the hash of a line that is valid UTF-8.
func (h Hasher) Text(line string) uint64 {
	line = strings.TrimSuffix(line, "\r")
	if h.Trim {
		line = strings.TrimRightFunc(line, isTrimmed)
	}
	return maphash.String(seed, line)
}

// Trimmed is the hash of a line without the white space around it, which some programs and agents cut off.
func (h Hasher) Trimmed(p []byte) uint64 {
	return Hasher{}.Line(bytes.TrimFunc(p, isTrimmed))
}

// TrimmedText is Trimmed for a line that is valid UTF-8.
func (h Hasher) TrimmedText(line string) uint64 {
	return Hasher{}.Text(strings.TrimFunc(line, isTrimmed))
}

func isTrimmed(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' }

// textHash is the hash of a text, as it is and without the white space around it.
type textHash struct{ whole, bare uint64 }

func (h Hasher) both(text string) textHash {
	whole := h.Text(text)
	bare := strings.TrimFunc(text, isTrimmed)
	if len(bare) == len(text) { // as most are that are long
		return textHash{whole, whole}
	}
	return textHash{whole, Hasher{}.Text(bare)}
}

// has reports whether the line has a text, as far as the whole of it was sent.
func (l *Line) has(t textHash) bool {
	if l.Trimmed {
		return l.Hash == t.bare
	}
	return l.Hash == t.whole
}

// Line is the hash of a line of a file.
func (h Hasher) Line(p []byte) uint64 {
	p = bytes.TrimSuffix(p, []byte("\r"))
	if !utf8.Valid(p) {
		p = lossy.Decode(p)
	}
	if h.Trim {
		p = bytes.TrimRightFunc(p, isTrimmed)
	}
	return maphash.Bytes(seed, p)
}

// Lines are the lines of a read that a call gave.
func (h Hasher) Lines(c *record.Call, r record.Read) []Line {
	added := make([]Line, 0, len(r.Lines))
	who := AgentSet(c.Agent)

	for _, l := range r.Lines {
		content := r.Text[l.Start:l.End]
		if l.Cut && r.Parts {
			content = "\n" + content // so that no line of a file has this text
		}
		text := h.both(content)
		line := Line{Number: l.Number, Hash: text.whole, Bare: text.bare, State: Whole, Times: 1}
		line.Ref = int32(c.Number)
		line.Via = r.Via
		line.Unsure = l.UnsureNumber
		if r.Trimmed {
			line.Trimmed = true
			line.Hash = text.bare
		}
		line.Who = who
		if l.Cut {
			line.State = CutLine
		}
		if c.Agent < 0 {
			line.Main = line.Ref
		}
		added = append(added, line)
	}

	return added
}
