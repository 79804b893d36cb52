package tools

import "strings"

// Similar returns the names of a list that may have been meant by a misspelt one: those at a small edit distance, and
// those that begin with it.
func Similar(name string, known []string) (near []string) {
	most := max(min(len(name)/3, 2), 1)
	for _, k := range known {
		begins := len(name) > 1 && strings.HasPrefix(strings.ToLower(k), strings.ToLower(name))
		if begins || distance(strings.ToLower(name), strings.ToLower(k), most) <= most {
			near = append(near, k)
		}
	}
	return near
}

// Suggestion returns a suggestion that follows an error: near names, else all known ones, as in "; did you mean
// limit?". It is "" if no name is known.
func Suggestion(near, known []string) string {
	switch {
	case len(near) > 0:
		return "; did you mean " + strings.Join(near, " or ") + "?"
	case len(known) == 0:
		return ""
	case len(known) == 1:
		return "; there is " + known[0]
	}
	return "; there are " + strings.Join(known, ", ")
}

// distance returns the edit distance of a and b in bytes, where swapping neighbours counts as one edit (optimal string
// alignment); any number above most if it is greater than that.
func distance(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}

	// row[j+1] is the distance of a[:i+1] and b[:j+1].
	row := make([]int, len(b)+1)
	above := make([]int, len(b)+1)
	twoAbove := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}

	for i := range len(a) {
		row, above, twoAbove = twoAbove, row, above
		row[0] = i + 1
		for j := range len(b) {
			changed := above[j]
			if a[i] != b[j] {
				changed++
			}

			row[j+1] = min(changed, above[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], twoAbove[j-1]+1)
			}
		}
	}

	return row[len(b)]
}
