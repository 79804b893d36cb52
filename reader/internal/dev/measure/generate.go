package main

import (
	"bufio"
	"io"
	"math/rand/v2"
	"strconv"
)

// generateLog writes a service's log of size bytes, the last line cut where the size ends. A line has about 110 bytes;
// runs of deeper lines (a trace, a dumped record) hang under the entries, so that indentation blocks have something to
// follow. The same size gives the same bytes.
func generateLog(w io.Writer, size int64) error {
	r := rand.New(rand.NewPCG(1, 2))
	out := bufio.NewWriterSize(w, 1<<20)
	var line []byte
	for entry, deep := int64(0), 0; size > 0; {
		line = line[:0]
		if deep > 0 {
			deep--
			for range 1 + r.IntN(3) {
				line = append(line, "    "...)
			}
			line = append(line, "at service.handler.(*Worker).process, argument "...)
		} else {
			entry++
			if r.IntN(4) == 0 {
				deep = 1 + r.IntN(12)
			}
			line = append(line, "2026-01-01T00:00:00.000Z INFO  request "...)
			line = strconv.AppendInt(line, entry, 10)
			line = append(line, " handled by "...)
		}
		for n := 3 + r.IntN(7); n > 0; n-- {
			line = append(line, words[r.IntN(len(words))]...)
			line = append(line, ' ')
		}
		line = strconv.AppendUint(line, r.Uint64(), 16)
		line = append(line, '\n')
		if int64(len(line)) > size {
			line = line[:size]
		}
		size -= int64(len(line))
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

var words = []string{
	"accept", "user", "session", "latency=12ms", "cache", "miss", "retry", "shard-7", "region", "ok", "größe", "commit",
}
