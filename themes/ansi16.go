package themes

import "github.com/alecthomas/chroma/v2"

// Sixteen colours are the user's own, so the nearest of them to a style's colour means little: solarized's bright
// black is its background, and blue on black is hardly seen anywhere. These tables are written by hand for a dark
// and a light background; they dim by the faint attribute, which keeps the terminal's own foreground.

const faint = "\x1b[2m"

func sgr(params string) string { return "\x1b[" + params + "m" }

// named returns the looks of the 16-colour profile.
func named(dark bool) ([roleCount]string, []string) {
	// on that background cyan, yellow … are used in their place.
	green, red, yellow, magenta, cyan := "92", "91", "93", "95", "96"
	literals, numbers, comments := green, yellow, "36"
	if !dark {
		green, red, yellow, magenta, cyan = "34", "31", "33", "35", "34" // green is too pale on white
		literals, numbers, comments = red, cyan, "90"
	}
	roles := [roleCount]string{
		Dim:              faint,
		LineNumber:       faint,
		LineNumberWindow: faint,
		WindowBar:        sgr(cyan),
		Cursor:           sgr("1;" + yellow),
		CutMark:          sgr("1;" + yellow),
		CutText:          faint,
		Invisible:        sgr(comments),
		Replaced:         sgr("1;" + red),
		Match:            sgr("30;103"),
		MatchCurrent:     sgr("1;97;45"),
		Marked:           sgr("7"),
		Title:            sgr("1;7"),
		TitleDim:         sgr("7"),
		TitleAccent:      sgr("1;7"),
		ModelLineUnder:   sgr("7"),
		ModelLineValue:   sgr("1"),
		ModelLineWarn:    sgr("1;" + yellow),
		ModelError:       sgr("1;" + red),
		Prefix:           sgr(comments),
		Notice:           sgr(yellow),
		FooterKey:        sgr("1;" + cyan),
		Border:           faint,
		Prompt:           sgr("1;" + cyan),
		PromptError:      sgr(red),
		HelpHeading:      sgr("1;" + magenta),
		HelpKey:          sgr("1;" + cyan),
		OptionSelected:   sgr("1;7"),
		OptionValue:      sgr(literals),
		OptionDefault:    faint,
		ReasonAnchor:     sgr("1;" + yellow),
		ReasonLevel:      faint,
		ReasonFloor:      sgr(cyan),
		ReasonHeader:     sgr(comments),
		ReasonSibling:    sgr(literals),
		ReasonBlank:      faint,
		ReasonStop:       sgr(magenta),
		Added:            sgr(green),
		Lost:             sgr(red),
		Changed:          sgr(yellow),
	}
	byType := map[chroma.TokenType]string{
		chroma.Keyword:           magenta,
		chroma.KeywordConstant:   numbers,
		chroma.KeywordType:       cyan,
		chroma.NameAttribute:     cyan,
		chroma.NameBuiltin:       cyan,
		chroma.NameClass:         "1",
		chroma.NameConstant:      numbers,
		chroma.NameDecorator:     magenta,
		chroma.NameEntity:        magenta,
		chroma.NameException:     red,
		chroma.NameFunction:      "1",
		chroma.NameTag:           magenta,
		chroma.Literal:           numbers,
		chroma.LiteralString:     literals,
		chroma.LiteralNumber:     numbers,
		chroma.OperatorWord:      magenta,
		chroma.Comment:           comments,
		chroma.CommentPreproc:    magenta,
		chroma.GenericDeleted:    red,
		chroma.GenericEmph:       "3",
		chroma.GenericError:      red,
		chroma.GenericHeading:    "1;" + cyan,
		chroma.GenericInserted:   green,
		chroma.GenericStrong:     "1",
		chroma.GenericSubheading: "1;" + cyan,
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
	return roles, syntax
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
