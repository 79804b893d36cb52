package check

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// instructions are the findings of a file of instructions: what an agent does not take of it when it starts in the
// file's folder, which goes by the profiles of package contextfiles.
func (w *worker) instructions(ctx context.Context, j *job, b source.Bytes) (out []Finding, err error) {
	dir, name := path.Split(j.rel)
	for _, l := range w.options.budgets {
		if !l.Has(name) {
			continue
		}

		above := int64(0)
		if dir != "" {
			if above, err = w.downTo(ctx, j.place, parentOf(dir), l); err != nil {
				return nil, err
			}
		}

		first, _, err := w.firstOf(ctx, j.place, dir, l.Names)
		if err != nil {
			return nil, err
		}

		taken := max(l.Most-above, 0)
		if first != name || taken >= j.size {
			continue
		}

		head, err := textfile.Head(b, taken)
		if err != nil {
			return nil, err
		}

		out = append(out, instructionsFinding(l, j, above, int64(bytes.Count(head, []byte("\n")))+1, j.size-taken))
	}

	return out, nil
}

// budgetsOf are the limits of the agents of some tools; those of all agents where no tools are given.
func budgetsOf(of []*tools.Tool) []contextfiles.Budget {
	all := contextfiles.Budgets()
	if of == nil {
		return all
	}
	return slices.DeleteFunc(all, func(l contextfiles.Budget) bool {
		agent := agentOf(l)
		return !slices.ContainsFunc(of, func(t *tools.Tool) bool { return t.Origin.Agent == agent })
	})
}

// agentOf is the name of the agent that has a limit.
func agentOf(l contextfiles.Budget) string { return l.Profile.Tool.Origin.Agent }

// instructionsFinding says where an agent cuts a file. above are the bytes of the folders above.
func instructionsFinding(l contextfiles.Budget, j *job, above, line, lost int64) Finding {
	agent := agentOf(l)
	message := fmt.Sprintf("%s takes %s bytes of all files of instructions from the top down; %s bytes of this file, "+
		"from line %s on, are beyond that: left out without a word",
		agent, tools.Thousands(l.Most), tools.Thousands(lost), tools.Thousands(line))
	if above > 0 {
		message += fmt.Sprintf(" (the folders above have %s)", tools.Thousands(above))
	}

	said := part{
		tool: agent, words: message, spot: spot{line: line}, Share: Share{Lost: lost},
		todo: "shorten it, or move parts into files that it names; eyeline context shows what is sent",
	}
	return Finding{Rule: Instructions, Kind: agent, Path: j.shown, parts: []part{said}}
}

// parentOf is the folder above one that ends with a slash; "" for the first one.
func parentOf(dir string) string {
	above, _ := path.Split(strings.TrimSuffix(dir, "/"))
	return above
}

// folderSizes are the sizes of the files that agents take in the folders of a path, see worker.downTo.
type folderSizes map[folderOf]int64

// folderOf is a folder of a place, for an agent.
type folderOf struct {
	root, dir string
	agent     *contextfiles.Profile
}

// maxFolders is how many sizes are kept.
const maxFolders = 10_000

// downTo is the size in bytes of the files that an agent takes in the folders from the top down to one. It is kept: in
// nested folders each is asked for again and again.
func (w *worker) downTo(ctx context.Context, p *place, dir string, l contextfiles.Budget) (int64, error) {
	key := folderOf{p.root, dir, l.Profile}
	if size, known := w.folders[key]; known {
		return size, nil
	}

	above := int64(0)
	if dir != "" {
		var err error
		if above, err = w.downTo(ctx, p, parentOf(dir), l); err != nil {
			return 0, err
		}
	}

	_, own, err := w.firstOf(ctx, p, dir, l.Names)
	if err != nil {
		return 0, err
	}
	if len(w.folders) >= maxFolders {
		clear(w.folders)
	}

	w.folders[key] = above + own
	return above + own, nil
}

// firstOf is the first of some files of a folder that is there and not empty, and its size in bytes.
func (w *worker) firstOf(ctx context.Context, p *place, dir string, names []string) (string, int64, error) {
	for _, name := range names {
		n, err := w.sizeOf(ctx, p, dir+name)
		if err != nil || n > 0 {
			return name, n, err
		}
	}
	return "", 0, nil
}

// limitsInWords lists the limits, one a line.
func limitsInWords() string {
	var b strings.Builder
	for _, l := range contextfiles.Budgets() {
		since := l.Profile.Tool.Origin
		fmt.Fprintf(&b, "%s %s: %s bytes of %s in all folders from the top of the repository down.\n",
			since.Agent, since.Version, tools.Thousands(l.Most), strings.Join(l.Names, " or else "))
	}
	return b.String()
}
