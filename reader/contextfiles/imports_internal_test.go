package contextfiles

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestMatchesOf: what is found line by line is what is found in all of a text at once.
func TestMatchesOf(t *testing.T) {
	t.Parallel()
	names := []*regexp.Regexp{
		SpacedMention(), regexp.MustCompile(`(?:^|\s)@([./a-zA-Z]\S*)`),
		regexp.MustCompile("(?:^|[^\\w`@])@((?:[^\\s\"'`()]*[^\\s\"'`().:!?]))"),
	}
	letters := []string{"@", "@", "a", ".md", " ", "\n", "\r\n", "\\ ", "\\", "`", ".", "/", "é", "\xff", "\u2028", "\t", "\x00"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var text []byte
		for range random.IntN(20) {
			text = append(text, letters[random.IntN(len(letters))]...)
		}
		for _, name := range names {
			got, want := importMatches(name.FindAllSubmatchIndex, text), name.FindAllSubmatchIndex(text, -1)
			if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
				t.Fatalf("%q: %v, want %v", text, got, want)
			}
		}
	}
}

// TestLongWithoutImports: of 64 MiB of rules in which no file is named, the name is looked for nowhere; with one at the
// end, there alone.
func TestLongWithoutImports(t *testing.T) {
	t.Parallel()
	text := bytes.Repeat([]byte("- a rule of the project: keep functions short, and names plain\n"), 1<<20)
	none := &Imports{Name: func() *regexp.Regexp { panic("it is looked for") }, Code: func([]byte) []Range { panic("it is looked for") }}
	if all, code := (&run{}).findImports(&loadedFile{}, text, none); all != nil || code != nil {
		t.Error(all, code)
	}
	looked := 0
	find := func(text []byte, n int) [][]int {
		looked += len(text)
		return SpacedMention().FindAllSubmatchIndex(text, n)
	}
	if got := importMatches(find, append(text, " @a.md"...)); len(got) != 1 || got[0][3] != len(text)+6 || looked > 100 {
		t.Error(got, looked)
	}
}

// TestNamesAmongCode: each name is looked for among the parts of code once, however many of both there are.
func TestNamesAmongCode(t *testing.T) {
	t.Parallel()
	text := bytes.Repeat([]byte("`c` @a.md `@b.md` x\n"), 200_000)
	r := &run{cwd: "/"}
	all, code := r.findImports(&loadedFile{path: "/f.md"}, text, &Imports{Name: SpacedMention, Code: func(text []byte) (code []Range) {
		for at := range len(text) / 20 {
			code = append(code, Range{at * 20, at*20 + 3}, Range{at*20 + 10, at*20 + 17})
		}
		return code
	}})
	if len(all) != maxImports || len(code) != maxImports || all[1].name != "a.md" || filepath.ToSlash(code[1].path) != "/b.md" {
		t.Error(len(all), len(code))
	}
}

// TestManyOpenComments takes time in proportion to the text, and finds what the pattern of the agent finds.
func TestManyOpenComments(t *testing.T) {
	t.Parallel()
	many := []byte(strings.Repeat("<!--", 1<<18))
	if cuts := EveryComment.in(many); len(cuts) != 1<<18 {
		t.Errorf("%d comments", len(cuts))
	}
	for _, text := range []string{"a<!-- b -->c<!--d", "<!--<!-- -->--> <!-- x", "<!-->-->", "", "-->"} {
		var got [][]int
		for _, r := range EveryComment.in([]byte(text)) {
			got = append(got, []int{r.Start, r.End})
		}
		if want := regexp.MustCompile(`(?s)<!--(?:.*?-->)?`).FindAllIndex([]byte(text), -1); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestLineAt: the lines of offsets in any order are those of a count from the beginning.
func TestLineAt(t *testing.T) {
	t.Parallel()
	f := &loadedFile{data: []byte("a\n\nbc\n\n\nd")}
	for _, offset := range []int{0, 3, 3, 8, 1, 6, 0, 8} {
		if got, want := f.lineAt(offset), int64(bytes.Count(f.data[:offset], []byte("\n")))+1; got != want {
			t.Errorf("offset %d: line %d, want %d", offset, got, want)
		}
	}
}
