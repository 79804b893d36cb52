//go:build !gc || !go1.26 || go1.27

package task

// With a version of Go that put_off.go was not written for, everything is initialised at start.
var RegexpSyntax, ChromaLexers, Tokenizer, Flate, Snappy, Zstd, XZ, ANSIParser, RuneWidth, ANSI, BubbleTea Task

// Task is the initialisation of a package.
type Task struct{}

// PutOff reports whether the package was not initialised at start.
func (*Task) PutOff() bool { return false }

// Leave has a package initialised at start after all.
func (*Task) Leave() {}

// Run calls the functions that would have been called at start.
func (*Task) Run() {}
