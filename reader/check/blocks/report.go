package blocks

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"eyeline/reader/check"
	"eyeline/reader/internal/wrap"
	"eyeline/reader/tools"
)

// jsonVersion is the version of the form of a report. It changes when a field is taken away or gets another meaning.
const jsonVersion = 2

// Report is a result as it is written as JSON.
type Report struct {
	Version   int             `json:"version"`
	Sets      []ReportSet     `json:"sets"`
	Groups    []Group         `json:"groups"`
	Functions []Function      `json:"functions"`
	Skipped   []check.Skipped `json:"skipped"`
	Files     int64           `json:"files"`
	// Short counts functions of one line, which are in no sum.
	Short       int64 `json:"one_line"`
	More        int64 `json:"more,omitempty"`
	Interrupted bool  `json:"interrupted,omitempty"`
}

// ReportSet is a set with its sums.
type ReportSet struct {
	Options string `json:"options"`
	Sums
}

// WriteJSON writes a result as one line of JSON, the form of Report.
func WriteJSON(w io.Writer, r *Result) error {
	out := Report{
		Version: jsonVersion, Groups: r.Groups, Functions: r.Functions, Skipped: r.Skipped, Files: r.Files,
		Short: r.Short, More: r.More, Interrupted: r.Interrupted,
	}
	for i, name := range r.Sets {
		out.Sets = append(out.Sets, ReportSet{name, r.Sums[i]})
	}

	// A list without elements is [] and not null.
	out.Groups = append([]Group{}, out.Groups...)
	out.Functions = append([]Function{}, out.Functions...)
	out.Skipped = append([]check.Skipped{}, out.Skipped...)
	return tools.WriteJSON(w, out)
}

// WriteCSV writes a row for each function and set, below a row of names.
func WriteCSV(w io.Writer, r *Result) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{ // what cannot be written is said by Error
		"path", "name", "language", "exact", "member", "long_signature", "from", "first", "last", "anchor", "options",
		"given_first", "given_last", "without_decorator_or_comment", "without_head", "without_end", "missing", "beyond",
		"bytes", "refused",
	})
	n := func(n int64) string { return strconv.FormatInt(n, 10) }
	for _, f := range r.Functions {
		for i, read := range f.Reads {
			_ = c.Write([]string{
				f.Path, f.Name, f.Language, strconv.FormatBool(f.Exact), strconv.FormatBool(f.Member),
				strconv.FormatBool(f.Long), n(f.From), n(f.Lines[0]), n(f.Lines[1]), n(f.Anchor), r.Sets[i],
				n(read.Lines[0]), n(read.Lines[1]), strconv.FormatBool(read.Above), strconv.FormatBool(read.Head),
				strconv.FormatBool(read.End), n(read.Lost), n(read.Beyond), n(read.Bytes), read.Refused,
			})
		}
	}

	c.Flush()
	return c.Error()
}

// worstShown is how many functions a table names.
const worstShown = 20

// WriteTable writes a result for a person: how many functions are not whole, the sums of each set beside each other and
// those of each group, the functions that lack most, and the blocks that have most lines of other functions.
func WriteTable(w io.Writer, r *Result) error {
	t := &table{w: bufio.NewWriter(w), r: r}
	t.head()
	t.sums()
	t.groups()
	t.worst()
	t.costs()

	if n := len(r.Skipped); n > 0 {
		fmt.Fprintf(t.w, "\n%s left out; --format json names them\n", Counted(int64(n), "file"))
	}
	if r.Interrupted {
		fmt.Fprintln(t.w, "\nInterrupted: this is what was known so far.")
	}

	return t.w.Flush()
}

type table struct {
	w *bufio.Writer
	r *Result
}

// Head says in a sentence or two what was measured, and how functions were found.
func (r *Result) Head() string {
	exact := int64(0)
	other := int64(0)
	for _, g := range r.Groups {
		if len(g.Sets) > 0 && g.Exact {
			exact += g.Sets[0].Functions
		} else if len(g.Sets) > 0 {
			other += g.Sets[0].Functions
		}
	}

	said := Counted(exact+other, "function") + " in " + Counted(r.Files, "file") +
		", each read with its anchor in the middle of its body"
	switch {
	case exact > 0 && other > 0:
		said += "; those of Go by its parser, the others by the outline, which is an estimate"
	case other > 0:
		said += "; found by the outline, which is an estimate"
	}

	if r.Short > 0 {
		said += "; " + Counted(r.Short, "function") + " of one line left out"
	}

	return said
}

// textWidth is how wide a line of text is, in characters.
const textWidth = 80

func (t *table) head() {
	fmt.Fprintf(t.w, "\n%s\n", strings.Join(wrap.Words(t.r.lacking()+". "+t.r.Head(), textWidth), "\n"))
	if len(t.r.Sets) < 2 {
		return
	}
	fmt.Fprintln(t.w)
	for i, name := range t.r.Sets { // which stand for them, since names with options are long
		fmt.Fprintf(t.w, "%d: %s\n", i+1, name)
	}
}

// lacking says how many functions are not given whole.
func (r *Result) lacking() string {
	var counts []string
	lacks := false
	for _, s := range r.Sums {
		counts = append(counts, tools.Thousands(s.Functions-s.Whole))
		lacks = lacks || s.Whole < s.Functions
	}
	if all := r.Sums[0].Functions; !lacks && all > 0 {
		return "All " + Counted(all, "function") + " whole"
	}

	return strings.Join(counts, " and ") + " of " + Counted(r.Sums[0].Functions, "function") + " not whole"
}

// Rows are what is summed up of a set, with the names.
func (s Sums) Rows() [][2]string {
	return [][2]string{
		{"functions", tools.Thousands(s.Functions)},
		{"whole", s.part(s.Whole)},
		{"without decorator or comment", s.part(s.WithoutAbove)},
		{"without head", s.part(s.WithoutHead)},
		{"without end", s.part(s.WithoutEnd)},
		{"refused", s.part(s.Refused)},
		{"lines beyond", tools.Thousands(s.Beyond)},
		{"bytes", tools.Thousands(s.Bytes)},
	}
}

// Percent is n of all functions in per cent, to the nearest, but 0 and 100 only where it is exactly that.
func (s Sums) Percent(n int64) string {
	if n == 0 || s.Functions == 0 {
		return "0%"
	}

	p := (200*n + s.Functions) / (2 * s.Functions)
	switch {
	case p == 0:
		return "<1%"
	case n < s.Functions:
		p = min(p, 99)
	}

	return fmt.Sprintf("%d%%", p)
}

// part is a number of functions with its share of all.
func (s Sums) part(n int64) string {
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("%s  %4s", tools.Thousands(n), s.Percent(n))
}

// sums writes the sums of each set in a column of its own.
func (t *table) sums() {
	heads := t.r.Sets
	if len(heads) > 1 {
		heads = nil
		for i := range t.r.Sets {
			heads = append(heads, strconv.Itoa(i+1))
		}
	}

	fmt.Fprintln(t.w)
	rows := [][]string{append([]string{""}, heads...)}
	for i, row := range t.r.Sums[0].Rows() {
		line := []string{row[0]}
		for _, s := range t.r.Sums {
			line = append(line, s.Rows()[i][1])
		}
		rows = append(rows, line)
	}

	t.rows(rows)
}

// Name says which functions a group has.
func (g Group) Name() string {
	name := g.Language + ", top level"
	if g.Member {
		name = g.Language + ", members"
	}
	if g.Long {
		name += ", long signature"
	}
	return name
}

// groups writes for each group how many functions a set gives without their heads and ends.
func (t *table) groups() {
	if len(t.r.Groups) < 2 {
		return
	}

	heads := []string{"of these", "functions"}
	for i := range t.r.Sets {
		if len(t.r.Sets) > 1 {
			heads = append(heads, fmt.Sprintf("%d: no head", i+1), "no end")
		} else {
			heads = append(heads, "without head", "without end")
		}
	}

	rows := [][]string{heads}
	for _, g := range t.r.Groups {
		row := []string{g.Name(), tools.Thousands(g.Sets[0].Functions)}
		for _, s := range g.Sets {
			row = append(row, s.part(s.WithoutHead), s.part(s.WithoutEnd))
		}
		rows = append(rows, row)
	}

	fmt.Fprintln(t.w)
	t.rows(rows)
}

// worst writes the functions that lack most lines.
func (t *table) worst() {
	rows := [][]string{}
	for _, f := range t.r.Functions[:min(len(t.r.Functions), worstShown)] {
		row := []string{fmt.Sprintf("%s:%d %s", check.Clean(f.Path), f.Anchor, check.Clean(f.Name))}
		bad := false
		for _, r := range f.Reads {
			row = append(row, r.Words())
			bad = bad || !r.Whole()
		}

		if bad {
			rows = append(rows, row)
		}
	}

	if len(rows) == 0 {
		return
	}

	fmt.Fprint(t.w, "\nThe worst, by the lines that are missing:\n\n")
	for _, row := range rows {
		fmt.Fprintf(t.w, "  %s\n", row[0])
		for i, said := range row[1:] {
			if len(row) > 2 {
				said = strconv.Itoa(i+1) + ": " + said
			}
			fmt.Fprintf(t.w, "      %s\n", said)
		}
	}

	if all := t.r.Sums[0].Functions; all > worstShown {
		fmt.Fprintln(t.w, "\n--format csv and json have all")
	}
}

// cost is a block that a set gives of functions, with more lines than theirs.
type cost struct {
	path      string
	set       int
	lines     [2]int64
	functions int64
	beyond    int64 // how many lines of it are not of the function, of all functions together
}

// costsShown is how many blocks a table names.
const costsShown = 10

// costs are the blocks with lines of other functions, those first that have most in all.
func (r *Result) costs() []cost {
	type block struct {
		path  string
		set   int
		lines [2]int64
	}
	at := map[block]int{}
	var all []cost
	for _, f := range r.Functions {
		for set, read := range f.Reads {
			if read.Beyond == 0 {
				continue
			}

			b := block{f.Path, set, read.Lines}
			i, known := at[b]
			if !known {
				i = len(all)
				at[b] = i
				all = append(all, cost{path: f.Path, set: set, lines: read.Lines})
			}

			all[i].functions++
			all[i].beyond += read.Beyond
		}
	}

	slices.SortStableFunc(all, func(a, b cost) int { return cmp.Compare(b.beyond, a.beyond) })
	return all
}

// costs writes the blocks with most lines of other functions, each in a row.
func (t *table) costs() {
	all := t.r.costs()
	if len(all) == 0 {
		return
	}

	fmt.Fprint(t.w, "\nWhat costs most: blocks with lines of other functions, sent for each of some:\n\n")
	heads := []string{"lines beyond", "functions"}
	if len(t.r.Sets) > 1 {
		heads = append(heads, "set")
	}
	rows := [][]string{heads}
	for _, c := range all[:min(len(all), costsShown)] {
		row := []string{tools.Thousands(c.beyond), tools.Thousands(c.functions)}
		if len(t.r.Sets) > 1 {
			row = append(row, strconv.Itoa(c.set+1))
		}
		rows = append(rows, row)
	}
	for i, row := range rows {
		text := ""
		for k, c := range row {
			text += fmt.Sprintf("%*s  ", len(heads[k]), c)
		}
		if i == 0 {
			fmt.Fprintln(t.w, text+"block")
			continue
		}
		c := all[i-1]
		lines := " L" + tools.Thousands(c.lines[0]) + "–L" + tools.Thousands(c.lines[1])
		room := textWidth - len(text) - utf8.RuneCountInString(lines)
		fmt.Fprintln(t.w, text+endOf(check.Clean(c.path), room)+lines)
	}
}

// endOf is a path in at most room characters: its end where it has more, since that tells it from others.
func endOf(path string, room int) string {
	all := []rune(path)
	if len(all) <= room {
		return path
	}
	return "…" + string(all[len(all)-max(room-1, 0):])
}

// Words say what a read gives of its function.
func (r Read) Words() string {
	if r.Refused != "" {
		return "refused: " + check.Clean(r.Refused)
	}

	given := "nothing"
	if r.Lines[0] > 0 {
		given = "L" + tools.Thousands(r.Lines[0]) + "–L" + tools.Thousands(r.Lines[1])
	}

	switch {
	case r.Head && r.End:
		given += ", without head and end"
	case r.Head:
		given += ", without head"
	case r.End:
		given += ", without end"
	case r.Above:
		given += ", without decorator or comment"
	default:
		given += ", whole"
	}

	if r.Lost > 0 {
		given += fmt.Sprintf(", %s missing", Counted(r.Lost, "line"))
	}
	if r.Beyond > 0 {
		given += fmt.Sprintf(", %s beyond", Counted(r.Beyond, "line"))
	}

	return given
}

// Counted is a number with what it counts.
func Counted(n int64, what string) string { return tools.Thousands(n) + " " + what + tools.Plural(n) }

// rows writes a table: the first column to the left, the others to the right.
func (t *table) rows(rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, c := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}

	for _, row := range rows {
		line := fmt.Sprintf("%-*s", widths[0], row[0])
		for i, c := range row[1:] {
			line += fmt.Sprintf("  %*s", widths[i+1], c)
		}

		fmt.Fprintln(t.w, strings.TrimRight(line, " "))
	}
}
