package coverage

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"eyeline/reader/contextfiles"
	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/window"
)

// filesAtStart returns the files below the working folder that the agent of a run was given before it read any, by its
// profile and as the files are now, by their paths on this machine. Nothing outside of the folder is opened.
func filesAtStart(ctx context.Context, s *transcript.Session, w transcript.Workspace) map[string]*contextfiles.Source {
	all := map[string]*contextfiles.Source{}
	p := s.Context()
	if p == nil || w.Folder == "" {
		return all
	}

	env, release, err := (tools.Env{Root: filepath.FromSlash(w.Folder), Confine: true}).Hold()
	if err != nil {
		return all
	}

	defer release()
	b, err := p.Of(ctx, contextfiles.Request{Env: env})
	if err != nil {
		return all
	}

	for _, part := range b.Parts {
		for _, source := range part.Sources {
			all[source.Real] = source
		}
	}

	return all
}

// sourceOf is what the agent was given at the start of a file, where neither that nor a file that leads to it has
// changed since; nil for nothing.
func (r *Replay) sourceOf(w transcript.Workspace, path string) *contextfiles.Source {
	rel, _ := w.Locate(path)
	real, err := filepath.EvalSymlinks(filepath.Join(filepath.FromSlash(w.Folder), filepath.FromSlash(rel)))
	source := r.given[real]
	if err != nil || source == nil || slices.ContainsFunc(append([]string{real}, source.By...), func(path string) bool {
		info, err := os.Stat(path)
		return err != nil || !info.ModTime().Before(r.s.Started)
	}) {
		return nil
	}

	return source
}

// markSentAtStart marks the lines as sent that the agent was given at its start.
func (f *fileState) markSentAtStart(source *contextfiles.Source) {
	f.HadFromStart(func(n int64) bool {
		shows := func(run window.Run) bool { return n >= run.First && n <= run.Last }
		whole := source.Cut == nil || n < source.Cut.Line
		return whole && slices.ContainsFunc(source.Window.Spans(), shows)
	})
}
