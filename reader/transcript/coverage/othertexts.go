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
}

// mostOtherText bounds the bytes that are kept: of results that come later only whole lines are looked for.
const mostOtherText = 2 << 20

// unescape makes of the escapes of JSON what they stand for.
var unescape = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\"`, `"`, `\\`, `\`, `\/`, "/", `\r`, "")

// keep keeps the result of a call, where nothing is known of its tool.
func (o *otherTexts) keep(c *record.Call, result string) {
	if c.Kind != record.Other || len(result) == 0 || o.text.Len()+2*len(result) > mostOtherText {
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

// find takes the lines of a file for possibly sent that stand within one of the texts and were not found otherwise.
func (o *otherTexts) find(now *heldlines.Current, states []heldlines.State, found []foundLine) {
	if o.text.Len() == 0 {
		return
	}
	if o.index == nil {
		o.index = suffixarray.New([]byte(o.text.String()))
	}
	i := 0
	for line := range now.Texts() {
		if i >= len(states) {
			return
		}
		line = strings.TrimSpace(line)
		if states[i] == heldlines.Never && found[i].known == heldlines.No && giventext.IsTelling(line) &&
			len(o.index.Lookup([]byte(line), 1)) > 0 {
			found[i].known = heldlines.Perhaps
		}
		i++
	}
}

// inOthers says of a line whether it may have been sent within the result of a tool that is not known.
func (t *taker) inOthers(line string) heldlines.Knowledge {
	line = strings.TrimSpace(line)
	if t.others.text.Len() == 0 || !giventext.IsTelling(line) {
		return heldlines.No
	}
	if t.spent += t.others.text.Len(); t.spent > mostSearched || strings.Contains(t.others.text.String(), line) {
		return heldlines.Perhaps
	}
	return heldlines.No
}
