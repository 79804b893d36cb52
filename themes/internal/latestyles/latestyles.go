// Package latestyles keeps chroma's styles package from parsing its 74 style files when the program starts.
//
// That package's initialisation costs 4.4 ms and 40,000 allocations, more than half of the time that a first screen
// may take, for the one style that is used. The package reads its files from an unexported embed.FS; this package
// empties that variable before it is read, and gives the files out later.
//
// It works because Go initialises packages in dependency order and, among those that are ready, in the order of
// their import paths: this package imports nothing but the standard library, and "eyeline/…" sorts before
// "github.com/…". Should a later chroma rename the variable, the linker leaves ours empty, Files reports false, and
// chroma's own registry, then filled as it is by itself, is to be used. A test checks the first case.
package latestyles

import (
	"embed"
	_ "unsafe" // for go:linkname
)

//go:linkname chromaFiles github.com/alecthomas/chroma/v2/styles.embedded
var chromaFiles embed.FS

// files is what chromaFiles held.
var files embed.FS

func init() {
	files, chromaFiles = chromaFiles, embed.FS{}
}

// Files returns chroma's style files, "NAME.xml" each, and whether they were kept from being parsed.
func Files() (embed.FS, bool) {
	return files, files != embed.FS{}
}
