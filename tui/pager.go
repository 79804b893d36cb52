package tui

import (
	"bytes"
	"errors"
	"io"
	"os"
	"time"

	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/document"
	"eyeline/tui/text"

	"golang.org/x/term"
)

// What makes the viewer a $PAGER: the short options of less that programs pass or set in LESS, colours in what is piped,
// and leaving at once when everything fits on one screen.

// oneScreen is how many bytes are looked at to tell whether a text fits on a screen.
const oneScreen = 64 << 10

// oneScreenPoll is the time between two looks at how much of a stream has come.
const oneScreenPoll = 20 * time.Millisecond

// fitsOneScreen waits for a stream's end, or for more of it than fits on a screen. It returns the text's rows, printable and
// without blanks at their ends, when all of them and a prompt fit.
func fitsOneScreen(d *document.Document, o *Options, out *os.File) (rows []string, fits bool) {
	width, height, err := term.GetSize(int(out.Fd()))
	if err != nil || width < 1 {
		return nil, false
	}
	raw := d.Raw()
	raw.Demand(oneScreen)
	for !raw.Complete() && raw.Size() < oneScreen {
		buf := make([]byte, raw.Size())
		n, _ := raw.Source().ReadAt(buf, 0)
		if bytes.Count(buf[:n], []byte{'\n'}) >= height {
			return nil, false
		}
		time.Sleep(oneScreenPoll)
		d.Refresh()
	}
	d.DetectNow()
	if d.Decoded() || raw.Size() >= oneScreen || raw.Err() != nil {
		return nil, false
	}
	data := make([]byte, raw.Size())
	if n, err := raw.Source().ReadAt(data, 0); err != nil && !errors.Is(err, io.EOF) || n < len(data) {
		return nil, false
	}
	st := cells.Style{Colours: o.Theme.Profile != themes.None, Reset: themes.Reset}
	for line := range bytes.Lines(data) {
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})
		l := cells.Layout(line, cells.Options{LineEnd: true, Colours: text.OwnColours(o, d), TabWidth: 8})
		for k := range l.RowCount(width) {
			if len(rows) == height-1 {
				return nil, false
			}
			to := min(l.RowStart(k+1, width), l.Width())
			rows = append(rows, string(l.Render(nil, l.RowStart(k, width), to-l.RowStart(k, width), st)))
		}
	}
	return rows, true
}
