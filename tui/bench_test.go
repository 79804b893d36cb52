package tui

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/file/document"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/jobs"
)

// millionLines makes a Go-like file of 1,000,000 lines.
func millionLines(b *testing.B) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "big.go")
	var text bytes.Buffer
	text.WriteString("package big\n\n")
	for i := 0; text.Len() < 28<<20; i++ {
		fmt.Fprintf(&text, "// f%d adds.\nfunc f%d(x int) int {\n\tif x > %d {\n\t\treturn x + 1\n\t}\n\n\treturn x\n}\n\n", i, i, i)
	}
	if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil {
		b.Fatal(err)
	}
	return path
}

// live drives a Model in real time, as Bubble Tea does.
type live struct {
	m    *model
	msgs chan tea.Msg
}

func newLive(b *testing.B, path, mode string) *live {
	b.Helper()
	theme, err := themes.New(themes.DefaultDark, themes.TrueColor)
	if err != nil {
		b.Fatal(err)
	}
	doc, err := document.Open(path, document.Options{})
	if err != nil {
		b.Fatal(err)
	}
	r := toolrequest.New()
	if m, ok := toolrequest.ParseMode(mode); ok {
		r = r.WithMode(m)
	}
	l := &live{msgs: make(chan tea.Msg, 4096)}
	l.m = newModel(Options{
		Paths:   []string{path},
		Request: r,
		Panes:   "file", Drawing: cells.Drawing{TabWidth: 4}, Theme: theme,
		Keys: keymap.Default(),
	}, doc)
	b.Cleanup(l.m.close)
	l.run(l.m.Init())
	l.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	return l
}

func (l *live) run(cmd tea.Cmd) {
	if cmd != nil {
		go func() { l.msgs <- cmd() }()
	}
}

func (l *live) send(msg tea.Msg) {
	if batch, ok := msg.(tea.BatchMsg); ok {
		for _, c := range batch {
			l.run(c)
		}
		return
	}
	if msg == nil {
		return
	}
	_, cmd := l.m.Update(msg)
	l.run(cmd)
}

// drain takes in what has come.
func (l *live) drain() {
	for {
		select {
		case msg := <-l.msgs:
			l.send(msg)
		default:
			return
		}
	}
}

// BenchmarkKeyToView is Update and View of keys at 120×40 on 1,000,000 lines, in each mode.
func BenchmarkKeyToView(b *testing.B) {
	for _, mode := range []string{"slice", "block", "bytes"} {
		b.Run(mode, func(b *testing.B) { keyToView(b, mode, "j", "j", "j", "k", "J", "J", "K", "d", "u") })
	}
}

// BenchmarkOrdinaryKey is the same for one key at a time: a line or a screen on, the next window and the one before it,
// another tool, other panes. What a key reads has come before the view is drawn.
func BenchmarkOrdinaryKey(b *testing.B) {
	for _, keys := range [][]string{{"j"}, {"space"}, {"]", "["}, {"t"}, {"p"}} {
		b.Run(keys[0], func(b *testing.B) { keyToView(b, "slice", keys...) })
	}
}

// BenchmarkComparedKey is the same while two tools are compared, at 80 columns: lines are cut there, so that the
// indentation that all have is looked for after each key.
func BenchmarkComparedKey(b *testing.B) {
	keyToViewOf(b, "slice", []string{"C", "enter"}, "j", "j", "k", "J", "K", "d", "u")
}

// keyToView sends keys in their order, again and again.
func keyToView(b *testing.B, mode string, keys ...string) { keyToViewOf(b, mode, nil, keys...) }

// keyToViewOf does so after the keys of first, at 80 columns where there are some.
func keyToViewOf(b *testing.B, mode string, first []string, keys ...string) {
	l := newLive(b, millionLines(b), mode)
	for !l.m.file.Text.File.Arrived || l.m.file.Preview.Reading == nil {
		l.send(<-l.msgs)
	}
	if first != nil {
		l.send(tea.WindowSizeMsg{Width: 80, Height: 40})
	}
	for _, k := range first {
		l.send(key(k))
	}
	for l.m.file.Text.Jobs.Runs(jobs.Compare) || l.m.file.Text.Jobs.Runs(jobs.Differ) {
		l.send(<-l.msgs)
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		l.send(key(keys[i%len(keys)]))
		for l.m.file.Text.File.Awaited() || l.m.file.Text.Jobs.Runs(jobs.Read) {
			l.send(<-l.msgs)
		}
		_ = l.m.View()
		l.drain()
		i++
	}
}

// BenchmarkMixedKeys types 1,000 mixed keys, beginning while the index is being built, and reports how long each took
// from the key to the view that shows it: the screen's own work, without the terminal's.
func BenchmarkMixedKeys(b *testing.B) {
	mixedKeys(b, []string{"j", "pgdown", "k", "d", "tab", "j", "+", "G", "pgup", "g", "p", "j", "p", "p", "w", "]", "t", "a", "W", "n"})
}

// BenchmarkKeysWhileTuning does so while the blocks of an anchor, their tokens, the arguments for marked lines and the
// symbols of the file are being computed, and while two sets of options are compared.
func BenchmarkKeysWhileTuning(b *testing.B) {
	mixedKeys(b, []string{
		"5", "0", "3", "G", "I", "j", "G", "k", "+", "g", "-", "j", "enter", // blocks: among them all of the file
		"V", "d", "d", "S", "j", "k", "j", "esc", "esc", // reads that give marked lines
		"O", "down", "pgdown", "up", "esc", // symbols
		"C", "enter", "j", "pgdown", "+", "tab", "-", "esc", // with itself
		"pgdown", "pgup", "j", "k", "w", "]",
	})
}

// mixedKeys types keys again and again, 1,000 in all, and reports how long each took.
func mixedKeys(b *testing.B, keys []string) {
	path := millionLines(b)
	for b.Loop() {
		l := newLive(b, path, "block")
		var took []time.Duration
		for i := range 1000 {
			start := time.Now()
			l.send(key(keys[i%len(keys)]))
			for l.m.file.Text.File.Awaited() {
				l.send(<-l.msgs)
			}
			_ = l.m.View()
			took = append(took, time.Since(start))
			l.drain()
		}
		slices.Sort(took)
		for _, p := range []int{50, 95, 99} {
			b.ReportMetric(float64(took[len(took)*p/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", p))
		}
		b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "max-ms")
		l.m.close()
	}
}
