// Package humanize, which changes without notice, writes numbers, sizes and the words of commands as the screen shows
// them.
package humanize

import (
	"strconv"
	"strings"

	"eyeline/reader/tools"
)

// Group writes a number with commas between thousands.
func Group(n int64) string { return tools.Thousands(n) }

// Dashed is Group with a dash for 0, for a column of numbers.
func Dashed(n int64) string {
	if n == 0 {
		return "-"
	}
	return Group(n)
}

// Size writes a number of bytes in the largest unit that leaves at least one, with one decimal below ten.
func Size(n int64) string {
	if n < 1024 {
		return strconv.FormatInt(n, 10) + " B"
	}

	f := float64(n) / 1024
	unit := 0
	for ; f >= 1000 && unit < len(units)-1; unit++ {
		f /= 1024
	}

	digits := 1
	if f >= 100 {
		digits = 0
	}

	return strconv.FormatFloat(f, 'f', digits, 64) + " " + units[unit]
}

// units are those of sizes from 1,024 bytes on.
var units = []string{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}

// Count writes a number with its noun: "1 line", "2,000 lines", "2 searches".
func Count(n int64, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "ch"):
		return Group(n) + " " + noun + "es"
	}
	return Group(n) + " " + noun + "s"
}

// Lines names lines, 1-based and inclusive: "L3", "L3–L9".
func Lines(first, last int64) string {
	if first == last {
		return "L" + Group(first)
	}
	return "L" + Group(first) + "–L" + Group(last)
}

// Percent writes how much of total is done, of what is still running: never 100%, since more may come while it runs. It
// is "" when the total is not known.
func Percent(done, total int64) string {
	if total <= 0 {
		return ""
	}
	return strconv.FormatInt(min(int64(100*(float64(done)/float64(total))), 99), 10) + "%"
}

// Done is how far something has come, as the footer shows it after its name; "" when that is not known.
func Done(done, all int64) string {
	if percent := Percent(done, all); percent != "" {
		return " " + percent
	}
	return ""
}

// Either is one of two words, by whether something holds.
func Either(holds bool, yes, no string) string {
	if holds {
		return yes
	}
	return no
}

// When is a word where something holds; "" where it does not.
func When(holds bool, word string) string { return Either(holds, word, "") }
