package agents

import (
	"errors"
	"io"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

var errBroken = errors.New("input/output error")

// breaking is a source of which every read fails after the first ones.
type breaking struct {
	source.Bytes
	good, failed int
}

func (b *breaking) ReadAt(p []byte, off int64) (int, error) {
	if b.good--; b.good < 0 {
		b.failed++
		return 0, errBroken
	}
	return b.Bytes.ReadAt(p, off)
}

// A file that cannot be read on fails the read, whichever of its reads that is, and is soon no longer read.
func TestAReadThatFailsFailsTheAnswer(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	texts := map[string]string{
		"lines":  strings.Repeat("line of a text\n", 20000),
		"binary": "\x7fELF\x00\x00" + strings.Repeat("\x00\x01", 3000),
	}
	values := []tools.Values{nil, {"offset": 16, "limit": 64}, {"tail": 3}, {"tail": 18000}}
	for name, text := range texts {
		for _, tool := range tools.AllVersions() {
			for _, v := range values {
				for flag := range v {
					if _, ok := tool.Param(flag); !ok {
						v = nil
					}
				}
				for good := range 40 {
					b := &breaking{Bytes: toolstest.View(text), good: good}
					args := tools.BuildArgs(tool, "/f", v)
					r, err := tool.Read(t.Context(), tools.Env{Stream: b}, args)
					if err == nil {
						_, err = r.Render(t.Context(), io.Discard)
						_ = r.Close()
					}
					if b.failed == 0 {
						break
					}
					if err == nil || b.failed > 8 {
						t.Errorf("%s %s: %s: after %d reads: %v, %d reads failed", tool.Name, args, name, good, err, b.failed)
					}
				}
			}
		}
	}
}
