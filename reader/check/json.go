package check

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"eyeline/reader/tools"
)

// jsonReport writes one object while the findings come:
//
//	{"version": 1, "findings": [Finding…], "agents": [Agent…], "skipped": [Skipped…], "interrupted"?: true}
type jsonReport struct {
	withoutFiles
	w     *bufio.Writer
	count int
}

// NewJSON writes a report as one JSON object. Its fields are those of Finding, Agent and Skipped; "version" is 1 until
// they change. Where a run was interrupted, "interrupted" is true, and the object is whole all the same.
func NewJSON(w io.Writer) Report { return &jsonReport{w: bufio.NewWriterSize(w, 64<<10)} }

// element writes an element of the current array.
func (r *jsonReport) element(v any) error {
	if r.count > 0 {
		_, _ = r.w.WriteString(",") // Flush says it
	}
	r.count++
	_, _ = r.w.WriteString("\n  ")
	_, err := r.w.Write(tools.Encode(v))
	return err
}

// array ends an array and writes the next one.
func array[T any](r *jsonReport, name string, elements []T) error {
	r.count = 0
	_, _ = fmt.Fprintf(r.w, "],\n %q: [", name) // Flush says it
	for _, e := range elements {
		if err := r.element(e); err != nil {
			return err
		}
	}
	return nil
}

func (r *jsonReport) begin() {
	if r.count == 0 {
		_, _ = r.w.WriteString("{\"version\": 1,\n \"findings\": [")
	}
}

// Finding implements Report.
func (r *jsonReport) Finding(f Finding) error {
	r.begin()
	return r.element(f)
}

// End implements Report.
func (r *jsonReport) End(s Summary) error {
	r.begin()
	if err := errors.Join(array(r, "agents", s.Agents), array(r, "skipped", s.Skipped)); err != nil {
		return err
	}
	_, _ = r.w.WriteString("]")
	if s.Interrupted {
		_, _ = r.w.WriteString(",\n \"interrupted\": true")
	}
	_, _ = r.w.WriteString("}\n")
	return r.w.Flush()
}

// ReadBaseline reads the fingerprints of the findings in a report that NewJSON wrote. Memory grows with their number
// only.
func ReadBaseline(r io.Reader) (map[string]bool, error) {
	var report struct {
		Version  int `json:"version"`
		Findings []struct {
			Fingerprint string `json:"fingerprint"`
		} `json:"findings"`
	}
	if err := json.NewDecoder(r).Decode(&report); err != nil {
		return nil, fmt.Errorf("not a report of eyeline check --format json: %w", err)
	}
	if report.Version != 1 {
		return nil, fmt.Errorf("a report of version %d, not 1", report.Version)
	}
	known := map[string]bool{}
	for _, f := range report.Findings {
		known[f.Fingerprint] = true
	}
	return known, nil
}
