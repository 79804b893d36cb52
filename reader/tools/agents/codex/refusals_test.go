package codex

import (
	"strings"
	"testing"
)

// TestCodexRefusals checks the words and places that the contract's cases do not show. They are those of serde_json 1.0.149,
// the version that codex had.
func TestCodexRefusals(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"file_path":"/a","offset":-`, `EOF while parsing a value at line 1 column 28`},
		{`{"file_path":"/a","offset":-}`, `invalid number at line 1 column 29`},
		{`{"x":-`, `invalid number at line 1 column 6`},
		{`{"x":-}`, `invalid number at line 1 column 7`},
		{`{"file_path":"/a","offset":1.`, `EOF while parsing a value at line 1 column 29`},
		{`{"file_path":"/a","offset":1.}`, `invalid number at line 1 column 30`},
		{`{"file_path":"/a","offset":1e`, `EOF while parsing a value at line 1 column 29`},
		{`{"file_path":"/a","offset":1e+}`, `invalid number at line 1 column 31`},
		{`{"file_path":"/a","offset":1e400}`, `number out of range at line 1 column 32`},
		{`{"file_path":"/a","offset":0e99999999999}`, "invalid type: floating point `0.0`, expected usize at line 1 column 40"},
		{`{"file_path":"/a","offset":1e-99999999999}`, "invalid type: floating point `0.0`, expected usize at line 1 column 41"},
		{`{"file_path":"/a","offset":1e99999999999}`, `number out of range at line 1 column 39`},
		{`{"file_path":"/a","offset":-1e-5}`, "invalid type: floating point `-0.00001`, expected usize at line 1 column 32"},
		{`{"file_path":"/a","offset":1e-6}`, "invalid type: floating point `1e-6`, expected usize at line 1 column 31"},
		{`{"file_path":"/a","offset":1` + strings.Repeat("0", 124) + `}`, "invalid type: floating point `1e+124`, expected usize at line 1 column 152"},
		{`{"file_path":"/a","offset":0.1234567890123456789012345}`, "invalid type: floating point `0.12345678901234568`, expected usize at line 1 column 54"},
		{`{"file_path":"/a","offset":123456789.123456789e-300}`, "invalid type: floating point `1.2345678912345678e-292`, expected usize at line 1 column 51"},
		{`{"file_path":"/a","offset":2.2250738585072014e-308}`, "invalid type: floating point `2.2250738585072014e-308`, expected usize at line 1 column 50"},
		{`{"file_path":"/a","offset":1.7976931348623157e308}`, "invalid type: floating point `1.7976931348623157e+308`, expected usize at line 1 column 49"},
		{`{"file_path":"/a","offset":-9223372036854775808}`, "invalid value: integer `-9223372036854775808`, expected usize at line 1 column 47"},
		{`{"file_path":"/a","offset":-9223372036854775809}`, "invalid type: floating point `-9.223372036854776e+18`, expected usize at line 1 column 47"},
		{`{"file_path":"/a","offset":01}`, `invalid number at line 1 column 29`},
		{`{"file_path":"/a","mode":{}}`, `expected value at line 1 column 27`},
		{`{"file_path":"/a","mode":{`, `EOF while parsing a value at line 1 column 26`},
		{`{"file_path":"/a","mode":{"slice"}}`, "expected `:` at line 1 column 34"},
		{`{"file_path":"/a","mode":{"slice":1}}`, "invalid type: integer `1`, expected unit at line 1 column 35"},
		{`{"file_path":"/a","mode":{"Slice":null}}`, "unknown variant `Slice`, expected `slice` or `indentation` at line 1 column 33"},
		{`{"file_path":"/a","mode":["slice"]}`, `expected value at line 1 column 26`},
		{`{"file_path":"/a","mode":null}`, `expected value at line 1 column 26`},
		{`{"file_path":"/a","mode":"sl\u0069ce"}`, ``},
		{"{\"file_path\":\"/a\",\"mode\":\"a`\\n\\\"b\"}", "unknown variant `a`\n\"b`, expected `slice` or `indentation` at line 1 column 34"},
		{`{"file_path":"\ud800"}`, `unexpected end of hex escape at line 1 column 21`},
		{`{"file_path":"\ud800\n"}`, `unexpected end of hex escape at line 1 column 22`},
		{`{"file_path":"\ud800\u0041"}`, `lone leading surrogate in hex escape at line 1 column 26`},
		{`{"file_path":"\udc00"}`, `lone leading surrogate in hex escape at line 1 column 20`},
		{`{"file_path":"\ud83d\ude00","offset":"\ud83d\ude00"}`, `invalid type: string "😀", expected usize at line 1 column 51`},
		{`{"file_path":"\u12`, `EOF while parsing a string at line 1 column 18`},
		{`{"file_path":"\u12g4"}`, `invalid escape at line 1 column 20`},
		{`{"file_path":"\q"}`, `invalid escape at line 1 column 16`},
		{"{\"file_path\":\"a\nb\"}", `control character (\u0000-\u001F) found while parsing a string at line 2 column 0`},
		{"{\"file_path\":\"a\tb\"}", `control character (\u0000-\u001F) found while parsing a string at line 1 column 16`},
		{"{\n  \"file_path\":\"/a\",\n  \"offset\":\n\"1\"}", `invalid type: string "1", expected usize at line 4 column 3`},
		{"{\"file_path\":\"/a\"}\n\nx", `trailing characters at line 3 column 1`},
		{`{"file_path":"/a","indentation":{}`, `EOF while parsing an object at line 1 column 34`},
		{`{"file_path":"/a","indentation":{"max_levels":null}}`, `invalid type: null, expected usize at line 1 column 50`},
		{`{"file_path":"/a","indentation":[1,2,true,false,3,4]}`, `trailing characters at line 1 column 51`},
		{`{"file_path":"/a","indentation":[]}`, ``},
		{`["/a",1,2,"slice",null,1]`, `trailing characters at line 1 column 24`},
		{`["/a",1,2,"slice",null,]`, `trailing comma at line 1 column 24`},
		{`[]`, `invalid length 0, expected struct ReadFileArgs with 5 elements at line 1 column 2`},
		{`["/a"`, `EOF while parsing a list at line 1 column 5`},
		{`{"file_path":"/a","file_path":"/b"}`, "duplicate field `file_path` at line 1 column 29"},
		{`{"file_path":"/a","indentation":{"max_lines":1,"max_lines":2}}`, "duplicate field `max_lines` at line 1 column 58"},
		{`{"file_path":"/a","offset":"\u0000\u007f\u0085'\u200b\u09be"}`, `invalid type: string "\0\u{7f}\u{85}'\u{200b}\u{9be}", expected usize at line 1 column 60`},
		{`{"file_path":"/a",,}`, `key must be a string at line 1 column 19`},
		{`{"file_path":"/a",}`, `trailing comma at line 1 column 19`},
		{`{"file_path" "/a"}`, "expected `:` at line 1 column 14"},
		{`{"file_path":"/a" "offset":1}`, "expected `,` or `}` at line 1 column 19"},
		{``, `EOF while parsing a value at line 1 column 0`},
		{" \n ", `EOF while parsing a value at line 2 column 1`},
		{`nul`, `EOF while parsing a value at line 1 column 3`},
		{`nulx`, `expected ident at line 1 column 4`},
		{`tru`, `EOF while parsing a value at line 1 column 3`},
		{`"x"`, `invalid type: string "x", expected struct ReadFileArgs at line 1 column 3`},
		{`{"file_path":nul}`, `expected ident at line 1 column 17`},
		{"\ufeff{\"file_path\":\"/a\"}", `expected value at line 1 column 1`},
		{`{"file_path":true}`, "invalid type: boolean `true`, expected a string at line 1 column 17"},
		{`{"file_path":[`, `invalid type: sequence, expected a string at line 1 column 13`},
		{`{"x":[}`, `expected value at line 1 column 7`},
		{`{"x":{,}}`, `key must be a string at line 1 column 7`},
		{`{"x":{"a":1,}}`, `key must be a string at line 1 column 13`},
		{`{"x":"\u12"}`, `invalid escape at line 1 column 12`},
		{`{"x":1.e5}`, `invalid number at line 1 column 8`},
		{`{"x":01}`, `invalid number at line 1 column 7`},
		{`{"x":1e}`, `invalid number at line 1 column 8`},
		{`{"x":tru}`, `expected ident at line 1 column 9`},
		{`{"x":`, `EOF while parsing a value at line 1 column 5`},
	} {
		got := ""
		if _, err := parseArgs([]byte(c.text), 2000, Tool.Policy); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%.80q:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}
