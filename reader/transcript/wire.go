package transcript

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/requestrun"
)

// Wire is what is known of a run by the requests to the model that its agent wrote.
type Wire struct {
	Requests int              `json:"requests"` // how many had results of the run
	Dropped  int              `json:"dropped"`  // results that the last request of their agent does not have so
	Differ   []WireDifference `json:"differ"`   // results that were sent otherwise than they are recorded
}

// WireDifference is a result that was sent otherwise than it is recorded.
type WireDifference struct {
	Call     int `json:"call"`     // its number
	Recorded int `json:"recorded"` // bytes
	Sent     int `json:"sent"`     // bytes
}

// mostDiffering is how many differences are told in words.
const mostDiffering = 5

// words says what is known.
func (w *Wire) words() string {
	group := func(n int) string { return tools.Thousands(int64(n)) }
	text := fmt.Sprintf("Results are as %s requests had them; no longer in the context: %s.",
		group(w.Requests), group(w.Dropped))
	for i, d := range w.Differ {
		if i == mostDiffering {
			return text + fmt.Sprintf(" %s more differ from the record.", group(len(w.Differ)-i))
		}
		const differ = " Call %d: the record has %s bytes, %s were sent."
		text += fmt.Sprintf(differ, d.Call, group(d.Recorded), group(d.Sent))
	}
	return text
}

// ReadWire reads the requests at path, see [bodies.Convert]: those that an agent wrote, or that tap recorded. From then
// on results are what the model was sent first, what was in the context is what the requests had, and so are the texts
// beside the results.
func (s *Session) ReadWire(ctx context.Context, path string) error {
	src, err := openRequests(ctx, path)
	if err != nil {
		return err
	}

	at := src.Snapshot()
	f := &file{name: path, src: src, at: at, text: jsonskim.NewSource(source.Fixed(src, at), at.Size)}
	r := wireReader{Wire: Wire{Differ: []WireDifference{}}, s: s, sent: map[*record.Call]sentText{}}
	f.decoder = requestrun.New(s.index.Builder(len(s.files)), requestrun.Options{Calls: &r})
	before := len(s.Run.Requests)
	if err := f.readLines(ctx, &record.Run{}); err != nil {
		return errors.Join(err, src.Close())
	}

	if r.had == 0 {
		s.Run.Requests = s.Run.Requests[:before]
		return errors.Join(fmt.Errorf("%s: no request has a result of this run", path), src.Close())
	}

	s.add(f)
	s.Run.Requests = s.Run.Requests[before:] // those of the requests themselves alone
	sortSaid(s.Run)
	return s.During(r.finish)
}

// sortSaid puts the texts of a run in the order in which they were said, and tells the requests where they are then.
func sortSaid(run *record.Run) {
	order := make([]int, len(run.Said))
	for i := range order {
		order[i] = i
	}

	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(run.Said[a].After, run.Said[b].After) })
	said := make([]record.SaidText, len(order))
	at := make([]int64, len(order))
	for now, before := range order {
		said[now] = run.Said[before]
		at[before] = int64(now)
	}

	run.Said = said
	for i := range run.Requests {
		var moved record.Ranges
		for _, r := range run.Requests[i].Said {
			for n := r[0]; n <= r[1]; n++ {
				moved = append(moved, record.Range{at[n], at[n]})
			}
		}

		moved.Sort()
		run.Requests[i].Said = moved
	}
}

// wireReader takes what requests had of the calls of a run.
type wireReader struct {
	Wire
	s    *Session
	had  int // results of calls of the run
	sent map[*record.Call]sentText
}

// sentText is a result as it was sent first.
type sentText struct {
	place record.Place // missing where a request that is not at hand had it first
	sum   uint64       // of the text
}

// Find is the call of an identifier. Gemini CLI records the tool's name before it.
func (r *wireReader) Find(id, tool string) *record.Call {
	return cmp.Or(r.s.index.Lookup(id), r.s.index.Lookup(tool+"__"+id))
}

// Had is as in [requestrun.Sent]. A result that was not new in the first request that is at hand may have been cleared
// since it was sent: the recorded one stays.
func (r *wireReader) Had(c *record.Call, result record.Place, sum uint64, isNew bool) bool {
	r.had++
	sent, seen := r.sent[c]
	if !seen {
		if isNew {
			sent = sentText{result, sum}
		} else {
			text, _, _ := r.s.Text(c.Result, record.TextLimit) // what cannot be read is another text
			sent.sum = requestrun.SumOf(text)
		}
		r.sent[c] = sent
	}
	return sent.sum == sum
}

// finish takes what was sent for the results of the calls, and says what the last requests do not have any more.
func (r *wireReader) finish() {
	s := r.s
	for c, sent := range r.sent {
		r.replace(c, sent)
	}

	slices.SortFunc(r.Differ, func(a, b WireDifference) int { return cmp.Compare(a.Call, b.Call) })
	for _, one := range s.Run.Requests {
		if len(one.Calls) > 0 {
			r.Requests++
		}
	}

	for c := range s.Calls() {
		last, some := s.LastRequest(c.Agent)
		isKept := c.Order > last.After || last.Calls.Has(int64(c.Order))
		if some && c.Kind != record.Attachment && c.Answered() && !isKept {
			s.index.Builder(0).Prune(c)
			r.Dropped++
		}
	}

	s.Wire = &r.Wire
}

// replace takes what was sent for the result of a call.
func (r *wireReader) replace(c *record.Call, sent sentText) {
	if sent.place.As == record.Nothing {
		return
	}
	was, _, _ := r.s.Text(c.Result, record.TextLimit)
	now, _, _ := r.s.Text(sent.place, record.TextLimit)
	c.Fidelity = record.Sent
	if c.Answered() && bytes.Equal(was, now) {
		return // what is understood of the record may say more
	}
	if c.Answered() {
		r.Differ = append(r.Differ, WireDifference{c.Number, len(was), len(now)})
	}
	c.Result = sent.place
}
