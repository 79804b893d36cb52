package agentsearch

import (
	"errors"
	"slices"

	"eyeline/reader/agentsearch/pattern"
)

// answer is what one agent finds.
func (r *run) answer(p *Profile) (*Answer, error) {
	a := &Answer{Profile: p, Method: r.first(p)}
	trouble := ""
	if !r.req.NoRg && a.Method.Fails == "" {
		trouble = r.trouble(a.Method)
	}
	switch {
	case trouble == "":
	case a.Method.OnTrouble == Borne:
		a.trouble = trouble
	case a.Method.OnTrouble == Refused:
		a.Refused = "the whole call fails: " + trouble
	default:
		a.Method = r.withoutRg(p)
		a.Notes = append(a.Notes, trouble+", so the search without ripgrep runs")
	}
	if err := r.judgeAll(a); err != nil {
		return nil, err
	}
	if a.Files == 0 && a.Refused == "" && a.Unknown == "" && a.Method.IfNone != nil {
		a.Method = a.Method.IfNone
		a.Notes = append(a.Notes, "ripgrep finds nothing, so the agent's own search runs")
		if err := r.judgeAll(a); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// trouble is why ripgrep ends with status 2; "": it does not.
func (r *run) trouble(m *Method) string {
	look, is := m.Look.(Ripgrep)
	if !is {
		return ""
	}
	if trouble := r.rgRules(look.Own).trouble(r); trouble != "" {
		return trouble
	}
	i := slices.Index(r.methods, m)
	for _, e := range r.blocked {
		if e.in.out(r, r.byMethod[i][0]) == nil && r.lookers[r.byMethod[i][0]].why(e) == nil {
			return "ripgrep cannot read " + relTo(r.top.abs, e.abs())
		}
	}
	return ""
}

// mostRead is how many matches an agent reads whose call one of them may fail.
const mostRead = 101

// judgeAll counts what comes.
func (r *run) judgeAll(a *Answer) error {
	a.run, a.number = r, slices.Index(r.methods, a.Method)
	a.Matches, a.Files = 0, 0
	if wrong, is := errors.AsType[*pattern.Error](r.errors[a.number]); is && a.Method.Fails == "" {
		if wrong.Refused {
			a.Refused = "the engine does not take the pattern: " + wrong.Text
		} else {
			a.Unknown = "it is not known what the engine makes of the pattern: " + wrong.Text
		}
	}
	if a.Method.Fails != "" {
		a.Refused, a.failing = a.Method.Fails, a.Method.SayFails
	}
	fails := ""
	var failing []string
	for n, row := range r.rows {
		if n%1024 == 0 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		v := a.Verdict(row)
		if len(v.Lines) > 0 {
			a.Files++
			a.Matches += len(v.Lines)
		}
		if fails == "" {
			fails = v.fails
		}
		if v.fails != "" && !slices.Contains(failing, v.failing) {
			failing = append(failing, v.failing)
		}
	}
	switch {
	case fails == "":
	case a.Matches <= mostRead:
		a.Refused = "the whole call fails: " + fails
		if len(failing) == 1 { // else which of the lines comes first is not known
			a.failing = failing[0]
		}
		a.Matches, a.Files = 0, 0
	default:
		a.Perhaps = "the whole call fails if this is among the first matches, in an order of its own: " + fails
	}
	return nil
}

// Verdict is what comes of a file of the result.
func (a *Answer) Verdict(row *Row) *Verdict {
	switch {
	case a.Unknown != "":
		return &Verdict{Named: row.Rel, Why: &Reason{Cause: Unknown, Text: a.Unknown}}
	case a.Refused != "" && a.Method.Fails == "":
		return &Verdict{Named: row.Rel, Why: &Reason{Cause: Failed, Text: a.Refused}}
	}
	return a.run.judge(row, a.number)
}
