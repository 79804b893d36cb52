package layout

// Panes says which panes are on the screen.
type Panes uint8

// The panes that are shown.
const (
	File Panes = iota
	Model
	Both
)
