package coverage

import (
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/lists"
	"eyeline/reader/transcript/transcripttest"
)

// TestReadsThatAlterLines: an edit is not called blind after a read of the file that printed its lines in pieces or with
// other letters. One that printed other lines, or none, does not count.
func TestReadsThatAlterLines(t *testing.T) {
	t.Parallel()
	const long = "the quick brown fox jumps over the lazy dog and then over another one that sleeps near the river at night"
	const text = "first line of the file\n" + long + "\n"
	now := strings.Replace(text, "quick", "slow", 1)
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "a"), []byte(now))
	edit := transcripttest.ClaudeStep(2, "/w", "Edit", object{"file_path": "/w/a"}, "ok", object{
		"structuredPatch": []object{{"oldStart": 2, "oldLines": 1, "lines": []string{"-" + long, "+" + "the slow" + long[9:]}}},
	})

	for command, c := range map[string]struct {
		printed string
		isBlind bool
	}{
		"cat a | fold -w 80":                      {"first line of the file\n" + long[:80] + "\n" + long[80:] + "\n", false},
		"fold -w 80 a":                            {"first line of the file\n" + long[:80] + "\n" + long[80:] + "\n", false},
		"rev a":                                   {"elif eht fo enil tsrif\n", false},
		"tr a-z A-Z < a":                          {strings.ToUpper(text), false},
		"sed 's/o/0/g' a":                         {strings.ReplaceAll(text, "o", "0"), false},
		"strings a | tr a-z A-Z":                  {strings.ToUpper(text), false},
		"awk '{print toupper($0)}' a":             {strings.ToUpper(text), false},
		"mawk '{$0=toupper($0)}1' a":              {strings.ToUpper(text), false},
		"echo \"$(awk '{print toupper($0)}' a)\"": {strings.ToUpper(text), false},
		"for f in a; do awk '{print toupper($0)}' $f; done":                {strings.ToUpper(text), false},
		`find . -name a -exec awk '{print toupper($0)}' {} \;`:             {strings.ToUpper(text), false},
		"awk '{gsub(/o/,\"0\")}1' a":                                       {strings.ReplaceAll(text, "o", "0"), false},
		"sed 'y/abcdefghijklmnopqrstuvwxyz/ABCDEFGHIJKLMNOPQRSTUVWXYZ/' a": {strings.ToUpper(text), false},
		`sed -E 's/(.*)/\U\1/' a`:                                          {strings.ToUpper(text), false},
		`sed -n 's/.*/\U&/p' a`:                                            {strings.ToUpper(text), false},
		`x=$(cat a); echo "${x^^}"`:                                        {strings.ToUpper(text), false},
		`while read -r l; do echo "${l^^}"; done < a`:                      {strings.ToUpper(text), false},
		`python3 -c "print(open('a').read().upper())"`:                     {strings.ToUpper(text), false},
		"perl -pe '$_ = uc' a":                                             {strings.ToUpper(text), false},
		"dd if=a conv=ucase":                                               {strings.ToUpper(text), false},
		"awk 'END{print NR}' a":                                            {"2\n", true},
		"awk '{print $2}' a":                                               {"line\nquick\n", true},
		"strings a | wc -l":                                                {"2\n", true},
		"head -1 a":                                                        {"first line of the file\n", true},
		"wc -l a":                                                          {"2 a\n", true},
		"md5sum a":                                                         {"d41d8cd98f00b204e9800998ecf8427e  a\n", true},
		"ls -l a":                                                          {"-rw-r--r-- 1 u u 45 Jan 1 a\n", true},
		"stat a":                                                           {"  File: a\n", true},
		"tr a-z A-Z < 'a":                                                  {"sh: 1: Syntax error: Unterminated quoted string\n", false},
		"ls -l a | tr -s ' '":                                              {"-rw-r--r-- 1 u u 45 Jan 1 a\n", true},
		"ls -l a 2>/dev/null | awk '{print toupper($0)}'":                  {"-RW-R--R-- 1 U U 45 JAN 1 A\n", true},
		"stat a | sort -k 2 | tr a-z A-Z":                                  {"  FILE: B\n", true},
		"du -h a; echo Upper":                                              {"4.0K\ta\nUpper\n", true},
		"md5sum a | cut -d ' ' -f 1":                                       {"d41d8cd98f00b204e9800998ecf8427e\n", true},
		"./test a | tr a-z A-Z":                                            {strings.ToUpper(text), false},
		"/usr/bin/stat a | tr a-z A-Z":                                     {"  FILE: B\n", true},
		"ls a | xargs cat | tr a-z A-Z":                                    {strings.ToUpper(text), false},
		"ls a | while read f; do tr a-z A-Z < $f; done":                    {strings.ToUpper(text), false},
		"ls a | tr a-z A-Z < a":                                            {strings.ToUpper(text), false},
		"ls a | awk '{print toupper($0)}' a":                               {strings.ToUpper(text), false},

		"ls a | awk '{while ((getline l < $1) > 0) print toupper(l)}'": {strings.ToUpper(text), false},
		"echo $(cat a) | tr a-z A-Z":                                   {strings.ToUpper(text), false},
		"ls -l a; python3 -c \"print(open('a').read().upper())\"":      {strings.ToUpper(text), false},
	} {
		run := transcripttest.ClaudeStep(1, "/w", "Bash", object{"command": command}, c.printed, nil) + edit
		of, err := Of(t.Context(), transcripttest.Decode(t, "run.jsonl", run), dir)
		if err != nil {
			t.Fatal(err)
		}
		edits := of.Edits(true)
		if len(edits) != 1 || edits[0].IsBlind() != c.isBlind {
			t.Errorf("after %s the edit is blind: %v, want %v", command, !c.isBlind, c.isBlind)
			continue
		}
		const why = "call 1 names the file and printed nothing of these lines"
		if c.isBlind && lists.HasWord("stat md5sum ls", strings.Fields(command)[0]) && edits[0].Reason() != why {
			t.Errorf("after %s the reason is %q", command, edits[0].Reason())
		}
	}
}
