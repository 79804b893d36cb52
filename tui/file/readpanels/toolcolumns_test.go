package readpanels

import (
	"testing"

	"eyeline/reader/tools"
)

// TestColumnsOfTools: in every width the columns fit, those of a row are as wide as their heads, and on 80 columns,
// where names take 25, all of them are there.
func TestColumnsOfTools(t *testing.T) {
	for _, mode := range []tools.Mode{tools.ModeSlice, tools.ModeBlock} {
		row := &toolRow{
			mode: mode, known: true, agent: "Claude Code", gets: "part, silent", block: "L1,000–L1,200", share: 50,
			lines: 123_456, tokens: "≈23k–33k", calls: "never",
		}
		for width := range 140 {
			cols, over := row.columns(row.texts(), width), (toolRows{mode: mode}).headsOf(width)
			used := -1
			for i, one := range cols {
				if one.Width > 0 {
					used += one.Width + 1
				}
				if over[i].Width != one.Width {
					t.Errorf("%d cells: column %d has %d, its head %d", width, i, one.Width, over[i].Width)
				}
			}
			if used > width && width > 1 {
				t.Errorf("%d cells are used of %d", used, width)
			}
		}
		shown := 0
		for _, one := range row.columns(row.texts(), 80-25-1) {
			if one.Width > 0 {
				shown++
			}
		}
		if want := map[tools.Mode]int{tools.ModeSlice: 6, tools.ModeBlock: 5}[mode]; shown != want {
			t.Errorf("on 80 columns %d are shown, not %d", shown, want)
		}
		row.why = "has no block mode"
		for width := range 140 {
			if cols := row.columns(row.texts(), width); cols[len(cols)-1].Width < 1 {
				t.Errorf("%d cells: no room for why", width)
			}
		}
	}
}

func TestInThousands(t *testing.T) {
	for n, want := range map[int64]string{
		1000: "1k", 1100: "1.1k", 7500: "7.5k", 23_000: "23k", 999_999: "999k", 1_200_000: "1.2M", 12_345_678: "12M",
	} {
		if got := inThousands(n); got != want {
			t.Errorf("%d is %s, not %s", n, got, want)
		}
	}
}
