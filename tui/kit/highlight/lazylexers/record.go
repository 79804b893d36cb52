//go:build gc && go1.26 && !go1.27

package lazylexers

import "unsafe"

// record is what the linker makes of a package's initialisation: whether it has been done, how many functions it has,
// and after that the addresses of their code. It is runtime.initTask of Go 1.26.
type record struct{ state, functions uint32 }

// States of a record.
const (
	notDone = 0
	done    = 2
)

// lexersRecord is of chroma's lexers. In a program without that package it is a variable of this one, and empty.
//
//go:linkname lexersRecord github.com/alecthomas/chroma/v2/lexers..inittask
var lexersRecord record

var putOff bool

// init marks the lexers as initialised before it is their turn: Go initialises packages after those they import and,
// among those that could be next, in the order of their import paths. So this package must import nothing, and
// "eyeline/…" sorts before "github.com/…".
func init() {
	if lexersRecord.state == notDone && lexersRecord.functions > 0 {
		lexersRecord.state = done
		putOff = true
	}
}

// Init initialises chroma's lexers, unless that has been done. It must not be called by two goroutines at a time.
func Init() {
	if !putOff {
		return
	}
	putOff = false
	code := unsafe.Add(unsafe.Pointer(&lexersRecord), unsafe.Sizeof(lexersRecord))
	for range lexersRecord.functions {
		(*(*func())(unsafe.Pointer(&code)))() // a func value is the address of the address of its code
		code = unsafe.Add(code, unsafe.Sizeof(uintptr(0)))
	}
}
