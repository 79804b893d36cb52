package tools

// Alteration is a way in which what is shown of a line is not what the file has, other than a cut line or a replaced
// byte. An edit that must match the file exactly can fail because of it.
type Alteration uint8

const (
	DroppedCR      Alteration = iota // a '\r' before '\n' is not shown
	NormalizedCR                     // a '\r' became '\n', or another line end became one
	ExpandedTab                      // a tab became spaces
	DroppedBOM                       // a byte-order mark is not shown
	TrimmedBlanks                    // white space at the end of a line is not shown
	EscapedCR                        // a '\r' is shown as the two characters \r
	Transcoded                       // the file is not UTF-8 and was decoded
	RemovedData                      // a data URI was taken out
	DroppedControl                   // a control character, such as a tab, is not shown
	AddedNumbers                     // lines are numbered otherwise than the file's
	Converted                        // what the model gets is made of the file: no line of it is one of the file
	alterations
)

// String names an alteration as emit --json and check do.
func (a Alteration) String() string {
	return [alterations]string{
		"dropped-cr", "normalized-cr", "expanded-tab", "dropped-bom", "trimmed-blanks", "escaped-cr", "transcoded",
		"removed-data", "dropped-control", "numbers", "converted",
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

// LineEnd is a line end by what becomes of it where it is shown as "\n" or not at all: without a pointer, for pages
// that keep one for each of their lines.
type LineEnd uint8

const (
	plainEnd LineEnd = iota // '\n', or the end of the file
	crlfEnd
	otherEnd
)

// EndOf is the kind of a line end; "" is the end of the file.
func EndOf(term string) LineEnd {
	switch term {
	case "", "\n":
		return plainEnd
	case "\r\n":
		return crlfEnd
	}
	return otherEnd
}

// LineEnd counts a line end.
func (a *Altered) LineEnd(e LineEnd) {
	switch e {
	case crlfEnd:
		a[DroppedCR]++
	case otherEnd:
		a[NormalizedCR]++
	}
}
