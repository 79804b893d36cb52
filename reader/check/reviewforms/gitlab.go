package reviewforms

import (
	"io"

	"eyeline/reader/check"
	"eyeline/reader/tools"
)

// gitlabSeverities are the severities of GitLab's code quality reports for the levels.
var gitlabSeverities = map[string]string{
	check.LevelError: "critical", check.LevelWarning: "major", check.LevelNote: "minor",
}

// WriteGitLab writes a result as a report of GitLab's code quality, a list of findings. One of a whole file is at its
// first line, since GitLab shows none without a place.
func WriteGitLab(w io.Writer, r *check.Result) error {
	all := []object{}
	for _, f := range r.Findings {
		all = append(all, object{
			"description": f.Brief(), "check_name": f.Rule, "fingerprint": f.Fingerprint,
			"severity": gitlabSeverities[f.Level],
			"location": object{"path": f.Path, "lines": object{"begin": max(f.Line, 1)}},
		})
	}
	return tools.WriteJSON(w, all)
}
