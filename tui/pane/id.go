package pane

// The panes of the file screen.
const (
	OfFile     ID = iota // the file
	OfModel              // what the tool gives
	OfCompared           // what the other tool of a comparison gives
)
