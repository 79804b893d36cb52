package replica

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// write writes the reports to all places that are asked for.
func (o options) write(out io.Writer, reports []*report) error {
	text := markdown(reports)
	if _, err := io.WriteString(out, text); err != nil {
		return err
	}
	for _, file := range o.reports {
		data := []byte(text)
		if filepath.Ext(file) == ".json" {
			var err error
			if data, err = json.MarshalIndent(reports, "", "  "); err != nil {
				return err
			}
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			return err
		}
	}
	if o.record != "" {
		return writeRecords(o.record, reports)
	}
	return nil
}

// markdown is the report for a person.
func markdown(reports []*report) string {
	var b strings.Builder
	b.WriteString("| tool | verdict | agent | Node.js | imitated | calls | held | differing | new | unanswered | not carried |\n" +
		"|---|---|---|---|---|---:|---:|---:|---:|---:|---:|\n")
	for _, r := range reports {
		if r.Skipped != "" {
			fmt.Fprintf(&b, "| `%s` | %s | | | | | | | | | |\n", r.Tool, r.verdict())
			continue
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s %s | %s | %s | %d | %d | %d | %d | %d | %d |\n",
			r.Tool, r.verdict(), r.Agent, r.Version, r.Node, r.Profile, r.Calls, r.Held, r.Differing, r.New, r.Unanswered, r.Unsent)
	}
	for _, r := range reports {
		r.details(&b)
	}
	return b.String()
}

func (r *report) details(b *strings.Builder) {
	if r.Skipped != "" {
		fmt.Fprintf(b, "\n`%s` was skipped: %s\n", r.Tool, r.Skipped)
		return
	}
	if !r.differs() && len(r.Troubles) == 0 {
		return
	}
	fmt.Fprintf(b, "\n### %s, %s %s\n", r.Tool, r.Agent, r.Version)
	list := func(title string, items []string) {
		if len(items) == 0 {
			return
		}
		fmt.Fprintf(b, "\n%s\n\n", title)
		for _, i := range items {
			fmt.Fprintf(b, "- %s\n", strings.ReplaceAll(i, "\n", "\n  "))
		}
	}
	list("The tool that it offers is another one:", r.Offer)
	list("It wrote outside its home:", r.Outside)
	list("What went wrong:", r.Troubles)
	list("What it printed then:", r.Outputs)
	for _, d := range r.Differences {
		fmt.Fprintf(b, "\n`%s`, arguments `%.500s`; the case has %s\n\n```\n%s```\n", d.Case, d.Arguments, d.Recorded, d.Diff)
	}
	if more := r.Differing - len(r.Differences); more > 0 {
		fmt.Fprintf(b, "\n… and %d more\n", more)
	}
}
