package preview

import "eyeline/tui/kit/humanize"

// A tool may cut long lines. Each cut is described where the line is shown.

// cutWords describe the cut with an index in Stats.Cuts: in which line, after how many bytes, and how much is lost.
func (r *Reading) cutWords(at int) string {
	c := r.Stats.Cuts[at]
	where := "here"
	if at < len(r.beforeCuts) && r.beforeCuts[at] > 0 {
		where = "at byte " + humanize.Group(r.beforeCuts[at])
	}
	return "L" + humanize.Group(c.Line) + " cut " + where + " · " + humanize.Count(c.End-c.Start, "byte") + " not sent"
}
