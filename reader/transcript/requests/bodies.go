package requests

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"eyeline/reader/each"
	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/source"
	"eyeline/reader/transcript/record"
)

// SentResult is the result of a call in a request to a model, as it was sent.
type SentResult struct {
	ID    string // of the call
	Named string // of the call, with the tool's name before it, as Gemini CLI records it
	Text  jsonskim.Value
	As    record.As // how Text becomes a text
	New   bool      // no request before had it: it is in the last message with results
	More  bool      // the request has what those before it had, too: only what is new in it was written
}

// Limits of what agents write of their requests.
const (
	mostBodies  = 2000     // of a folder, the newest
	longestBody = 64 << 20 // of one request, in bytes
)

// InFiles hands the results in each request that an agent wrote to take, in the order in which they were written. path
// is what the agent was given for them:
//
//	Claude Code  the folder of OTEL_LOG_RAW_API_BODIES=file:DIR, or one NAME.request.json in it
//	Gemini CLI   telemetry.outfile: values one after the other, whose request_text is a text of JSON
//	Copilot CLI  COPILOT_OTEL_FILE_EXPORTER_PATH: a span a line, whose gen_ai.input.messages is one; also in OTLP
//
// Seen: Claude Code 2.1.197, Gemini CLI 0.61.0, Copilot CLI 1.0.102, of which a span has only the messages that are
// new. OTLP is by its documentation. The values are good until take returns.
func InFiles(ctx context.Context, path string, take func([]SentResult)) error {
	files := []string{path}
	if info, err := os.Stat(path); err == nil && info.IsDir() { // names are random
		names, _ := fs.Glob(os.DirFS(path), "*.request.json") // a folder that cannot be read has none
		files = each.Of(names, func(name string) string { return filepath.Join(path, name) })
		slices.SortStableFunc(files, func(a, b string) int { return modTime(a).Compare(modTime(b)) })
	}
	for _, file := range files[max(len(files)-mostBodies, 0):] {
		if err := requestsOf(ctx, file, take); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// modTime is when a file was written last; the zero time where that is not known.
func modTime(path string) (at time.Time) {
	if info, err := os.Stat(path); err == nil {
		at = info.ModTime()
	}
	return at
}

var errLongBody = errors.New("a request has more than 64 MiB")

// requestsOf reads the values of one file. A last one whose end is missing is being written.
func requestsOf(ctx context.Context, path string, take func([]SentResult)) error {
	src, err := source.OpenFile(path)
	if err != nil {
		return err
	}
	defer func() { _ = src.Close() }()
	bounded := &io.LimitedReader{R: io.NewSectionReader(src, 0, src.Snapshot().Size)}
	values := json.NewDecoder(bounded)
	for ctx.Err() == nil {
		bounded.N = longestBody
		var raw json.RawMessage
		switch err := values.Decode(&raw); {
		case err != nil && bounded.N == 0:
			return errLongBody
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case err != nil:
			return err
		}
		sentIn(jsonskim.Parse(raw), telemetryLevels, take)
	}
	return ctx.Err()
}

// telemetryLevels is how many levels OTLP puts around a record: of the resource, its scopes and their records.
const telemetryLevels = 3

// sentIn finds the requests in a value: a body, or a record of telemetry within some levels.
func sentIn(v jsonskim.Value, levels int, take func([]SentResult)) {
	for _, name := range []string{"resourceSpans", "scopeSpans", "spans", "resourceLogs", "scopeLogs", "logRecords"} {
		for one := range v.Get(name).Values() {
			if levels > 0 {
				sentIn(one, levels-1, take)
			}
		}
	}
	messages, attributes := v.Get("messages"), v.Get("attributes")
	if strings.HasPrefix(attribute(attributes, "role").Text(20), "utility_") {
		return // Gemini CLI asks a model of its own affairs, with a part of the messages
	}
	for _, name := range []string{"request_text", "gen_ai.input.messages"} {
		if text := attribute(attributes, name).Text(longestBody); text != "" {
			messages = jsonskim.Parse([]byte(text))
		}
	}
	var results []SentResult
	last, more := 0, len(sentResults(messages.Elem(0))) > 0 // a whole request begins with a question
	for message := range messages.Values() {
		if some := sentResults(message); len(some) > 0 {
			last = len(results)
			results = append(results, some...)
		}
	}
	for i := range results {
		results[i].New, results[i].More = i >= last, more
	}
	if len(results) > 0 {
		take(results)
	}
}

// attribute is an attribute by its name: of an object, or of a list as OTLP has it.
func attribute(all jsonskim.Value, name string) jsonskim.Value {
	for one := range all.Values() {
		if all.Kind == jsonskim.Array && one.Get("key").Is(name) {
			return one.Get("value", "stringValue")
		}
	}
	return all.Get(name)
}

// sentResults are the results in a message.
func sentResults(message jsonskim.Value) (results []SentResult) {
	for _, name := range []string{"content", "parts"} {
		for part := range message.Get(name).Values() {
			if r, ok := sentResult(part); ok {
				results = append(results, r)
			}
		}
	}
	return results
}

// sentResult is the result in a part of a message, as Anthropic, Google and OpenTelemetry have it.
func sentResult(part jsonskim.Value) (r SentResult, ok bool) {
	id, reply := part.Get("id"), part.Get("functionResponse")
	switch kind := part.Get("type"); {
	case kind.Is("tool_result"):
		id, r.Text, r.As = part.Get("tool_use_id"), part.Get("content"), record.AsBlocks
	case reply.Kind == jsonskim.Object:
		id, r.Text, r.As = reply.Get("id"), reply.Get("response"), record.AsFormat
		r.Named = reply.Get("name").Text(256) + "__" + id.Text(256)
	case kind.Is("tool_call_response"):
		r.Text, r.As = cmp.Or(part.Get("response"), part.Get("result")), record.AsBlocks
		if r.Text.Kind == jsonskim.Object {
			r.As = record.AsJSON
		}
	}
	r.ID = id.Text(256)
	return r, r.ID != "" && r.Text.Kind != jsonskim.Missing
}
