package rerun

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
)

// Answer is a recorded read beside what the tool that imitates the agent's gives of the files as they are now. It has
// no content of a file and no name of one, so that it can be given away.
type Answer struct {
	Call      int             `json:"call"`
	Tool      string          `json:"tool"`      // as recorded
	Imitated  string          `json:"imitated"`  // the name of the tool here
	Arguments json.RawMessage `json:"arguments"` // with placeholders for paths and all other texts
	Verdict   Verdict         `json:"verdict"`
	Recorded  Sum             `json:"recorded"`
	Here      Sum             `json:"here,omitzero"` // withheld where it is zero, see Withhold
	// Changed: the file was changed after the call, so that a difference may come from that.
	Changed bool `json:"file_changed_since"`
	// Difference is where the texts first differ; nil when they do not.
	Difference *Difference `json:"first_difference,omitempty"`
}

// Sum is what is known of a text.
type Sum struct {
	Refused bool   `json:"refused"`
	Bytes   int    `json:"bytes"`
	Lines   int    `json:"lines"` // line ends, and one more
	SHA256  string `json:"sha256"`
}

// Answers is what came of comparing all reads of a session.
type Answers struct {
	Version      int    `json:"version"` // of this form: 1
	Agent        string `json:"agent"`
	AgentVersion string `json:"agent_version"`
	// NoFolder: the record does not name the working folder, so that texts with paths in them differ.
	NoFolder bool     `json:"folder_not_recorded,omitempty"`
	Calls    int      `json:"calls"` // of any tool
	Reads    []Answer `json:"reads"`
}

// Count is the number of reads with a verdict.
func (a *Answers) Count(v Verdict) int {
	n := 0
	for i := range a.Reads {
		if a.Reads[i].Verdict == v {
			n++
		}
	}
	return n
}

// Withhold takes away the lengths and the hashes of what the files give now. The record says which files those are, and
// whoever wrote it would learn of any file that can be read here.
func (a *Answers) Withhold() {
	for i := range a.Reads {
		a.Reads[i].Here = Sum{}
	}
}

// CompareAll makes the recorded calls of read tools again with the tools that imitate them, and compares the texts.
// root stands for the recorded working folder; "" is that folder itself. Files outside it are not opened.
func CompareAll(ctx context.Context, s *transcript.Session, root string) (*Answers, error) {
	root, err := folderOf(s, cmp.Or(root, s.Dir, "."))
	if err != nil {
		return nil, err
	}

	r := reviewer{s: s, root: root, memories: map[int]*tools.Session{}}
	all := &Answers{
		Version: 1, Agent: s.Agent, AgentVersion: s.Version, NoFolder: s.Dir == "", Calls: s.Len(),
		Reads: []Answer{},
	}
	for c := range s.Calls() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}

		candidates, err := candidatesOf(s, c)
		if err != nil {
			return nil, err
		}
		if len(candidates) == 0 {
			continue
		}

		a, err := r.answer(ctx, c, candidates)
		if err != nil {
			return nil, err
		}

		all.Reads = append(all.Reads, a)
	}

	return all, nil
}

// reviewer compares the calls of a session in their order.
type reviewer struct {
	s        *transcript.Session
	root     string
	hidden   placeholders
	memories map[int]*tools.Session // what the agent and its sub-agents remember
}

// answer compares one call.
func (r *reviewer) answer(ctx context.Context, c *record.Call, candidates []*tools.Tool) (Answer, error) {
	a := Answer{Call: c.Number, Tool: c.Tool, Imitated: candidates[0].Name, Arguments: json.RawMessage("null")}
	if r.memories[c.Agent] == nil {
		r.memories[c.Agent] = &tools.Session{}
	}

	m, err := madeOf(r.s, c)
	if err != nil {
		return a, err
	}

	a.Arguments = r.hidden.arguments(m.args, candidates[0])
	a.Recorded = sumOf(m.text, c.Failed)
	a.Verdict = m.notCompared()
	if a.Verdict != "" {
		return a, nil
	}

	t, now := m.firstSame(candidates, func(t *tools.Tool) result { return m.run(ctx, t, r.root, r.memories[c.Agent]) })
	a.Imitated = t.Name
	a.Here = sumOf(now.text, now.refused)
	a.Verdict = cmp.Or(now.verdict, Same)
	if now.verdict == "" && !m.isSame(now) {
		out, here := outputs(r.s, m.text, now.text)
		a.Verdict = Differs
		a.Difference = differenceOf(t, m.args, out, here, c.Failed)
		a.Difference.Line += int64(strings.Count(m.text[:len(m.text)-len(out)], "\n"))
	}

	if err := ctx.Err(); err != nil {
		return a, err
	}

	there, changed := r.filesOf(c)
	a.Changed = changed
	if !there && a.Verdict == Differs && !a.Recorded.Refused {
		a.Verdict = Gone
	}

	return a, nil
}

// notCompared says why a recorded result is not compared; "" when it is.
func (m *made) notCompared() Verdict {
	switch {
	case !m.Answered():
		return NotAnswered
	case m.tooLong:
		return TooLong
	case m.Media:
		return NotText
	case m.Fidelity == record.Recorded:
		return NotKept
	}

	return ""
}

func sumOf(text string, refused bool) Sum {
	sum := sha256.Sum256([]byte(text))
	return Sum{
		Refused: refused, Bytes: len(text), Lines: strings.Count(text, "\n") + 1,
		SHA256: hex.EncodeToString(sum[:]),
	}
}

// filesOf looks at the files of a call: whether all are there, and whether one was changed after it, as far as times
// tell.
func (r *reviewer) filesOf(c *record.Call) (there, changed bool) {
	reads, err := r.s.Reads(c)
	if err != nil {
		return true, false
	}

	there = true
	for _, read := range reads {
		rel, err := filepath.Rel(r.s.Folder(), read.Path)
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}

		info, err := os.Lstat(filepath.Join(r.root, rel))
		if err != nil {
			there = false
		} else if !c.Time.IsZero() && info.ModTime().After(c.Time.Add(time.Second)) {
			changed = true
		}
	}

	return there, changed
}

// Keep drops the reads of other tools than the one with a name.
func (a *Answers) Keep(imitated string) {
	a.Reads = slices.DeleteFunc(a.Reads, func(r Answer) bool { return r.Imitated != imitated })
}
