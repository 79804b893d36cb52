package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"eyeline/reader/decode"
	"eyeline/reader/git/worktree"
	"eyeline/reader/tools"
)

// Baseline is what an earlier report found.
type Baseline struct {
	amounts map[subject]int64
	facts   map[Fact]bool // without Fact.Files
}

func newBaseline() *Baseline { return &Baseline{map[subject]int64{}, map[Fact]bool{}} }

// subject is what a finding is known by, for one of its tools. The path is from the top of the work tree.
type subject struct{ rule, path, kind, tool string }

// measured are the rules whose losses a baseline counts in bytes, not in findings.
var measured = []string{Partial, CutLine, Instructions}

const (
	// A loss is reported as grown when it has grown by more than leastGrowth bytes and by more than a tenth. A line
	// added at the top of a file shifts the loss by a line or a few, which is not reported; 2,000 more lines are,
	// whatever the file's size.
	leastGrowth = 1 << 10 // in bytes
	growthPart  = 10
)

// amount is how much of a finding there is: the bytes that a tool loses by it, or how often it is found.
func (f *Finding) amount(lost int64) int64 {
	if slices.Contains(measured, f.Rule) {
		return lost
	}
	return max(f.Times, 1)
}

// add remembers how much a finding of the older report loses, for each agent.
func (b *Baseline) add(f Finding) {
	for _, tool := range f.Agents {
		lost := f.LostBytes
		if i := slices.IndexFunc(f.Shares, func(s Share) bool { return s.Tool == tool }); i >= 0 {
			lost = f.Shares[i].Lost
		}
		b.amounts[subject{f.Rule, f.Path, f.Kind, tool}] = f.amount(lost)
	}
}

// nameFrom has the files that are named from a folder of a work tree be known by their names in the tree.
func (b *Baseline) nameFrom(folder string) {
	if folder == "" {
		return
	}
	named := make(map[subject]int64, len(b.amounts))
	for s, n := range b.amounts {
		s.path = worktree.RelativeToTop(folder, s.path)
		named[s] = n
	}
	b.amounts = named
}

// dropKnown drops what is known of a finding, and says of the rest what there is more of. The finding is of a run in a
// folder of a work tree.
func (b *Baseline) dropKnown(f *Finding, folder string) {
	name := worktree.RelativeToTop(folder, f.Path)
	var news []part
	for _, p := range f.parts {
		was, known := b.amounts[subject{f.Rule, name, f.Kind, p.tool}]
		n := f.amount(p.Lost)
		most := was
		unit := "times"
		if slices.Contains(measured, f.Rule) {
			most = was + max(leastGrowth, was/growthPart)
			unit = "bytes"
		}
		if b.facts[p.fact(f.Rule)] || known && n <= most {
			continue
		}
		if known {
			p.words += ", more than before: " + tools.Thousands(n) + " " + unit + ", and was " + tools.Thousands(was)
		}

		news = append(news, p)
	}

	f.parts = news
}

// maxBaseline is the size of the largest baseline that is read, in bytes.
const maxBaseline = 256 << 20

// maxNested is how deep the values of a baseline may be.
const maxNested = 100

// ReadBaseline reads the findings in a report that WriteJSON wrote, and to which a shell may have added a byte order
// mark. The error is one sentence without the file's name.
func ReadBaseline(r io.Reader) (*Baseline, error) { return readBaseline(r, maxBaseline) }

// readBaseline is ReadBaseline of a report of at most most bytes.
func readBaseline(r io.Reader, most int64) (*Baseline, error) {
	text, err := io.ReadAll(io.LimitReader(decode.Marked(r), most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(text)) > most {
		return nil, fmt.Errorf("it is larger than %d MiB", most>>20)
	}

	var report struct {
		Version  int      `json:"version"`
		Folder   string   `json:"folder"`
		Findings findings `json:"findings"`
		Facts    []Fact   `json:"facts"`
		More     int64    `json:"more"`
		Stopped  bool     `json:"interrupted"`
	}
	if err = oneValue(text); err == nil {
		err = json.Unmarshal(text, &report)
	}

	switch {
	case err != nil:
		return nil, fmt.Errorf("not a report of eyeline check --format json: %w", err)
	case report.Version < jsonVersion && report.Version > 0:
		return nil, errors.New("it is of an older eyeline: write it anew with eyeline check --format json")
	case report.Version != jsonVersion:
		return nil, fmt.Errorf("a report of version %d, not %d", report.Version, jsonVersion)
	case report.More > 0:
		return nil, fmt.Errorf("it lacks %s that were found: write it anew with eyeline check --format json",
			counting(report.More, "finding"))
	case report.Stopped:
		return nil, errors.New("it is of a check that was interrupted: write it anew with eyeline check --format json")
	case report.Findings.Baseline == nil:
		return nil, errors.New("not a report of eyeline check --format json: it has no findings")
	}

	known := report.Findings.Baseline
	known.nameFrom(report.Folder)
	for _, f := range report.Facts {
		f.Files = 0
		known.facts[f] = true
	}

	return known, nil
}

// findings are read one after the other: small ones would take much memory together.
type findings struct{ *Baseline }

// UnmarshalJSON implements [json.Unmarshaler].
func (b *findings) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if begin, err := d.Token(); err != nil || begin != json.Delim('[') {
		return errors.New("its findings are no list")
	}

	b.Baseline = newBaseline()
	for i := 1; d.More(); i++ {
		var f Finding
		if err := d.Decode(&f); err != nil {
			return err
		}
		if f.Rule == "" || f.Path == "" || len(f.Agents) == 0 {
			return fmt.Errorf("finding %d lacks its rule, its path or its agents", i)
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

// distinct reads a value, and refuses one in which an object has the same key twice.
func distinct(d *json.Decoder, depth int) error {
	if depth > maxNested {
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
