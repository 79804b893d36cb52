package shellreads_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"eyeline/reader/transcript/shellreads"
	"eyeline/reader/transcript/transcripttest"
)

func TestShellReads(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"cat a.go", "/w/a.go 1-$"},
		{"cat a.go b.go", "/w/a.go 1-$|/w/b.go 1-$"},
		{"cat -n a.go", "/w/a.go 1-$ nl"},
		{"cat 'with space.txt' \"two.txt\" thr\\ ee", "/w/with space.txt 1-$|/w/two.txt 1-$|/w/thr ee 1-$"},
		{"head a.go", "/w/a.go 1-10"},
		{"head -n 25 /x/a.go", "/x/a.go 1-25"},
		{"head -25 a.go", "/w/a.go 1-25"},
		{"tail -n +20 a.go | head -n 5", "/w/a.go 20-24"},
		{"tail -n 5 a.go", "/w/a.go ?"},
		{"nl -ba a.go | tail -n 5", "/w/a.go 1-$ nl"},
		{"sed -n '10,20p' a.go", "/w/a.go 10-20"},
		{"sed -n 10p a.go", "/w/a.go 10-10"},
		{"sed -n '10,$p' a.go", "/w/a.go 10-$"},
		{"sed -n '5,+3p' a.go", "/w/a.go 5-8"},
		{"sed -n -e '1,5p;20,25p' a.go", "/w/a.go 1-5|/w/a.go 20-25"},
		{"sed -n '10,20p;20q' a.go", "/w/a.go 10-20"},
		{"sed 20q a.go", "/w/a.go 1-20"},
		{"nl -ba src/queue.go | sed -n '10,20p'", "/w/src/queue.go 10-20 nl"},
		{"cat a.go | sed -n '100,200p' | head -n 50", "/w/a.go 100-149"},
		{"awk 'NR>=10 && NR<=20' a.go", "/w/a.go 10-20"},
		{"awk 'NR==10,NR==20 {print}' a.go", "/w/a.go 10-20"},
		{"awk 'NR==7{print $0}' a.go", "/w/a.go 7-7"},
		{"grep -n 'func' a.go", "/w/a.go 1-$ grep"},
		{"grep -n -C 3 func a.go b.go", "/w/a.go 1-$ rg|/w/b.go 1-$ rg"},
		{"rg -n func a.go", "/w/a.go 1-$ grep"},
		{"git show HEAD~1:src/a.go", "HEAD~1:src/a.go 1-$"},
		{"git show HEAD:a.go | sed -n '3,4p'", "HEAD:a.go 3-4"},
		{"cd src && sed -n 1,5p a.go && cat ../b.go", "/w/src/a.go 1-5|/w/b.go 1-$"},
		{"cat a.go; echo ---; cat b.go", `/w/a.go 1-$|"---\n"|/w/b.go 1-$`},
		{"cat a.go 2>/dev/null", "/w/a.go 1-$"},
		{"cat a.go || true", "/w/a.go 1-$"},
		{"mkdir -p x && cat a.go", "/w/a.go 1-$"},
		{"cat a.go > b.go", ""},
		{"cat > b.go <<'E'\ntext\nE", ""},
		{"{ cat a.go; }", "/w/a.go 1-$"},

		// What cannot be resolved names the files, and no lines.
		{"cat a.go | python3 -c 'x'", "/w/a.go ? ..."},
		{"nl a.go", "/w/a.go ? ..."},
		{"sed 's/a/b/' a.go", "/w/a.go ? ..."},
		{"sed -n '/func/,/}/p' a.go", "/w/a.go ? ..."},
		{"grep func a.go", "/w/a.go ? ..."},
		{"grep -c -n func a.go", "/w/a.go ? ..."},
		{"head -n 3 a.go b.go", "/w/a.go ?|/w/b.go ? ..."},
		{"cat a.go | tail -n +5 | nl -ba", "/w/a.go ? ..."},
		{"cat *.go", "..."},
		{"cat $FILE", "..."},
		{"for f in a b; do cat $f; done", "/w/a 1-$|/w/b 1-$"},
		{"for f in a b; do echo $f; sed -n 1,2p src/${f}.go; done", `"a\n"|/w/src/a.go 1-2|"b\n"|/w/src/b.go 1-2`},
		{"for f in $x; do cat $f; done", "..."},
		{"wc -l a.go && sed -n 3,4p a.go", `""|/w/a.go 3-4`},
		{"bat -p a.go", "/w/a.go 1-$"},
		{"bat a.go", "/w/a.go ? ..."},
		{"sed -i '' 's/a/b/' a.go", ""},
		{"sed -i.bak 's/a/b/' a.go && cat a.go", "/w/a.go 1-$"},
		{"ls && cat a.go", "/w/a.go 1-$ ..."},
		{"make", "..."},
		{"cat 'unfinished", "..."},
		{"cat a.go &", "..."},
		{"cat <(ls)", "..."},
		{strings.Repeat("(", 40000), "..."},
		{"sed -n '9223372036854775807,9223372036854775807p' a.go | tail -n +9223372036854775807", "/w/a.go 9223372036854775807-$"},
		{"", ""},
	} {
		shown, whole := shellreads.Reads(c.command, "/w")
		var got []string
		for _, s := range shown {
			text := s.Path
			switch {
			case s.Path == "":
				text = fmt.Sprintf("%q", s.Literal)
			case s.From == 0:
				text += " ?"
			case s.To == math.MaxInt64:
				text += fmt.Sprintf(" %d-$", s.From)
			default:
				text += fmt.Sprintf(" %d-%d", s.From, s.To)
			}
			if s.Rev != "" {
				text = s.Rev + ":" + text
			}
			got = append(got, text+[]string{"", " nl", " grep", " rg"}[s.Numbers])
		}
		line := strings.Join(got, "|")
		if !whole {
			line = strings.TrimSpace(line + " ...")
		}
		if line != c.want {
			t.Errorf("%.60s\n got %s\nwant %s", c.command, line, c.want)
		}
	}
}

func FuzzShellReads(f *testing.F) {
	for _, seed := range []string{"cat a | sed -n '1,5p'", "awk 'NR>=1&&NR<2' x", "git show a:b; echo x", "tail -n +3 a|head -2", "{ cat x; } || true", "wc 0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, command string) {
		shown, _ := shellreads.Reads(command, "/w")
		for _, s := range shown {
			if s.From < 0 || s.From > 0 && s.To < 0 || s.Path == "" && s.Literal == "" && s.Other == 0 {
				t.Fatalf("%+v", s)
			}
		}
	})
}

func TestAssign(t *testing.T) {
	for _, c := range []struct{ command, out, want string }{
		{"cat a", "x\ny\n", "/w/a 1:x 2:y"},
		{"cat a", "x\ny", "/w/a 1:x 2:y"},
		{"sed -n 5,7p a", "x\ny\nz\n", "/w/a 5:x 6:y 7:z"},
		{"sed -n 5,7p a", "x\n", "/w/a 5:x"},
		{"sed -n 5,6p a", "x\ny\nz\n", "/w/a"},
		{"sed -n 1,2p a && cat b", "x\ny\nz\n", "/w/a 1:x 2:y|/w/b 1:z"},
		{"cat a; echo ---; sed -n 2,3p b", "x\ny\n---\nb2\nb3\n", "/w/a 1:x 2:y|/w/b 2:b2 3:b3"},
		{"cat a; echo ---; sed -n 2,3p b", "x\ny\n---\nb2\n", "/w/a|/w/b"},
		{"cat a b", "x\ny\n", "/w/a|/w/b"},
		{"nl -ba a | tail -n 2", "     8\tx\n     9\ty\n", "/w/a 8:x 9:y"},
		{"grep -n f a", "3:if\n17:for:\n", "/w/a 3:if 17:for:"},
		{"grep -n -C1 f a", "2-x\n3:if\n--\n9:f\n", "/w/a 2:x 3:if 9:f"},
		{"rg -n f", "src/a.go:3:if x\nsrc/b-1.go:4:for\nsrc/a.go:9:f\n", "/w/src/a.go 3:if x 9:f|/w/src/b-1.go 4:for"},
		{"grep -rn f .", "./a.go:3:if x\n", "/w/a.go 3:if x"},
		{"cat a", "", "/w/a"},
		{"tail -n 3 a", "x\ny\nz\n", "/w/a"},
	} {
		shown, whole := shellreads.Reads(c.command, "/w")
		if !whole {
			t.Errorf("%s: it is not known", c.command)
		}
		var got []string
		for _, r := range shellreads.Assign(shown, c.out) {
			text := r.Path
			for _, l := range r.Lines {
				text += fmt.Sprintf(" %d:%s", l.Number, r.Text[l.Start:l.End])
			}
			got = append(got, text)
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.command, strings.Join(got, "|"), c.want)
		}
	}
}

func TestShellEdits(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"cat > a.txt <<'EOF'\none\n$two\nEOF", `/w/a.txt whole "one\n$two\n"`},
		{"cat <<EOF > /x/a.txt\none\nEOF", `/x/a.txt whole "one\n"`},
		{"cat >> a.txt <<EOF\none\nEOF", `/w/a.txt new ["one\n"]`},
		{"cd sub && cat > a <<'E'\nx\nE\n", `/w/sub/a whole "x\n"`},
		{"apply_patch <<'EOF'\n" + transcripttest.Patch + "\nEOF", `/w/new.go whole "package x\n\n"|/w/old.go new ["one\ntwo" "three"]|/w/dead.go deleted`},
		{"cat > a <<EOF\n$HOME\nEOF", ""},
		{"cat > $F <<'EOF'\nx\nEOF", ""},
		{"cat a.txt", ""},
		{"python3 - <<'EOF'\nprint(1)\nEOF", ""},
		{"cat > a <<'EOF", ""},
	} {
		if got := transcripttest.DescribeEdits(shellreads.Edits(c.command, "/w")); got != c.want {
			t.Errorf("%.40q\n got %s\nwant %s", c.command, got, c.want)
		}
	}
}
