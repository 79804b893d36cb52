package reviewforms

import (
	"io"

	"eyeline/reader/check"
	"eyeline/reader/tools"
)

// rdjsonSeverities are the severities of the Reviewdog diagnostic format for the levels.
var rdjsonSeverities = map[string]string{
	check.LevelError: "ERROR", check.LevelWarning: "WARNING", check.LevelNote: "INFO",
}

// WriteRDJSON writes a result in the diagnostic format of Reviewdog, rdjson.
func WriteRDJSON(w io.Writer, r *check.Result) error {
	all := []object{}
	for _, f := range r.Findings {
		location := object{"path": f.Path}
		if f.Line > 0 {
			// Without a column: it is in bytes there, and in characters here.
			location["range"] = object{"start": object{"line": f.Line}}
		}

		all = append(all, object{
			"message": f.Brief(), "location": location, "severity": rdjsonSeverities[f.Level],
			"code": object{"value": f.Rule},
		})
	}

	return tools.WriteJSON(w, object{"source": object{"name": "eyeline"}, "diagnostics": all})
}

// WriteNDJSON writes the findings of a result, each as a line of JSON.
func WriteNDJSON(w io.Writer, r *check.Result) error {
	for _, f := range r.Findings {
		if err := tools.WriteJSON(w, f); err != nil {
			return err
		}
	}
	return nil
}
