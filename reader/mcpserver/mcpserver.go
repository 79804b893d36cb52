// Package mcpserver, which changes without notice, gives an agent the reads that a person tunes in the viewer, as a
// server of the Model Context Protocol: the bytes are those of package emit.
//
// [New] makes a server of the reads of its own, in reads.go, and of tools of the registry under their own names and
// schemas. Every answer is text. A refusal is a result that says so, isError. An answer that leaves something out is
// followed by a second text, the call that reads on.
package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"eyeline/reader/lists"
	"eyeline/reader/tools"
	"eyeline/reader/wait"
)

// Options say what is served.
type Options struct {
	// Root is the folder that all reads are confined to; "" is the working directory.
	Root string
	// Version is that of this program.
	Version string
	// Tools are tools of the registry to serve besides the reads of the server's own.
	Tools []*tools.Tool
	// Tuned is a read that a person has tuned: the server's own reads of its mode are made by its tool with its
	// values.
	Tuned TunedRead
	// Page is how many bytes an answer of the server's own reads has at most; 0: DefaultPage.
	Page int
	// Record gets a line of JSON for each call, see [eyeline/reader/transcript/formats]; nil: nothing is recorded.
	// Each line is written by one call, and a call that cannot be recorded ends the server.
	Record io.Writer
	// Patience is how long a client over HTTP may take to send a request, or to take a part of an answer; 0:
	// DefaultPatience.
	Patience time.Duration
}

// TunedRead is a read that a person has tuned: its values stand where a call does not say otherwise. Without a tool
// nothing is tuned.
type TunedRead struct {
	Mode   tools.Mode
	Tool   *tools.Tool
	Values tools.Values
}

// DefaultPage is in bytes, and below what clients let through with the calls that read on: Copilot CLI moves a result
// of over 20,480 bytes to a file, Qwen Code a text of over 25,000 UTF-16 code units, Gemini CLI cuts the middle of over
// 40,000 characters, Codex of over 48,000, and Claude Code moves a result of over 50,000 to a file. Cline CLI alone
// cuts below it, from 8,000 code units of JSON: a page that it lets through would more than double the calls of others.
const DefaultPage = 19_000

// maxLines is how many lines an answer of the server's own reads has at most: Qwen Code cuts after 1,000, and opencode
// after 2,000.
const maxLines = 950

// maxShown is what Claude Code is asked to let through of tools of the registry, in characters: its own maximum.
const maxShown = 500_000

// Limits of a message and of a file, in bytes.
const (
	maxMessage = 4 << 20
	maxFile    = 1 << 40
)

// instructions say to a model when to use which read. Codex shows 247 characters of them, Claude Code 2,048, as of each
// description.
const instructions = "Reads files exactly, part by part: read_block the function around a line, read_lines a range, " +
	"outline what a file declares, read_budget what fits N tokens, read_bytes very long lines. The last line of a " +
	"partial answer is the call that reads on."

// Server serves reads. It may be used by several clients at once.
type Server struct {
	*mcp.Server
	env     tools.Env
	release func()
	options Options
	record  recorder
	about   json.RawMessage // what the answers of the version without a handshake say of this server
	// reads makes the reads of arguments, by the names of tools.
	reads map[string]func(args json.RawMessage) read

	ctx   context.Context // done when the server is closed, or when its record has failed
	stop  context.CancelFunc
	calls sync.RWMutex // held for reading by each call: the root is in use as long
	turns turns

	progressPause time.Duration // how often a client that asks for it hears that a call is still read
	endPatience   time.Duration // see usualEndPatience
}

// usualProgressPause is the progressPause of a server.
const usualProgressPause = time.Second

// New makes a server, which must be closed. The error is that of its root, or of the record.
func New(o Options) (*Server, error) {
	if o.Page <= 0 {
		o.Page = DefaultPage
	}

	env, release, err := (tools.Env{Root: o.Root, Confine: true, MaxBytes: maxFile}).Hold()
	if err != nil {
		return nil, err
	}

	about := &mcp.Implementation{Name: "eyeline", Version: o.Version}
	s := &Server{
		Server: mcp.NewServer(about, &mcp.ServerOptions{
			Instructions: instructions, Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
		}),
		env: env, release: release, options: o, record: recorder{to: o.Record},
		about:         tools.Encode(map[string]any{sessionlessKey + "serverInfo": about}),
		reads:         map[string]func(json.RawMessage) read{},
		progressPause: usualProgressPause, endPatience: usualEndPatience,
	}
	s.ctx, s.stop = context.WithCancel(context.Background())
	if err := s.record.write(recordedRun{runType, o.Version, time.Now().UTC(), env.Dir()}); err != nil {
		s.Close()
		return nil, err
	}

	s.AddReceivingMiddleware(s.suggesting)
	s.addOwn()
	for _, t := range o.Tools {
		served := tool(Name(t), t.Title, description(t))
		served.InputSchema = t.Schema()
		s.serve(served, func(args json.RawMessage) read {
			return func(ctx context.Context) (answer, error) { return s.callTool(ctx, t, args) }
		})
	}

	return s, nil
}

// Name is the name that a tool of the registry is served by: names of the protocol have no "@".
func Name(t *tools.Tool) string { return strings.ReplaceAll(t.Name, "@", "-") }

// description says whose tool a tool of the registry is.
func description(t *tools.Tool) string {
	return fmt.Sprintf("%s, as %s %s has it.", t.Title, t.Origin.Agent, t.Origin.ShortVersion())
}

// Close ends the calls that are still under way, waits for them, and lets the root go.
func (s *Server) Close() {
	s.stop()
	s.calls.Lock()
	defer s.calls.Unlock()
	s.release()
}

// tool is what is said of every tool that is served: it changes nothing, and the files are all its world.
func tool(name, title, description string) *mcp.Tool {
	no := false
	return &mcp.Tool{
		Name: name, Title: title, Description: description,
		Annotations: &mcp.ToolAnnotations{
			ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &no, DestructiveHint: &no,
		},
		Meta: mcp.Meta{"anthropic/maxResultSizeChars": maxShown},
	}
}

// read makes an answer. The error is that of the context.
type read func(context.Context) (answer, error)

// runRead makes a read of a client that was taken, until ctx is done, as it is when the server is closed. tell, if it
// is not nil, hears now and then that it is still under way, or waits for its turn. The size of the answer counts as
// unsent until the caller says that it is sent.
func (s *Server) runRead(
	ctx context.Context, of *client, tell func(n float64, message string), reading read,
) (sentAnswer, error) {
	var telling sync.WaitGroup
	defer telling.Wait() // nothing is told after the answer
	s.calls.RLock()
	defer s.calls.RUnlock()
	if err := s.ctx.Err(); err != nil {
		return sentAnswer{}, err
	}

	if tell != nil {
		var stop context.CancelFunc
		ctx, stop = context.WithCancel(ctx)
		defer stop()
		telling.Go(func() {
			for n := 1.0; wait.For(ctx, s.progressPause) == nil; n++ {
				tell(n, fmt.Sprintf("reading for %.0f s", n*s.progressPause.Seconds()))
			}
		})
	}

	return s.turns.do(ctx, of, reading)
}

// busy is the answer to a call beyond those that may wait.
func busy() answer {
	return refusal("%d calls have not ended yet, or have more than %d MiB of arguments; make this one again later",
		maxCalls, maxArguments>>20)
}

// serveRead makes a read for a client of the library and turns its answer into a result.
func (s *Server) serveRead(ctx context.Context, req *mcp.CallToolRequest, reading read) (*mcp.CallToolResult, error) {
	ctx, stop := until(ctx)
	defer stop()
	defer context.AfterFunc(s.ctx, stop)()
	size := len(req.Params.Arguments)
	if !s.turns.tryAccept(size) {
		return result(busy().toSend()), nil
	}

	defer s.turns.giveBack(size)
	c := connectionOf(ctx)
	if c == nil { // the library sends the answer itself, and does not say when
		c = &connection{ctx: ctx, server: s, client: &client{}}
		defer c.end()
	}

	c.owed.addCalls(1)
	defer c.owed.addCalls(-1)
	var tell func(n float64, message string)
	if token := req.Params.GetProgressToken(); token != nil {
		tell = func(n float64, message string) {
			_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ // a client that is gone hears nothing
				ProgressToken: token, Progress: n, Message: message,
			})
		}
	}

	a, err := s.runRead(ctx, c.client, tell, reading)
	if err != nil {
		return nil, err
	}

	c.countUnsent(a.size())
	return result(a), nil
}

// result is an answer as the library sends it.
func result(a sentAnswer) *mcp.CallToolResult {
	content := lists.Map(a.content, func(text json.RawMessage) mcp.Content { return encodedText{json: text} })
	return &mcp.CallToolResult{Content: content, IsError: a.refused}
}

// encodedText is a text for the library that is encoded already.
type encodedText struct {
	*mcp.TextContent // nil; it makes this a content
	json             json.RawMessage
}

// MarshalJSON implements [json.Marshaler].
func (t encodedText) MarshalJSON() ([]byte, error) { return t.json, nil }

// tuned is the tool and the values by which reads of a mode are made. Slices are by default those of the tool of
// blocks, so that lines look alike.
func (s *Server) tuned(mode tools.Mode) (*tools.Tool, tools.Values) {
	if t := s.options.Tuned; t.Tool != nil && t.Mode == mode {
		return t.Tool, t.Values
	}
	if t := tools.Default(tools.ModeBlock); mode == tools.ModeSlice && slices.Contains(t.Modes(), mode) {
		return t, nil
	}
	return tools.Default(mode), nil
}
