// Package byhand tells which files of a repository people keep by hand, and which come from programs, from
// elsewhere, are what tests read, or only grow.
package byhand

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Why nobody keeps a file by hand.
const (
	Generated = "generated"
	Vendored  = "vendored"
	TestData  = "test data"
	Changelog = "changelog"
	Data      = "data"
)

// asideFolders are the names of folders by which their files are vendored or test data.
var asideFolders = map[string]string{
	"vendor": Vendored, "node_modules": Vendored, "third_party": Vendored, "third-party": Vendored,
	"3rdparty": Vendored, "bower_components": Vendored,
	"testdata": TestData, "fixtures": TestData, "__fixtures__": TestData, "__snapshots__": TestData,
}

// dataNames are the extensions of files below a folder for tests that are no tests.
var dataNames = []string{
	".txt", ".csv", ".tsv", ".json", ".jsonl", ".xml", ".html", ".golden", ".snap", ".in", ".out", ".log", ".dat",
}

// testFolders are the names of folders for tests.
var testFolders = []string{"test", "tests", "bench", "benches", "benchmarks"}

// changelogNames are the names of files that tell of releases, without their extensions and in lower case.
var changelogNames = []string{"changelog", "changes", "history", "news", "releases", "release-notes", "release_notes"}

// generatedNames are files that programs write, whatever is in them.
var generatedNames = []string{
	"package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "Cargo.lock", "poetry.lock", "uv.lock",
	"composer.lock", "Gemfile.lock", "go.sum", "flake.lock",
}

// WhyNot is why nobody keeps a file by hand, Generated, Vendored, TestData, Changelog or Data, from its slash-separated
// path in the repository, its beginning, and a part of its middle; "" where somebody does. The folders are those that
// code hosts leave out of their counts of languages, too.
func WhyNot(below string, head, middle []byte) string {
	folders := strings.Split(path.Dir(below), "/")
	if folders[0] == "deps" {
		return Vendored
	}
	for _, f := range folders {
		if why := asideFolders[f]; why != "" {
			return why
		}
	}
	name, ext := path.Base(below), path.Ext(below)
	tests := slices.ContainsFunc(folders, isTestFolder)
	if tests && (slices.Contains(dataNames, ext) || ofDefect.MatchString(name)) {
		return TestData
	}
	if slices.Contains(changelogNames, strings.ToLower(strings.TrimSuffix(name, ext))) {
		return Changelog
	}
	if slices.Contains(generatedNames, name) || saysGenerated(head) {
		return Generated
	}
	switch ext {
	case ".map":
		return Generated
	case ".js", ".mjs", ".css", ".html":
		if minified(head) || minified(middle) {
			return Generated
		}
	}
	switch isText := slices.Contains(dataNames, ext); {
	case ext == ".svg", ext == ".txt" && isList(middle), !isText && (isLiteral(head) || isTable(middle)):
		return Data
	}
	return ""
}

// ofDefect is the name of an example that shows a defect of a number.
var ofDefect = regexp.MustCompile(`(?i)^(bug|issue|gh|pr)[-_]?[0-9]+`)

// mostly reports whether nine of ten lines of a part of a file are of a kind, the first and the last of them not
// counted, which may be parts of lines; one without line ends is of no kind.
func mostly(part []byte, is func(line []byte) bool) bool {
	const least = 20
	lines := bytes.Split(part, []byte{'\n'})
	if len(lines) < least {
		return false
	}
	n := 0
	for _, line := range lines[1 : len(lines)-1] {
		if is(bytes.TrimSpace(line)) {
			n++
		}
	}
	return n*10 >= (len(lines)-2)*9
}

// isList reports whether nearly all lines of a part of a text begin with the same word and go on otherwise than the one
// before, as a record's do.
func isList(part []byte) bool {
	var first, before []byte
	return mostly(part, func(line []byte) bool {
		word, rest, _ := bytes.Cut(line, []byte{' '})
		if first == nil {
			first = word
		}
		again := bytes.Equal(rest, before)
		before = rest
		return len(word) > 0 && bytes.Equal(word, first) && !again
	})
}

// isTable reports whether nearly all lines of a part of a program are rows of literals, or parts of one.
func isTable(part []byte) bool {
	return mostly(part, func(line []byte) bool {
		literal := len(line) == 0 || strings.IndexByte(`"'{}[]()0123456789-`, line[0]) >= 0
		return literal && !bytes.ContainsAny(line, ";=")
	})
}

// IsTest reports whether a file is a test by its name. Long lines of tests are what they compare with.
func IsTest(name string) bool {
	name = path.Base(name)
	return strings.HasPrefix(name, "test_") ||
		slices.ContainsFunc([]string{"_test.", ".test.", ".spec."}, func(s string) bool { return strings.Contains(name, s) })
}

// IsOfTests reports whether a file is a test, or lies in a folder for tests.
func IsOfTests(below string) bool {
	return IsTest(below) || slices.ContainsFunc(strings.Split(path.Dir(below), "/"), isTestFolder)
}

func isTestFolder(name string) bool { return slices.Contains(testFolders, name) }

// isLiteral reports whether most of the beginning of a file is without a blank.
func isLiteral(head []byte) bool {
	const most = 4000 // bytes
	return slices.ContainsFunc(bytes.Fields(head), func(f []byte) bool { return len(f) > most })
}

// headLines is how many lines of a file are looked at for a word that it is generated, headSize how many bytes.
const headLines, headSize = 40, 2000

// saysGenerated reports whether a file says in its first lines that a program writes it: a line has "@generated", a
// comment begins with "generated by", or "generated" is near a line with "do not edit", as Go, protocol buffers and
// others have it.
func saysGenerated(head []byte) bool {
	lines := bytes.SplitN(bytes.ToLower(head[:min(len(head), headSize)]), []byte{'\n'}, headLines+1)
	made, still := -1, -1
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
