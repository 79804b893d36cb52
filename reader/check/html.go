package check

import (
	"bufio"
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"

	"eyeline/reader/tools"
)

var stateNames = [...]string{
	stateWhole: "whole", stateCut: "cut", statePartial: "partial", stateNotText: "not text", stateRefused: "refused",
	stateNotKnown: "not known",
}

// mostHTML is how many findings a page shows.
const mostHTML = 1000

// strip is what the first read of a tool gives of a file: parts of its bytes, from 0 to 1.
type strip struct {
	tool  string
	parts [][2]float64
	share string // in words
}

// stripsOf are the strips of a file of size bytes.
func stripsOf(reads []read, size int64) (strips []strip) {
	at := func(off int64) float64 { return float64(off) / float64(max(size, 1)) }
	for i := range reads {
		r := &reads[i]
		s := strip{tool: r.tool.Name, share: stateNames[r.state]}
		if r.state != stateNotKnown {
			s.share += ", " + share(r.sent(), size)
		}
		if r.shown() {
			given := r.given()
			for _, run := range given.set.Ranges() {
				s.parts = append(s.parts, [2]float64{at(run[0]), at(run[1])})
			}
		}
		strips = append(strips, s)
	}
	return strips
}

// page writes a page, which is well-formed as XML too.
type page struct{ w *bufio.Writer }

// text writes a text of a file, or of this program.
func (p page) text(s string) { fmt.Fprint(p.w, html.EscapeString(Clean(s))) }

// row writes a row of a table of a class, whose first cell is a heading of it.
func (p page) row(class, cell string, texts ...string) {
	fmt.Fprintf(p.w, "<tr class=%q>", class)
	for i, t := range texts {
		tag := cell
		if i == 0 {
			tag = "th"
		}
		fmt.Fprintf(p.w, "<%s>", tag)
		p.text(t)
		fmt.Fprintf(p.w, "</%s>", tag)
	}
	fmt.Fprint(p.w, "</tr>\n")
}

// WriteHTML writes a result as one page that needs nothing else: no script, no font, no picture from elsewhere. It is
// light or dark as the reader's system is.
func WriteHTML(w io.Writer, r *Result) error {
	p := page{bufio.NewWriterSize(w, 64<<10)}
	fmt.Fprint(p.w, htmlHead)
	p.sums(r)
	p.worst(r.Worst)
	p.findings(r)
	if r.Interrupted {
		fmt.Fprint(p.w, "<p>Interrupted: this is what was known so far.</p>\n")
	}
	fmt.Fprint(p.w, "</main></body></html>\n")
	return p.w.Flush()
}

func (p page) sums(r *Result) {
	fmt.Fprint(p.w, "<p>")
	p.text(counting(r.InSums(), "file") + ", " + counting(int64(len(r.Findings))+r.More, "finding"))
	fmt.Fprint(p.w, "</p>\n<table>\n")
	rows := sumRows(r)
	p.row("", "th", rows[0]...)
	for _, row := range rows[1:] {
		p.row("", "td", row...)
	}
	fmt.Fprint(p.w, "</table>\n<p class=\"aside\">")
	p.text(strings.ReplaceAll(sumLegend, "\n", " "))
	if left := r.LeftOut(); left != "" {
		p.text(". " + leftOut + left)
	}
	if text := r.NotKnown(); text != "" {
		p.text(". " + notKnown + text)
	}
	fmt.Fprint(p.w, "</p>\n")
	if len(r.Facts) > 0 {
		fmt.Fprint(p.w, "<h2>Of the tools rather than of files</h2>\n<table class=\"findings\">\n")
		for _, f := range r.Facts {
			p.row("", "td", f.Tool, f.Rule, f.Message, tools.Thousands(f.Files))
		}
		fmt.Fprint(p.w, "</table>\n")
	}
}

// worst shows of the files that lose most what each tool gives, from the beginning of the file at the left to its
// end.
func (p page) worst(files []LossyFile) {
	if len(files) == 0 {
		return
	}
	fmt.Fprint(p.w, "<h2>The files that lose most</h2>\n")
	for _, f := range files {
		fmt.Fprint(p.w, "<h3>")
		p.text(f.Path)
		fmt.Fprintf(p.w, "</h3>\n<p class=\"aside\">%s bytes</p>\n<table>\n", tools.Thousands(f.Size))
		for _, s := range f.strips {
			fmt.Fprint(p.w, "<tr><th>")
			p.text(s.tool)
			fmt.Fprintf(p.w, `</th><td class="strip"><svg viewBox="0 0 1000 10" preserveAspectRatio="none" role="img">`+
				`<title>%s</title><rect class="lost" width="1000" height="10"/>`, html.EscapeString(s.share))
			for _, part := range s.parts {
				fmt.Fprintf(p.w, `<rect x="%.1f" width="%.1f" height="10"/>`, 1000*part[0], 1000*(part[1]-part[0]))
			}
			fmt.Fprintf(p.w, "</svg></td><td>%s</td></tr>\n", html.EscapeString(s.share))
		}
		fmt.Fprint(p.w, "</table>\n")
	}
}

// findings shows the gravest findings.
func (p page) findings(r *Result) {
	shown := r.Findings[:min(len(r.Findings), mostHTML)]
	if len(shown) == 0 {
		return
	}
	fmt.Fprint(p.w, "<h2>Findings</h2>\n<table class=\"findings\">\n")
	p.row("", "th", "place", "level", "rule", "what")
	for _, f := range shown {
		p.row(f.Level, "td", where(f), f.Level, f.Rule, f.OfTools())
	}
	fmt.Fprint(p.w, "</table>\n")
	if n := int64(len(r.Findings)-len(shown)) + r.More; n > 0 {
		fmt.Fprintf(p.w, "<p>%s, none of them graver.</p>\n", counting(n, "more finding"))
	}
}

// htmlHead is the beginning of a page.
//
//go:embed page.html
var htmlHead string
