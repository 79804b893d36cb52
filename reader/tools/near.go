package tools

import "strings"

// Near are the names of a list that were perhaps meant by one that is in no list: those with few letters changed, left
// out, put in or swapped with their neighbour, and those that begin as it does.
func Near(name string, known []string) (near []string) {
	most := max(min(len(name)/3, 2), 1)
	for _, k := range known {
		begins := len(name) > 1 && strings.HasPrefix(strings.ToLower(k), strings.ToLower(name))
		if begins || distance(strings.ToLower(name), strings.ToLower(k), most) <= most {
			near = append(near, k)
		}
	}
	return near
}

// Instead says in place of which name of a list another was perhaps meant, or which there are, behind what else is said
// of it: "; did you mean limit?". It is "" where the list has none.
func Instead(near, known []string) string {
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

// distance is how many bytes are to be changed, left out, put in or swapped with their neighbour to make b of a, each
// byte once; more than most where it is more.
func distance(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}

	// The rows of the table of distances: row[j+1] is that of a[:i+1] and b[:j+1].
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
