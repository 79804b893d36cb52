package shellrun

import (
	"slices"

	"eyeline/reader/transcript/powershell"
)

// cutRecoded says of rows that PowerShell printed that their file may have other letters than were sent. certain are
// those of which that is known, counted from 0 and sorted.
func (l *matching) cutRecoded(certain []int) powershell.Letters {
	is := powershell.Own
	for row := range l.sources {
		one := &l.sources[row]
		line := ""
		if i := l.lineOf[row]; i >= 0 && l.printed[i].kind == known {
			line = l.normal(l.printed[i].text)
		}

		of := powershell.Of(l.plain[row], line)
		if _, isCertain := slices.BinarySearch(certain, row); isCertain {
			of = powershell.Recoded
		}
		one.cut = one.cut || of != powershell.Own && one.path != ""
		is = max(is, of)
	}
	return is
}
