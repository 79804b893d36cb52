package outline

import (
	"bytes"
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"

	"eyeline/reader/source"
)

// parseGo reads a Go file by its own parser. A file that is not Go as far as the first declaration is handed on.
func parseGo(ctx context.Context, b source.Bytes) (Outline, bool, error) {
	text := make([]byte, b.Size())
	n, err := b.ReadAt(text, 0)
	if err != nil && !errors.Is(err, io.EOF) && n < len(text) {
		return Outline{}, false, err
	}
	text = text[:n]
	if err := ctx.Err(); err != nil {
		return Outline{}, false, err
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", text, parser.SkipObjectResolution)
	if err != nil {
		return Outline{}, false, nil // the line rules take what the parser does not
	}
	lines := bytes.Split(text, []byte{'\n'})
	out := Outline{TotalLines: int64(len(lines))}
	if n == 0 || text[n-1] == '\n' {
		out.TotalLines--
	}
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			continue
		}
		// PositionFor without adjustment: //line comments do not move the file's own lines.
		first, last := set.PositionFor(d.Pos(), false).Line, set.PositionFor(d.End(), false).Line
		out.addLine(lines, 0, first, last)
		if g, ok := d.(*ast.GenDecl); ok && g.Lparen.IsValid() && g.Tok == token.TYPE {
			for _, s := range g.Specs {
				out.addLine(lines, 1, set.PositionFor(s.Pos(), false).Line, set.PositionFor(s.End(), false).Line)
			}
		}
	}
	return out, true, nil
}

func (o *Outline) addLine(lines [][]byte, level, first, last int) {
	text := bytes.TrimSpace(lines[first-1])
	o.add(Symbol{Level: level, Text: string(text[:min(len(text), maxLine)]), First: int64(first), Last: int64(last)})
}
