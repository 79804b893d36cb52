package grokbuild

import (
	"eyeline/reader/internal/datauri"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// writeWithoutURIs writes lines, and takes data URIs out of each of them. The lines' format has no limit.
func writeWithoutURIs(s *tools.Sink, o *tools.File, l tools.LineRange) {
	mixed := &mixedCases{number: l.Number}
	mixed.filter = mixed.cases.Filter()
	if err := textfile.Walk(s.Context(), source.View(o, l.End), l.Form, l.Start, mixed); err != nil {
		s.Fail(err)
		return
	}
	remover := datauri.Remover{Out: s.Bytes}
	l.Filter = func(number int64) tools.Filter {
		remover.Lower = mixed.lines[number]
		return &remover
	}
	s.WriteLines(o, l)
	s.Stats.Altered[tools.RemovedData] += remover.Removed
}

// mixedCases is a textfile.LineVisitor that finds the lines that have "data:image" in lower case and in another.
type mixedCases struct {
	number int64 // of the current line
	cases  datauri.Cases
	filter *datauri.Remover
	lines  map[int64]bool
}

// Text implements textfile.LineVisitor.
func (v *mixedCases) Text(p []byte, _ textfile.Span, _ bool) textfile.Want {
	_, _ = v.filter.Write(p) // it returns no error
	return textfile.More
}

// End implements textfile.LineVisitor.
func (v *mixedCases) End(_, _ int64, _ string) bool {
	v.filter.Close()
	if v.cases.Lower && v.cases.Other {
		if v.lines == nil {
			v.lines = map[int64]bool{}
		}
		v.lines[v.number] = true
	}
	v.number++
	v.cases = datauri.Cases{Tail: v.cases.Tail[:0]}
	return true
}
