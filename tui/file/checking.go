package file

import (
	"context"
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/check"
	"eyeline/reader/source"
	"eyeline/tui/document"
	"eyeline/tui/jobs"
)

// check pages what eyeline check says of a folder.
func (fs *files) check(folder string) tea.Cmd {
	limit := fs.screen.opts.SpoolLimit
	return jobs.Ask(fs.screen.jobs, jobs.Open, func(context.Context) Opened {
		o := Opened{Path: "eyeline check " + folder, At: fs.at}
		from, to := io.Pipe()
		ctx, end := context.WithCancel(context.Background()) // the check ends with the document
		go func() {
			_ = to.CloseWithError(check.Table(ctx, to, check.Options{Paths: []string{folder}}))
		}()
		src, err := source.Spool(o.Path, from, source.SpoolOptions{Limit: limit})
		if o.Err = err; err != nil {
			end()
			_ = from.Close()
			return o
		}
		o.Doc = document.FromStream(src, o.Path, document.Options{Limit: limit})
		go func() {
			<-o.Doc.Done()
			end()
		}()
		return o
	}, func(o Opened) tea.Cmd {
		fs.screen.text.SetToolOff(true) // no tool reads a report
		return fs.ShowOpened(o)
	})
}
