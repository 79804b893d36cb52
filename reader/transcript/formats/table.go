package formats

import (
	"bytes"
	"path/filepath"
	"slices"

	"eyeline/reader/internal/jsonskim"
)

// All lists the forms that can be read, in the order in which they are tried.
func All() []*Format {
	return []*Format{
		qwenCode,
		claudeCode,
		claudeLog,
		claudeBody,
		codex,
		geminiOld,
		geminiCLI,
		droid,
		openClaw,
		pi,
		copilotCLI,
		kimiCode,
		grokBuild,
		grokScreen,
		openCode,
		kilo,
		atif,
		geminiStream,
		sweAgent,
		openHands,
		openHandsOutput,
		miniSWEAgent,
		cline,
		cursor,
		antigravity,
		crush,
		aider,
		specStory,
		eyelineMCP,
	}
}

// HeadSize is how many bytes of a file are looked at to tell its format.
const HeadSize = 64 << 10

// headLines is how many of the first lines are looked at.
const headLines = 16

// Detect tells the format of a file by its first bytes and its path; nil when it has no known format.
func Detect(first []byte, path string) *Format {
	first = bytes.TrimPrefix(first, []byte("\ufeff"))
	s := jsonskim.FromBytes(first)
	whole := []jsonskim.Value{s.First(0, s.Size())}
	var lines []jsonskim.Value // those that are JSON
	for off := int64(0); off < s.Size() && len(lines) < headLines; {
		end, _ := s.Line(off)
		if v, err := s.Value(off, end); err == nil {
			lines = append(lines, v)
		}
		off = end + 1
	}
	if len(lines) == 0 {
		lines = whole
	}
	path = filepath.ToSlash(path)
	for _, f := range All() {
		values := whole
		if f.Lines {
			values = lines
		}
		if slices.ContainsFunc(values, func(v jsonskim.Value) bool { return f.detect(path, v) }) {
			return f
		}
	}
	return nil
}
