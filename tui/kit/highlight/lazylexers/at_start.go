//go:build !gc || !go1.26 || go1.27

package lazylexers

// Init does nothing: with a version of Go that record.go was not written for, the lexers are initialised at start.
func Init() {}
