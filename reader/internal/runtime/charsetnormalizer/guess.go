package charsetnormalizer

import (
	"bytes"
	"context"
	"math"
	"slices"
	"sort"
	"strings"

	"eyeline/reader/internal/lazy"
)

// match is a set in which a text can be decoded.
type match struct {
	set             *set
	skip            int    // bytes of a mark before the text
	text            string // as it is decoded
	chars           int    // of the text
	fits            bool
	mess, coherence float64
	density         float64 // which part of the bytes are no character of their own
}

// guess is a guess that is made.
type guess struct {
	data    []byte
	used    []byte          // each byte that occurs, once
	done    map[*set]bool   // sets that need not be tried, or were
	seen    map[string]bool // what sets of single bytes made of used
	matches []*match        // that fit, the best first
	family  int             // of sets of which one fits so well that no others count; 0: none does
	good    int             // sets that fit after that one
	wide    bool            // a set of several bytes fits, and none of single bytes counts
}

// Guess is the set that data is taken for; nil where it is taken for none, and where ctx ends before. data is not
// UTF-8, nor what a byte-order mark of UTF-16 or UTF-32 says.
func Guess(ctx context.Context, data []byte) *set {
	const likely = 0.1
	g := &guess{data: data, done: map[*set]bool{}, seen: map[string]bool{}}
	for b := range 256 {
		if bytes.IndexByte(data, byte(b)) >= 0 {
			g.used = append(g.used, byte(b))
		}
	}

	best := g.try(declared(data)) // it is taken where no other set fits
	sure := best.fits && best.mess < likely
	marked := tables().Sets[tables().Declared["gb18030"]]
	if bytes.HasPrefix(data, marked.Mark) && !(sure && best.mess == 0) {
		if m := g.try(marked); m.fits {
			best = m
			sure = true
		}
	}

	for i := 1; i < len(tables().Sets) && !sure; i++ {
		if ctx.Err() != nil {
			return nil
		}
		g.consider(tables().Sets[i])
	}

	if !sure && len(g.matches) > 0 {
		best = g.matches[0]
	}

	return best.set
}

// declaration is how a text may name its set.
var declaration = lazy.Regexp(`(?i)(?:encoding|charset|coding)[:= ]{1,10}["']?([a-z0-9_-]+)`)

// declared is the set that a text names near its beginning by a name that Python knows, if it is one of those that are
// tried. Bytes that are not ASCII are left out.
func declared(data []byte) *set {
	const near = 8192
	plain := slices.DeleteFunc(bytes.Clone(data[:min(len(data), near)]), func(c byte) bool { return c >= 0x80 })
	for _, found := range declaration().FindAllSubmatch(plain, -1) {
		name := strings.ReplaceAll(strings.ToLower(string(found[1])), "-", "_")
		if i, known := tables().Declared[name]; known {
			return tables().Sets[i]
		}
	}
	return nil
}

// consider tries a set, unless what was tried says that it need not be.
func (g *guess) consider(s *set) {
	const littleMess, certain, enough, fewer = 0.02, 0.5, 7, 0.98
	if g.done[s] || !s.Wide && (g.wide || g.family > 0 && (g.family != s.Family || g.good >= enough)) {
		return
	}

	m := g.try(s)
	switch {
	case !m.fits: // it is no candidate
	case s.Wide:
		g.wide = g.wide || s.Unit == 0 && float64(m.chars) < float64(len(g.data))*fewer
	case g.family == 0 && m.coherence >= certain:
		g.family = s.Family
	case g.family > 0 && m.mess < littleMess:
		g.good++
	}
}

// try decodes the text in a set and measures it. The match has no set without one, where the text cannot be
// decoded in it, and where it gives the text of another set.
func (g *guess) try(s *set) *match {
	g.done[s] = true
	if s == nil {
		return &match{}
	}

	data := bytes.TrimPrefix(g.data, s.Mark)
	m := &match{skip: len(g.data) - len(data)}
	if !s.Wide { // what becomes of each byte says it all
		data = g.used
	}

	text, whole := s.decode(data, true)
	m.chars = len(text)
	m.text = string(text)
	if !whole || !s.Wide && g.seen[m.text] {
		return m
	}

	m.set = s
	g.seen[m.text] = g.seen[m.text] || !s.Wide
	pieces := g.measure(m)
	if m.fits {
		if !s.Wide {
			text, _ = s.decode(g.data, true)
			m.chars = len(text)
			m.text = string(text)
		}

		m.density = 1 - float64(m.chars)/float64(len(g.data))
		m.coherence = s.coherence(pieces)
		g.add(m)
		return m
	}

	for _, i := range s.Similar {
		g.done[tables().Sets[i]] = true
	}

	return m
}

// measure measures pieces of the text, or of a short one all of it, and gives them.
func (g *guess) measure(m *match) (pieces [][]rune) {
	const most, size, tooMany = 5, 512, 2
	step := len(g.data)
	length := len(g.data)
	if length > most*size {
		step = length / most
		length = size
	}

	sum := 0.0
	bad := 0
	for at := m.skip; at < len(g.data) && bad < tooMany; at += step {
		if m.set.Wide && at+length > len(g.data)+8 {
			continue
		}

		piece := m.piece(g.data, at, min(at+length, len(g.data)))
		ratio := mess(piece)
		sum += ratio
		if ratio >= maxMess {
			bad++
		}

		pieces = append(pieces, piece)
	}

	m.mess = sum / float64(max(len(pieces), 1))
	m.fits = m.mess < maxMess && bad < tooMany
	return pieces
}

// piece is a part of the text, decoded by itself. In a set of several bytes it begins a little before where that is not
// within a character.
func (m *match) piece(data []byte, start, end int) (piece []rune) {
	const compared, back = 16, 4
	for i := range back {
		piece, _ = m.set.decode(data[start-i:end], false)
		front := string(piece[:min(compared, len(piece))])
		if start == 0 || !m.set.Wide || m.text == "" || strings.Contains(m.text, front) {
			break
		}
	}
	return piece
}

// better reports whether a match is the better one. That does not order more than two of them.
func (m *match) better(other *match) bool {
	switch {
	case math.Abs(m.mess-other.mess) >= 0.005:
		return m.mess < other.mess
	case math.Abs(m.coherence-other.coherence) > 0.02:
		return m.coherence > other.coherence
	}
	return m.density > other.density
}

// add adds a match, unless another set gives the same, and sorts all of them as Python does up to 63 values. The
// comparison is not transitive, so the result depends on which matches are compared.
func (g *guess) add(m *match) {
	for _, other := range g.matches {
		if other.text == m.text && other.mess == m.mess {
			return
		}
	}

	list := append(g.matches, m)
	g.matches = list
	run := 1
	down := len(list) > 1 && list[1].better(list[0])
	for run < len(list) && list[run].better(list[run-1]) == down {
		run++
	}

	if down {
		slices.Reverse(list[:run])
	}

	for ; run < len(list); run++ {
		m := list[run]
		at := sort.Search(run, func(i int) bool { return m.better(list[i]) })
		copy(list[at+1:run+1], list[at:run])
		list[at] = m
	}
}
