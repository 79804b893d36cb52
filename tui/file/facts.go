package file

import (
	"fmt"
	"strings"

	"eyeline/reader/lists"
	"eyeline/tui/file/textview"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/overlay"
)

// Facts lists what is known about the file and the place in it.
func (s *Screen) Facts() []overlay.Fact {
	d := s.Text.Doc
	if d == nil {
		return nil
	}

	out := append(s.bars.readFacts(), overlay.Fact{Name: "file", Value: cells.Sanitize(d.Name())})
	add := func(name, value string) {
		if value != "" {
			out = append(out, overlay.Fact{Name: name, Value: value})
		}
	}

	add("size", humanize.Group(d.Raw().Size())+" bytes ("+humanize.Size(d.Raw().Size())+")")
	if total, known := d.Shown().TotalLines(); known {
		add("lines", humanize.Group(total))
	}

	add("read as", textview.FormName(d.Form()))
	if d.Decoded() {
		add("decoded", humanize.Size(d.Shown().Size()))
	}

	if l, ok := s.Text.File.CursorLine(); ok {
		if l.Number > 0 {
			add("cursor line", humanize.Group(l.Number))
		}
		fate, _, _ := strings.Cut(s.bars.fate(), " · ")
		add("this line", fate)
		add("cursor byte", fmt.Sprintf("%s (0x%x)", humanize.Group(l.Off), l.Off))
	}

	if s.Preview.IsRecorded() {
		add("sent", s.RecordedLines.Fact())
	}

	add("changes", s.Text.Changes.ChangesFact())
	if !d.Raw().Snapshot().ModTime.IsZero() {
		add("modified", d.Raw().Snapshot().ModTime.Format("2006-01-02 15:04:05"))
	}

	add("root", cells.Sanitize(d.Root()))
	if d.Shown().Err() != nil {
		add("error", cells.Sanitize(d.Shown().Err().Error()))
	}

	return out
}

// readFacts returns all that the model line has to say, and the tool's notes word for word.
func (b *bars) readFacts() []overlay.Fact {
	r := b.Preview.Reading
	if r == nil || b.Text.ToolOff || b.Preview.IsRecorded() || !r.HasOutput() && r.Refused == "" {
		return nil
	}

	out := []overlay.Fact{{Name: "read", Value: b.read().Text()}}
	for i, note := range r.Notes {
		lines := lists.Map(strings.Split(note, "\n"), cells.Sanitize)
		out = append(out, overlay.Fact{
			Name: fmt.Sprintf("note %d of %d", i+1, len(r.Notes)), Value: strings.Join(lines, "\n"),
		})
	}

	if r.Aside != "" {
		out = append(out, overlay.Fact{Name: "remark", Value: cells.Sanitize(r.Aside)})
	}

	return out
}
