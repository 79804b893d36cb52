package check

import "io"

// rdjsonSeverities are the severities of the Reviewdog diagnostic format for the levels.
var rdjsonSeverities = map[string]string{LevelError: "ERROR", LevelWarning: "WARNING", LevelNote: "INFO"}

// WriteRDJSON writes a result in the diagnostic format of Reviewdog, rdjson.
func WriteRDJSON(w io.Writer, r *Result) error {
	all := []object{}
	for _, f := range r.Findings {
		location := object{"path": f.Path}
		if f.Line > 0 {
			start := object{"line": f.Line}
			if f.Column > 0 {
				start["column"] = f.Column
			}
			location["range"] = object{"start": start}
		}
		all = append(all, object{
			"message": f.ofTools(), "location": location, "severity": rdjsonSeverities[f.Level],
			"code": object{"value": f.Rule},
		})
	}
	_, err := w.Write(append(encode(object{"source": object{"name": "eyeline"}, "diagnostics": all}), '\n'))
	return err
}

// WriteNDJSON writes the findings of a result, each as a line of JSON.
func WriteNDJSON(w io.Writer, r *Result) error {
	for _, f := range r.Findings {
		if _, err := w.Write(append(encode(f), '\n')); err != nil {
			return err
		}
	}
	return nil
}
