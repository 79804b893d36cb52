package tui

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/request"
)

// part is a piece of a bar with its role; parts that do not fit are left out, the least important first.
type part struct {
	text string
	role themes.Role
	keep int // higher stays longer
}

// modelLine says what the model gets.
func (m *Model) modelLine() string {
	r := m.shown
	switch {
	case m.doc == nil:
		return m.bar([]part{{text: "no file", role: themes.ModelLine}}, nil, themes.ModelLine)
	case r == nil:
		return m.bar([]part{{text: "reading…", role: themes.ModelLine}}, nil, themes.ModelLine)
	case r.refused != "":
		return m.bar([]part{{text: "model gets ", role: themes.ModelLine, keep: 1}, {text: "error: ", role: themes.ModelError, keep: 2}, {text: plain(r.refused), role: themes.ModelError, keep: 9}}, nil, themes.ModelLine)
	case r.failed != nil:
		return m.bar([]part{{text: "cannot read: " + plain(r.failed.Error()), role: themes.ModelError, keep: 9}}, nil, themes.ModelLine)
	}
	parts := []part{{text: "model gets ", role: themes.ModelLine, keep: 5}}
	add := func(keep int, role themes.Role, text string) {
		if text == "" {
			return
		}
		if len(parts) > 1 {
			parts = append(parts, part{text: " · ", role: themes.ModelLine, keep: keep})
		}
		parts = append(parts, part{text: text, role: role, keep: keep})
	}
	w, s := r.win, r.stats
	add(9, themes.ModelLineValue, rangeText(r))
	if w.Kind != window.Outline && w.Kind != window.Notice {
		if n := shownLines(r); n > 0 {
			add(3, themes.ModelLineValue, count(n, "line"))
		}
	}
	add(8, themes.ModelLineValue, size(s.Bytes))
	if r.tokens > 0 {
		add(6, themes.ModelLine, "≈"+group(r.tokens)+" tokens ("+tokenizerName+")")
	}
	if s.Cut > 0 {
		add(7, themes.ModelLineWarn, count(s.Cut, "line")+" cut")
	}
	if s.Replaced > 0 {
		add(6, themes.ModelLineWarn, group(s.Replaced)+" bytes → U+FFFD")
	}
	if n := s.Altered[tools.DroppedCR]; n > 0 {
		add(2, themes.ModelLineWarn, group(n)+" \\r dropped")
	}
	add(4, themes.ModelLine, endText(r))
	var right []part
	if m.jobs.runs(jobRead) {
		right = append(right, part{text: "reading…", role: themes.ModelLine, keep: 2})
	}
	return m.bar(parts, right, themes.ModelLine)
}

func shownLines(r *reading) int64 {
	if n := r.win.Lines(); n > 0 {
		return n
	}
	return r.stats.Lines
}

// rangeText is the window's range: lines where they are known, else bytes.
func rangeText(r *reading) string {
	w := r.win
	switch w.Kind {
	case window.Outline:
		return "an outline"
	case window.Notice:
		return "a notice, not the content"
	}
	if w.End == w.Start {
		return "nothing"
	}
	if w.Partial {
		return fmt.Sprintf("bytes %s–%s inside one line", group(w.Start), group(w.End))
	}
	var lines string
	first, n := r.firstLine, shownLines(r)
	if first > 0 && n > 0 {
		lines = fmt.Sprintf("L%d–L%d", first, first+n-1)
		if n == 1 {
			lines = fmt.Sprintf("L%d", first)
		}
	}
	if r.req.Mode() == tools.ModeBytes || lines == "" {
		b := fmt.Sprintf("@%s–%s", group(w.Start), group(w.End))
		if lines == "" {
			return b
		}
		return b + " · " + lines
	}
	return lines
}

// endText says why the window ends where it does.
func endText(r *reading) string {
	w := r.win
	if w.Kind == window.Outline || w.Kind == window.Notice || w.End == w.Start && w.Kind != window.Block {
		return ""
	}
	if r.req.Mode() == tools.ModeBlock {
		t, b := stopText(w.Top, w), stopText(w.Bottom, w)
		switch {
		case t == b:
			return "ends: " + t
		case w.Top == window.StopFile:
			return "ends: " + b
		}
		return "above: " + t + ", below: " + b
	}
	return "ends: " + stopText(w.Bottom, w)
}

func stopText(s window.Stop, w window.Window) string {
	switch s {
	case window.StopAsked:
		return "range"
	case window.StopLimit:
		return "limit reached"
	case window.StopFile:
		return "end of file"
	case window.StopLevel:
		return "level"
	case window.StopSibling:
		return "sibling"
	case window.StopCap:
		return fmt.Sprintf("cap of %s reached", group(w.Cap))
	case window.StopBytes:
		return "max_bytes reached"
	case window.StopHard:
		return "hard cap of 256 KiB"
	}
	return ""
}

// titleBar names the file and the request.
func (m *Model) titleBar() string {
	if m.doc == nil {
		return m.bar([]part{{text: "eyeline", role: themes.Title, keep: 9}}, nil, themes.TitleDim)
	}
	d := m.doc
	name := plain(d.name)
	if cells.Width(name) > m.width/3 {
		name = plain(path.Base(filepath.ToSlash(d.name)))
	}
	left := []part{{text: name, role: themes.Title, keep: 8}}
	if len(m.paths) > 1 {
		left = append(left, part{text: fmt.Sprintf(" (%d of %d)", m.at+1, len(m.paths)), role: themes.TitleDim, keep: 4})
	}
	if lang := m.hl.language(); lang != "" {
		left = append(left, part{text: "  " + lang, role: themes.TitleDim, keep: 1})
	}
	if name := formName(d.form); name != "" {
		left = append(left, part{text: "  " + name, role: themes.TitleAccent, keep: 4})
	}
	left = append(left, part{text: "  " + size(d.raw.snap.Size), role: themes.TitleDim, keep: 3})
	switch total, known := d.totalLines(); {
	case known:
		left = append(left, part{text: "  " + count(total, "line"), role: themes.TitleDim, keep: 2})
	case d.snap.Size > 0:
		left = append(left, part{text: fmt.Sprintf("  counting lines %d%%", int(100*d.lines.Progress())), role: themes.TitleDim, keep: 2})
	}
	if d.snap.Err != nil && (d.stream || d.decoded()) {
		left = append(left, part{text: "  incomplete", role: themes.TitleAccent, keep: 4})
	}
	if !d.snap.Complete {
		left = append(left, part{text: "  arriving", role: themes.TitleDim, keep: 2})
	}
	var right []part
	for i, w := range m.requestWords() {
		if i > 0 {
			w = " · " + w
		}
		right = append(right, part{text: w, role: themes.TitleAccent, keep: []int{8, 8, 6, 5, 4, 4, 1}[min(i, 6)]})
	}
	return m.bar(left, right, themes.TitleDim)
}

// requestWords are the request in a few words: codex, block, anchor 142, levels 2.
func (m *Model) requestWords() []string {
	r := m.req
	words := []string{r.ToolName(), request.ModeName(r.Mode())}
	switch r.Mode() {
	case tools.ModeSlice:
		words = append(words, fmt.Sprintf("from %d", r.Place()))
		if _, _, ranged := r.Range(); !ranged {
			words = append(words, fmt.Sprintf("limit %d", r.Size()))
		} else if r.HasSize() {
			words = append(words, count(r.Size(), "line"))
		}
	case tools.ModeBlock:
		words = append(words, fmt.Sprintf("anchor %d", r.Place()))
		if r.Size() == 0 {
			words = append(words, "all levels")
		} else {
			words = append(words, fmt.Sprintf("levels %d", r.Size()))
		}
		v := r.Values()
		if on, _ := v["include-siblings"].(bool); on {
			words = append(words, "siblings")
		}
		if on, given := v["include-header"].(bool); given && !on {
			words = append(words, "no header")
		}
	case tools.ModeBytes:
		words = append(words, "@"+group(r.Place()), size(r.Size()))
	}
	if r.Follows() {
		words = append(words, "follows")
	}
	return words
}

// bar lays parts out on one row: left parts from the left, right parts at the right edge. What does not fit goes, the
// least kept first; a part kept longest is cut.
func (m *Model) bar(left, right []part, fill themes.Role) string {
	width := m.width - 2
	if m.width < 3 {
		width = m.width
	}
	total := func() int {
		n := 0
		for _, p := range left {
			n += cells.Width(p.text)
		}
		for _, p := range right {
			n += cells.Width(p.text)
		}
		if len(right) > 0 {
			n += 2
		}
		return n
	}
	for total() > width {
		lowest, from := 100, &left
		for _, side := range []*[]part{&left, &right} {
			for _, p := range *side {
				if p.keep < lowest {
					lowest, from = p.keep, side
				}
			}
		}
		if len(left)+len(right) <= 1 || lowest >= 7 {
			break
		}
		kept := (*from)[:0:0]
		for _, p := range *from {
			if p.keep != lowest {
				kept = append(kept, p)
			}
		}
		*from = kept
	}
	if over := total() - width; over > 0 {
		shorten(right, shorten(left, over))
	}
	if total() > width {
		// No room for parts: one text, as far as it goes.
		text := ""
		for _, p := range left {
			text += p.text
		}
		left, right = []part{{text: cells.Truncate(text, width, ""), role: fill}}, nil
	}
	var b strings.Builder
	used := 0
	pad := func(n int) {
		if n > 0 {
			m.put(&b, fill, strings.Repeat(" ", n))
			used += n
		}
	}
	if m.width >= 3 {
		pad(1)
	}
	for _, p := range left {
		m.put(&b, p.role, p.text)
		used += cells.Width(p.text)
	}
	rw := 0
	for _, p := range right {
		rw += cells.Width(p.text)
	}
	edge := m.width
	if m.width >= 3 {
		edge--
	}
	pad(edge - used - rw)
	for _, p := range right {
		m.put(&b, p.role, p.text)
		used += cells.Width(p.text)
	}
	pad(m.width - used)
	return b.String()
}

// shorten cuts parts, the widest kept first, by over cells in total; it returns what is left over.
func shorten(parts []part, over int) int {
	for over > 0 {
		best := -1
		for i, p := range parts {
			if w := cells.Width(p.text); w > 4 && (best < 0 || w > cells.Width(parts[best].text)) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		w := cells.Width(parts[best].text)
		to := max(w-over, 4)
		parts[best].text = cells.Truncate(parts[best].text, to, "…")
		over -= w - cells.Width(parts[best].text)
		if to == 4 && over > 0 && cells.Width(parts[best].text) >= w {
			break
		}
	}
	return over
}

// put writes text in a role's style.
func (m *Model) put(b *strings.Builder, role themes.Role, text string) {
	if open := m.theme.Style(role); open != "" {
		b.WriteString(open)
		b.WriteString(text)
		b.WriteString(themes.Reset)
		return
	}
	b.WriteString(text)
}
