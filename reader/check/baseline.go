package check

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"eyeline/reader/tools"
)

// Baseline is what an earlier report found: for each subject how many bytes are lost, or how many such findings there
// are.
type Baseline map[subject]int64

// subject is what a finding is known by, for one of its agents.
type subject struct {
	rule, path, agent string
	text              string // Finding.TextHash
}

// measured are the rules of which a baseline knows how many bytes are lost, and not where. Of the others it knows the
// text of the line: a tool that refuses a file gives nothing of it, whatever its size.
var measured = []string{Partial, CutLine, Instructions}

const (
	// A loss is news where it has grown by more than this, and by more than a tenth: a line more or less on top of a file
	// is none, since its loss changes by a line or a few; 2,000 lines are, whatever the file's size.
	leastGrowth = 1 << 10 // in bytes
	growthPart  = 10
)

// textHash names the text of a finding's line; "" where a baseline knows the finding by its loss.
func textHash(f Finding) string {
	if slices.Contains(measured, f.Rule) {
		return ""
	}
	h := sha256.Sum256(f.text)
	return hex.EncodeToString(h[:8])
}

// lostBy is how many bytes a finding loses for an agent.
func (f Finding) lostBy(agent string) int64 {
	if i := slices.IndexFunc(f.Shares, func(s Share) bool { return s.Tool == agent }); i >= 0 {
		return f.Shares[i].Lost
	}
	return f.LostBytes
}

// subjectOf is what a finding is known by for an agent.
func subjectOf(f Finding, agent string) subject { return subject{f.Rule, f.Path, agent, f.TextHash} }

// add counts a finding.
func (b Baseline) add(f Finding) {
	for _, agent := range f.Agents {
		n := int64(1)
		if f.TextHash == "" {
			n = f.lostBy(agent)
		}
		b[subjectOf(f, agent)] += n
	}
}

// has reports whether so much of a subject is no news.
func (b Baseline) has(s subject, n int64) bool {
	was, known := b[s]
	if s.text == "" {
		was += max(leastGrowth, was/growthPart)
	}
	return known && n <= was
}

// news are those of the findings of a file that are not known, for the agents for which they are not. What has grown
// says so.
func (b Baseline) news(found []Finding) []Finding {
	now := Baseline{}
	for _, f := range found {
		now.add(f)
	}
	var out []Finding
	for _, f := range found {
		known := func(agent string) bool {
			s := subjectOf(f, agent)
			return b.has(s, now[s])
		}
		f.Agents = slices.DeleteFunc(slices.Clone(f.Agents), known)
		if len(f.Agents) == 0 {
			continue
		}
		f.Shares = slices.DeleteFunc(slices.Clone(f.Shares), func(s Share) bool { return known(s.Tool) })
		f.Message += b.growth(f, now)
		f.Fingerprint = fingerprint(f)
		out = append(out, f)
	}
	return out
}

// growth says how much more there is now for the agent for which it has grown most; "" where nothing was known.
func (b Baseline) growth(f Finding, now Baseline) string {
	text, most := "", int64(0)
	for _, agent := range f.Agents {
		s := subjectOf(f, agent)
		was, known := b[s]
		if n := now[s]; known && n-was > most {
			most = n - was
			if s.text == "" {
				text = fmt.Sprintf("; more than in the baseline: %s loses %s bytes of this file, and lost %s",
					agent, tools.Thousands(n), tools.Thousands(was))
			} else {
				text = fmt.Sprintf("; more than in the baseline: such a line is there %s times, and was %s",
					tools.Thousands(n), tools.Thousands(was))
			}
		}
	}
	return text
}

// mostBaseline is the size of the largest baseline that is read, in bytes.
const mostBaseline = 64 << 20

// mostNested is how deep the values of a baseline may be.
const mostNested = 100

// ReadBaseline reads the findings in a report that NewJSON wrote. The error is one sentence without the file's name.
func ReadBaseline(r io.Reader) (Baseline, error) {
	text, err := io.ReadAll(io.LimitReader(r, mostBaseline+1))
	if err != nil {
		return nil, err
	}
	if len(text) > mostBaseline {
		return nil, fmt.Errorf("it is larger than %d MiB", mostBaseline>>20)
	}
	var report struct {
		Version  int      `json:"version"`
		Findings Baseline `json:"findings"`
	}
	if err = oneValue(text); err == nil {
		err = json.Unmarshal(text, &report)
	}
	var odd *oddFinding
	switch {
	case errors.As(err, &odd):
		return nil, odd
	case err != nil:
		return nil, fmt.Errorf("not a report of eyeline check --format json: %w", err)
	case report.Version != 1:
		return nil, fmt.Errorf("a report of version %d, not 1", report.Version)
	case report.Findings == nil:
		return nil, errors.New("not a report of eyeline check --format json: it has no findings")
	}
	return report.Findings, nil
}

// oddFinding is the reason why a finding of a report cannot be known.
type oddFinding struct {
	number int // 1-based
	why    string
}

func (o *oddFinding) Error() string { return fmt.Sprintf("finding %d %s", o.number, o.why) }

// UnmarshalJSON counts the findings of a report one after the other: small ones would take much memory together.
func (b *Baseline) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if begin, err := d.Token(); err != nil || begin != json.Delim('[') {
		return errors.New("its findings are no list")
	}
	*b = Baseline{}
	for i := 1; d.More(); i++ {
		var f Finding
		if err := d.Decode(&f); err != nil {
			return err
		}
		switch {
		case f.Rule == "" || f.Path == "" || len(f.Agents) == 0:
			return &oddFinding{i, "lacks its rule, its path or its agents"}
		case f.TextHash == "" && !slices.Contains(measured, f.Rule):
			return &oddFinding{i, fmt.Sprintf("(%.40s) has no text_hash, as an older eyeline wrote it; "+
				"write the baseline anew with eyeline check --format json", f.Rule)}
		}
		b.add(f)
	}
	return nil
}

// oneValue refuses what encoding/json takes without a word: a key that an object has twice, in any letters, and more
// after the value.
func oneValue(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := distinct(d, 0); err != nil {
		return err
	}
	if rest := bytes.TrimSpace(text[d.InputOffset():]); len(rest) > 0 {
		return fmt.Errorf("there is more after it: %.20q", rest)
	}
	return nil
}

// distinct reads a value, in no object of which a key is there twice.
func distinct(d *json.Decoder, depth int) error {
	if depth > mostNested {
		return errors.New("it is nested too deeply")
	}
	token, err := d.Token()
	if err != nil {
		return err
	}
	begin, nested := token.(json.Delim)
	if !nested {
		return nil
	}
	keys := map[string]bool{}
	for d.More() {
		if begin == '{' {
			key, err := d.Token()
			if err != nil {
				return err
			}
			name := strings.ToLower(fmt.Sprint(key))
			if keys[name] {
				return fmt.Errorf("the key %.40q is there twice", key)
			}
			keys[name] = true
		}
		if err := distinct(d, depth+1); err != nil {
			return err
		}
	}
	_, err = d.Token() // the end
	return err
}
