package themes

import (
	"slices"
	"sync"

	"github.com/alecthomas/chroma/v2"
)

// SyntaxClass is the kind of a token, in one byte: a highlighter keeps one for each span of a line.
type SyntaxClass uint8

// ClassPlain is text that no theme colours: white space, plain text, and what a lexer could not read, which says
// more about the lexer than about the file.
const ClassPlain SyntaxClass = 0

// classTypes are the token types of the classes; that of ClassPlain is Text.
var classTypes = sync.OnceValue(func() []chroma.TokenType {
	all := []chroma.TokenType{chroma.Text}
	for _, t := range chroma.TokenTypeValues() {
		if t >= chroma.Keyword && t.Category() != chroma.Text && len(all) <= int(^SyntaxClass(0)) {
			all = append(all, t)
		}
	}
	return all
})

// ClassOf returns the class of a chroma token type; of a type that chroma does not define, that of its category.
func ClassOf(t chroma.TokenType) SyntaxClass {
	if c := slices.Index(classTypes(), t); c >= 0 {
		return SyntaxClass(c)
	}
	return SyntaxClass(max(slices.Index(classTypes(), t.Category()), int(ClassPlain)))
}
