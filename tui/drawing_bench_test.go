package tui

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/tui/terminal"
)

// BenchmarkScrolledLine is all that a key which scrolls by a line takes at 120×40 in a log: Update, View, and what the terminal
// gets. Besides the time it reports the bytes of a line.
func BenchmarkScrolledLine(b *testing.B) {
	path := filepath.Join(b.TempDir(), "log.txt")
	var log bytes.Buffer
	for n := range 200_000 {
		fmt.Fprintf(&log, "id=%010d 2026-11-20T12:%02d:%02d.%03dZ INFO worker-%02d request served in %d ms, %d bytes, path=/api/v1/items/%d\n", n, n/60%60, n%60, n%1000, n%16, n*7%900, n*31%65536, n*13%100000)
	}
	if err := os.WriteFile(path, log.Bytes(), 0o644); err != nil {
		b.Fatal(err)
	}
	l := newLive(b, path, "slice")
	for !l.m.file.Arrived() || l.m.reading == nil {
		l.send(<-l.msgs)
	}
	out := terminal.NewScreen()
	out.Raw = true
	out.UseRegister()
	b.ReportAllocs()
	lines, sent := 0, 0
	for b.Loop() {
		if lines++; lines%100_000 == 0 {
			l.send(key("g"))
		}
		l.send(key("J"))
		for l.m.file.Awaited() {
			l.send(<-l.msgs)
		}
		sent += len(out.Update(nil, strings.Split(l.m.View(), "\n")))
		l.drain()
	}
	b.ReportMetric(float64(sent)/float64(lines), "B/line")
}
