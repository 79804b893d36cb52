package themes

import (
	"cmp"
	"os"
	"strings"

	"github.com/alecthomas/chroma/v2"
)

// Sixteen colours are the user's own, so the nearest of them to a style's colour means little: solarized's bright
// black is its background, and blue on black is hardly seen anywhere. These tables are written by hand for a dark
// and a light background; they dim by the faint attribute, which keeps the terminal's own foreground.

// palette16 are the SGR parameters of foregrounds. On a light background cyan, green and yellow are not seen well:
// others are used in their place.
type palette16 map[string]string

var (
	onDark = palette16{
		"green": "92", "red": "91", "yellow": "93", "magenta": "95", "cyan": "96",
		"literals": "92", "numbers": "93", "comments": "36", "blank": "100",
	}
	onLight = palette16{
		"green": "34", "red": "31", "yellow": "35", "magenta": "35", "cyan": "34",
		"literals": "31", "numbers": "34", "comments": "90", "blank": "47",
	}
)

// sgr is the sequence of some parameters, in which names of colours begin with $; "" for none.
func (p palette16) sgr(params string) string {
	if params == "" {
		return ""
	}
	return "\x1b[" + os.Expand(params, func(name string) string { return p[name] }) + "m"
}

// darker makes bright colours of sequences dark and bold, which such terminals show as bright, bright black faint, and
// bright backgrounds dark.
var darker = strings.NewReplacer("[90", "[2", ";90", ";2", "[9", "[1;3", ";9", ";1;3", "[10", "[4", ";10", ";4")

// dark are sequences without the bright colours where the profile has none.
func (p Profile) dark(sequences []string) []string {
	if p == ANSI8 {
		for i, s := range sequences {
			sequences[i] = darker.Replace(s)
		}
	}
	return sequences
}

// looks are those of all roles, in the words that one says. Without colours everything is told by bold, underline and
// reverse (NO_COLOR, --color never); marks do the rest.
func (p palette16) looks(of func(row) string) (all []string) {
	for _, r := range roles {
		all = append(all, p.sgr(of(r)))
	}
	return all
}

// looks16 are the SGR parameters of tokens. A token that is not here looks as its category.
var looks16 = map[chroma.TokenType]string{
	chroma.Keyword:           "$magenta",
	chroma.KeywordConstant:   "$numbers",
	chroma.KeywordType:       "$cyan",
	chroma.NameAttribute:     "$cyan",
	chroma.NameBuiltin:       "$cyan",
	chroma.NameClass:         "1",
	chroma.NameConstant:      "$numbers",
	chroma.NameDecorator:     "$magenta",
	chroma.NameEntity:        "$magenta",
	chroma.NameException:     "$red",
	chroma.NameFunction:      "1",
	chroma.NameTag:           "$magenta",
	chroma.Literal:           "$numbers",
	chroma.LiteralString:     "$literals",
	chroma.LiteralNumber:     "$numbers",
	chroma.OperatorWord:      "$magenta",
	chroma.Comment:           "$comments",
	chroma.CommentPreproc:    "$magenta",
	chroma.GenericDeleted:    "$red",
	chroma.GenericEmph:       "3",
	chroma.GenericError:      "$red",
	chroma.GenericHeading:    "1;$cyan",
	chroma.GenericInserted:   "$green",
	chroma.GenericStrong:     "1",
	chroma.GenericSubheading: "1;$cyan",
	chroma.GenericUnderline:  "4",
}

// syntax are the looks by SyntaxClass.
func (p palette16) syntax() []string {
	syntax := make([]string, len(classTypes()))
	for c, t := range classTypes() {
		syntax[c] = p.sgr(cmp.Or(looks16[t], looks16[t.SubCategory()], looks16[t.Category()]))
	}
	return syntax
}
