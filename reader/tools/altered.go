package tools

// Alteration is a way in which what is shown of a line is not what the file has, other than a cut line or a replaced
// byte. An edit that must match the file exactly can fail because of it.
type Alteration uint8

const (
	DroppedCR     Alteration = iota // a '\r' before '\n' is not shown
	NormalizedCR                    // a '\r' became '\n', or another line end became one
	ExpandedTab                     // a tab became spaces
	DroppedBOM                      // a byte-order mark is not shown
	TrimmedBlanks                   // white space at the end of a line is not shown
	EscapedCR                       // a '\r' is shown as the two characters \r
	Transcoded                      // the file is not UTF-8 and was decoded
	DroppedTail                     // an incomplete character at the end of the file is not shown
	RemovedData                     // a data URI was taken out
	AddedNumbers                    // lines are numbered otherwise than the file's
	alterations
)

// String names an alteration as emit --json and check do.
func (a Alteration) String() string {
	return [alterations]string{
		"dropped-cr", "normalized-cr", "expanded-tab", "dropped-bom", "trimmed-blanks", "escaped-cr", "transcoded",
		"dropped-tail", "removed-data", "numbers",
	}[a]
}

// Altered counts alterations by their kind.
type Altered [alterations]int64

// Names lists the kinds that occur, in the order of their constants.
func (a Altered) Names() []string {
	var names []string
	for kind, n := range a {
		if n > 0 {
			names = append(names, Alteration(kind).String())
		}
	}
	return names
}

// LineEnd counts a line end that is shown as "\n" or not at all; "" is the end of the file.
func (a *Altered) LineEnd(term string) {
	switch term {
	case "", "\n":
	case "\r\n":
		a[DroppedCR]++
	default:
		a[NormalizedCR]++
	}
}
