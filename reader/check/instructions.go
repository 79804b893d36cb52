package check

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"eyeline/reader/tools"
)

// instructionLimit is how much an agent takes of a file of instructions. Of Bytes, Characters and Lines at least one
// is given; the first that is reached counts.
type instructionLimit struct {
	Agent string `json:"agent"`
	// Files are names, in any folder, or patterns of path.Match for the last elements of a path.
	Files      []string `json:"files"`
	Bytes      int64    `json:"bytes"`
	Characters int64    `json:"characters"` // code points
	Lines      int64    `json:"lines"`
	// Together says that the files of the folders above are counted first.
	Together bool   `json:"together"`
	Counted  string `json:"counted"` // what the limit is counted over
	Beyond   string `json:"beyond"`  // what becomes of the rest
	Source   string `json:"source"`
	Date     string `json:"date"` // when the source was looked at
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

// isOf reports whether the limit is for a file; p is its path from the root, with "/" between the elements.
func (l instructionLimit) isOf(p string) bool {
	elements := strings.Split(p, "/")
	return slices.ContainsFunc(l.Files, func(pattern string) bool {
		n := strings.Count(pattern, "/") + 1
		if n > len(elements) {
			return false
		}
		ok, err := path.Match(pattern, strings.Join(elements[len(elements)-n:], "/"))
		return ok && err == nil
	})
}

// headSize is how many bytes of a file the limit is about at most.
func (l instructionLimit) headSize() int64 {
	if l.Bytes > 0 {
		return l.Bytes
	}
	return utf8.UTFMax * l.Characters
}

// taken is how many bytes the agent takes of a file. head is its first headSize bytes, or all of it; above are the
// bytes of the files of the same limit in the folders above.
func (l instructionLimit) taken(head []byte, above int64) int64 {
	if l.Bytes > 0 {
		head = head[:min(int64(len(head)), max(l.Bytes-above, 0))]
	}
	end, characters, lines := 0, int64(0), int64(0)
	for end < len(head) && (l.Characters == 0 || characters < l.Characters) && (l.Lines == 0 || lines < l.Lines) {
		_, n := utf8.DecodeRune(head[end:])
		if head[end] == '\n' {
			lines++
		}
		characters++
		end += n
	}
	return int64(end)
}

// finding says where a file of instructions is longer than an agent takes. above is as for taken.
func (l instructionLimit) finding(p string, size, taken, above int64) (Finding, bool) {
	if taken >= size {
		return Finding{}, false
	}
	lost := size - taken
	message := fmt.Sprintf("%s takes %s %s; %s bytes of this file are beyond that: %s",
		l.Agent, l.most(), l.Counted, tools.Thousands(lost), l.Beyond)
	if above > 0 {
		message += fmt.Sprintf(" (the folders above have %s)", tools.Thousands(above))
	}
	said := part{
		tool: l.Agent, words: message, Share: Share{Lost: lost},
		todo: "shorten it, or move parts into files that it names. Source: " + l.Source + ", " + l.Date,
	}
	return Finding{Rule: Instructions, Kind: l.Agent, Path: p, parts: []part{said}}, true
}

// most is the limit in words.
func (l instructionLimit) most() string {
	if l.Bytes > 0 {
		return tools.Thousands(l.Bytes) + " bytes"
	}
	return tools.Thousands(l.Characters) + " characters"
}

// limitsInWords lists the limits with their sources, one a line.
func limitsInWords() string {
	var b strings.Builder
	for _, l := range instructionLimits() {
		fmt.Fprintf(&b, "%s: %s: %s %s; what is beyond: %s.\n    %s, %s\n",
			l.Agent, strings.Join(l.Files, ", "), l.most(), l.Counted, l.Beyond, l.Source, l.Date)
	}
	return b.String()
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
