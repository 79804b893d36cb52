// Package datauri takes data URIs out of a text, as Grok Build does (contract grok_build, step 9).
package datauri

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

const (
	least  = 1024     // base64 characters of the shortest picture that is taken out
	most   = 10 << 20 // base64 characters of the longest that is still provided
	images = 5        // pictures of one text that are provided
)

var (
	// kind begins a URI; the group is there for a PDF. params are what precedes a payload after it; the group is there
	// where a payload does follow.
	kind    = lazy.Regexp(`(?i)^data:(?:(application/pdf)|image/(?:png|jpeg|gif|webp|bmp|tiff));`)
	params  = lazy.Regexp(`(?i)^(?:[^\s\v\x{85}\p{Z},;]{1,120};)*(base64,)?`)
	payload = lazy.Regexp(`^[A-Za-z0-9+/=]*`)
	goesOn  = lazy.Regexp(`^\r?\n[ \t]*[A-Za-z0-9+/=]+`) // over a line end
)

// uri is where a URI and its payload begin.
type uri struct {
	start, payload int
	pdf            bool
}

// urisIn lists the URIs of a text. One does not begin right after a letter or a digit, nor before or right where the
// payload of another one of its kind does.
func urisIn(text []byte) (list []uri) {
	lastPDF := -1
	lastPicture := -1 // where the payload of the last one of either kind begins
	read := -1
	payload := false // how far parameters were read, and whether a payload begins there
	for colon, c := range text {
		start := colon - len("data")
		if c == ':' && start >= 0 && (start == 0 || !isAlnum(text[start-1])) {
			if m := kind().FindSubmatchIndex(text[start:min(colon+64, len(text))]); m != nil {
				if at := start + m[1]; at > read { // or they are among those that were read
					after := params().FindSubmatchIndex(text[at:])
					read = at + after[1]
					payload = after[2] >= 0
				}

				u := uri{start, read, m[2] >= 0}
				last := &lastPicture
				if u.pdf {
					last = &lastPDF
				}

				if payload && start > *last {
					list = append(list, u)
					*last = u.payload
				}
			}
		}
	}

	return list
}

func isAlnum(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// cleaned is a text without its data URIs.
type cleaned struct {
	Text    []byte
	Removed int64 // URIs
	// Whole is the number of line ends before the first URI that had some in its payload; -1 where none had.
	Whole int
}

// Remove takes the data URIs out of a text, which is overwritten: those of PDFs, then those of pictures where
// "data:image" is there in lower case.
func Remove(text []byte) cleaned {
	c := cleaned{Text: text, Whole: -1}
	c.remove(true, func(_, size int) string { return fmt.Sprintf("[PDF attachment removed — %d KB]", size*3/4/1024) })
	if !bytes.Contains(c.Text, []byte("data:image")) {
		return c
	}

	provided := 0
	c.remove(false, func(clean, size int) string {
		clean -= clean % 4
		switch {
		case clean < least:
			return ""
		case clean > most || size > 2*most:
			return "[large image removed]"
		}

		provided++
		if provided > images {
			return "[additional image omitted]"
		}

		return "[image content will be provided separately]"
	})
	return c
}

// remove takes out the URIs of one kind. with is what stands for one, "" for one that stays, by the base64 characters
// of its payload and by its size, in which line ends count only where it is beyond all bounds.
func (c *cleaned) remove(pdf bool, with func(clean, size int) string) {
	var out []byte
	if !pdf { // what stands for a picture is shorter
		out = c.Text[:0]
	}

	at := 0
	lines := 0
	uris := urisIn(c.Text)
	for i, u := range uris {
		end := len(c.Text)
		if i+1 < len(uris) { // of whatever kind
			end = max(uris[i+1].start, u.payload)
		}
		if u.pdf != pdf {
			continue
		}

		all := c.Text[u.payload : u.payload+payloadSize(c.Text[u.payload:end])]
		clean := 0
		for line := range bytes.FieldsSeq(all) {
			clean += len(line)
		}

		size := clean
		if len(all) > 2*most {
			size = len(all)
		}

		text := with(clean, size)
		if text == "" {
			continue
		}

		out = append(append(out, c.Text[at:u.start]...), text...)
		lines += bytes.Count(c.Text[at:u.start], []byte("\n"))
		if len(all) > clean && (c.Whole < 0 || lines < c.Whole) {
			c.Whole = lines
		}

		at = u.payload + len(all)
		c.Removed++
	}

	if at > 0 {
		c.Text = append(out, c.Text[at:]...)
	}
}

// payloadSize is the length of the payload at the front of a text.
func payloadSize(text []byte) int {
	n := len(payload().Find(text))
	for n == 0 || text[n-1] != '=' {
		more := len(goesOn().Find(text[n:]))
		if more == 0 {
			break
		}
		n += more
	}
	return n
}

// mark precedes the payload of every data URI that is taken out, in any case of its letters.
const mark = ";base64,"

// Find reports whether the bytes [start, end) of b may have a data URI. What is looked for first has no letters whose
// case matters.
func Find(ctx context.Context, b source.Bytes, start, end int64) (found bool, err error) {
	_, err = textfile.EachChunk(ctx, b, start, end, func(p []byte, _ int64, last bool) (int, bool) {
		for at := 0; !found; {
			i := bytes.Index(p[at:], []byte("64,"))
			if i < 0 {
				break
			}
			at += i + len("64,")
			found = at >= len(mark) && strings.EqualFold(string(p[at-len(mark):at]), mark)
		}

		if last {
			return len(p), found
		}

		return len(p) - len(mark) + 1, found
	})
	return found, err
}

// Write writes the content of body to s without data URIs; the whole content is one text.
func Write(s *tools.Sink, o *tools.File, body func(s *tools.Sink)) {
	var text bytes.Buffer
	stats, err := (&tools.Result{Window: window.Window{Runs: s.Spans()}}).Content(o, body).Render(s.Context(), &text)
	if err != nil {
		s.Fail(err)
		return
	}

	c := Remove(text.Bytes())
	s.Bytes(c.Text)
	if c.Whole >= 0 {
		// A line's end, and what precedes the next line, went with a payload: what follows is on other lines of the
		// content.
		stats.Lines = 0
		for i, run := range stats.Runs {
			stats.Runs[i].Lines = max(min(run.Lines, int64(c.Whole)+1-run.Content), 0)
			stats.Lines += stats.Runs[i].Lines
		}
	}

	stats.Bytes = s.Stats.Bytes
	stats.Altered[tools.RemovedData] += c.Removed
	s.Stats = stats
}
