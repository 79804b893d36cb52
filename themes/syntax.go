package themes

import "github.com/alecthomas/chroma/v2"

// SyntaxClass is the kind of a token, in one byte: a highlighter keeps one for each span of a line.
type SyntaxClass uint8

// ClassPlain is text that no theme colours: white space, plain text, and what a lexer could not read, which says
// more about the lexer than about the file.
const ClassPlain SyntaxClass = 0

var (
	// classTypes are the token types of the classes; that of ClassPlain is Text.
	classTypes = []chroma.TokenType{chroma.Text}
	classes    = map[chroma.TokenType]SyntaxClass{}
)

func init() {
	for _, t := range chroma.TokenTypeValues() {
		if t < chroma.Keyword || t.Category() == chroma.Text || len(classTypes) > int(^SyntaxClass(0)) {
			continue
		}
		classes[t] = SyntaxClass(len(classTypes))
		classTypes = append(classTypes, t)
	}
}

// ClassOf returns the class of a chroma token type; of a type that chroma does not define, that of its category.
func ClassOf(t chroma.TokenType) SyntaxClass {
	if c, ok := classes[t]; ok {
		return c
	}
	if t < chroma.Keyword {
		return ClassPlain
	}
	return classes[t.Category()]
}
