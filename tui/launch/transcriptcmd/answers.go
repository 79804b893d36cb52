package transcriptcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"eyeline/reader/tools"
	"eyeline/reader/transcript/rerun"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/launch/cmdkit"
)

// Answers are the flags of eyeline tools --report: which record it reads, by a path, an identity or "latest", and the
// folder of the files if that is not the recorded one.
type Answers struct{ Transcript, Root string }

// Print prints the report; of one tool if args names it.
func (r Answers) Print(ctx context.Context, out io.Writer, args []string, asJSON bool) error {
	path, err := findTranscript(ctx, r.Transcript)
	if err != nil {
		return err
	}

	s, err := (&flags{root: r.Root}).openRun(ctx, path)
	if err != nil {
		return err
	}

	defer s.Close()
	if os.Getenv("LESSSECURE") == "1" {
		return errors.New("making the reads again is off: they open files, and LESSSECURE is 1")
	}

	a, err := rerun.CompareAll(ctx, s, r.Root)
	if err != nil {
		return fmt.Errorf("%w", err)
	}
	if r.Root == "" && !isHere(s.Dir) {
		a.Withhold()
	}

	if len(args) > 0 {
		t, err := cmdkit.FindTool(args[0])
		if err != nil {
			return err
		}
		a.Keep(t.Name)
	}

	if asJSON {
		return tools.WriteJSON(out, a)
	}

	_, err = io.WriteString(out, cmdkit.Printable(answersText(a)))
	return err
}

// isHere reports whether a folder is the current one.
func isHere(dir string) bool {
	there, err := os.Stat(dir)
	if err != nil {
		return false
	}
	here, err := os.Stat(".")
	return err == nil && os.SameFile(there, here)
}

// answersText is the report for a person.
func answersText(a *rerun.Answers) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s, %s, %s of tools that are imitated\n", a.Agent, a.AgentVersion,
		humanize.Count(int64(a.Calls), "call"), humanize.Count(int64(len(a.Reads)), "read"))
	imitated := map[string]bool{}
	for _, r := range a.Reads {
		if t, ok := tools.Lookup(r.Imitated); ok && !imitated[r.Imitated] {
			imitated[r.Imitated] = true
			s := t.Origin
			fmt.Fprintf(&b, "%s imitates %s %s (%s, %s)\n", r.Imitated, s.Agent, s.ShortVersion(), s.How, s.Date)
		}
	}

	if a.NoFolder {
		b.WriteString("The record does not name the working folder: answers with paths in them differ.\n")
	}

	for _, v := range rerun.Verdicts() {
		if n := a.Count(v); n > 0 {
			fmt.Fprintf(&b, "%6d %s\n", n, v)
		}
	}

	for _, r := range a.Reads {
		if r.Verdict != rerun.Differs {
			continue
		}

		fmt.Fprintf(&b, "\ncall %d, %s %s\n", r.Call, r.Tool, r.Arguments)
		sumText(&b, "recorded", r.Recorded)
		if r.Here == (rerun.Sum{}) {
			b.WriteString(
				"  here      not told: the folder that was recorded is not this one, and --root does not name it\n",
			)
		} else {
			sumText(&b, "here", r.Here)
		}

		b.WriteString(differenceText(r.Difference))
		if r.Changed {
			b.WriteString("  the file was changed after the call, which can be the reason\n")
		}
	}

	return b.String()
}

func sumText(b *strings.Builder, name string, s rerun.Sum) {
	refused := ""
	if s.Refused {
		refused = "refused, "
	}
	fmt.Fprintf(b, "  %-9s %s%s, %s, SHA-256 %s\n", name, refused,
		humanize.Count(int64(s.Bytes), "byte"), humanize.Count(int64(s.Lines), "line"), s.SHA256)
}

func differenceText(d *rerun.Difference) string {
	if d == nil {
		return ""
	}

	where := d.Where
	if d.FileLine > 0 {
		where += fmt.Sprintf(" (line %d)", d.FileLine)
	}

	text := fmt.Sprintf("  first at line %d of the answer, after %s, in %s: recorded %s, here %s\n",
		d.Line, humanize.Count(int64(d.Column), "byte"), where, d.Recorded, d.Here)
	switch d.Only {
	case "": // neither ends before the other
	case "the end":
		text += "  one answer begins with all of the other\n"
	default:
		text += "  they differ in " + d.Only + " only\n"
	}

	return text
}
