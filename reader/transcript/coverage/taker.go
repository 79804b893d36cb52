package coverage

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/byteparts"
	"eyeline/reader/transcript/coverage/budget"
	"eyeline/reader/transcript/giventext"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/textparts"
	"eyeline/reader/transcript/unknowntext"
)

// maxFiles is how many files are kept: a run names some hundreds.
const maxFiles = 15_000

var errTooManyFiles = errors.New("the run has calls on more than 15,000 files")

// taker takes calls in their order: into the states of the files that they name, and into the table of all texts.
// Only taking a call writes its fields; start and inside also cache results while files are compared.
type taker struct {
	s     *transcript.Session
	h     heldlines.Hasher
	table *giventext.Table
	// unknown are the results of tools that are not known, unclear those of commands that are not understood.
	unknown, unclear unknowntext.Texts
	inside           *textparts.Search // for lines within those of all texts
	files            fileStates
	paths            paths
	named            namedPaths
	untold           untoldChanges
	open             openCalls
	budget           budget.Budget
	step             *Step               // of the call that is taken; nil: nobody asks for it
	last             int                 // the number of the last call that was taken
	said             int                 // how many of the session's texts that are no call's are in the table
	lacks            bool                // a malformed line came before, or may have
	start            map[string]struct{} // paths that the agent has from the start; nil as long as it was not asked for
}

func newTaker(s *transcript.Session) *taker {
	t := &taker{
		s: s, h: hasher(s), table: giventext.New(), files: fileStates{},
		paths:  paths{s: s, alias: map[string]string{}, spelt: map[string]string{}},
		named:  namedPaths{byWords: map[string]int32{}, mentioned: map[string]struct{}{}},
		untold: untoldChanges{byPath: map[string]int32{}},
		open:   openCalls{byPlace: unanswered{}, wentOn: map[int]int32{}},
	}
	t.inside = textparts.NewSearch(s, runTexts{t})
	if transcript.HasOnlyRequests(s) {
		t.table.KeysAreLeftOut()
	}

	return t
}

// take takes calls by their numbers.
func (t *taker) take(ctx context.Context, calls []int) error {
	for _, n := range calls {
		c := t.s.Call(n)
		t.last = max(t.last, n)
		t.takeSaid(c.Order)
		t.markMissingTexts(c)
		t.markOpenCalls(n)
		t.open.agentWentOn(c.Agent, c.Order-1)
		reads, edits, err := t.s.ReadsAndEdits(c)
		if err != nil || ctx.Err() != nil {
			return cmp.Or(ctx.Err(), err)
		}
		if len(edits) > 0 {
			t.open.judged = max(t.open.judged, n)
		}

		t.markUntoldChanges(c)
		if err := t.applyUses(ctx, t.files, nil, c, reads, edits); err != nil {
			return err
		}
		if err := t.addTexts(c, reads); err != nil {
			return err
		}
	}

	return nil
}

// takeOpen takes calls without results: into states of their own, which begin as those of the taker.
func (t *taker) takeOpen(ctx context.Context, calls []int) (fileStates, error) {
	open := fileStates{}
	for _, n := range calls {
		c := t.s.Call(n)
		reads, edits, err := t.s.ReadsAndEdits(c)
		if err != nil || ctx.Err() != nil {
			return nil, cmp.Or(ctx.Err(), err)
		}
		if err := t.applyUses(ctx, open, t.files, c, reads, edits); err != nil {
			return nil, err
		}
	}

	return open, nil
}

// applyUses applies what a call did to files, whose states begin as they are in before.
func (t *taker) applyUses(
	ctx context.Context, files, before fileStates, c *record.Call, reads []record.Read, edits []record.Edit,
) error {
	for _, r := range reads {
		r.Path = t.paths.real(r.Path)
		if r.Path != "" {
			f := files.file(r.Path, before)
			again := f.Again
			f.applyRead(c, r, t.h.Lines(c, r))
			t.step.addRead(r, c, f.Again > again)
			if r.Recoded { // a text of the file is not found in what the agent was given
				t.markUntoldChange(r.Path, c)
			}
		}
	}

	moved := t.movedFiles(files, before, edits)
	for i, e := range edits {
		e.Path = t.paths.real(e.Path)
		if e.Path != "" {
			f := files.file(e.Path, before)
			if moved[i] != nil {
				f.mergeFrom(moved[i], c.Agent)
			}
			f.applyEdit(ctx, c, e, t)
			t.step.addChange(f)
		}
	}

	if len(files) > maxFiles {
		return errTooManyFiles
	}

	return ctx.Err()
}

// markMissingTexts records whether the record may lack a text that was sent before a call was made, or at any time for
// nil. A call of which nothing is known may then have changed any file, too.
func (t *taker) markMissingTexts(before *record.Call) {
	if t.lacks || !transcript.MayLackBefore(t.s, before) {
		return
	}
	t.lacks = true
	t.table.NoteLeftOut()
	if before != nil {
		t.untold.any = max(int32(before.Number)-1, 1)
	}
}

// lacksTexts reports whether some of the texts are not kept.
func (t *taker) lacksTexts() bool { return t.unknown.IsIncomplete() || t.table.Full() }

// takeSaid takes the texts that were said before the call of an order.
func (t *taker) takeSaid(order int32) {
	for ; t.said < len(t.s.Said) && t.s.Said[t.said].After < order; t.said++ {
		one := t.s.Said[t.said]
		if one.Own {
			t.open.agentWentOn(one.Agent, one.After)
		}

		text, cut, _ := t.s.Text(one.Text, record.TextLimit) // what cannot be read has no lines
		if cut {
			t.table.NoteLeftOut()
		}

		t.named.addFromMentions(t.s, string(text))
		t.addText(giventext.Text{Agent: one.Agent, Text: string(text), Own: one.Own})
		t.inside.AddSaid(t.said+1, string(text))
	}
}

// addText takes the lines of a text, and those that stand in its lines as the literals of a program have them.
func (t *taker) addText(x giventext.Text) {
	t.table.Add(x)
	x.Text = giventext.Escaped(x.Text)
	if x.Text != "" {
		x.Known = nil
		x.Parts = true
		t.table.Add(x)
	}
}

// addTexts adds the texts of a call.
func (t *taker) addTexts(c *record.Call, reads []record.Read) error {
	return t.s.During(func() {
		for _, text := range t.written(c) {
			t.addText(giventext.Text{Agent: c.Agent, Call: int32(c.Number), Text: text, Own: true})
			if c.Kind != record.Change {
				t.inside.AddCall(c, text)
			}
		}

		t.named.addFromCommands(t.s, c)
		result, cut := t.resultText(c)
		if cut {
			t.table.NoteLeftOut()
		}

		given := giventext.Text{Agent: c.Agent, Call: int32(c.Number), Text: string(result)}
		for _, r := range reads {
			if at := placeOf(given.Text, r.Text); at >= 0 && isSure(c, r) {
				for _, l := range r.Lines {
					l.Start += at
					l.End += at
					given.Known = append(given.Known, l)
				}
			}
		}

		t.addText(t.withoutParts(c, reads, given))
		t.inside.AddCall(c, given.Text)
		if seams := t.inside.Seams(c, given.Text); seams != "" {
			t.addText(giventext.Text{Agent: c.Agent, Call: int32(c.Number), Text: seams})
			t.inside.AddCall(c, seams)
		}
		if c.Kind == record.Other {
			t.unknown.Add(given.Text)
		}
		if c.Kind == record.Shell && !transcript.IsUnderstood(t.s, c) {
			t.unclear.Add(given.Text)
		}
		for _, text := range textsOf(given.Text)[1:] {
			if strings.Contains(text, "\n") {
				t.table.Add(giventext.Text{Agent: c.Agent, Call: int32(c.Number), Text: text})
			}
		}
	})
}

// withoutParts adds what in a window of bytes is a part of a line, and returns the text without it.
func (t *taker) withoutParts(c *record.Call, reads []record.Read, given giventext.Text) giventext.Text {
	if len(reads) != 1 || !reads[0].Parts {
		return given
	}

	whole, parts := byteparts.Split(given.Text, c.IsPart())
	for _, part := range parts {
		t.addText(giventext.Text{Agent: c.Agent, Call: given.Call, Text: part, Parts: true})
	}
	given.Text = whole
	return given
}

// resultText returns the text of a call's result; for a result that is not plain text, the strings in its JSON, joined
// by newlines. cut: the text is longer than record.TextLimit.
func (t *taker) resultText(c *record.Call) (text []byte, cut bool) {
	text, cut, _ = t.s.Text(c.Result, record.TextLimit) // what cannot be read has no lines
	if len(text) == 0 && c.Result.As != record.Nothing && c.Result.Len < record.TextLimit {
		text = []byte(strings.Join(t.s.Recorded(c.Result).Texts(record.TextLimit, record.MaxTextDepth), "\n"))
	}
	return text, cut
}

// textsOf are the text of a result, and those that stand in it as JSON has them.
func textsOf(result string) []string {
	texts := []string{result}
	if len(result) > 0 && strings.IndexByte("[{", result[0]) >= 0 {
		texts = append(texts, jsonskim.Parse([]byte(result)).Texts(record.TextLimit, record.MaxTextDepth)...)
	}
	return texts
}

// isSure reports whether the lines of a read are known to be of its file: what a command prints may be of another one,
// unless it was run again.
func isSure(c *record.Call, r record.Read) bool {
	return r.How == record.ByCommand || c.Kind != record.Shell && r.How != record.Unknown
}

// placeOf is where the text of a read begins in a result; -1 where it is not in it.
func placeOf(result, text string) int {
	if len(result) == len(text) {
		return 0
	}
	return strings.Index(result, text)
}

// written are the texts in the arguments of a call.
func (t *taker) written(c *record.Call) []string {
	if c.Kind == record.ReadFile || c.Kind == record.Attachment || c.Failed {
		return nil // what was refused was not written anywhere
	}
	args, _ := t.s.Args(c)
	if args.Kind == jsonskim.Missing && c.Args.As == record.AsText {
		text, _, _ := t.s.Text(c.Args, record.TextLimit)
		return []string{string(text)}
	}
	return args.Texts(record.TextLimit, record.MaxTextDepth)
}
