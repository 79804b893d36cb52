package check

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// jsonReport writes one object while the findings come:
//
//	{"version": 1, "findings": [Finding…], "agents": [Agent…], "skipped": [Skipped…], "interrupted"?: true}
type jsonReport struct {
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
	_, err := r.w.Write(encode(v))
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
