package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/outline"
	"eyeline/reader/tools"
)

// outlineTool gives what a file declares, a line each, in at most most bytes. No agent has it, so it is in no
// list of tools.
func outlineTool(most int) *tools.Tool {
	return &tools.Tool{Name: "outline", Title: "What a file declares", Words: outlineWords, Run: func(
		ctx context.Context, env tools.Env, args []byte,
	) (*tools.Result, error) {
		var of outlineArgs
		if err := json.Unmarshal(args, &of); err != nil {
			return nil, tools.RefuseOwn("eyeline: " + err.Error())
		}

		words := env.Wording(of.Path)
		return tools.ReadPath(ctx, env, tools.PathConfined, of.Path, words, func(o *tools.File) (*tools.Result, error) {
			out, err := outline.Listed(ctx, of.Path, o)
			if err != nil {
				return nil, words.Of(err)
			}

			if of.Line > max(out.TotalLines, 1) {
				return nil, tools.RefuseOwn(beyond("line", of.Line, out.TotalLines, "line").text)
			}

			text, next := outlineText(out, of.Line, most)
			r := &tools.Result{}
			if next > 0 {
				r = &tools.Result{Silent: true, NextArgs: tools.Set(args, "line", next)}
			}

			return r.Text(o, text), nil
		})
	}}
}

func outlineWords(_ tools.Env, path string, err error) string {
	return "eyeline: " + path + ": " + access.Text(err)
}

// maxDeclared is how much of a declaration is shown, in characters.
const maxDeclared = 200

// outlineText is an outline for a model, from a line on: each declaration with its lines, indented by its level. next
// is the line from which more declarations than there is room for follow; 0: all are given, as far as they are known.
func outlineText(out outline.Outline, from int64, most int) (text string, next int64) {
	text = fmt.Sprintf("%d line%s", out.TotalLines, tools.Plural(out.TotalLines))
	if out.Language != "" {
		text += " of " + out.Language
	}
	if out.Unparsed > 0 {
		text += fmt.Sprintf(", which does not parse: from L%d on an estimate", out.Unparsed)
	}

	listed := false
	for _, s := range out.Symbols {
		if s.First < from {
			continue
		}

		listed = true
		declared := []rune(s.Text)
		row := fmt.Sprintf("\n%s%s [L%d-L%d]", strings.Repeat("  ", s.Level),
			string(declared[:min(len(declared), maxDeclared)]), s.First, s.Last)
		if len(text)+len(row) > most {
			return text, s.First
		}

		text += row
	}

	switch {
	case out.More > 0:
		text += fmt.Sprintf("\n%d more declarations are not listed", out.More)
	case len(out.Symbols) == 0:
		text += "\nno declarations were found"
	case !listed:
		text += fmt.Sprintf("\nno declarations from line %d on", from)
	}

	return text, 0
}
