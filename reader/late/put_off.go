//go:build gc && go1.26 && !go1.27

package late

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
)

var (
	regexp2SyntaxTask = task{record: &regexp2SyntaxRecord}
	chromaLexersTask  = task{record: &chromaLexersRecord}
	tokenizerTask     = task{record: &tokenizerRecord}
	flateTask         = task{record: &flateRecord}
	snappyTask        = task{record: &snappyRecord}
	zstdTask          = task{record: &zstdRecord}
	xzTask            = task{record: &xzRecord}
	clipboardTask     = task{record: &clipboardRecord}
	shebangTask       = task{record: &shebangRecord}
)

// task is the initialisation of a package.
type task struct {
	record *record
	putOff bool
}

// init marks the packages as initialised before it is their turn: Go initialises packages after those they import and,
// among those that could be next, in the order of their import paths. This package imports no more than each of them does,
// and "eyeline/…" sorts before "github.com/…".
func init() {
	for _, libraries := range []Libraries{Lexers, Tokenizer, Packers, unused} {
		for _, each := range libraries {
			if t := each.task; t.record.state == recordOpen && t.record.functions > 0 {
				t.record.state, t.putOff = recordDone, true
			}
		}
	}
}

// run calls the functions that would have been called at start.
func (t *task) run() {
	if !t.putOff {
		return
	}
	code := unsafe.Add(unsafe.Pointer(t.record), unsafe.Sizeof(*t.record))
	for range t.record.functions {
		(*(*func())(unsafe.Pointer(&code)))() // a func value is the address of the address of its code
		code = unsafe.Add(code, unsafe.Sizeof(uintptr(0)))
	}
}
