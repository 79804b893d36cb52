// Package symbols, which changes without notice, finds the symbols of a source as Zed's outlines have them (contract
// zed, Symbols): exactly for sound text in Go, Python and Rust. Lines are 1-based and inclusive.
package symbols
