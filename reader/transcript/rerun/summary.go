package rerun

import (
	"context"
	"slices"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
)

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
