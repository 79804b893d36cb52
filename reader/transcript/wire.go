package transcript

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/tools"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/requests"
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

// mostSent bounds how many bytes of results are kept in memory as they were sent; those after them are as recorded.
const mostSent = 64 << 20

// ReadWire reads the requests that the agent wrote at path, see [requests.InFiles]. From then on results are what the
// model was sent first, and those that the last request of their agent does not have so were dropped from the context.
func (s *Session) ReadWire(ctx context.Context, path string) error {
	r := wireReader{
		Wire: Wire{Differ: []WireDifference{}}, s: s, index: int32(len(s.files)),
		sent: map[*record.Call]sentText{}, last: map[int]request{},
	}
	if err := requests.InFiles(ctx, path, r.take); err != nil {
		return err
	}
	if r.Requests == 0 {
		return fmt.Errorf("%s: no request has a result of this run", path)
	}
	text := jsonskim.FromBytes(r.kept.Bytes())
	s.add(&file{name: path, text: text, off: text.Size()})
	err := s.During(func() {
		for c, sent := range r.sent {
			r.replace(c, sent)
		}
	})
	if err != nil {
		return err
	}
	slices.SortFunc(r.Differ, func(a, b WireDifference) int { return cmp.Compare(a.Call, b.Call) })
	for c := range s.Calls() {
		last, some := r.last[c.Agent]
		if some && c.Kind != record.Attachment && c.Number <= last.newest && c.Answered() &&
			(r.sent[c].sum == 0 || last.sums[c] != r.sent[c].sum) {
			s.index.Builder(0).Prune(c)
			r.Dropped++
		}
	}
	s.Wire = &r.Wire
	return nil
}

// wireReader takes requests.
type wireReader struct {
	Wire
	s     *Session
	index int32        // of the file that kept becomes
	kept  bytes.Buffer // the results as they were sent first
	sent  map[*record.Call]sentText
	last  map[int]request // by the agent
}

type sentText struct {
	place record.Place // missing where it is not kept
	sum   uint64       // of the text
}

// request is one request: of the agent that made its newest call.
type request struct {
	newest int // number of the call
	sums   map[*record.Call]uint64
}

func (r *wireReader) take(results []requests.SentResult) {
	one, agent := request{sums: map[*record.Call]uint64{}}, 0
	for _, result := range results {
		c := cmp.Or(r.s.index.Lookup(result.ID), r.s.index.Lookup(result.Named))
		if c == nil {
			continue
		}
		switch one.sums[c] = r.sum(result); {
		case r.sent[c].sum != 0:
		case result.New:
			r.keep(c, result, one.sums[c])
		default: // a request that is not at hand had it first, and it may have been cleared since
			r.sent[c] = sentText{sum: r.recorded(c)}
		}
		if c.Number > one.newest {
			one.newest, agent = c.Number, c.Agent
		}
	}
	if one.newest == 0 {
		return
	}
	r.Requests++
	if before := r.last[agent].sums; results[0].More && before != nil {
		maps.Copy(before, one.sums)
		one.sums = before
	}
	if one.newest >= r.last[agent].newest { // telemetry may write what was before it later
		r.last[agent] = one
	}
}

// sum stands for the text of a result; it is not 0.
func (r *wireReader) sum(result requests.SentResult) uint64 {
	var h maphash.Hash
	h.SetSeed(wireSeed)
	_ = r.s.WriteValue(&h, result.Text, result.As) // what is in memory can be read
	return max(h.Sum64(), 1)
}

// recorded is sum of the result that is recorded.
func (r *wireReader) recorded(c *record.Call) uint64 {
	text, _, _ := r.s.Text(c.Result, record.TextLimit) // what cannot be read is another text
	return max(maphash.Bytes(wireSeed, text), 1)
}

var wireSeed = maphash.MakeSeed()

func (r *wireReader) keep(c *record.Call, result requests.SentResult, sum uint64) {
	sent := sentText{sum: sum}
	if size := result.Text.Len(); int64(r.kept.Len())+size <= mostSent {
		sent.place = record.Place{Off: int64(r.kept.Len()), Len: size, File: r.index, As: result.As}
		_ = result.Text.WriteRaw(&r.kept) // as above
	}
	r.sent[c] = sent
}

// replace takes what was sent for the result of a call.
func (r *wireReader) replace(c *record.Call, sent sentText) {
	if sent.place.As == record.Nothing {
		return
	}
	was, _, _ := r.s.Text(c.Result, record.TextLimit)
	now, _, _ := r.s.Text(sent.place, record.TextLimit)
	if c.Answered() && !bytes.Equal(was, now) {
		r.Differ = append(r.Differ, WireDifference{c.Number, len(was), len(now)})
	}
	c.Result, c.Fidelity = sent.place, record.Sent
}
