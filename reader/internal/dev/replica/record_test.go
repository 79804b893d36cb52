package replica

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"eyeline/reader/tools"
)

// record is a call with the agent's answer, in the form of the cases in testdata/conformance.
type record struct {
	Tool    string          `json:"tool"`
	Case    string          `json:"case"`
	Root    string          `json:"root"`
	Args    json.RawMessage `json:"args"`
	OK      bool            `json:"ok"`
	Content *string         `json:"content,omitempty"`
	Digest  string          `json:"content_sha256,omitempty"`
	Bytes   int             `json:"content_bytes,omitempty"`
	Head    string          `json:"content_head,omitempty"`
	Error   *string         `json:"error,omitempty"`
	Note    string          `json:"note,omitempty"`
	Version string          `json:"version"`
	media   bool
}

// digestOver is how long a content may be in a record, in bytes; of a longer one a digest stands for it.
const digestOver = 12_000

// newRecord makes a record. Paths of this run are replaced by the marks of the cases.
func newRecord(a *agent, s *set, b *box, c testCase, got, want given, version string) record {
	put := strings.NewReplacer(b.Home, "{{HOME}}", s.home, "{{HOME}}", s.dir, "{{DIR}}").Replace
	r := record{
		Tool: a.Tool, Case: c.Name, Root: put(c.Root), Args: argsOf(c, put), OK: !got.refused,
		Note: put(got.note), Version: version, media: got.media,
	}
	switch { // the interface may not say it
	case !a.Flagged && !c.new:
		r.OK = c.OK
	case !a.Flagged && !want.own:
		r.OK = !want.refused
	}
	text := put(unvaried(a, got.text))
	switch {
	case !r.OK:
		r.Error = &text
	case len(text) > digestOver:
		sum := sha256.Sum256([]byte(text))
		r.Digest, r.Bytes, r.Head = hex.EncodeToString(sum[:]), len(text), strings.ToValidUTF8(text[:200], "")
	default:
		r.Content = &text
	}
	return r
}

// argsOf are the arguments of a case as a file of cases has them: as a text where blanks between them would be lost,
// since some refusals repeat them.
func argsOf(c testCase, put func(string) string) json.RawMessage {
	var compact bytes.Buffer
	args := []byte(put(string(c.ArgsField)))
	if json.Compact(&compact, args) == nil && compact.Len() < len(args) {
		return tools.Encode(string(args))
	}
	return args
}

// writeRecords writes a file of cases. Answers that are not text are left out.
func writeRecords(path string, reports []*report) error {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	for _, r := range reports {
		for _, rec := range r.records {
			if rec.media {
				continue
			}
			if err := e.Encode(rec); err != nil {
				return err
			}
		}
		for _, rec := range r.contexts {
			if err := e.Encode(rec); err != nil {
				return err
			}
		}
	}
	return os.WriteFile(path, out.Bytes(), 0o644)
}

// writeOutput keeps what an agent printed in the folder of its run.
func writeOutput(dir, output string) (string, error) {
	path := filepath.Join(dir, "output.txt")
	return path, os.WriteFile(path, []byte(output), 0o644)
}
