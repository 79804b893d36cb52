package node

import "strings"

// Relative is Node's path.relative for clean absolute paths.
func Relative(from, to string) string {
	if from == to {
		return ""
	}
	a, b := split(from), split(to)
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return strings.TrimSuffix(strings.Repeat("../", len(a)-n)+strings.Join(b[n:], "/"), "/")
}

// split is the parts of a path between its slashes; none for the root.
func split(s string) []string {
	if s = strings.Trim(s, "/"); s == "" {
		return nil
	}
	return strings.Split(s, "/")
}
