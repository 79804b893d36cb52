package coverage

import (
	"fmt"
	"strings"

	"eyeline/reader/transcript/record"
	"eyeline/tui/words"
)

// Lines is ranges of lines in a few words: "L20–L34", and how many more there are.
func Lines(ranges record.Ranges) string {
	const most = 3
	var parts []string
	for _, r := range ranges[:min(len(ranges), most)] {
		if r[0] == r[1] {
			parts = append(parts, "L"+words.Group(r[0]))
		} else {
			parts = append(parts, "L"+words.Group(r[0])+"–L"+words.Group(r[1]))
		}
	}
	switch {
	case len(ranges) == 0:
		return "no line"
	case len(ranges) > most:
		parts = append(parts, fmt.Sprintf("%d more", len(ranges)-most))
	}
	return strings.Join(parts, ", ")
}
