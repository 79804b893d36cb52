package toollist

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/tools"
	"eyeline/tui/file/preview"
)

// TestColumnsOfTools: in every width the columns fit, those of a row are as wide as their heads, and on 80 columns,
// where names take 25, all of them are there.
func TestColumnsOfTools(t *testing.T) {
	for _, mode := range []tools.Mode{tools.ModeSlice, tools.ModeBlock} {
		row := &Row{
			mode: mode, known: true, agent: "Claude Code", gets: "part, silent", block: "L1,000–L1,200", share: 50,
			lines: 123_456, tokens: "≈23k–33k", calls: "≈1,200", lack: "cut, 190 KiB",
		}
		for width := range 140 {
			cols, over := row.columns(row.cells(), width), Rows{Mode: mode}.Heads(width)
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
		for _, one := range row.columns(row.cells(), 80-25-1) {
			if one.Width > 0 {
				shown++
			}
		}
		if want := map[tools.Mode]int{tools.ModeSlice: 5, tools.ModeBlock: 5}[mode]; shown != want {
			t.Errorf("on 80 columns %d are shown, not %d", shown, want)
		}
		row.why = "has no block mode"
		for width := range 180 { // it stands in no other column
			for i, one := range row.columns(row.cells(), width) {
				if strings.Contains(one.Text, "mode") != (i == 9) {
					t.Errorf("%d cells: column %d is %q", width, i, one.Text)
				}
			}
		}
	}
}

// TestTheLossLeads: in every width what is not sent stands first, also where nothing else has room; a loss that rounds
// to nothing or to all is not said to be that.
func TestTheLossLeads(t *testing.T) {
	row := &Row{known: true, gets: "part", lost: "66 %", calls: "3", agent: "Claude Code"}
	for width := lostWidth + 1 + 7; width < 140; width++ {
		if first := row.columns(row.cells(), width)[0]; first.Text != "66 %" || first.Width == 0 {
			t.Errorf("%d cells: first stands %q in %d", width, first.Text, first.Width)
		}
	}
	for want, row := range map[string]Row{
		"0 %": {share: 100, part: 1}, "66 %": {share: 34, part: 0.345}, ">99 %": {part: 0.001},
		"<1 %": {share: 99, part: 0.9999}, "100 %": {},
	} {
		if got := row.lostText(); got != want {
			t.Errorf("%+v: %q, not %q", row, got, want)
		}
	}
}

func TestInThousands(t *testing.T) {
	for n, want := range map[int64]string{
		1000: "1k", 1100: "1.1k", 7500: "7.5k", 23_000: "23k", 999_999: "1.0M", 14_830: "15k", 1_200_000: "1.2M", 12_345_678: "12M",
	} {
		if got := inThousands(n); got != want {
			t.Errorf("%d is %s, not %s", n, got, want)
		}
	}
}

// TestALimitOfThisProgramIsNotARefusal: where the program itself cannot read on, the row says that the answer is not
// known.
func TestALimitOfThisProgramIsNotARefusal(t *testing.T) {
	for _, c := range []struct {
		notKnown bool
		want     string
	}{{false, "refused too large"}, {true, "not known too large"}} {
		r := &preview.Reading{}
		r.Refused = "too large"
		r.NotKnown = c.notKnown
		row := ofReading(r)
		if got := row.text(); got != c.want {
			t.Errorf("not known %v: %q, not %q", c.notKnown, got, c.want)
		}
	}
}

// TestNoNumberOfCallsGivesWhatIsCut: beside how many calls read a file to its end stands what none of them sends, also
// where the first one is a notice.
func TestNoNumberOfCallsGivesWhatIsCut(t *testing.T) {
	long := strings.Repeat("x", 90_000) + "\n"
	for _, c := range []struct{ tool, text, calls, lack string }{
		{"gemini_cli", long, "1", "lines cut"},
		{"opencode", long, "1", "lines cut"},
		{"gemini_cli", long + strings.Repeat("a line\n", 3000), "2", "lines cut"},
		{"gemini_cli", strings.Repeat("a line\n", 3000), "2", ""},
		{"gemini_cli", "a line\n", "1", ""},
		{"copilot_cli", strings.Repeat("a line of text\n", 4000), "4", "20 B"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "f.txt"), []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		tool, ok := tools.Lookup(c.tool)
		if !ok {
			t.Fatalf("no tool %s", c.tool)
		}
		file := "f.txt"
		if tool.Paths == tools.PathAbsolute {
			file = filepath.Join(dir, file)
		}
		env := tools.Env{Root: dir}
		r, err := preview.Measure(t.Context(), env, tool, tools.BuildArgs(tool, file, nil), false)
		if err != nil {
			t.Fatal(err)
		}
		if err = r.CountLeft(t.Context(), tool, env); err != nil {
			t.Fatal(err)
		}
		if row := ofReading(r); row.calls != c.calls || row.lack != c.lack {
			t.Errorf("%s of %d bytes: %q calls, %q; not %q, %q", c.tool, len(c.text), row.calls, row.lack,
				c.calls, c.lack)
		}
	}
}

// TestAllTokens: of a file that one call does not give whole it is estimated what all calls cost; of one that it does the
// number is that of the call.
func TestAllTokens(t *testing.T) {
	tool, ok := tools.Lookup("gemini_cli")
	if !ok {
		t.Fatal("no such tool")
	}
	for _, c := range []struct {
		lines int
		more  bool
	}{{10, false}, {4000, true}} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "f.txt"), []byte(strings.Repeat("a line\n", c.lines)), 0o600); err != nil {
			t.Fatal(err)
		}
		env := tools.Env{Root: dir}
		r, err := preview.Measure(t.Context(), env, tool, tools.BuildArgs(tool, "f.txt", nil), true)
		if err != nil {
			t.Fatal(err)
		}
		if err = r.CountLeft(t.Context(), tool, env); err != nil {
			t.Fatal(err)
		}
		row := ofReading(r)
		if more := row.total > row.cost*3/2; row.cost == 0 || more != c.more || !c.more && row.inAll != row.tokens {
			t.Errorf("%d lines: %d tokens, %d in all, %q", c.lines, row.cost, row.total, row.inAll)
		}
	}
}
