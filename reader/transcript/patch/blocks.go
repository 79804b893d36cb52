package patch

import "strings"

// Replaced is a text that is replaced by another.
type Replaced struct {
	Old string `json:"old_string"`
	New string `json:"new_string"`
}

// The parts of a block of SearchReplace.
const (
	outside = iota
	inOld
	inNew
)

// SearchReplace are the changes in a text with blocks as Cline, Roo Code and aider have them: a line of "<" and SEARCH,
// the old lines, a line of "=", the new lines, a line of ">" and REPLACE. Cline has "-" and "+" in the place of the
// angles, and Roo Code says before the old lines where they begin.
func SearchReplace(text string) (found []Replaced) {
	var one Replaced
	part := outside
	for line := range strings.SplitAfterSeq(text, "\n") {
		next := partAfter(part, line)
		switch {
		case next != part:
			if next == outside {
				found = append(found, Replaced{strings.TrimSuffix(one.Old, "\n"), strings.TrimSuffix(one.New, "\n")})
				one = Replaced{}
			}
			part = next
		case part == inOld && !(one.Old == "" && isPlaceLine(line)):
			one.Old += line
		case part == inNew:
			one.New += line
		}
	}

	return found
}

// partAfter is the part that a line leads to.
func partAfter(part int, line string) int {
	word := strings.Trim(line, "<>-+= \t\r\n")
	switch {
	case part == outside && word == "SEARCH" && isMark(line, "<-"):
		return inOld
	case part == inOld && word == "" && isMark(line, "="):
		return inNew
	case part == inNew && word == "REPLACE" && isMark(line, ">+"):
		return outside
	}

	return part
}

// isMark reports whether a line begins with five or more of one of some signs.
func isMark(line, signs string) bool {
	return strings.ContainsRune(signs, rune(line[0])) && strings.HasPrefix(line, strings.Repeat(line[:1], 5))
}

// isPlaceLine reports whether a line says where the old lines are, or ends what says so.
func isPlaceLine(line string) bool {
	return strings.HasPrefix(line, ":start_line:") || strings.HasPrefix(line, ":end_line:") ||
		strings.TrimSpace(line) == "-------"
}
