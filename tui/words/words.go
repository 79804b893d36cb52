// Package words writes numbers, sizes and the words of commands as the screen shows them.
package words

import (
	"strconv"
	"strings"
)

// Group writes a number with commas between thousands.
func Group(n int64) string {
	var digits, grouped [32]byte // of the longest number, 20 and 26
	s, b := strconv.AppendInt(digits[:0], n, 10), grouped[:0]
	if n < 0 {
		s, b = s[1:], append(b, '-')
	}
	for i, c := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b = append(b, ',')
		}
		b = append(b, c)
	}
	return string(b)
}

// Size writes a number of bytes in the largest unit that leaves at least one, with one decimal below ten.
func Size(n int64) string {
	if n < 1024 {
		return strconv.FormatInt(n, 10) + " B"
	}
	f := float64(n)
	for _, u := range []string{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"} {
		f /= 1024
		if f < 1000 || u == "EiB" {
			digits := 1
			if f >= 100 {
				digits = 0
			}
			return strconv.FormatFloat(f, 'f', digits, 64) + " " + u
		}
	}
	return ""
}

// Count writes a number with its noun: "1 line", "2,000 lines".
func Count(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Group(n) + " " + noun + "s"
}

// Percent writes how much of total is done, of what is still running: never 100%, since more may come while it runs. It
// is "" when the total is not known.
func Percent(done, total int64) string {
	if total <= 0 {
		return ""
	}
	return strconv.FormatInt(min(int64(100*(float64(done)/float64(total))), 99), 10) + "%"
}

// Quote makes one word of s for a POSIX shell.
func Quote(s string) string {
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@%+,=", r)
	}) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
