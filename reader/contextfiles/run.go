package contextfiles

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Kind is how a file came into the context.
type Kind string

const (
	Instructions Kind = "instructions"
	Mentioned    Kind = "mention"
	Brought      Kind = "nested"
)

// Request describes a start of an agent.
type Request struct {
	// Env has the working directory, in Root, and the user's home.
	Env tools.Env
	// Top is the folder above which no git repository is looked for; "" for the file system's root.
	Top string
	// Mentions are paths as typed after "@", or with it. Reads are files that the agent then reads, in order.
	Mentions, Reads []string
}

// Briefing is what an agent gets before it reads.
type Briefing struct {
	Profile *Profile
	Parts   []Part
	LeftOut []LeftOut

	looked []lookedPath
}

// lookedPath is a path, or a pattern of paths, relative to a folder.
type lookedPath struct{ dir, name string }

// Part is one text that is sent.
type Part struct {
	Kind    Kind
	Text    string
	Sources []*Source
	// otherRole: it is a message of another role, which is not joined to its neighbours.
	otherRole bool
	// beforePicture: a picture follows, as Mention.Picture says.
	beforePicture bool
}

// Source is one file of a part.
type Source struct {
	Kind Kind
	// Path is the absolute path that the agent uses; Real is the one without symbolic links.
	Path, Real string
	// By are the paths of the file that imports it, of the one that imports that, and so on.
	By []string
	// Size is that of the file in bytes; Sent is how many of its bytes the part has.
	Size, Sent int64
	// Window is what is sent of the file. If a limit cuts the file, it ends with window.StopOutput. Its kind is Text if
	// the agent's read tool reformats whole lines.
	Window window.Window
	// Text is what is sent for the file, At its offset in the part's text, in bytes.
	Text string
	At   int
	// Whole: everything is sent except white space at the ends.
	Whole bool
	// Cut is where a limit of the agent cuts the file; nil if it is not cut.
	Cut *Cut

	file *loadedFile
	runs []window.Run
	// bytes of the last line end, if that alone is not sent after the last run
	lineEndBytes int64
	// if Whole, bytes of white space at the ends that are not sent, without lineEndBytes
	blankBytes int64
	textLength int      // length of what is sent at At, in bytes
	otherText  []string // what is sent elsewhere in the part
}

// Cut is the place where a limit cuts a file.
type Cut struct {
	Path string `json:"path"`
	// Line is the first incomplete line, from 1; Byte the offset of the cut, from 0; Lost is how many bytes follow it.
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

// run is the state of making a briefing.
type run struct {
	ctx      context.Context
	profile  *Profile
	env      tools.Env
	top      string // top of the repository; "" outside of one
	bounds   bounds
	cwd      string
	briefing *Briefing
	sent     sentFiles
	leftOut  map[string]bool // files that LeftOut has
	effort   effort
	cache    dirCache
	// exclude are rules by settings: each returns why a file is not read, or "".
	exclude []func(path string) string
	// topKindOf is the result of Profile.Tops; nil for ".git".
	topKindOf  func(dir string) TopKind
	usersFiles map[string]bool
	// asides is the content of Nested.Aside so far.
	asides []Piece
}

// bounds are the folders that end walks up.
type bounds struct {
	limit string // no repository is looked for above it; "" for the file system's root
	root  string // folder below which the read file lies: the working directory, or one of Nested.Roots
}

// effort counts work that is limited.
type effort struct {
	named  int   // imports that were found
	inCode int   // imports in code
	read   int64 // bytes of files
}

// Of makes the briefing of the agent. The error is ctx's, or that the working directory cannot be resolved.
func (p *Profile) Of(ctx context.Context, req Request) (*Briefing, error) {
	r, err := p.newRun(ctx, req.Env, req.Top)
	if err != nil {
		return nil, err
	}

	mentions := withoutSigns(req.Mentions, func(typed string) bool {
		_, err := r.env.Files().Stat(r.path(typed))
		return err == nil
	})
	r.addStart()
	start := r.briefing.Parts
	if p.StartLast {
		r.briefing.Parts = nil
	}

	if r.profile.Mention != nil {
		r.mention(mentions)
	} else {
		for _, m := range mentions {
			r.leaveOut(r.path(m), "a mention stays text: "+p.agent()+" gives nothing of the file")
		}
	}

	if p.StartLast {
		r.briefing.Parts = append(r.briefing.Parts, start...)
	}

	for _, typed := range req.Reads {
		file := r.path(typed)
		if _, err := r.env.Files().Stat(file); errors.Is(err, fs.ErrNotExist) {
			r.leaveOut(file, r.whyNot(file, err))
		}
		r.briefing.Parts = append(r.briefing.Parts, r.readParts(file)...)
	}

	r.noteUnsent()
	if r.effort.named > maxImports {
		r.leaveOut(r.cwd, "only "+tools.Thousands(maxImports)+" imports are followed here, and more are named")
	}

	r.briefing.LeftOut = slices.DeleteFunc(r.briefing.LeftOut, func(l LeftOut) bool { return r.sent.shown[l.Path] })
	return r.briefing, ctx.Err()
}

// newRun finds the working directory and the repository, and adapts the profile.
func (p *Profile) newRun(ctx context.Context, env tools.Env, top string) (*run, error) {
	cwd, err := env.Files().RealPath(env.Dir())
	if err != nil {
		return nil, err
	}

	env.Root = cwd
	r := &run{
		ctx: ctx, profile: p, env: env, cwd: cwd, bounds: bounds{root: cwd}, briefing: &Briefing{Profile: p},
		sent: newSentFiles(), leftOut: map[string]bool{},
		cache: dirCache{
			names: map[string]map[string][]string{}, realPaths: map[string]string{}, files: map[string]bool{},
		},
	}
	if top != "" {
		top = r.real(tools.Env{Root: top}.Dir())
	}

	r.bounds.limit = top
	if p.Tops != nil {
		r.topKindOf = p.Tops(&Setup{r})
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
		r.profile = &own
	}

	return r, nil
}

// topKind returns what a folder is to the search for the top of the repository.
func (r *run) topKind(dir string) TopKind {
	if r.topKindOf != nil {
		return r.topKindOf(dir)
	}
	if _, err := r.env.Files().Lstat(filepath.Join(dir, ".git")); err == nil {
		return IsTop
	}
	return Below
}

// topOrCwd returns the top of the repository; outside of one, the working directory.
func (r *run) topOrCwd() string { return cmp.Or(r.top, r.cwd) }

func (p *Profile) agent() string { return p.Tool.Origin.Agent }

// addStart adds the parts of Profile.Start.
func (r *run) addStart() {
	r.usersFiles = map[string]bool{}
	for _, b := range r.profile.Start {
		for _, f := range r.places(b.From, "") {
			if f.place.In == Home {
				r.usersFiles[f.path] = true
			}
		}
	}

	var before []foundFile
	for _, b := range r.profile.Start {
		files := r.places(b.From, "")
		if slices.ContainsFunc(b.From, func(p Place) bool { return p.SharedLast }) {
			files = sharedLast(files, before)
		}

		before = files
		if part, ok := r.block(b, Instructions, files); ok {
			r.briefing.Parts = append(r.briefing.Parts, part)
		}
	}
}

// sharedLast moves the files that are also in others to the end, in the order of others.
func sharedLast(files, others []foundFile) []foundFile {
	place := map[string]int{} // index in others, plus 1
	for i, f := range others {
		if place[f.path] == 0 {
			place[f.path] = i + 1
		}
	}
	return slices.SortedStableFunc(slices.Values(files), func(a, b foundFile) int {
		return cmp.Compare(place[a.path], place[b.path])
	})
}

// path returns the absolute path for one that is relative to the working directory.
func (r *run) path(p string) string { return r.pathIn(r.cwd, p) }

// withoutSigns strips a leading "@" from mentions, unless a file of that name exists.
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

// leaveOut notes that a file is left out, once, unless it was sent.
func (r *run) leaveOut(path, why string) {
	if r.leftOut[path] || r.sent.shown[path] {
		return
	}
	r.leftOut[path] = true
	r.briefing.LeftOut = append(r.briefing.LeftOut, LeftOut{path, why})
}

// item is a file of a block in its wrapper, or one that is only listed.
type item struct {
	foundFile
	pieces []Piece
	listed *Listed
}

// block makes the part of a block and the files that were found for it; ok is false if there is nothing to send.
func (r *run) block(b Block, kind Kind, files []foundFile) (part Part, ok bool) {
	items := wrapFiles(r, b, files)
	if b.Order != nil {
		slices.SortStableFunc(items, func(x, y item) int { return b.Order(x.pieces[0].words, y.pieces[0].words) })
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

		home = home && it.place.In == Home
		switch open := grouped.opening(i); {
		case open != "":
			pieces = append(pieces, Words(open))
		case len(pieces) == 0: // no separator before the first file
		case it.place.Before != "" && items[i-1].placeIndex != it.placeIndex:
			pieces = append(pieces, Words(it.place.Before))
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

	end := grouped.closing() + b.Close
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

// wordsAfter returns Place.After of the first item that has one, if other items have none.
func wordsAfter(items []item) string {
	plain := slices.ContainsFunc(items, func(it item) bool { return it.place.After == "" })
	i := slices.IndexFunc(items, func(it item) bool { return it.place.After != "" })
	if i < 0 || !plain {
		return ""
	}
	return items[i].place.After
}

// makePart joins pieces to a part.
func makePart(kind Kind, pieces []Piece) Part {
	part := Part{Kind: kind}
	var sources partSources
	var text strings.Builder
	size := 0
	for _, p := range pieces {
		size += len(p.words) + p.end - p.start
	}

	text.Grow(size)
	for _, p := range pieces {
		said := p.Text()
		if p.file != nil {
			p.file.addTo(sources.get(p.file, kind, text.Len()), p, said, text.Len())
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
