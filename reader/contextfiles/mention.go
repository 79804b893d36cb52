package contextfiles

import (
	"context"
	"encoding/json"
	"io/fs"
	"iter"
	"math"
	"path/filepath"
	"strings"
	"time"

	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Mention gives a profile access to what the user mentions in a prompt, so that it adds the parts that its agent makes
// of it.
type Mention struct {
	// Typed are the paths as typed, without "@".
	Typed []string
	// Settings are tools.Env.Settings of the read tool for a mention.
	Settings map[string]int64
	r        *run
}

// mention adds the parts for the typed paths.
func (r *run) mention(typed []string) {
	if len(typed) == 0 {
		return
	}
	from := len(r.briefing.Parts)
	r.profile.Mention(&Mention{Typed: typed, r: r})
	r.addFollow(r.briefing.Parts[from:])
}

// Env returns the environment in which the agent reads.
func (m *Mention) Env() tools.Env { return m.r.env }

// Top returns the top of the repository; without one, the working directory.
func (m *Mention) Top() string { return m.r.topOrCwd() }

// Path returns a typed path as an absolute one; "~/" is the home folder.
func (m *Mention) Path(typed string) string { return m.r.path(typed) }

// InCwd reports whether a path is below the working directory.
func (m *Mention) InCwd(path string) bool { return inside(m.r.cwd, path) }

// ExistingPaths yields the mentioned paths that exist, as typed and absolute, and notes those that do not.
func (m *Mention) ExistingPaths() iter.Seq2[string, string] {
	return func(yield func(typed, path string) bool) {
		for _, typed := range m.Typed {
			path := m.r.path(typed)
			if _, there := m.IsDir(path); !there {
				m.Leave(path, m.Missing(path))
			} else if !yield(typed, path) {
				return
			}
		}
	}
}

// IsDir reports whether a path is a folder, and whether it exists.
func (m *Mention) IsDir(path string) (dir, there bool) {
	fi, err := m.r.env.Files().Stat(path)
	return err == nil && fi.IsDir(), err == nil
}

// Real returns the path without symbolic links; the path itself if it cannot be resolved.
func (m *Mention) Real(path string) string { return m.r.real(path) }

// IsLink reports whether the path is a symbolic link.
func (m *Mention) IsLink(path string) bool { return isLink(m.r.env, path) }

// Names returns the names of a folder's entries; with slash, folders end in "/".
func (m *Mention) Names(path string, sorted, slash bool) (names []string) {
	for _, e := range m.r.entries(path, sorted) {
		name := e.Name()
		if slash {
			if dir, _ := m.IsDir(filepath.Join(path, name)); dir {
				name += "/"
			}
		}

		names = append(names, name)
	}

	return names
}

// Below returns the paths of all files below a folder.
func (m *Mention) Below(path string) []string { return m.r.matching(path, "*", Files{}, true) }

// Add appends pieces to what the mention adds to the prompt.
func (m *Mention) Add(pieces ...Piece) {
	for _, p := range pieces {
		isNamed := p.window != nil && p.window.Kind == window.Notice && p.media == ""
		if p.file != nil && !isNamed {
			m.r.sent.shown[p.file.path] = true
		}
	}
	m.r.briefing.Parts = append(m.r.briefing.Parts, makePart(Mentioned, pieces))
}

// AddApart adds a part, which is a message of its own if apart is set.
func (m *Mention) AddApart(apart bool, pieces ...Piece) {
	m.Add(pieces...)
	m.r.briefing.Parts[len(m.r.briefing.Parts)-1].otherRole = apart
}

// Picture notes that a picture follows the last part, so that the next part does not follow it directly.
func (m *Mention) Picture() {
	if n := len(m.r.briefing.Parts); n > 0 {
		m.r.briefing.Parts[n-1].beforePicture = true
	}
}

// Context is canceled when the request is given up.
func (m *Mention) Context() context.Context { return m.r.ctx }

// Modified returns the modification time of a file; zero if it is not known.
func (m *Mention) Modified(path string) (at time.Time) {
	env := m.Env()
	if fi, err := env.Files().Stat(path); err == nil {
		at = fi.ModTime()
	}
	return at
}

// AddNestedOf adds one part with what reads of the files bring, in the order of files. between joins those of each
// file.
func (m *Mention) AddNestedOf(files []string, between string) {
	r := m.r
	n := r.profile.Nested
	var all []foundFile
	known := map[string]bool{}
	for _, file := range files {
		r.bounds.root = nestedRoot(r, n, file)
		if !inside(r.bounds.root, file) {
			continue
		}

		own := &Group{Join: between}
		for _, f := range r.places(n.From, file) {
			if known[f.path] || r.sent.has(f.path) {
				continue
			}
			known[f.path] = true
			f.place.Group = own
			all = append(all, f)
		}
	}

	if part, ok := r.block(n.Block, Brought, all); ok {
		r.briefing.Parts = append(r.briefing.Parts, part)
	}
}

// AddNested adds the parts that a read of the file brings.
func (m *Mention) AddNested(path string) {
	forget := m.r.sent.checkpoint()
	m.r.briefing.Parts = append(m.r.briefing.Parts, m.r.nestedParts(path)...)
	if n := m.r.profile.Nested; n != nil && n.Forget {
		forget()
	}
}

// Missing returns why nothing is sent of a path that does not exist.
func (m *Mention) Missing(path string) string { return m.r.whyNot(path, fs.ErrNotExist) }

// Media returns the kind of a read that returned no text, such as "image" or "document"; "" for text.
func (p Piece) Media() string { return p.media }

// Leave notes that nothing is sent of a path.
func (m *Mention) Leave(path, why string) { m.r.leaveOut(path, why) }

// Added returns how many parts there are so far.
func (m *Mention) Added() int { return len(m.r.briefing.Parts) }

// Head returns at most most bytes from the beginning of a file; ok is false if it cannot be read.
func (m *Mention) Head(path string, most int64) (head string, ok bool) {
	f, err := load(m.r.ctx, m.r.env, path, most, 0)
	if err != nil {
		return "", false
	}
	return string(f.data), true
}

// Named returns a piece of words about a file.
func (m *Mention) Named(path, text string) Piece {
	f := m.file(path)
	return Piece{file: f, replaced: true, words: text, window: &window.Window{Kind: window.Notice, TotalLines: -1}}
}

func (m *Mention) file(path string) *loadedFile {
	f := &loadedFile{path: path, real: m.r.real(path)}
	if fi, err := m.r.env.Files().Stat(path); err == nil && !fi.IsDir() {
		f.size = fi.Size()
	}
	return f
}

// WholeFile returns a piece with the whole text of a file, and the text; ok is false if it cannot be read, which is
// noted.
func (m *Mention) WholeFile(path string, form TextRules) (p Piece, data []byte, ok bool) {
	f, err := m.r.read(path, math.MaxInt64)
	if err != nil {
		m.Leave(path, errorText(err))
		return p, nil, false
	}
	start := form.start(f.data)
	return Piece{file: f, start: start, end: len(f.data)}, f.data[start:], true
}

// Part returns the piece for the half-open range of offsets in p, whose text must be UTF-8.
func (p Piece) Part(start, end int) Piece {
	p.end = p.start + end
	p.start += start
	return p
}

// With returns the piece with text in place of the file's bytes.
func (p Piece) With(text string) Piece {
	p.words = text
	p.replaced = true
	return p
}

// Cut returns how many bytes of the file follow what is sent.
func (p Piece) Cut() int64 {
	if p.file == nil || p.file.cut == nil {
		return 0
	}
	return p.file.cut.Lost
}

// Lines returns how many lines of the file a read returned.
func (p Piece) Lines() int64 { return p.window.Lines() }

// Tool returns the answer of the agent's read tool; the error is its refusal.
func (m *Mention) Tool(path string, args json.RawMessage) (Piece, error) {
	env := m.r.env
	env.Bare = true
	env.Settings = m.Settings
	result, err := m.r.profile.Tool.Read(m.r.ctx, env, args)
	if err != nil {
		return Piece{}, err
	}

	defer result.Close()
	var text strings.Builder
	if _, err := result.Render(m.r.ctx, &text); err != nil {
		return Piece{}, err
	}

	f := m.file(path)
	win := result.Window
	if n := len(win.Spans()); n > 0 && win.End < f.size {
		at := win.Spans()[n-1]
		f.cut = &Cut{Path: path, Line: at.Last + 1, Byte: at.End, Lost: f.size - at.End, Why: "the read tool's limit"}
	}

	return Piece{file: f, replaced: true, words: text.String(), window: &win, media: result.Kind}, nil
}
