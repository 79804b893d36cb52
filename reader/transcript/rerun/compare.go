package rerun

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
)

// Comparison is the comparison of a recorded result with what the same call gives of the files as they are.
type Comparison struct {
	// Tool is the tool that imitates the recorded one: see transcript.Session.Profile. It may be of another version
	// than the record's.
	Tool *tools.Tool
	// Unknown says in words why the results cannot be compared; "" when they can. What is below is zero then.
	Unknown string
	// Same: the tool gives the recorded bytes. What differs in every run, such as identifiers and times, is left out.
	Same bool
	// Line is the 1-based line of the recorded text from which on the tool gives another one; 0 where it gives the
	// same, or where only one of both is a refusal.
	Line int64
	// Refused: the tool refuses the call now.
	Refused bool
	// Was: the call was refused when it was recorded.
	Was bool
}

// Words says what came of the comparison, for people. line is the file's own line at Line, 0 without one.
func (n *Comparison) Words(line func(result int64) int64) string {
	switch {
	case n.Unknown != "":
		return "now: " + n.Unknown
	case n.Same:
		return "the same now"
	case n.Refused && !n.Was:
		return "refused now"
	case n.Was && !n.Refused:
		return "not refused now"
	case n.Refused:
		return "refused in other words now"
	}

	if line != nil {
		if at := line(n.Line); at > 0 {
			return "differs now from line " + strconv.FormatInt(at, 10)
		}
	}

	return "differs now from line " + strconv.FormatInt(n.Line, 10) + " of the result"
}

// By names the tool and its version, and the recorded version where that is another one; "" when there is no tool.
func (n *Comparison) By(recorded string) string {
	if n.Tool == nil {
		return ""
	}

	name, _, _ := strings.Cut(n.Tool.Name, "@") // the version comes after it
	by := name + " " + n.Tool.Origin.ShortVersion()
	switch recorded {
	case n.Tool.Origin.Version, n.Tool.Origin.Newest():
		return by
	case "":
		return by + " (the version is not recorded)"
	}

	return by + " (recorded with " + recorded + ")"
}

// unknownWords say why results are not compared.
var unknownWords = map[Verdict]string{
	NotAnswered: "there is no result",
	NotText:     "the result is no text",
	TooLong:     "the result is too long to be compared",
	Outside:     "the file is outside of the working folder",
}

// Compare makes a call again on the files as they are and compares the bytes. Files are looked for in root, as in
// coverage.Of.
func Compare(ctx context.Context, s *transcript.Session, root string, c *record.Call) (Comparison, error) {
	candidates, err := candidatesOf(s, c)
	if err != nil || len(candidates) == 0 {
		return Comparison{Unknown: "this tool is not imitated"}, err
	}

	now := Comparison{Tool: candidates[0], Was: c.Failed}
	m, err := madeOf(s, c)
	if err != nil {
		return now, err
	}
	now.Unknown = unknownWords[m.notCompared()]
	if now.Unknown != "" {
		return now, nil
	}

	if out, err := isOutside(s, root, c); out || err != nil {
		now.Unknown = unknownWords[Outside]
		return now, err
	}

	folder, err := folderOf(s, root)
	if err != nil {
		now.Unknown = err.Error()
		return now, nil
	}

	t, got := m.firstSame(candidates, func(t *tools.Tool) result { return m.runTwice(ctx, t, folder) })
	return m.compare(t, got, folder), ctx.Err()
}

// firstSame is what the first tool gives that gives the recorded text or, where none does, what the first one gives.
func (m *made) firstSame(candidates []*tools.Tool, run func(*tools.Tool) result) (*tools.Tool, result) {
	first := run(candidates[0])
	if m.isSame(first) {
		return candidates[0], first
	}
	for _, t := range candidates[1:] {
		if got := run(t); m.isSame(got) {
			return t, got
		}
	}

	return candidates[0], first
}

func (m *made) isSame(got result) bool { return got.verdict == "" && got.text == m.text }

// isOutside reports whether a call names files, and all of them are outside of the folder that may be read.
func isOutside(s *transcript.Session, root string, c *record.Call) (bool, error) {
	reads, err := s.Reads(c)
	if err != nil || s.Dir == "" && root == "" { // the folder is not known
		return false, err
	}
	w := s.Workspace(root)
	return len(reads) > 0 && !slices.ContainsFunc(reads, func(r record.Read) bool {
		_, in := w.Locate(r.Path)
		return in
	}), nil
}

// runTwice makes the call again, and once more where that gives another text: some tools answer a call otherwise when
// the same one was made before.
func (m *made) runTwice(ctx context.Context, t *tools.Tool, folder string) result {
	memory := &tools.Session{}
	got := m.run(ctx, t, folder, memory)
	if got.verdict == "" && !m.isSame(got) {
		if again := m.run(ctx, t, folder, memory); m.isSame(again) {
			return again
		}
	}
	return got
}

// compare compares what one tool gives in a folder.
func (m *made) compare(t *tools.Tool, got result, folder string) Comparison {
	now := Comparison{Tool: t, Was: m.Failed || m.s.SaysFailed(m.text)}
	got.refused = got.refused || m.s.SaysFailed(got.text)
	alike := got.refused == now.Was
	switch {
	case got.verdict == NotText:
		now.Unknown = "the file is no text now"
	case got.verdict == NotImitated:
		now.Unknown, _, _ = strings.Cut(got.why, ": ")
	case got.verdict != "":
		now.Unknown = unknownWords[got.verdict]
	case m.isSame(got):
		now.Same = true
		now.Refused = got.refused
	case alike:
		now.Unknown = m.otherwise(got.text, folder)
		if now.Unknown == "" {
			now.Refused = got.refused
			out, here := outputs(m.s, m.text, got.text)
			at := len(m.text) - len(out) + firstDifference(out, here)
			now.Line = int64(strings.Count(m.text[:at], "\n")) + 1
		}
	default:
		now.Refused = got.refused
	}

	return now
}

// otherwise says why a text may differ from the recorded one for another reason than the tool or the file; "" for none.
func (m *made) otherwise(text, folder string) string {
	switch {
	case record.IsWindows(m.s.Dir) && strings.Contains(text, m.s.Dir):
		return "the result names a path of another system"
	case m.s.Dir == "" && strings.Contains(text, folder):
		return "the result names the working folder, which is not recorded"
	case m.Fidelity == record.Recorded:
		return "the record has another text than was sent"
	}
	return ""
}

// Summary is a Comparison for lists.
type Summary struct {
	Same    bool   `json:"same"`
	Words   string `json:"words"`             // what came of the comparison
	By      string `json:"by"`                // the tool and its version; "" for none
	Line    int64  `json:"line,omitempty"`    // of the result, 1-based, from which on another text is given
	Refused bool   `json:"refused,omitempty"` // the tool refuses the call now

	compared bool
}

// Summarize makes a call again, as Compare does.
func Summarize(ctx context.Context, s *transcript.Session, root string, c *record.Call) (*Summary, error) {
	now, err := Compare(ctx, s, root, c)
	if err != nil {
		return nil, err
	}
	return &Summary{
		Same: now.Same, Words: now.Words(nil), By: now.By(s.Version), Line: now.Line, Refused: now.Refused,
		compared: now.Unknown == "",
	}, nil
}

// AddTo makes the calls that read files again on the files as they are, and adds what came of it to the files of a
// coverage that keep reports true of. Files are looked for in root, as in coverage.Of.
func AddTo(ctx context.Context, s *transcript.Session, root string, c *coverage.Coverage,
	keep func(*coverage.File) bool,
) error {
	known := map[int32]*Summary{} // a call may read several files
	for i := range c.Files {
		f := &c.Files[i]
		if !keep(f) {
			continue
		}

		f.Now = &coverage.Reruns{By: []string{}}
		for _, n := range f.Calls {
			call := s.Call(int(n))
			if call == nil || call.Kind == record.Change {
				continue
			}

			if known[n] == nil {
				now, err := Summarize(ctx, s, root, call)
				if err != nil {
					return err
				}
				known[n] = now
			}

			known[n].addTo(f.Now)
		}
	}

	return nil
}

func (n *Summary) addTo(sum *coverage.Reruns) {
	if !n.compared {
		sum.NotCompared++
		return
	}

	switch {
	case n.Same:
		sum.Same++
	case n.Refused:
		sum.Refused++
	default:
		sum.Differs++
	}

	if !slices.Contains(sum.By, n.By) {
		sum.By = append(sum.By, n.By)
	}
}
