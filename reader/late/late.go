// Package late puts off the initialisation of some libraries until they are used. Go initialises every package of a
// program before main, also those that most runs never use; for a program that is to show a screen within milliseconds that
// is a large part of them, and these libraries offer no other way.
//
// How much each takes is in package tui's documentation. Whoever uses such a library calls [Libraries.Init] first, each
// time and from any goroutine: only the first call does something. What is not put off (see put_off.go) was initialised as
// Go does by itself, and Init does nothing.
package late

import "sync"

// Libraries are packages that are used together.
type Libraries []*library

type library struct {
	once sync.Once
	task *task
}

var regexp2Syntax = &library{task: &regexp2SyntaxTask}

// Libraries whose initialisation is put off. No package that is initialised at start may use one of them in its own
// initialisation.
var (
	// Lexers is chroma's table of lexers, and the parser of their patterns. It reads ten files, fills maps of words and
	// copies the tables of Unicode.
	Lexers = Libraries{regexp2Syntax, {task: &chromaLexersTask}}
	// Tokenizer is github.com/tiktoken-go/tokenizer/codec.
	Tokenizer = Libraries{regexp2Syntax, {task: &tokenizerTask}}
	// Packers are the packages that pack and unpack gzip, zstd and xz. They compute tables of checksums and of codes.
	Packers = Libraries{{task: &flateTask}, {task: &snappyTask}, {task: &zstdTask}, {task: &xzTask}}

	// unused are never initialised: they come with other packages, for what nothing here does.
	unused = Libraries{
		{task: &clipboardTask}, // comes with the text input; looks for programs in every folder of PATH
		{task: &shebangTask},   // comes with the parser of shell commands, for printing them
	}
)

// Init initialises the libraries, unless that has been done.
func (l Libraries) Init() {
	for _, each := range l {
		each.once.Do(each.task.run)
	}
}

// PutOff reports whether the initialisation of all was put off at start.
func (l Libraries) PutOff() bool {
	for _, each := range l {
		if !each.task.putOff {
			return false
		}
	}
	return true
}
