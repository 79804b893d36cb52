package datauri

import (
	"bytes"
	"context"
	"strings"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// uriMark precedes the payload of every data URI that is taken out, in any case of its letters.
const uriMark = ";base64,"

// hasURI reports whether p may have a data URI: whether it has uriMark. What is looked for first, "64,", has no letters
// whose case matters.
func hasURI(p []byte) bool {
	for at := 0; ; {
		i := bytes.Index(p[at:], []byte("64,"))
		if i < 0 {
			return false
		}
		at += i + len("64,")
		if at >= len(uriMark) && strings.EqualFold(string(p[at-len(uriMark):at]), uriMark) {
			return true
		}
	}
}

// Cases finds out in which case a text that is written to it has "data:image".
type Cases struct {
	Lower, Other bool
	Tail         []byte // of what was written
}

// Write takes a piece of the text.
func (c *Cases) Write(p []byte) (int, error) {
	const mark = "data:image"
	n := min(len(p), len(mark)-1)
	c.look(append(c.Tail, p[:n]...)) // across the pieces
	c.look(p)
	c.Tail = append(c.Tail, p[len(p)-n:]...)
	c.Tail = c.Tail[max(len(c.Tail)-len(mark)+1, 0):]
	return len(p), nil
}

func (c *Cases) look(p []byte) {
	const mark = "data:image"
	for at := 0; ; at++ {
		i := bytes.IndexByte(p[at:], ':')
		if at += i; i < 0 {
			return
		}
		from, to := at-len("data"), at+len(":image")
		if from < 0 || to > len(p) || !bytes.EqualFold(p[from:to], []byte(mark)) {
			continue
		}
		if string(p[from:to]) == mark {
			c.Lower = true
		} else {
			c.Other = true
		}
	}
}

// Find reports whether the bytes [start, end) of b may have a data URI.
func Find(ctx context.Context, b source.Bytes, start, end int64) (found bool, err error) {
	err = textfile.EachChunk(ctx, b, start, end, func(p []byte, _ int64, last bool) (int, bool) {
		found = hasURI(p)
		if last {
			return len(p), found
		}
		return len(p) - len(uriMark) + 1, found
	}, nil)
	return found, err
}

// Filter looks for "data:image" in what is written to it and is left when PDFs are taken out.
func (c *Cases) Filter() *Remover {
	return &Remover{pdfs: true, Out: func(p []byte) { _, _ = c.Write(p) }} // it returns no error
}

// Remove writes the content of body to s without data URIs; the whole content is one text.
func Remove(s *tools.Sink, o *tools.File, body func(s *tools.Sink)) {
	inner := (&tools.Result{}).Content(o, body)
	var cases Cases
	look := cases.Filter()
	if _, err := inner.Render(s.Context(), look); err != nil {
		s.Fail(err)
		return
	}
	look.Close()
	var lines, kept int64 // lines of the content so far, and up to the first that goes on in the next
	filter := &Remover{Lower: cases.Lower}
	filter.Out = func(p []byte) {
		if !filter.swallowed {
			lines += int64(bytes.Count(p, []byte("\n")))
			kept = lines
		}
		s.Bytes(p)
	}
	stats, err := inner.Render(s.Context(), filter)
	filter.Close()
	if err != nil {
		s.Fail(err)
		return
	}
	if filter.swallowed {
		// A line's end, and what precedes the next line, went with a payload: what follows is on other lines of the
		// content.
		stats.Lines = 0
		for i, run := range stats.Runs {
			stats.Runs[i].Lines = max(min(run.Lines, kept+1-run.Content), 0)
			stats.Lines += stats.Runs[i].Lines
		}
	}
	stats.Bytes = s.Stats.Bytes
	stats.Altered[tools.RemovedData] += filter.Removed
	s.Stats = stats
}
