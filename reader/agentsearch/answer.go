package agentsearch

import (
	"errors"
	"slices"

	"eyeline/reader/agentsearch/pattern"
)

// answer applies an agent's method to the findings of the walk, falling back to its other searches as the agent does.
func (r *run) answer(p *Profile, f *findings) (*Answer, error) {
	a := &Answer{Profile: p, Method: r.firstMethod(p)}
	trouble := ""
	if !r.req.NoRg && a.Method.Fails == "" {
		trouble = r.rgTrouble(a.Method, f)
	}

	switch {
	case trouble == "": // ripgrep succeeds
	case a.Method.OnTrouble == IgnoreErrors:
		a.rgError = trouble
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

// rgTrouble returns why ripgrep would exit with status 2, or "" if it would not.
func (r *run) rgTrouble(m *Method, f *findings) string {
	look, ok := m.Selector.(Ripgrep)
	if !ok {
		return ""
	}
	if trouble := r.newRgRules(look.Own, look.Absolute).trouble(r); trouble != "" {
		return trouble
	}

	i := slices.Index(r.methods, m)
	for _, e := range f.unreadable {
		if e.parent.excluded(r, r.selectorsOf[i][0]) == nil && r.selectors[r.selectorsOf[i][0]].excludes(e) == nil {
			return "ripgrep cannot read " + relTo(r.top.abs, e.abs())
		}
	}

	return ""
}

// maxParsedMatches is how many matches an agent is certain to parse. With more, a match that fails the call may never
// be reached.
const maxParsedMatches = 101

// judgeAll judges every row by the answer's method, counts its matches and files, and decides whether a match fails the
// whole call.
func (r *run) judgeAll(a *Answer, f *findings) error {
	a.run = r
	a.method = slices.Index(r.methods, a.Method)
	a.Matches = 0
	a.Files = 0
	a.judgePattern(r.patternErrors[a.method])
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
			fails = v.failure
		}
		if v.failure != "" && !slices.Contains(failing, v.failureText) {
			failing = append(failing, v.failureText)
		}
	}

	switch {
	case fails == "": // no match fails the call
	case a.Matches <= maxParsedMatches && !f.interrupted:
		a.Refused = "the whole call fails: " + fails
		if len(failing) == 1 { // with several, which line comes first is not known
			a.failureText = failing[0]
		}
		a.Matches = 0
		a.Files = 0
	default:
		a.Perhaps = "the whole call fails if this is among the first matches, in an order of its own: " + fails
	}

	return nil
}

// judgePattern sets Refused or Unknown if the engine is missing, rejects the pattern, or may read it in a way not
// imitated here.
func (a *Answer) judgePattern(err error) {
	if a.Method.Fails != "" {
		a.Refused = a.Method.Fails
		a.failureText = a.Method.SayFails
		return
	}

	wrong, ok := errors.AsType[*pattern.Error](err)
	switch {
	case !ok: // the engine takes the pattern
	case wrong.Refused:
		a.Refused = "the engine does not take the pattern: " + wrong.Text
	default:
		a.Unknown = "it is not known what the engine makes of the pattern: " + wrong.Text
	}
}

// Verdict returns what the agent's answer has of a file of the result.
func (a *Answer) Verdict(row *Row) *Verdict {
	switch {
	case a.Unknown != "":
		return &Verdict{WrittenPath: row.Rel, Why: &Reason{Cause: Unknown, Text: a.Unknown}}
	case a.Refused != "" && a.Method.Fails == "":
		return &Verdict{WrittenPath: row.Rel, Why: &Reason{Cause: Failed, Text: a.Refused}}
	}
	return a.run.judge(row, a.method)
}

// Searches reports whether the engine searches the file at all, by its path alone.
func (a *Answer) Searches(row *Row) bool { return a.run.rowExclusion(row, a.method) == nil }
