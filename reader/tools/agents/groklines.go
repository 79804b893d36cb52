package agents

import (
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// writeWithoutURIs writes lines as Sink.WriteLines does, and takes data URIs out of each of them. The lines' format has no
// limit.
func writeWithoutURIs(s *tools.Sink, o *tools.File, l tools.Lines) {
	w := &uriLines{Lines: l, sink: s, filter: dataURIs{out: s.Bytes}}
	if err := tools.Walk(s.Context(), source.View(o, l.End), l.Form, l.Start, w); err != nil {
		s.Fail(err)
	}
	s.Stats.Altered[tools.RemovedData] += w.filter.removed
}

// uriLines is a tools.LineVisitor.
type uriLines struct {
	tools.Lines
	sink    *tools.Sink
	filter  dataURIs
	begun   bool
	written int64
}

func (w *uriLines) begin() {
	if w.begun {
		return
	}
	w.begun = true
	if w.written == 0 {
		w.sink.BeginRun(w.Number, true, 0)
	} else {
		w.sink.Str("\n")
	}
	w.sink.Bytes(w.Format.Prefix(nil, tools.Line{Number: w.Number + w.written, First: w.written == 0}))
}

// Text implements tools.LineVisitor.
func (w *uriLines) Text(p []byte, _ tools.Span, replaced bool) tools.Want {
	w.begin()
	if replaced {
		w.sink.Stats.Replaced++
	}
	_, _ = w.filter.Write(p) // it returns no error
	if w.sink.Failed() {
		return tools.Stop
	}
	return tools.More
}

// End implements tools.LineVisitor.
func (w *uriLines) End(_, next int64, term string) bool {
	if term == "" && !w.begun && !w.Phantom {
		return false
	}
	w.begin()
	w.filter.Close()
	if term == "\r\n" {
		w.sink.Stats.Altered[tools.DroppedCR]++
	}
	w.sink.AddLines(1)
	w.written++
	w.begun = false
	return !w.sink.Failed() && w.written < w.Count && (next < w.Lines.End || w.Phantom && term != "")
}
