package awk

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// printer keeps what a run prints.
type printer struct {
	run     *Run
	line    string // the current one, without its end
	out     strings.Builder
	unknown string
}

func (p *printer) Line()            { p.out.WriteString(p.line + p.run.RecordEnd()) }
func (p *printer) Text(text string) { p.out.WriteString(text) }
func (p *printer) Looks(int64)      {}

func (p *printer) Unknown(what string) {
	p.unknown = what
	p.run.End()
}

// run runs a script over a text. set has variables, "name=value".
func run(t *testing.T, script, text string, set ...string) *printer {
	t.Helper()
	s, bad := Parse(script)
	if bad != "" {
		t.Fatalf("%s is not read at %q", script, bad)
	}
	p := &printer{}
	p.run = s.NewRun(p)
	for _, assignment := range set {
		name, value, _ := strings.Cut(assignment, "=")
		p.run.Set(name, value)
	}
	p.run.SetText("FILENAME", "file")
	p.run.All("BEGIN", nil)
	number := 0
	for line := range bytes.Lines([]byte(text)) {
		if p.run.Exits || !s.ReadsLines() {
			break
		}
		number++
		line = bytes.TrimSuffix(line, []byte("\n"))
		p.line = string(line)
		p.run.SetNumber("NR", float64(number))
		p.run.SetNumber("FNR", float64(number))
		p.run.All("", line)
	}
	p.run.Exits = false
	p.run.All("END", []byte(p.line))
	return p
}

const poem = "one 1\ntwo  2 b\n\n  four:4\tx \nfive 5\n"

// TestScripts has what awk prints for scripts of each kind that is read.
func TestScripts(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{"NR==2", "two  2 b\n"},
		{"NR>=2 && NR<4", "two  2 b\n\n"},
		{"NR==2,NR==3", "two  2 b\n\n"},
		{"/two/,/four/", "two  2 b\n\n  four:4\tx \n"},
		{"/two/,/two/", "two  2 b\n"},
		{"/five/,/none/", "five 5\n"},
		{"!/o/", "\nfive 5\n"},
		{"/^one|^five/{print $2}", "1\n5\n"},
		{"{print $1}", "one\ntwo\n\nfour:4\nfive\n"},
		{"{print $NF}", "1\nb\n\nx\n5\n"},
		{"NF", "one 1\ntwo  2 b\n  four:4\tx \nfive 5\n"},
		{"NF==3{print NR\": \"$2}", "2: 2\n"},
		{"{print NF}", "2\n3\n0\n2\n2\n"},
		{"END{print NR}", "5\n"},
		{"BEGIN{print 1+2*3, 7%4, 1/4, -2, 1e3}", "7 3 0.25 -2 1000\n"},
		{"BEGIN{print 0.1+0.2, 100000*10, 1e6+0.5}", "0.3 1000000 1e+06\n"},
		{`BEGIN{OFS="-"; print "a", "b" "c"}`, "a-bc\n"},
		{`BEGIN{ORS="|"} NR<3`, "one 1|two  2 b|"},
		{"{n+=NF} END{print n}", "9\n"},
		{"NR%2==0", "two  2 b\n  four:4\tx \n"},
		{"$2==\"1\"", "one 1\n"},
		{"$2>1", "two  2 b\n  four:4\tx \nfive 5\n"},
		{"$1~/^t/", "two  2 b\n"},
		{"$1!~/o/", "\nfive 5\n"},
		{"length($0)>5", "two  2 b\n  four:4\tx \nfive 5\n"},
		{"length>7", "two  2 b\n  four:4\tx \n"},
		{"NR==1{next} NR<4{print \"x\" $1}", "xtwo\nx\n"},
		{"NR==2{exit} {print}", "one 1\n"},
		{"{if (NR<3) print \"a\"; else if (NR==3) print \"b\"; else print \"c\"}", "a\na\nb\nc\nc\n"},
		{`{printf "%d:%s;", NR, $1}`, "1:one;2:two;3:;4:four:4;5:five;"},
		{`BEGIN{printf "%-4s|%4d|%%\n", "ab", 42}`, "ab  |  42|%\n"},
		{"{print (NR>2) ? \"late\" : \"early\"}", "early\nearly\nlate\nlate\nlate\n"},
		{"NR==1||NR==5", "one 1\nfive 5\n"},
		{"NR==1;NR==1", "one 1\none 1\n"},
		{"# nothing\nNR==1 # the first\n", "one 1\n"},
		{"{print $1 > 3}", ""},
	} {
		s, bad := Parse(c.script)
		if c.want == "" {
			if bad == "" {
				t.Errorf("%s is read: %+v", c.script, s)
			}
			continue
		}
		if bad != "" {
			t.Errorf("%s is not read at %q", c.script, bad)
			continue
		}
		if p := run(t, c.script, poem); p.out.String() != c.want || p.unknown != "" {
			t.Errorf("%s prints %q, not %q; not imitated: %q", c.script, p.out.String(), c.want, p.unknown)
		}
	}
}

// TestExitStatus is that of the script.
func TestExitStatus(t *testing.T) {
	for script, want := range map[string]int{"NR==2{exit 3}": 3, "{exit}": 0, "NR==1{exit 1} END{exit}": 1, "1": 0} {
		if p := run(t, script, poem); p.run.Status != want {
			t.Errorf("%s ends with %d, not %d", script, p.run.Status, want)
		}
	}
}

// TestSeparators: blanks, a character, and an expression.
func TestSeparators(t *testing.T) {
	for _, c := range []struct{ fs, script, want string }{
		{":", "/:/{print $2}", "4\tx \n"},
		{"[0-9]+", "NR==1{print $1 \"|\" $2 \"|\" NF}", "one ||2\n"},
		{"\t", "NR==4{print $2}", "x \n"},
		{"o", "NR<3{print $1}", "\ntw\n"},
	} {
		if p := run(t, c.script, poem, "FS="+c.fs); p.out.String() != c.want {
			t.Errorf("FS=%q: %s prints %q, not %q", c.fs, c.script, p.out.String(), c.want)
		}
	}
}

// TestNumbersOfTheCommandLine are compared as numbers where they look like some, as fields are.
func TestNumbersOfTheCommandLine(t *testing.T) {
	for _, c := range []struct{ set, script, want string }{
		{"s=2", "NR>=s && NR<=s", "two  2 b\n"},
		{"s=10", "BEGIN{if (s > 9) print \"more\"; else print \"less\"}", "more\n"},
		{"s=x", "BEGIN{if (s > 9) print \"a text\"}", "a text\n"},
		{"s=", "BEGIN{if (s) print \"yes\"; else print \"no\"}", "no\n"},
	} {
		if p := run(t, c.script, poem, c.set); p.out.String() != c.want {
			t.Errorf("-v %s %s prints %q, not %q", c.set, c.script, p.out.String(), c.want)
		}
	}
}

// TestWhatIsNotImitated is refused with its place, or when it runs; nothing is guessed.
func TestWhatIsNotImitated(t *testing.T) {
	for script, at := range map[string]string{
		"{while (1) print}":           "while",
		"function f() {}":             "function",
		"{print > \"out\"}":           "> \"out\"",
		"{print | \"sort\"}":          "| \"sort\"",
		"BEGIN{system(\"id\")}":       "system",
		"{getline; print}":            "getline",
		"{a[1]=2}":                    "[1]",
		"{print":                      "its end",
		"NR==":                        "its end",
		"{print \"no end}":            "\"no end}",
		"/no end":                     "/no end",
		"BEGIN{NR=3}":                 "",
		"{print gensub(/a/,\"b\",1)}": "gensub",
		"@include \"x\"":              "@",
	} {
		if _, bad := Parse(script); bad == "" || !strings.Contains(bad, at) {
			t.Errorf("%s is refused at %q, not %q", script, bad, at)
		}
	}
	deep := strings.Repeat("(", 10_000) + "1" + strings.Repeat(")", 10_000)
	if _, bad := Parse("BEGIN{print " + deep + "}"); bad == "" {
		t.Error("an expression of any depth is read")
	}
}

// TestCanSet: what counts records, or is a word of the language, is set by no option.
func TestCanSet(t *testing.T) {
	for name, want := range map[string]bool{
		"n": true, "start_1": true, "FS": true, "OFS": true, "ORS": true,
		"": false, "NR": false, "FNR": false, "NF": false, "FILENAME": false, "RS": false, "print": false,
		"getline": false, "IGNORECASE": false, "a-b": false, "é": false,
	} {
		if got := CanSet(name); got != want {
			t.Errorf("CanSet(%q) is %v", name, got)
		}
	}
}

// FuzzParse: no script makes the parser or a run panic.
func FuzzParse(f *testing.F) {
	for _, script := range []string{
		"NR==1", "{print $1, $NF}", "/a/,/b/{n++} END{print n}", `BEGIN{printf "%s%d", "a", 1}`, "$(", "{if(1)print;else",
	} {
		f.Add(script)
	}
	f.Fuzz(func(t *testing.T, script string) {
		s, bad := Parse(script)
		if (s == nil) != (bad != "") {
			t.Fatalf("%q: %v, refused at %q", script, s, bad)
		}
		if s != nil && len(script) < 200 {
			run(t, script, fmt.Sprintf("a b\n%d\n", len(script)))
		}
	})
}
