package wording

import (
	"fmt"
	"slices"
	"strings"

	"eyeline/reader/lists"
	"eyeline/reader/tools"
)

// Short is a number in at most five characters: three digits from 10,000 on.
func Short(n int64) string {
	if n < 10_000 {
		return tools.Thousands(n)
	}

	f := float64(n)
	unit := -1
	for ; f >= 999.5; unit++ {
		f /= 1000
	}

	digits := 0
	if f < 99.95 {
		digits = 1
	}

	return fmt.Sprintf("%.*f%c", digits, f, "kMGTPE"[unit])
}

// About is before a number that may be an estimate.
func About(estimated bool) string {
	if estimated {
		return "≈"
	}
	return ""
}

// Share is n of all in per cent, without a fraction; it is 100 and 0 only when it is exactly that.
func Share(n, all int64) string {
	if all == 0 || n >= all {
		return "100%"
	}
	if p := 100 * n / all; p > 0 || n == 0 {
		return fmt.Sprintf("%d%%", p)
	}
	return "under 1%"
}

// CountsOf says how many there are of each name, where there are any.
func CountsOf(names []string, n map[string]int64) string {
	said := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return n[name] == 0 })
	counted := lists.Map(said, func(name string) string { return tools.Thousands(n[name]) + " " + name })
	return strings.Join(counted, ", ")
}
