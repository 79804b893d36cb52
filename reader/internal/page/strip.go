package page

import (
	"slices"
	"strings"
)

// legendOf returns the states to explain below a table, if it has strips with several states.
func legendOf(t *Table) (legend []State) {
	var used [len(states)]bool
	for _, row := range t.Rows {
		for _, cell := range row.Cells {
			if cell.Strip == nil {
				continue
			}

			used[Lost] = used[Lost] || !cell.Strip.Bar
			for _, part := range cell.Strip.Parts {
				used[part.State] = used[part.State] || part.From < part.To
			}
		}
	}

	for state, is := range used {
		if is {
			legend = append(legend, State(state))
		}
	}

	if len(legend) == 1 || slices.Equal(legend, []State{Given, Lost}) {
		return nil
	}

	return legend
}

// stripWidth is the number of signs of a strip in Markdown.
const stripWidth = 20

// signs returns a strip as signs: each shows the state of most of its part, but a state of cut, changed or unknown
// lines takes precedence.
func (s *Strip) signs() string {
	var b strings.Builder
	for i := range stripWidth {
		from := float64(i) / stripWidth
		to := float64(i+1) / stripWidth
		var shares [len(states)]float64
		shares[Lost] = to - from

		for _, part := range s.Parts {
			n := max(min(part.To, to)-max(part.From, from), 0)
			shares[part.State] += n
			shares[Lost] -= n
		}

		most := State(slices.Index(shares[:], slices.Max(shares[:])))
		for _, grave := range []State{Unknown, Changed, Cut} {
			if shares[grave] > 0 {
				most = grave
			}
		}

		if s.Bar && most == Lost {
			break
		}

		b.WriteString(states[most].sign)
	}

	return b.String()
}
