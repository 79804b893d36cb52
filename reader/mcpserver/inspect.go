package mcpserver

import (
	"context"
	"encoding/json"
	"io"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"eyeline/reader/mcpserver/clients"
	"eyeline/reader/tools"
)

// inspected is a server of any kind that was started, with what it offers to clients.
type inspected struct {
	Instructions string
	Tools        []*mcp.Tool
	session      *mcp.ClientSession
}

// Inspect starts a server by its command, which ends with ctx, and asks it what it offers; errors gets its standard
// error. The caller closes it.
func Inspect(ctx context.Context, command []string, errors io.Writer, version string) (*inspected, error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stderr = errors
	client := mcp.NewClient(&mcp.Implementation{Name: "eyeline-check", Version: version}, nil)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		return nil, err
	}
	s := &inspected{Instructions: session.InitializeResult().Instructions, session: session}
	for tool, err := range session.Tools(ctx, nil) {
		if err != nil {
			s.Close()
			return nil, err
		}
		s.Tools = append(s.Tools, tool)
	}
	return s, nil
}

// Close ends the server.
func (s *inspected) Close() { _ = s.session.Close() }

// Call makes a call of the server. What is no text of a result is left out.
func (s *inspected) Call(ctx context.Context, tool string, args json.RawMessage) (clients.Result, error) {
	got, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return clients.Result{}, err
	}
	r := clients.Result{Failed: got.IsError}
	for _, part := range got.Content {
		if text, is := part.(*mcp.TextContent); is {
			r.Texts = append(r.Texts, text.Text)
		}
	}
	if got.StructuredContent != nil {
		r.Structured = string(tools.Encode(got.StructuredContent))
	}
	for _, t := range s.Tools {
		if t.Name == tool {
			most, _ := t.Meta["anthropic/maxResultSizeChars"].(float64)
			r.Most = int(most)
		}
	}
	return r, nil
}
