package roocode

import (
	"strings"
	"testing"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

func TestRooCodeBeyondItsCases(t *testing.T) {
	systemtest.SkipOnWindows(t, "the cases have paths of POSIX")
	dir := toolstest.Tree(t, map[string]string{
		"a.txt":        "one\ntwo\nthree\n",
		"b.txt":        "uno\ndos",
		"raw.bin":      "\x00\x01",
		"half.txt":     strings.Repeat("a", 1996) + "🙂\xffbbbbb",
		"secret/k.txt": "key\n",
		"link.txt":     "-> secret/k.txt",
		".rooignore":   "secret/\n*.log\n!keep.log\n",
		"x.log":        "x\n", "keep.log": "kept\n",
	})
	const blocked = "\nError: {\"status\":\"error\",\"type\":\"access_denied\",\"message\":\"Access blocked by .rooignore\",\"path\":\""
	const advice = "\",\"suggestion\":\"Try to continue without this file, or ask the user to update the .rooignore file\"}"
	for args, want := range map[string]string{
		`{"path":"half.txt"}`:                      "File: half.txt\n1 | " + strings.Repeat("a", 1996) + "\uFFFD...",
		`{"path":"secret/k.txt"}`:                  "File: secret/k.txt" + blocked + "secret/k.txt" + advice,
		`{"path":"link.txt"}`:                      "File: link.txt" + blocked + "link.txt" + advice,
		`{"path":"x.log"}`:                         "File: x.log" + blocked + "x.log" + advice,
		`{"path":".rooignore"}`:                    "File: .rooignore" + blocked + ".rooignore" + advice,
		`{"path":"keep.log"}`:                      "File: keep.log\n1 | kept\n2 | ",
		`{"path":[1,null,{}]}`:                     "File: 1,,[object Object]\nError: The \"paths[1]\" argument must be of type string. Received an instance of Array",
		`{"path":"a\u0000b"}`:                      "File: a\x00b\nError: The argument 'path' must be a string, Uint8Array, or URL without null bytes. Received '" + dir + "/a\\x00b'",
		`{"files":[{"path":"a.txt"}]}`:             "File: a.txt\n1 | one\n2 | two\n3 | three\n4 | ",
		`{"files":"[{\"path\":\"b.txt\"}]"}`:       "File: b.txt\n1 | uno\n2 | dos",
		`{"files":"none","path":"b.txt"}`:          "File: b.txt\n1 | uno\n2 | dos",
		`{"files":[{"path":"secret"}]}`:            "File: secret" + "\nError: Cannot read 'secret' because it is a directory.",
		`{"files":[{"path":"raw.bin"}]}`:           "File: raw.bin\nError: Cannot read binary file",
		`{"path":"raw.bin"}`:                       "File: raw.bin\nBinary file (bin) - content not displayed",
		`{"files":[{"path":"no"},{"path":"nor"}]}`: "File: no\nError: ENOENT: no such file or directory, stat '" + dir + "/no'\n\n---\n\nFile: nor\nError: ENOENT: no such file or directory, stat '" + dir + "/nor'",
		`{"files":[{"path":"a.txt","line_ranges":["2-9",[3,3],[0,1],{"start":"1","end":1},"x",[9,9]]},{"path":"no"},{"path":"b.txt"}]}`: "File: a.txt\n2 | two\n3 | three\n4 | \n3 | three\n1 | one\n1 | one" +
			"\n\n---\n\nFile: no\nError: ENOENT: no such file or directory, stat '" + dir + "/no'\n\n---\n\nFile: b.txt\n1 | uno\n2 | dos",
	} {
		if got, _, _ := toolstest.Ask(t, Tool, tools.Env{Root: dir}, args); got != want {
			t.Errorf("%s\n got %q\nwant %q", args, got, want)
		}
	}
	r, err := Tool.Read(t.Context(), tools.Env{Root: dir}, []byte(`{"path":"a.txt","limit":2}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(r.NextArgs); got != `{"path":"a.txt","offset":3,"limit":2}` {
		t.Errorf("the next call is %s", got)
	}
	_ = r.Close()
}
