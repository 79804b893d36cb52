package linestates

import "strings"

// Shown says which signs the file or the halves of a comparison have beside their lines, besides those of the states.
type Shown struct {
	Window   bool // the bar at lines that the call gives
	Written  bool // in its place a sign at lines that the call has written
	Changes  bool // git's marks
	Cut      bool // at lines of which only a part is given
	Compared bool // those of a comparison, and none of the others
}

// Legend says what the signs mean, in one row of a terminal of 80 columns; "" without one.
func (s Shown) Legend() string {
	if s.Compared {
		return "marks: + only this side ~ differs ┃ gone to"
	}

	var said []string
	for _, one := range []struct {
		shown bool
		text  string
	}{
		{s.Window && !s.Written, "▌ sent, · not sent"},
		{s.Written, "+ written"},
		{s.Changes, "+ added ~ changed _ deleted below"},
		{s.Cut, "┤ cut"},
	} {
		if one.shown {
			said = append(said, one.text)
		}
	}
	if said == nil {
		return ""
	}

	return "marks: " + strings.Join(said, " · ")
}
