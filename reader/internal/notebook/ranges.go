package notebook

import (
	"bytes"
	"encoding/json"
)

// OutputRanges are the half-open ranges of bytes that the outputs of each cell take in the text of a notebook; nil
// where the text is not JSON of that form. A cell without outputs has an empty range at 0.
func OutputRanges(text []byte) (ranges [][2]int64) {
	mark := int64(len(text) - len(bytes.TrimPrefix(text, []byte("\uFEFF"))))
	d := json.NewDecoder(bytes.NewReader(text[mark:]))
	ok := fields(d, func(name string) bool {
		if name != "cells" {
			return skip(d)
		}

		ranges = nil
		return elements(d, func() bool {
			var of [2]int64
			found := fields(d, func(name string) bool {
				begin := d.InputOffset()
				done := skip(d)
				if name == "outputs" {
					colon := int64(bytes.IndexByte(text[mark+begin:], ':')) + 1
					of = [2]int64{mark + begin + colon, mark + d.InputOffset()}
					if string(bytes.TrimSpace(text[of[0]:of[1]])) == "[]" {
						of = [2]int64{}
					}
				}

				return done
			})
			ranges = append(ranges, of)
			return found
		})
	})
	if !ok {
		return nil
	}

	return ranges
}

// fields reads an object: each reads the value of a field.
func fields(d *json.Decoder, each func(name string) bool) bool {
	if begin, err := d.Token(); err != nil || begin != json.Delim('{') {
		return false
	}

	for d.More() {
		name, err := d.Token()
		text, ok := name.(string)
		if err != nil || !ok || !each(text) {
			return false
		}
	}

	_, err := d.Token()
	return err == nil
}

// elements reads an array: each reads an element.
func elements(d *json.Decoder, each func() bool) bool {
	if begin, err := d.Token(); err != nil || begin != json.Delim('[') {
		return false
	}
	for d.More() {
		if !each() {
			return false
		}
	}

	_, err := d.Token()
	return err == nil
}

// skip reads a value.
func skip(d *json.Decoder) bool {
	var value json.RawMessage
	return d.Decode(&value) == nil
}
