// Package recorded makes recorded runs of agents of any size, for tests and measurements. The same options give the same
// bytes. The files that are read in them do not exist.
package recorded

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"time"
)

// Options say what is made.
type Options struct {
	Format string // "claude-code", "codex" or "pi"
	Size   int64  // in bytes; the run ends with the first call that reaches it
	Calls  int    // or with this many calls, when it is more than 0
	Files  int    // how many files are read; 40 when 0
	Seed   uint64
}

// Write writes a run to w and returns how many calls it has.
func Write(w io.Writer, o Options) (calls int, err error) {
	g := &generator{
		w:    bufio.NewWriterSize(w, 256<<10),
		rng:  rand.New(rand.NewPCG(o.Seed, 1)),
		at:   time.Date(2026, 11, 21, 14, 0, 0, 0, time.UTC),
		over: max(o.Files, 0),
	}
	if g.over == 0 {
		g.over = 40
	}
	head, call, err := g.format(o.Format)
	if err != nil {
		return 0, err
	}
	for head(); g.err == nil && (o.Calls > 0 && calls < o.Calls || o.Calls <= 0 && g.written < o.Size); calls++ {
		g.at = g.at.Add(time.Duration(100+g.rng.IntN(5000)) * time.Millisecond)
		call(calls)
	}
	if g.err == nil {
		g.err = g.w.Flush()
	}
	return calls, g.err
}

func (g *generator) format(name string) (head func(), call func(n int), err error) {
	switch name {
	case "claude-code":
		return func() {}, g.claude, nil
	case "codex":
		return g.codexHead, g.codex, nil
	case "pi":
		return g.piHead, g.pi, nil
	}
	return nil, nil, fmt.Errorf("no generator for %q", name)
}

type generator struct {
	w       *bufio.Writer
	rng     *rand.Rand
	at      time.Time
	over    int // files
	written int64
	err     error
	buf     []byte
}

func (g *generator) line(format string, args ...any) {
	if g.err != nil {
		return
	}
	g.buf = append(fmt.Appendf(g.buf[:0], format, args...), '\n')
	n, err := g.w.Write(g.buf)
	g.written += int64(n)
	g.err = err
}

func (g *generator) now() string { return g.at.Format("2006-01-02T15:04:05.000Z") }

// window is a part of a file that a call reads.
type window struct {
	path         string
	first, count int
}

func (g *generator) window() window {
	w := window{path: fmt.Sprintf("/home/ada/garden/pkg%02d/file%03d.go", g.rng.IntN(9), g.rng.IntN(g.over)), first: 1 + 40*g.rng.IntN(20)}
	// Most reads are short, few are long.
	w.count = 5 + int(g.rng.ExpFloat64()*60)
	w.count = min(w.count, 2000)
	return w
}

// code is the line n of the file at path, without its end. It depends on nothing else.
func code(path string, n int) string {
	words := [...]string{"seed", "plot", "water", "harvest", "shelf", "row", "label", "stock", "frost", "bed"}
	h := uint64(n)*0x9e3779b97f4a7c15 + uint64(len(path))*31 + uint64(path[len(path)-4])
	for _, b := range []byte(path) {
		h = h*131 + uint64(b)
	}
	pick := func() string { h ^= h >> 13; h *= 0xff51afd7ed558ccd; return words[h>>33%10] }
	switch h >> 40 % 7 {
	case 0:
		return ""
	case 1:
		return "\t}"
	case 2:
		return fmt.Sprintf("func (g *Garden) %s(%s string) error {", pick(), pick())
	case 3:
		return fmt.Sprintf("\tif err := g.%s(%q); err != nil {", pick(), pick()+" "+pick())
	case 4:
		return fmt.Sprintf("\t\treturn fmt.Errorf(\"%s %s: %%w\", err)", pick(), pick())
	case 5:
		return fmt.Sprintf("\t// %s waits until the %s is as dry as the %s — then it goes on.", pick(), pick(), pick())
	}
	return fmt.Sprintf("\tg.%s[%d] = append(g.%s, %q)", pick(), n, pick(), pick())
}

// texts gives the window as a numbered text and as a bare one.
func (w window) texts() (numbered, bare string) {
	var a, b []byte
	for n := w.first; n < w.first+w.count; n++ {
		if n > w.first {
			a, b = append(a, '\n'), append(b, '\n')
		}
		line := code(w.path, n)
		a = append(append(strconv.AppendInt(a, int64(n), 10), '\t'), line...)
		b = append(b, line...)
	}
	return string(a), string(b)
}

func quote(s string) []byte {
	p, err := json.Marshal(s)
	if err != nil { // a string always can be
		panic(err)
	}
	return p
}
