//go:build gc && go1.26 && !go1.27

// Package task puts off the initialisation of single packages. It must import nothing; package late is for all others.
package task

import "unsafe"

// record is what the linker makes of a package's initialisation: whether it has been done, how many functions it has, and
// after that the addresses of their code. It is runtime.initTask of Go 1.26; with other versions nothing is put off
// (at_start.go), so a change of it costs time and nothing else.
type record struct{ state, functions uint32 }

// States of a record.
const (
	recordOpen = 0
	recordDone = 2
)

// Each is the record of the package named. In a program without that package it is a variable of this one, and empty.
var (
	//go:linkname regexp2SyntaxRecord github.com/dlclark/regexp2/v2/syntax..inittask
	regexp2SyntaxRecord record
	//go:linkname chromaLexersRecord github.com/alecthomas/chroma/v2/lexers..inittask
	chromaLexersRecord record
	//go:linkname tokenizerRecord github.com/tiktoken-go/tokenizer/codec..inittask
	tokenizerRecord record
	//go:linkname flateRecord github.com/klauspost/compress/flate..inittask
	flateRecord record
	//go:linkname snappyRecord github.com/klauspost/compress/internal/snapref..inittask
	snappyRecord record
	//go:linkname zstdRecord github.com/klauspost/compress/zstd..inittask
	zstdRecord record
	//go:linkname xzRecord github.com/ulikunitz/xz..inittask
	xzRecord record
	//go:linkname clipboardRecord github.com/atotto/clipboard..inittask
	clipboardRecord record
	//go:linkname shebangRecord mvdan.cc/sh/v3/fileutil..inittask
	shebangRecord record
	//go:linkname ansiParserRecord github.com/charmbracelet/x/ansi/parser..inittask
	ansiParserRecord record
	//go:linkname runewidthRecord github.com/mattn/go-runewidth..inittask
	runewidthRecord record
	//go:linkname ansiRecord github.com/charmbracelet/x/ansi..inittask
	ansiRecord record
	//go:linkname bubbleteaRecord github.com/charmbracelet/bubbletea..inittask
	bubbleteaRecord record
)

// Each is the initialisation of the package named.
var (
	RegexpSyntax = Task{record: &regexp2SyntaxRecord}
	ChromaLexers = Task{record: &chromaLexersRecord}
	Tokenizer    = Task{record: &tokenizerRecord}
	Flate        = Task{record: &flateRecord}
	Snappy       = Task{record: &snappyRecord}
	Zstd         = Task{record: &zstdRecord}
	XZ           = Task{record: &xzRecord}
	ANSIParser   = Task{record: &ansiParserRecord}
	RuneWidth    = Task{record: &runewidthRecord}
	ANSI         = Task{record: &ansiRecord}
	BubbleTea    = Task{record: &bubbleteaRecord}

	// These are never run: they come with other packages, for what nothing here does.
	clipboard = Task{record: &clipboardRecord} // comes with the text input; looks for programs in every folder of PATH
	shebang   = Task{record: &shebangRecord}   // comes with the parser of shell commands, for printing them
)

// Task is the initialisation of a package.
type Task struct {
	record *record
	putOff bool
}

// init marks the packages as initialised before it is their turn: Go initialises packages after those they import and,
// among those that could be next, in the order of their import paths. This package imports nothing, and "eyeline/…" sorts before
// "github.com/…".
func init() {
	for _, t := range []*Task{
		&RegexpSyntax, &ChromaLexers, &Tokenizer, &Flate, &Snappy, &Zstd, &XZ, &clipboard, &shebang, &ANSIParser, &RuneWidth, &ANSI, &BubbleTea,
	} {
		if t.record.state == recordOpen && t.record.functions > 0 {
			t.record.state, t.putOff = recordDone, true
		}
	}
}

// PutOff reports whether the package was not initialised at start.
func (t *Task) PutOff() bool { return t.putOff }

// Leave has a package initialised at start after all. It must be called before it would be its turn.
func (t *Task) Leave() {
	if t.putOff {
		t.record.state, t.putOff = recordOpen, false
	}
}

// Run calls the functions that would have been called at start.
func (t *Task) Run() {
	if !t.putOff {
		return
	}
	code := unsafe.Add(unsafe.Pointer(t.record), unsafe.Sizeof(*t.record))
	for range t.record.functions {
		(*(*func())(unsafe.Pointer(&code)))() // a func value is the address of the address of its code
		code = unsafe.Add(code, unsafe.Sizeof(uintptr(0)))
	}
}
