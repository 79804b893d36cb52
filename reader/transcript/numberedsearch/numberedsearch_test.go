package numberedsearch

import "testing"

// TestFileOf: what a command prints has the numbers of one file only where no program of it can print lines of another
// one that begin as those of a search.
func TestFileOf(t *testing.T) {
	asTyped := func(words []string) []string { return words }
	for line, want := range map[string]struct {
		file string
		ok   bool
	}{
		"grep -n row far.log":                     {"far.log", true},
		"grep -n row far.log | tail -n +2 | sort": {"far.log", true},
		"wc -l near; grep -n row far.log":         {"far.log", true},
		"cat far.log | grep -n row":               {"far.log", true},
		"grep -rn row src":                        {"src", true},
		"grep -n row a b":                         {"", true},
		"grep -n row a; grep -n row b":            {"", false},
		"head -3 near; grep -n row far.log":       {"", false},
		"sort near && grep -n row far.log":        {"", false},
		"grep -n row far.log; tail -n 3 far.log":  {"", false},
		"grep -n row far.log; cat near":           {"", false},
		"echo 7:ivory; grep -n row far.log":       {"", false},
		"(cd q; grep -n row far.log)":             {"", false},
		"grep row far.log":                        {"", false},
		"rg -n row -r lumber far.log":             {"", false},
		"grep -n row far.log | awk '{print $2}'":  {"", false},
	} {
		if file, ok := FileOf(line, asTyped); file != want.file || ok != want.ok {
			t.Errorf("%s: %q, %t", line, file, ok)
		}
	}
}
