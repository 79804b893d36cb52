package tui

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/file/layout"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/terminal/paint"
)

// BenchmarkScrolledLine is all that a key which scrolls by a line takes: Update, View, and what the terminal gets.
// Besides the time it reports the bytes of a line. The log has no colours, the code has; "below" is below the window of
// the tool, "window" inside it, "both" with what the tool gives beside it, and "pager" is without a tool.
func BenchmarkScrolledLine(b *testing.B) {
	var log, code bytes.Buffer
	for n := range 200_000 {
		fmt.Fprintf(&log, "id=%010d 2026-11-20T12:%02d:%02d.%03dZ INFO worker-%02d request served in %d ms, %d bytes, path=/api/v1/items/%d\n", n, n/60%60, n%60, n%1000, n%16, n*7%900, n*31%65536, n*13%100000)
	}
	code.WriteString("package code\n\n")
	for n := range 40_000 {
		fmt.Fprintf(&code, "// f%d adds.\nfunc f%d(a, b int) (int, error) {\n\tif a > b {\n\t\treturn a*%d, errors.New(\"text %d\")\n\t}\n\treturn b, nil // %d\n}\n\n", n, n, n%97, n, n)
	}
	for _, c := range []struct {
		name          string
		text          []byte
		width, height int
		below, noTool bool
	}{
		{"log/window", log.Bytes(), 120, 40, false, false},
		{"log/below", log.Bytes(), 120, 40, true, false},
		{"log/pager", log.Bytes(), 120, 40, true, true},
		{"log/pager-200x60", log.Bytes(), 200, 60, true, true},
		{"code/window", code.Bytes(), 120, 40, false, false},
		{"code/below", code.Bytes(), 120, 40, true, false},
		{"code/below-200x60", code.Bytes(), 200, 60, true, false},
		{"code/both-200x60", code.Bytes(), 200, 60, false, false},
		{"code/pager", code.Bytes(), 120, 40, true, true},
		{"code/pager-200x60", code.Bytes(), 200, 60, true, true},
	} {
		b.Run(c.name, func(b *testing.B) {
			name := "log.txt"
			if strings.HasPrefix(c.name, "code") {
				name = "code.go"
			}
			path := filepath.Join(b.TempDir(), name)
			if err := os.WriteFile(path, c.text, 0o644); err != nil {
				b.Fatal(err)
			}
			l := newLive(b, path, "slice")
			if c.noTool {
				l.run(l.m.file.ToolPanels.Tools.TurnToolOff())
			}
			if strings.Contains(c.name, "both") {
				l.m.file.Panes.ShowPanes(layout.Both)
			}
			l.send(tea.WindowSizeMsg{Width: c.width, Height: c.height})
			for counted := false; !counted || l.m.file.Text.File.Awaited() || l.m.file.Text.Colours.Lexer == nil || !c.noTool && (l.m.file.Preview.Reading == nil || l.m.file.Preview.Reading.Tokens.Count == 0); {
				l.send(<-l.msgs)
				_, counted = l.m.file.Text.Doc.Shown().TotalLines()
			}
			out := &paint.Screen{}
			out.Raw = true
			lines, sent := 0, 0
			var buf []byte
			press := func(k tea.Msg, scrolls bool) {
				top := l.m.file.Text.File.Top
				l.send(k)
				for l.m.file.Text.File.Awaited() || len(l.m.typed.keys) > 0 || scrolls && l.m.file.Text.File.Top == top { // a page is to come
					l.send(<-l.msgs)
				}
				buf = out.Update(buf[:0], slices.Clone(l.m.Rows()))
				sent += len(buf)
				l.drain()
			}
			begin := func() {
				press(key("g"), false)
				if c.below {
					for _, k := range []string{"5", "0", "0", "0", "G", "6", "0", "k"} { // the cursor at the top, where it is carried along
						press(key(k), false)
					}
				}
				for l.m.file.Text.Jobs.Runs(jobs.Colour) { // all lines from the start of the file
					l.send(<-l.msgs)
				}
			}
			begin()
			sent = 0
			down := tea.Msg(key("J"))
			b.ReportAllocs()
			for b.Loop() {
				if lines++; lines%1_000 == 0 {
					begin()
				}
				press(down, true)
			}
			b.ReportMetric(float64(sent)/float64(lines), "B/line")
		})
	}
}
