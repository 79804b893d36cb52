package outline

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"eyeline/reader/source"
)

// Declaration is a function, type or the like, with its comment and decorators.
type Declaration struct {
	// Text is its first line, trimmed and lossily decoded, at most 4 KiB.
	Text string
	// First and Last are its lines, from the comment and decorators above it to its end.
	First, Last int64
	// Begins is its own first line.
	Begins int64
	// Exact: the language's parser found it; otherwise its lines are an estimate.
	Exact bool
	// outer is the innermost enclosing declaration; nil at the top level.
	outer *Declaration

	kind container
}

// Outward returns the enclosing declaration, levels further out, or the outermost one; 0 is d itself.
func (d *Declaration) Outward(levels int64) *Declaration {
	for ; levels > 0 && d != nil && d.outer != nil; levels-- {
		d = d.outer
	}
	return d
}

// Around returns the innermost declaration with a line; nil if the line is in no declaration. A line of a class inside
// a function counts as the function's, unless it is in a method of the class. known is false if that cannot be
// determined: the language is not known, the file has more than 8 MiB, or an estimate found nothing, which may have
// missed a declaration. The error is that of Of.
func Around(ctx context.Context, name string, b source.Bytes, line int64) (d *Declaration, known bool, err error) {
	f, err := readWhole(ctx, name, b)
	if f == nil || !f.lang.declaresCode() || err != nil {
		return nil, f != nil, err
	}

	symbols, exact, err := f.symbols(ctx)
	if err != nil {
		return nil, false, err
	}

	d = around(symbols, newHeads(&f.lang.rules, f.text), line)
	return d, exact || d != nil, nil
}

// file is a whole file in a known language.
type file struct {
	lang *language
	text []byte
	b    source.Bytes
}

// readWhole reads a file; nil if its language is not known, or if it has more than maxParsed bytes.
func readWhole(ctx context.Context, name string, b source.Bytes) (*file, error) {
	switch {
	case b.Size() < 0:
		return nil, source.ErrNegativeSize
	case b.Size() > maxParsed:
		return nil, nil
	}

	text := make([]byte, b.Size())
	if _, err := source.ReadFull(b, text, 0); err != nil {
		return nil, err
	}

	lang := languageOf(name, text[:min(len(text), 256)])
	if lang == nil {
		return nil, ctx.Err()
	}

	return &file{lang: lang, text: text, b: b}, ctx.Err()
}

// symbols returns all symbols of the file, in order. exact: the language's parser found them all; if the file does not
// parse, the parser found those before the first error, and the others are an estimate.
func (f *file) symbols(ctx context.Context) (all []Symbol, exact bool, err error) {
	out := Outline{every: true}
	if f.lang.parse != nil {
		if exact, err = f.lang.parse(ctx, f.b, &out); err != nil {
			return nil, false, err
		}
	}
	if exact {
		return out.Symbols, true, nil
	}
	if _, err := scan(ctx, f.b, newBlocks(&f.lang.rules, &out)); err != nil {
		return nil, false, err
	}
	if f.lang.before == nil {
		return out.Symbols, false, nil
	}

	all = f.lang.before(f.text)
	if len(all) == 0 {
		return out.Symbols, false, nil
	}

	ends := all[len(all)-1].Last
	for _, s := range out.Symbols {
		if s.First > ends {
			all = append(all, s)
		}
	}

	return all, false, nil
}

// maxHead is how many lines above a declaration are searched.
const maxHead = 500

// around returns the declaration of Around among symbols.
func around(symbols []Symbol, above *heads, line int64) (d *Declaration) {
	var holding []*Declaration
	for _, s := range symbols {
		if line < s.First-maxHead || line > s.Last {
			continue
		}

		if first := above.firstAbove(s.First); first <= line {
			holding = append(holding, &Declaration{
				Text: s.Text, First: first, Last: s.Last, Begins: s.First, Exact: s.exact, kind: s.kind,
			})
		}
	}

	slices.SortStableFunc(holding, func(a, b *Declaration) int {
		return cmp.Compare(b.Last-b.First, a.Last-a.First)
	})
	for _, one := range holding {
		one.outer = d
		d = one
	}

	for d != nil && d.kind == holder && d.outer != nil && d.outer.kind == procedure {
		d = d.outer
	}

	return d
}

// declaresCode reports whether it is a programming language, with functions.
func (l *language) declaresCode() bool {
	return l.rules.reader == nil && l.name != "YAML"
}

// heads finds the first line of the comment and decorators above a declaration.
type heads struct {
	rules *rules
	text  []byte
	// starts are the offsets of lines. In a text of empty lines there are as many as bytes.
	starts []int32
}

func newHeads(r *rules, text []byte) *heads {
	h := &heads{rules: r, text: text, starts: []int32{0}}
	for at := range text {
		if text[at] == '\n' {
			h.starts = append(h.starts, int32(at+1))
		}
	}
	return h
}

// lineAt returns a line, by its 1-based number, without its end.
func (h *heads) lineAt(number int64) []byte {
	line, _, _ := bytes.Cut(h.text[h.starts[number-1]:], []byte("\n"))
	return line
}

// firstAbove returns the first line of the comment and decorators directly above a line, or that line.
func (h *heads) firstAbove(declared int64) int64 {
	first := declared
	least := max(declared-maxHead, 1)
	for first > least {
		above := h.startsAbove(first-1, least, h.indent(declared))
		if above == 0 {
			break
		}

		first = above
	}

	return first
}

// startsAbove returns the first line of the comment or decorator that ends at a line, 0 if it is neither.
func (h *heads) startsAbove(end, least int64, indent int) int64 {
	code := h.code(end)
	b := blocks{rules: h.rules}
	opening := h.rules.blockComment[0]
	closing := h.rules.blockComment[1]
	switch {
	case code == "":
		return 0
	case b.isLineComment(code) || decorates(code):
		return end
	case closing != "" && strings.HasSuffix(code, closing):
		return h.searchUp(end, least, func(at int64) (begins, goesOn bool) {
			begins = strings.HasPrefix(h.code(at), opening)
			return begins, !begins
		})
	}

	// The last line of a decorator of several lines.
	return h.searchUp(end, least, func(at int64) (begins, goesOn bool) {
		code := h.code(at)
		switch {
		case h.indent(at) > indent, code == "":
			return false, true
		case h.indent(at) == indent && decorates(code):
			return true, false
		}

		return false, h.indent(at) == indent && b.isCloser(code)
	})
}

// searchUp returns the nearest line from one upwards for which look returns begins; 0 if look returns false for goesOn
// before.
func (h *heads) searchUp(from, least int64, look func(at int64) (begins, goesOn bool)) int64 {
	for at := from; at >= least; at-- {
		begins, goesOn := look(at)
		if begins {
			return at
		}
		if !goesOn {
			return 0
		}
	}

	return 0
}

// decorates reports whether a line begins a decorator, annotation, attribute or template parameters.
func decorates(code string) bool {
	attribute := strings.HasPrefix(code, "[") && strings.HasSuffix(code, "]")
	return attribute || strings.HasPrefix(code, "@") || strings.HasPrefix(code, "#[") ||
		strings.HasPrefix(code, "template<") || strings.HasPrefix(code, "template <")
}

func (h *heads) indent(line int64) int {
	indent, _ := measure(h.lineAt(line))
	return indent
}

func (h *heads) code(line int64) string {
	_, code := measure(h.lineAt(line))
	return code
}
