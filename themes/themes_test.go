package themes

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2"
	"github.com/charmbracelet/x/ansi"
)

// parsed is what a terminal makes of an SGR sequence.
type parsed struct {
	fg, bg *rgb
	attrs  []int
}

// vga are the 16 colours of a text-mode console, the hardest to read of the common palettes.
var vga = [16]rgb{
	0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa,
	0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff,
}

func parse(t *testing.T, seq string) parsed {
	t.Helper()
	var out parsed
	if seq == "" {
		return out
	}
	body, ok := strings.CutPrefix(seq, "\x1b[")
	if !ok || !strings.HasSuffix(body, "m") {
		t.Fatalf("%q is not an SGR sequence", seq)
	}
	var params []int
	for p := range strings.SplitSeq(strings.TrimSuffix(body, "m"), ";") {
		n, err := strconv.Atoi(p)
		if err != nil {
			t.Fatalf("%q: %v", seq, err)
		}
		params = append(params, n)
	}
	for i := 0; i < len(params); i++ {
		n := params[i]
		switch {
		case n < 30:
			out.attrs = append(out.attrs, n)
		case n == 38 || n == 48:
			var c rgb
			if params[i+1] == 2 {
				c = rgb(params[i+2])<<16 | rgb(params[i+3])<<8 | rgb(params[i+4])
				i += 4
			} else {
				c = fromColor(ansi.IndexedColor(params[i+2]))
				i += 2
			}
			if n == 38 {
				out.fg = &c
			} else {
				out.bg = &c
			}
		case n >= 30 && n <= 37:
			out.fg = &vga[n-30]
		case n >= 40 && n <= 47:
			out.bg = &vga[n-40]
		case n >= 90 && n <= 97:
			out.fg = &vga[n-90+8]
		case n >= 100 && n <= 107:
			out.bg = &vga[n-100+8]
		default:
			t.Fatalf("%q: unexpected parameter %d", seq, n)
		}
	}
	return out
}

func mustNew(t testing.TB, name string, p Profile) *Theme {
	t.Helper()
	th, err := New(name, p)
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func terminals(dark bool) []rgb {
	if dark {
		return []rgb{0x000000, 0x0d1117, 0x1e1e1e}
	}
	return []rgb{0xffffff, 0xf7f7f7, 0xf6f8fa}
}

// checkContrast fails for any text of the theme that has less than 4.5:1 on its own background, or on those given
// and the cursor line's when it has none.
func checkContrast(t *testing.T, th *Theme, backgrounds []rgb) {
	t.Helper()
	if line := parse(t, th.Style(CursorLine)); line.bg != nil {
		backgrounds = append(slices.Clone(backgrounds), *line.bg)
	}
	var least float64 = minContrast
	check := func(what, seq string) {
		s := parse(t, seq)
		if s.fg == nil {
			return // the terminal's own foreground
		}
		on := backgrounds
		if s.bg != nil {
			on = []rgb{*s.bg}
		}
		for _, bg := range on {
			if c := contrast(s.fg.luminance(), bg.luminance()); c < least {
				t.Errorf("%s (profile %d): %s: %06x on %06x has contrast %.2f", th.Name, th.Profile, what, *s.fg, bg, c)
			}
		}
	}
	for r := range Role(len(roles)) {
		switch r {
		case WindowBar: // what is no text needs less
			least = 3
		default:
			least = minContrast
		}
		check(r.String(), th.Style(r))
	}
	least = minContrast
	for c := range classTypes() {
		check(classTypes()[c].String(), th.Syntax(SyntaxClass(c)))
	}
}

func TestDefaultsAreLegible(t *testing.T) {
	for _, name := range []string{DefaultDark, DefaultLight, "modus-vivendi", "modus-operandi"} {
		for _, p := range []Profile{ANSI256, TrueColor} {
			th := mustNew(t, name, p)
			checkContrast(t, th, terminals(th.Dark))
			if dim := parse(t, th.Style(Dim)); dim.fg == nil {
				t.Errorf("%s: dim text has no colour", name)
			}
		}
	}
	for name, bg := range map[string]rgb{DefaultDark: black, DefaultLight: white} {
		checkContrast(t, mustNew(t, name, ANSI16), []rgb{bg})
	}
	if !mustNew(t, DefaultDark, TrueColor).Dark || mustNew(t, DefaultLight, TrueColor).Dark {
		t.Error("the default themes are not a dark and a light one")
	}
}

// some is all names, or a few of them where the tests are to be short, as under the race detector.
func some(names []string) []string {
	if os.Getenv("EYELINE_LONG") == "" {
		return names[:8]
	}
	return names
}

func TestEveryStyleIsSelectableAndLegible(t *testing.T) {
	names := Names()
	if len(names) < 70 || !slices.IsSorted(names) {
		t.Fatalf("%d names, sorted: %v", len(names), slices.IsSorted(names))
	}
	for _, want := range []string{DefaultDark, DefaultLight, "monokai", "dracula"} {
		if !slices.Contains(names, want) {
			t.Errorf("no theme %q", want)
		}
	}
	for _, name := range some(names) {
		for _, p := range []Profile{None, ANSI8, ANSI16, ANSI256, TrueColor} {
			th := mustNew(t, strings.ToUpper(name), p)
			if th.Name != name || th.Profile != p {
				t.Errorf("%s: got %s, profile %d", name, th.Name, th.Profile)
			}
			if p >= ANSI256 {
				ends := terminals(th.Dark)
				th.roles[CursorLine] = "" // a style's own background may be a middle grey; the terminal's is not
				checkContrast(t, th, []rgb{ends[0], ends[2]})
			}
		}
	}
}

func TestUnknownStyle(t *testing.T) {
	for _, name := range []string{"", "no-such", "../github", `a\b`, "github.xml", "."} {
		if th, err := New(name, TrueColor); err == nil {
			t.Errorf("New(%q) = %v", name, th.Name)
		} else if !strings.Contains(err.Error(), strconv.Quote(name)) {
			t.Errorf("New(%q): %v does not name it", name, err)
		}
	}
}

func TestWithoutColour(t *testing.T) {
	th := mustNew(t, DefaultDark, None)
	if !th.Plain() || mustNew(t, DefaultDark, ANSI16).Plain() {
		t.Error("only the profile without colour is plain")
	}
	for r := range Role(len(roles)) {
		if s := parse(t, th.Style(r)); s.fg != nil || s.bg != nil {
			t.Errorf("%s has a colour: %q", r, th.Style(r))
		} else if slices.ContainsFunc(s.attrs, func(a int) bool { return a != 1 && a != 4 && a != 7 }) {
			t.Errorf("%s: %q is not bold, underline or reverse", r, th.Style(r))
		}
	}
	for c := range classTypes() {
		if s := th.Syntax(SyntaxClass(c)); s != "" {
			t.Errorf("%s: %q", classTypes()[c], s)
		}
	}
	if th.Style(Match) == "" || th.Style(Match) == th.Style(MatchCurrent) {
		t.Error("a match, and the current one, must be told without colour")
	}
}

// TestEightColours: a terminal without bright colours is sent none, and is told the same things apart as one with them.
func TestEightColours(t *testing.T) {
	bright := regexp.MustCompile(`[\[;](9|10)[0-7]`)
	for _, name := range []string{DefaultDark, DefaultLight} {
		eight, sixteen := mustNew(t, name, ANSI8), mustNew(t, name, ANSI16)
		for r := range Role(len(roles)) {
			if s := eight.Style(r); bright.MatchString(s) || (s == "") != (sixteen.Style(r) == "") {
				t.Errorf("%s: %s is %q, with 16 colours %q", name, r, s, sixteen.Style(r))
			}
		}
		for c := range classTypes() {
			if s := eight.Syntax(SyntaxClass(c)); bright.MatchString(s) || (s == "") != (sixteen.Syntax(SyntaxClass(c)) == "") {
				t.Errorf("%s: %s is %q", name, classTypes()[c], s)
			}
		}
	}
}

func TestSyntaxHasNoBackgroundAndPlainNothing(t *testing.T) {
	for _, name := range some(Names()) {
		for _, p := range []Profile{ANSI8, ANSI16, ANSI256, TrueColor} {
			th := mustNew(t, name, p)
			for c := range classTypes() {
				if s := parse(t, th.Syntax(SyntaxClass(c))); s.bg != nil {
					t.Errorf("%s: %s has a background", name, classTypes()[c])
				}
			}
			if s := th.Syntax(ClassPlain); s != "" {
				t.Errorf("%s: plain text is %q", name, s)
			}
		}
	}
	th := mustNew(t, DefaultDark, TrueColor)
	if th.Syntax(ClassOf(chroma.Keyword)) == "" || th.Syntax(255) != "" || th.Style(255) != "" {
		t.Error("keyword must have a colour, values out of range none")
	}
}

func TestClassOf(t *testing.T) {
	for typ, want := range map[chroma.TokenType]chroma.TokenType{
		chroma.Keyword:                chroma.Keyword,
		chroma.LiteralStringEscape:    chroma.LiteralStringEscape,
		chroma.CommentPreprocFile:     chroma.CommentPreprocFile,
		chroma.Keyword + 99:           chroma.Keyword, // defined by no chroma version that we know
		chroma.Error:                  chroma.Text,
		chroma.Other:                  chroma.Text,
		chroma.TextWhitespace:         chroma.Text,
		chroma.EOFType:                chroma.Text,
		chroma.TokenType(9999):        chroma.Text,
		chroma.TokenType(-9999):       chroma.Text,
		chroma.LiteralNumberByte:      chroma.LiteralNumberByte,
		chroma.NameVariableMagic:      chroma.NameVariableMagic,
		chroma.GenericStrong:          chroma.GenericStrong,
		chroma.Punctuation:            chroma.Punctuation,
		chroma.NameBuiltinPseudo + 50: chroma.Name,
	} {
		if got := classTypes()[ClassOf(typ)]; got != want {
			t.Errorf("ClassOf(%v) stands for %v, want %v", typ, got, want)
		}
	}
}

func TestWith(t *testing.T) {
	base := mustNew(t, DefaultDark, TrueColor)
	over := map[Role]string{
		Dim:    "#102030",
		Match:  "bold underline #ffffff bg:#0000ff",
		Cursor: "none",
		Notice: "italic",
	}
	th, err := base.With(over)
	if err != nil {
		t.Fatal(err)
	}
	for r, want := range map[Role]string{
		Dim:    "\x1b[38;2;16;32;48m",
		Match:  "\x1b[1;4;38;2;255;255;255;48;2;0;0;255m",
		Cursor: "",
		Notice: "\x1b[3m",
		Lost:   base.Style(Lost),
	} {
		if got := th.Style(r); got != want {
			t.Errorf("%s = %q, want %q", r, got, want)
		}
	}
	if base.Style(Cursor) == "" {
		t.Error("With changed the theme that it was called on")
	}
	for p, want := range map[Profile]string{
		None:    "\x1b[1;4m",
		ANSI8:   "\x1b[1;4;37;44m",
		ANSI16:  "\x1b[1;4;97;104m",
		ANSI256: "\x1b[1;4;38;5;231;48;5;21m",
	} {
		th, err := mustNew(t, DefaultDark, p).With(over)
		if err != nil {
			t.Fatal(err)
		}
		if got := th.Style(Match); got != want {
			t.Errorf("profile %d: %q, want %q", p, got, want)
		}
	}
	for r, bad := range map[Role]string{LineNumber: "#zzzzzz", Dim: "purple-ish", Title: "bg:blue"} {
		if _, err := base.With(map[Role]string{r: bad}); err == nil || !strings.Contains(err.Error(), r.String()) {
			t.Errorf("%s = %q: %v", r, bad, err)
		}
	}
	if _, err := base.With(map[Role]string{Role(len(roles)): "bold"}); err == nil {
		t.Error("a role that is none was taken")
	}
}

func TestRoleNames(t *testing.T) {
	seen := map[string]bool{}
	for r := range Role(len(roles)) {
		name := r.String()
		if name == "" || seen[name] {
			t.Errorf("role %d: name %q is empty or used twice", r, name)
		}
		seen[name] = true
		if got, ok := RoleNamed(name); !ok || got != r {
			t.Errorf("RoleNamed(%q) = %v, %v", name, got, ok)
		}
	}
	if _, ok := RoleNamed("no-such-role"); ok || Role(len(roles)).String() != "" {
		t.Error("a role was made up")
	}
}

// TestStyles checks that the styles are those of chroma.
//
//	go test ./themes -run 'Styles|Derived' -update
func TestStyles(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the Go command is not at hand")
	}
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/alecthomas/chroma/v2").Output()
	if err != nil {
		t.Fatal(err)
	}
	module := os.DirFS(strings.TrimSpace(string(dir)))
	names, err := fs.Glob(module, "styles/*.xml")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		want, err := fs.ReadFile(module, name)
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(name, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not chroma's (%v)", name, err)
		}
	}
	if n := len(Names()); n != len(names) && !*update {
		t.Errorf("%d styles; chroma has %d", n, len(names))
	}
}

// TestColoursHaveFewMeanings: amber says what a model lacks and what a tool says itself, and marks changes of git;
// green says what a model gets, and what is added or only here. The page of the help on the screen says so. Another role
// with one of these colours must be said there, too.
func TestColoursHaveFewMeanings(t *testing.T) {
	for colour, of := range map[string][]Role{
		"$warn": {CutMark, TitleWarn, ModelLineWarn, Notice, Changed},
		"$good": {WindowBar, Added, AddedWords},
	} {
		for i, row := range roles {
			if is := strings.Contains(row.look, colour); is != slices.Contains(of, Role(i)) {
				t.Errorf("%s has the colour %s: %v", Role(i), colour, is)
			}
		}
	}
}

// TestTextOnTintsIsLegible: what a comparison lays under a line leaves its text, the signs beside it and what a tool
// says itself legible.
func TestTextOnTintsIsLegible(t *testing.T) {
	for _, name := range []string{DefaultDark, DefaultLight} {
		for _, p := range []Profile{ANSI256, TrueColor} {
			th := mustNew(t, name, p)
			for _, tint := range []Role{Alone, Lacking, CursorLine} {
				under := *parse(t, th.Style(tint)).bg
				for _, r := range []Role{Notice, Prefix, Invisible, Added, Lost, CutMark, LineNumber, Border} {
					fg := *parse(t, th.Style(r)).fg
					if ratio := contrast(fg.luminance(), under.luminance()); ratio < minContrast {
						t.Errorf("%s, profile %d: %s on %s has a contrast of %.1f", name, p, r, tint, ratio)
					}
				}
			}
		}
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		mustNew(b, DefaultDark, TrueColor)
	}
}
