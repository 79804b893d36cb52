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

// report is what a program prints. Closing it ends the program.
type report struct {
	io.ReadCloser
	program *os.Process
}

func (r report) Close() error {
	_ = r.program.Kill() // it may have ended
	return r.ReadCloser.Close()
}

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
		from, to := io.Pipe()
		cmd := exec.Command(self, "check", "--", folder)
		cmd.Stdout, cmd.Stderr = to, to
		if o.Err = cmd.Start(); o.Err != nil {
			return o
		}
		go func() {
			_ = cmd.Wait() // what went wrong is in the report
			_ = to.Close()
		}()
		src, err := source.Spool(o.Path, report{from, cmd.Process}, source.SpoolOptions{Limit: limit})
		if err != nil {
			_ = cmd.Process.Kill()
			o.Err = err
			return o
		}
		o.Doc = document.FromStream(src, o.Path, document.Options{Limit: limit})
		return o
	}, func(o Opened) tea.Cmd {
		fs.screen.text.SetToolOff(true) // no tool reads a report
		return fs.ShowOpened(o)
	})
}
