package agents

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/wordlist"
	"eyeline/reader/tools"
	"eyeline/reader/tools/runtime/js"
	"eyeline/reader/tools/runtime/node"
)

// copilotChat is the read_file of VS Code's Copilot Chat (contract copilot_chat).
var copilotChat = &tools.Tool{
	Name: "copilot_chat", Title: "VS Code Copilot Chat's read_file",
	Since:    tools.Since{Agent: "VS Code Copilot Chat", Version: "31acd00a", Date: "2026-11-21", How: tools.FromSource},
	Recorded: []string{"read_file"},
	Caps:     tools.Caps{Lines: tools.Cap{Most: copilotChatMost, Flag: "limit", Max: copilotChatMost}, Also: "any number of lines with end-line; 512 bytes of a binary file as a hexdump"},
	Kinds:    tools.Kinds{Empty: tools.GivesNotice, Image: tools.GivesRefusal, PDF: tools.GivesHex, Binary: tools.GivesHex},
	Policy:   copilotChatPolicy,
	Paths:    tools.PathAbsolute,
	Silence:  tools.SilentAsAsked,
	Lines:    copilotChatLines,
	Run:      readCopilotChat,
	Words:    copilotChatWords,
	Parse:    parseCopilotChat,
	Places:   []tools.Place{{Mode: tools.ModeSlice, At: "offset", Base: 1, Size: "limit", Size0: copilotChatMost, Max: copilotChatMost, Plus: 1}},
	Params: []tools.Param{
		fileParam("filePath", "file to read, an absolute path or a file: URI"),
		numberParam("offset", "number of the first line, 1-based (default: 1)"),
		numberParam("limit", "number of lines after the first one, up to 1999 (the default)"),
		{
			Path: []string{"startLine"}, Flag: "start-line", Type: tools.TypeInteger,
			Help: "first line, 1-based, in place of offset and with --end-line: the older arguments",
		},
		{
			Path: []string{"endLine"}, Flag: "end-line", Type: tools.TypeInteger,
			Help: "last line, inclusive; goes with --start-line",
		},
	},
}

const (
	copilotChatMost      = 2000 // lines: the first one, and limit after it
	copilotChatSample    = 8192 // bytes at the front in which a NUL makes a file binary
	copilotChatMark      = " [truncated]"
	copilotChatLongLines = "\n[One or more long lines were truncated at 2000 characters]\n"
	copilotChatCut       = "\n[File content truncated at line "
	copilotChatMore      = ". Use read_file with offset/limit parameters to view more.]\n"
	copilotChatEmpty     = "(empty)"
)

// copilotChatLines: lines as they are, cut at 2000 UTF-16 units.
var copilotChatLines = &tools.LineFormat{
	Limit: 2000, Unit: tools.UTF16,
	Mark: func(dst []byte, _ tools.Line) []byte { return append(dst, copilotChatMark...) },
}

// copilotChatRefuse is how what goes wrong in the tool reaches the model.
func copilotChatRefuse(message string) *tools.Error { return tools.Refuse(copilotChatFailed(message)) }

func copilotChatFailed(message string) string {
	return "ERROR while calling tool: " + message + "\nPlease check your input and try again."
}

// copilotChatWords says why a file cannot be opened or read. The words of the editor are not known; these are like them.
func copilotChatWords(_ tools.Env, file string, err error) string {
	detail := "Unable to read file '" + file + "' (" + node.Error(err, "", "") + ")"
	switch {
	case node.LeadsNowhere(err):
		detail = "Unable to resolve nonexistent file '" + file + "'"
	case errors.Is(err, access.ErrDirectory):
		detail = "Unable to read file '" + file + "' that is actually a directory"
	}
	return copilotChatFailed("cannot open file://" + file + ". Detail: " + detail)
}

// copilotChatPath is the path of a file that is asked for; ok is false when it is neither absolute nor a file: URI.
func copilotChatPath(asked string) (file string, ok bool) {
	if strings.HasPrefix(asked, "/") {
		return asked, true
	}
	const scheme = "file://"
	if len(asked) < len(scheme) || !strings.EqualFold(asked[:len(scheme)], scheme) {
		return "", false
	}
	rest, _, _ := strings.Cut(asked[len(scheme):], "?")
	rest, _, _ = strings.Cut(rest, "#")
	if !strings.HasPrefix(rest, "/") { // a host
		return "", false
	}
	return js.DecodeURIComponent(rest), true
}

func readCopilotChat(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	a, err := parseCopilotChatArgs(args, env.Tool.Policy)
	if err != nil {
		return nil, err
	}
	file, ok := copilotChatPath(a.path)
	if env.Stream != nil {
		file, ok = a.path, true
	}
	if !ok {
		return nil, copilotChatRefuse("Invalid input path: " + a.path + ". Be sure to use an absolute path.")
	}
	ext := strings.ToLower(path.Ext(file))
	if wordlist.Has(".png .jpg .jpeg .gif .webp", ext) {
		return nil, copilotChatRefuse("Cannot read image files with read_file. Use view_image instead.")
	}
	return tools.ReadPath(ctx, env, tools.PathAbsolute, file, env.Wording(file), func(o *tools.File) (*tools.Result, error) {
		head, err := tools.Head(o, copilotChatSample)
		if err != nil {
			return nil, err
		}
		if ext == ".pdf" || bytes.IndexByte(head, 0) >= 0 {
			return copilotChatHex(o, a)
		}
		form := tools.TextForm{Ends: tools.EndCRLF | tools.EndCR}
		form.Coding, form.Skip = tools.BOM(head[:min(len(head), 4)], false)
		return copilotChatText(ctx, o, file, form, a)
	})
}

// parseCopilotChat reads the lines back. Without a heading their numbers follow from the arguments.
func parseCopilotChat(args json.RawMessage, content string) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1, Estimated: true}
	if content == copilotChatEmpty || isNotice(content, "(The file `") || strings.HasPrefix(content, "<attachment startByte=") || content == "" {
		return p, false
	}
	a, err := parseCopilotChatArgs(args, copilotChatPolicy)
	first := int64(1)
	switch {
	case err != nil:
	case a.old:
		first = max(js.ClampFloat(min(a.first, a.second)), 1)
	case a.hasFirst:
		first = max(js.ClampFloat(a.first), 1)
	}
	at, last := 0, int64(0)
	if heading, rest, ok := strings.Cut(content, "\n"); ok && strings.HasPrefix(heading, "File: `") {
		if i := strings.LastIndex(heading, "`. Lines "); i >= 0 {
			if n, _ := fmt.Sscanf(heading[i:], "`. Lines %d to %d (%d lines total): ", &first, &last, &p.Total); n == 3 {
				p.Estimated = false
				at = len(content) - len(rest)
				if j := strings.LastIndex(content, copilotChatCut); j >= at {
					content = content[:j]
				}
			}
		}
	}
	content = strings.TrimSuffix(content, copilotChatLongLines)
	p.Lines = splitCut(content, at, first, math.MaxInt64, copilotChatLines.Limit, copilotChatMark)
	for i := range p.Lines[:len(p.Lines)-1] {
		l := &p.Lines[i]
		if !l.Cut && l.End > l.Start && content[l.End-1] == '\r' {
			l.End--
		}
	}
	return p, true
}
