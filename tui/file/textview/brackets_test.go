package textview

import "testing"

// TestToBracket goes to the other one of a pair, over those inside it.
func TestToBracket(t *testing.T) {
	const text = "f(a, (b)) {\n  [1,\n  {2}]\n}\n)\n\x1b[1m[x\n]\n"
	for name, c := range map[string]struct {
		from    int64
		bracket byte
		n       int64
		line    int64 // where the cursor is then
		says    string
	}{
		"to the closing one":         {1, '{', 1, 4, ""},
		"to the opening one":         {4, '}', 1, 1, ""},
		"over those inside":          {2, '[', 1, 3, ""},
		"in the same line":           {1, '(', 1, 1, ""},
		"the second of a line":       {1, '(', 2, 1, ""},
		"of more than there are":     {1, '{', 9, 4, ""},
		"no bracket in the line":     {2, '(', 1, 2, "no ( in the line"},
		"without another":            {5, ')', 1, 5, "no matching ("},
		"not of an escape sequence":  {6, '[', 1, 7, ""},
		"back to one on a later row": {7, ']', 1, 6, ""},
	} {
		t.Run(name, func(t *testing.T) {
			onText(t, text, nil, func(b *bench) {
				b.goTo(c.from)
				b.Run(b.text.ToBracket(c.bracket, c.n))
				b.at(c.line)
				if b.Says(c.says); c.says == "" {
					b.Silent()
				}
			})
		})
	}
}

// TestNthBracket counts brackets of one kind, and takes the last where there are fewer.
func TestNthBracket(t *testing.T) {
	for line, want := range map[string][3]int{
		"":               {-1, -1, -1},
		"()":             {0, 0, 0},
		"(a) (b)":        {0, 4, 4},
		"\x1b(0 ( x (":   {4, 8, 8},
		"日(本((":          {3, 7, 8},
		"no bracket [{}": {-1, -1, -1},
	} {
		for i, want := range want {
			if got := nthBracket([]byte(line), '(', int64(i+1)); got != want {
				t.Errorf("the %d. of %q is at %d, not %d", i+1, line, got, want)
			}
		}
	}
}

// TestBracketOfAStream may come yet.
func TestBracketOfAStream(t *testing.T) {
	onStream(t, func(b *bench, write func(string), end func(error)) {
		write("{\n")
		b.Run(b.text.ToBracket('{', 1))
		b.Says("no matching } so far, and more is arriving")
		write("}\n")
		end(nil)
		b.Run(b.text.ToBracket('{', 1))
		b.at(2)
	})
}
