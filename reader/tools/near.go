package tools

import "strings"

// Near are the names of a list that were perhaps meant by one that is in no list: those with few letters changed, left
// out or put in, and those that begin as it does.
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

// distance is how many bytes are to be changed, left out or put in to make b of a; more than most where it is more.
func distance(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			changed := before
			if a[i] != b[j] {
				changed++
			}
			before = row[j+1]
			row[j+1] = min(changed, before+1, row[j]+1)
		}
	}
	return row[len(b)]
}
