package main

import "fmt"

// parseSize reads a number of bytes: "4096", "64KiB", "1GiB".
func parseSize(text string) (int64, error) {
	var n int64
	var name, more string
	_, _ = fmt.Sscanf(text, "%d%s%s", &n, &name, &more) // what is missing is not set
	unit := map[string]int64{"": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}[name]
	if n <= 0 || unit == 0 || more != "" || n > (1<<62)/unit {
		return 0, fmt.Errorf("%q is no size: give a number of bytes, or of KiB, MiB or GiB", text)
	}
	return n * unit, nil
}
