package check

import "io"

// gitlabSeverities are the severities of GitLab's code quality reports for the levels.
var gitlabSeverities = map[string]string{LevelError: "critical", LevelWarning: "major", LevelNote: "minor"}

// WriteGitLab writes a result as a report of GitLab's code quality, a list of findings. One of a whole file is at its
// first line, since GitLab shows none without a place.
func WriteGitLab(w io.Writer, r *Result) error {
	all := []object{}
	for _, f := range r.Findings {
		all = append(all, object{
			"description": f.ofTools(), "check_name": f.Rule, "fingerprint": f.Fingerprint,
			"severity": gitlabSeverities[f.Level],
			"location": object{"path": f.Path, "lines": object{"begin": max(f.Line, 1)}},
		})
	}
	_, err := w.Write(append(encode(all), '\n'))
	return err
}
