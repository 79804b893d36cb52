package check

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"eyeline/reader/check/wording"
	"eyeline/reader/internal/page"
	"eyeline/reader/internal/wrap"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
)

// worstFiles is how many of the files that lose most are named.
const worstFiles = 10

// LossyFile is a file that loses much.
type LossyFile struct {
	Path string
	Sent
	// Calls are how many calls of each tool, in the order of Result.Agents, read on to the end; 0 where none does or
	// that is not known. They are counted for Result.NotWhole alone.
	Calls  []int64
	lost   int64 // by all tools together, in bytes
	strips []strip
}

// Lost is how much all tools together lose of the file, in bytes.
func (f *LossyFile) Lost() int64 { return f.lost }

// addNotWhole keeps a file that the first read of some tool does not give whole.
func (r *Result) addNotWhole(f LossyFile, reads []read) {
	switch {
	case f.lost <= 0:
		return
	case len(r.NotWhole) == maxNotWhole:
		r.MoreNotWhole++
		return
	}

	f.Calls = make([]int64, len(reads))
	for i := range reads {
		if read := &reads[i]; !read.ends && !read.guessed {
			f.Calls[i] = read.calls
		}
	}
	r.NotWhole = append(r.NotWhole, f)
}

// addWorst keeps a file among those that lose most.
func (r *Result) addWorst(f LossyFile, reads []read) {
	if f.lost <= 0 || len(r.Worst) == worstFiles && f.lost < r.Worst[worstFiles-1].lost {
		return
	}
	f.strips = stripsOf(reads, f.Size)
	i, _ := slices.BinarySearchFunc(r.Worst, f, func(a, b LossyFile) int {
		return cmp.Or(cmp.Compare(b.lost, a.lost), cmp.Compare(a.Path, b.Path))
	})
	r.Worst = slices.Insert(r.Worst, i, f)
	r.Worst = r.Worst[:min(len(r.Worst), worstFiles)]
}

// table writes a result for a person.
type table struct {
	w     *bufio.Writer
	width int // of a line of text at most, in cells
}

// WriteTable writes a result for a person: its head, a block for each file with findings, sums, what is so of tools.
// Its lines, but those of the head, have at most width cells where no word is longer.
func WriteTable(w io.Writer, r *Result, width int) error {
	const least = 40
	t := &table{bufio.NewWriterSize(w, 64<<10), max(width, least)}
	for _, line := range r.Head {
		fmt.Fprintln(t.w, Clean(line)) // in one line: the blanks of a command are as they were typed
	}

	fmt.Fprintln(t.w)
	t.wrapped("", r.said())
	t.notWhole(r)
	t.blocks(r)
	t.sums(r)
	return t.end(r)
}

// notWhole writes for each tool that was asked for which files it does not give whole.
func (t *table) notWhole(r *Result) {
	for i, list := range r.notWholeLists() {
		if i == 0 {
			fmt.Fprintln(t.w)
		}
		t.wrapped("", list)
	}
}

// maxBlocks is how many findings a report for a person shows.
const maxBlocks = 2000

// end writes what is not written yet.
func (t *table) end(r *Result) error {
	if r.Interrupted {
		fmt.Fprintln(t.w, "\n"+interrupted)
	}
	return t.w.Flush()
}

// Clean makes a text safe for a terminal and keeps it on one line: what is not printable becomes an escape.
func Clean(s string) string { return page.Clean(s) }

// atLineStart is a path as it begins a line: where the line would be a command in a log of GitHub, it begins with
// "./".
func atLineStart(path string) string {
	s := Clean(path)
	if start := strings.TrimLeft(s, " "); strings.HasPrefix(start, "::") || strings.HasPrefix(start, "##[") {
		return "./" + s
	}
	return s
}

// where is a finding's place.
func where(f Finding) string {
	s := atLineStart(f.Path)
	if f.Line > 0 {
		s += fmt.Sprintf(":%d", f.Line)
	}
	if f.Column > 0 {
		s += fmt.Sprintf(":%d", f.Column)
	}
	return s
}

// blocks writes a block for each file: its name, and a line for each finding.
func (t *table) blocks(r *Result) {
	shown := r.Findings[:min(len(r.Findings), maxBlocks)]
	left := r.More + int64(len(r.Findings)-len(shown))
	byFile := map[string][]Finding{}
	var order []string
	for _, f := range shown {
		if byFile[f.Path] == nil {
			order = append(order, f.Path)
		}
		byFile[f.Path] = append(byFile[f.Path], f)
	}

	for _, path := range order {
		fmt.Fprintf(t.w, "\n%s\n", atLineStart(path))
		for _, f := range byFile[path] {
			at := ""
			if f.Line > 0 {
				at = fmt.Sprintf("line %d", f.Line)
				if f.Column > 1 {
					at += fmt.Sprintf(":%d", f.Column)
				}
				at += ": "
			}

			t.wrapped("  ", f.Level+" "+f.Word()+": "+at+Clean(f.Message))
			if !f.named {
				t.wrapped("      ", Clean(strings.Join(f.Agents, ", ")))
			}
		}
	}

	if left > 0 {
		fmt.Fprintln(t.w)
		t.wrapped("", counting(left, "more finding")+", none of them graver; --format json has all")
	}
}

// wrapped writes a text in lines that are not too long. Those after the first are indented by four more, where the
// first is indented.
func (t *table) wrapped(indent, text string) {
	more := ""
	if indent != "" {
		more = "    "
	}

	for i, line := range wrap.Words(text, t.width-len(indent)-len(more)) {
		if i == 1 {
			indent += more
		}

		fmt.Fprintln(t.w, indent+line)
	}
}

// factsHead stands before factItems.
const factsHead = "Of the tools rather than of files (--rules RULE lists the files):"

// factItems say what is so of tools, once for many files.
func factItems(facts []Fact) (said []string) {
	for i := 0; i < len(facts); {
		first := facts[i]
		var of []string
		for ; i < len(facts) && facts[i].Rule == first.Rule && facts[i].Message == first.Message; i++ {
			of = append(of, facts[i].Tool+" "+tools.Thousands(facts[i].Files))
		}
		said = append(said, first.Rule+": "+first.Message+": "+strings.Join(of, ", "))
	}
	return said
}

func (t *table) facts(facts []Fact) {
	if len(facts) == 0 {
		return
	}
	fmt.Fprintln(t.w)
	t.wrapped("", factsHead)
	fmt.Fprintln(t.w)
	for _, said := range factItems(facts) {
		t.wrapped("  ", said)
	}
}

// rows writes a table.
func (t *table) rows(rows [][]string) {
	for _, line := range wrap.Table(rows, t.width) {
		fmt.Fprintln(t.w, line)
	}
}

// said says how many files and findings there are.
func (r *Result) said() string {
	byRule := map[string]int64{}
	var rules []string // in the order of the findings
	for _, f := range r.Findings {
		byRule[f.Rule]++
		if byRule[f.Rule] == 1 {
			rules = append(rules, f.Rule)
		}
	}

	said := "no findings"
	if all := int64(len(r.Findings)) + r.More; all > 0 {
		said = counting(all, "finding") + ", the gravest first: " + wording.CountsOf(rules, byRule)
	}

	return counting(r.InSums(), "file") + ", " + said
}

// sums writes all but the findings.
func (t *table) sums(r *Result) {
	fmt.Fprintln(t.w)
	t.rows(sumRows(r))
	for _, note := range r.sumNotes() {
		fmt.Fprintln(t.w)
		t.wrapped("", note)
	}
	t.facts(r.Facts)
	t.files(r.Worst)
	t.skipped(r)
}

// leftOut is what namedLeftOut says in a report.
const leftOut = "Left out here, unless --all is given: "

// notKnown is what NotKnown says in a report.
const notKnown = "Files of which it is not known what the tool gives, counted as something else: "

// NotKnown says of each tool of how many files it is not known what it gives; "" for none.
func (r *Result) NotKnown() string {
	var said []string
	for _, a := range r.Agents {
		if n := a.Files.NotKnown; n > 0 {
			said = append(said, a.Name+" "+tools.Thousands(n))
		}
	}
	return strings.Join(said, ", ")
}

// sumLegend says what the columns of sumRows are.
const sumLegend = "Files whose first read gives all, a part, cut lines, a refusal, something else; " +
	"lines and bytes of the first reads; tokens of the first reads, tokens and calls for all; " +
	"tokens are estimated from samples of these files, in the vocabulary " + tokens.Vocabulary +
	" or as the agent itself does"

// sumRows are a heading and a row for each tool.
func sumRows(r *Result) [][]string {
	number := wording.Short
	rows := [][]string{{"tool", "whole", "part", "cut", "none", "else", "lines", "bytes", "first", "all", "calls"}}
	for _, a := range r.Agents {
		f := a.Files
		rows = append(rows, []string{
			a.Name,
			number(f.Whole), number(f.Partial), number(f.Cut), number(f.Refused), number(f.NotText + f.NotKnown),
			shareOfSum(a.LinesSent, a.Lines), shareOfSum(a.BytesSent, a.Bytes),
			number(a.TokensFirst), number(a.TokensAll), wording.About(a.CallsGuessed) + number(a.CallsAll),
		})
	}

	return rows
}

// shareOfSum is share of what all files have; where they have nothing, or there is no file, there is no share.
func shareOfSum(n, all int64) string {
	if all == 0 {
		return "–"
	}
	return wording.Share(n, all)
}

// counting is a number with what it counts.
func counting(n int64, what string) string {
	return tools.Thousands(n) + " " + what + tools.Plural(n)
}

// worstHead stands before worstRows.
const worstHead = "The files that lose most, on average of the tools:"

// worstRows are a heading and a row for each of the files that lose most.
func worstRows(worst []LossyFile) [][]string {
	rows := [][]string{{"file", "bytes", "lost"}}
	for _, f := range worst {
		rows = append(rows, []string{
			atLineStart(f.Path), tools.Thousands(f.Size), wording.Share(f.lost, f.Size*int64(max(len(f.Tools), 1))),
		})
	}
	return rows
}

func (t *table) files(worst []LossyFile) {
	if len(worst) > 0 {
		fmt.Fprintln(t.w)
		t.wrapped("", worstHead)
		fmt.Fprintln(t.w)
		t.rows(worstRows(worst))
	}
}

// skippedItems say of some files why they were not checked; more, how many others there are, "" for none.
func skippedItems(skipped []Skipped) (said []string, more string) {
	const most = 20
	for _, k := range skipped[:min(len(skipped), most)] {
		said = append(said, atLineStart(k.Path)+": "+Clean(k.Why))
	}
	if n := int64(len(skipped) - most); n > 0 {
		more = "and " + tools.Thousands(n) + " more; --format json names them"
	}
	return said, more
}

func (t *table) skipped(r *Result) {
	if len(r.Skipped) == 0 {
		return
	}

	fmt.Fprintf(t.w, "\n%s not checked:\n", tools.Thousands(int64(len(r.Skipped))))
	said, more := skippedItems(r.Skipped)
	if more != "" {
		said = append(said, more)
	}
	for _, one := range said {
		t.wrapped("  ", one)
	}
}
