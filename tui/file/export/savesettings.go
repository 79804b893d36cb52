package export

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/kit/jobs"
)

// SaveSettings changes the settings file at path by save, in the background, after the changes asked for before; then
// gets how that went. It is one of the program's writes: leaving waits for it, and a failure that then comes too late
// for the screen is said on standard error.
func (g *Exporter) SaveSettings(path string, save func() error, then func(error) tea.Cmd) tea.Cmd {
	w := g.writes.begin(path, true, false, save)
	return jobs.Later(g.saves, func() error {
		g.writes.run(w, nil)
		<-w.ended
		return w.result.err
	}, func(err error) tea.Cmd {
		if !g.writes.told(w) {
			return nil
		}

		return then(err)
	})
}
