package bodies

import (
	"bytes"
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
	"strconv"
	"strings"
	"time"

	"eyeline/reader/decode"
	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/source"
)

// Limits of what is read of saved requests.
const (
	maxBodies   = 5000     // of a folder, the newest
	longestBody = 64 << 20 // of one request, in bytes
)

// Is reports whether the first bytes of a file, or all of it, are those of a request.
func Is(first []byte) bool {
	v := jsonskim.FromBytes(bytes.TrimPrefix(first, []byte("\ufeff")))
	return Parse(v.First(0, v.Size())).Form != Unknown
}

// bodyNames are how the names of saved requests end.
var bodyNames = []string{".request.json", ".body", ".body.json", ".body.gz", ".body.zst", ".request"}

// IsNamed reports whether a file is named as saved requests are.
func IsNamed(path string) bool {
	return slices.ContainsFunc(bodyNames, func(end string) bool { return strings.HasSuffix(path, end) })
}

// Saved are the files with saved requests in a folder, in the order in which they were made: by the number that each
// name begins with, else by their times, as far as these tell. It is empty for any other folder or file.
func Saved(dir string) []string {
	all, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}

	var found []savedFile
	for _, entry := range all {
		if !entry.Type().IsRegular() || !IsNamed(entry.Name()) {
			continue
		}
		if info, err := entry.Info(); err == nil {
			found = append(found, savedFile{entry.Name(), info})
		}
	}

	slices.SortStableFunc(found, savedFile.compare)
	found = found[max(len(found)-maxBodies, 0):]
	paths := make([]string, len(found))
	for i, f := range found {
		paths[i] = filepath.Join(dir, f.name)
	}

	return paths
}

// savedFile is a file with a request.
type savedFile struct {
	name string
	info fs.FileInfo
}

// number is the number that the name begins with; -1 without one.
func (f savedFile) number() int {
	digits := f.name[:len(f.name)-len(strings.TrimLeft(f.name, "0123456789"))]
	rest := f.name[len(digits):]
	if digits == "" || rest[0] != '.' && rest[0] != '-' && rest[0] != '_' {
		return -1
	}

	n, err := strconv.Atoi(digits)
	if err != nil {
		return -1
	}

	return n
}

// compare orders files by their numbers or, where one has none, by their times; of the same time the smaller is the
// earlier one, since conversations grow.
func (f savedFile) compare(g savedFile) int {
	a := f.number()
	b := g.number()
	if a >= 0 && b >= 0 {
		return cmp.Compare(a, b)
	}
	return cmp.Or(f.info.ModTime().Compare(g.info.ModTime()), cmp.Compare(f.info.Size(), g.info.Size()))
}

// Convert makes records of the requests that were saved at a path: a folder of them, one of them, also packed, or what
// an agent writes of them:
//
//	Claude Code  the folder of OTEL_LOG_RAW_API_BODIES=file:DIR
//	Gemini CLI   telemetry.outfile: values one after the other, whose request_text is a text of JSON
//	Copilot CLI  COPILOT_OTEL_FILE_EXPORTER_PATH: a span a line, whose gen_ai.input.messages is one; also in OTLP
//
// Seen: Claude Code 2.1.197, Gemini CLI 0.61.0, Copilot CLI 1.0.102, of which a span has only the messages that are
// new. OTLP is by its documentation. A file of records is copied. It returns how many requests there were. A file of a
// folder that cannot be read, or is no JSON, is recorded as a request that could not be kept.
func Convert(ctx context.Context, path string, out io.Writer) (int, error) {
	c := converter{out: out}
	files := []string{path}
	isFolder := false
	header := Header{}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		files, header.Unclear = inOrder(ctx, path)
		isFolder = true
	}
	if _, err := out.Write(c.recorder.Header(header)); err != nil {
		return 0, err
	}

	var failed error // the first one
	for i, file := range files {
		err := c.file(ctx, file)
		if errors.Is(err, io.ErrUnexpectedEOF) && i == len(files)-1 {
			err = nil // it is being written
		}
		if err == nil {
			continue
		}

		unread, isUnread := errors.AsType[*unreadError](err)
		err = fmt.Errorf("%s: %w", file, err)
		if !isFolder || !isUnread {
			return c.n, err
		}

		failed = cmp.Or(failed, err)
		if err := c.lost(file, unread.why); err != nil {
			return c.n, err
		}
	}

	if c.n == 0 {
		return 0, failed
	}

	return c.n, nil
}

// unreadError is of a file that cannot be read, or has something else than JSON.
type unreadError struct {
	error
	why LossReason
}

// Unwrap gives what is wrong with the file.
func (e *unreadError) Unwrap() error { return e.error }

// converter makes records of saved requests.
type converter struct {
	out      io.Writer
	recorder Recorder
	n        int
	at       time.Time // of the file that is read
}

// lost records a request about which only the size of its file is known, and why.
func (c *converter) lost(file string, why LossReason) error {
	one := Request{Lost: why}
	if info, err := os.Stat(file); err == nil {
		one.Time = info.ModTime()
		one.Size = info.Size()
	}
	record, _ := c.recorder.Request(one)
	_, err := c.out.Write(record)
	return err
}

var errLongBody = errors.New("a request has more than 64 MiB")

// telemetryLevels is how many levels OTLP puts around a record: of the resource, its scopes and their records.
const telemetryLevels = 3

// file takes the values of one file. It is io.ErrUnexpectedEOF that the end of the last one is missing.
func (c *converter) file(ctx context.Context, path string) error {
	src, err := source.OpenFile(path)
	if err != nil {
		return &unreadError{err, NotRead}
	}

	defer func() { _ = src.Close() }()
	c.at = src.Snapshot().ModTime
	text := io.NewSectionReader(src, 0, src.Snapshot().Size)
	first := make([]byte, 64)
	n, _ := src.ReadAt(first, 0)
	bounded := &io.LimitedReader{R: text}
	packed := decode.PackedBy(first[:n])
	if packed != decode.None {
		in := decode.Unpack(text, packed)
		defer func() { _ = in.Close() }()
		bounded.R = in
	}

	values := json.NewDecoder(bounded)
	for ctx.Err() == nil {
		bounded.N = longestBody
		var raw json.RawMessage
		switch err := values.Decode(&raw); {
		case err != nil && bounded.N == 0:
			return &unreadError{errLongBody, TooLong}
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return &unreadError{err, lostBy(err, packed)}
		}

		if err := c.value(raw, jsonskim.Parse(raw), telemetryLevels); err != nil {
			return err
		}
	}

	return ctx.Err()
}

// lostBy says why a file has no value where it should: what is packed ends too soon where it is broken, and JSON does
// where it is not whole.
func lostBy(err error, packed decode.Compression) LossReason {
	_, isSyntax := errors.AsType[*json.SyntaxError](err)
	if isSyntax || packed == decode.None && errors.Is(err, io.ErrUnexpectedEOF) {
		return NotJSON
	}
	return NotRead
}

// value takes a value: a request, or a record of telemetry that has one within some levels. raw is where v stands.
func (c *converter) value(raw []byte, v jsonskim.Value, levels int) error {
	for _, name := range []string{"resourceSpans", "scopeSpans", "spans", "resourceLogs", "scopeLogs", "logRecords"} {
		for one := range v.Get(name).Values() {
			if levels == 0 {
				break
			}
			if err := c.value(raw, one, levels-1); err != nil {
				return err
			}
		}
	}

	if attributes := v.Get("attributes"); attributes.Kind != jsonskim.Missing {
		return c.span(attributes)
	}
	if Parse(v).Form == Unknown {
		return nil
	}

	return c.request(raw[v.Off:v.End], false)
}

// requestOperations are the operations of OpenTelemetry that ask a model. The others may have messages, too: what a
// whole agent was told, what a tool was called with.
var requestOperations = [...]string{"chat", "generate_content", "text_completion"}

// span takes the attributes of a record of telemetry. Gemini CLI asks a model of its own affairs, with a part of the
// messages: such requests are left out.
func (c *converter) span(attributes jsonskim.Value) error {
	if strings.HasPrefix(attribute(attributes, "role").Text(20), "utility_") {
		return nil
	}
	if text := attribute(attributes, "request_text").Text(longestBody); text != "" {
		return c.request(slices.Concat([]byte(`{"contents":`), []byte(text), []byte("}")), false)
	}
	operation := attribute(attributes, "gen_ai.operation.name").Text(40)
	if operation != "" && !slices.Contains(requestOperations[:], operation) {
		return nil
	}

	if text := attribute(attributes, "gen_ai.input.messages").Text(longestBody); text != "" {
		isWhole := !jsonskim.Parse([]byte(text)).Elem(0).Get("role").Is("tool")
		body := slices.Concat([]byte(`{"model":"","messages":`), []byte(text), []byte("}"))
		return c.request(body, !isWhole)
	}

	return nil
}

// request records a request. The times of files say when, but not where many were unpacked at once.
func (c *converter) request(body []byte, partial bool) error {
	record, _ := c.recorder.Request(Request{Time: c.at, Body: body, Partial: partial})
	c.n++
	_, err := c.out.Write(record)
	return err
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
