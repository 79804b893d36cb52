//go:build unix

package peers

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// steps are what is measured, in the order of the table's columns.
var steps = []string{"first screen", "end", "line", "search", "key to screen", "leaving", "bytes a line", "peak MiB"}

// measurement collects the figures of all pagers on one input.
type measurement struct {
	ctx     context.Context
	input   input
	figures map[cell][]float64
	given   map[cell]bool // what was given up: it is not tried again
}

// cell is where a figure goes in the table.
type cell struct{ pager, step string }

func (m *measurement) add(p pager, step string, v float64) {
	c := cell{p.name, step}
	m.figures[c] = append(m.figures[c], v)
}

// step waits for a text on the screen and keeps the time since began; false when it did not come.
func (m *measurement) step(p pager, s *session, name string, began time.Time, shown func(text) bool) bool {
	at, ok := s.until(*patience, shown)
	if !ok {
		m.given[cell{p.name, name}] = true
		return false
	}
	m.add(p, name, milliseconds(at.Sub(began)))
	return true
}

// begins reports whether the first screen of the input is shown.
func (m *measurement) begins(t text) bool {
	return t.has(m.input.first) && (m.input.middle == 0 || t.rows() >= 33)
}

// measure plays one round of a pager: each step that changes what the next would find cached is in a process of its
// own.
func (m *measurement) measure(p pager) {
	in := m.input
	for _, plan := range []struct {
		step, keys, text string
	}{
		{"end", p.end, in.last},
		{"line", p.keys(p.jump, strconv.FormatInt(in.middle, 10), ""), in.there},
		{"search", p.keys(p.search, "", in.pattern), in.pattern},
	} {
		if m.given[cell{p.name, "first screen"}] || m.given[cell{p.name, plan.step}] ||
			plan.step != "search" && in.middle == 0 {
			continue
		}
		s, err := begin(m.ctx, append(slices.Clone(p.command), in.path))
		if err != nil {
			return
		}
		full := func(t text) bool { return p.anywhere && t.rows() > 20 || m.begins(t) }
		reached := false
		if m.step(p, s, "first screen", s.began, full) {
			time.Sleep(50 * time.Millisecond)
			began := s.typeKeys(plan.keys)
			reached = m.step(p, s, plan.step, began, func(t text) bool { return t.abovePrompt().has(plan.text) })
		}
		if plan.step == "search" {
			time.Sleep(time.Second) // the lines are counted, and the matches
			m.add(p, "peak MiB", float64(s.peak())/(1<<20))
		}
		if took, left := s.end(p.quit); left {
			m.add(p, "leaving", milliseconds(took))
		}
		if reached && plan.step == "end" && in.middle > 0 { // a process of its own: less still counts lines in the other
			m.scroll(p)
		}
	}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// print writes the table of medians.
func (m *measurement) print(out io.Writer, all []pager) {
	info, err := os.Stat(m.input.path)
	if err != nil {
		return
	}
	fmt.Fprintf(out, "\n%s (%.2f GiB), times in ms:\n\n| pager | %s |\n|---%s|\n", m.input.name,
		float64(info.Size())/(1<<30), strings.Join(steps, " | "), strings.Repeat("|---:", len(steps)))
	for _, p := range all {
		fmt.Fprintf(out, "| %s ", p.name)
		for _, step := range steps {
			values := m.figures[cell{p.name, step}]
			switch {
			case m.given[cell{p.name, step}]:
				fmt.Fprintf(out, "| > %.0f ", float64(patience.Milliseconds()))
			case len(values) == 0:
				fmt.Fprint(out, "| – ")
			case median(values) < 0: // before the last key
				fmt.Fprint(out, "| while typing ")
			default:
				fmt.Fprintf(out, "| %s ", figure(median(values)))
			}
		}
		fmt.Fprintln(out, "|")
	}
	m.printRatios(out, all)
	m.printTail(out, all)
}

// printTail writes how long the slowest of twenty keys took of those that scrolled by a line.
func (m *measurement) printTail(out io.Writer, all []pager) {
	var words []string
	for _, p := range all {
		if keys := slices.Sorted(slices.Values(m.figures[cell{p.name, "key to screen"}])); len(keys) > 0 {
			words = append(words, fmt.Sprintf("%s %s", p.name, figure(keys[len(keys)*95/100])))
		}
	}
	if len(words) > 0 {
		fmt.Fprintf(out, "\nkey to screen, 95th percentile in ms: %s\n", strings.Join(words, ", "))
	}
}

// printRatios writes a row of how much the first pager takes of what less takes, in the same run: such figures of two
// machines can be compared, times cannot.
func (m *measurement) printRatios(out io.Writer, all []pager) {
	i := slices.IndexFunc(all, func(p pager) bool { return p.name == "less -S" })
	if i < 1 {
		return
	}
	fmt.Fprintf(out, "| %s / %s ", all[0].name, all[i].name)
	for _, step := range steps {
		ours, theirs := m.figures[cell{all[0].name, step}], m.figures[cell{all[i].name, step}]
		if len(ours) == 0 || len(theirs) == 0 || median(theirs) <= 0 || median(ours) < 0 {
			fmt.Fprint(out, "| – ")
			continue
		}
		fmt.Fprintf(out, "| %s ", figure(median(ours)/median(theirs)))
	}
	fmt.Fprintln(out, "|")
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

func figure(v float64) string {
	switch {
	case v < 10:
		return strconv.FormatFloat(v, 'f', 2, 64)
	case v < 100:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 0, 64)
}
