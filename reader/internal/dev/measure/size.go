package main

import (
	"fmt"
	"strconv"
	"strings"
)

// byteSize is a flag for a number of bytes: "4096", "64KiB", "1GiB".
type byteSize int64

var units = []struct {
	name  string
	bytes int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}}

func (s *byteSize) Set(text string) error {
	number, unit := text, int64(1)
	for _, u := range units {
		if rest, ok := strings.CutSuffix(text, u.name); ok {
			number, unit = rest, u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
	if err != nil || n <= 0 || n > (1<<62)/unit {
		return fmt.Errorf("%q is no size: give a number of bytes, or of KiB, MiB or GiB", text)
	}
	*s = byteSize(n * unit)
	return nil
}

func (s *byteSize) String() string {
	for _, u := range units {
		if *s != 0 && int64(*s)%u.bytes == 0 {
			return strconv.FormatInt(int64(*s)/u.bytes, 10) + u.name
		}
	}
	return strconv.FormatInt(int64(*s), 10)
}
