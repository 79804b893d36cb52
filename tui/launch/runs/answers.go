package runs

import (
	"context"
	"fmt"
	"io"
	"strings"

	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/tui/launch/cli"
	"eyeline/tui/words"
)

// Answers is what eyeline tools --report is asked for: a path, an identity or "latest", and the folder of the files
// where it is not that of the record.
type Answers struct{ Transcript, Root string }

// Print prints the report, of one tool when args names it.
func (r Answers) Print(ctx context.Context, out io.Writer, args []string, asJSON bool) error {
	path, err := findTranscript(ctx, r.Transcript)
	if err != nil {
		return err
	}
	s, err := transcript.Open(ctx, path)
	if err != nil {
		return fmt.Errorf("eyeline: %s: %w", path, err)
	}
	defer s.Close()
	a, err := s.CompareAnswers(ctx, r.Root)
	if err != nil {
		return fmt.Errorf("eyeline: %w", err)
	}
	if len(args) > 0 {
		t, err := cli.FindTool(args[0])
		if err != nil {
			return err
		}
		a.Keep(t.Name)
	}
	if asJSON {
		return cli.PrintJSON(out, a)
	}
	_, err = io.WriteString(out, cli.Printable(answersText(a)))
	return err
}

// answersText is the report for a person.
func answersText(a *transcript.Answers) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s, %s, %s of tools that are imitated\n", a.Agent, a.AgentVersion, words.Count(int64(a.Calls), "call"), words.Count(int64(len(a.Reads)), "read"))
	imitated := map[string]int{}
	var order []string
	for _, r := range a.Reads {
		if imitated[r.Imitated]++; imitated[r.Imitated] == 1 {
			order = append(order, r.Imitated)
		}
	}
	for _, name := range order {
		if t, ok := tools.Lookup(name); ok {
			fmt.Fprintf(&b, "%s imitates %s %s (%s, %s)\n", name, t.Since.Agent, t.Since.ShortVersion(), t.Since.How, t.Since.Date)
		}
	}
	if a.NoFolder {
		b.WriteString("The record does not name the working folder: answers with paths in them differ.\n")
	}
	for _, v := range transcript.Verdicts() {
		if n := a.Count(v); n > 0 {
			fmt.Fprintf(&b, "%6d %s\n", n, v)
		}
	}
	for _, r := range a.Reads {
		if r.Verdict != transcript.Differs {
			continue
		}
		fmt.Fprintf(&b, "\ncall %d, %s %s\n", r.Call, r.Tool, r.Arguments)
		sumText(&b, "recorded", r.Recorded)
		sumText(&b, "here", r.Here)
		b.WriteString(differenceText(r.Difference))
		if r.Changed {
			b.WriteString("  the file was changed after the call, which can be the reason\n")
		}
	}
	return b.String()
}

func sumText(b *strings.Builder, name string, s transcript.Sum) {
	refused := ""
	if s.Refused {
		refused = "refused, "
	}
	fmt.Fprintf(b, "  %-9s %s%s, %s, SHA-256 %s\n", name, refused, words.Count(int64(s.Bytes), "byte"), words.Count(int64(s.Lines), "line"), s.SHA256)
}

func differenceText(d *transcript.Difference) string {
	if d == nil {
		return ""
	}
	where := d.Where
	if d.FileLine > 0 {
		where += fmt.Sprintf(" (line %d)", d.FileLine)
	}
	text := fmt.Sprintf("  first at line %d of the answer, after %s, in %s: recorded %s, here %s\n", d.Line, words.Count(int64(d.Column), "byte"), where, d.Recorded, d.Here)
	switch d.Only {
	case "":
	case "the end":
		text += "  one answer begins with all of the other\n"
	default:
		text += "  they differ in " + d.Only + " only\n"
	}
	return text
}
