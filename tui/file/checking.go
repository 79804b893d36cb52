package file

import (
	"context"
	"io"
	"os"
	"os/exec"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source"
	"eyeline/tui/document"
	"eyeline/tui/jobs"
)

// check pages what eyeline check says of a folder, as it comes.
func (fs *files) check(folder string) tea.Cmd {
	limit := fs.screen.opts.SpoolLimit
	return jobs.Ask(fs.screen.jobs, jobs.Open, func(context.Context) Opened {
		o := Opened{Path: "eyeline check " + folder, At: fs.at}
		self, err := os.Executable()
		if err != nil {
			o.Err = err
			return o
		}
		from, to := io.Pipe() // the program ends where nobody reads it any more
		cmd := exec.Command(self, "check", "--", folder)
		cmd.Stdout, cmd.Stderr = to, to
		if o.Err = cmd.Start(); o.Err != nil {
			return o
		}
		go func() {
			_ = cmd.Wait() // what went wrong is in the report
			_ = to.Close()
		}()
		src, err := source.Spool(o.Path, from, source.SpoolOptions{Limit: limit})
		if o.Err = err; err != nil {
			_ = from.Close()
			return o
		}
		o.Doc = document.FromStream(src, o.Path, document.Options{Limit: limit})
		return o
	}, func(o Opened) tea.Cmd {
		fs.screen.text.SetToolOff(true) // no tool reads a report
		return fs.ShowOpened(o)
	})
}
