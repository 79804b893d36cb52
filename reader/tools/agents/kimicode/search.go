package kimicode

import (
	"slices"
	"strings"
	"time"

	"eyeline/reader/agentsearch"
)

// searchGlobs are what Kimi Code excludes from ripgrep's search.
var searchGlobs = func() []string {
	globs := []string{".git", ".svn", ".hg", ".bzr", ".jj", ".sl", "**/.env"}
	for _, key := range keyNames {
		globs = append(globs, "**/"+key, "**/"+key+"[-_]*",
			"**/"+key+".{bak,backup,copy,disabled,key,old,orig,pem,save,tmp}")
	}
	for _, cloud := range []string{".aws", ".gcp"} {
		globs = append(globs, "**/"+cloud+"/credentials", "**/"+cloud+"/credentials/**")
	}
	return globs
}()

// keyNames are names of private keys.
var keyNames = []string{"id_rsa", "id_ed25519", "id_ecdsa"}

// keyEndings may follow the name of a secret.
var keyEndings = []string{".bak", ".backup", ".copy", ".disabled", ".key", ".old", ".orig", ".pem", ".save", ".tmp"}

// isSecret reports whether Kimi Code removes a file from the answer by its name.
func isSecret(rel string) bool {
	rel = strings.ToLower(rel)
	name := rel[strings.LastIndexByte(rel, '/')+1:]
	if name == ".env" {
		return true
	}
	if ending, ok := strings.CutPrefix(name, ".env."); ok {
		return !slices.Contains([]string{"example", "sample", "template"}, ending)
	}

	for _, secret := range append([]string{"credentials"}, keyNames...) {
		rest, ok := strings.CutPrefix(name, secret)
		if ok && (rest == "" || rest[0] == '-' || rest[0] == '_' || slices.Contains(keyEndings, rest)) {
			return true
		}
	}

	return false
}

// maxListed is the limit of files in an answer.
const maxListed = 250

// Search is how Kimi Code searches (SEARCH-kimi_code).
var Search = &agentsearch.Profile{
	Name: Tool.Name, Agent: Tool.Origin.Agent, Version: Tool.Origin.Newest(), Tool: "Grep",
	Rg: &agentsearch.Method{
		By: "ripgrep", Selector: agentsearch.Ripgrep{Hidden: true, Globs: searchGlobs, Absolute: true},
		Filters: []agentsearch.Filter{agentsearch.Secrets{Is: isSecret}}, OnTrouble: agentsearch.Refused,
		PathStyle: agentsearch.Slashed,
		Cap:       agentsearch.Cap{Most: maxListed, Unit: "files", Order: "newest", Tick: time.Second}, Say: saySearch,
	},
	NoRg: []*agentsearch.Method{{
		By: "no engine", Fails: "ripgrep is fetched from the network, and where that fails each search is an error",
	}},
	Aside: "an rg on the login shell's PATH is found, too",
}
