package coverage

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestLinesWithinAnyText: of a line that stands within a line of a text, and says enough to be told from others, it is
// not known whether it was sent, in the file and where it is replaced.
func TestLinesWithinAnyText(t *testing.T) {
	const short = "x = 1"
	all := strings.Join([]string{first, second, third, short, other}, "\n") + "\n"
	for name, c := range map[string]struct {
		run  []step
		want string // never, unsure; of the line replaced: blind, not known
	}{
		"after the prefix of a log":       {[]step{runs("pytest", "12:01 app: "+second)}, "[[3 5]] [[2 2]] [] [[2 2]]"},
		"in a sentence of a program":      {[]step{runs("pytest", "I saw "+second+", twice")}, "[[3 5]] [[2 2]] [] [[2 2]]"},
		"with others, as a literal":       {[]step{runs("pytest", `got 'a\nb `+second+` c\n'`)}, "[[3 5]] [[2 2]] [] [[2 2]]"},
		"in a log that is read":           {[]step{runs("cat app.log", "12:01 app: "+second)}, "[[3 5]] [[2 2]] [] [[2 2]]"},
		"in what the model runs":          {[]step{runs("pytest -k 'is "+second+" there'", "no")}, "[[3 5]] [[2 2]] [] [[2 2]]"},
		"only its words":                  {[]step{runs("pytest", "the second line, and of the file")}, "[[2 5]] [] [[2 2]] []"},
		"another line":                    {[]step{runs("pytest", "12:01 app: "+third)}, "[[2 2] [4 5]] [[3 3]] [[2 2]] []"},
		"too short to be told from other": {[]step{runs("pytest", "then x = 1 is set")}, "[[2 3] [5 5]] [[4 4]] [[2 2]] []"},
		"after the change":                {nil, "[[2 5]] [] [[2 2]] []"},
	} {
		t.Run(name, func(t *testing.T) {
			run := append([]step{reads(1, first)}, c.run...)
			f := fileAfter(t, run, all)
			got := fmt.Sprint(f.Never, f.Unsure)

			run = append(run, edits(2, "-"+second, "+new"), runs("pytest", "12:01 app: "+second))
			change := fileAfter(t, run, all).Changes[0]
			if got += fmt.Sprint(" ", change.BlindThen, change.UnknownThen); got != c.want {
				t.Errorf("\n got %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestOlderLinesOfTheFile: a line of the file as it was, which has the line as it is in it, is not another text.
func TestOlderLinesOfTheFile(t *testing.T) {
	run := []step{reads(1, first+" and more"), runs("cat a", first+" and more\n"), edits(1, "-"+first, "+new")}
	if change := fileAfter(t, run, "").Changes[0]; fmt.Sprint(change.BlindThen) != "[[1 1]]" {
		t.Errorf("%+v", change)
	}
}

// TestWhatIsSaidInProse: a line within a sentence of a person, or of the model, is not said to be replaced unsent.
func TestWhatIsSaidInProse(t *testing.T) {
	const pasted, own = "alpha one is pasted by a person", "beta two is told by the model"
	dir := t.TempDir()
	all := "first line of all\n" + pasted + "\n" + own + "\nlast line of all\n"
	transcripttest.Write(t, filepath.Join(dir, "a"), []byte(all))

	for name, form := range saidForms {
		said := form("see "+pasted+" in a, please", "I know: "+own+" as you say")
		for _, line := range []string{pasted, own} {
			c, err := Of(context.Background(), transcripttest.Decode(t, name, strings.ReplaceAll(said, "OLD", line)), dir)
			if err != nil {
				t.Fatal(name, err)
			}
			f := c.File("a")
			if f == nil {
				f = c.File("/w/a") // the record has no folder
			}
			if f == nil || len(f.Changes) != 1 || f.Changes[0].IsBlind() || f.Never.Has(2) || f.Never.Has(3) {
				t.Errorf("%s, %q is replaced: %+v", name, line, f)
			}
		}
	}
}

// TestSearchedInside: what was looked for is looked for again in what came since alone.
func TestSearchedInside(t *testing.T) {
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "a"), []byte(first+"\n"+second+"\n"+third+"\n"))
	text := reads(1, first)(1) + runs("pytest", "the second line, of the file: line of the file")(2)
	path := filepath.Join(dir, "s.jsonl")
	transcripttest.Write(t, path, []byte(text))
	s := transcripttest.Open(t, path)
	r := NewReplay(s)
	for i, want := range []string{"[[2 3]] []", "[[3 3]] [[2 2]]", "[[3 3]] [[2 2]]"} {
		if err := r.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		c, err := r.Coverage(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if f := c.File("a"); fmt.Sprint(f.Never, f.Unsure) != want {
			t.Errorf("%d: never %v, unsure %v, want %s", i, f.Never, f.Unsure, want)
		}

		text += runs("pytest", "12:01 app: "+second)(i + 3)
		transcripttest.Write(t, path, []byte(text))
		if _, err := s.Update(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
