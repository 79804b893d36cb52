package text

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source/revision"
	"eyeline/tui/jobs"
)

// watchRepository looks now and then whether the repository is still as it was when the changes were computed.
func (c *Changes) watchRepository(files []string, state string) tea.Cmd {
	return jobs.Ask(c.text.jobs, jobs.Repository, func(ctx context.Context) error {
		for revision.State(files) == state && Rest(ctx, watchSlow) {
		}
		return nil
	}, func(error) tea.Cmd { return c.MarksAgain() })
}

// RepositoryState is what tells whether a repository is as it was; no files when git does not say.
func RepositoryState(ctx context.Context, path, base string) (files []string, state string) {
	files, err := revision.StateFiles(ctx, path, base)
	if err != nil {
		return nil, ""
	}
	return files, revision.State(files)
}
