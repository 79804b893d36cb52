package check

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"eyeline/reader/tools"
)

// worstFiles is how many of the files that lose most are named.
const worstFiles = 10

// lossyFile is a file that loses much.
type lossyFile struct {
	path       string
	size, lost int64 // lost by all tools together
	tools      int
}

// addWorst keeps a file among those that lose most.
func (s *Summary) addWorst(f lossyFile) {
	if f.lost <= 0 {
		return
	}
	i, _ := slices.BinarySearchFunc(s.worst, f, func(a, b lossyFile) int {
		return cmp.Or(cmp.Compare(b.lost, a.lost), cmp.Compare(a.path, b.path))
	})
	s.worst = slices.Insert(s.worst, i, f)
	s.worst = s.worst[:min(len(s.worst), worstFiles)]
}

// tableReport writes findings as lines and sums as a table for a person.
type tableReport struct {
	w        *bufio.Writer
	rules    map[string]int64
	markdown bool
	seen     map[string]int64 // how often the same was said, by what was said
	order    []string         // of seen
	written  int64
	left     int64
}

// NewTable writes a report for a person: a line for each finding, then sums.
func NewTable(w io.Writer) Report { return newTable(w, false) }

// NewMarkdown writes a report for a comment of a pull request: sums, and at most 200 findings.
func NewMarkdown(w io.Writer) Report { return newTable(w, true) }

func newTable(w io.Writer, markdown bool) Report {
	buffer := bufio.NewWriterSize(w, 64<<10)
	return &tableReport{w: buffer, rules: map[string]int64{}, seen: map[string]int64{}, markdown: markdown}
}

// mostMarkdown is how many findings a comment names.
const mostMarkdown = 200

// clean makes a text safe for a terminal and keeps it on one line: what is not printable becomes an escape.
func clean(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case !unicode.IsPrint(r):
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// atLineStart is a path as it begins a line: where the line would be a command in a log of GitHub, it begins with "./".
func atLineStart(path string) string {
	s := clean(path)
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

// markdownText makes a text say only itself in Markdown, also inside a cell of a table. A backslash is named by its
// number, so that it escapes nothing that comes after it; GitHub makes links of bare addresses too.
var markdownText = strings.NewReplacer(
	`\`, "&#92;", "|", `\|`, "&", "&amp;", "<", "&lt;", ">", "&gt;", "`", "&#96;", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`,
	"@", "&#64;", "#", `\#`, "$", `\$`, "~", `\~`, "://", "&#58;//", "www.", "www&#46;",
)

// text is a text as the form of the report takes it.
func (r *tableReport) text(s string) string {
	if r.markdown {
		return markdownText.Replace(s)
	}
	return s
}

// Finding implements Report.
func (r *tableReport) Finding(f Finding) error {
	r.rules[f.Rule]++
	message := clean(f.Message)
	agents := strings.Join(f.Agents, ", ")
	if r.again(f.Rule + ": " + message + " (" + agents + ")") {
		return nil
	}
	if !r.markdown {
		_, err := fmt.Fprintf(r.w, "%s: %s: %s\n    %s\n", where(f), f.Rule, message, agents)
		return err
	}
	if r.written == mostMarkdown {
		r.left++
		return nil
	}
	if r.written == 0 {
		const head = "### What agents miss\n\n| place | rule | agents | what |\n|---|---|---|---|\n"
		_, _ = r.w.WriteString(head) // Flush says it
	}
	r.written++
	_, err := fmt.Fprintf(r.w, "| %s | %s | %s | %s |\n",
		r.text(where(f)), f.Rule, r.text(agents), r.text(message))
	return err
}

const (
	// mostAlike is how many findings that say the same of the same tools are written; the others are counted.
	mostAlike = 3
	// mostKinds bounds how many different ones are counted.
	mostKinds = 10_000
)

// again reports whether enough was said of this kind.
func (r *tableReport) again(kind string) bool {
	n, known := r.seen[kind]
	if !known {
		if len(r.seen) == mostKinds {
			return false
		}
		r.order = append(r.order, kind)
	}
	r.seen[kind] = n + 1
	return n >= mostAlike
}

// alike says how many findings were not written since others say the same.
func (r *tableReport) alike() {
	first := true
	for _, kind := range r.order {
		more := r.seen[kind] - mostAlike
		if more <= 0 {
			continue
		}
		if first {
			fmt.Fprint(r.w, "\nThe same in further places:\n\n")
			first = false
		}
		form := "%7s × %s\n"
		if r.markdown {
			form = "- %s × %s\n"
		}
		fmt.Fprintf(r.w, form, tools.Thousands(more), r.text(kind))
	}
}

// End implements Report.
func (r *tableReport) End(s Summary) error {
	if r.left > 0 {
		fmt.Fprintf(r.w, "\n%s further findings are not shown.\n", tools.Thousands(r.left))
	}
	r.alike()
	r.sums(s)
	r.files(s.worst)
	r.skipped(s)
	if s.Interrupted {
		fmt.Fprintln(r.w, "\nInterrupted: this is what was known so far.")
	}
	return r.w.Flush()
}

// rows writes a table: the first column to the left, the others to the right.
func (r *tableReport) rows(rows [][]string) {
	if r.markdown {
		for i, row := range rows {
			fmt.Fprintf(r.w, "| %s |\n", strings.Join(row, " | "))
			if i == 0 {
				fmt.Fprintf(r.w, "|---%s|\n", strings.Repeat("|---:", len(row)-1))
			}
		}
		return
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, c := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	for _, row := range rows {
		line := ""
		for i, c := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c))
			if i == 0 {
				line = c + pad
			} else {
				line += "  " + pad + c
			}
		}
		fmt.Fprintln(r.w, strings.TrimRight(line, " "))
	}
}

func (r *tableReport) sums(s Summary) {
	var parts []string
	var all int64
	for _, rule := range rules {
		if n := r.rules[rule.name]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", tools.Thousands(n), rule.name))
			all += n
		}
	}
	said := "no findings"
	if all > 0 {
		said = counting(all, "finding") + ": " + strings.Join(parts, ", ")
	}
	fmt.Fprintf(r.w, "\n%s, %s\n\n", counting(s.Files, "file"), said)
	rows := [][]string{{
		"tool", "whole", "partial", "cut", "refused", "not text", "lines", "bytes", "first tokens", "all tokens", "calls",
	}}
	for _, a := range s.Agents {
		f := a.Files
		rows = append(rows, []string{
			a.Name, tools.Thousands(f.Whole), tools.Thousands(f.Partial), tools.Thousands(f.Cut),
			tools.Thousands(f.Refused), tools.Thousands(f.NotText),
			percent(a.LinesSent, a.Lines), percent(a.BytesSent, a.Bytes),
			"≈" + tools.Thousands(a.TokensFirst), "≈" + tools.Thousands(a.TokensAll), tools.Thousands(a.CallsAll),
		})
	}
	r.rows(rows)
	fmt.Fprintf(r.w, "\nlines, bytes: of the first reads; %s\n", s.Estimate)
}

// counting is a number with what it counts.
func counting(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return tools.Thousands(n) + " " + what + "s"
}

// percent is n of all in per cent; it is 100 and 0 only when it is exactly that.
func percent(n, all int64) string {
	p := 100.0
	if all > 0 {
		p = 100 * float64(n) / float64(all)
	}
	switch {
	case n < all && p > 99.9:
		p = 99.9
	case n > 0 && p < 0.1:
		p = 0.1
	}
	return fmt.Sprintf("%.1f %%", p)
}

func (r *tableReport) files(worst []lossyFile) {
	if len(worst) == 0 {
		return
	}
	fmt.Fprint(r.w, "\nThe files that lose most:\n\n")
	rows := [][]string{{"file", "bytes", "lost by a tool on average"}}
	for _, f := range worst {
		rows = append(rows, []string{
			r.text(atLineStart(f.path)), tools.Thousands(f.size), percent(f.lost, f.size*int64(max(f.tools, 1))),
		})
	}
	r.rows(rows)
}

func (r *tableReport) skipped(s Summary) {
	if len(s.Skipped) == 0 {
		return
	}
	const most = 20
	fmt.Fprintf(r.w, "\n%s not checked:\n", tools.Thousands(int64(len(s.Skipped))))
	mark := "  "
	if r.markdown {
		fmt.Fprintln(r.w)
		mark = "- "
	}
	for i, k := range s.Skipped {
		if i == most {
			fmt.Fprintf(r.w, "  and %s more; --format json names them\n", tools.Thousands(int64(len(s.Skipped)-most)))
			return
		}
		fmt.Fprintln(r.w, mark+r.text(atLineStart(k.Path)+": "+clean(k.Why)))
	}
}
