// Package byhand tells which files of a repository people keep by hand, and which come from programs, from
// elsewhere, are what tests read, or only grow.
package byhand

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// Why nobody keeps a file by hand.
const (
	Generated = "generated"
	Vendored  = "vendored"
	TestData  = "test data"
	Changelog = "changelog"
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

// changelogNames are the names of files that tell of releases, without their extensions and in lower case.
var changelogNames = []string{"changelog", "changes", "history", "news", "releases", "release-notes", "release_notes"}

// generatedNames are files that programs write, whatever is in them.
var generatedNames = []string{
	"package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "Cargo.lock", "poetry.lock", "uv.lock",
	"composer.lock", "Gemfile.lock", "go.sum", "flake.lock",
}

// WhyNot is why nobody keeps a file by hand, Generated, Vendored, TestData or Changelog, from its slash-separated
// path in the repository and its beginning; "" where somebody does. The folders are those that code hosts leave out
// of their counts of languages, too.
func WhyNot(below string, head []byte) string {
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
	tests := slices.ContainsFunc(folders, func(f string) bool { return f == "test" || f == "tests" })
	if tests && slices.Contains(dataNames, ext) {
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
		if minified(head) {
			return Generated
		}
	}
	return ""
}

// headLines is how many lines of a file are looked at for a word that it is generated, headSize how many bytes.
const headLines, headSize = 40, 2000

// saysGenerated reports whether a file says in its first lines that a program writes it: a line has "@generated", or
// "generated" near a line with "do not edit", as Go, protocol buffers and others have it.
func saysGenerated(head []byte) bool {
	lines := bytes.SplitN(bytes.ToLower(head[:min(len(head), headSize)]), []byte{'\n'}, headLines+1)
	made, still := -1, -1
	const near = 3
	for i, line := range lines[:min(len(lines), headLines)] {
		if bytes.Contains(line, []byte("@generated")) {
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
