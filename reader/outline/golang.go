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
	text, err := allOf(b)
	if err != nil {
		return Outline{}, false, err
	}
	n := len(text)
	if err := ctx.Err(); err != nil {
		return Outline{}, false, err
	}
	set, file := GoFile(b, text)
	if file == nil {
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

// allOf are the bytes of a file, which must not be written to.
func allOf(b source.Bytes) ([]byte, error) {
	if m := source.MemoryOf(b); m != nil && m.Size() == b.Size() {
		return m.Data(), nil
	}
	text := make([]byte, b.Size())
	n, err := b.ReadAt(text, 0)
	if err != nil && !errors.Is(err, io.EOF) && n < len(text) {
		return nil, err
	}
	return text[:n], nil
}

// goFile is a Go file that was parsed.
type goFile struct {
	set  *token.FileSet
	file *ast.File // nil: the text is not Go
}

// GoFile parses text, which are the bytes of b; file is nil where the parser finds a fault. Of bytes in memory it is done once
// for all readers, who must not change the file.
func GoFile(b source.Bytes, text []byte) (set *token.FileSet, file *ast.File) {
	parse := func() any {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, "", text, parser.SkipObjectResolution)
		if err != nil {
			file = nil
		}
		return goFile{set, file}
	}
	var parsed goFile
	if m := source.MemoryOf(b); m != nil && m.Size() == int64(len(text)) {
		parsed = m.Once("Go file", parse).(goFile)
	} else {
		parsed = parse().(goFile)
	}
	return parsed.set, parsed.file
}

func (o *Outline) addLine(lines [][]byte, level, first, last int) {
	text := bytes.TrimSpace(lines[first-1])
	o.add(Symbol{Level: level, Text: string(text[:min(len(text), maxLine)]), First: int64(first), Last: int64(last)})
}
