package tui

import (
	"strconv"
	"strings"

	"eyeline/tui/cells"
)

// plain makes a text safe to draw: no control character, one line.
func plain(s string) string { return cells.Sanitize(s) }

// group writes a number with commas between thousands.
func group(n int64) string {
	s := strconv.FormatInt(n, 10)
	neg := strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(s, "-")
	var b strings.Builder
	for i, c := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	if neg {
		return "-" + b.String()
	}
	return b.String()
}

// size writes a number of bytes in the largest unit that leaves at least one, with one decimal below ten.
func size(n int64) string {
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

// count writes a number with its noun: "1 line", "2,000 lines".
func count(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return group(n) + " " + noun + "s"
}

// Printable makes a text of several lines safe for a terminal: control characters other than '\n' become marks.
func Printable(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = plain(line)
	}
	return strings.Join(lines, "\n")
}
