package revision

import (
	"context"
	"fmt"
	"path"
	"strconv"
	"strings"

	"eyeline/reader/git"
)

// Kind is the kind of an entry of a folder.
type Kind uint8

const (
	KindFile Kind = iota
	KindFolder
	KindLink   // a symbolic link; its content is its target
	KindModule // a submodule, which has no content here
)

// Entry is an entry of a folder of a revision.
type Entry struct {
	Name Name // for Open and List
	Base string
	Kind Kind
	Size int64 // in bytes; -1 if it has no size
}

// List returns the entries of a folder of a revision, in git's order. The errors are those of Open; a file is an
// *Error, too.
func List(ctx context.Context, dir string, n Name) ([]Entry, error) {
	object, err := treeOf(ctx, dir, n)
	if err != nil {
		return nil, err
	}

	out, err := git.Output(ctx, dir, "ls-tree", "-z", "-l", "--full-tree", object)
	if err != nil {
		return nil, &Error{n.Text, "git cannot list it: " + err.Error()}
	}

	var all []Entry
	for line := range strings.FieldsFuncSeq(out, func(r rune) bool { return r == 0 }) {
		e, ok := parseEntry(line, n)
		if !ok {
			return nil, &Error{n.Text, "git answers " + strconv.Quote(line)}
		}
		all = append(all, e)
	}

	return all, nil
}

// treeOf returns the object id of a folder.
func treeOf(ctx context.Context, dir string, n Name) (string, error) {
	b, err := open(ctx, dir, n)
	if tree, ok := err.(*TreeError); ok {
		return tree.Object, nil
	}
	if err == nil {
		_ = b.Close()
		return "", &Error{n.Text, "it is a file, not a folder"}
	}

	place, noPlace := Find(ctx, dir)
	if n.isIndex() && noPlace == nil {
		return "", &Error{n.Text, "the index has files only; HEAD:" + n.Path + " lists a folder of the last commit"}
	}

	return "", why(ctx, dir, n, place, noPlace, err)
}

// parseEntry parses "MODE TYPE ID SIZE\tNAME".
func parseEntry(line string, of Name) (Entry, bool) {
	facts, base, ok := strings.Cut(line, "\t")
	fields := strings.Fields(facts)
	if !ok || len(fields) != 4 {
		return Entry{}, false
	}

	e := Entry{Base: base, Size: -1}
	switch {
	case fields[1] == "tree":
		e.Kind = KindFolder
	case fields[1] == "commit":
		e.Kind = KindModule
	case fields[0] == "120000":
		e.Kind = KindLink
	}

	if n, err := strconv.ParseInt(fields[3], 10, 64); err == nil {
		e.Size = n
	}

	to := path.Join(of.Path, base)
	if of.fromHere() && !strings.HasPrefix(to, "../") {
		to = "./" + to
	}
	if e.Kind == KindFolder {
		to += "/"
	}

	e.Name = of.Of(to)
	return e, true
}

// String returns the entry's name, with "/" for a folder, and its size.
func (e Entry) String() string {
	switch e.Kind {
	case KindFolder:
		return e.Base + "/"
	case KindModule:
		return e.Base + " (submodule)"
	case KindLink:
		return e.Base + " (symbolic link)"
	}
	return fmt.Sprintf("%s (%d bytes)", e.Base, e.Size)
}

// Names returns the revisions that have a name: HEAD, branches and tags; outside of a repository nothing.
func Names(ctx context.Context, dir string) []string {
	kinds := []string{"refs/heads", "refs/tags", "refs/remotes"}
	out, err := git.Output(ctx, dir, append([]string{"for-each-ref", "--format=%(refname:short)"}, kinds...)...)
	if err != nil {
		return nil
	}
	return append([]string{"HEAD"}, strings.Fields(out)...)
}
