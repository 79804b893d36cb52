// Package maintained tells which files of a repository people keep by hand, and which come from programs, from
// elsewhere, are what tests read, or only grow.
package maintained

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"eyeline/reader/internal/lazy"
)

// Why nobody keeps a file by hand.
const (
	Generated = "generated"
	Vendored  = "vendored"
	TestData  = "test data"
	Changelog = "changelog"
	Data      = "data"
)

// asideFolders are the names of folders by which their files are vendored, test data or data.
var asideFolders = map[string]string{
	"vendor": Vendored, "node_modules": Vendored, "third_party": Vendored, "third-party": Vendored,
	"3rdparty": Vendored, "bower_components": Vendored,
	"testdata": TestData, "fixtures": TestData, "__fixtures__": TestData, "__snapshots__": TestData,
	"_asm": Data, // assembly, instruction by instruction, as Go's tool avo wants it
}

// dataNames are the extensions of data, and whole names of lists that only grow; textNames those of files that are no
// programs, and no tests below a folder for tests.
var (
	dataNames = []string{
		".csv", ".tsv", ".jsonl", ".golden", ".snap", ".log", ".dat", ".svg", ".vcxproj", ".pbxproj", "THANKS",
		"AUTHORS",
	}
	textNames = []string{".txt", ".json", ".xml", ".html", ".in", ".out"}
)

// testFolders are the names of folders for tests.
var testFolders = []string{"test", "tests", "__tests__", "spec", "bench", "benches", "benchmarks"}

// changelogs are the names of files that tell of releases.
var changelogs = lazy.Regexp(`(?i)^([0-9]+-)?(changelog|changes|history|news|releases|release[-_]?notes)` +
	`([-_.]?v?[0-9][0-9a-z.]*)?(\.(md|markdown|txt|rst|adoc|html|xml))?$`)

// generatedNames are files that programs write, whatever is in them.
var generatedNames = []string{
	"package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "Cargo.lock", "poetry.lock", "uv.lock",
	"composer.lock", "Gemfile.lock", "go.sum", "flake.lock",
}

// WhyNot is why nobody keeps a file by hand, Generated, Vendored, TestData, Changelog or Data, from its slash-separated
// path in the repository, its beginning, a part of its middle, and all of it where that is known; "" where somebody
// does. The folders are those that code hosts leave out of their counts of languages, too.
func WhyNot(below string, head, middle, all []byte) string {
	folders := strings.Split(strings.ToLower(path.Dir(below)), "/")
	if folders[0] == "deps" {
		return Vendored
	}

	for _, f := range folders {
		if why := asideFolders[f]; why != "" {
			return why
		}
	}

	name := path.Base(below)
	ext := path.Ext(below)
	isData := slices.Contains(dataNames, cmp.Or(ext, name))
	isText := isData || slices.Contains(textNames, ext)
	switch {
	case isTestData(folders, name, isText, head):
		return TestData
	case changelogs().MatchString(name):
		return Changelog
	case isGenerated(name, ext, head, middle):
		return Generated
	case isData, ext == ".txt" && isList(middle, ""), !isText && isDataInCode(below, head, middle, all):
		return Data
	}

	return ""
}

// isTestData reports whether a file in a folder of tests is what they read, and not a test.
func isTestData(folders []string, name string, isText bool, head []byte) bool {
	i := slices.IndexFunc(folders, isTestFolder)
	if i < 0 {
		return false
	}
	return isText || ofDefect().MatchString(name) || slices.Contains(folders[i:], "data") ||
		bytes.HasPrefix(head, []byte("// errorcheck"))
}

// isGenerated reports whether a program wrote a file, by its name, by what it says of itself, or by its long lines.
func isGenerated(name, ext string, head, middle []byte) bool {
	if slices.Contains(generatedNames, name) || saysGenerated(head) || ext == ".map" {
		return true
	}
	isPage := slices.Contains([]string{".js", ".mjs", ".css", ".html"}, ext)
	return isPage && (minified(head) || minified(middle))
}

// isDataInCode reports whether a program is mostly data.
func isDataInCode(below string, head, middle, all []byte) bool {
	long := len(middle) > 8000 // of a short one all tools give all
	return isLiteral(head) || isTable(middle) ||
		long && (IsOfTests(below) && (isNumbers(middle) || isNumbers(all)) || isRows(middle) && isRows(all) ||
			isList(middle, "abcdefghijklmnopqrstuvwxyz"))
}

// ofDefect is the name of an example that shows a defect of a number.
var ofDefect = lazy.Regexp(`(?i)^(bug|issue|gh|pr)[-_]?[0-9]+`)

// mostly reports whether nine of ten lines of a part of a file are of a kind, the first and the last of them not
// counted, which may be parts of lines; of one without line ends, what is between commas.
func mostly(part []byte, is func(line []byte) bool) bool {
	const least = 20
	end := []byte{'\n'}
	if !bytes.Contains(part, end) {
		end[0] = ','
	}

	lines := bytes.Count(part, end) + 1
	i := 0
	others := (lines - 2) / 10
	for line := range bytes.SplitSeq(part, end) {
		i++
		if i > 1 && i < lines && !is(bytes.TrimSpace(line)) {
			others--
			if others < 0 {
				return false
			}
		}
	}

	return lines >= least
}

// isList reports whether nearly all lines of a part of a text begin with the same word and go on otherwise than the one
// before, as a record's do. The word begins with one of some letters where these are given.
func isList(part []byte, letters string) bool {
	var first, before []byte
	return mostly(part, func(line []byte) bool {
		word, rest, _ := bytes.Cut(line, []byte{' '})
		if first == nil {
			first = word
		}

		again := bytes.Equal(rest, before)
		before = rest
		begins := letters == "" || bytes.ContainsAny(word[:min(len(word), 1)], letters)
		return len(word) > 0 && begins && bytes.Equal(word, first) && !again
	})
}

var (
	quoted  = lazy.Regexp(`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`)
	literal = lazy.Regexp(`^(?:nil|null|None|true|false)\b`)
	number  = lazy.Regexp(`[0-9]+`)
)

// isNumbers reports whether so much of a test, or of a part of one, is digits that it is vectors, payloads and such.
func isNumbers(part []byte) bool {
	digits := 0
	for c := byte('0'); c <= '9'; c++ {
		digits += bytes.Count(part, []byte{c})
	}
	return digits*5 > len(part)
}

// isRows reports whether half the lines of a program, or of a part of one, begin with a number or give a name one, or a
// third of its bytes are lines of base64.
func isRows(part []byte) bool {
	const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="
	rows := 0
	encoded := 0

	for line := range bytes.Lines(part) {
		line = bytes.TrimSpace(line)
		value := bytes.TrimLeft(line[bytes.IndexByte(line, '=')+1:], " \t{-")
		if len(value) > 0 && '0' <= value[0] && value[0] <= '9' {
			rows++
		}
		if len(line) >= 60 && len(bytes.Trim(line, base64)) == 0 {
			encoded += len(line)
		}
	}

	return 2*rows > bytes.Count(part, []byte{'\n'}) || 3*encoded > len(part)
}

// isTable reports whether nearly all lines of a part of a program are rows of literals, or parts of one, or differ from
// the line before only in numbers.
func isTable(part []byte) bool {
	var before, form []byte
	return mostly(part, func(line []byte) bool {
		const marks = ";=" // of statements
		if (len(line) == 0 || bytes.IndexByte([]byte("\"'{}[]()0123456789-"), line[0]) >= 0 || literal().Match(line)) &&
			(!bytes.ContainsAny(line, marks) || !bytes.ContainsAny(quoted().ReplaceAll(line, nil), marks)) {
			return true
		}

		again := bytes.Equal(line, before)
		last := form
		before = line
		form = nil

		if bytes.ContainsAny(line, "0123456789") {
			form = number().ReplaceAll(line, nil)
		}

		return !again && len(form) > 0 && bytes.Equal(form, last)
	})
}

// testName is the name of a test.
var testName = lazy.Regexp(`^test_|[_.](test|spec)s?\.|Tests?\.[a-z]+$`)

// IsOfTests reports whether a file is a test by its name, or lies in a folder for tests.
func IsOfTests(below string) bool {
	folders := strings.Split(path.Dir(below), "/")
	return testName().MatchString(path.Base(below)) || slices.ContainsFunc(folders, isTestFolder)
}

func isTestFolder(name string) bool { return slices.Contains(testFolders, name) }

// isLiteral reports whether most of the beginning of a file, which has at most 8,000 bytes, is without a blank.
func isLiteral(head []byte) bool {
	const most, blanks = 4000, " \t\n\v\f\r"
	head = head[bytes.LastIndexAny(head[:min(len(head), most)], blanks)+1:]
	end := bytes.IndexAny(head, blanks)
	return end > most || end < 0 && len(head) > most
}

// headLines is how many lines of a file are looked at for a word that it is generated, headSize how many bytes.
const headLines, headSize = 40, 2000

// saysGenerated reports whether a file says in its first lines that a program writes it: a line has "@generated", a
// comment begins with "generated by", or "generated" is near a line with "do not edit", as Go, protocol buffers and
// others have it.
func saysGenerated(head []byte) bool {
	lower := bytes.ToLower(head[:min(len(head), headSize)])
	if !bytes.Contains(lower, []byte("generated")) {
		return false
	}

	lines := bytes.SplitN(lower, []byte{'\n'}, headLines+1)
	made := -1
	still := -1
	const near = 3
	for i, line := range lines[:min(len(lines), headLines)] {
		words := bytes.TrimLeft(line, "/#*;<!- \t")
		says := len(words) < len(line) && bytes.HasPrefix(words, []byte("generated by "))
		if says || bytes.Contains(line, []byte("@generated")) {
			return true
		}
		if bytes.Contains(line, []byte("generated")) {
			made = i
		}
		if bytes.Contains(line, []byte("do not edit")) || bytes.Contains(line, []byte("do not modify")) {
			still = i
		}
		if made >= 0 && still >= 0 && max(made-still, still-made) <= near {
			return true
		}
	}

	return false
}

// minified reports whether the beginning of a script has so long lines on average that no person wrote them.
func minified(head []byte) bool {
	const most = 200 // bytes of a line
	return len(head)/(bytes.Count(head, []byte{'\n'})+1) > most
}
