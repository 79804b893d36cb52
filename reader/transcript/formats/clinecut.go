package formats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/internal/runtime/jsontext"
	"eyeline/reader/transcript/record"
)

// clineLimit is how many UTF-16 units of a result are sent.
const clineLimit = 8000

// clineJSON is a value as JSON and, of a text, that text.
type clineJSON struct{ json, text string }

// clineMaker makes compact JSON, as JavaScript's JSON.stringify does, with the members "result" cut.
var clineMaker = jsontext.Maker[clineJSON]{
	Scalar: func(token json.Token) clineJSON {
		switch v := token.(type) {
		case string:
			return clineJSON{jsontext.Quote(v), v}
		case nil:
			return clineJSON{json: "null"}
		}
		return clineJSON{json: fmt.Sprint(token)}
	},
	Array: func(items []clineJSON) clineJSON {
		all := make([]string, len(items))
		for i, v := range items {
			all[i] = v.json
		}
		return clineJSON{json: "[" + strings.Join(all, ",") + "]"}
	},
	Object: func(f jsontext.Fields[clineJSON]) clineJSON {
		all := make([]string, len(f.Keys))
		for i, v := range f.Values {
			if f.Keys[i] == "result" && v.text != "" {
				v.json = jsontext.Quote(cutMiddle(v.text))
			}
			all[i] = jsontext.Quote(f.Keys[i]) + ":" + v.json
		}
		return clineJSON{json: "{" + strings.Join(all, ",") + "}"}
	},
}

// writeCline writes what is sent of the results of several files. What is too long to be looked into is as recorded.
func writeCline(v jsonskim.Value, w io.Writer) error {
	if v.Len() > record.TextLimit {
		return v.WriteRaw(w)
	}
	var raw bytes.Buffer
	if err := v.WriteRaw(&raw); err != nil {
		return err
	}
	made, ok := clineMaker.Parse(raw.Bytes())
	if !ok {
		made.json = raw.String()
	}
	_, err := io.WriteString(w, made.json)
	return err
}

// cutMiddle is what is sent of a text: all of it, or its first and its last UTF-16 units with a mark between them. The
// mark names how many units are left out, and its own length counts in how many are kept.
func cutMiddle(text string) string {
	units := utf16.Encode([]rune(text))
	if len(units) <= clineLimit {
		return text
	}
	for left := len(units) - clineLimit; ; {
		mark := fmt.Sprintf("\n\n...[truncated %d chars]...\n\n", left)
		keep := (clineLimit - len(mark)) / 2
		again := len(units) - 2*keep
		mark = fmt.Sprintf("\n\n...[truncated %d chars]...\n\n", again)
		if again == left || (clineLimit-len(mark))/2 == keep {
			return string(utf16.Decode(units[:keep])) + mark + string(utf16.Decode(units[len(units)-keep:]))
		}
		left = again
	}
}
