// Package stamp says what the answer of a command is about, so that an answer that has come too late can be dropped.
package stamp

import "sync/atomic"

// Stamp says what the answer of a command is about. Every message that a command sends for a sheet, or for a screen that has
// none, carries the stamp that it got when the command was made; the program's Update lets the message pass as long as the
// stamp is current, and drops it otherwise. The handlers behind that door need not ask again. Messages about the program as a
// whole (keys, signals, the clipboard) carry none. A message carries a stamp by embedding it.
type Stamp struct {
	// Sheet is the number of the sheet that asked, or of the screen that has none; see [Number].
	Sheet uint64
	// Side is the number of the side of the document whose bytes the answer is about; 0 when it is about none.
	Side uint64
	// Request is the number of the job that answers, from 1 in each sheet or screen; 0 when the answer does not end or report
	// a job.
	Request uint64
}

// StampOf implements [Stamped] for the messages that embed a stamp.
func (s Stamp) StampOf() Stamp { return s }

// Stamped is a message that carries a stamp.
type Stamped interface{ StampOf() Stamp }

// Owner is a message that brings something that must be freed when the message is dropped. Free is called at most once,
// by a command, and may wait.
type Owner interface{ Free() }

var numbers atomic.Uint64

// Number returns a number, from 1, for a sheet or a screen. No other one of this process has it.
func Number() uint64 { return numbers.Add(1) }
