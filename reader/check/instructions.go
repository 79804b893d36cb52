package check

import (
	"fmt"
	"path"
	"strings"
)

// instructionLimit is how much an agent takes of a file of instructions. Only limits whose source is known are here.
type instructionLimit struct {
	agent string
	file  func(p string) bool // p is slash-separated and relative to the root
	// bytes is the limit; most of what is longer is lost without a word.
	bytes  int64
	what   string // how the limit is counted
	source string
	date   string // when the source was looked at
}

func named(names ...string) func(string) bool {
	return func(p string) bool {
		for _, n := range names {
			if path.Base(p) == n {
				return true
			}
		}
		return false
	}
}

// instructionLimits is the table of limits.
var instructionLimits = []instructionLimit{
	{
		agent: "Codex CLI", file: named("AGENTS.md", "AGENTS.override.md"), bytes: 32 << 10,
		what:   "of all files of instructions from the root down together (project_doc_max_bytes)",
		source: "codex-rs/config/src/config_toml.rs and codex-rs/core/src/agents_md.rs; github.com/openai/codex/issues/36371", date: "2026-11-21",
	},
}

// instructions says where a file of instructions is longer than an agent takes. above are the bytes of the files of the
// same limit in the folders above.
func (l instructionLimit) finding(p string, size, above int64) (Finding, bool) {
	if size+above <= l.bytes {
		return Finding{}, false
	}
	lost := min(size+above-l.bytes, size)
	message := fmt.Sprintf("%s takes %s bytes %s; %s bytes of this file are beyond that and are left out without a word", l.agent, number(l.bytes), l.what, number(lost))
	if above > 0 {
		message += fmt.Sprintf(" (the folders above have %s)", number(above))
	}
	message += "; shorten it, or move parts into files that it names. Source: " + l.source + ", " + l.date
	return Finding{Rule: Instructions, Path: p, Agents: []string{l.agent}, Message: message, LostBytes: lost}, true
}

// parents lists the slash-separated names of a file in the folders above that of p, from the root down.
func parents(p string) []string {
	var above []string
	dir := path.Dir(p)
	for dir != "." && dir != "/" {
		dir = path.Dir(dir)
		above = append([]string{path.Join(dir, path.Base(p))}, above...)
	}
	return above
}

// number writes n in groups of three digits.
func number(n int64) string {
	s := fmt.Sprint(n)
	var b strings.Builder
	for i, c := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	return b.String()
}
