package transcript

import (
	"bytes"
	"path/filepath"

	"eyeline/reader/internal/skim"
)

// Format is one recorded form of one agent's runs.
type Format struct {
	Name  string // such as "claude-code"
	Agent string // the agent's name for people
	// Note says what the record has other than what the model was sent; "" when nothing is known.
	Note string

	lines  bool // one record a line; else the file is one value
	sameID bool // an identifier that comes again is the same call; else, once answered, another one
	forget bool // nothing is said of a call after its result
	detect func(h *head) bool
	decode func(b *builder) decoder
	reads  form // how its read tool writes lines
	// trims: lines are compared without the blanks at their ends.
	trims bool
	// output is a command's own output in the text of its result, and false when it is not whole: whole says whether that
	// was known before. nil where the text is the output.
	output func(text string, whole bool) (string, bool)
	// fails reports whether a result's text says that what was asked for failed; nil where only the record says so.
	fails func(text string) bool
	// scripts: the argument of the tool that runs scripts is one, see scriptCommand.
	scripts bool
	beside  func(path string) []beside // other files of the session that lies at path
	// folder is the working folder that the name of a folder in the usual place stands for; nil where many may.
	folder func(name string) string
}

// decoder turns records into calls. Records come in the file's order.
type decoder interface {
	// record takes one record, or the whole value; false says that its type is unknown.
	record(v skim.Value) bool
}

// beside is another file of a session.
type beside struct {
	path   string
	agent  Agent                    // the sub-agent whose file it is
	extra  bool                     // it only adds to the calls of the main file
	decode func(b *builder) decoder // nil: that of the main file
}

// Formats lists the forms that can be read, in the order in which they are tried.
func Formats() []*Format {
	return []*Format{qwenCode, claudeCode, codex, geminiOld, geminiCLI, pi, copilotCLI, kimiCode, grokBuild, openCode, kilo, atif, cline}
}

// headSize is how many bytes of a file are looked at to tell its format.
const headSize = 64 << 10

// head is the beginning of a file.
type head struct {
	path  string
	whole skim.Value   // what begins at the start of the file; its end may be missing
	lines []skim.Value // the first lines that are JSON
}

func newHead(path string, p []byte) *head {
	p = bytes.TrimPrefix(p, []byte("\ufeff"))
	s := skim.FromBytes(p)
	h := &head{path: filepath.ToSlash(path), whole: s.First(0, int64(len(p)))}
	for off := int64(0); off < s.Size() && len(h.lines) < 16; {
		end, _ := s.Line(off)
		if v, err := s.Value(off, end); err == nil {
			h.lines = append(h.lines, v)
		}
		off = end + 1
	}
	if len(h.lines) == 0 {
		h.lines = append(h.lines, h.whole)
	}
	return h
}

// any reports whether one of the first lines is as f expects it.
func (h *head) any(f func(v skim.Value) bool) bool {
	for _, v := range h.lines {
		if f(v) {
			return true
		}
	}
	return false
}

// Detect tells the format of a file by its first bytes and its path, nil when it is none that is known.
func Detect(first []byte, path string) *Format {
	h := newHead(path, first)
	for _, f := range Formats() {
		if f.detect(h) {
			return f
		}
	}
	return nil
}
