package check

import (
	"errors"
	"io/fs"
	"syscall"
	"testing"
)

// TestWhatIsNotKnown: what is there and could not be read counts as such, so that the status of the check says it; what
// has gone meanwhile, or has a name that no tool can be asked for, does not.
func TestWhatIsNotKnown(t *testing.T) {
	denied := &fs.PathError{Op: "open", Path: "a", Err: syscall.EACCES}
	gone := &fs.PathError{Op: "open", Path: "a", Err: syscall.ENOENT}
	for _, test := range []struct {
		why          error
		unread, miss bool
	}{
		{denied, true, true},
		{errChanging, true, true},
		{gone, false, false},
		{errNoTool, false, true},
		{errors.New("other"), false, true},
	} {
		o := omissionFor(test.why)
		if o.unread != test.unread || o.missed != test.miss {
			t.Errorf("%v: unread %t, missed %t", test.why, o.unread, o.missed)
		}
	}
}
