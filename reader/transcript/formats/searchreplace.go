package formats

import "strings"

// Replaced is a text that a block of a change replaces by another.
type Replaced struct {
	Old string `json:"old_string"`
	New string `json:"new_string"`
}

// SearchReplace are the changes in a text with blocks as Cline, Roo Code and aider have them: a line of "<" and SEARCH, the
// old lines, a line of "=", the new lines, a line of ">" and REPLACE. Cline has "-" and "+" in the place of the angles,
// and Roo Code says before the old lines where they begin.
func SearchReplace(text string) (found []Replaced) {
	var one Replaced
	part := 0 // 1 in the old lines, 2 in the new ones
	for line := range strings.SplitAfterSeq(text, "\n") {
		mark := strings.TrimRight(line, " \t\r\n>")
		switch bare := strings.Trim(strings.TrimRight(line, " \t\r\n"), "<>-+= "); {
		case part == 0 && bare == "SEARCH" && isMark(mark, "<-"):
			one, part = Replaced{}, 1
		case part == 1 && bare == "" && isMark(line, "="):
			part = 2
		case part == 2 && bare == "REPLACE" && isMark(line, ">+"):
			found = append(found, one.trimmed())
			part = 0
		case part == 1 && one.Old == "" && (strings.HasPrefix(line, ":start_line:") || strings.HasPrefix(line, ":end_line:")):
		case part == 1 && one.Old == "" && strings.TrimSpace(line) == "-------":
		case part == 1:
			one.Old += line
		case part == 2:
			one.New += line
		}
	}
	return found
}

// isMark reports whether a line begins with five or more of one of some signs.
func isMark(line, signs string) bool {
	return line != "" && strings.ContainsRune(signs, rune(line[0])) && strings.HasPrefix(line, strings.Repeat(line[:1], 5))
}

func (r Replaced) trimmed() Replaced {
	return Replaced{strings.TrimSuffix(r.Old, "\n"), strings.TrimSuffix(r.New, "\n")}
}
