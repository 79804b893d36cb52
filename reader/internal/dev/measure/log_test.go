package measure

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

var words = []string{
	"accept", "user", "session", "latency=12ms", "cache", "miss", "retry", "shard-7", "region", "ok", "größe", "commit",
}

// writeLog writes a service's log of size bytes, the last line cut where the size ends. A line has about 110 bytes;
// runs of deeper lines, as of a trace, hang under the entries, so that indentation blocks have something to follow. The
// same size gives the same bytes.
func writeLog(w io.Writer, size int64) error {
	r := rand.New(rand.NewPCG(1, 2))
	out := bufio.NewWriterSize(w, 1<<20)
	for entry, deep := int64(0), 0; size > 0; {
		var line []byte
		if deep > 0 {
			deep--
			line = append(line, strings.Repeat("    ", 1+r.IntN(3))+"at service.handler.(*Worker).process, argument "...)
		} else {
			entry++
			if r.IntN(4) == 0 {
				deep = 1 + r.IntN(12)
			}
			line = append(line, "2026-01-01T00:00:00.000Z INFO  request "+strconv.FormatInt(entry, 10)+" handled by "...)
		}
		for range 3 + r.IntN(7) {
			line = append(line, words[r.IntN(len(words))]+" "...)
		}
		line = append(strconv.AppendUint(line, r.Uint64(), 16), '\n')
		line = line[:min(int64(len(line)), size)]
		size -= int64(len(line))
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

func TestWriteLog(t *testing.T) {
	var log, again bytes.Buffer
	if err := errors.Join(writeLog(&log, 1<<20), writeLog(&again, 1<<20)); err != nil {
		t.Fatal(err)
	}
	if log.Len() != 1<<20 || !bytes.Equal(log.Bytes(), again.Bytes()) {
		t.Errorf("%d and %d bytes, or they differ", log.Len(), again.Len())
	}
	lines := strings.Split(log.String(), "\n")
	deep := 0
	for _, l := range lines {
		if strings.HasPrefix(l, "    ") {
			deep++
		}
	}
	if mean := log.Len() / len(lines); mean < 100 || mean > 120 || deep == 0 || deep == len(lines) {
		t.Errorf("%d bytes a line, %d of %d are indented", mean, deep, len(lines))
	}
}
