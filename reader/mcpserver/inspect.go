package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"eyeline/reader/mcpserver/clients"
)

// inspected is a server of any kind that was started, with what it offers to clients.
type inspected struct {
	Instructions string
	Tools        []offered
	session      *mcp.ClientSession
	process      *inspectedProcess
}

// Inspect starts a server by its command and asks it what it offers; say gets its standard error. The caller closes
// it. It ends with ctx together with all programs of its process group, whatever it does, and little is kept of one
// that says too much: then the error says so.
func Inspect(ctx context.Context, command []string, say io.Writer, version string) (*inspected, error) {
	s := &inspected{process: newProcess(ctx, command, say)}
	client := mcp.NewClient(&mcp.Implementation{Name: "eyeline-check", Version: version}, nil)
	session, err := client.Connect(ctx, s.process, nil)
	if err != nil {
		_ = s.process.Close()
		return nil, s.why(ctx, err)
	}

	s.session = session
	s.Instructions = session.InitializeResult().Instructions
	for tool, err := range session.Tools(ctx, nil) {
		if err != nil {
			s.Close()
			return nil, s.why(ctx, err)
		}
		most, _ := tool.Meta["anthropic/maxResultSizeChars"].(float64)
		s.Tools = append(s.Tools, offered{tool.Name, tool.Description, int(most)})
	}

	return s, nil
}

// offered is what is kept of a tool of a server.
type offered struct {
	Name, Description string
	most              int // how many characters of a result it asks a client to let through
}

// why is the reason of an error: what the server did wrong, or that the time is over.
func (s *inspected) why(ctx context.Context, err error) error {
	if wrong := s.process.wrong(); wrong != nil {
		return wrong
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("it did not say all in time: %w", ctx.Err())
	}
	return err
}

// Close ends the server.
func (s *inspected) Close() {
	_ = s.process.Close()
	_ = s.session.Close()
}

// Call makes a call of the server. What is no text of a result is left out.
func (s *inspected) Call(ctx context.Context, tool string, args json.RawMessage) (clients.Result, error) {
	got, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return clients.Result{}, s.why(ctx, err)
	}

	r := clients.Result{Tool: tool, Args: args, Failed: got.IsError}
	for _, part := range got.Content {
		if text, ok := part.(*mcp.TextContent); ok {
			r.Texts = append(r.Texts, text.Text)
		}
	}

	if got.StructuredContent != nil {
		r.Structured = s.process.structured()
	}

	for _, t := range s.Tools {
		if t.Name == tool {
			r.Most = t.most
		}
	}

	return r, nil
}
