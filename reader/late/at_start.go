//go:build !gc || !go1.26 || go1.27

package late

// With a version of Go that put_off.go was not written for, everything is initialised at start.
var regexp2SyntaxTask, chromaLexersTask, tokenizerTask, flateTask, snappyTask, zstdTask, xzTask, clipboardTask, shebangTask task

type task struct{ putOff bool }

func (*task) run() {}
