// Package emit answers requests for a read: a tool and its arguments go in, the exact content or a JSON object comes
// out (testdata/conformance/contracts/CONTRACTS.md, "The command line over these"). It formats no content of its own;
// that is package tools. The package changes without notice.
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

// Request asks for one read.
type Request struct {
	// Tool is the tool's name.
	Tool string
	// Arguments are the tool's arguments as the text that it is given: an object in JSON, or anything at all.
	Arguments []byte
	// File is the file as a person names it, where Arguments is nil.
	File string
	// Flags are the other arguments by the flags of "eyeline emit", where Arguments is nil: they are made of these.
	Flags map[string]any
	// Root, when not nil, takes the place of Env.Root.
	Root *string
	// Session names the run of an agent that the request belongs to; "": it is the first call of a fresh run.
	// A batch remembers the 10,000 sessions that were named last.
	Session string
	// ID is any value in JSON, which the answer of a batch has too; nil: none.
	ID json.RawMessage
	// Details asks a batch for the fields of Answer.
	Details bool
}

// UsageError says that a request asks for what does not exist, such as an unknown tool: a wrong command line, as
// opposed to a refusal of a tool.
type UsageError struct{ Text string }

func (e *UsageError) Error() string { return e.Text }

// ParseRequest reads {"tool":NAME,"arguments":ARGUMENTS,"root"?:DIR,"session"?:NAME,"id"?:ANY,"details"?:BOOL}, where
// ARGUMENTS is an object, an array, or a string of raw JSON, and "file":PATH,"flags"?:{FLAG:VALUE} may stand in its
// place. Other fields, and one given twice, are an error. When the text is wrong but names a tool or has an id, the
// request returned with the error has them.
func ParseRequest(text []byte) (Request, error) {
	// A map, since a struct's fields would also match names in another case.
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return Request{}, badRequest(err)
	}

	req := Request{ID: fields["id"]}
	tool := fields["tool"]
	arguments := fields["arguments"]
	root := fields["root"]
	session := fields["session"]
	named := tool != nil && tool[0] == '"' && json.Unmarshal(tool, &req.Tool) == nil
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

	if err := req.named(arguments, fields["file"], fields["flags"]); err != nil {
		return req, err
	}

	switch string(arguments[:min(len(arguments), 1)]) {
	case "", "{", "[": // they are made of the file, or what a list means is for the tool to say
		req.Arguments = arguments
	case `"`:
		var s string
		if err := json.Unmarshal(arguments, &s); err != nil {
			return req, badRequest(err)
		}
		req.Arguments = []byte(s)
	default:
		return req, errors.New("bad request: `arguments` must be an object, an array, or a string of raw JSON")
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

func badRequest(err error) error {
	if typed, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("bad request: expected an object, got %s", typed.Value)
	}
	return fmt.Errorf("bad request: %w", err)
}

// of is the tool of a request and where it reads; the request gets its arguments where they are made of its file. The
// error is a *UsageError.
func (req *Request) of(env tools.Env) (*tools.Tool, tools.Env, error) {
	tool, ok := tools.Lookup(req.Tool)
	if !ok {
		meant := ""
		if near := tools.Near(req.Tool, tools.Names()); len(near) > 0 {
			meant = tools.Instead(near, nil)
		}
		return nil, env, &UsageError{fmt.Sprintf("unknown tool %q%s", req.Tool, meant)}
	}

	if req.Root != nil {
		env.Root = *req.Root
	}
	if req.Arguments != nil || req.File == "" {
		return tool, env, nil
	}

	values, err := req.values(tool)
	if err != nil {
		return nil, env, err
	}

	env, file := env.Around(tool, req.File)
	file, err = FileArgument(env, tool, file)
	if err != nil {
		return nil, env, &UsageError{err.Error()}
	}

	req.Arguments = tools.BuildArgs(tool, file, values)
	return tool, env, nil
}

// tries is how often a request is answered again because its file changes while the content is made. Package tools does
// the same while it looks for the window; this is for the time after.
const tries = 4

// Run writes the content of a read to w, exactly, and adds nothing. The error is a *UsageError for an unknown tool, a
// *tools.Error when the tool refuses, a *NotTextError when the model gets something else than text, or one of the
// context or of w. A file that changes while it is read is read again as long as nothing was written; after that the
// refusal follows the part that was.
func Run(ctx context.Context, w io.Writer, env tools.Env, req Request) error {
	tool, env, err := req.of(env)
	if err == nil {
		_, _, err = Read(ctx, w, env, tool, req.Arguments)
	}
	return err
}

// Read is Run for a tool, registered or not, that also says what is known of the read. The result is closed: its
// content cannot be written once more.
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

// NotTextError says that a tool gave its model something else than text; what text there is was written.
type NotTextError struct {
	Kind string // "image", "document", …
	Text string // one sentence for a person
}

func (e *NotTextError) Error() string { return e.Text }

// FileArgument is tools.Env.FileArgument. The error says that JSON cannot carry the name.
func FileArgument(env tools.Env, t *tools.Tool, file string) (string, error) {
	if !utf8.ValidString(file) {
		return "", fmt.Errorf("eyeline: the file name %q is not valid UTF-8, so no argument can hold it", file)
	}
	return env.FileArgument(t, file)
}
