package check

import (
	"cmp"
	"maps"
	"slices"

	"eyeline/reader/check/plainread"
	"eyeline/reader/check/tokensample"
	"eyeline/reader/check/unsearchable"
	"eyeline/reader/internal/maintained"
	"eyeline/reader/tools"
)

const (
	// maxFindings is how many findings a result has at most, but with Options.Every.
	maxFindings = 20_000
	// maxNotWhole is how many files are kept that a first read does not give whole.
	maxNotWhole = 20_000
	// usualFiles and usualShare are how many files, and which part of all, have the same of a tool at least for that
	// to be a fact about the tool.
	usualFiles, usualShare = 10, 0.1
)

// always are facts about a tool however few files they are of.
var always = []string{lineAfterEnd, nothingAtFirst, readsOnAlone, leavesLittle, dropsMark, sameLineEnds}

// collector turns jobs, in their order, into findings and sums.
type collector struct {
	options Options
	result  Result
	ratios  tokensample.Ratios
	plain   []plainread.Read // of each tool
	skipped int64
	files   map[Fact]int64 // with how many files each is, without Fact.Files
}

func newCollector(o Options, plain []plainread.Read) *collector {
	c := &collector{options: o, plain: plain, ratios: tokensample.Ratios{}, files: map[Fact]int64{}}
	for _, t := range o.Tools {
		c.result.Agents = append(c.result.Agents, Agent{Name: t.Name, Agent: t.Origin.Agent, Since: t.Origin.Newest()})
	}
	c.result.Skipped = []Skipped{}
	c.result.Aside = map[string]int64{}
	c.result.asideNames = map[string][]string{}
	c.result.Sent = map[string]Sent{}
	return c
}

// add puts a finished job's file, findings and problems into the result.
func (c *collector) add(j *job) {
	if j.omitted.why != "" {
		c.skip(j, j.omitted.why)
		return
	}

	if !j.finished {
		return // the run is ended
	}

	if j.marked != "" {
		c.skip(j, j.marked)
		sent, _ := c.sums(j, 0)
		c.addFindings(j, sent)
		return
	}

	c.options.Progress.Add()
	c.result.Files++
	ext := extension(j.rel)
	c.ratios.Add(ext, j.sampled)
	sent, lost := c.sums(j, c.ratios.PerByte(ext))
	c.addFindings(j, sent)
	if j.aside != "" {
		c.result.addAside(j.aside, j.shown)
	}
	if j.takesAllRules() {
		c.result.addWorst(LossyFile{Path: j.shown, Sent: sent, lost: lost}, j.reads)
		c.result.addNotWhole(LossyFile{Path: j.shown, Sent: sent, lost: lost}, j.reads)
	}
}

// skip notes that a file is left out.
func (c *collector) skip(j *job, why string) {
	if j.omitted.unread {
		c.result.Unread++
	}
	if j.omitted.missed || why == errNoTool.Error() {
		c.result.Missed++
	}

	c.skipped++
	if c.skipped <= maxSkipped {
		c.result.Skipped = append(c.result.Skipped, Skipped{j.shown, why, j.omitted.unread})
	}
}

// addFindings adds those findings of a job that the options ask for.
func (c *collector) addFindings(j *job, sent Sent) {
	ofTest := !c.options.All && maintained.IsOfTests(j.below())
	for _, f := range j.found {
		if c.options.reports(f.Rule) && c.addFinding(f, ofTest) {
			c.result.Sent[j.shown] = sent
		}
	}
}

// sums adds what the tools give of a file to their sums, and says how much each gives and all lose together.
func (c *collector) sums(j *job, ratio float64) (sent Sent, lost int64) {
	sent = Sent{j.size, make([]int64, len(j.reads))}
	for i := range j.reads {
		r := &j.reads[i]
		if j.aside == "" {
			c.count(i, j, r, ratio)
		}

		sent.Tools[i] = r.sent()
		if r.state == stateNotKnown {
			sent.Tools[i] = -1
			continue
		}

		lost += j.size - r.sent()
	}

	return sent, lost
}

// downgradeSinglePart sets the cause readsOnAlone on the only part that no fact about its tool covers, if that tool
// says how to read on.
func downgradeSinglePart(parts []part) {
	said := func(p part) bool { return !slices.Contains(always, p.cause) }
	i := slices.IndexFunc(parts, said)
	if i < 0 || slices.ContainsFunc(parts[i+1:], said) {
		return
	}
	if r := parts[i].read; r != nil && r.state == statePartial && !r.ends && !parts[i].grave {
		parts[i].cause = readsOnAlone
	}
}

// addFinding counts a finding among the facts of its tools, and adds it to the result unless it is known, small or all
// of it is a fact. It reports whether it was added. ofTest: a long line is no finding, tests compare with those.
func (c *collector) addFinding(f Finding, ofTest bool) bool {
	lost := c.countFacts(f)
	if c.options.Known != nil {
		c.options.Known.dropKnown(&f, c.result.Folder)
	}

	stands := slices.ContainsFunc(f.parts, func(p part) bool {
		return !slices.Contains(always, p.cause) || !c.isFact(p.fact(f.Rule))
	})
	if lost < c.options.MinLost || !stands || ofTest && f.Rule == CutLine {
		return false
	}

	f.parts = slices.Clone(f.parts)
	c.result.Findings = append(c.result.Findings, f)
	if !c.options.Every && len(c.result.Findings) == 2*maxFindings {
		c.finishFindings(func(part, string) bool { return false })
	}

	return true
}

// countFacts counts what the parts of a finding say of their tools, and says how many bytes the tool that loses most
// loses. The reads, which are no longer needed, are freed.
func (c *collector) countFacts(f Finding) (lost int64) {
	for i := range f.parts {
		p := &f.parts[i]
		if r := p.read; r != nil {
			p.read = nil
			if p.Calls > 0 {
				p.Tokens = r.tokens
			}
		}

		if p.cause != "" {
			c.files[p.fact(f.Rule)]++
		}

		lost = max(lost, p.Lost)
	}

	return lost
}

// fact is the fact that a part is of, if it is so of many files.
func (p part) fact(rule string) Fact { return Fact{Rule: rule, Tool: p.tool, Message: p.cause} }

// finishFindings drops the findings whose parts are all facts, since these are reported once. It sorts the others and
// keeps as many as are reported. A finding that stands names all its parts: a reader takes it that the tools that it
// does not name give what it is about.
func (c *collector) finishFindings(isFact func(p part, rule string) bool) {
	r := &c.result
	left := slices.DeleteFunc(r.Findings, func(f Finding) bool {
		return !slices.ContainsFunc(f.parts, func(p part) bool { return !isFact(p, f.Rule) })
	})
	for i := range left {
		left[i].finish(c.result.Folder)
	}

	slices.SortFunc(left, byLoss)
	r.Findings = left
	if !c.options.Every {
		r.Findings = left[:min(len(left), maxFindings)]
	}

	r.More += int64(len(left) - len(r.Findings))
	named := map[string]bool{}
	for _, f := range r.Findings {
		named[f.Path] = true
	}

	maps.DeleteFunc(r.Sent, func(path string, _ Sent) bool { return !named[path] })
}

// isFact reports whether enough files have the fact for it to be reported as one.
func (c *collector) isFact(f Fact) bool {
	if slices.Contains(c.options.Rules, f.Rule) || slices.Contains(c.options.Listed, f.Rule) {
		return false
	}
	if slices.Contains(always, f.Message) {
		return true
	}

	n := c.files[f]
	if f.Rule == Unsearchable {
		return unsearchable.IsFact(f.Message, n, usualFiles)
	}

	return n >= usualFiles && float64(n) > usualShare*float64(c.result.Files)
}

// end is the result.
func (c *collector) end(interrupted bool) *Result {
	r := &c.result
	for f, n := range c.files {
		if c.isFact(f) {
			f.Files = n
			r.Facts = append(r.Facts, f)
		}
	}

	slices.SortFunc(r.Facts, func(a, b Fact) int {
		return cmp.Or(
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Message, b.Message),
			cmp.Compare(b.Files, a.Files),
			cmp.Compare(a.Tool, b.Tool),
		)
	})
	c.finishFindings(func(p part, rule string) bool { return p.cause != "" && c.isFact(p.fact(rule)) })
	if rest := c.skipped - int64(len(r.Skipped)); rest > 0 {
		why := tools.Thousands(rest) + " more files were not checked"
		r.Skipped = append(r.Skipped, Skipped{"", why, r.Unread > 0})
	}

	r.Interrupted = interrupted
	return r
}

// count adds what a tool gives of a file to its sums.
func (c *collector) count(i int, j *job, r *read, ratio float64) {
	a := &c.result.Agents[i]
	f := &a.Files
	*[...]*int64{
		stateWhole: &f.Whole, stateCut: &f.Cut, statePartial: &f.Partial,
		stateNotText: &f.NotText, stateRefused: &f.Refused, stateNotKnown: &f.NotKnown,
	}[r.state]++
	if r.state == stateNotKnown {
		return
	}

	a.Lines += j.lines
	a.Bytes += j.size
	a.LinesSent += r.lines
	a.BytesSent += r.sent()
	a.CallsAll += r.calls
	a.CallsGuessed = a.CallsGuessed || r.guessed
	first := c.plain[i].Tokens(r.tool, ratio, r.sent(), float64(r.lines))
	line := float64(j.lines) / float64(max(j.size, 1))
	r.tokens = max(c.plain[i].Tokens(r.tool, ratio, r.allSent, float64(r.allSent)*line), first)
	a.TokensFirst += first
	a.TokensAll += r.tokens
}
