package serve

import (
	"context"
	"encoding/json"
	"io"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"eyeline/reader/serve/clients"
)

// Offered is what a server offers to clients.
type Offered struct {
	Instructions string
	Tools        []OfferedTool
}

// OfferedTool is a tool of a server.
type OfferedTool struct {
	Name, Description string
	Most              int // as in [clients.Result]
}

// Inspected is a server of any kind that was started.
type Inspected struct {
	session *mcp.ClientSession
	Offered
}

// Inspect starts a server by its command, which ends with ctx, and asks it what it offers; errors gets its standard
// error. The caller closes it.
func Inspect(ctx context.Context, command []string, errors io.Writer, version string) (*Inspected, error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stderr = errors
	client := mcp.NewClient(&mcp.Implementation{Name: "eyeline-check", Version: version}, nil)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		return nil, err
	}
	s := &Inspected{session: session}
	s.Instructions = session.InitializeResult().Instructions
	for tool, err := range session.Tools(ctx, nil) {
		if err != nil {
			s.Close()
			return nil, err
		}
		most, _ := tool.Meta["anthropic/maxResultSizeChars"].(float64)
		s.Tools = append(s.Tools, OfferedTool{tool.Name, tool.Description, int(most)})
	}
	return s, nil
}

// Close ends the server.
func (s *Inspected) Close() { _ = s.session.Close() }

// Call makes a call of the server. What is no text of a result is left out.
func (s *Inspected) Call(ctx context.Context, tool string, args json.RawMessage) (clients.Result, error) {
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
		text, err := json.Marshal(got.StructuredContent)
		if err != nil {
			return r, err
		}
		r.Structured = string(text)
	}
	for _, t := range s.Tools {
		if t.Name == tool {
			r.Most = t.Most
		}
	}
	return r, nil
}
