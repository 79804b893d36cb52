// Package terminal is the layer between Bubble Tea and the terminal: it mends what Bubble Tea v1 does to a terminal
// that is slow, silent or far away, and knows what a terminal can show.
//
//   - Package quiet keeps the program from waiting for an answer while it starts.
//   - [Input] hands on only whole key and mouse sequences, and takes the terminal's answers to queries out.
//   - [Output] draws the screen at once instead of Bubble Tea's repaints by the clock.
//   - [Screen] finds the few bytes that make what a terminal shows another screen.
//
// # Where things are
//
//	input_*.go, sequence.go, paste.go  what is typed: whole keys and pastes, apart from the terminal's answers
//	output.go                          when a frame is written, and what is left out where the terminal is slow
//	screen.go, scroll.go               which rows have to be painted, and which have only moved
//	stroke.go, looks.go, pen.go        the cells of a row that differ, in strokes; the looks of cells; moves
//	tty_*.go, raw_*.go, drain_*.go     the terminal as the system has it
//	profile.go, clipboard.go           its colours; a text for its clipboard
//	terminal.go                        what it is asked, and what brings it back from all that was switched on
//
// # How a screen is drawn
//
// Rows that only moved are moved by margins and a line feed, or a reverse one. (The Linux console has no SU and SD.) Of
// the other rows the cells that differ are gathered in strokes: text in one look on one row. Margins, look and place
// stay as they are from one frame to the next.
//
// What is erased or scrolled in is so only while the terminal's own background is on, since terminals differ in what it
// becomes otherwise. After a character in the last column, and after one whose width terminals may not agree on, the
// cursor's column counts as not known. A frame below one kibibyte is no synchronised update: a terminal reads it whole
// before it shows any of it.
package terminal
