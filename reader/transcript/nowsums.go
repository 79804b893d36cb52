package transcript

import (
	"context"
	"slices"
)

// CallNow is a SameNow for lists.
type CallNow struct {
	Same    bool   `json:"same"`
	Words   string `json:"words"`             // what came of the comparison
	By      string `json:"by"`                // the tool and its version; "" for none
	Line    int64  `json:"line,omitempty"`    // of the result, 1-based, from which on another text is given
	Refused bool   `json:"refused,omitempty"` // the tool refuses the call now
}

// NowSum counts what the calls that read a file give now.
type NowSum struct {
	Same        int      `json:"same"`
	Differs     int      `json:"differs"`      // the tool gives another text, or no longer refuses
	Refused     int      `json:"refused"`      // the tool refuses now, and did not then, or in other words
	NotCompared int      `json:"not_compared"` // there is no tool that imitates the call, or no text to compare with
	By          []string `json:"by"`           // the tools and their versions, each once
}

// Calls is how many calls were looked at.
func (n *NowSum) Calls() int { return n.Same + n.Differs + n.Refused + n.NotCompared }

func (n *NowSum) add(c *CallNow, compared bool) {
	switch {
	case !compared:
		n.NotCompared++
	case c.Same:
		n.Same++
	case c.Refused:
		n.Refused++
	default:
		n.Differs++
	}
	if compared && !slices.Contains(n.By, c.By) {
		n.By = append(n.By, c.By)
	}
}

// CallNow makes a call again, as SameNow does. compared is false where that cannot be.
func (s *Session) CallNow(ctx context.Context, root string, c *Call) (now *CallNow, compared bool, err error) {
	same, err := s.SameNow(ctx, root, c)
	if err != nil {
		return nil, false, err
	}
	return &CallNow{
		Same: same.Same, Words: same.Words(nil), By: same.By(s.Version), Line: same.Line, Refused: same.Refused,
	}, same.Unknown == "", nil
}

// AddNow makes the calls that read files again on the files as they are, and adds what came of it to the files of a coverage
// that keep reports true of. Files are looked for in root, as in Coverage.
func (s *Session) AddNow(ctx context.Context, root string, c *Coverage, keep func(*FileCoverage) bool) error {
	type made struct {
		now      *CallNow
		compared bool
	}
	known := map[int32]made{} // a call may read several files
	for i := range c.Files {
		f := &c.Files[i]
		if !keep(f) {
			continue
		}
		f.Now = &NowSum{By: []string{}}
		for _, n := range f.Calls {
			call := s.Call(int(n))
			if call == nil || call.Kind == Change {
				continue
			}
			m, ok := known[n]
			if !ok {
				var err error
				if m.now, m.compared, err = s.CallNow(ctx, root, call); err != nil {
					return err
				}
				known[n] = m
			}
			f.Now.add(m.now, m.compared)
		}
	}
	return nil
}
