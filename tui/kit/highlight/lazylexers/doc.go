// Package lazylexers, which changes without notice, has chroma's package of lexers initialised when they are first
// used. At start, where Go initialises packages, that takes longer than all else up to the first screen, and chroma
// offers no other way: its files are in an unexported variable, and some twenty lexers are Go code that needs all
// others.
//
// It is for the program alone, which is why package tui imports it and no other package may: what else uses chroma's
// lexers in the same process would find them empty. The program tells package highlight of [Init].
package lazylexers
