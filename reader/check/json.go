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

// jsonVersion is the version of the form of a report. It changes when a field is taken away or gets another meaning.
const jsonVersion = 2

// WriteJSON writes a result as one JSON object, with an element a line:
//
//	{"version": 2, "findings": [Finding…], "facts": [Fact…], "agents": [Agent…], "skipped": [Skipped…], "more"?: n, "interrupted"?: true}
//
// "more" is how many findings are left out, since they are too many. Where a run was interrupted, "interrupted" is true,
// and the object is whole all the same.
func WriteJSON(w io.Writer, r *Result) error {
	b := bufio.NewWriterSize(w, 64<<10)
	fmt.Fprintf(b, "{\"version\": %d", jsonVersion)
	array(b, "findings", r.Findings)
	array(b, "facts", r.Facts)
	array(b, "agents", r.Agents)
	array(b, "skipped", r.Skipped)
	if r.More > 0 {
		fmt.Fprintf(b, ",\n \"more\": %d", r.More)
	}
	if r.Interrupted {
		fmt.Fprint(b, ",\n \"interrupted\": true")
	}
	fmt.Fprint(b, "}\n")
	return b.Flush()
}

// array writes an array.
func array[T any](w io.Writer, name string, elements []T) {
	fmt.Fprintf(w, ",\n %q: [", name)
	for i, e := range elements {
		if i > 0 {
			fmt.Fprint(w, ",")
		}
		fmt.Fprintf(w, "\n  %s", encode(e))
	}
	fmt.Fprint(w, "]")
}

// mostBaseline is the size of the largest baseline that is read, in bytes.
const mostBaseline = 64 << 20

// mostNested is how deep the values of a baseline may be.
const mostNested = 100

// ReadBaseline reads the fingerprints of the findings in a report that WriteJSON wrote.
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
	if report.Version != jsonVersion {
		return nil, fmt.Errorf("a report of version %d, not %d", report.Version, jsonVersion)
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
