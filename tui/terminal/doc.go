// Package terminal, which changes without notice, is the layer between Bubble Tea and the terminal: it mends what
// Bubble Tea v1 does to a terminal that is slow, silent or far away, and knows what a terminal can show.
//
//   - Package quiet keeps the program from waiting for an answer while it starts.
//   - [Input] hands on only whole key and mouse sequences, and takes the terminal's answers to queries out.
//   - [Output] draws the screen at once instead of Bubble Tea's repaints by the clock.
//   - Package paint finds the few bytes that make what a terminal shows another screen, and package sgr those that make
//     one look of text another.
//
// # Where things are
//
//	input_*.go, sequence.go, paste.go  what is typed: whole keys and pastes, apart from the terminal's answers
//	output.go                          when a frame is written, and what is left out where the terminal is slow
//	tty_*.go, raw_*.go, drain_*.go     the terminal as the system has it
//	profile.go, clipboard.go           its colours; a text for its clipboard
//	terminal.go                        what it is asked, and what brings it back from all that was switched on
package terminal
