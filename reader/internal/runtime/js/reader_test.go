package js

import "testing"

// TestReaderValue: literals become JSON.
func TestReaderValue(t *testing.T) {
	for script, want := range map[string]string{
		`{}`:                                   `{}`,
		`{ cmd: "a", 'b c': 1e4, $x: null, }`:  `{"cmd":"a","b c":10000,"$x":null}`,
		`{a:{b:{c:true}}}`:                     `{"a":{"b":{"c":true}}}`,
		"`two\nlines`":                         `"two\nlines"`,
		`'it\'s \x41\u0042\u{43}\ud83d\ude00'`: `"it's ABC😀"`,
		`"a\
b"`: `"ab"`,
		`-0.5`:      `-0.5`,
		`[1]`:       "",
		`{a: b}`:    "",
		`{a: 1 b}`:  "",
		`{1: 2}`:    "",
		"`${a}`":    "",
		`"a`:        "",
		"\"a\nb\"":  "",
		`"\u12"`:    "",
		`"\1"`:      "",
		`0x`:        "",
		`undefined`: "",
	} {
		r := &Reader{Rest: script}
		got, ok := r.Value()
		if ok != (want != "") || ok && (string(got) != want || r.Rest != "") {
			t.Errorf("%s: %s, %v, want %s", script, got, ok, want)
		}
	}
}

// TestReaderStatement: identifiers and signs with any space around them, and what ends a statement.
func TestReaderStatement(t *testing.T) {
	r := &Reader{Rest: "\u00a0const  x=await tools . run ( ) \n text(x);;"}
	if r.Word("let") || !r.Word("const") {
		t.Fatal("a word that is not next was taken, or one that is was not")
	}
	if name := r.Name(); name != "x" {
		t.Fatalf("the name is %q", name)
	}
	if !r.All("=", "await", "tools", ".", "run", "(", ")") || !r.End() || !r.All("text", "(", "x", ")") || !r.End() || r.Rest != ";" {
		t.Errorf("%q is left", r.Rest)
	}
}
