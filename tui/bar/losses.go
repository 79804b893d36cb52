package bar

import (
	"eyeline/reader/tools"
	"eyeline/tui/words"
)

// alterations says what an alteration did: to so many of a noun, or once to the whole where there is none.
var alterations = map[tools.Alteration]struct{ noun, done string }{
	tools.DroppedCR:     {"\\r", "dropped"},
	tools.NormalizedCR:  {"line end", "altered"},
	tools.ExpandedTab:   {"tab", "expanded"},
	tools.DroppedBOM:    {"", "byte-order mark dropped"},
	tools.TrimmedBlanks: {"blank", "trimmed"},
	tools.EscapedCR:     {"\\r", "escaped"},
	tools.Transcoded:    {"", "decoded: not UTF-8"},
	tools.DroppedTail:   {"", "last character dropped"},
	tools.RemovedData:   {"data URI", "removed"},
}

// Losses lists what an answer does not show of the part of a file that it gives, besides cut lines and holes.
func Losses(s tools.Stats) []string {
	var out []string
	if s.Replaced > 0 {
		out = append(out, words.Count(s.Replaced, "place")+" → U+FFFD")
	}
	for kind, n := range s.Altered {
		switch said, ok := alterations[tools.Alteration(kind)]; {
		case n == 0 || !ok: // numbers are said elsewhere
		case said.noun == "":
			out = append(out, said.done)
		case said.noun == "\\r":
			out = append(out, words.Group(n)+" "+said.noun+" "+said.done)
		default:
			out = append(out, words.Count(n, said.noun)+" "+said.done)
		}
	}
	return out
}
