package pane

import "context"

// Where says on which row of the pane the target of a jump is shown.
type Where uint8

// The rows.
const (
	Near   Where = iota // where it is if it is visible, else the nearest row: the pane scrolls as little as possible
	Top                 // the first row
	Middle              // where it is if it is visible, else the middle row
	Bottom              // the last row
)

// Move is a change of a pane's place.
type Move struct {
	kind  moveKind
	n     int64
	off   int64
	find  func(context.Context) (int64, error)
	where Where

	position Position // of returnTo

	show         target
	end          int64 // of the bytes to show, the offset after them
	undoSideways bool  // see UndoSideways
	search       bool  // see UntilJump
	loads        int   // how many pages were loaded for the move
}

type moveKind uint8

const (
	stay     moveKind = iota // load again at the same place
	cursorBy                 // the cursor by n units
	scrollBy                 // the screen by n rows, the cursor with it
	rollBy                   // the screen by n rows, the cursor only when it would be off the screen
	toOffset                 // the cursor to the unit with the byte at off
	returnTo                 // the cursor and the screen to where they were
	intoView                 // nothing but the screen, for the bytes [off, end)
)

// Stay moves nothing; it loads the page again.
func Stay() Move { return Move{kind: stay} }

// CursorBy moves the cursor by n units, down when n is positive.
func CursorBy(n int64) Move { return Move{kind: cursorBy, n: n} }

// ScrollBy scrolls by n rows, down when n is positive; the cursor stays on its row of the screen.
func ScrollBy(n int64) Move { return Move{kind: scrollBy, n: n} }

// RollBy scrolls by n rows, down when n is positive; the cursor stays on its unit. When that leaves the screen the
// cursor is carried along at the edge: on the first visible unit when the screen goes down, on the last when it goes
// up.
func RollBy(n int64) Move { return Move{kind: rollBy, n: n} }

// To moves the cursor to the unit with the byte at off, or to the last one when off is past the end.
func To(off int64, where Where) Move { return Move{kind: toOffset, off: off, where: where} }

// ToFound is To, to an offset that find works out in the background.
func ToFound(find func(context.Context) (int64, error), where Where) Move {
	return Move{kind: toOffset, find: find, where: where}
}

// ToBytes is To, and brings the bytes [start, end) onto the screen, as far as they fit: in a line that is longer than
// the screen too.
func ToBytes(start, end int64, where Where) Move {
	return Move{kind: toOffset, off: start, where: where, show: someBytes, end: end}
}

// UndoSideways is the move where the next one to another line takes back what it scrolls sideways.
func (m Move) UndoSideways() Move {
	m.undoSideways = true
	return m
}

// UntilJump is the move where the next one that goes to a place takes back what it scrolls sideways: a person who goes
// on along the lines stays in the columns that they are looking at.
func (m Move) UntilJump() Move {
	m.undoSideways = true
	m.search = true
	return m
}

// IntoView scrolls as little as possible so that all units of the bytes [start, end) are on the screen, if they fit;
// the cursor stays on the screen. It does nothing when they do not fit, or when the page does not have them.
func IntoView(start, end int64) Move { return Move{kind: intoView, off: start, end: end} }

// Return goes back to a place at which the pane was before.
func Return(to Position) Move { return Move{kind: returnTo, off: to.Top, position: to} }

// Jumps reports whether the move goes to a place, and not only along the line or the screen.
func (m Move) Jumps() bool { return m.kind == toOffset && (m.show == noBytes || m.show == someBytes) }

// By is how many units or rows the move goes, negative upward; 0 when it goes to a place.
func (m Move) By() int64 { return m.n }

// target is what a move shows of the line that it goes to, when the line is longer than the screen.
type target uint8

const (
	noBytes   target = iota
	someBytes        // the bytes [off, end)
	lineStart
	lineEnd
)
