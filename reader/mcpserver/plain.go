package mcpserver

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	fast "github.com/segmentio/encoding/json"
)

// request is a message that asks for something.
type request struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// params are those of a plain call.
type params struct {
	Name      string                     `json:"name"`
	Arguments json.RawMessage            `json:"arguments"`
	Meta      map[string]json.RawMessage `json:"_meta"`
}

// plainCall is a call of a tool in the plainest form.
type plainCall struct {
	id      json.RawMessage
	token   json.RawMessage // of its progress; nil: nobody asks for that
	tool    string
	size    int // bytes of its parameters
	reading read
	// sessionless says that the call is of the version of the protocol without a handshake.
	sessionless bool
}

// maxNested is how many objects and lists a plain message has at most: decoding goes as deep as they do.
const maxNested = 500

// plainly decodes what has no keys but those of v, spelled as there. The library decodes by the same package.
func plainly(text []byte, v any) bool {
	rest, err := fast.Parse(text, v, fast.DontMatchCaseInsensitiveStructFields|fast.DisallowUnknownFields)
	return err == nil && len(rest) == 0
}

// plainRequest is a message that asks for something in the plainest form.
func plainRequest(line []byte) (r request, plain bool) {
	nested := bytes.Count(line, []byte("{")) + bytes.Count(line, []byte("["))
	plain = nested <= maxNested && plainly(line, &r) && r.Version == "2.0"
	return r, plain
}

// parsePlainCall is the call that a request asks for. All that is not plain is the library's: wrong arguments, tools
// that are not there, other versions of the protocol.
func (s *Server) parsePlainCall(r request) (call plainCall, is bool) {
	var p params
	if r.Method != "tools/call" || !plainID(r.ID) || !plainly(r.Params, &p) {
		return call, false
	}
	if !isObject(p.Arguments) || s.reads[p.Name] == nil {
		return call, false
	}

	sessionless, known := p.sessionless()
	if !known {
		return call, false
	}

	call = plainCall{
		id: r.ID, token: p.Meta["progressToken"], tool: p.Name, size: len(r.Params), sessionless: sessionless,
		reading: s.reads[p.Name](p.Arguments),
	}
	if string(call.token) == "null" {
		call.token = nil
	}

	return call, call.reading != nil && utf8.Valid(call.token)
}

// isObject reports whether a JSON value is an object.
func isObject(value json.RawMessage) bool { return len(value) > 0 && value[0] == '{' }

// sessionlessVersion is the version of the protocol without a handshake, and sessionlessKey how the keys begin in the
// _meta of its requests that say what a handshake would say.
const (
	sessionlessVersion = "2026-07-28"
	sessionlessKey     = "io.modelcontextprotocol/"
)

// sessionless reports whether a call says itself what a handshake would say. known is false where it says that in
// another way than clients of that version do.
func (p *params) sessionless() (is, known bool) {
	given := 0
	for key := range p.Meta {
		if strings.HasPrefix(key, sessionlessKey) {
			given++
		}
	}

	if given == 0 {
		return false, true
	}

	var capabilities mcp.ClientCapabilities
	var client mcp.Implementation
	can := p.Meta[sessionlessKey+"clientCapabilities"]
	who := p.Meta[sessionlessKey+"clientInfo"]
	known = string(p.Meta[sessionlessKey+"protocolVersion"]) == `"`+sessionlessVersion+`"` &&
		isObject(can) && plainly(can, &capabilities)
	if who == nil {
		return true, known && given == 2
	}

	return true, known && given == 3 && isObject(who) && plainly(who, &client)
}
