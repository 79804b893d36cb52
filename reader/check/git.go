package check

import (
	"cmp"
	"context"
	"fmt"

	"eyeline/reader/access"
	"eyeline/reader/git/attributes"
	"eyeline/reader/git/filelist"
	"eyeline/reader/source/revision"
)

// gitError says that an error is git's.
func gitError(err error) error { return fmt.Errorf("git: %w", err) }

// marked is the attributes that .gitattributes gives to files that nobody writes by hand.
var marked = []string{"linguist-generated", "linguist-vendored"}

// gitFiles lists the files of a work tree below the slash-separated path under, relative to top: those that git
// tracks, and the others that it does not ignore; with a commit, only those that differ from it. Memory does not
// grow with their number, but with a commit. attribute is the one of marked that a file has. What could not be looked
// into goes to skip. Names that are not wanted are left out.
func (p *place) gitFiles(
	ctx context.Context, under string, wanted func(rel string) bool,
	take func(candidate) error, skip func(rel string, why error),
) error {
	take, done, err := p.withAttributes(ctx, false, take, skip)
	if err != nil {
		return err
	}

	defer done()
	if p.commit == "" {
		each := func(rel string, tracked bool) error { return take(candidate{rel: rel, tracked: tracked}) }
		return p.listGit(ctx, under, wanted, each, skip)
	}

	changed, err := revision.Compare(ctx, p.root, p.commit)
	if err != nil {
		return gitError(err)
	}

	was := map[string]bool{} // in the revision: git takes such a file for another one if it is not in the index
	for _, d := range changed {
		if d.Gone || d.Converted || !wanted(d.Name) {
			continue
		}

		was[d.Name] = true
		if err := take(candidate{rel: d.Name, tracked: true}); err != nil {
			return err
		}
	}

	return p.listGit(ctx, under, wanted, func(rel string, tracked bool) error {
		if tracked || was[rel] {
			return nil
		}
		return take(candidate{rel: rel})
	}, skip)
}

// listGit hands the files that git tracks or does not ignore to take. The error is take's, git's or ctx's.
func (p *place) listGit(
	ctx context.Context, under string, wanted func(rel string) bool,
	take func(rel string, tracked bool) error, skip func(rel string, why error),
) error {
	var failed error
	err := p.withFolder(func(folder *access.Folder) error {
		tree := filelist.WorkTree{Top: p.root, Folder: folder, Under: under, Wants: wanted}
		return filelist.Each(ctx, tree, func(rel string, tracked bool) error {
			failed = take(rel, tracked)
			return failed
		}, skip)
	})

	if err == nil || failed != nil || ctx.Err() != nil {
		return cmp.Or(failed, ctx.Err())
	}
	return gitError(err)
}

// withAttributes makes of take a function that hands it the attribute of marked that a file has. cached: those of the
// index count. done is called at the end. Where attributes are not known it is skipped once, and no file has any.
func (p *place) withAttributes(
	ctx context.Context, cached bool, take func(candidate) error, skip func(rel string, why error),
) (with func(candidate) error, done func(), err error) {
	tree, err := revision.OpenAttributes(ctx, p.root, cached)
	if err != nil {
		return nil, nil, gitError(err)
	}

	known := true
	with = func(c candidate) error {
		if known {
			values, err := tree.Of(ctx, c.rel, marked...)
			if ctx.Err() != nil {
				return ctx.Err()
			}

			known = err == nil
			if !known {
				skip(attributes.Base, fmt.Errorf("%v; no file is left out as generated or vendored", err))
				values = nil
			}

			for i, value := range values {
				if value == attributes.Set || value == "true" {
					c.attribute = marked[i]
				}
			}
		}

		return take(c)
	}

	return with, func() { _ = tree.Close() }, nil // nothing is asked any more
}
