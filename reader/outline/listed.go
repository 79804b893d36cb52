package outline

import (
	"context"
	"strings"

	"eyeline/reader/source"
)

// Listed is Of for a list to choose from: symbols of programming languages also have From and Path. For a file of more
// than 8 MiB it is Of.
func Listed(ctx context.Context, name string, b source.Bytes) (Outline, error) {
	out, err := Of(ctx, name, b)
	if err != nil || out.Language == "" {
		return out, err
	}
	f, err := readWhole(ctx, name, b)
	if f == nil || !f.lang.declaresCode() || err != nil {
		return out, err
	}
	if f.lang.before != nil && !out.parsed { // more than the outlines of tools have
		all, _, err := f.symbols(ctx)
		if err != nil {
			return out, err
		}

		out.Unparsed = 1
		for _, s := range all {
			if s.exact {
				out.Unparsed = s.Last + 1
			}
		}

		out.Symbols = all[:min(len(all), MaxSymbols)]
		out.More = int64(len(all) - len(out.Symbols))
	}

	f.place(out.Symbols)
	return out, nil
}

// place sets From and Path of the symbols.
func (f *file) place(symbols []Symbol) {
	above := newHeads(&f.lang.rules, f.text)
	var within []string // path of the enclosing symbol, at each level
	for i := range symbols {
		s := &symbols[i]
		within = within[:min(s.Level, len(within))]
		s.Path = ownName(s.Text)
		outer := strings.Join(within[max(len(within)-1, 0):], "")
		if outer != "" && s.Path != "" {
			s.Path = outer + "." + s.Path
		}

		within = append(within, s.Path)
		s.From = s.First
		if s.First <= int64(len(above.starts)) {
			s.From = above.firstAbove(s.First)
		}
	}
}

// Qualified returns the text of a symbol with its name qualified, "def Base.is_private(self):".
func (s Symbol) Qualified() string {
	own := ownName(s.Text)
	at := strings.Index(s.Text, own)
	if s.Level > 0 && s.Path != "" && own != "" && at >= 0 {
		return s.Text[:at] + s.Path + s.Text[at+len(own):]
	}
	return s.Text
}

// Short is the text of a symbol as far as its parameters, "def is_private"; of a method of Go with the type that it is
// of, "func Server.Handle".
func (s Symbol) Short() string { return nameOf(s.Text) }

// ownName is the name that a line declares: "is_private" of "def is_private(self):", "Server.Handle" of a method of Go.
func ownName(text string) string {
	name := nameOf(text)
	for _, word := range []string{" extends ", " implements ", " for ", " where ", " : "} {
		if before, after, found := strings.Cut(name, word); found && word == " for " {
			name = after // Rust's "impl Display for Point"
		} else if found {
			name = before
		}
	}

	words := strings.Fields(withoutTypeParameters(text, name))
	switch {
	case len(words) == 0 || len(words) == 1 && strings.HasSuffix(text, " ("): // a group of Go
		return ""
	case len(words) > 2 && words[0] == "type": // Go's "type Server struct"
		return words[1]
	case len(words) > 1 && (words[0] == "const" || words[0] == "var"):
		return strings.TrimRight(words[1], ",")
	}

	own, _, _ := strings.Cut(words[len(words)-1], "[")
	return strings.TrimLeft(own, "*&")
}

// withoutTypeParameters returns the name of a declaration without the type parameters of a function of Go.
func withoutTypeParameters(text, name string) string {
	if !strings.HasPrefix(text, "func ") || !strings.HasSuffix(name, "]") {
		return name
	}
	if at := strings.IndexByte(name, '['); at > 0 {
		return name[:at]
	}
	return name
}
