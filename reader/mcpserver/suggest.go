package mcpserver

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"eyeline/reader/tools"
)

// suggesting refuses calls of tools that are not served, and says which was perhaps meant or which there are: the
// library says no more than that it is unknown.
func (s *Server) suggesting(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		call, ok := req.GetParams().(*mcp.CallToolParamsRaw)
		if !ok || s.reads[call.Name] != nil {
			return next(ctx, method, req)
		}

		served := slices.Sorted(maps.Keys(s.reads))
		said := tools.Suggestion(tools.Similar(call.Name, served), served)
		return nil, &jsonrpc.Error{
			Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf("unknown tool %.60q%s", call.Name, said),
		}
	}
}
