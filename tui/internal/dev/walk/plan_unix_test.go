//go:build unix

package walk

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// plan is a walk before it is made.
type plan struct {
	Seed          uint64
	Screen        string
	Width, Height int
	Answers       string // how the terminal answers questions, one of howAnswered
	Env           string // of the program, beside the usual
	Inputs        int    // in the steps
	// Steps are what is done: text in quotation marks is typed at once, "resize WxH" and "pause TIME" are what they
	// say.
	Steps []string
}

var howAnswered = []string{"at once", "late", "in pieces", "never"}

// String is what -replay reads.
func (p *plan) String() string {
	text, _ := json.MarshalIndent(p, "", " ")
	return string(text)
}

// without is the plan without the steps [from, to).
func (p *plan) without(from, to int) *plan {
	less := *p
	less.Steps = slices.Delete(slices.Clone(p.Steps), from, min(to, len(p.Steps)))
	return &less
}

// generator chooses what is done in a walk.
type generator struct {
	*rand.Rand
	keys          []string
	width, height int
}

func newPlan(seed uint64, inputs int, screens []screen) *plan {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), keys: everyKey()}
	width, height := g.size()
	p := &plan{
		Seed: seed, Screen: one(g, screens...).name, Width: width, Height: height, Inputs: inputs,
		Answers: one(g, howAnswered...),
		Env:     one(g, "COLORTERM=truecolor", "COLORTERM=", "TERM=xterm", "NO_COLOR=1", "LC_ALL=C"),
	}
	for done := 0; done < inputs; {
		n := one(g, 1, 1, 1, 2, 3, 8)
		typed := ""
		for range min(n, inputs-done) {
			typed += g.input()
		}
		switch done += n; {
		case g.IntN(25) == 0:
			width, height := g.size()
			p.Steps = append(p.Steps, fmt.Sprintf("resize %dx%d", width, height))
		case g.IntN(25) == 0:
			p.Steps = append(p.Steps, fmt.Sprintf("pause %dms", one(g, 20, 50, 200, 600)))
		}
		p.Steps = append(p.Steps, strconv.QuoteToASCII(typed))
		if g.IntN(25) == 0 { // Ctrl-C while the command waits for Enter
			p.Steps = append(p.Steps, strconv.Quote(one(g, "!", "|.")+one(g, commands...)+"\r"), `"\x03"`)
		}
	}
	return p
}

// interrupted makes of the plan one that starts commands, most with lines of the file, and presses Ctrl-C at random
// moments: while the terminal is given away, while the command starts, runs or waits for Enter, and when it has ended.
func (p *plan) interrupted() {
	g := &generator{Rand: rand.New(rand.NewPCG(p.Seed, 2))}
	p.Steps = nil
	for range p.Inputs {
		start := one(g, "|.", "|.", "!") + one(g, "many", "many", "slow", "read", "say") + "\r"
		if g.IntN(3) == 0 {
			p.Steps = append(p.Steps, strconv.Quote(start+"\x03"))
			continue
		}
		p.Steps = append(p.Steps, strconv.Quote(start), fmt.Sprintf("pause %dms", g.IntN(120)), `"\x03"`)
	}
}

// one chooses one of several.
func one[T any](g *generator, of ...T) T { return of[g.IntN(len(of))] }

// size is from 10 to 200 columns and from 3 to 60 rows, or one row.
func (g *generator) size() (width, height int) {
	g.width, g.height = 10+g.IntN(191), 3+g.IntN(58)
	if most := 40; g.IntN(2) == 0 {
		g.width, g.height = min(g.width, 60+g.IntN(most)), min(g.height, 10+g.IntN(most))
	}
	if g.IntN(12) == 0 {
		g.height = 1
	}
	return g.width, g.height
}

// input is what one input types.
func (g *generator) input() string {
	switch n := g.IntN(100); {
	case n < 56:
		return one(g, "", "", "", "", "", "3", "12", "2000") + keyBytes(one(g, g.keys...))
	case n < 66:
		return one(g, "/", "?", "&", ":", "e", "m", "'", "o", "L", "O", "|.") + one(g, typedTexts...) + one(g, "\r", "\r", "")
	case n < 76:
		return g.mouse()
	case n < 80:
		return "\x1b[200~" + one(g, pastedTexts...) + one(g, "\x1b[201~", "\x1b[201~", "\x1b[201~", "")
	case n < 84:
		return one(g, "!", "|.", "|a") + one(g, commands...) + "\r" + one(g, "", "", "\r", "\x03", "x\r")
	case n < 86:
		return one(g, "v", "\x1a", "\x1a\x1a")
	case n < 93:
		return one(g, sequenceParts...)
	}
	return one(g, "j", " ", "\r", "G", "g", "p", "é", "日本", "e\u0301", "\xe6", "\xff", "\x00", "\u202e", "x", "1")
}

// mouse is a click, a turn of the wheel, or a drag, mostly on the screen.
func (g *generator) mouse() string {
	x, y := 1+g.IntN(g.width+2), 1+g.IntN(g.height+2)
	switch g.IntN(3) {
	case 0:
		return fmt.Sprintf("\x1b[<%d;%d;%dM", one(g, 64, 65, 64, 65, 66, 67, 68, 81), x, y)
	case 1:
		return fmt.Sprintf("\x1b[<%[1]d;%[2]d;%[3]dM\x1b[<%[1]d;%[2]d;%[3]dm", one(g, 0, 0, 0, 1, 2, 16), x, y)
	}
	drag := fmt.Sprintf("\x1b[<0;%d;%dM", x, y)
	for range 1 + g.IntN(4) {
		x, y = 1+g.IntN(g.width+2), 1+g.IntN(g.height+2)
		drag += fmt.Sprintf("\x1b[<32;%d;%dM", x, y)
	}
	return drag + one(g, fmt.Sprintf("\x1b[<0;%d;%dm", x, y), "")
}

// sequenceParts are Escape, beginnings of sequences, and sequences that are no keys.
var sequenceParts = []string{
	"\x1b", "\x1b\x1b", "\x1b[", "\x1bO", "\x1b[<65;1", "\x1b[1;", "\x1b]11;rgb:ff", "\x1bP", "\x1b[99~", "\x1b[?62c",
	"\x1b[?1;2n", "B",
}

// typedTexts are typed at prompts and in lists.
var typedTexts = []string{
	"", "func", ".", "[", "(a|b)*$", "日", "e\u0301", "\xff", "a", "n", "p", "100", "50%", "@100", "@0x1000", "@1MiB",
	"x", "hex", "encoding latin-1", "encoding utf-16le", "encoding auto", "e wide.txt", "e empty.txt", "e nothing",
	"e hostile.txt", "e sub/a.go.gz", "HEAD:server.go", "e HEAD~1:server.go", "e HEAD:", "there", "new.txt",
	"sub", "!func", "/needle", "..", "~", "q1\x15", "c\x7f\x17",
}

// pastedTexts are pasted anywhere.
var pastedTexts = []string{
	"text", "two\nlines\r\n", "jjj", "q", "\x1b]52;c;QQ==\x07\u202e", "\x9b31m", "\x1b[31mred",
	"日本語 e\u0301", "\x03", strings.Repeat("a long paste ", 300),
}

// commands are for the shell, which is a script that does a few things with a name and nothing with any other.
var commands = []string{"true", "false", "say", "say", "read", "slow", "stty", "many", "!", "say %", ""}
