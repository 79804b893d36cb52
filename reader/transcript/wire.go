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

// Wire is what the requests that an agent sent to its model tell about a run.
type Wire struct {
	Requests int              `json:"requests"` // number of requests that had results of the run
	Dropped  int              `json:"dropped"`  // results that the last request of their agent no longer has unchanged
	Differ   []WireDifference `json:"differ"`   // results that were sent in another form than recorded
}

// WireDifference is a result that was sent in another form than recorded.
type WireDifference struct {
	Call     int `json:"call"`     // its number, 1-based
	Recorded int `json:"recorded"` // in bytes
	Sent     int `json:"sent"`     // in bytes
}

// maxDiffering is how many differences are described in words.
const maxDiffering = 5

// words describes what is known.
func (w *Wire) words() string {
	group := func(n int) string { return tools.Thousands(int64(n)) }
	text := fmt.Sprintf("Results are as %s requests had them; no longer in the context: %s.",
		group(w.Requests), group(w.Dropped))
	for i, d := range w.Differ {
		if i == maxDiffering {
			return text + fmt.Sprintf(" %s more differ from the record.", group(len(w.Differ)-i))
		}

		const differ = " Call %d: the record has %s bytes, %s were sent."
		text += fmt.Sprintf(differ, d.Call, group(d.Recorded), group(d.Sent))
	}

	return text
}

// ReadWire reads the requests at path, which an agent wrote or tap recorded; see [bodies.Convert]. Afterwards, results
// are what the model was first sent, and the context and the texts beside the results are those of the requests.
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
	s.Run.Requests = s.Run.Requests[before:] // only those of the requests themselves
	sortSaid(s.Run)
	return s.During(r.finish)
}

// sortSaid sorts the texts of a run by the order in which they were said, and updates the indices in the requests.
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

// wireReader collects what requests contain of the calls of a run.
type wireReader struct {
	Wire
	s    *Session
	had  int // number of results of calls of the run
	sent map[*record.Call]sentText
}

// sentText is a result as it was first sent.
type sentText struct {
	place record.Place // missing if the request that had it first is not at hand
	sum   uint64       // hash of the text
}

// Find returns the call with an ID. Gemini CLI records the name of the tool before the ID.
func (r *wireReader) Find(id, tool string) *record.Call {
	return cmp.Or(r.s.index.Lookup(id), r.s.index.Lookup(tool+"__"+id))
}

// Had implements [requestrun.SentResults]. A result that was not new in the first request at hand may have been cleared
// since it was sent: then the recorded one stays.
func (r *wireReader) Had(c *record.Call, result record.Place, sum uint64, isNew bool) bool {
	r.had++
	sent, seen := r.sent[c]
	if !seen {
		if isNew {
			sent = sentText{result, sum}
		} else {
			text, _, _ := r.s.Text(c.Result, record.TextLimit) // a text that cannot be read counts as another text
			sent.sum = requestrun.SumOf(text)
		}

		r.sent[c] = sent
	}

	return sent.sum == sum
}

// finish replaces the results of the calls by what was sent, and notes what the last requests no longer have.
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

// replace replaces the result of a call by what was sent.
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
