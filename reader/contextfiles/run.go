package contextfiles

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Kind says how files came into the context.
type Kind string

const (
	Instructions Kind = "instructions"
	Mentioned    Kind = "mention"
	Brought      Kind = "nested"
)

// Request says where an agent starts, and what it is given.
type Request struct {
	// Env has the working directory (Root) and the user's home.
	Env tools.Env
	// Top is the folder above which no git repository is looked for; "": the file system's root.
	Top string
	// Mentions are paths as a person types them after "@", or with it; Reads are files that the agent reads after that,
	// in order.
	Mentions, Reads []string
}

// Briefing is what an agent gets.
type Briefing struct {
	Profile *Profile
	Parts   []Part
	LeftOut []LeftOut

	looked []lookedPath
}

// lookedPath is a path, or a pattern of paths, that was looked for, below a folder.
type lookedPath struct{ dir, name string }

// Part is one text that is sent.
type Part struct {
	Kind    Kind
	Text    string
	Sources []*Source
	// aside: a message of another role, which is not joined to its neighbours.
	aside bool
	// picture: a picture follows it, see Mention.Picture.
	picture bool
}

// Source is one file of a part.
type Source struct {
	Kind Kind
	// Path is absolute, as the agent names it; Real is without links.
	Path, Real string
	// By are the file that imports it, the one that imports that, and so on, by their paths.
	By []string
	// Size is the file's in bytes; Sent is how many of its bytes are in the part.
	Size, Sent int64
	// Window is what is sent of the file; where that is cut, it ends with window.StopOutput. Text: it is whole lines of
	// other form, as the agent's read tool gives them.
	Window window.Window
	// Text is what is sent of the file, At where that begins in the text of the part, in bytes.
	Text string
	At   int
	// Whole: all is sent but for white space at the ends.
	Whole bool
	// Cut is where a limit of the agent cuts the file; nil: nothing is cut.
	Cut *Cut

	file    *loaded
	runs    []window.Run
	lineEnd int64    // the bytes of the last line end, where it alone is not sent behind the last run
	blank   int64    // where the file is whole: the bytes of white space at its ends that are not sent, but for lineEnd
	length  int      // of what stands at At, in bytes
	apart   []string // what stands elsewhere
}

// Cut is where a file is cut.
type Cut struct {
	Path string `json:"path"`
	// Line is the first line that is not whole, from 1; Byte where the cut is, from 0; Lost the bytes behind it.
	Line int64  `json:"line"`
	Byte int64  `json:"byte"`
	Lost int64  `json:"lost"`
	Why  string `json:"why"`
}

// LeftOut is a file that a person would expect to be sent, and is not.
type LeftOut struct {
	Path string `json:"path"`
	Why  string `json:"why"`
}

// run is a briefing that is made.
type run struct {
	ctx    context.Context
	p      *Profile
	env    tools.Env
	top    string // of the repository; "" without one
	bounds bounds
	cwd    string
	out    *Briefing
	sent   map[string]bool // files that were sent for their own sake, by their absolute paths
	shown  map[string]bool // these, and those that were imported
	left   map[string]bool // files that are noted as left out
	effort effort
	list   listings
	// done are the real paths of files that were sent, where imports are sections.
	done map[string]bool
	// wasRead are files that the agent read, where they are not sent again.
	wasRead map[string]bool
	// exclude are rules of settings: each says why a file is not taken, or "".
	exclude []func(path string) string
	// tops is Profile.Tops of the run; users are the paths of the user's files.
	tops  func(dir string) TopKind
	same  map[string]bool // the real paths of files that were sent
	users map[string]bool
	// asides is what messages of another role have so far.
	asides []Piece
	// earlier tells of files that were sent earlier in the session; nil: none were.
	earlier func(path string) bool
}

// bounds are folders that end walks up.
type bounds struct {
	limit string // no repository is looked for above it; "": the file system's root
	root  string // the file that is read lies below it: the working directory, or one of Nested.Roots
}

// effort is what was done so far, which has bounds.
type effort struct {
	named  int   // imports that were looked at
	inCode int   // names in code
	read   int64 // bytes of files that are to be sent
}

// gave reports whether a file was sent for its own sake.
func (r *run) gave(path string) bool { return r.sent[path] || r.earlier != nil && r.earlier(path) }

// Of makes the briefing of an agent. The error is the context's, or that the working directory is not a directory.
func (p *Profile) Of(ctx context.Context, req Request) (*Briefing, error) {
	r, err := p.begin(ctx, req.Env, req.Top)
	if err != nil {
		return nil, err
	}

	mentions := withoutSigns(req.Mentions, func(typed string) bool {
		_, err := r.env.Files().Stat(r.path(typed))
		return err == nil
	})
	r.start()
	start := r.out.Parts
	if p.StartLast {
		r.out.Parts = nil
	}

	if r.p.Mention != nil {
		r.mention(mentions)
	} else {
		for _, m := range mentions {
			r.leave(r.path(m), "a mention stays text: "+p.agent()+" gives nothing of the file")
		}
	}

	if p.StartLast {
		r.out.Parts = append(r.out.Parts, start...)
	}

	for _, file := range req.Reads {
		r.out.Parts = append(r.out.Parts, r.nested(r.path(file))...)
	}

	r.expected()
	if r.effort.named > mostNamed {
		r.leave(r.cwd, "only "+tools.Thousands(mostNamed)+" imports are followed here, and more are named")
	}

	r.out.LeftOut = slices.DeleteFunc(r.out.LeftOut, func(l LeftOut) bool { return r.shown[l.Path] })
	return r.out, ctx.Err()
}

// begin finds the working directory and the repository.
func (p *Profile) begin(ctx context.Context, env tools.Env, top string) (*run, error) {
	cwd, err := env.Files().RealPath(env.Dir())
	if err != nil {
		return nil, err
	}

	env.Root = cwd
	r := &run{
		ctx: ctx, p: p, env: env, cwd: cwd, bounds: bounds{root: cwd}, out: &Briefing{Profile: p},
		sent: map[string]bool{}, shown: map[string]bool{}, left: map[string]bool{},
		done: map[string]bool{}, wasRead: map[string]bool{}, same: map[string]bool{},
		list: listings{
			names: map[string]map[string][]string{}, real: map[string]string{}, files: map[string]bool{},
		},
	}
	if top != "" {
		top = r.real(tools.Env{Root: top}.Dir())
	}

	r.bounds.limit = top
	if p.Tops != nil {
		r.tops = p.Tops(&Setup{r})
	}

	for _, dir := range r.upTo(top) {
		kind := r.topKind(dir)
		if kind == IsTop {
			r.top = dir
		}
		if kind != Below {
			break
		}
	}

	if p.Adapt != nil {
		own := *p
		p.Adapt(&Setup{r}, &own)
		r.p = &own
	}

	return r, nil
}

// topKind says what a folder is on the way up to the top of the repository.
func (r *run) topKind(dir string) TopKind {
	if r.tops != nil {
		return r.tops(dir)
	}
	if _, err := r.env.Files().Lstat(filepath.Join(dir, ".git")); err == nil {
		return IsTop
	}
	return Below
}

// topOrCwd is the top of the repository; without one, the working directory.
func (r *run) topOrCwd() string { return cmp.Or(r.top, r.cwd) }

func (p *Profile) agent() string { return p.Tool.Since.Agent }

// start adds the parts that are sent at the start.
func (r *run) start() {
	r.users = map[string]bool{}
	for _, b := range r.p.Start {
		for _, f := range r.places(b.From, "") {
			if f.In.In == Home {
				r.users[f.path] = true
			}
		}
	}

	var before []found
	for _, b := range r.p.Start {
		files := r.places(b.From, "")
		if slices.ContainsFunc(b.From, func(p Place) bool { return p.SharedLast }) {
			files = sharedLast(files, before)
		}

		before = files
		if part, ok := r.block(b, Instructions, files); ok {
			r.out.Parts = append(r.out.Parts, part)
		}
	}
}

// sharedLast moves the files that others has behind the rest, in the order of others.
func sharedLast(files, others []found) []found {
	place := map[string]int{} // in others, counted from 1
	for i, f := range others {
		if place[f.path] == 0 {
			place[f.path] = i + 1
		}
	}
	return slices.SortedStableFunc(slices.Values(files), func(a, b found) int {
		return cmp.Compare(place[a.path], place[b.path])
	})
}

// path is a path of the agent's as an absolute one, pathIn one that a file in a folder names.
func (r *run) path(p string) string { return r.pathIn(r.cwd, p) }

// withoutSigns are mentions without the "@" before them, which may also be the first character of a file that is there.
func withoutSigns(typed []string, isThere func(typed string) bool) (mentions []string) {
	for _, one := range typed {
		if rest, signed := strings.CutPrefix(one, "@"); signed && !isThere(one) {
			one = rest
		}
		mentions = append(mentions, one)
	}
	return mentions
}

func (r *run) pathIn(dir, p string) string {
	if rest, ok := strings.CutPrefix(p, "~/"); ok {
		return filepath.Join(r.env.HomeDir(), rest)
	}
	return node.Path(r.env).Resolve(dir, p)
}

// leave notes a file that is left out, once.
func (r *run) leave(path, why string) {
	if r.left[path] || r.shown[path] {
		return
	}
	r.left[path] = true
	r.out.LeftOut = append(r.out.LeftOut, LeftOut{path, why})
}

// item is a file of a block in its wrapper.
type item struct {
	found
	pieces []Piece
	listed *Listed
}

// block makes a part of the files of a block that were found; ok is false where there is nothing to send.
func (r *run) block(b Block, kind Kind, files []found) (part Part, ok bool) {
	items := r.wrap(b, files)
	if b.Order != nil {
		slices.SortStableFunc(items, func(x, y item) int { return b.Order(x.pieces[0].said, y.pieces[0].said) })
	}

	var pieces []Piece
	var listed []Listed
	home := true
	grouped := groupsOf(items)
	for i, it := range items {
		if it.listed != nil {
			listed = append(listed, *it.listed)
			continue
		}

		home = home && it.In.In == Home
		switch open := grouped.before(i); {
		case open != "":
			pieces = append(pieces, Words(open))
		case len(pieces) == 0: // nothing stands before the first
		case it.In.Before != "" && items[i-1].place != it.place:
			pieces = append(pieces, Words(it.In.Before))
		default:
			pieces = append(pieces, Words(b.Join))
		}

		pieces = append(pieces, it.pieces...)
	}

	if len(items) == 0 {
		return part, false
	}

	open := b.Open
	if home && b.OpenHome != "" {
		open = b.OpenHome
	}

	end := grouped.after() + b.Close
	if b.Table != nil {
		if len(pieces) > 0 && listed != nil {
			pieces = append(pieces, Words(b.Join))
		}
		end = b.Table(listed) + end
	}

	end += wordsAfter(items)
	pieces = append(append([]Piece{Words(strings.ReplaceAll(open, "{cwd}", r.cwd))}, pieces...), Words(end))
	return makePart(kind, pieces), true
}

// wordsAfter are the words that the first place with some puts behind the files, where others come without.
func wordsAfter(items []item) string {
	plain := slices.ContainsFunc(items, func(it item) bool { return it.In.After == "" })
	i := slices.IndexFunc(items, func(it item) bool { return it.In.After != "" })
	if i < 0 || !plain {
		return ""
	}
	return items[i].In.After
}

// makePart puts pieces together.
func makePart(kind Kind, pieces []Piece) Part {
	part := Part{Kind: kind}
	var sources partSources
	var text strings.Builder
	size := 0
	for _, p := range pieces {
		size += len(p.said) + p.end - p.start
	}

	text.Grow(size)
	for _, p := range pieces {
		said := p.Text()
		if p.file != nil {
			p.file.show(sources.of(p.file, kind, text.Len()), p, said, text.Len())
		}
		text.WriteString(said)
	}

	part.Text = text.String()
	part.Sources = sources.all
	for _, s := range part.Sources {
		s.finish(part.Text)
	}

	return part
}
