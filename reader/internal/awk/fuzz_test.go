package awk

import (
	"bytes"
	"testing"
)

// counted is an output that ends a run after some work.
type counted struct {
	run     *Run
	left    int64
	unknown string
	printed int
}

func (c *counted) Line() { c.printed++ }

func (c *counted) Text(text string) { c.printed += len(text) }

func (c *counted) Unknown(what string) { c.unknown = what }

func (c *counted) Looks(n int64) {
	if c.left -= n; c.left < 0 {
		c.run.End()
	}
}

// FuzzScript: a script of any text is refused or run over any lines, to an end, without a panic.
func FuzzScript(f *testing.F) {
	for _, seed := range []string{
		`NR==2`, `{print $1, $NF}`, `/a/,/b/{print NR": "$0; x++}`, `BEGIN{FS=","} $2 ~ "a+" {n += $3} END{print n/NR, n%7}`,
		`{printf "%5.2f|%-10s|%d\n", $1, $2, $3; next} {exit 3}`, `length($0) > 3 && !($1 == -1) || $2 < "b" {print $1 ? "y" : "n"}`,
		`if`, `{if (x) {print} else if (y) print "a" "b"; else print}`, `BEGIN{print 1/0}`, `{print $-1}`, `{$1="x"; print}`, `"`, `/[/`,
	} {
		f.Add(seed, "a,b,3\n1 2 3 é\n\n-0x1 1e9 nan\n")
	}
	f.Fuzz(func(t *testing.T, text, input string) {
		if len(text) > 500 || len(input) > 500 {
			t.Skip()
		}
		script, bad := Parse(text)
		if (script == nil) != (bad != "") {
			t.Fatalf("%q: %v %q", text, script, bad)
		}
		if script == nil {
			return
		}
		out := &counted{left: 1 << 20}
		out.run = script.NewRun(out)
		out.run.All("BEGIN", nil)
		for line := range bytes.SplitSeq([]byte(input), []byte("\n")) {
			if out.run.Exits || out.run.ended {
				break
			}
			out.run.All("", line)
		}
		if !out.run.ended {
			out.run.All("END", nil)
		}
		if out.run.Status < 0 || out.run.Status > 255 {
			t.Fatalf("%q: status %d", text, out.run.Status)
		}
	})
}
