package program

import (
	"bytes"
	"errors"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"eyeline/tui/file/document"
	"eyeline/tui/kit/cells"
)

// oneScreen is how many bytes are looked at to tell whether a text fits on a screen.
const oneScreen = 64 << 10

// oneScreenPoll is the time between two looks at how much of a stream has come.
const oneScreenPoll = 20 * time.Millisecond

// OneScreen waits for a stream's end, or for more of it than fits on the screen of a terminal. It returns the text's
// rows, printable and without blanks at their ends, when all of them and a prompt fit. The style says whether colours
// are shown, own whether the text may set some.
func OneScreen(d *document.Document, st cells.Style, own bool, out *os.File) (rows []string, fits bool) {
	width, height, err := term.GetSize(int(out.Fd()))
	if err != nil || width < 1 {
		return nil, false
	}

	data, all := firstScreen(d, height)
	if !all {
		return nil, false
	}

	for line := range bytes.Lines(data) {
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})
		l := cells.Layout(line, cells.Drawing{LineEnd: true, Colours: own, TabWidth: 8})
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

// firstScreen is all of a text, as bytes that are shown as they are; false when it is more than fits in height rows,
// as far as lines tell, or is not to be had.
func firstScreen(d *document.Document, height int) (data []byte, all bool) {
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

	data = make([]byte, raw.Size())
	if n, err := raw.Source().ReadAt(data, 0); err != nil && !errors.Is(err, io.EOF) || n < len(data) {
		return nil, false
	}

	return data, true
}
