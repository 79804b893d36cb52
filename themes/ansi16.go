package themes

import "github.com/alecthomas/chroma/v2"

// Sixteen colours are the user's own, so the nearest of them to a style's colour means little: solarized's bright
// black is its background, and blue on black is hardly seen anywhere. These tables are written by hand for a dark
// and a light background; they dim by the faint attribute, which keeps the terminal's own foreground.

const faint = "\x1b[2m"

func sgr(params string) string { return "\x1b[" + params + "m" }

// palette16 are the SGR parameters of foregrounds.
type palette16 struct{ green, red, yellow, magenta, cyan, literals, numbers, comments string }

// Each is for a background on which cyan, yellow … are not seen well: others are used in their place.
var (
	onDark  = palette16{green: "92", red: "91", yellow: "93", magenta: "95", cyan: "96", literals: "92", numbers: "93", comments: "36"}
	onLight = palette16{green: "34", red: "31", yellow: "33", magenta: "35", cyan: "34", literals: "31", numbers: "34", comments: "90"}
)

func (p palette16) roles() [roleCount]string {
	return [roleCount]string{
		Dim:              faint,
		LineNumber:       faint,
		LineNumberWindow: faint,
		WindowBar:        sgr(p.cyan),
		Cursor:           sgr("1;" + p.yellow),
		CutMark:          sgr("1;" + p.yellow),
		CutText:          faint,
		Invisible:        sgr(p.comments),
		Replaced:         sgr("1;" + p.red),
		Match:            sgr("30;103"),
		MatchCurrent:     sgr("1;97;45"),
		Marked:           sgr("7"),
		Title:            sgr("1;7"),
		TitleDim:         sgr("7"),
		TitleAccent:      sgr("1;7"),
		ModelLineUnder:   sgr("7"),
		ModelLineValue:   sgr("1"),
		ModelLineWarn:    sgr("1;" + p.yellow),
		ModelError:       sgr("1;" + p.red),
		Prefix:           sgr(p.comments),
		Notice:           sgr(p.yellow),
		FooterKey:        sgr("1;" + p.cyan),
		Border:           faint,
		Prompt:           sgr("1;" + p.cyan),
		PromptError:      sgr(p.red),
		HelpHeading:      sgr("1;" + p.magenta),
		HelpKey:          sgr("1;" + p.cyan),
		OptionSelected:   sgr("1;7"),
		OptionValue:      sgr(p.literals),
		OptionDefault:    faint,
		ReasonAnchor:     sgr("1;" + p.yellow),
		ReasonLevel:      faint,
		ReasonFloor:      sgr(p.cyan),
		ReasonHeader:     sgr(p.comments),
		ReasonSibling:    sgr(p.literals),
		ReasonBlank:      faint,
		ReasonStop:       sgr(p.magenta),
		Added:            sgr(p.green),
		Lost:             sgr(p.red),
		Changed:          sgr(p.yellow),
	}
}

// syntax are the looks by SyntaxClass.
func (p palette16) syntax() []string {
	byType := map[chroma.TokenType]string{
		chroma.Keyword:           p.magenta,
		chroma.KeywordConstant:   p.numbers,
		chroma.KeywordType:       p.cyan,
		chroma.NameAttribute:     p.cyan,
		chroma.NameBuiltin:       p.cyan,
		chroma.NameClass:         "1",
		chroma.NameConstant:      p.numbers,
		chroma.NameDecorator:     p.magenta,
		chroma.NameEntity:        p.magenta,
		chroma.NameException:     p.red,
		chroma.NameFunction:      "1",
		chroma.NameTag:           p.magenta,
		chroma.Literal:           p.numbers,
		chroma.LiteralString:     p.literals,
		chroma.LiteralNumber:     p.numbers,
		chroma.OperatorWord:      p.magenta,
		chroma.Comment:           p.comments,
		chroma.CommentPreproc:    p.magenta,
		chroma.GenericDeleted:    p.red,
		chroma.GenericEmph:       "3",
		chroma.GenericError:      p.red,
		chroma.GenericHeading:    "1;" + p.cyan,
		chroma.GenericInserted:   p.green,
		chroma.GenericStrong:     "1",
		chroma.GenericSubheading: "1;" + p.cyan,
		chroma.GenericUnderline:  "4",
	}
	syntax := make([]string, len(classTypes()))
	for c, t := range classTypes() {
		for _, look := range []chroma.TokenType{t, t.SubCategory(), t.Category()} {
			if params, ok := byType[look]; ok {
				syntax[c] = sgr(params)
				break
			}
		}
	}
	return syntax
}

// monochrome distinguishes everything by bold, underline and reverse (NO_COLOR, --color never); marks do the rest.
var monochrome = [roleCount]string{
	WindowBar:      sgr("1"),
	Cursor:         sgr("1"),
	CutMark:        sgr("1"),
	Replaced:       sgr("7"),
	Match:          sgr("7"),
	MatchCurrent:   sgr("1;4;7"),
	Marked:         sgr("7"),
	Title:          sgr("1"),
	TitleAccent:    sgr("1"),
	ModelLineUnder: sgr("7"),
	ModelLineValue: sgr("1"),
	ModelLineWarn:  sgr("1"),
	ModelError:     sgr("1"),
	FooterKey:      sgr("1"),
	Prompt:         sgr("1"),
	PromptError:    sgr("1"),
	HelpHeading:    sgr("1;4"),
	HelpKey:        sgr("1"),
	OptionSelected: sgr("7"),
	ReasonAnchor:   sgr("1"),
	ReasonStop:     sgr("1"),
	Added:          sgr("1"),
	Lost:           sgr("4"),
	Changed:        sgr("1"),
}
