package revision

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/git"
	"eyeline/reader/git/attributes"
)

// Attributes are the git attributes of the files of a work tree.
type Attributes struct {
	*attributes.Tree
	ctx     context.Context
	top     string
	folder  *access.Folder
	cached  bool
	info    string            // path of the uncommitted attributes file
	ids     map[string]string // object ids of the attribute files in the index, by name
	objects *Objects          // nil until the first read
}

// OpenAttributes reads the attributes of the work tree at top, from its files or, if one is missing, from the index;
// cached: from the index only. only, if given, restricts it to what matters for one file. The errors are git's and that
// of the folder.
func OpenAttributes(ctx context.Context, top string, cached bool, only ...string) (*Attributes, error) {
	out, err := git.Output(ctx, top, "rev-parse", "--git-path", "info/attributes")
	if err != nil {
		return nil, err
	}

	a := &Attributes{ctx: ctx, top: top, cached: cached, info: strings.TrimSuffix(out, "\n")}
	if !filepath.IsAbs(a.info) {
		a.info = filepath.Join(top, a.info)
	}
	if a.ids, err = attributesInIndex(ctx, top, only); err != nil {
		return nil, err
	}
	if a.folder, err = access.OpenFolder(top); err != nil {
		return nil, err
	}

	a.Tree = attributes.New(a.read, git.FoldsCase(ctx, top))
	return a, nil
}

// Close ends git.
func (a *Attributes) Close() error {
	_ = a.folder.Close() // read only
	if a.objects != nil {
		return a.objects.Close()
	}
	return nil
}

// attributesInIndex returns the object ids of the attribute files in the index: of all, or of those that matter for
// some files.
func attributesInIndex(ctx context.Context, top string, files []string) (map[string]string, error) {
	const maxNames = 64 << 10 // in bytes, on a command line
	args := []string{"ls-files", "--stage", "-z", "--"}
	size := 0
	for _, rel := range files {
		for dir := path.Dir(rel); size <= maxNames; dir = path.Dir(dir) {
			args = append(args, path.Join(dir, attributes.Base))
			size += len(dir)
			if dir == "." {
				break
			}
		}
	}

	if size > maxNames {
		args = args[:4]
	}

	p, err := git.Start(ctx, top, nil, args...)
	if err != nil {
		return nil, err
	}

	defer p.Close()
	ids := map[string]string{}
	in := bufio.NewReaderSize(p, 64<<10)
	line, err := in.ReadString(0)
	for ; err == nil; line, err = in.ReadString(0) {
		facts, name, _ := strings.Cut(strings.TrimSuffix(line, "\x00"), "\t")
		fields := strings.Fields(facts)
		if path.Base(name) == attributes.Base && len(fields) == 3 { // MODE ID STAGE
			ids[name] = fields[1]
		}
	}

	if err != io.EOF {
		return nil, err
	}

	return ids, p.Wait()
}

// maxAttributes is the size of the largest attribute file that is read, in bytes.
const maxAttributes = 16 << 20

// read returns the text of an attribute file; ok is false if it does not exist.
func (a *Attributes) read(name string) (text string, ok bool, err error) {
	if name == attributes.Info {
		f, err := access.Open(a.ctx, a.info)
		return wholeOf(a.ctx, f, err)
	}

	if !a.cached {
		f, err := a.folder.Open(a.ctx, name)
		text, ok, err = wholeOf(a.ctx, f, err)
		if ok || err != nil {
			return text, ok, err
		}
	}

	id := a.ids[name]
	if id == "" {
		return "", false, nil
	}

	if a.objects == nil {
		if a.objects, err = OpenObjects(a.ctx, a.top); err != nil {
			return "", false, err
		}
	}

	err = a.objects.Take(id, func(size int64, r io.Reader) error {
		if r == nil {
			return nil
		}
		ok = true
		text, err = textOf(r, size)
		return err
	})
	return text, ok, err
}

// wholeOf returns the text of an opened file; ok is false if it cannot be read. The errors are ctx's, and that it is
// too large.
func wholeOf(ctx context.Context, f *access.File, err error) (text string, ok bool, _ error) {
	if err != nil {
		return "", false, ctx.Err()
	}
	defer f.Close()
	text, err = textOf(io.NewSectionReader(f, 0, f.Size()), f.Size())
	return text, err == nil, err
}

func textOf(r io.Reader, size int64) (string, error) {
	if size > maxAttributes {
		return "", fmt.Errorf("it has %d bytes, more than 16 MiB", size)
	}
	all, err := io.ReadAll(r)
	return string(all), err
}
