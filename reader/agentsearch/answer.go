package agentsearch

import (
	"errors"
	"slices"

	"eyeline/reader/agentsearch/pattern"
)

// answer is what one agent finds of what was found.
func (r *run) answer(p *Profile, f *findings) (*Answer, error) {
	a := &Answer{Profile: p, Method: r.first(p)}
	trouble := ""
	if !r.req.NoRg && a.Method.Fails == "" {
		trouble = r.trouble(a.Method, f)
	}

	switch {
	case trouble == "": // all goes well
	case a.Method.OnTrouble == Borne:
		a.trouble = trouble
	case a.Method.OnTrouble == Refused:
		a.Refused = "the whole call fails: " + trouble
	default:
		a.Method = r.withoutRg(p)
		a.Notes = append(a.Notes, trouble+", so the search without ripgrep runs")
	}

	if err := r.judgeAll(a, f); err != nil {
		return nil, err
	}

	switch {
	case a.Files > 0 || a.Refused != "" || a.Unknown != "" || a.Method.IfNone == nil: // the answer stands
	case f.interrupted:
		a.Unknown = "not known yet: ripgrep has found nothing so far, and where it finds nothing another search runs"
	default:
		a.Method = a.Method.IfNone
		a.Notes = append(a.Notes, "ripgrep finds nothing, so the agent's own search runs")
		if err := r.judgeAll(a, f); err != nil {
			return nil, err
		}
	}

	return a, nil
}

// trouble is why ripgrep ends with status 2; "": it does not.
func (r *run) trouble(m *Method, f *findings) string {
	look, is := m.Look.(Ripgrep)
	if !is {
		return ""
	}
	if trouble := r.newRgRules(look.Own, look.Absolute).trouble(r); trouble != "" {
		return trouble
	}

	i := slices.Index(r.methods, m)
	for _, e := range f.blocked {
		if e.in.out(r, r.byMethod[i][0]) == nil && r.lookers[r.byMethod[i][0]].why(e) == nil {
			return "ripgrep cannot read " + relTo(r.top.abs, e.abs())
		}
	}

	return ""
}

// mostRead is how many matches an agent reads whose call one of them may fail.
const mostRead = 101

// judgeAll counts what comes.
func (r *run) judgeAll(a *Answer, f *findings) error {
	a.run = r
	a.number = slices.Index(r.methods, a.Method)
	a.Matches = 0
	a.Files = 0
	a.judgePattern(r.errors[a.number])
	fails := ""
	var failing []string
	for n, row := range f.rows {
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
	case fails == "": // no match fails the call
	case a.Matches <= mostRead && !f.interrupted:
		a.Refused = "the whole call fails: " + fails
		if len(failing) == 1 { // else which of the lines comes first is not known
			a.failing = failing[0]
		}
		a.Matches = 0
		a.Files = 0
	default:
		a.Perhaps = "the whole call fails if this is among the first matches, in an order of its own: " + fails
	}

	return nil
}

// judgePattern says what becomes of the whole call by its pattern, or since there is no engine.
func (a *Answer) judgePattern(err error) {
	if a.Method.Fails != "" {
		a.Refused = a.Method.Fails
		a.failing = a.Method.SayFails
		return
	}
	wrong, is := errors.AsType[*pattern.Error](err)
	switch {
	case !is: // the engine takes the pattern
	case wrong.Refused:
		a.Refused = "the engine does not take the pattern: " + wrong.Text
	default:
		a.Unknown = "it is not known what the engine makes of the pattern: " + wrong.Text
	}
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

// Looks reports whether the engine looks at a file of the result, whatever the file holds.
func (a *Answer) Looks(row *Row) bool { return a.run.path(row, a.number) == nil }
