package coverage

import (
	"context"
	"slices"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
)

// sessionAtRequest returns a copy of the session that has only what the request contained, the results and arguments of
// its calls and its texts, and the numbers of these calls. With includeLater it also has the calls after the request,
// whose results the next request will contain.
func sessionAtRequest(s *transcript.Session, one record.Request, includeLater bool) (*transcript.Session, []int) {
	then := *s
	run := *s.Run
	then.Run = &run
	run.Compactions = nil
	run.Said = nil
	run.Requests = nil

	for i, said := range s.Run.Said {
		if one.Said.Has(int64(i)) {
			said.After = min(said.After, one.After)
			run.Said = append(run.Said, said)
		}
	}

	var calls []int
	for c := range s.Calls() {
		order := int64(c.Order)
		isLater := includeLater && c.Agent == one.Agent && c.Order > one.After
		if c.Answered() && (one.Calls.Has(order) || isLater || one.Made.Has(order) && c.Kind == record.Change) {
			calls = append(calls, c.Number)
		}
	}

	return &then, calls
}

// takeOnly takes some calls, and all that was said.
func (r *Replay) takeOnly(ctx context.Context, calls []int) error {
	if err := r.taken.take(ctx, calls); err != nil {
		return err
	}
	r.taken.takeSaid(maxOrder)
	r.next = r.s.Len() + 1
	return nil
}

// InRequest is what a request had of one file. Its ranges are of lines of the file as it is now, as those of a [File].
type InRequest struct {
	Path  string
	Lines record.Ranges // that stood in it, whole or cut, in a result, in a text or in what the model wrote
	Older record.Ranges // lines that have changed: they stood in it as they were before
}

// InRequest says which lines of the files of c, in their order, a request had. Without one.Exact only results and
// what the model wrote in calls are known of it, and lines that stand in other texts are not among them.
func (r *Replay) InRequest(ctx context.Context, root string, c *Coverage, one record.Request) ([]InRequest, error) {
	return r.filesInRequest(ctx, root, c.Files, one, false)
}

func (r *Replay) filesInRequest(
	ctx context.Context, root string, files []File, one record.Request, includeLater bool,
) ([]InRequest, error) {
	then, calls := sessionAtRequest(r.s, one, includeLater)
	last := NewReplay(then)
	last.cache = nil
	last.taken.paths.alias = r.taken.paths.alias
	if err := last.takeOnly(ctx, calls); err != nil {
		return nil, err
	}

	w := r.s.Workspace(root)
	laid := make([]laidFile, len(files))
	states := make([]*fileState, len(files))
	var hashes [][]uint64
	for i := range files {
		states[i] = last.taken.files.file(record.ResolvePath(w.Recorded, files[i].Path), nil)
		var err error
		if laid[i], err = last.lay(ctx, w, root, states[i]); err != nil {
			return nil, err
		}
		if now := laid[i].now; now != nil && now.Exists {
			hashes = append(hashes, now.TrimmedHashes())
		}
	}

	search := last.taken.search(hashes, last.agent)
	all := make([]InRequest, len(files))
	for i := range files {
		var found []foundLine
		if now := laid[i].now; now != nil && now.Exists {
			found = last.foundOf(states[i], laid[i], search)
		}

		f := last.finish(w, states[i], laid[i], found)
		had := slices.Concat(f.Sent, f.Cut, search.linesStanding(f.Written, laid[i].now))
		had.Sort()
		all[i] = InRequest{Path: files[i].Path, Lines: had.List(), Older: f.Changed.List()}
	}

	return all, nil
}

// putContext puts the lines that the last request of the main agent had into the files, where that is recorded itself.
func (r *Replay) putContext(ctx context.Context, root string, files []File) error {
	one, some := r.s.LastRequest(record.MainAgent)
	if !some || !one.Exact {
		return nil
	}

	all, err := r.filesInRequest(ctx, root, files, one, true)
	if err != nil {
		return err
	}
	for i := range files {
		files[i].ContextNow = all[i].Lines
	}

	return nil
}

// linesStanding are those of the lines that the model wrote that stand in a text as they are: a script may have made
// others, and has them as parts of its own lines. Blank lines stand in any.
func (x *textSearch) linesStanding(written record.Ranges, now *heldlines.Current) (found record.Ranges) {
	if now == nil || !now.Exists {
		return written
	}

	hashes := now.TrimmedHashes()
	for _, r := range written {
		for n := r[0]; n <= min(r[1], int64(len(hashes))); n++ {
			e, ok := x.entry(hashes[n-1])
			isPart := e.FileUnknown && !e.Distinctive // of another line, such as one with a program's literal
			if ok && !isPart || hashes[n-1] == x.blank {
				found.Add(n)
			}
		}
	}

	return found
}
