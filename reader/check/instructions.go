package check

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"sync"
)

// instructionLimit is how much an agent takes of a file of instructions.
type instructionLimit struct {
	Agent string   `json:"agent"`
	Files []string `json:"files"` // names, in any folder
	// Bytes is the limit; most of what is longer is lost without a word.
	Bytes   int64  `json:"bytes"`
	Counted string `json:"counted"` // what the limit is counted over
	Source  string `json:"source"`
	Date    string `json:"date"` // when the source was looked at
}

//go:embed instructions.json
var instructionTable []byte

// instructionLimits is the table of limits. Only those whose source is known are in it.
var instructionLimits = sync.OnceValue(func() (limits []instructionLimit) {
	if err := json.Unmarshal(instructionTable, &limits); err != nil {
		panic(err) // the file is a part of the program
	}
	return limits
})

// finding says where a file of instructions is longer than an agent takes. above are the bytes of the files of the
// same limit in the folders above.
func (l instructionLimit) finding(p string, size, above int64) (Finding, bool) {
	if size+above <= l.Bytes {
		return Finding{}, false
	}
	lost := min(size+above-l.Bytes, size)
	message := fmt.Sprintf("%s takes %s bytes %s; %s bytes of this file are beyond that and are left out without a word", l.Agent, number(l.Bytes), l.Counted, number(lost))
	if above > 0 {
		message += fmt.Sprintf(" (the folders above have %s)", number(above))
	}
	message += "; shorten it, or move parts into files that it names. Source: " + l.Source + ", " + l.Date
	return Finding{Rule: Instructions, Path: p, Agents: []string{l.Agent}, Message: message, LostBytes: lost}, true
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
