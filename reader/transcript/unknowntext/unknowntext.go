// Package unknowntext, which changes without notice, keeps the results of tools that are not known, in which lines of
// files may stand within other text.
package unknowntext

import (
	"index/suffixarray"
	"strings"
)

// Texts are results of tools that are not known. The zero value has none. It is not safe for concurrent use.
type Texts struct {
	text         strings.Builder
	index        *suffixarray.Index // of the text; nil where that has grown since
	isIncomplete bool
}

// maxKept bounds the bytes that are kept.
const maxKept = 2 << 20

// unescape makes of the escapes of JSON what they stand for.
var unescape = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\"`, `"`, `\\`, `\`, `\/`, "/", `\r`, "")

// Add keeps a result, unless there is no room for it.
func (t *Texts) Add(result string) {
	if len(result) == 0 {
		return
	}

	if t.text.Len()+2*len(result) > maxKept {
		t.isIncomplete = true
		return
	}

	t.text.WriteString(result)
	t.text.WriteByte('\n')
	if strings.Contains(result, `\`) {
		t.text.WriteString(unescape.Replace(result))
		t.text.WriteByte('\n')
	}

	t.index = nil
}

// IsIncomplete reports whether a result was too long to be kept: any line may stand in it.
func (t *Texts) IsIncomplete() bool { return t.isIncomplete }

// Len is how many bytes are kept.
func (t *Texts) Len() int { return t.text.Len() }

// Contains reports whether a part of a line stands in one of the results that are kept. It searches all of them.
func (t *Texts) Contains(part string) bool { return strings.Contains(t.text.String(), part) }

// Finds is Contains for many parts, one after the other: it makes an index of the results first.
func (t *Texts) Finds(part string) bool {
	if t.index == nil {
		t.index = suffixarray.New([]byte(t.text.String()))
	}
	return len(t.index.Lookup([]byte(part), 1)) > 0
}
