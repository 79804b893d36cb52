package check

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
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

// mostBaseline is the size of the largest baseline that is read, in bytes.
const mostBaseline = 64 << 20

// mostNested is how deep the values of a baseline may be.
const mostNested = 100

// ReadBaseline reads the fingerprints of the findings in a report that NewJSON wrote.
func ReadBaseline(r io.Reader) (map[string]bool, error) {
	text, err := io.ReadAll(io.LimitReader(r, mostBaseline+1))
	if err != nil {
		return nil, err
	}
	if len(text) > mostBaseline {
		return nil, fmt.Errorf("it is larger than %d MiB", mostBaseline>>20)
	}
	var report struct {
		Version  int `json:"version"`
		Findings []struct {
			Fingerprint string `json:"fingerprint"`
		} `json:"findings"`
	}
	if err = oneValue(text); err == nil {
		err = json.Unmarshal(text, &report)
	}
	if err != nil {
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

// oneValue refuses what encoding/json takes without a word: a key that an object has twice, in any letters, and more
// after the value.
func oneValue(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := distinct(d, 0); err != nil {
		return err
	}
	if rest := bytes.TrimSpace(text[d.InputOffset():]); len(rest) > 0 {
		return fmt.Errorf("there is more after it: %.20q", rest)
	}
	return nil
}

// distinct reads a value, in no object of which a key is there twice.
func distinct(d *json.Decoder, depth int) error {
	if depth > mostNested {
		return errors.New("it is nested too deeply")
	}
	token, err := d.Token()
	if err != nil {
		return err
	}
	begin, nested := token.(json.Delim)
	if !nested {
		return nil
	}
	keys := map[string]bool{}
	for d.More() {
		if begin == '{' {
			key, err := d.Token()
			if err != nil {
				return err
			}
			name := strings.ToLower(fmt.Sprint(key))
			if keys[name] {
				return fmt.Errorf("the key %.40q is there twice", key)
			}
			keys[name] = true
		}
		if err := distinct(d, depth+1); err != nil {
			return err
		}
	}
	_, err = d.Token() // the end
	return err
}
