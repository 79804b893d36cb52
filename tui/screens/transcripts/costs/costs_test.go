package costs

import (
	"testing"

	"eyeline/reader/transcript/runcost"
)

// TestRowsAddUp: the rows of a cost are its files, and what is left of the results besides them, if anything is.
func TestRowsAddUp(t *testing.T) {
	for results, rows := range map[int64]int{100: 3, 30: 2} {
		cost := &runcost.Cost{Results: results, Files: []runcost.FileCost{{Path: "a", Tokens: 20}, {Path: "b", Tokens: 10}}}
		all := costRows(cost)
		sum := int64(0)
		for _, row := range all {
			sum += row.Tokens
		}
		if sum != results || len(all) != rows || all[len(all)-1].isRest != (rows == 3) {
			t.Errorf("of %d: %+v", results, all)
		}
	}
}
