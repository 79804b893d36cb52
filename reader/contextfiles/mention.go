package contextfiles

import (
	"context"
	"encoding/json"
	"io/fs"
	"iter"
	"maps"
	"math"
	"path/filepath"
	"strings"
	"time"

	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Mention is what a person mentions in a prompt. A profile adds the parts that its agent makes of it.
type Mention struct {
	// Typed are the paths as they are typed.
	Typed []string
	// Settings are those of the read tool for a mention.
	Settings map[string]int64
	r        *run
}

// mention adds the files that the typed texts mention, and the context files that follow from them.
func (r *run) mention(typed []string) {
	if len(typed) == 0 {
		return
	}
	from := len(r.out.Parts)
	r.p.Mention(&Mention{Typed: typed, r: r})
	r.follow(r.out.Parts[from:])
}

// Env is where the agent reads.
func (m *Mention) Env() tools.Env { return m.r.env }

// Top is the top of the repository; without one, the working directory.
func (m *Mention) Top() string { return m.r.topOrCwd() }

// Path is a path as it is typed as an absolute one, "~/" for the home.
func (m *Mention) Path(typed string) string { return m.r.path(typed) }

// InCwd reports whether a path is below the working directory.
func (m *Mention) InCwd(path string) bool { return inside(m.r.cwd, path) }

// There are the paths that are mentioned and there, as typed and absolute; what is not there is noted.
func (m *Mention) There() iter.Seq2[string, string] {
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

// IsDir reports whether a path is a folder, and whether it is there.
func (m *Mention) IsDir(path string) (dir, there bool) {
	fi, err := m.r.env.Files().Stat(path)
	return err == nil && fi.IsDir(), err == nil
}

// Real is a path without links, as far as it is known.
func (m *Mention) Real(path string) string { return m.r.real(path) }

// IsLink reports whether a path is a link itself.
func (m *Mention) IsLink(path string) bool { return m.r.isLink(path) }

// Names are the entries of a folder, folders with "/" at their ends where slash is set.
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

// Below are all files below a folder.
func (m *Mention) Below(path string) []string { return m.r.matching(path, "*", Files{}, true) }

// Add adds a part.
func (m *Mention) Add(pieces ...Piece) {
	for _, p := range pieces {
		isNamed := p.win != nil && p.win.Kind == window.Notice && p.media == ""
		if p.file != nil && !isNamed {
			m.r.shown[p.file.path] = true
		}
	}
	m.r.out.Parts = append(m.r.out.Parts, makePart(Mentioned, pieces))
}

// AddApart adds a part, a message of its own where apart is set.
func (m *Mention) AddApart(apart bool, pieces ...Piece) {
	m.Add(pieces...)
	m.r.out.Parts[len(m.r.out.Parts)-1].aside = apart
}

// Picture notes that a picture follows the last part, which is not shown: nothing follows that part directly.
func (m *Mention) Picture() {
	if n := len(m.r.out.Parts); n > 0 {
		m.r.out.Parts[n-1].picture = true
	}
}

// Context ends the work where the request is given up.
func (m *Mention) Context() context.Context { return m.r.ctx }

// Modified is when a file was last changed; the zero time where that is not known.
func (m *Mention) Modified(path string) (at time.Time) {
	env := m.Env()
	if fi, err := env.Files().Stat(path); err == nil {
		at = fi.ModTime()
	}
	return at
}

// AddNestedOf adds what reads of files bring as one part, by their paths as they are given. Those of each file are
// joined by between.
func (m *Mention) AddNestedOf(files []string, between string) {
	r := m.r
	n := r.p.Nested
	var all []found
	known := map[string]bool{}
	for _, file := range files {
		r.bounds.root = rootOf(r, n, file)
		if !inside(r.bounds.root, file) {
			continue
		}

		own := &Group{Join: between}
		for _, f := range r.places(n.From, file) {
			if known[f.path] || r.gave(f.path) {
				continue
			}
			known[f.path] = true
			f.In.Group = own
			all = append(all, f)
		}
	}

	if part, ok := r.block(n.Block, Brought, all); ok {
		r.out.Parts = append(r.out.Parts, part)
	}
}

// AddNested adds what a read of the file brings.
func (m *Mention) AddNested(path string) {
	sent := maps.Clone(m.r.sent)
	shown := maps.Clone(m.r.shown)
	m.r.out.Parts = append(m.r.out.Parts, m.r.brought(path)...)
	if n := m.r.p.Nested; n != nil && n.Forget {
		m.r.sent = sent
		m.r.shown = shown
	}
}

// Missing is the reason why nothing is sent of a path that is not there.
func (m *Mention) Missing(path string) string { return m.r.whyNot(path, fs.ErrNotExist) }

// Media says what a read gave that is no text: "image", "document"; "" for text.
func (p Piece) Media() string { return p.media }

// Leave notes that nothing is sent of a path.
func (m *Mention) Leave(path, why string) { m.r.leave(path, why) }

// Added is how many parts there are so far.
func (m *Mention) Added() int { return len(m.r.out.Parts) }

// Head is the first bytes of a file, at most most of them; ok is false where it cannot be read.
func (m *Mention) Head(path string, most int64) (head string, ok bool) {
	f, err := load(m.r.ctx, m.r.env, path, most, 0)
	if err != nil {
		return "", false
	}
	return string(f.data), true
}

// Named is a Piece of words about a file.
func (m *Mention) Named(path, text string) Piece {
	f := m.file(path)
	return Piece{file: f, given: true, said: text, win: &window.Window{Kind: window.Notice, TotalLines: -1}}
}

func (m *Mention) file(path string) *loaded {
	f := &loaded{path: path, real: m.r.real(path)}
	if fi, err := m.r.env.Files().Stat(path); err == nil && !fi.IsDir() {
		f.size = fi.Size()
	}
	return f
}

// Whole is the whole text of a file; ok is false where it cannot be read, which is noted.
func (m *Mention) Whole(path string, form Form) (p Piece, data []byte, ok bool) {
	f, err := m.r.read(path, math.MaxInt64)
	if err != nil {
		m.Leave(path, why(err))
		return p, nil, false
	}
	start := form.start(f.data)
	return Piece{file: f, start: start, end: len(f.data)}, f.data[start:], true
}

// Part is a Piece of some bytes of those of another: half-open offsets in its text, which is UTF-8.
func (p Piece) Part(start, end int) Piece {
	p.end = p.start + end
	p.start = p.start + start
	return p
}

// With is a Piece of a file with another text for it.
func (p Piece) With(text string) Piece {
	p.said = text
	p.given = true
	return p
}

// Cut is how many bytes of the file are behind what is sent.
func (p Piece) Cut() int64 {
	if p.file == nil || p.file.cut == nil {
		return 0
	}
	return p.file.cut.Lost
}

// Lines is how many lines of the file a read gave.
func (p Piece) Lines() int64 { return p.win.Lines() }

// Tool is what the agent's read tool answers; the error is its refusal.
func (m *Mention) Tool(path string, args json.RawMessage) (Piece, error) {
	env := m.r.env
	env.Bare = true
	env.Settings = m.Settings
	result, err := m.r.p.Tool.Read(m.r.ctx, env, args)
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

	return Piece{file: f, given: true, said: text.String(), win: &win, media: result.Kind}, nil
}
