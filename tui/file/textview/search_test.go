package textview

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/tui/file/linesearch"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
)

// three has three matches of "needle", on the lines 3, 5 and 9 of 10.
const three = "a\nb\na needle\nc\ntwo needles\nd\ne\nf\nneedle 日本 e\u0301\ng\n"

// TestSearchGoesFromMatchToMatch in both directions, by several at a time, and round the ends.
func TestSearchGoesFromMatchToMatch(t *testing.T) {
	for name, c := range map[string]struct {
		from  int64 // line
		dir   search.Direction
		next  []int64 // matches to go on by after the first
		line  int64
		words string
		round string
	}{
		"down":                {1, search.Forward, nil, 3, "match 1 of 3", ""},
		"up":                  {9, search.Backward, nil, 5, "match 2 of 3", ""},
		"down round the end":  {10, search.Forward, nil, 3, "match 1 of 3", "from the top"},
		"up round the top":    {2, search.Backward, nil, 9, "match 3 of 3", "from the end"},
		"the next":            {1, search.Forward, []int64{1}, 5, "match 2 of 3", ""},
		"two on":              {1, search.Forward, []int64{2}, 9, "match 3 of 3", ""},
		"back again":          {1, search.Forward, []int64{1, -1}, 3, "match 1 of 3", ""},
		"up, and against it":  {9, search.Backward, []int64{-1}, 9, "match 3 of 3", ""},
		"more than there are": {1, search.Forward, []int64{3}, 3, "match 1 of 3", "from the top"},
	} {
		t.Run(name, func(t *testing.T) {
			onText(t, three, nil, func(b *bench) {
				b.goTo(c.from)
				b.do(b.text.Search.SearchFor("needle", c.dir))
				if !has[FileWanted](b) {
					t.Error("the file pane is not asked for")
				}
				for _, n := range c.next {
					b.Run(b.text.Search.NextMatch(n))
				}
				b.at(c.line)
				if got := b.text.Search.MatchWords(); got != c.words {
					t.Errorf("the footer says %q, not %q", got, c.words)
				}
				if b.Says(c.round); c.round == "" {
					b.Silent()
				}
			})
		})
	}
}

// TestWhatDoesNotMatch is said, moves nothing, and is safe to draw.
func TestWhatDoesNotMatch(t *testing.T) {
	onText(t, three, nil, func(b *bench) {
		if _, err := b.text.Search.SearchFor("", search.Forward); err == nil || err.Error() != "no pattern yet" {
			t.Errorf("an empty pattern at first: %v", err)
		}
		b.goTo(4)
		b.do(b.text.Search.SearchFor("ab\x1b?sent", search.Forward))
		b.at(4)
		b.Says("not found: ab")
		if strings.ContainsRune(b.Note.Text, 0x1B) || !b.Note.Bad {
			t.Errorf("%+v", b.Note)
		}
		if has[FileWanted](b) || b.text.Search.MatchWords() != "0 matches" {
			t.Errorf("the footer says %q", b.text.Search.MatchWords())
		}
		if _, err := b.text.Search.SearchFor("(", search.Forward); err == nil {
			t.Error("a pattern that cannot be read is taken")
		}
		if b.text.Search.Pattern.String() != "ab\x1b?sent" {
			t.Error("a pattern that cannot be read takes the place of the one before")
		}
	})
}

// TestSearchOfAnEmptyFile finds nothing, nor does one where there is no file.
func TestSearchOfAnEmptyFile(t *testing.T) {
	onText(t, "", nil, func(b *bench) {
		b.do(b.text.Search.SearchFor("^", search.Forward))
		b.Says("not found")
		b.Run(b.text.Search.SearchWord(search.Forward, 1))
		b.Says("there is no line with a word")
	})
	onDocument(t, noDocument, nil, func(b *bench) {
		b.do(b.text.Search.SearchFor("a", search.Forward))
		b.Silent()
		if b.text.Jobs.Runs(jobs.Search) {
			t.Error("a search runs without a file")
		}
	})
}

// TestLinesWithoutThePattern are found with "!" before it.
func TestLinesWithoutThePattern(t *testing.T) {
	onText(t, "needle\nneedle\nother\nneedle\n", nil, func(b *bench) {
		b.do(b.text.Search.SearchFor("!needle", search.Forward))
		b.at(3)
	})
}

// TestHighlights are hidden and shown by a key, and shown by the next search.
func TestHighlights(t *testing.T) {
	onText(t, three, nil, func(b *bench) {
		head := []byte("one needle, two needles")
		if b.text.Search.In(head, true, true) != nil {
			t.Error("there are matches without a pattern")
		}
		b.do(b.text.Search.SearchFor("needle", search.Forward))
		if got := b.text.Search.In(head, true, true); len(got) != 2 || got[0] != [2]int{4, 10} || got[1] != [2]int{16, 22} {
			t.Errorf("matches at %v", got)
		}
		if s := b.text.Search; !s.Current(6) || s.Current(7) || !s.Matched(6) || !s.Matched(11) || s.Matched(12) || s.Matched(5) {
			t.Errorf("the match found last is %+v", s.Match)
		}
		b.Run(b.text.Search.ToggleHighlights(1, false))
		if b.text.Search.In(head, true, true) != nil || b.text.Search.MatchWords() != "" {
			t.Error("hidden matches are drawn")
		}
		b.Run(b.text.Search.NextMatch(1))
		if !b.text.Search.Highlighting() {
			t.Error("the next match is not drawn")
		}
	})
}

// TestSearchWord looks for whole words: that of the match, or the first of the line.
func TestSearchWord(t *testing.T) {
	onText(t, "  (err) and errors\nerrors\n# err\n--\nnaïve err\nnaïvely\n", nil, func(b *bench) {
		b.Run(b.text.Search.SearchWord(search.Forward, 1))
		b.at(3) // neither the word itself nor a longer one
		b.Run(b.text.Search.SearchWord(search.Forward, 1))
		b.at(5)
		b.Run(b.text.Search.SearchWord(search.Backward, 2))
		b.at(1)
		b.goTo(4)
		b.Run(b.text.Search.SearchWord(search.Forward, 1))
		b.Says("there is no word in the line")
		b.goTo(5)
		b.text.Search.Hidden = true
		b.Run(b.text.Search.SearchWord(search.Forward, 1))
		b.at(6) // a word with other letters than ASCII has no boundaries
		if got := b.overlays.Entered(overlay.PromptSearch); len(got) != 2 || got[0] != `\berr\b` || got[1] != "naïve" {
			t.Errorf("a prompt offers %q", got)
		}
	})
}

// TestTypedSearch shows matches while a pattern is typed, from where the search began, and goes back when it is left.
func TestTypedSearch(t *testing.T) {
	type look struct {
		keys  []string
		line  int64
		typed bool
	}
	for name, looks := range map[string][]look{
		"taken":     {{[]string{"type:two"}, 5, true}, {[]string{"enter"}, 5, false}},
		"left":      {{[]string{"type:two"}, 5, true}, {[]string{"esc"}, 2, false}},
		"shortened": {{[]string{"type:f"}, 8, true}, {[]string{"backspace", "type:c"}, 4, true}, {[]string{"backspace"}, 2, false}},
		"no match":  {{[]string{"type:twx"}, 2, true}, {[]string{"enter"}, 2, false}},
		"no pattern": {
			{[]string{"type:two"}, 5, true}, {[]string{"type:("}, 5, true}, {[]string{"esc"}, 2, false},
		},
		"the other way": {{[]string{"?", "type:needle"}, 9, true}, {[]string{"enter"}, 9, false}},
	} {
		t.Run(name, func(t *testing.T) {
			onText(t, three, nil, func(b *bench) {
				b.goTo(2)
				b.Run(b.text.Search.AskSearch(search.Forward))
				for _, l := range looks {
					b.overlayKeys(l.keys...)
					b.at(l.line)
					if b.text.Search.Typing() != l.typed {
						t.Errorf("after %q: typing %v", l.keys, !l.typed)
					}
				}
			})
		})
	}
}

// TestAPatternThatIsMendedIsFound: one that cannot be read is refused, and the file still answers when it can.
func TestAPatternThatIsMendedIsFound(t *testing.T) {
	far := strings.Repeat("a line of many\n", 100_000) + "a needle\n"
	onText(t, far, nil, func(b *bench) {
		b.Run(b.text.Search.AskSearch(search.Forward))
		b.overlayKeys("type:needle(", "enter")
		if got := b.overlays.Footer(); !strings.Contains(got, "bad pattern") {
			t.Errorf("the footer says %q", got)
		}
		b.overlayKeys("backspace", "enter")
		if b.overlays.Any() || b.text.Search.Match.LineStart != 1_500_000 || b.text.File.Cursor != 1_500_000 {
			t.Errorf("the match is at %+v, the cursor at %d", b.text.Search.Match, b.text.File.Cursor)
		}
	})
}

// answered is what a command of a job answers.
func answered[T any](t *testing.T, msg tea.Msg) T {
	t.Helper()
	a, ok := msg.(jobs.Answer[T])
	if !ok {
		t.Errorf("the message is %T", msg)
	}
	return a.Value
}

// TestOneSearchReadsAtATime: the matches are counted once the search has ended, and a search begins once the one before
// it has.
func TestOneSearchReadsAtATime(t *testing.T) {
	onText(t, strings.Repeat("some text\n", 1000), nil, func(b *bench) {
		p, err := b.text.Compile("text")
		if err != nil {
			b.T.Fatal(err)
		}
		s := b.text.Search
		s.SetPattern(p, search.Forward)
		first, second := s.Find(0, search.Forward, 1), s.Find(0, search.Forward, 2)
		count := s.CountMatches()().(tea.BatchMsg)[0]
		found, counted := make(chan linesearch.Result, 1), make(chan error, 1)
		go func() { counted <- answered[error](t, count()) }()
		go func() { found <- answered[linesearch.Result](t, second()) }()
		synctest.Wait()
		if len(counted) != 0 || len(found) != 0 {
			b.T.Fatal("it did not wait for the first search")
		}
		if msg := answered[linesearch.Result](t, first()); msg.Err == nil {
			t.Error("the first search was not stopped by the second")
		}
		if msg := <-found; !msg.OK || msg.Match.LineStart != 10 {
			t.Errorf("found %+v", msg)
		}
		if err := <-counted; err != nil || s.Counter.Snapshot().Matches != 1000 {
			t.Errorf("counted %d, %v", s.Counter.Snapshot().Matches, err)
		}
	})
}

// TestStoppedCountDoesNotWait for a search that goes on.
func TestStoppedCountDoesNotWait(t *testing.T) {
	onText(t, "some text\n", nil, func(b *bench) {
		p, err := b.text.Compile("text")
		if err != nil {
			b.T.Fatal(err)
		}
		b.text.Search.SetPattern(p, search.Forward)
		search := b.text.Search.Find(0, search.Forward, 1)
		count := b.text.Search.CountMatches()().(tea.BatchMsg)[0]
		b.text.Jobs.End(jobs.Count)
		if err := answered[error](t, count()); !errors.Is(err, context.Canceled) {
			t.Errorf("counted: %v", err)
		}
		b.Run(search)
	})
}

// TestASearchGoesThroughTheFileOnce: going round the end of the file, it ends where it began.
func TestASearchGoesThroughTheFileOnce(t *testing.T) {
	text := strings.Repeat("some text\n", 1000)
	onText(t, text, nil, func(b *bench) {
		for _, from := range []int64{0, 1, 4321, int64(len(text))} {
			for _, dir := range []search.Direction{search.Forward, search.Backward} {
				p, err := b.text.Compile("absent")
				if err != nil {
					b.T.Fatal(err)
				}
				b.text.Search.SetPattern(p, dir)
				answer := b.text.Search.Find(from, dir, 1)()
				msg, read := answered[linesearch.Result](t, answer), b.text.Search.Finder.Searched()
				if msg.OK || msg.Err != nil || read < int64(len(text)) || read > int64(len(text))+1 {
					t.Errorf("from %d, direction %d: %v, went through %d of %d bytes", from, dir, msg, read, len(text))
				}
				b.Run(func() tea.Msg { return answer })
				b.Says("not found: absent")
			}
		}
	})
}

// TestSearchInWhatArrives looks for a pattern in what comes of a stream, and above once nothing comes.
func TestSearchInWhatArrives(t *testing.T) {
	onStream(t, func(b *bench, write func(string), end func(error)) {
		write("needle\n" + numbered(30))
		b.goTo(5)
		cmd, err := b.text.Search.SearchFor("needle", search.Forward)
		if err != nil {
			b.T.Fatal(err)
		}
		b.Begin(cmd)
		b.Later()
		b.at(1)
		b.Says("from the top")
		if got := b.text.Search.MatchWords(); got != "match 1 of 1+" {
			t.Errorf("the footer says %q", got)
		}
		b.do(b.text.Search.SearchFor("absent", search.Forward))
		b.Later()
		b.Says("not found so far, and more is arriving: absent")
		write("absent no longer\n")
		b.Run(b.text.Search.NextMatch(1))
		b.Later()
		b.at(32)
		end(nil)
		b.Run(b.text.Search.CountOn())
		if got := b.text.Search.MatchWords(); got != "match 1 of 1" {
			t.Errorf("the footer says %q", got)
		}
	})
}

// TestASearchBeginsAgainInOtherBytes: the matches are forgotten, though not the pattern.
func TestASearchBeginsAgainInOtherBytes(t *testing.T) {
	onText(t, three, nil, func(b *bench) {
		b.do(b.text.Search.SearchFor("needle", search.Forward))
		b.Run(b.text.Search.ResetSearch())
		if s := b.text.Search; s.Found || s.MatchWords() != "" || s.Pattern == nil {
			t.Errorf("found %v, %q", s.Found, s.MatchWords())
		}
		b.Begin(b.text.Search.NextMatch(1)) // under way when the bytes change
		b.Run(b.text.Search.ResetSearch())
		if !b.text.Search.Found {
			t.Error("the search under way was given up")
		}
	})
}
