package agents

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/source"
	"eyeline/reader/source/sourcetest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// longLine is a text of one line between two short ones: 24 MiB without a line end.
type longLine struct{}

const longLineSize = 24 << 20

func (longLine) ReadAt(p []byte, off int64) (int, error) {
	sourcetest.Repeat(p, off, "x")
	for _, at := range []int64{5, longLineSize - 6} {
		if at >= off && at < off+int64(len(p)) {
			p[at-off] = '\n'
		}
	}
	return len(p), nil
}

// No tool keeps a line, or a file, in memory: what is allocated does not grow with them.
func TestNoToolHoldsALine(t *testing.T) {
	longtest.SkipUnlessLong(t)
	env := tools.Env{Root: t.TempDir(), Stream: source.View(longLine{}, longLineSize)}
	for _, tool := range tools.AllVersions() {
		for _, size := range []int64{0, 2} {
			values := tools.Values{}
			if p, ok := tool.WindowParams(tools.ModeSlice); ok && size > 0 {
				if p.SetStart(values, 1); p.Sizable() {
					p.SetCount(values, size)
				}
				p.Complete(values)
			}
			args := tools.BuildArgs(tool, "/f.txt", values)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			r, err := tool.Read(t.Context(), env, args)
			if err == nil {
				_, err = r.Render(t.Context(), io.Discard)
				_ = r.Close()
			}
			var refusal *tools.Error
			if err != nil && !errors.As(err, &refusal) {
				t.Errorf("%s %s: %v", tool.Name, args, err)
			}
			runtime.ReadMemStats(&after)
			if grown := after.TotalAlloc - before.TotalAlloc; grown > longLineSize/2 {
				t.Errorf("%s %s: %d KiB were allocated for %d KiB (%.80s)", tool.Name, args, grown>>10, longLineSize>>10, strings.TrimSpace(errText(err)))
			}
		}
	}
}

func errText(err error) string {
	if err == nil {
		return "read"
	}
	return err.Error()
}

// A line with a data URI is held once.
func TestALongDataURIIsHeldOnce(t *testing.T) {
	const size = 16 << 20
	text := "data:image/png;base64," + strings.Repeat("A", 2048) + strings.Repeat(" text", size/5) + "\n"
	tool, _ := tools.Lookup("grok_build")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := tool.Read(t.Context(), tools.Env{Root: t.TempDir(), Stream: toolstest.View(text)}, []byte(`{"target_file":"f"}`))
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > size*5/4 || !strings.Contains(errText(err), "tokens") {
		t.Errorf("%d KiB were allocated for %d KiB (%.100s)", grown>>10, size>>10, errText(err))
	}
}
