package transcript

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"eyeline/reader/tools"
)

// Answer is a recorded read beside what the tool that imitates the agent's gives of the files as they are now. It has no
// content of a file and no name of one, so that it can be given away.
type Answer struct {
	Call      int             `json:"call"`
	Tool      string          `json:"tool"`      // as recorded
	Imitated  string          `json:"imitated"`  // the name of the tool here
	Arguments json.RawMessage `json:"arguments"` // with placeholders for paths and all other texts
	Verdict   Verdict         `json:"verdict"`
	Recorded  Sum             `json:"recorded"`
	Here      Sum             `json:"here"`
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

// Verdict says what came of a comparison.
type Verdict string

const (
	Same        Verdict = "same"
	Differs     Verdict = "differs"
	Gone        Verdict = "gone"         // the file is no longer there
	Outside     Verdict = "outside"      // the call names a file outside the working folder, which is not opened
	NotImitated Verdict = "not imitated" // the tool here does not imitate the call, such as a command that is no plain read
	NotText     Verdict = "not text"
	NotKept     Verdict = "not kept" // the record has another text than the model was sent
	NotAnswered Verdict = "not answered"
	TooLong     Verdict = "too long"
)

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

// CompareAnswers makes the recorded calls of read tools again with the tools that imitate them, and compares the texts.
// root stands for the recorded working folder; "" is that folder itself. Files outside it are not opened.
func (s *Session) CompareAnswers(ctx context.Context, root string) (*Answers, error) {
	if root == "" {
		root = s.Dir
	}
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	all := &Answers{Version: 1, Agent: s.Agent, AgentVersion: s.Version, NoFolder: s.Dir == "", Calls: s.Len(), Reads: []Answer{}}
	hidden := &placeholders{}
	memories := map[int]*tools.Session{} // what the agent and its sub-agents remember
	for c := range s.Calls() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		candidates := s.profiles(c)
		if len(candidates) == 0 {
			continue
		}
		if memories[c.Agent] == nil {
			memories[c.Agent] = &tools.Session{}
		}
		a, err := s.compareAnswer(ctx, c, candidates, root, memories[c.Agent], hidden)
		if err != nil {
			return nil, err
		}
		all.Reads = append(all.Reads, a)
	}
	return all, nil
}

// profiles are the tools that may have made a call: Profile, and others of the same version of the agent, or of any where it
// is not recorded.
func (s *Session) profiles(c *Call) []*tools.Tool {
	best := s.Profile(c)
	if best == nil {
		return nil
	}
	found := []*tools.Tool{best}
	for _, t := range tools.Every() {
		if t != best && (s.Version == "" || t.Since.Version == best.Since.Version) && s.mayBe(t, c) {
			found = append(found, t)
		}
	}
	return found
}

func (s *Session) compareAnswer(ctx context.Context, c *Call, candidates []*tools.Tool, root string, memory *tools.Session, hidden *placeholders) (Answer, error) {
	a := Answer{Call: c.Number, Tool: c.Tool, Imitated: candidates[0].Name, Arguments: json.RawMessage("null")}
	args, cut, err := s.Text(c.Args, textLimit)
	if err != nil {
		return a, err
	}
	a.Arguments = hidden.arguments(args, candidates[0])
	text, long, err := s.Text(c.Result, textLimit)
	if err != nil {
		return a, err
	}
	switch {
	case !c.Answered():
		a.Verdict = NotAnswered
	case cut || long:
		a.Verdict = TooLong
	case c.Media:
		a.Verdict = NotText
	case c.Fidelity == Recorded:
		a.Verdict = NotKept
	}
	a.Recorded = sumOf(string(text), c.Failed)
	if a.Verdict != "" {
		return a, nil
	}
	for i, t := range candidates {
		now := s.now(ctx, t, s.argumentsFor(t, args, root), root, memory)
		if i > 0 && (now.verdict != "" || now.text != unvaried(string(text))) {
			continue // the first one is reported
		}
		a.Imitated = t.Name
		a.Here = sumOf(now.text, now.refused)
		a.Verdict, a.Difference = now.verdict, nil
		if a.Verdict != "" {
			continue
		}
		a.Verdict = Same
		if here, there := now.text, unvaried(string(text)); here != there {
			a.Verdict = Differs
			a.Difference = differenceOf(t, args, there, here, c.Failed)
		}
	}
	if err := ctx.Err(); err != nil {
		return a, err
	}
	there, changed := s.fileNow(c, root)
	if a.Changed = changed; !there && a.Verdict == Differs && !a.Recorded.Refused {
		a.Verdict = Gone
	}
	return a, nil
}

// made is what a tool gives now.
type made struct {
	text    string
	refused bool
	verdict Verdict // why there is none
	why     string  // in words, for NotImitated
}

// now makes a call again. Paths of the folder that is read are put back to those of the recorded one.
func (s *Session) now(ctx context.Context, t *tools.Tool, args []byte, root string, memory *tools.Session) made {
	back := func(text string) string {
		if s.Dir != "" {
			text = string(movedPaths([]byte(text), root, s.Dir))
		}
		return unvaried(text)
	}
	r, err := t.Read(ctx, tools.Env{Root: root, Confine: true, Session: memory}, args)
	var refusal *tools.Error
	switch {
	case errors.As(err, &refusal) && refusal.Own:
		if refusal.Text == tools.ErrConfined.Error() {
			return made{verdict: Outside}
		}
		return made{verdict: NotImitated, why: strings.TrimPrefix(refusal.Text, "eyeline: ")}
	case errors.As(err, &refusal):
		return made{text: back(refusal.Text), refused: true}
	case err != nil:
		return made{verdict: NotImitated, why: err.Error()}
	}
	defer r.Close()
	if r.Kind != "" {
		return made{verdict: NotText}
	}
	l := limited{limit: textLimit}
	if _, err := r.Render(ctx, &l); err != nil || l.cut {
		return made{verdict: TooLong}
	}
	return made{text: back(l.String())}
}

// quotedPart is a path as it is within a JSON string.
func quotedPart(path string) string {
	if path == "" {
		return "\x00" // in no JSON
	}
	q, err := json.Marshal(path)
	if err != nil {
		return path
	}
	return strings.Trim(string(q), `"`)
}

var (
	recordedChunk = later(`\AChunk ID: \S+`)
	recordedWall  = later(`(?m)^(Wall time:? )\S+ seconds$`)
)

// unvaried is a text without the words that differ from run to run.
func unvaried(text string) string {
	if !strings.HasPrefix(text, "Chunk ID: ") && !strings.HasPrefix(text, "Script completed\n") {
		return text
	}
	text = recordedChunk().ReplaceAllString(text, "Chunk ID: -")
	at := recordedWall().FindStringSubmatchIndex(text) // the first: others are a file's
	if at == nil {
		return text
	}
	return text[:at[3]] + "- seconds" + text[at[1]:]
}

func sumOf(text string, refused bool) Sum {
	sum := sha256.Sum256([]byte(text))
	return Sum{Refused: refused, Bytes: len(text), Lines: strings.Count(text, "\n") + 1, SHA256: hex.EncodeToString(sum[:])}
}

// fileNow looks at the files of a call: whether all are there, and whether one was changed after it, as far as times tell.
func (s *Session) fileNow(c *Call, root string) (there, changed bool) {
	reads, err := s.Reads(c)
	if err != nil {
		return true, false
	}
	there = true
	for _, r := range reads {
		rel, err := filepath.Rel(s.dir(), r.Path)
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}
		info, err := os.Lstat(filepath.Join(root, rel))
		if err != nil {
			there = false
		} else if !c.Time.IsZero() && info.ModTime().After(c.Time.Add(time.Second)) {
			changed = true
		}
	}
	return there, changed
}

// Verdicts lists all verdicts.
func Verdicts() []Verdict {
	return []Verdict{Same, Differs, Gone, Outside, NotImitated, NotText, NotKept, NotAnswered, TooLong}
}

// Keep drops the reads of other tools than the one with a name.
func (a *Answers) Keep(imitated string) {
	a.Reads = slices.DeleteFunc(a.Reads, func(r Answer) bool { return r.Imitated != imitated })
}
