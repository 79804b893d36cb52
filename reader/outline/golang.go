package outline

import (
	"bytes"
	"context"
	"errors"
	"io"

	"eyeline/reader/outline/golang"
	"eyeline/reader/source"
)

// readGo reads a Go file by its declarations; what is no Go is handed on to the line rules.
func readGo(ctx context.Context, b source.Bytes) (Outline, bool, error) {
	text, err := allOf(b)
	if err != nil {
		return Outline{}, false, err
	}
	if err := ctx.Err(); err != nil {
		return Outline{}, false, err
	}
	g := goReader{text: text, line: 1}
	if !golang.Declarations(text, &g) {
		return Outline{}, false, nil
	}
	g.out.TotalLines = g.lineAt(len(text))
	if n := len(text); n == 0 || text[n-1] == '\n' {
		g.out.TotalLines--
	}
	return g.out, true, nil
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

// goReader makes an outline of a Go file's declarations: functions, and others with the types of a group.
type goReader struct {
	out  Outline
	text []byte
	// line is the number of the line that the byte at the offset at lies in.
	line int64
	at   int
}

// lineAt is the number of the line in which the byte at an offset lies, which is none before the one asked for last.
func (g *goReader) lineAt(offset int) int64 {
	g.line += int64(bytes.Count(g.text[g.at:offset], []byte{'\n'}))
	g.at = offset
	return g.line
}

// Begin implements golang.Visitor. A type outside of a group is its declaration.
func (g *goReader) Begin(n golang.Node) int {
	level := 0
	if n.Kind == golang.Type {
		if !n.Grouped {
			return -1
		}
		level = 1
	}
	line := g.lineAt(n.Start)
	if len(g.out.Symbols) == MaxSymbols {
		g.out.More++
		return -1
	}
	start := bytes.LastIndexByte(g.text[:n.Start], '\n') + 1
	text, _, _ := bytes.Cut(g.text[start:], []byte{'\n'})
	text = bytes.TrimSpace(text)
	return g.out.add(Symbol{Level: level, Text: string(text[:min(len(text), maxLine)]), First: line, Last: line})
}

// End implements golang.Visitor.
func (g *goReader) End(place, end int) {
	if place >= 0 {
		g.out.close(place, g.lineAt(end))
	}
}
