// Package late puts off the initialisation of some libraries until they are used. Go initialises every package of a
// program before main, also those that most runs never use; for a program that is to show a screen within milliseconds that
// is a large part of them, and these libraries offer no other way.
//
// How much each takes is in package tui's documentation. Whoever uses such a library calls [Libraries.Init] first, each
// time and from any goroutine: only the first call does something. What is not put off (see internal/task/put_off.go) was initialised as
// Go does by itself, and Init does nothing.
package late

import (
	"os"
	"sync"

	"eyeline/reader/late/internal/task"
)

// Libraries are packages that are used together.
type Libraries []*library

type library struct {
	once sync.Once
	task *task.Task
}

// Packages that several libraries need.
var (
	regexp2Syntax = &library{task: &task.RegexpSyntax}
	ansiParser    = &library{task: &task.ANSIParser}
	runeWidth     = &library{task: &task.RuneWidth}
	ansi          = &library{task: &task.ANSI}
)

// Libraries whose initialisation is put off. No package that is initialised at start may use one of them in its own
// initialisation.
var (
	// Lexers is chroma's table of lexers, and the parser of their patterns. It reads ten files, fills maps of words and
	// copies the tables of Unicode.
	Lexers = Libraries{regexp2Syntax, {task: &task.ChromaLexers}}
	// Tokenizer is github.com/tiktoken-go/tokenizer/codec.
	Tokenizer = Libraries{regexp2Syntax, {task: &task.Tokenizer}}
	// Packers are the packages that pack and unpack gzip, zstd and xz. They compute tables of checksums and of codes.
	Packers = Libraries{{task: &task.Flate}, {task: &task.Snappy}, {task: &task.Zstd}, {task: &task.XZ}}

	// Widths are github.com/charmbracelet/x/ansi and what it computes widths with: tables of characters and of the states of a
	// parser. Its FirstGraphemeCluster and its colours need none of that, see init.
	Widths = Libraries{ansiParser, runeWidth, ansi}
	// BubbleTea is Bubble Tea, and Widths, which it needs: the sequences and the names of keys, patterns, and its errors. It must be
	// initialised before a program reads a key, renders for itself or ends, and before a key or a mouse event is asked for its name.
	BubbleTea = Libraries{ansiParser, runeWidth, ansi, {task: &task.BubbleTea}}
)

// x/ansi reads this variable when it is initialised, and then FirstGraphemeCluster needs that. It imports os, too, so that its turn
// comes after this package's.
func init() {
	if os.Getenv("RUNEWIDTH_EASTASIAN") != "" {
		task.RuneWidth.Leave()
		task.ANSI.Leave()
	}
}

// Init initialises the libraries, unless that has been done.
func (l Libraries) Init() {
	for _, each := range l {
		each.once.Do(each.task.Run)
	}
}

// PutOff reports whether the initialisation of all was put off at start.
func (l Libraries) PutOff() bool {
	for _, each := range l {
		if !each.task.PutOff() {
			return false
		}
	}
	return true
}
