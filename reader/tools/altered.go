package tools

// Alteration is a way in which a shown line differs from the file's, other than a cut or a replaced byte. It can make
// an edit fail that must match the file exactly.
type Alteration uint8

const (
	DroppedCR      Alteration = iota // a '\r' before '\n' is omitted
	NormalizedCR                     // a '\r' became '\n', or another line end became one
	ExpandedTab                      // a tab became spaces
	DroppedBOM                       // a byte order mark is omitted
	TrimmedBlanks                    // white space at the end of a line is omitted
	EscapedCR                        // a '\r' is shown as the two characters \r
	Transcoded                       // the file is not UTF-8, and was decoded
	RemovedData                      // a data URI was removed
	DroppedControl                   // a control character, such as a tab, is omitted
	AddedNumbers                     // the numbers of lines differ from the file's
	Converted                        // the text is made from the file: no line of it is a line of the file
	alterations
)

// String returns the name in emit --json and check.
func (a Alteration) String() string {
	return [alterations]string{
		"dropped-cr", "normalized-cr", "expanded-tab", "dropped-bom", "trimmed-blanks", "escaped-cr", "transcoded",
		"removed-data", "dropped-control", "numbers", "converted",
	}[a]
}

// Altered counts alterations, by kind.
type Altered [alterations]int64

// Names returns the names of the kinds that occur, in the order of their constants.
func (a Altered) Names() []string {
	var names []string
	for kind, n := range a {
		if n > 0 {
			names = append(names, Alteration(kind).String())
		}
	}
	return names
}

// LineEnd is the kind of a line end, by its Alteration when it is shown as "\n" or omitted. It holds no pointer, since
// answers keep one for each of their lines.
type LineEnd uint8

const (
	plainEnd LineEnd = iota // '\n', or the end of the file
	crlfEnd
	otherEnd
)

// EndOf returns the kind of a line end; "" is the end of the file.
func EndOf(term string) LineEnd {
	switch term {
	case "", "\n":
		return plainEnd
	case "\r\n":
		return crlfEnd
	}
	return otherEnd
}

// LineEnd counts the alteration of a line end, if any.
func (a *Altered) LineEnd(e LineEnd) {
	switch e {
	case crlfEnd:
		a[DroppedCR]++
	case otherEnd:
		a[NormalizedCR]++
	}
}
