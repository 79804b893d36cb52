package js

import "testing"

// The words are those of Node.js 22; sixty thousand texts made at random gave the same.
func TestV8Error(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":[1,{"b":null}]}`: "", ` -1.5e+7 `: "", "": "Unexpected end of JSON input", `"\`: "Unexpected end of JSON input",
		"{":                                    "Expected property name or '}' in JSON at position 1 (line 1 column 2)",
		`{"a"`:                                 "Expected ':' after property name in JSON at position 4 (line 1 column 5)",
		`{"a":1`:                               "Expected ',' or '}' after property value in JSON at position 6 (line 1 column 7)",
		`{"a":1,}`:                             "Expected double-quoted property name in JSON at position 7 (line 1 column 8)",
		"[1\r\n 2]":                            "Expected ',' or ']' after array element in JSON at position 5 (line 2 column 2)",
		"1 2":                                  "Unexpected non-whitespace character after JSON at position 2 (line 1 column 3)",
		"[-]":                                  "No number after minus sign in JSON at position 2 (line 1 column 3)",
		"01":                                   "Unexpected number in JSON at position 1 (line 1 column 2)",
		"1.":                                   "Unterminated fractional number in JSON at position 2 (line 1 column 3)",
		"1e":                                   "Exponent part is missing a number in JSON at position 2 (line 1 column 3)",
		`tr"`:                                  "Unexpected string in JSON at position 2 (line 1 column 3)",
		`"a`:                                   "Unterminated string in JSON at position 2 (line 1 column 3)",
		"\"a\n\"":                              "Bad control character in string literal in JSON at position 2 (line 1 column 3)",
		`"\q"`:                                 "Bad escaped character in JSON at position 2 (line 1 column 3)",
		`"\u00"`:                               "Bad Unicode escape in JSON at position 5 (line 1 column 6)",
		"NaN":                                  `"NaN" is not valid JSON`,
		"not":                                  `Unexpected token 'o', "not" is not valid JSON`,
		"😀":                                    "Unexpected token '\ufffd', \"😀\" is not valid JSON",
		"[1,2,3,4,5,6,7,8,9,10,x,11,12,13,14]": `Unexpected token 'x', ...",7,8,9,10,x,11,12,13"... is not valid JSON`,
		"x long text that goes on":             `Unexpected token 'x', "x long tex"... is not valid JSON`,
		"[1,2,3,4,5,6,7,8,9,x]":                `Unexpected token 'x', ..."5,6,7,8,9,x]" is not valid JSON`,
	} {
		if got := V8Error(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
