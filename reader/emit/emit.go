// Package emit, which changes without notice, answers requests for a read: a tool and its arguments go in, the exact
// content or a JSON object comes out (testdata/conformance/contracts/CONTRACTS.md, "The command line over these").
// Package tools formats the content.
package emit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents" // the tools that requests name
)

// Request is a request for one read.
type Request struct {
	// Tool is the tool's name.
	Tool string
	// Arguments are the raw arguments of the tool: a JSON object, or anything else.
	Arguments []byte
	// File is the file as the user names it, if Arguments is nil.
	File string
	// Flags are the other arguments, and the tool's settings, by the flags of "eyeline emit", if Arguments is nil.
	Flags map[string]any
	// Root, if not nil, replaces Env.Root.
	Root *string
	// Session identifies the agent's session of the request; "" for a new one. A batch remembers the 10,000 sessions
	// used last.
	Session string
	// ID is a JSON value that a batch returns with the answer; nil if the request has no id.
	ID json.RawMessage
	// Details: a batch returns the fields of Answer.
	Details bool
}

// UsageError is the error of a request that is wrong, such as for an unknown tool, as opposed to a refusal of a tool.
type UsageError struct{ Text string }

func (e *UsageError) Error() string { return e.Text }

// ParseRequest parses {"tool":NAME,"arguments":ARGUMENTS,"root"?:DIR,"session"?:NAME,"id"?:ANY,"details"?:BOOL}, where
// ARGUMENTS is an object, an array, or a string of raw JSON, and can be replaced by "file":PATH,"flags"?:{FLAG:VALUE}.
// Other fields and repeated ones are an error. If the text is wrong but has a tool or an id, the returned request has
// them, too.
func ParseRequest(text []byte) (Request, error) {
	// A map, since struct fields also match names in another case.
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return Request{}, badRequest(err)
	}

	req := Request{ID: fields["id"]}
	tool := fields["tool"]
	arguments := fields["arguments"]
	root := fields["root"]
	session := fields["session"]
	if !utf8.Valid(req.ID) {
		req.ID = nil // the answer would not be JSON
	}

	named := tool != nil && tool[0] == '"' && json.Unmarshal(tool, &req.Tool) == nil
	if err := checkUTF8(text); err != nil {
		return req, err
	}
	if err := checkNames(text, fields, requestFields); err != nil {
		return req, err
	}

	switch {
	case tool == nil:
		return req, errors.New("bad request: missing field `tool`")
	case !named:
		return req, errors.New("bad request: `tool` must be a string")
	case fields["context"] != nil:
		return req, errors.New("bad request: give `tool` or `context`, not both")
	}

	if err := req.setFlags(arguments, fields["file"], fields["flags"]); err != nil {
		return req, err
	}

	if err := req.setArguments(arguments); err != nil {
		return req, err
	}
	if root != nil && json.Unmarshal(root, &req.Root) != nil {
		return req, errors.New("bad request: `root` must be a string")
	}
	if session != nil && json.Unmarshal(session, &req.Session) != nil {
		return req, errors.New("bad request: `session` must be a string")
	}
	details := fields["details"]
	if details != nil && json.Unmarshal(details, &req.Details) != nil {
		return req, errors.New("bad request: `details` must be a boolean")
	}

	return req, nil
}

// checkUTF8 rejects text that encoding/json would change in silence: another file than the named one would be read.
func checkUTF8(text []byte) error {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			return fmt.Errorf("bad request: byte %d of it, 0x%02X, is not UTF-8", at+1, text[at])
		}
		at += size
	}
	return nil
}

// setArguments takes the member of that name.
func (r *Request) setArguments(arguments json.RawMessage) error {
	switch string(arguments[:min(len(arguments), 1)]) {
	case "", "{", "[": // made of the file, or an array, which the tool interprets
		r.Arguments = arguments
		return nil
	case `"`:
		var s string
		if err := json.Unmarshal(arguments, &s); err != nil {
			return badRequest(err)
		}

		r.Arguments = []byte(s)
		return nil
	}

	return errors.New("bad request: `arguments` must be an object, an array, or a string of raw JSON")
}

func badRequest(err error) error {
	if typed, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("bad request: expected an object, got %s", typed.Value)
	}
	return fmt.Errorf("bad request: %w", err)
}

// resolve returns the tool of a request and its Env, and sets the arguments if they are made of File. The error is a
// *UsageError.
func (req *Request) resolve(env tools.Env) (*tools.Tool, tools.Env, error) {
	tool, ok := tools.Lookup(req.Tool)
	if !ok {
		meant := ""
		if near := tools.Similar(req.Tool, tools.Names()); len(near) > 0 {
			meant = tools.Suggestion(near, nil)
		}
		return nil, env, &UsageError{fmt.Sprintf("unknown tool %q%s", req.Tool, meant)}
	}

	if req.Root != nil {
		env.Root = *req.Root
	}
	if req.Arguments != nil || req.File == "" {
		return tool, env, nil
	}

	values, err := req.flagValues(tool, &env)
	if err != nil {
		return nil, env, err
	}
	if err := noRevision(env, req.File); err != nil {
		return nil, env, err
	}

	env, file := env.ForFile(tool, req.File)
	file, err = FileArgument(env, tool, file)
	if err != nil {
		return nil, env, &UsageError{err.Error()}
	}

	req.Arguments = tools.BuildArgs(tool, file, values)
	return tool, env, nil
}

// tries is how often a request is tried if its file changes while the content is rendered. Package tools retries until
// the window is found; this is for the time after.
const tries = 4

// Run writes the exact content of a read to w. The error is a *UsageError for an unknown tool, a *tools.Error for a
// refusal, a *NotTextError if the model gets something other than text, or ctx's or w's. If a file changes meanwhile,
// it is read again unless some content has been written; then the refusal follows that.
func Run(ctx context.Context, w io.Writer, env tools.Env, req Request) error {
	tool, env, err := req.resolve(env)
	if err == nil {
		_, _, err = Read(ctx, w, env, tool, req.Arguments)
	}
	return err
}

// Read is Run for a tool, registered or not, that also returns the result and its statistics. The result is closed, so
// it cannot be rendered again.
func Read(
	ctx context.Context, w io.Writer, env tools.Env, t *tools.Tool, args []byte,
) (r *tools.Result, stats tools.Stats, err error) {
	for try := 1; ; try++ {
		r, stats, err = readOnce(ctx, w, env, t, args)
		if try == tries || stats.Bytes > 0 || !tools.Changed(err) {
			return r, stats, err
		}
	}
}

func readOnce(
	ctx context.Context, w io.Writer, env tools.Env, t *tools.Tool, args []byte,
) (*tools.Result, tools.Stats, error) {
	r, err := t.Read(ctx, env, args)
	if err != nil {
		return nil, tools.Stats{}, err
	}

	defer r.Close()
	stats, err := r.Render(ctx, w)
	if err == nil && r.Kind != "" {
		err = &NotTextError{r.Kind, r.Instead}
	}

	return r, stats, err
}

// NotTextError is the error of a read that returned something other than text; any text has been written.
type NotTextError struct {
	Kind string // "image", "document", …
	Text string // one sentence for the user
}

func (e *NotTextError) Error() string { return e.Text }

// FileArgument is tools.Env.FileArgument. It also returns an error if the name cannot be represented in JSON.
func FileArgument(env tools.Env, t *tools.Tool, file string) (string, error) {
	if !utf8.ValidString(file) {
		return "", fmt.Errorf("eyeline: the file name %q is not valid UTF-8, so no argument can hold it", file)
	}
	return env.FileArgument(t, file)
}
