package outline

import (
	"bytes"
	"context"

	"eyeline/reader/internal/godecls"
	"eyeline/reader/source"
)

// readGo parses the declarations of a Go file: functions, and others including the types of a group. If the file is not
// Go, ok is false and nothing is added.
func readGo(ctx context.Context, b source.Bytes, out *Outline) (ok bool, err error) {
	text := make([]byte, b.Size())
	if _, err := source.ReadFull(b, text, 0); err != nil {
		return false, err
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}

	nodes, ok := godecls.Of(b, text)
	if !ok {
		return false, nil
	}

	addGo(text, nodes, out)
	out.TotalLines = linesIn(text)
	if !bytes.HasSuffix(text, []byte{'\n'}) {
		out.TotalLines++
	}

	return true, nil
}

// beforeGo returns the symbols of a text before its first syntax error.
func beforeGo(text []byte) []Symbol {
	out := Outline{every: true}
	addGo(text, godecls.Before(text), &out)
	return out.Symbols
}

// linesIn returns the number of line ends of a text.
func linesIn(text []byte) int64 { return int64(bytes.Count(text, []byte{'\n'})) }

// addGo adds the declared functions of a text, and the other declarations with the types of groups.
func addGo(text []byte, nodes []godecls.Node, out *Outline) {
	line := int64(1)
	at := 0
	for _, n := range nodes {
		level := 0
		switch {
		case n.Kind == godecls.Type && n.Grouped:
			level = 1
		case n.Kind != godecls.Declaration && n.Kind != godecls.Func:
			continue
		}

		line += linesIn(text[at:n.Start])
		at = n.Start
		start := bytes.LastIndexByte(text[:at], '\n') + 1
		declared, _, _ := bytes.Cut(text[start:], []byte{'\n'})
		declared = bytes.TrimSpace(declared)
		s := Symbol{
			Level: level, Text: string(declared[:min(len(declared), maxLine)]), First: line,
			Last: line + linesIn(text[n.Start:n.End]),
			kind: holder, exact: true,
		}
		if n.Kind == godecls.Func {
			s.kind = procedure
			s.body = line + linesIn(text[n.Start:max(n.Body.Start, n.Start)]) + 1
		}

		out.add(s)
	}
}
