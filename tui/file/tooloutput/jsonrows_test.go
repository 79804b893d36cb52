package tooloutput

import (
	"slices"
	"testing"

	"eyeline/reader/tools"
)

// TestRowsOfJSON: a row ends after the letters that stand for the end of a line, and nothing else is touched.
func TestRowsOfJSON(t *testing.T) {
	for text, want := range map[string][]string{
		`{"a":"one\ntwo \\n\n"}`:   {`{"a":"`, `one\n`, `two \\n\n`, `"}`},
		`[{"a":"x","b":"1\n2"},0]`: {`[{"a":"x","b":"`, `1\n`, `2`, `"},0]`},
		`["no end"]`:               {`["no end"]`},
		`{"broken":"\n`:            nil,
		"{\n}":                     nil,
	} {
		var got []string
		for _, row := range jsonRows([]byte(text)) {
			got = append(got, string(row))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestRunsInJSON finds lines by the numbers that the tool puts before them, and none where a number is not there.
func TestRunsInJSON(t *testing.T) {
	format := &tools.LineFormat{Prefix: tools.Numbered(-1, " | ")}
	rows := [][]byte{
		[]byte(`[{"result":"`), []byte(`  1 | one\n`), []byte(`  2 | two\n`), []byte(`\n`), []byte(`...[truncated]...\n`), []byte(`\n`),
		[]byte(`ne\n`), []byte(` 99 | x\n`), []byte(`100 | y`), []byte(`"}]`),
	}
	first, next := findRun(format, rows, 0, 1, 2)
	if want := (tools.ShownRun{Content: 1, Lines: 2, Number: 1, First: true, Width: 3}); first != want || next != 3 {
		t.Errorf("%+v, %d", first, next)
	}
	// Of line 98 the beginning is cut off with its number.
	last, _ := findRun(format, rows, next, 98, 100)
	if want := (tools.ShownRun{Content: 6, Lines: 3, Number: 98, Width: 3}); last != want {
		t.Errorf("%+v, want %+v", last, want)
	}
	if none, _ := findRun(format, rows, 0, 7, 8); none.Lines > 0 {
		t.Errorf("lines that are not there: %+v", none)
	}
	if none, _ := findRun(&tools.LineFormat{}, rows, 0, 1, 2); none.Lines > 0 {
		t.Errorf("lines without numbers: %+v", none)
	}
}
