package options

import (
	"fmt"
	"strings"

	"eyeline/tui/address"
	"eyeline/tui/cells"
)

// TakePlus takes the arguments that begin with "+" out of a command line, as less does; what follows "--" stays.
func TakePlus(args []string) (start, rest []string) {
	rest = []string{} // never nil, which means the process's own arguments
	for i, a := range args {
		if a == "--" {
			return start, append(rest, args[i:]...)
		}
		if strings.HasPrefix(a, "+") {
			start = append(start, a[1:])
			continue
		}
		rest = append(rest, a)
	}
	return start, rest
}

// begin reads what followed each "+": a line, G, N%, @BYTE, /pattern or F. The last place counts, and the last pattern.
func (o *Options) begin(start []string) error {
	for _, s := range start {
		switch {
		case s == "F":
			o.Follow = true
			continue
		case strings.HasPrefix(s, "/"):
			o.Start.Pattern = s[1:]
			continue
		}
		place := Start{Pattern: o.Start.Pattern}
		switch s {
		case "", "G":
			place.End = true
		default:
			at, err := address.Parse(strings.TrimSuffix(s, "g"))
			if err != nil {
				return fmt.Errorf("+%s: after + comes a line, G, N%%, @BYTE, /pattern or F", cells.Sanitize(s))
			}
			place.Line, place.Byte, place.Part = at.Line, at.Byte.At, at.Part.Of
		}
		o.Start = place
	}
	return nil
}
