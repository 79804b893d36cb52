package export

import (
	"bytes"
	"os"
	"strconv"
)

// parents returns the parent of each process, by process id.
func parents() map[int]int {
	entries, _ := os.ReadDir("/proc") // without it none are known
	all := make(map[int]int, len(entries))
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}

		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue // it has ended
		}

		// The name, in brackets, may have any character. Behind it stand the state and the parent.
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(fields) < 2 {
			continue
		}
		if parent, err := strconv.Atoi(string(fields[1])); err == nil {
			all[pid] = parent
		}
	}

	return all
}
