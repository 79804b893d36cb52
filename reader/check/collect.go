package check

import (
	"slices"

	"eyeline/reader/tokens"
	"eyeline/reader/tools"
)

// collector turns jobs, in their order, into findings and sums.
type collector struct {
	options  Options
	report   Report
	summary  Summary
	ratios   ratios
	prefixes []prefix
	skipped  int64
}

func newCollector(o Options, report Report) *collector {
	c := &collector{options: o, report: report, ratios: ratios{}}
	for _, t := range o.Tools {
		c.summary.Agents = append(c.summary.Agents, Agent{Name: t.Name, Agent: t.Since.Agent, Since: t.Since.Version})
		c.prefixes = append(c.prefixes, prefixOf(t))
	}
	c.summary.Skipped = []Skipped{}
	c.summary.Estimate = "tokens are estimated from samples, in the vocabulary " + tokens.Vocabulary
	return c
}

// take adds a job. The error is the report's.
func (c *collector) take(j *job) error {
	if j.skip != "" {
		if c.skipped++; c.skipped <= mostSkipped {
			c.summary.Skipped = append(c.summary.Skipped, Skipped{j.shown, j.skip})
		}
		return nil
	}
	if j.failed != nil {
		return j.failed
	}
	if !j.finished {
		return nil // the run is ended
	}
	if c.options.Done != nil {
		c.options.Done.Add(1)
	}
	c.summary.Files++
	ext := extension(j.rel)
	if j.sampled.bytes > 0 {
		c.ratios.add(ext, j.sampled)
	}
	ratio := c.ratios.of(ext)
	var lost int64
	for i := range j.reads {
		r := &j.reads[i]
		c.count(i, j, r, ratio)
		lost += j.size - r.sent
	}
	found := make([]Finding, 0, len(j.found))
	for _, d := range j.found {
		if d.message != nil {
			i := slices.Index(c.options.Tools, d.read.tool)
			whole := c.prefixes[i].estimate(ratio, d.read.allBytes, d.read.allLines)
			in := tokens.ByRule(d.read.tool.Tokens, whole, d.read.allBytes, true)
			if d.Message = d.message(in); !d.read.ends {
				d.Tokens = whole
			}
		}
		if c.wanted(d.Finding) {
			found = append(found, d.Finding)
		}
	}
	found = together(found)
	if c.options.Known != nil {
		found = c.options.Known.news(found)
	}
	for _, f := range found {
		if err := c.report.Finding(f); err != nil {
			return err
		}
	}
	c.summary.addWorst(lossyFile{j.shown, j.size, lost, len(j.reads)})
	return nil
}

// wanted reports whether a finding is of a rule that is reported, and loses enough.
func (c *collector) wanted(f Finding) bool {
	o := c.options
	return (o.Rules == nil || slices.Contains(o.Rules, f.Rule)) && (f.LostBytes <= 0 || f.LostBytes >= o.MinLost)
}

// count adds what a tool gives of a file to its sums.
func (c *collector) count(i int, j *job, r *read, ratio float64) {
	a := &c.summary.Agents[i]
	f := &a.Files
	*[...]*int64{
		stateWhole: &f.Whole, stateCut: &f.Cut, statePartial: &f.Partial,
		stateNotText: &f.NotText, stateRefused: &f.Refused,
	}[r.state]++
	a.Lines += j.lines
	a.Bytes += j.size
	a.LinesSent += r.lines
	a.BytesSent += r.sent
	a.CallsAll += r.calls
	a.TokensFirst += c.prefixes[i].estimate(ratio, r.stats.Bytes, r.stats.Lines)
	a.TokensAll += c.prefixes[i].estimate(ratio, r.allBytes, r.allLines)
}

func (c *collector) end() error {
	if rest := c.skipped - int64(len(c.summary.Skipped)); rest > 0 {
		c.summary.Skipped = append(c.summary.Skipped, Skipped{"", tools.Thousands(rest) + " more files were not checked"})
	}
	return c.report.End(c.summary)
}
