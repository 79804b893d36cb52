// Package noquery, which changes without notice, keeps the program from asking the terminal anything while it starts.
//
// Bubble Tea v1 asks for the terminal's background colour in its package initialisation and waits up to five seconds
// for a terminal that does not answer. It asks through termenv, which asks nothing where TERM is "dumb". So this
// package sets TERM to that before Bubble Tea is initialised, and [Restore] puts the old value back afterwards and
// before main.
//
// Go initialises packages in the order of their import paths, each as soon as what it imports is initialised. This
// package imports nothing but os, so it is ready as soon as os is. Bubble Tea cannot be initialised before
// text/template, which termenv imports and which needs os too. Of the two, the lesser path goes first: this package is
// in time under every module path that sorts before "text/template", whether it sorts before github.com/charmbracelet
// or after it. It must therefore import nothing else.
package noquery

import "os"

var term, hadTerm = os.LookupEnv("TERM")

func init() { _ = os.Setenv("TERM", "dumb") } // where it cannot be set, the start is slow on a silent terminal

// Restore gives TERM the value that the program was started with. It is called by the initialisation of a package that
// imports Bubble Tea, so that main, and every program started from it, sees the real value.
func Restore() {
	if hadTerm {
		_ = os.Setenv("TERM", term)
	} else {
		_ = os.Unsetenv("TERM")
	}
}
