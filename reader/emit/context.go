package emit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"eyeline/reader/contextfiles"
	"eyeline/reader/tools"
)

// contextRequest is a request for what an agent gets of files before it reads. Dir is the working directory, relative
// to Env.Root; above Top no repository is looked for.
type contextRequest struct {
	Agent    string   `json:"agent"`
	Dir      string   `json:"dir"`
	Home     string   `json:"home"`
	Top      string   `json:"root"`
	Mentions []string `json:"mentions"`
	Reads    []string `json:"reads"`

	id json.RawMessage
}

// parseContext parses {"context":CONTEXT}; it returns nil for any other request.
func parseContext(line []byte) (*contextRequest, error) {
	var outer, asked map[string]json.RawMessage
	if !bytes.Contains(line, []byte(`"context"`)) || json.Unmarshal(line, &outer) != nil ||
		outer["context"] == nil || outer["tool"] != nil || !utf8.Valid(line) {
		return nil, nil // an ordinary request, or an error that ParseRequest reports
	}

	req := &contextRequest{id: outer["id"]}
	if err := checkNames(line, outer, askingFields); err != nil {
		return req, err
	}
	if err := json.Unmarshal(outer["context"], &asked); err != nil {
		return req, badRequest(err)
	}
	if err := checkNames(outer["context"], asked, contextFields); err != nil {
		return req, err
	}
	if err := json.Unmarshal(outer["context"], req); err != nil {
		return req, badRequest(err)
	}

	return req, nil
}

// answer writes {"success":true,"context":REPORT}, or why there is no report.
func (c *contextRequest) answer(ctx context.Context, w io.Writer, env tools.Env) error {
	report, err := c.report(ctx, env)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}

		return writeFailure(w, Request{ID: c.id}, err.Error())
	}

	return tools.WriteJSON(w, struct {
		ID      json.RawMessage      `json:"id,omitempty"`
		Success bool                 `json:"success"`
		Context *contextfiles.Report `json:"context"`
	}{c.id, true, report})
}

func (c *contextRequest) report(ctx context.Context, env tools.Env) (*contextfiles.Report, error) {
	p, ok := contextfiles.Lookup(c.Agent)
	switch {
	case c.Agent == "":
		return nil, errors.New("bad request: `context` names no `agent`")
	case !ok:
		names := contextfiles.Names()
		return nil, fmt.Errorf("unknown agent %q%s", c.Agent, tools.Suggestion(tools.Similar(c.Agent, names), names))
	}

	if c.Dir != "" {
		env.Root = env.Abs(c.Dir)
	}
	if c.Home != "" {
		env.Home = c.Home
	}

	b, err := p.Of(ctx, contextfiles.Request{Env: env, Top: c.Top, Mentions: c.Mentions, Reads: c.Reads})
	if err != nil {
		return nil, err
	}

	return b.Report(ctx)
}
