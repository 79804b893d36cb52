package coverage

import (
	"index/suffixarray"
	"strings"

	"eyeline/reader/transcript/giventext"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
)

// otherTexts are the results of tools that are not known: lines of files may stand in them within other text.
type otherTexts struct {
	text  strings.Builder
	index *suffixarray.Index // of the text; nil where that has grown since
	lost  bool               // a result was too long to be kept: any line may stand in it
}

// mostOtherText bounds the bytes that are kept: of results that come later whole lines are looked for, and of other
// lines it is not known whether they stand in one.
const mostOtherText = 2 << 20

// unescape makes of the escapes of JSON what they stand for.
var unescape = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\"`, `"`, `\\`, `\`, `\/`, "/", `\r`, "")

// keep keeps the result of a call, where nothing is known of its tool.
func (o *otherTexts) keep(c *record.Call, result string) {
	if c.Kind != record.Other || len(result) == 0 {
		return
	}

	if o.text.Len()+2*len(result) > mostOtherText {
		o.lost = true
		return
	}

	o.text.WriteString(result)
	o.text.WriteByte('\n')
	if strings.Contains(result, `\`) {
		o.text.WriteString(unescape.Replace(result))
		o.text.WriteByte('\n')
	}

	o.index = nil
}

// find takes the lines of a file for possibly sent that may stand within one of the texts and were not found otherwise.
// Of a file that no call names a line has to be told from others by itself, and to be found.
func (o *otherTexts) find(f *fileState, laid laidFile, found []foundLine) {
	if o.text.Len() == 0 && !o.lost {
		return
	}
	if o.index == nil {
		o.index = suffixarray.New([]byte(o.text.String()))
	}

	isNamed := len(f.Calls) > 0
	mayHold := func(line string) bool {
		return o.lost && isNamed || (isNamed || giventext.IsTelling(line)) && len(o.index.Lookup([]byte(line), 1)) > 0
	}

	states := laid.as.States
	i := 0
	for line := range laid.now.Texts() {
		if i >= len(states) {
			return
		}
		if states[i] == heldlines.Never && found[i].known == heldlines.No && mayHold(strings.TrimSpace(line)) {
			found[i].known = heldlines.Perhaps
		}

		i++
	}
}

// inOthers says of a line whether it may have been sent within the result of a tool that is not known.
func (t *taker) inOthers(line string) heldlines.Knowledge {
	line = strings.TrimSpace(line)
	switch t.spent += t.others.text.Len(); {
	case t.others.lost:
		return heldlines.Perhaps
	case t.others.text.Len() == 0 || line == "":
		return heldlines.No
	case t.spent > mostSearched || strings.Contains(t.others.text.String(), line):
		return heldlines.Perhaps
	}
	return heldlines.No
}
