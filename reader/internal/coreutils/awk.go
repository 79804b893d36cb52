package coreutils

import (
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/internal/awk"
)

// runAwk imitates awk, as far as package awk does.
func runAwk(c *Call, o options) int {
	assigns := func(name string) bool { return strings.Contains(name, "=") }
	if o.scripts == nil || slices.ContainsFunc(o.files, assigns) {
		return c.Unknown("no script, or with assignments among the files")
	}

	script, bad := awk.Parse(o.scripts[0])
	if bad != "" {
		return c.Unknown("the script at " + strconv.Quote(bad[:min(len(bad), 40)]))
	}

	out := &awkOutput{call: c, keeps: script.HasEnd()}
	out.run = script.NewRun(out)
	for _, f := range o.flags {
		name, value, assigned := strings.Cut(f.value, "=")
		switch {
		case f.name == "F":
			if !isSeparator(f.value) {
				return c.Unknown("-F " + f.value)
			}
			out.run.SetText("FS", strings.ReplaceAll(f.value, `\t`, "\t"))
		case !assigned || strings.Contains(value, `\`) || !awk.CanSet(name):
			return c.Unknown("-v " + f.value)
		default:
			out.run.Set(name, value)
		}
	}

	return out.runOver(script, o.files)
}

// isSeparator reports whether all awks agree about a value of -F: "t" is a tab to some, and they differ about two
// backslashes.
func isSeparator(value string) bool {
	return value != "t" && (value == `\\` || !strings.Contains(value, `\\`))
}

// awkOutput is an awk.Output that knows the input line that the script prints.
type awkOutput struct {
	call *Call
	run  *awk.Run
	line line
	// keeps: the last line is still needed after its input has ended.
	keeps bool

	closed bool // the reader of the output wants no more
}

// runOver runs the script over the operands.
func (a *awkOutput) runOver(script *awk.Script, operands []string) int {
	c, r, number := a.call, a.run, 0.0
	failed := 0
	r.All("BEGIN", nil)

	if !r.Exits && script.ReadsLines() {
		failed = c.each(operands, func(o operand) next {
			ofFile := 0.0
			r.SetText("FILENAME", o.name)
			c.eachLine(o.read, maxLine, func(l line) bool {
				number++
				ofFile++
				if a.line = l; a.keeps {
					a.line = l.Clone()
				}

				r.SetNumber("NR", number)
				r.SetNumber("FNR", ofFile)
				r.All("", l.text)
				return !r.Exits && !a.closed
			})
			if r.Exits || o.directory {
				return stop
			}

			return whileRead(!a.closed)
		})
	}

	if failed > 0 {
		return max(r.Status, failed)
	}

	r.Exits = false
	r.All("END", a.line.text)
	return r.Status
}

// Text implements awk.Output: it writes a text in place of the line.
func (a *awkOutput) Text(text string) {
	p := Literal(text)
	if len(a.line.pieces) > 0 {
		p = a.line.Replaced(p.Text)
	}
	a.stopUnless(a.call.Out(p))
}

// Line implements awk.Output: it writes the line unchanged.
func (a *awkOutput) Line() {
	if ors := a.run.RecordEnd(); ors != "\n" || len(a.line.pieces) == 0 {
		a.Text(string(a.line.text) + ors)
		return
	}
	a.stopUnless(a.call.WriteWhole(a.line))
}

// stopUnless ends the run if the reader of the output wants no more.
func (a *awkOutput) stopUnless(reads bool) {
	if a.closed = a.closed || !reads || a.call.err != nil; a.closed {
		a.run.End()
	}
}

// Unknown implements awk.Output: it ends the evaluation.
func (a *awkOutput) Unknown(what string) { a.call.Unknown(what) }

// Looks implements awk.Output.
func (a *awkOutput) Looks(n int64) { a.call.CountWork(n) }
