// Package crush is the search of Crush.
package crush

import (
	"strings"

	"eyeline/reader/agentsearch"
)

// common are the patterns that come before those of ignore files.
var common = strings.Fields("*.swp *.swo *~ .DS_Store Thumbs.db target build dist out bin obj *.o *.so *.dylib *.dll " +
	"*.exe *.log *.tmp *.temp *.pyc *.pyo vendor Cargo.lock package-lock.json yarn.lock pnpm-lock.yaml")

var searchCap = agentsearch.Cap{Most: 100, Unit: "matches", Order: "newest", Width: "500 columns"}

// Search is how Crush searches (SEARCH-crush).
var Search = &agentsearch.Profile{
	Name: "crush", Agent: "Crush", Version: "37f36e93", Tool: "grep",
	Rg: &agentsearch.Method{
		By: "ripgrep", Look: agentsearch.Ripgrep{Files: []string{".gitignore", ".crushignore"}, Absolute: true},
		OnTrouble: agentsearch.WithoutRg, Cap: searchCap,
	},
	NoRg: []*agentsearch.Method{{
		By: "its own search", Syntax: agentsearch.Go, Read: agentsearch.Sniffed, FollowsLinks: true,
		Look: agentsearch.GoWalk{Common: common, Config: "crush/ignore", Files: []string{".gitignore", ".crushignore"}},
		Cap:  searchCap,
	}},
}
